//! The command `midas`: arguments, files, messages.

mod define;
mod disk_files;
mod warnings;

pub use disk_files::DiskFiles;

use crate::diagnostic::render::render;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::{Dialect, Limits, Options, Output, assemble};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use emulator::formats::rim;
use emulator::formats::text::Encoding;
use emulator::word::Word;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use support::file::{OutputPathError, Places};
use support::manual::{self, Completions, Manual};
use support::number::whole;
use support::report;
use support::text::{count, quoted};
use warnings::Warning;

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "midas",
    version,
    about = "Assemble MIDAS source for the PDP-6",
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  midas hello.mid -o hello.rim                 a tape for the READ IN key
  midas hello.mid -o hello.rim --listing hello.lst --symbols hello.sym
  midas old.mid --dialect A -o old.bin --format sblk
  midas - -o - --format octal < hello.mid      standard input and output
  midas --explain M0301                        what a message means
  midas hello.mid -W error                     warnings are errors
  midas hello.mid --cross-reference hello.ref   where each symbol is used

Exit status: 0 assembled without errors, 1 errors in the source or in reading or writing a file,
2 wrong usage."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    assembly: Assembly,
}

#[derive(Debug, Subcommand)]
enum Command {
    Completions(Completions),
    Manual(Manual),
}

#[derive(Debug, Args)]
struct Assembly {
    /// The source file, or - for standard input
    source: Option<String>,
    /// Further files, which are an error.
    #[arg(hide = true)]
    others: Vec<String>,
    /// Write the program to FILE, or to standard output for -. Default: only check the source
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Output format. Default: what the source selects, otherwise rim
    #[arg(short, long, value_enum)]
    format: Option<OutputFormat>,
    /// Write the listing to FILE
    #[arg(short, long, value_name = "FILE")]
    listing: Option<PathBuf>,
    /// Write the symbols and the source map, which the debugger reads, to FILE
    #[arg(short, long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// Write the cross-reference to FILE
    #[arg(long, value_name = "FILE")]
    cross_reference: Option<PathBuf>,
    /// Dialect of MIDAS: A (on the PDP-6, late 1960s), B (on the PDP-6, about 1970), C (the first under
    /// time-sharing, 1972) or D (about 1980)
    #[arg(short, long, default_value = "D", value_name = "A|B|C|D")]
    dialect: Dialect,
    /// Encoding of the source files: host (LF or CR LF ends a line) or its (files of the time-sharing system
    /// ITS, with the octal byte 015 for a lone LF and 356 for a lone CR). Default: by the contents of each
    /// file
    #[arg(long, value_name = "host|its", value_parser = encoding)]
    text: Option<Encoding>,
    /// Define the calls of the time-sharing system ITS (.IOT, .OPEN, .VALUE, .SLEEP and the others)
    #[arg(long)]
    monitor_calls: bool,
    /// Define a symbol for the source. VALUE is octal, or decimal with a point after it. Default: 1. Can be
    /// repeated
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", value_parser = define::definition)]
    define: Vec<(String, Word)>,
    /// Also look for inserted files in this folder. A file that the source names in the form of
    /// ITS, DIR;FN1 FN2, is looked for in its subfolder DIR. Can be repeated
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Allow inserted files in any folder. Default: only in the folders of the source and of -I, and below
    /// them
    #[arg(long)]
    insert_anywhere: bool,
    /// Write the output even if there are errors, as the original assemblers did; the exit status stays 1
    #[arg(long)]
    despite_errors: bool,
    #[arg(short = 'W', value_name = "WARNING", value_parser = warnings::parse, help = warnings::help())]
    warning: Vec<Warning>,
    /// Show at most N messages. With --message-format json all are written
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = whole::<usize>)]
    max_messages: usize,
    #[arg(long, value_name = "NAME=N", value_parser = limit, help = limit_help())]
    limit: Vec<Limit>,
    /// Format of messages
    #[arg(long, value_enum, default_value = "human")]
    message_format: MessageFormat,
    /// Explain a message by its code, such as M0301, or a warning by its name, and stop
    #[arg(long, value_name = "CODE")]
    explain: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// A paper tape for the READ IN key: a loader, the program in blocks, the start
    Rim,
    /// Words of 36 bits (8 bytes each, big-endian) as the original assemblers wrote them: loader, blocks,
    /// start, symbols
    Sblk,
    /// Words for the linking loader (8 bytes each, big-endian)
    Reloc,
    /// Octal text: one line per word, with its address
    Octal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    /// Text with carets
    Human,
    /// One JSON object per line
    Json,
}

/// A function that borrows one limit, to read or change it.
type LimitField = fn(&mut Limits) -> &mut usize;

/// A limit and its new value.
type Limit = (LimitField, usize);

const LIMITS: [(&str, LimitField); 7] = [
    ("expansion-depth", |limits| &mut limits.expansion_depth),
    ("expanded-characters", |limits| &mut limits.expanded_characters),
    ("insertion-depth", |limits| &mut limits.insertion_depth),
    ("insertions", |limits| &mut limits.insertions),
    (BRACKETS, |limits| &mut limits.bracket_depth),
    ("repeat-count", |limits| &mut limits.repeat_count),
    ("output-words", |limits| &mut limits.output_words),
];

/// Name of the only limit that has a maximum.
const BRACKETS: &str = "bracket-depth";
/// Highest bracket depth allowed: deeper recursion could exhaust the stack.
const MAX_BRACKETS: usize = 1000;

fn encoding(name: &str) -> std::result::Result<Encoding, String> {
    Encoding::by_name(name)
        .ok_or_else(|| format!("expected {}", Encoding::ALL.map(Encoding::name).join(" or ")))
}

fn limit_help() -> String {
    let mut defaults = Limits::default();
    let limits = LIMITS.map(|(name, field)| format!("{name}={}", field(&mut defaults)));
    format!(
        "Change a limit. The error message names the limit that was exceeded. Can be repeated. Defaults: {}",
        limits.join(", ")
    )
}

/// Parses the value of a `--limit`.
fn limit(text: &str) -> std::result::Result<Limit, String> {
    let (name, number) = text.split_once('=').ok_or("expected NAME=N, such as repeat-count=1000")?;
    let number: usize = number.parse().map_err(|_| format!("{number} is not a whole number"))?;
    let Some((_, field)) = LIMITS.iter().find(|(known, ..)| *known == name) else {
        return Err(format!("unknown limit {name} (expected {})", LIMITS.map(|(name, ..)| name).join(", ")));
    };
    if name == BRACKETS && number > MAX_BRACKETS {
        return Err(format!("{BRACKETS} can be at most {MAX_BRACKETS}"));
    }
    Ok((*field, number))
}

/// Returns the definition of the command line.
pub fn command() -> clap::Command {
    manual::named(Cli::command())
}

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = match report::begin::<Cli>() {
        Ok(cli) => cli,
        Err(status) => return status,
    };
    let result = match cli.command {
        Some(Command::Completions(args)) => args.run(command()),
        Some(Command::Manual(args)) => args.run(command()),
        None => cli.assembly.run(),
    };
    report::end("midas", result)
}

impl Assembly {
    fn run(&self) -> Result<ExitCode> {
        if let Some(name) = &self.explain {
            let Some(code) = Code::by_name(name) else {
                return Err(report::usage(format!(
                    "no message has the code or name {name} (expected a code such as M0301, or the name of a \
                     warning such as octal-digit; midas --help lists the names)"
                )));
            };
            io::stdout().lock().write_all(crate::diagnostic::explain::text(code).as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        let Some(source) = &self.source else {
            return Err(report::usage(
                "no source file was given (expected `midas SOURCE`; try midas --help)",
            ));
        };
        if let Some(other) = self.others.first() {
            return Err(report::usage(format!(
                "unexpected {}: one source is assembled at a time; to combine files, insert one into the \
                 other with .INSRT, or assemble each with --format reloc and link them with pdp6 link",
                quoted(other)
            )));
        }
        for folder in self.include.iter().filter(|folder| !folder.as_os_str().is_empty()) {
            ensure!(folder.is_dir(), "-I {} is not a folder", quoted(&folder.display().to_string()));
        }
        let mut places = self.places(source)?;
        let options = self.options();
        let files = DiskFiles::new(self.include.clone(), self.insert_anywhere);
        let (output, mut diagnostics) = assemble(source, &files, &options);
        warnings::apply(&mut diagnostics, &self.warning);
        check_inserted(&mut places, &files.inserted())?;
        let shown = self.show(&diagnostics).and_then(|()| Ok(print_typed(&output)?));
        let failed = diagnostics.iter().any(|d| d.severity > Severity::Warning);
        report::all(self.put_out(output, failed).into_iter().chain([shown])).or_else(|error| {
            // The reader of the output closed it. The exit status still reports errors in the source.
            if failed && report::is_broken_pipe(&error) { Ok(()) } else { Err(error) }
        })?;
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Writes the requested outputs. If one cannot be written, the others are still written.
    fn put_out(&self, mut output: Output, failed: bool) -> Vec<Result<()>> {
        let write = |path: &Option<PathBuf>, bytes: &[u8]| {
            path.as_ref().map_or(Ok(()), |path| write_file(path, bytes))
        };
        let mut done = vec![
            // The listing is large and no longer needed after it is written, so its memory is freed first.
            write(&self.listing, std::mem::take(&mut output.listing).as_bytes()),
            write(&self.cross_reference, output.cross_reference.as_bytes()),
        ];
        if !failed || self.despite_errors {
            if self.symbols.is_some() {
                done.push(write(&self.symbols, output.symbol_file().to_text().as_bytes()));
            }
            if self.output.is_some() {
                done.push(self.render(&output).and_then(|bytes| write(&self.output, &bytes)));
            }
        }
        done
    }

    /// Checks that each output can be written, and that none would replace the source or another output.
    fn places(&self, source: &str) -> Result<Places> {
        let outputs = [
            ("--output", &self.output),
            ("--listing", &self.listing),
            ("--symbols", &self.symbols),
            ("--cross-reference", &self.cross_reference),
        ];
        let mut places = Places::default();
        places.input("the source", source);
        for (name, path) in outputs {
            let Some(path) = path else { continue };
            places.output(name, path).map_err(|error| match error {
                OutputPathError::Taken(other) => report::usage(format!(
                    "{name} {} would replace {other}; give another name",
                    path.display()
                )),
                error => anyhow::Error::from(error).context(format!("cannot write {}", path.display())),
            })?;
        }
        Ok(places)
    }

    fn options(&self) -> Options {
        let mut options = Options {
            dialect: self.dialect,
            monitor_calls: self.monitor_calls,
            symbols: self.define.clone(),
            text: self.text,
            slips: warnings::wants_slips(&self.warning),
            listing: self.listing.is_some(),
            cross_reference: self.cross_reference.is_some(),
            source_map: self.symbols.is_some(),
            ..Options::default()
        };
        for (field, number) in &self.limit {
            *field(&mut options.limits) = *number;
        }
        options
    }

    fn show(&self, diagnostics: &[Diagnostic]) -> Result<()> {
        let shown = self.write_messages(diagnostics, &mut io::BufWriter::new(io::stderr().lock()));
        report::ignore_closed_pipe(shown).context("cannot write the messages")
    }

    fn write_messages(&self, diagnostics: &[Diagnostic], err: &mut dyn Write) -> io::Result<()> {
        let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        if self.message_format == MessageFormat::Json {
            for diagnostic in diagnostics {
                writeln!(err, "{}", crate::diagnostic::json::json(diagnostic))?;
            }
            return err.flush();
        }
        for diagnostic in diagnostics.iter().take(self.max_messages) {
            write!(err, "{}", render(diagnostic, color))?;
        }
        if diagnostics.len() > self.max_messages {
            let all = diagnostics.len();
            let more = count(all - self.max_messages, "more message");
            writeln!(err, "... and {more}; --max-messages {all} shows all")?;
        }
        let errors = diagnostics.iter().filter(|d| d.severity > Severity::Warning).count();
        if errors > 0 {
            let outcome = if self.despite_errors { "output written anyway" } else { "no output written" };
            writeln!(err, "{}; {outcome}", count(errors, "error"))?;
        }
        err.flush()
    }

    fn render(&self, output: &Output) -> Result<Vec<u8>> {
        let format = match self.format {
            Some(format) => format,
            None if output.relocatable => OutputFormat::Reloc,
            None => OutputFormat::Rim,
        };
        Ok(match format {
            OutputFormat::Rim => {
                if output.relocatable {
                    bail!("a relocatable program cannot be written as a read-in tape; use --format reloc");
                }
                output.rim().with_context(|| clash(output)).context("cannot make the read-in tape")?
            }
            OutputFormat::Reloc if !output.relocatable => {
                bail!("the program is absolute; for --format reloc it must begin with RELOCATABLE");
            }
            OutputFormat::Sblk | OutputFormat::Reloc => {
                output.file_words().iter().flat_map(|w| w.bits().to_be_bytes()).collect()
            }
            OutputFormat::Octal => output.octal().into_bytes(),
        })
    }
}

/// Returns the source line of the first word that cannot be on a read-in tape; `the program` if it is
/// unknown.
fn clash(output: &Output) -> String {
    let symbols = output.symbol_file();
    let addresses = output.image().iter().map(|(address, _)| address).find(|at| rim::is_under_loader(*at));
    let place = addresses.and_then(|at| symbols.origin(at)).map(|origin| origin.place);
    place.map_or("the program".to_owned(), |place| format!("{}:{}", symbols.file_of(place), place.line))
}

/// Prints to standard error the text that the source prints.
fn print_typed(output: &Output) -> io::Result<()> {
    let typed = output.typed.replace("\r\n", "\n");
    report::ignore_closed_pipe(io::stderr().write_all(support::text::sanitized(typed).as_bytes()))
}

/// Checks that no output would replace an inserted file. Inserted files are known only after the assembly.
fn check_inserted(places: &mut Places, inserted: &[PathBuf]) -> Result<()> {
    for path in inserted {
        if let Err(OutputPathError::Taken(output)) = places.check_outputs(path) {
            let path = quoted(&path.display().to_string());
            let taken = format!("{output} would replace {path}, which the source inserts; give another name");
            return Err(report::usage(taken));
        }
    }
    Ok(())
}

/// Writes a file, replacing its contents; `-` is standard output.
fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    support::file::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
