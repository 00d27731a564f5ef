//! The emulated machine, connected to the teletype.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use emulator::io::Medium;
use emulator::isa::DeviceCode;
use emulator::journal::Journal;
use emulator::machine::{Input, Machine};
use emulator::time::Nanos;
use emulator::tui::Panel;
use emulator::word::Word;
use support::file::{Log, Places};
use support::report;

use super::super::file::{self, DeviceOutput};
use super::dectapes::{MountedTape, report_unnamed_tapes};
use super::game_saver::{GameId, GameSaver};
use super::journals::{GameStart, MachineStart};
use super::live::LiveThinking;
use super::plausible_cache::PlausibleCache;
use super::program::{Console, GameRecord, NO_PUNCH, NO_TAPE, PendingInput, TypingLine};
use super::reasons::{Reasons, ReasonsQuery};
use super::{Args, Opening};
use crate::emulated::{Emulated, Program, TubePicture};
use crate::game_status::{AT_NODE, GameStatus};
use crate::program::Case;
use crate::vocabulary::{self, Author, Diagram};

pub(super) struct MachinePlayer {
    emulated: Emulated,
    /// Whether the program's tape is still being read.
    boots: bool,
    /// The position at the start of the game, until it is set up.
    diagram: Option<Diagram>,
    /// Number of moves that are typed for the player, at the maximum speed.
    given: u32,
    /// The machine's time after the last run.
    time: Nanos,
    /// How long the program has been waiting for a device that does nothing.
    in_vain: Nanos,
    /// The tape that goes into the reader after the program's own tape.
    tape: Option<Vec<u8>>,
    save: Option<PathBuf>,
    journal: Option<Journal<Log>>,
    /// The time when the machine started to think, while it thinks.
    thinks_since: Option<Nanos>,
    live: LiveThinking,
    /// If the journal could not be written: the keys ahead at the last attempt. The player has been informed.
    unkept: Option<Vec<u8>>,
    /// For a resumed machine: the text on its paper.
    paper_before: Vec<u8>,
    /// For a resumed machine: the keys that had been typed.
    typed: PendingInput,
    /// Whether the game comes from a journal and is continued in it.
    journalled: bool,
    saver: GameSaver,
    plausible_cache: PlausibleCache,
    reasons: Reasons,
    printer: DeviceOutput,
    punch: DeviceOutput,
    dectapes: Vec<MountedTape>,
}

impl MachinePlayer {
    /// Boots the machine, restores a snapshot or replays a journal. `places` has the files of the options.
    pub(super) fn new(
        args: &Args,
        mut places: Places,
        start: GameStart,
        opening: Option<&Opening>,
    ) -> Result<MachinePlayer> {
        if let Some(log) = &start.log {
            places.forget("--journal");
            places.tape("the journal", log.path())?;
        }
        let is_resumed = start.is_resumed();
        let printer = DeviceOutput::printer(&args.printer, is_resumed)?;
        let punch = DeviceOutput::punch(&args.punch, is_resumed)?;
        let program = Program::built_in()?;
        ensure!(
            !(is_resumed && opening.is_some()),
            report::usage(
                "the journal already has a game, but --fen and --pgn begin another (give another --journal \
                 FILE)"
            )
        );
        let journalled = matches!(start.beginning, MachineStart::Journal(..)) && start.log.is_some();
        let StartedMachine { mut emulated, boots, paper, ahead } =
            StartedMachine::of(start.beginning, program)?;
        let mut journal = start.log.map(Journal::new);
        if let Some(journal) = &mut journal {
            journal.print(&paper);
        }
        let tape = args.tape.as_deref().map(file::read).transpose()?;
        let mut saver = GameSaver::new(args.save.clone());
        if is_resumed && !boots {
            saver.set_kept(mark(&emulated)?);
        }
        let machine = emulated.machine();
        let mounted = args.dectape.iter().map(|tape| MountedTape::put_in(tape, machine, &mut places));
        let dectapes: Vec<MountedTape> = mounted.collect::<Result<_>>()?;
        report_unnamed_tapes(machine, &dectapes)?;
        Ok(MachinePlayer {
            emulated,
            journal,
            thinks_since: None,
            live: LiveThinking::default(),
            unkept: None,
            journalled,
            typed: PendingInput { half_line: half_line(&paper), ahead },
            paper_before: paper,
            saver,
            plausible_cache: PlausibleCache::default(),
            reasons: Reasons::default(),
            boots,
            diagram: opening.and_then(|opening| opening.diagram.clone()),
            given: opening.map_or(0, |opening| opening.game.plies() as u32),
            time: Nanos::ZERO,
            in_vain: Nanos::ZERO,
            tape,
            dectapes,
            save: args.save.clone(),
            printer,
            punch,
        })
    }

    /// Returns the percentage of the program's tape that has been read.
    fn read_percent(&self) -> u64 {
        let frames = self.emulated.program().tape.len().max(1) as u64;
        let passed = self.time.get() / (1_000_000_000 / READER_FRAMES_PER_SECOND);
        (passed * 100 / frames).min(99)
    }

    fn save_at_end(&mut self) -> Result<()> {
        let Some(path) = &self.save else { return Ok(()) };
        ensure!(
            !self.boots,
            "nothing is saved in `{}`: the program was still being read from its tape",
            path.display()
        );
        file::replace(path, &self.emulated.machine().snapshot())
    }

    /// Brings the journal up to date. Closes it if the game is over or has no moves, and all typed keys have
    /// been read.
    fn end_journal(&mut self) -> Result<()> {
        let standing = self.standing();
        let closed = standing.is_some_and(|standing| standing.over || standing.plies == 0);
        let Some(journal) = self.journal.as_mut().filter(|journal| journal.is_begun()) else { return Ok(()) };
        let closed = closed && journal.ahead().is_empty();
        let ended = journal.end(self.emulated.machine(), closed);
        ended.with_context(|| format!("cannot write `{}`", journal.store().path().display()))
    }

    /// Returns `true` if all given moves have been typed.
    fn is_given(&mut self) -> Result<bool> {
        if self.emulated.word("GLEN", 0)?.right() >= self.given {
            self.given = 0;
        }
        Ok(self.given == 0)
    }

    /// Returns the time of a search for the next move with a dark tube, measured on a copy of the machine.
    /// With a lit tube, the search takes about 40 % longer. Returns `None` if the tube is dark, or if the
    /// move does not come from a search.
    pub(super) fn search_time_in_the_dark(&self) -> Result<Option<Nanos>> {
        if self.emulated.word("PFANCY", 0)? == Word::ZERO {
            return Ok(None);
        }
        let mut copy = self.emulated.copy()?;
        copy.type_line("FANCY 0", LONGEST_SEARCH)?;
        copy.watch_game()?;
        copy.type_line("M", LONGEST_SEARCH)?;
        Ok(copy.take_made().into_iter().find_map(|made| match made.author {
            Author::Search(opinion) => opinion.time,
            Author::Book | Author::Person => None,
        }))
    }

    fn thinks(&self) -> bool {
        self.emulated.word("THINKF", 0).is_ok_and(|word| word != Word::ZERO)
    }

    /// Collects the output to printer, punch and tapes.
    fn collect(&mut self) {
        let machine = self.emulated.machine();
        self.printer.add(machine.take_bytes(DeviceCode::LPT));
        self.punch.add(machine.take_bytes(DeviceCode::PTP));
        self.dectapes.iter_mut().for_each(|tape| tape.follow(machine));
    }
}

impl TypingLine for MachinePlayer {
    fn key(&mut self, key: u8) {
        self.emulated.strike(key);
    }

    fn waits(&self) -> bool {
        self.emulated.waits()
    }

    fn run(&mut self, most: Duration, paper: &mut Vec<u8>) -> Result<Duration> {
        paper.append(&mut self.paper_before);
        let began = self.emulated.machine().time();
        let boots = self.boots;
        let ran = self.emulated.run(nanos(most));
        self.boots &= !self.emulated.waits();
        if !self.boots
            && let Some(diagram) = self.diagram.take()
        {
            self.emulated.place(&diagram)?;
        }
        if !self.boots
            && let Some(bytes) = self.tape.take()
        {
            let medium = Medium { bytes, writable: false };
            self.emulated.machine().input(Input::Mount { device: "ptr".to_owned(), unit: 0, medium })?;
        }
        self.time = self.emulated.machine().time();
        let thinks = !self.boots && self.thinks();
        self.thinks_since = thinks.then(|| self.thinks_since.unwrap_or(began));
        if !self.boots {
            self.live.follow(&self.emulated)?;
        }
        let printed = self.emulated.paper_bytes();
        // A program is not stuck while it waits for the teletype to finish printing.
        let waits_in_vain =
            printed.is_empty() && !self.emulated.waits() && !self.emulated.awaited_in_vain().is_empty();
        self.in_vain = if waits_in_vain { self.in_vain + self.time.since(began) } else { Nanos::ZERO };
        if let Some(journal) = &mut self.journal {
            journal.print(&printed);
        }
        paper.extend(printed);
        self.collect();
        ran?;
        if boots || !self.is_given()? {
            // Reading the tape and typing a given game take minutes of machine time, so they run at full
            // speed at any setting.
            return Ok(Duration::ZERO);
        }
        Ok(Duration::from_nanos(self.emulated.machine().time().since(began).get()))
    }

    fn record(&mut self) -> &mut dyn GameRecord {
        self
    }

    fn console(&mut self) -> Option<&mut dyn Console> {
        Some(self)
    }

    fn work(&self) -> String {
        if let Some(stuck) = self.stuck() {
            return stuck;
        }
        if self.boots {
            return format!("reading its tape, {} %; you can type ahead", self.read_percent());
        }
        match self.thinks_since {
            Some(since) => {
                let seconds = self.time.since(since).as_seconds().floor();
                let thought = self.live.thought(&self.emulated).map(|thought| thought.status());
                let thought = thought.map(|thought| format!(": {thought}")).unwrap_or_default();
                format!("thinking {seconds:.0} s (^G stops it){thought}")
            }
            None => "printing; you can type ahead".to_owned(),
        }
    }

    fn next(&mut self) -> String {
        if self.emulated.is_at_node() {
            return AT_NODE.to_owned();
        }
        let Some(standing) = self.standing() else { return "Your turn".to_owned() };
        standing.next(&self.live.example())
    }

    fn missing(&self) -> Option<&'static str> {
        self.emulated.waits_for_tape().then_some(NO_TAPE)
    }

    fn take_unpunched(&mut self) -> Option<&'static str> {
        self.punch.take_discarded().then_some(NO_PUNCH)
    }

    fn stuck(&self) -> Option<String> {
        if self.in_vain < STUCK_AFTER {
            return None;
        }
        let devices = self.emulated.awaited_in_vain().join(", ");
        Some(format!(
            "the program waits for {devices}, which does not answer: the tape may be damaged or not \
             formatted (leave out --dectape, or give another tape)"
        ))
    }

    fn is_at_node(&self) -> bool {
        self.emulated.is_at_node()
    }

    fn leave(&mut self) -> Result<()> {
        self.collect();
        let saved = self.save_at_end();
        let journalled = self.end_journal();
        let mut done = vec![saved, journalled, self.printer.finish(), self.punch.finish()];
        let machine = self.emulated.machine();
        done.extend(self.dectapes.iter_mut().map(|tape| tape.take_out(machine)));
        report::all(done)
    }
}

impl GameRecord for MachinePlayer {
    fn watch(&mut self) -> Result<()> {
        Ok(self.emulated.watch_game()?)
    }

    fn take_made(&mut self) -> Vec<vocabulary::GameMove> {
        self.emulated.take_made()
    }

    fn game(&self) -> Result<Option<Case>> {
        Ok(self.emulated.game()?)
    }

    fn standing(&mut self) -> Option<GameStatus> {
        let number = |label: &str| self.emulated.word(label, 0).map_or(0, |word| word.right());
        if self.boots {
            return None;
        }
        let in_dialogue = self.emulated.waits() && !self.emulated.is_at_node();
        let over = in_dialogue && self.live.is_over();
        Some(GameStatus { over, ..GameStatus::read(number) })
    }

    fn would_lose(&self, leaves: bool) -> bool {
        let journalled = self.journalled || self.journal.as_ref().is_some_and(Journal::is_begun);
        let kept = leaves && self.unkept.is_none() && journalled;
        !self.boots && !kept && mark(&self.emulated).is_ok_and(|game| self.saver.would_lose(game, leaves))
    }

    fn save(&mut self) -> Result<String> {
        ensure!(
            !self.boots,
            "nothing to save yet: the program is still being read from its tape (try again in a moment)"
        );
        let path = self.saver.path();
        file::replace(path, &self.emulated.machine().snapshot())?;
        let said = format!("Saved; to resume: machack play --resume {}", path.display());
        self.saver.set_kept(mark(&self.emulated)?);
        Ok(said)
    }

    fn take_typed(&mut self) -> PendingInput {
        std::mem::take(&mut self.typed)
    }

    fn journal(&self) -> Option<&Path> {
        self.journal.as_ref().map(|journal| journal.store().path())
    }

    fn keep(&mut self, ahead: &[u8], touched: bool) -> Option<String> {
        if self.diagram.is_some() {
            // A journal could not record a position that is still to be set up.
            return None;
        }
        let journal = self.journal.as_mut().filter(|journal| touched || journal.is_begun())?;
        if !journal.is_begun() && self.unkept.as_deref() == Some(ahead) {
            // A new attempt needs a snapshot of the machine, which takes time, so it waits for the next key.
            return None;
        }
        let machine = self.emulated.machine();
        let note = if self.boots { BOOTS } else { "" };
        let kept = if journal.note() == note {
            journal.keep(machine, ahead)
        } else {
            journal.set_note(note);
            journal.begin(machine, ahead)
        };
        let unkept = self.unkept.is_some();
        self.unkept = (kept.is_err() || unkept && journal.is_behind()).then(|| ahead.to_vec());
        match kept {
            Err(error) if !unkept => {
                let path = journal.store().path().display();
                let lost = format!("What you type now is not in the journal `{path}`: {error}");
                Some(if journal.is_begun() {
                    format!("{lost}. machack --resume '{path}' resumes the game as it was before")
                } else {
                    lost
                })
            }
            Ok(()) if unkept && self.unkept.is_none() => Some("The journal is complete again".to_owned()),
            _ => None,
        }
    }
}

impl Console for MachinePlayer {
    fn machine(&mut self) -> &mut Machine {
        self.emulated.machine()
    }

    fn idle(&mut self, time: Duration) -> Result<()> {
        Ok(self.emulated.pass(nanos(time))?)
    }

    fn drawn(&self) -> TubePicture {
        if self.boots { TubePicture::default() } else { self.emulated.drawn() }
    }

    fn plausible(&mut self) -> Result<Option<Panel>> {
        match self.standing() {
            Some(GameStatus { to_move, diagram: false, .. }) if self.waits() && !self.is_at_node() => {
                self.plausible_cache.plausible(&self.emulated, to_move).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn thinking(&self) -> Option<Panel> {
        let seconds = self.time.since(self.thinks_since?).as_seconds().floor();
        Some(self.live.thought(&self.emulated)?.panel(seconds))
    }

    fn reasons(&mut self, typed: &str) -> Result<Option<Panel>> {
        let game = self.emulated.game()?;
        let (Some(game), Some(status)) = (game, self.standing()) else { return Ok(None) };
        if status.diagram || !self.waits() || self.is_at_node() {
            return Ok(None);
        }
        let (settings, uses_book) = (self.emulated.settings()?, self.emulated.uses_book()?);
        let query = ReasonsQuery { game, status, settings, uses_book, typed: typed.to_owned() };
        self.reasons.panel(query).map(Some)
    }
}

pub(super) struct StartedMachine {
    pub(super) emulated: Emulated,
    boots: bool,
    paper: Vec<u8>,
    ahead: Vec<u8>,
}

impl StartedMachine {
    pub(super) fn of(beginning: MachineStart, program: Arc<Program>) -> Result<StartedMachine> {
        let (paper, ahead) = (Vec::new(), Vec::new());
        match beginning {
            MachineStart::Tape => {
                Ok(StartedMachine { emulated: Emulated::begin_boot(program)?, boots: true, paper, ahead })
            }
            MachineStart::Snapshot(path, snapshot) => {
                let emulated = Emulated::resume(program, &snapshot)
                    .with_context(|| format!("cannot resume the machine in `{}`", path.display()))?;
                Ok(StartedMachine { emulated, boots: false, paper, ahead })
            }
            MachineStart::Journal(path, reading) => {
                let boots = reading.note() == BOOTS;
                let replayed = Emulated::replay(program, &reading, boots);
                let (emulated, paper) =
                    replayed.with_context(|| format!("cannot resume the game in `{}`", path.display()))?;
                Ok(StartedMachine { emulated, boots, paper, ahead: reading.ahead().to_vec() })
            }
        }
    }
}

/// The journal's note for a machine that is still reading its tape.
pub(super) const BOOTS: &str = "reads its tape";

/// Returns the incomplete line at the end of a paper, without the prompt (the number of the move and the
/// side).
fn half_line(paper: &[u8]) -> Vec<u8> {
    let line = paper.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let typed = line.trim_start().split_once(' ').filter(|(number, _)| number.parse::<u32>().is_ok());
    let typed = typed.and_then(|(_, rest)| rest.strip_prefix("W ").or_else(|| rest.strip_prefix("B ")));
    typed.map(|text| text.bytes().collect()).unwrap_or_default()
}

fn mark(emulated: &Emulated) -> Result<GameId> {
    Ok((emulated.word("GLEN", 0)?, emulated.word("KEY", 0)?))
}

/// Time of waiting for a device that does nothing, after which the program counts as stuck.
const STUCK_AFTER: Nanos = Nanos::from_seconds(2);

/// Time limit for a search in a demonstration, in the machine's time.
const LONGEST_SEARCH: Nanos = Nanos::from_seconds(24 * 3600);

const READER_FRAMES_PER_SECOND: u64 = 400;

fn nanos(time: Duration) -> Nanos {
    Nanos(time.as_nanos().min(u64::MAX.into()) as u64)
}

#[cfg(test)]
mod tests;
