//! `pdp6 dap`: the debugger for editors and scripts.

use super::debug;
use crate::dap::{self, Framing, LaunchArguments, LaunchedMachine, Launcher};
use crate::terminal::NullHost;
use anyhow::{Context as _, bail};
use clap::{Args, Parser};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Serve an editor or a script with the Debug Adapter Protocol on standard input and output.
#[derive(Args, Debug)]
#[command(after_help = "\
The editor's launch configuration has: program (a file for pdp6 debug, or a MIDAS source, which midas \
assembles), symbols, args (further options of debug), cwd, assembler, assemblerArgs, sourceFolders, \
stopOnEntry. See docs/guide/editors.md.

Example: pdp6 dap --lines < requests.json > answers.json")]
pub(crate) struct DapArguments {
    /// Use one JSON message per line in both directions, without headers, for scripts
    /// (docs/internals/protocol.md).
    #[arg(long)]
    lines: bool,
}

pub(crate) fn run(arguments: &DapArguments) -> anyhow::Result<ExitCode> {
    let framing = if arguments.lines { Framing::Lines } else { Framing::Header };
    let input = io::BufReader::new(io::stdin());
    let status = dap::serve(&mut Programs::default(), framing, input, &mut io::stdout().lock())?;
    Ok(ExitCode::from(status))
}

/// The options of `debug`, from an editor's launch configuration.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Options {
    #[command(flatten)]
    debug: debug::DebugArguments,
}

/// Launches any program that `debug` accepts, and MIDAS sources.
#[derive(Default)]
struct Programs {
    /// The folder of the program assembled last. It is removed when this value is dropped or replaced.
    assembled: Option<tempfile::TempDir>,
}

impl Launcher for Programs {
    fn launch(&mut self, launch: &LaunchArguments, host: &mut NullHost) -> anyhow::Result<LaunchedMachine> {
        let mut program = launch.program.as_ref().map(OsString::from);
        let mut symbols = launch.symbols.as_ref().map(OsString::from);
        if let Some(source) = launch.program.as_deref().filter(|_| launch.is_source()) {
            let folder = tempfile::tempdir().context("cannot create a folder for the assembled program")?;
            let (made, named) = (folder.path().join("program.sblk"), folder.path().join("program.sym"));
            assemble(launch, source, &made, &named, host)?;
            (program, symbols) = (Some(made.into()), Some(named.into()));
            self.assembled = Some(folder);
        }
        let options = symbols.into_iter().flat_map(|symbols| ["--symbols".into(), symbols]);
        let arguments = program.into_iter().chain(options).chain(launch.args.iter().map(OsString::from));
        let Options { debug } = Options::try_parse_from(arguments).map_err(dap::wrong_options)?;
        if !debug.has_program() {
            bail!("{}", without_program(launch));
        }
        debug.declare(&mut host.files.places);
        Ok(LaunchedMachine { session: debug.session(false, host)?, paper: String::new() })
    }
}

fn without_program(launch: &LaunchArguments) -> String {
    let unknown: Vec<String> =
        launch.unknown_fields().map(|field| format!("\"{}\"", support::text::quoted(field))).collect();
    let unknown = match unknown.as_slice() {
        [] => String::new(),
        fields => format!("; unknown: {}", fields.join(", ")),
    };
    format!(
        "\"program\" is missing from the launch configuration (expected a MIDAS source, or a file for pdp6 \
         debug){unknown}"
    )
}

/// Assembles a source with the `midas` that the launch configuration names, otherwise with the one in this
/// command's folder, otherwise with the one on the search path.
fn assemble(
    launch: &LaunchArguments,
    source: &str,
    program: &Path,
    symbols: &Path,
    host: &mut NullHost,
) -> anyhow::Result<()> {
    let beside = std::env::current_exe().ok().map(|here| here.with_file_name("midas"));
    let beside = beside.filter(|midas| midas.is_file()).map(OsString::from);
    let midas = launch.assembler.as_ref().map(OsString::from).or(beside).unwrap_or_else(|| "midas".into());
    let done = Command::new(&midas)
        .args([source, "--format", "sblk", "-o"])
        .arg(program)
        .arg("--symbols")
        .arg(symbols)
        .args(&launch.assembler_args)
        .stdin(std::process::Stdio::null())
        .output()
        .with_context(|| format!("cannot start the assembler \"{}\"", midas.display()))?;
    let said = String::from_utf8_lossy(&done.stderr);
    if !done.status.success() {
        bail!("\"{source}\" was not assembled ({}):\n{}", done.status, said.trim_end());
    }
    host.shown += &said;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launched(launch: &LaunchArguments) -> String {
        Programs::default().launch(launch, &mut NullHost::default()).err().expect("an error").to_string()
    }

    #[test]
    fn sources_are_known_by_their_names() {
        for (program, source) in
            [("a/echo.mid", true), ("ECHO.MIDAS", true), ("echo.rim", false), ("mid", false), ("ö.mid", true)]
        {
            let launch = LaunchArguments { program: Some(program.to_owned()), ..LaunchArguments::default() };
            assert_eq!(launch.is_source(), source, "{program}");
        }
    }

    #[test]
    fn a_launch_needs_a_program() {
        let refused = launched(&LaunchArguments::default());
        assert!(refused.contains("\"program\" is missing") && !refused.contains("unknown"), "{refused}");
        let launch = serde_json::from_value(serde_json::json!({ "porgram": "p.mid", "type": "pdp6" }));
        let refused = launched(&launch.expect("a launch"));
        assert!(refused.ends_with("; unknown: \"porgram\""), "{refused}");
    }

    #[test]
    fn launch_arguments_are_options_of_debug() {
        let launch = LaunchArguments {
            args: vec!["--limit".to_owned(), "soon".to_owned()],
            ..LaunchArguments::default()
        };
        let error = launched(&launch);
        assert!(error.contains("is not a time"), "{error}");
    }
}
