//! `machack dap`: the chess program on its machine behind an editor.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use clap::Parser;
use emulator::dap::{self, Launch, Launcher};
use emulator::remote::{Desk, Launched};

use super::debug;

/// Serve an editor: the chess program under the Debug Adapter Protocol, on standard input and output.
///
/// The machine has been booted from its tape and waits for a key. `type M` in the editor's console types a line at its
/// teletype.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The editor launches with: args (options of debug, such as --resume FILE), cwd, sourceFolders (chessprog/midas, to see and stop \
in the files themselves), stopOnEntry. See docs/guide/editors.md.")]
pub(crate) struct Args {}

/// Runs the command.
///
/// # Errors
/// A file cannot be written at the end.
pub(crate) fn run(_: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    dap::serve(&mut Chess, io::BufReader::new(io::stdin()), out)?;
    Ok(ExitCode::SUCCESS)
}

/// The options of `debug`, as an editor gives them.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Options {
    #[command(flatten)]
    debug: debug::Args,
}

/// Launches the chess program.
struct Chess;

impl Launcher for Chess {
    fn launch(&mut self, launch: &Launch, desk: &mut Desk) -> Result<Launched> {
        if let Some(program) = launch.program.as_ref().or(launch.symbols.as_ref()) {
            bail!("machack has its own program and symbols; \"{program}\" is for pdp6 dap");
        }
        let options = Options::try_parse_from(&launch.args);
        let Options { debug } = options.map_err(|error| anyhow!("{}", error.render()))?;
        debug.declare(&mut desk.files);
        debug.launch()
    }
}
