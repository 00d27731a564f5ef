//! `machack --help` with the subcommands in groups, which clap does not support.

use std::fmt::Write as _;

use clap::Subcommand as _;
use clap::builder::{StyledStr, Styles};

use super::MachackCommand;

const GROUPS: [(&str, &[&str]); 4] = [
    ("Play", &["play", "demo"]),
    ("Understand", &["analyse", "why", "debug", "profile", "perft"]),
    ("Compare", &["compare", "games", "bench"]),
    ("Connect", &["uci", "xboard", "dap", "completions", "manual"]),
];

/// Returns the template of the help. The options of `play` can be given without `play`, but only `machack
/// play --help` lists them.
pub(super) fn template() -> StyledStr {
    let subcommands = subcommands();
    let (header, literal) = (*Styles::styled().get_header(), *Styles::styled().get_literal());
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (heading, names) in GROUPS {
        let _ = writeln!(text, "\n{header}{heading}:{header:#}");
        for name in names {
            let about = subcommands.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {literal}{name:<11}{literal:#}  {about}");
        }
    }
    text += "\n`machack COMMAND --help` describes a subcommand and its options.{after-help}";
    text.into()
}

fn subcommands() -> clap::Command {
    MachackCommand::augment_subcommands(clap::Command::new("machack"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_subcommand_is_listed_once_with_a_line_that_fits() {
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        listed.sort_unstable();
        let subcommands = subcommands();
        let mut known: Vec<&str> = subcommands.get_subcommands().map(clap::Command::get_name).collect();
        known.sort_unstable();
        assert_eq!(listed, known);
        let help = super::super::command().render_help().to_string();
        for subcommand in subcommands.get_subcommands() {
            let (name, about) = (subcommand.get_name(), subcommand.get_about().unwrap().to_string());
            let line = format!("  {name:<11}  {about}");
            assert!(help.lines().any(|other| other == line), "{line} is not in\n{help}");
            assert!(line.len() <= 80, "{line}");
        }
    }
}
