//! `machack debug`: the machine with the chess program in it, stopped, at the debugger's prompt.

mod why;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use emulator::dap::LaunchedMachine;
use emulator::debug::{Session, Structures};
use emulator::machine::{Input, Key};
use emulator::prompt;
use emulator::terminal::{Disk, NullHost, Terminal};
use emulator::time::Nanos;
use emulator::tui::{Theme, debugger};
use support::signals::TerminationSignal;

use super::file;
use crate::emulated::{Emulated, Program};
use crate::sources::{FILES, STRUCTURES};
use support::number::whole;

/// Step through the chess program on its machine.
///
/// The emulated PDP-6 has started the program, which waits for a line at the teletype. Symbols and source
/// lines are available. `help` lists the commands, most of them also commands of the simulator SIMH: `list
/// MAKE` shows source text, `break MAKE` sets a breakpoint, `send "M\n"` types a line, `go` runs, `step`,
/// `back`, `examine KEY`, `history`. At a stop inside the search, `why` explains the position that is being
/// searched. If standard input is not a terminal, commands are read from it.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack debug
  printf 'examine KEY\\nlist MAKE\\n' | machack debug")]
pub(crate) struct Args {
    /// Start from a machine saved by `machack play --save`.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Limit each run to this much virtual time, such as 200ms, 10s or 2min. Default: no limit at a terminal,
    /// otherwise 10min.
    #[arg(long, value_name = "TIME")]
    pub limit: Option<Nanos>,
    /// Maximum number of instructions that `history` shows. 0 disables `back` too, and runs faster.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = whole::<usize>)]
    pub history: usize,
    /// Use the terminal's full screen, with source text, registers, memory, stack, teletype and display.
    #[arg(long)]
    pub screen: bool,
}

impl Args {
    /// Returns the machine chosen by the arguments in a debugger session, and the text that the teletype has
    /// printed. The machine is stopped, and from now on the session records its history.
    pub(super) fn launch(&self) -> Result<LaunchedMachine> {
        let program = Program::built_in()?;
        let mut emulated = match &self.resume {
            Some(path) => Emulated::resume(program.clone(), &file::read(path)?)
                .with_context(|| format!("cannot resume the machine in `{}`", path.display()))?,
            None => Emulated::boot(program.clone())?,
        };
        let paper = emulated.paper();
        let mut session = Session::new(emulated.into_machine(), program.symbols.clone());
        session.target.structures = Structures::parse(STRUCTURES)?;
        session.more_commands = &why::COMMANDS;
        session.keep_past(self.history);
        session.input(Input::Key(Key::Stop))?;
        session.limit = self.limit;
        Ok(LaunchedMachine { session, paper })
    }

    /// Gives the program's source text to the debugger, and declares the saved machine as an input file.
    pub(super) fn declare(&self, files: &mut Disk) {
        files.carry(FILES);
        self.resume.iter().for_each(|file| files.places.input("the saved machine", file));
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let LaunchedMachine { mut session, paper } = args.launch()?;
    if args.screen {
        let mut files = Disk::default();
        args.declare(&mut files);
        let theme = Theme::of_environment();
        let ending = TerminationSignal::heard()?;
        let status = debugger::run(&mut session, &mut files, "machack", &paper, theme, &ending)?;
        session.finish(&mut NullHost { files, ..NullHost::default() })?;
        return Ok(ending.status().unwrap_or(ExitCode::from(status)));
    }
    writeln!(out, "{paper}")?;
    out.flush()?;
    let mut terminal = Terminal::for_prompt();
    terminal.ending = TerminationSignal::heard()?;
    args.declare(&mut terminal.files);
    session.limit = args.limit.or_else(|| (!terminal.is_interactive()).then_some(prompt::PATIENCE));
    let status = prompt::interact(&mut session, &mut terminal, "machack");
    prompt::leave(&mut session, &mut terminal, status)
}
