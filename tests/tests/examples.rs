//! The examples in the help of the commands can be copied to a shell, and the commands accept them.

use clap::Command;

/// Columns of the narrowest terminal that shows the examples of the help without wrapping.
const COLUMNS: usize = 80;

fn commands() -> [Command; 4] {
    [emulator::cli::command(), assembler::cli::command(), chessprog::cli::command(), lab::cli::command()]
}

/// Returns the lines of the examples in the help of a command and its subcommands, each with the command's
/// path.
fn examples(command: &Command, path: &str) -> Vec<(String, String)> {
    let path = format!("{path} {}", command.get_name()).trim_start().to_owned();
    let help = command.get_after_long_help().or(command.get_after_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let mut found = Vec::new();
    let mut is_in_examples = false;
    for line in help.lines() {
        let text = line.trim_start_matches("Examples:").trim_start_matches("Example:");
        is_in_examples = line.starts_with("Example") || is_in_examples && line.starts_with("  ");
        if is_in_examples && !text.trim().is_empty() && !line.starts_with("Examples, with NAME") {
            assert!(line.len() < COLUMNS, "{path} --help: a terminal breaks this line:\n{line}");
            found.push((path.clone(), text.trim().to_owned()));
        }
    }
    let inner = command.get_subcommands().filter(|inner| inner.get_name() != "manual");
    found.extend(inner.flat_map(|inner| examples(inner, &path)));
    found
}

/// Joins lines that end in a backslash with the next one.
fn joined(lines: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut joined: Vec<(String, String)> = Vec::new();
    for (path, line) in lines {
        match joined.last_mut().filter(|(before, text)| *before == path && text.ends_with('\\')) {
            Some((_, text)) => *text = format!("{}{line}", text.trim_end_matches('\\')),
            None => joined.push((path, line)),
        }
    }
    joined
}

/// Returns the shell commands of a line as words. Text after three blanks is a remark.
fn calls(line: &str) -> Vec<Vec<String>> {
    let (mut calls, mut words, mut word) = (Vec::new(), Vec::new(), None::<String>);
    let mut quote = None;
    let line = line.split("   ").next().unwrap_or_default();
    for c in line.chars().chain([' ', '|']) {
        match (quote, c) {
            (Some(mark), _) if c == mark => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => (quote, word) = (Some(c), Some(word.unwrap_or_default())),
            (None, ' ') => words.extend(word.take()),
            (None, '|' | '<' | '>' | '(' | ')' | ';') => {
                words.extend(word.take());
                calls.push(std::mem::take(&mut words));
            }
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    calls.retain(|words| !words.is_empty());
    calls
}

#[test]
fn lines_are_split_as_a_shell_does() {
    let cut = |line: &str| calls(line).iter().map(|words| words.join("_")).collect::<Vec<_>>();
    assert_eq!(cut("printf 'PB\\nP K' | machack play   a remark"), ["printf_PB\\nP K", "machack_play"]);
    assert_eq!(cut("a --x=\"1 2\" '' < in > out"), ["a_--x=1 2_", "in", "out"]);
}

#[test]
fn the_examples_of_every_help_are_accepted() {
    let all: Vec<_> = commands().iter().flat_map(|command| joined(examples(command, ""))).collect();
    assert!(all.len() > 60, "{} examples", all.len());
    let mut tried = 0;
    for (path, line) in &all {
        for words in calls(line) {
            let Some(command) = commands().into_iter().find(|command| command.get_name() == words[0]) else {
                continue;
            };
            let parsed = command.try_get_matches_from(&words);
            assert!(parsed.is_ok(), "{path} --help: {line}\n{}", parsed.unwrap_err());
            tried += 1;
        }
    }
    assert!(tried >= all.len() - 2, "{tried} calls in {} examples", all.len());
}
