//! `pdp6 run`: runs a program with its teletype on standard input and output.

use super::machine::{DEFAULT_CORE, MachineOptions, format};
use super::room;
use crate::debug::{Flow, Goal, Host, Session, SessionStop};
use crate::journal::{self, Journal, JournalContents, RunEnd};
use crate::machine::{Machine, StopReason, Until};
use crate::picture::render::{PictureFormat, PictureNameError};
use crate::terminal::{JournalledHost, Terminal};
use crate::time::Nanos;
use crate::tui::{Graphics, RunScreen, Theme};
use anyhow::{Context as _, ensure};
use clap::Args;
use std::path::Path;
use std::process::ExitCode;
use support::file::{self, Log, Places};
use support::number::whole;
use support::report;
use support::signals::TerminationSignal;
use support::text::count;

const LIMIT_REACHED_STATUS: u8 = 3;

/// Boot or load a program and run it, with its teletype on standard input and output.
#[derive(Args, Debug)]
#[command(after_help = "\
A read-in tape or a DECtape is booted as in 1967. A snapshot resumes with the core memory \
that it was saved with, whatever --core and --memory say. Any other program file is loaded into \
memory and started. A room describes a computer room: a TOML file whose keys are the options without \"--\"; \
\"program\" names the program.
At a terminal, keys go to the console teletype: Escape is ALTMODE, Backspace is RUBOUT, and ^E ends the run.
From a pipe, each character is typed when the program has taken the previous one. After the end of the \
input, the program runs until it has printed nothing for the time of --linger. A newline is typed as \
RETURN. To type a LINE FEED, set the eighth bit: the byte \\212 (octal) is not converted.

Exit status: 0 the program halted, ^E ended it or its input ended; 1 an error; 2 wrong usage; 3 a limit was \
reached; 128 plus the signal's number if SIGTERM or SIGHUP ended it.

Example: printf 'HELLO\\n' | pdp6 run echo.rim --limit 1min")]
pub(crate) struct RunArguments {
    /// The program: read-in tape, DECtape image, SBLK, core dump, octal text or snapshot; or a room: a file
    /// NAME.toml with the options of this command (see below). Required unless --do, --panel, --replay or an
    /// existing --journal is given; not allowed with --replay.
    #[arg(required_unless_present_any = ["replay", "script", "journal", "panel"])]
    file: Option<String>,
    #[command(flatten)]
    machine: MachineOptions,
    /// Format of the file, such as rim, sblk or sblk:core (`pdp6 convert --help` lists them). Default:
    /// detected from the contents.
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// Stop after this much time on the machine's own clock (virtual time), such as 200ms, 10s or 2min.
    /// Default: no limit.
    #[arg(long, value_name = "TIME")]
    limit: Option<Nanos>,
    /// Stop after N instructions (decimal). Default: no limit.
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    instructions: Option<u64>,
    /// After the end of the input, stop when the program has printed nothing for this much virtual time.
    #[arg(long, value_name = "TIME", default_value = "10s")]
    linger: Nanos,
    /// Type this at the console when the program listens: \r is RETURN, \e ALTMODE, \032 control-Z.
    #[arg(long = "type", value_name = "TEXT", conflicts_with_all = ["replay", "script"])]
    typed: Option<String>,
    /// Execute the commands of pdp6 debug in this file; the program runs only when one of them runs it.
    #[arg(long = "do", value_name = "FILE")]
    script: Option<String>,
    /// Use the whole terminal to show the teletype paper, the display and the console. F1 explains the keys.
    #[arg(long, conflicts_with_all = ["replay", "script"])]
    screen: bool,
    /// How the screen draws the display.
    #[arg(long, value_enum, default_value = "auto")]
    graphics: Graphics,
    /// Write the picture on the display to this file at the end, as PNG or SVG.
    #[arg(long, value_name = "FILE", value_parser = picture)]
    picture: Option<String>,
    /// Write a snapshot of the machine to this file at the end.
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    /// Save each key in this file as it is typed. If the run is killed or the disk fills up, repeat the same
    /// command to continue from the last key saved. If the file exists, the run continues from it: a
    /// program that is given must be the same, and printer and punch append to their files.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["replay", "script", "record"])]
    journal: Option<String>,
    /// Record the run in this file; --replay repeats it.
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
    /// Repeat a run recorded with --record, and report whether it ended in the same state. The recording
    /// contains the program: give no FILE.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "record", "script"])]
    replay: Option<String>,
}

fn picture(name: &str) -> Result<String, PictureNameError> {
    PictureFormat::of_name(name).map(|_| name.to_owned())
}

pub(crate) fn run(arguments: &RunArguments) -> anyhow::Result<ExitCode> {
    match arguments.file.as_deref().filter(|file| room::is_room(file)) {
        Some(file) => run_machine(&room::arguments(file, room::beside(file, std::env::args_os()))?),
        None => run_machine(arguments),
    }
}

fn run_machine(arguments: &RunArguments) -> anyhow::Result<ExitCode> {
    let mut terminal = Terminal::for_run();
    let mut session = arguments.machine.session(terminal.is_interactive())?;
    if let Some(file) = &arguments.replay {
        arguments.declare(&mut terminal.files.places)?;
        return replay(arguments, file, session, &mut terminal);
    }
    arguments.declare(&mut terminal.files.places)?;
    let recording = arguments.record.is_some();
    let format = format(arguments.format.as_deref())?;
    let kept = arguments.journal.as_ref().filter(|file| Path::new(file).exists());
    let (recorder, mut journal, before) = match kept {
        Some(file) => {
            let (journal, paper) = arguments.go_on(file, &mut session)?;
            terminal.files.goes_on = true;
            arguments.machine.prepare(&mut session, &mut terminal)?;
            (None, Some(journal), paper)
        }
        None => {
            let program = arguments.file.as_deref();
            ensure!(
                program.is_some() || arguments.journal.is_none(),
                "the journal does not exist yet: name the program to run, too"
            );
            let (recorder, _) =
                arguments.machine.set_up(&mut session, program, format, recording, &mut terminal)?;
            if let Some(text) = &arguments.typed {
                // A line break in the text is typed as RETURN.
                let text = text.replace('\n', "\\r");
                session.execute(&format!("send tty \"{text}\""), &mut terminal).context("--type")?;
            }
            (recorder, arguments.new_journal()?, Vec::new())
        }
    };
    if let Some(journal) = &mut journal {
        journal.begin(&mut session.target.machine, b"").with_context(|| arguments.naming_journal())?;
    }
    let ending = TerminationSignal::heard()?;
    terminal.ending = ending.clone();
    let outcome = match &arguments.script {
        Some(script) => {
            let bytes = file::read(script).with_context(|| format!("cannot read \"{script}\""))?;
            session.end = arguments.stop(&session.target.machine);
            session
                .execute_script(script, &String::from_utf8_lossy(&bytes), &mut terminal)
                .map(Outcome::Script)
        }
        None => {
            let stop = arguments.stop(&session.target.machine);
            let goal = Goal { stop, linger: Some(arguments.linger), waits: true, ..Goal::endless() };
            let mut screen;
            let host: &mut dyn Host = if arguments.screen {
                let (theme, graphics) = (Theme::of_environment(), arguments.graphics);
                let opened = RunScreen::open(&mut terminal, theme, graphics, session.speed);
                screen = opened.context("cannot use the full screen")?;
                &mut screen
            } else {
                &mut terminal
            };
            let mut host = JournalledHost::new(host, journal.as_mut(), &ending, before);
            Ok(Outcome::Run(session.drive(goal, &mut host)))
        }
    };
    let recorded = recorder.zip(arguments.record.as_ref()).map_or(Ok(()), |(recorder, file)| {
        let context = || format!("cannot write \"{file}\"");
        let recording = recorder.end(&session.target.machine).with_context(context)?;
        file::write(file, &recording).with_context(context)
    });
    let journalled = journal.as_mut().map_or(Ok(()), |journal| {
        journal.end(&mut session.target.machine, false).with_context(|| arguments.naming_journal())
    });
    let finished = finish(arguments, &mut session, &mut terminal);
    report::all([recorded, journalled, finished])?;
    if let Some(status) = ending.status() {
        return Ok(status);
    }
    Ok(match outcome? {
        Outcome::Script(Flow::Exit(Some(status))) => ExitCode::from(status),
        Outcome::Script(_) => ExitCode::SUCCESS,
        Outcome::Run(stopped) => {
            print_end(&stopped.to_string(), &session)?;
            if stopped == SessionStop::EndOfInput {
                print_awaited(&session)?;
            }
            status(stopped)
        }
    })
}

enum Outcome {
    Script(Flow),
    Run(SessionStop),
}

pub(crate) fn status(stopped: SessionStop) -> ExitCode {
    match stopped {
        SessionStop::Machine(StopReason::Time | StopReason::Instructions) => {
            ExitCode::from(LIMIT_REACHED_STATUS)
        }
        SessionStop::Machine(StopReason::MemoryStop(_)) => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    }
}

fn print_end(how: &str, session: &Session) -> std::io::Result<()> {
    let machine = &session.target.machine;
    let (pc, time, instructions) = (machine.cpu.pc, machine.time(), machine.instructions());
    report::message(format!("[{how}, PC {pc}, {time} s, {}]", count(instructions, "instruction")))
}

/// Reports the devices for which the program waits in vain, and the number of keys that it has not read.
fn print_awaited(session: &Session) -> std::io::Result<()> {
    let awaited = session.target.machine.awaited_in_vain();
    if awaited.is_empty() {
        return Ok(());
    }
    let keys = match session.target.machine.keys_left(0) {
        0 => String::new(),
        left => format!(", and has left {} unread", count(left, "key")),
    };
    let devices = awaited.join(", ");
    report::message(format!(
        "[the program waits for {devices}, which will do nothing more{keys}; `--attach` gives a device its \
         file, and `show {}` in `pdp6 debug` shows its state]",
        awaited[0]
    ))
}

/// Writes the picture, the snapshot, the files on devices and the printed output. After an error the rest
/// is still written.
fn finish(arguments: &RunArguments, session: &mut Session, terminal: &mut Terminal) -> anyhow::Result<()> {
    terminal.files.places.forget("--picture");
    let picture = arguments.picture.as_ref().map_or(Ok(()), |file| session.write_picture(file, terminal));
    let saved = arguments.save.as_ref().map_or(Ok(()), |file| {
        file::write(file, &session.target.machine.snapshot())
            .with_context(|| format!("cannot write \"{file}\""))
    });
    let finished = session.finish(terminal);
    let printed = terminal.check_output().context("cannot write to standard output");
    report::all([picture.map_err(Into::into), saved, finished.map_err(Into::into), printed])
}

impl RunArguments {
    /// Declares the files that are read, and tests the outputs.
    fn declare(&self, places: &mut Places) -> anyhow::Result<()> {
        let inputs =
            [("the program", &self.file), ("the script", &self.script), ("the recording", &self.replay)];
        for (what, file) in inputs {
            file.iter().for_each(|file| places.input(what, file));
        }
        self.machine.declare(places);
        let outputs = [
            ("--picture", &self.picture),
            ("--save", &self.save),
            ("--record", &self.record),
            ("--journal", &self.journal),
        ];
        for (what, file) in outputs {
            let tried = file.as_ref().map_or(Ok(()), |file| places.output(what, file));
            tried.with_context(|| format!("{what} \"{}\"", file.as_deref().unwrap_or_default()))?;
        }
        Ok(())
    }

    /// Restores the machine from a journal. Returns the journal, on which [`Journal::begin`] must still be
    /// called, and the earlier contents of the console's paper.
    fn go_on(&self, file: &str, session: &mut Session) -> anyhow::Result<(Journal<Log>, Vec<u8>)> {
        let context = || format!("cannot continue the journal \"{file}\"");
        let (bytes, log) = Log::open(file).with_context(context)?;
        let reading = JournalContents::of(&bytes).with_context(context)?;
        ensure!(reading.end().is_none(), "\"{file}\" is a recording, not a journal; --replay repeats it");
        self.must_be_the_start(reading.note()).with_context(context)?;
        let paper = reading.resume(&mut session.target.machine).with_context(context)?;
        let mut journal = Journal::new(log);
        journal.set_note(reading.note());
        journal.print(&paper);
        Ok((journal, paper))
    }

    /// Returns the journal's note on how the run was started: the CRC-32 of the program, the size of core and
    /// the program's name. The note of a run without a program is empty.
    fn start_note(&self) -> anyhow::Result<String> {
        let Some(name) = &self.file else { return Ok(String::new()) };
        let program = file::read(name).with_context(|| format!("cannot read \"{name}\""))?;
        Ok(format!("{:08x} {} {name}", crc32fast::hash(&program), self.machine.core()))
    }

    /// Checks that the program, if given, and the size of core, unless it is the default, are those in the
    /// journal's note. A journal of an earlier version has no note.
    fn must_be_the_start(&self, begun: &str) -> anyhow::Result<()> {
        let mut begun = begun.splitn(3, ' ');
        let (Some(sum), Some(core), Some(name)) = (begun.next(), begun.next(), begun.next()) else {
            return Ok(());
        };
        let given = self.start_note()?;
        let given_core = self.machine.core();
        let is_other = !given.is_empty() && !given.starts_with(sum)
            || given_core != DEFAULT_CORE && given_core.to_string() != core;
        ensure!(
            !is_other,
            report::usage(format!(
                "it belongs to a run of \"{name}\", as the file was then, with --core {core}; leave out the \
                 program and --core to continue that run, or give another --journal to begin a new one"
            ))
        );
        Ok(())
    }

    fn new_journal(&self) -> anyhow::Result<Option<Journal<Log>>> {
        let log = self.journal.as_ref().map(Log::at).transpose().with_context(|| self.naming_journal())?;
        log.map(|log| {
            let mut journal = Journal::new(log);
            journal.set_note(&self.start_note()?);
            Ok(journal)
        })
        .transpose()
    }

    fn naming_journal(&self) -> String {
        format!("--journal \"{}\"", self.journal.as_deref().unwrap_or_default())
    }

    fn stop(&self, machine: &Machine) -> Until {
        let stop = self.limit.map_or(Until::never(), |limit| Until::after(machine, limit));
        self.instructions.map_or(stop, |count| stop.or_instructions(machine, count))
    }
}

fn replay(
    arguments: &RunArguments,
    file: &str,
    mut session: Session,
    terminal: &mut Terminal,
) -> anyhow::Result<ExitCode> {
    let bytes = file::read(file).with_context(|| format!("cannot read \"{file}\""))?;
    let input = file::input_name(file, "\"");
    ensure!(journal::is_journal(&bytes), "{input} is not a recording made with --record");
    let context = || format!("cannot replay \"{file}\"");
    let recording = JournalContents::of(&bytes).with_context(context)?;
    let was = recording.end().with_context(|| {
        format!("\"{file}\" is the journal of a run that has not ended; --journal continues it")
    })?;
    recording.prepare(&mut session.target.machine).with_context(context)?;
    arguments.machine.prepare(&mut session, terminal)?;
    // The keys are in the recording: keys typed now must not be added.
    let mut silent = Terminal::for_replay();
    let stop = arguments.stop(&session.target.machine).or(recording.limit());
    let stopped = session.drive(Goal { stop, ..Goal::endless() }, &mut silent);
    let end = RunEnd::of(&session.target.machine);
    let printed = silent.check_output().context("cannot write to standard output");
    report::all([finish(arguments, &mut session, terminal), printed])?;
    if end == was {
        let instructions = count(end.instructions, "instruction");
        report::message(format!("[replayed: {} s, {instructions}, same end]", end.time))?;
        return Ok(ExitCode::SUCCESS);
    }
    if end.instructions < was.instructions && status(stopped) == ExitCode::from(LIMIT_REACHED_STATUS) {
        print_end(&format!("replayed in part: {stopped}"), &session)?;
        return Ok(ExitCode::from(LIMIT_REACHED_STATUS));
    }
    report::message(format!(
        "[replayed, but the end differs: {} s and {} instructions, state {:08x}; the recording has {} s and \
         {}, state {:08x}]",
        end.time, end.instructions, end.digest, was.time, was.instructions, was.digest
    ))?;
    Ok(ExitCode::from(1))
}
