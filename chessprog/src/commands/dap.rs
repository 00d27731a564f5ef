//! `machack dap`: debugs the chess program on its machine, from editors and scripts.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Parser;
use emulator::dap::{self, Framing, LaunchArguments, LaunchedMachine, Launcher};
use emulator::terminal::NullHost;

use super::debug;

/// Debug from an editor or a script, over the Debug Adapter Protocol.
///
/// The protocol uses standard input and output. The emulated PDP-6 has started the program, which waits for a
/// line at the teletype. `type M` in the editor's console types the line `M`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Attributes of the editor's launch request: args (options of debug, such as --resume FILE), cwd, \
sourceFolders (folders of the MIDAS source: with chessprog/midas, the editor opens these files, which can \
have breakpoints, instead of read-only copies), stopOnEntry. \
See docs/guide/editors.md.

Example: machack dap --lines < requests.json > answers.json")]
pub(crate) struct Args {
    /// Read and write one JSON message per line, without headers, for scripts (docs/internals/protocol.md).
    #[arg(long)]
    lines: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let framing = if args.lines { Framing::Lines } else { Framing::Header };
    let status = dap::serve(&mut ChessLauncher, framing, io::BufReader::new(io::stdin()), out)?;
    Ok(ExitCode::from(status))
}

/// The options of `debug`, as an editor gives them.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct DebugOptions {
    #[command(flatten)]
    debug: debug::Args,
}

struct ChessLauncher;

impl Launcher for ChessLauncher {
    fn launch(&mut self, launch: &LaunchArguments, host: &mut NullHost) -> Result<LaunchedMachine> {
        if let Some(program) = launch.program.as_ref().or(launch.symbols.as_ref()) {
            bail!("machack has its own program and symbols; \"{program}\" is for pdp6 dap");
        }
        let options = DebugOptions::try_parse_from(&launch.args);
        let DebugOptions { debug } = options.map_err(dap::wrong_options)?;
        debug.declare(&mut host.files);
        debug.launch()
    }
}
