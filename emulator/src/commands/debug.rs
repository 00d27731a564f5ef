//! `pdp6 debug`: debugs a program at a prompt.

use super::machine::{MachineOptions, format};
use crate::debug::{Flow, Host, Session};
use crate::machine::{Input, Key};
use crate::prompt::{self, PATIENCE};
use crate::terminal::Terminal;
use crate::time::Nanos;
use crate::tui::{Theme, debugger};
use anyhow::Context as _;
use clap::Args;
use std::process::ExitCode;
use support::file::{self, Places};
use support::number::whole;
use support::signals::TerminationSignal;

/// Debug a program at a prompt: the machine is stopped until a command runs it.
#[derive(Args, Debug)]
#[command(after_help = "\
The commands are named as in SIMH: boot, load, go, continue, step, examine, deposit, break, show and \
others; type \"help\" for the list.
Commands come from the terminal, from --do FILE, or from standard input if that is not a terminal.

Example: pdp6 debug echo.rim --symbols echo.sym")]
pub(crate) struct DebugArguments {
    /// The program, loaded and stopped before its first instruction. A tape is only mounted: `continue` boots
    /// it.
    file: Option<String>,
    #[command(flatten)]
    machine: MachineOptions,
    /// Format of the file, such as rim, sblk or sblk:core (`pdp6 convert --help` lists them). Default:
    /// detected from the contents.
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// Run the commands in a file first; the first error ends the session.
    #[arg(long = "do", value_name = "FILE")]
    script: Option<String>,
    /// Limit each run to this much time on the machine's clock, such as 200ms, 10s or 2min. Default: no limit
    /// at a terminal, otherwise 10min.
    #[arg(long, value_name = "TIME")]
    limit: Option<Nanos>,
    /// Maximum number of instructions (decimal) that `history` shows; 0 records no history for `back` either.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = whole::<usize>)]
    history: usize,
    /// Use the terminal's full screen, with source text, registers, memory,
    /// stack, teletype and display.
    #[arg(long)]
    screen: bool,
}

impl DebugArguments {
    pub(super) fn has_program(&self) -> bool {
        self.file.is_some()
    }

    /// Declares the files that are read, so that no output overwrites them.
    pub(super) fn declare(&self, places: &mut Places) {
        self.file.iter().for_each(|file| places.input("the program", file));
        self.script.iter().for_each(|file| places.input("the script", file));
        self.machine.declare(places);
    }

    /// Returns the machine with the program, stopped before its first instruction; its history
    /// is recorded from there on.
    pub(super) fn session(&self, interactive: bool, host: &mut dyn Host) -> anyhow::Result<Session> {
        let mut session = self.machine.session(interactive)?;
        session.limit = self.limit;
        let format = format(self.format.as_deref())?;
        let file = self.file.as_deref();
        let (_, unread) = self.machine.set_up(&mut session, file, format, false, host)?;
        if let Some(file) = file {
            session.input(Input::Key(Key::Stop))?;
            if unread {
                host.print(&format!(
                    "\"{file}\" is mounted and has not been read yet; \"continue\" boots it\n"
                ));
            }
        }
        session.keep_past(self.history);
        Ok(session)
    }

    fn interact(&self, session: &mut Session, terminal: &mut Terminal) -> anyhow::Result<u8> {
        if self.screen {
            let theme = Theme::of_environment();
            let ending = terminal.ending.clone();
            return Ok(debugger::run(session, &mut terminal.files, "pdp6", "", theme, &ending)?);
        }
        Ok(prompt::interact(session, terminal, "pdp6"))
    }
}

pub(crate) fn run(arguments: &DebugArguments) -> anyhow::Result<ExitCode> {
    let mut terminal = Terminal::for_prompt();
    terminal.ending = TerminationSignal::heard()?;
    arguments.declare(&mut terminal.files.places);
    let interactive = terminal.is_interactive();
    let mut session = arguments.session(interactive, &mut terminal)?;
    session.limit = arguments.limit.or_else(|| (!interactive).then_some(PATIENCE));
    let mut flow = Flow::Continue;
    if let Some(script) = &arguments.script {
        let bytes = file::read(script).with_context(|| format!("cannot read \"{script}\""))?;
        flow = session.execute_script(script, &String::from_utf8_lossy(&bytes), &mut terminal)?;
    }
    let status = match flow {
        Flow::Exit(status) => status.unwrap_or(0),
        Flow::Continue => arguments.interact(&mut session, &mut terminal)?,
    };
    prompt::leave(&mut session, &mut terminal, status)
}
