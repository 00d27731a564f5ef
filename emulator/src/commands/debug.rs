//! `pdp6 debug`: the machine at a prompt.

use super::machine::{MachineOptions, format, time};
use crate::debug::{Flow, Host as _};
use crate::file;
use crate::machine::{Input, Key};
use crate::prompt::{self, PATIENCE};
use crate::report;
use crate::terminal::Terminal;
use crate::time::Nanos;
use anyhow::Context as _;
use clap::Args;
use std::process::ExitCode;

/// The same machine, stopped, at a prompt.
#[derive(Args, Debug)]
#[command(after_help = "\
The verbs are those of SIMH: boot, load, go, continue, step, examine, deposit, break, show …; \"help\" lists them.
Commands come from the terminal, from --do FILE, or from standard input if that is no terminal.

Example: pdp6 debug echo.rim --symbols echo.sym")]
pub(crate) struct Arguments {
    /// The program, put into the machine and stopped before its first instruction.
    file: Option<String>,
    #[command(flatten)]
    machine: MachineOptions,
    /// The format of the file, instead of what it looks like: rim, sblk, core, sblk:core, dta, …
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// Carry out the commands in a file first; the first mistake ends the session.
    #[arg(long = "do", value_name = "FILE")]
    script: Option<String>,
    /// No run is longer than this virtual time. Without it none ends by itself at a terminal, and after 10min otherwise.
    #[arg(long, value_name = "TIME", value_parser = time)]
    limit: Option<Nanos>,
    /// How many executed instructions are remembered; 0 remembers nothing and runs faster.
    #[arg(long, value_name = "N", default_value_t = 256)]
    history: usize,
}

/// Runs the prompt.
///
/// # Errors
///
/// A file cannot be read or written, or is not what it should be.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut terminal = Terminal::for_prompt();
    let mut session = arguments.machine.session(&mut terminal)?;
    let places = &mut terminal.files.places;
    arguments.file.iter().for_each(|file| places.input("the program", file));
    arguments.script.iter().for_each(|file| places.input("the script", file));
    arguments.machine.declare(places);
    session.limit = arguments.limit.or_else(|| (!terminal.is_interactive()).then_some(PATIENCE));
    let format = format(arguments.format.as_deref())?;
    let file = arguments.file.as_deref();
    let (_, unread) = arguments.machine.set_up(&mut session, file, format, false, &mut terminal)?;
    if let Some(file) = file {
        session.input(Input::Key(Key::Stop))?;
        if unread {
            terminal.print(&format!("\"{file}\" is on its unit and has yet to be read: continue reads it\n"));
        }
    }
    session.keep_past(arguments.history);
    let mut flow = Flow::Continue;
    if let Some(script) = &arguments.script {
        let bytes = file::read(script).with_context(|| format!("read \"{script}\""))?;
        flow = session.execute_script(script, &String::from_utf8_lossy(&bytes), &mut terminal)?;
    }
    let status = match flow {
        Flow::Exit(status) => status.unwrap_or(0),
        Flow::Continue => prompt::interact(&mut session, &mut terminal, "pdp6"),
    };
    let finished = session.finish(&mut terminal).map_err(Into::into);
    let printed = terminal.check_output().context("write to standard output");
    report::all([finished, printed])?;
    Ok(ExitCode::from(status))
}
