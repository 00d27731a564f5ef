//! Launch configurations, and the interface to the command that puts their program into a machine.

use crate::debug::Session;
use crate::terminal::{NullHost, SourceFolders};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The stopped machine that a client has launched.
pub struct LaunchedMachine {
    /// The machine, its symbols and its sources.
    pub session: Session,
    /// The text that the console has already printed.
    pub paper: String,
}

/// Puts the program of a launch configuration into a machine.
pub trait Launcher {
    /// Returns the machine with the program in it, stopped.
    ///
    /// # Errors
    ///
    /// The program does not exist, or has an error. The text is shown to the user.
    fn launch(&mut self, launch: &LaunchArguments, host: &mut NullHost) -> anyhow::Result<LaunchedMachine>;
}

/// Returns the error for the `args` of a launch configuration, without the usage of a command line.
pub fn wrong_options(error: clap::Error) -> anyhow::Error {
    let text = error.render().to_string();
    let (reason, _) = text.split_once("\n\n").unwrap_or((&text, ""));
    let lines: Vec<&str> = reason.lines().map(str::trim).collect();
    let reason = lines.join(" ");
    anyhow::anyhow!("\"args\" of the launch configuration: {}", reason.trim_start_matches("error: "))
}

/// A launch configuration.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct LaunchArguments {
    /// The program: a file for `pdp6 debug`, or a MIDAS source.
    pub program: Option<String>,
    /// The symbol file of the program.
    pub symbols: Option<String>,
    /// Further options, as on the command line of `debug`.
    pub args: Vec<String>,
    /// The base folder of relative paths.
    pub cwd: Option<PathBuf>,
    /// The assembler for a MIDAS source. Default: `midas`.
    pub assembler: Option<String>,
    /// Options for the assembler.
    pub assembler_args: Vec<String>,
    /// Folders to search for source files, after `cwd`.
    pub source_folders: Vec<PathBuf>,
    /// `true` if the program does not run before the first `continue`.
    pub stop_on_entry: bool,
    /// All other fields: editors' own fields, and misspelled ones.
    #[serde(flatten)]
    pub others: BTreeMap<String, Value>,
}

/// Fields that editors add for themselves. They also add fields whose names begin with two underscores.
const EDITOR_FIELDS: [&str; 14] = [
    "name",
    "type",
    "request",
    "noDebug",
    "preLaunchTask",
    "postDebugTask",
    "internalConsoleOptions",
    "presentation",
    "debugServer",
    "suppressMultipleSessionWarning",
    "serverReadyAction",
    "trace",
    "console",
    "env",
];

impl LaunchArguments {
    /// Returns the fields that neither the adapter nor an editor knows.
    pub fn unknown_fields(&self) -> impl Iterator<Item = &str> {
        let names = self.others.keys().map(String::as_str);
        names.filter(|name| !EDITOR_FIELDS.contains(name) && !name.starts_with("__"))
    }

    /// Returns `true` if the program is a MIDAS source, by its name.
    pub fn is_source(&self) -> bool {
        let extension = self.program.as_deref().and_then(|program| Path::new(program).extension()?.to_str());
        extension.is_some_and(|extension| {
            ["mid", "midas"].iter().any(|known| extension.eq_ignore_ascii_case(known))
        })
    }

    pub(super) fn source_folders(&self, here: PathBuf) -> SourceFolders {
        let folders = SourceFolders::new(here, &self.source_folders).anywhere(self.is_source());
        let files = self.program.iter().chain(&self.symbols);
        files.fold(folders, |folders, file| folders.beside(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn launch_fields_of_editors_are_not_unknown() {
        let launch: LaunchArguments =
            serde_json::from_value(json!({ "name": "x", "__sessionId": "1", "porgram": "p.mid" })).unwrap();
        assert_eq!(launch.unknown_fields().collect::<Vec<_>>(), ["porgram"]);
    }
}
