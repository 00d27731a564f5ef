//! The completions of all three commands have every subcommand and option, and the manual pages every option
//! and argument.

use clap::{Arg, Args as _, Command, FromArgMatches as _, ValueEnum as _};
use std::io::Write as _;
use std::process::{Command as Process, Stdio};
use support::manual::{Manual, Shell, pages, script};

/// The clap definitions of the three commands.
fn commands() -> [Command; 3] {
    [emulator::cli::command(), assembler::cli::command(), chessprog::cli::command()]
}

/// Returns a definition completed with the arguments that `clap` adds before parsing.
fn built(command: &Command) -> Command {
    let mut command = command.clone();
    command.build();
    command
}

/// Returns the visible subcommands, without clap's `help`.
fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|it| !it.is_hide_set() && it.get_name() != "help")
}

/// Returns the long options of a command with their dashes.
fn options(command: &Command) -> impl Iterator<Item = String> {
    let told = command.get_arguments().filter(|it| !it.is_hide_set());
    told.filter_map(Arg::get_long).map(|long| format!("--{long}"))
}

#[test]
fn every_shell_completes_every_subcommand_and_option() {
    for command in commands() {
        for &shell in Shell::value_variants() {
            let text = String::from_utf8(script(shell, command.clone())).expect("a script is text");
            let told = |what: &str| {
                assert!(
                    text.contains(what),
                    "the completions for {shell} lack {what} of {}",
                    command.get_name()
                )
            };
            for subcommand in subcommands(&built(&command)) {
                told(subcommand.get_name());
                // `fish` scripts list the options without dashes.
                options(subcommand).for_each(|option| {
                    told(option.trim_start_matches(if shell == Shell::Fish { "-" } else { "" }))
                });
            }
        }
    }
}

#[test]
fn bash_reads_its_scripts() {
    for command in commands() {
        let child = Process::new("bash")
            .args(["-n", "/dev/stdin"])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let Ok(mut child) = child else {
            eprintln!("skipped: bash is not installed");
            return;
        };
        let text = script(Shell::Bash, command);
        child.stdin.take().expect("the input is a pipe").write_all(&text).expect("bash reads it");
        let output = child.wait_with_output().expect("bash ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_page_for_each_subcommand_has_all_its_options() {
    for command in commands() {
        let pages = pages(command.clone());
        let command = built(&command);
        let names: Vec<_> =
            pages.iter().skip(1).map(|page| page.subcommand.as_deref().expect("its name")).collect();
        assert_eq!(names, subcommands(&command).map(Command::get_name).collect::<Vec<_>>());
        for (page, described) in pages.iter().zip([&command].into_iter().chain(subcommands(&command))) {
            let name = described.get_display_name().unwrap_or(described.get_name());
            assert_eq!(page.file, format!("{name}.1"));
            let text = String::from_utf8(page.text.clone()).expect("a page is text").replace("\\-", "-");
            for option in options(described) {
                assert!(
                    text.contains(&format!("\\fB{option}\\fR")),
                    "{} has no {option}:\n{text}",
                    page.file
                );
            }
            let positionals = described.get_positionals().filter(|it| !it.is_hide_set());
            for value in positionals.filter_map(|it| it.get_value_names()).flatten() {
                assert!(text.contains(&format!("\\fI{value}\\fR")), "{} has no {value}:\n{text}", page.file);
            }
        }
    }
}

/// `manual --dir` writes the pages of the test above, each into its file.
#[test]
fn all_pages_are_written_into_a_directory() {
    for command in commands() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("share/man1");
        let line = ["manual", "--dir", dir.to_str().expect("a name")];
        let matches = Manual::augment_args(Command::new("manual")).get_matches_from(line);
        Manual::from_arg_matches(&matches).expect("the arguments").run(command.clone()).expect("written");
        let pages = pages(command);
        for page in &pages {
            let text = std::fs::read(dir.join(&page.file)).expect("a page");
            assert!(!text.is_empty() && text == page.text, "{}", page.file);
        }
        assert_eq!(std::fs::read_dir(&dir).expect("a folder").count(), pages.len());
    }
}

/// A line of a help text that begins with blanks is an example and keeps its line break. The text around it
/// is filled.
#[test]
fn examples_keep_their_lines_in_a_page() {
    let command =
        Command::new("six").after_help("Examples:\n  six one\n  six two\n\nExit status: 0 fine,\n1 not.");
    let text = String::from_utf8(pages(command)[0].text.clone()).expect("a page is text");
    let (_, notes) = text.split_once(".SH NOTES\n").expect("the notes");
    let kept = notes.lines().filter(|line| !line.starts_with(".ie") && !line.starts_with(".el"));
    let expected = "Examples:|.nf|.in +2n|six one|six two|.fi|.in -2n|.PP|Exit status: 0 fine,|1 not.";
    assert_eq!(kept.collect::<Vec<_>>().join("|"), expected);
}
