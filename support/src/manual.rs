//! Shell completions and manual pages, made from the definition of a command line.

pub use clap_complete::Shell;

use anyhow::{Context as _, anyhow};
use clap::builder::StyledStr;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::file;

/// Print the completion script for a shell.
#[derive(Args, Debug)]
#[command(after_help = "\
Where to put the script:
  NAME completions bash > ~/.local/share/bash-completion/completions/NAME
  NAME completions zsh > DIR/_NAME               DIR is a folder in $fpath
  NAME completions fish > ~/.config/fish/completions/NAME.fish")]
pub struct Completions {
    /// Shell to complete in.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script for `command`.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn run(&self, command: Command) -> anyhow::Result<ExitCode> {
        print(&script(self.shell, command))
    }
}

/// Puts the name of `command` into the examples of the two subcommands of this module.
pub fn named(command: Command) -> Command {
    let name = command.get_name().to_owned();
    command.mut_subcommands(|subcommand| match subcommand.get_name() {
        "completions" | "manual" => {
            let help = subcommand.get_after_help().map(ToString::to_string).unwrap_or_default();
            subcommand.after_help(help.replace("NAME", &name))
        }
        _ => subcommand,
    })
}

/// Returns the completion script of `command` for `shell`.
pub fn script(shell: Shell, mut command: Command) -> Vec<u8> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    script
}

/// Print a manual page, or write all of them.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  NAME manual | man -l -                         the page of NAME
  NAME manual --dir ~/.local/share/man/man1      one page for NAME and one per subcommand")]
pub struct Manual {
    /// Print the page of this subcommand. Default: the page of the whole command.
    #[arg(conflicts_with = "dir")]
    subcommand: Option<String>,
    /// Write all pages into this directory, which is created if it is missing.
    #[arg(long)]
    dir: Option<PathBuf>,
}

impl Manual {
    /// Prints or writes the pages of `command`.
    ///
    /// # Errors
    ///
    /// Returns an error if the subcommand is unknown, or if writing fails.
    pub fn run(&self, command: Command) -> anyhow::Result<ExitCode> {
        let pages = pages(command);
        let Some(dir) = &self.dir else {
            return print(self.chosen(&pages)?);
        };
        std::fs::create_dir_all(dir).with_context(|| format!("make the directory {}", dir.display()))?;
        for page in &pages {
            let path = dir.join(&page.file);
            file::write(&path, &page.text).with_context(|| format!("write {}", path.display()))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn chosen<'a>(&self, pages: &'a [Page]) -> anyhow::Result<&'a [u8]> {
        let wanted = self.subcommand.as_deref();
        let page = pages.iter().find(|page| page.subcommand.as_deref() == wanted);
        page.map(|page| &page.text[..]).ok_or_else(|| {
            let known: Vec<&str> = pages.iter().filter_map(|page| page.subcommand.as_deref()).collect();
            anyhow!(
                "unknown subcommand {} (expected one of {})",
                wanted.unwrap_or_default(),
                known.join(", ")
            )
        })
    }
}

/// A manual page.
pub struct Page {
    /// The subcommand, or `None` for the page of the whole command.
    pub subcommand: Option<String>,
    /// Name of its file, for example `pdp6-run.1`.
    pub file: String,
    /// The page in roff.
    pub text: Vec<u8>,
}

/// Returns the page of a command, then the pages of its subcommands.
pub fn pages(command: Command) -> Vec<Page> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let subcommands = command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
    let source = format!("{} {}", command.get_name(), command.get_version().unwrap_or_default());
    let own = page(&command, None, &source);
    std::iter::once(own).chain(subcommands.map(|it| page(it, Some(it.get_name()), &source))).collect()
}

fn page(command: &Command, subcommand: Option<&str>, source: &str) -> Page {
    let man = Man::new(command.clone()).source(source);
    let mut text = Vec::new();
    render(&man, command, &mut text).expect("writing to a Vec cannot fail");
    Page { subcommand: subcommand.map(str::to_owned), file: man.get_filename(), text }
}

fn render(man: &Man, command: &Command, out: &mut dyn io::Write) -> io::Result<()> {
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }
    let notes = command.get_after_long_help().or(command.get_after_help());
    notes.map_or(Ok(()), |notes| notes_section(notes).to_writer(out))
}

/// Returns the section NOTES, which contains the text that follows the options in the help. Indented lines,
/// which are examples, keep their line breaks; the rest is filled.
fn notes_section(notes: &StyledStr) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["NOTES"]);
    let mut verbatim = false;
    for line in notes.to_string().lines() {
        let example = line.strip_prefix("  ");
        if example.is_some() != verbatim {
            verbatim = !verbatim;
            let (fill, indent) = if verbatim { ("nf", "+2n") } else { ("fi", "-2n") };
            roff.control(fill, []).control("in", [indent]);
        }
        match example {
            None if line.is_empty() => roff.control("PP", []),
            _ => roff.text([roman(example.unwrap_or(line))]),
        };
    }
    roff
}

/// Writes to standard output. A closed pipe is not an error.
fn print(bytes: &[u8]) -> anyhow::Result<ExitCode> {
    match file::write("-", bytes) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("write to standard output")
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}
