//! A saved run: its start, and the inputs with their times. Replaying it gives the same run, to the
//! nanosecond.
//!
//! A [`Game`] usually starts with a machine that any page can create, so it is small enough for a link. It is
//! replayed to its end. The state that a page saves for itself includes the machine and needs no replay.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chessprog::emulated::Program;
use chessprog::sources::FILES;
use emulator::debug::{Goal, SessionStop};
use emulator::journal::RunEnd;
use emulator::machine::{Config, Input, Machine, StopReason, Until};
use emulator::symbols::Symbols;
use emulator::time::Nanos;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::origin::{InitialState, Origin};
use crate::paper::Paper;
use crate::web_machine::WebMachine;

/// The first bytes of a game and of a page's saved state; the last byte is the version of the format.
const GAME: &[u8; 9] = b"PDP6GAME\x01";
const KEPT: &[u8; 9] = b"PDP6KEPT\x01";
/// Maximum number of bytes after decompression.
const LONGEST: u64 = 64 << 20;
/// Longest machine time without input that is replayed. Only damaged or hostile games exceed it.
const MAX_QUIET: Nanos = Nanos::from_seconds(31 * 24 * 3600);
const DAY: Nanos = Nanos::from_seconds(24 * 3600);

/// Returns `true` if the bytes begin like a game of any version.
pub(crate) fn is_game(bytes: &[u8]) -> bool {
    bytes.starts_with(&GAME[..8])
}

/// A run that can be shared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    base: InitialState,
    /// The inputs, each with the nanoseconds since the one before.
    inputs: Vec<(u64, Input)>,
    end: RunEnd,
}

impl Game {
    /// Returns the end of the run: time, instruction count, and a checksum of the whole state.
    pub fn end(&self) -> RunEnd {
        self.end
    }

    /// Returns the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        seal(GAME, self)
    }

    /// Reads a game from the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a game, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Game, String> {
        open(GAME, bytes)
    }

    /// Returns the game as text that can be part of a URL.
    pub fn to_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.to_bytes())
    }

    /// Reads a game from such a text.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a game, or is damaged.
    pub fn from_text(text: &str) -> Result<Game, String> {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim());
        Game::from_bytes(&bytes.map_err(|_| DAMAGED.to_owned())?)
    }

    /// Replays the run from start to end.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`CatchUp::of`], [`CatchUp::advance`] and [`CatchUp::arrive`].
    pub fn replay(self) -> Result<WebMachine, String> {
        let mut run = CatchUp::of(self)?;
        while !run.advance(Nanos::from_seconds(1000).get())? {}
        run.arrive()
    }
}

/// A game that is being replayed, from its beginning or from a saved state.
pub struct CatchUp {
    room: WebMachine,
    end: RunEnd,
}

impl CatchUp {
    /// Begins a replay.
    ///
    /// # Errors
    ///
    /// Returns an error if the start of the game is not available here, or if the game has too long a period
    /// without input.
    pub fn of(game: Game) -> Result<CatchUp, String> {
        let mut room = room_of(game.base)?;
        must_be_short(Nanos(room.time()), &game.inputs, game.end)?;
        timed(game.inputs).for_each(|(time, input)| room.session.target.machine.input_at(time, input));
        Ok(CatchUp { room, end: game.end })
    }

    /// Begins with a state that the page saved during the game, if the game continues from that state.
    ///
    /// # Errors
    ///
    /// Returns an error if the saved state is damaged or belongs to another game.
    pub fn from_kept(kept: &[u8], game: Game) -> Result<CatchUp, String> {
        let (mut room, before) = resume(kept)?;
        let goes_on = before.base == game.base && game.inputs.starts_with(&before.inputs);
        if !goes_on || before.end.instructions > game.end.instructions {
            return Err("the saved machine belongs to another game".to_owned());
        }
        let known = room.session.target.machine.plans().count();
        let later = timed(game.inputs).skip(before.inputs.len() - known);
        room.session.target.machine.forget_plans();
        later.for_each(|(time, input)| room.session.target.machine.input_at(time, input));
        Ok(CatchUp { room, end: game.end })
    }

    /// Continues for `length` nanoseconds of machine time. Returns `true` at the end of the game.
    ///
    /// # Errors
    ///
    /// Returns an error if the machine stops early, or executes more instructions than the whole game.
    pub fn advance(&mut self, length: u64) -> Result<bool, String> {
        let before = self.room.time();
        // The limit is a time, not a number of instructions, as in the original run.
        let soon = Nanos(before).saturating_add(Nanos(length)).min(self.end.time);
        self.room.host.patience = None;
        let goal = Goal { stop: Until::at(soon), ..Goal::endless() };
        let stopped = self.room.session.drive(goal, &mut self.room.host);
        self.room.session.take_stopped();
        let there = self.room.time() >= self.end.time.get();
        let stands = !matches!(stopped, SessionStop::Machine(StopReason::Time)) && self.room.time() == before;
        match there {
            true => Ok(true),
            false if self.room.instructions() > self.end.instructions => Err(OTHER_END.to_owned()),
            false if stands => Err(format!("it stops earlier than it did when it was saved: {stopped}")),
            false => Ok(false),
        }
    }

    /// Returns the completed fraction, from 0 to 1.
    pub fn part(&self) -> f64 {
        self.room.time() as f64 / (self.end.time.get() as f64).max(1.0)
    }

    /// Returns the machine at the end of the game.
    ///
    /// # Errors
    ///
    /// Returns an error if the replay does not end as the game did.
    pub fn arrive(mut self) -> Result<WebMachine, String> {
        let end = self.room.end();
        if end != self.end {
            return Err(OTHER_END.to_owned());
        }
        self.room.show_paper_again();
        Ok(self.room)
    }
}

/// The message for bytes that cannot be decoded.
const DAMAGED: &str = "it is cut off or damaged";
/// The message for a game from another version of the machine, or with a changed end.
const OTHER_END: &str = "it does not end as it did when it was saved: another version of this page saved it";

/// Rejects a game with a period without input longer than [`MAX_QUIET`]. `begin` is the time at its start.
fn must_be_short(begin: Nanos, inputs: &[(u64, Input)], end: RunEnd) -> Result<(), String> {
    let mut time = Nanos::ZERO;
    let times = inputs.iter().map(|(passed, _)| {
        time = time.saturating_add(Nanos(*passed));
        time
    });
    let times: Vec<Nanos> = std::iter::once(begin).chain(times).chain([end.time]).collect();
    let longest = times.windows(2).map(|pair| pair[1].since(pair[0])).max().unwrap_or_default();
    if longest <= MAX_QUIET {
        return Ok(());
    }
    let [asked, most] = [longest, MAX_QUIET].map(|time| time.get() / DAY.get());
    Err(format!("it runs for {asked} days of the machine's time without a key; at most {most} are replayed"))
}

/// The state that a page saves for itself.
#[derive(Serialize, Deserialize)]
struct SavedSession {
    game: Game,
    snapshot: Vec<u8>,
    paper: String,
    /// Files of the session, except the source of the chess program.
    files: BTreeMap<String, Vec<u8>>,
    tapes: BTreeMap<String, String>,
    /// The symbols; `None` if they are the chess program's own.
    symbols: Option<String>,
}

impl WebMachine {
    /// Returns the run up to the present: its base, inputs and end.
    pub fn game(&mut self) -> Game {
        let mut time = 0;
        let deeds = self.inputs().into_iter().map(|(at, input)| {
            let passed = at.get().saturating_sub(time);
            time = at.get();
            (passed, input)
        });
        Game { inputs: deeds.collect(), base: self.origin.base.clone(), end: self.end() }
    }

    /// Returns the time, the instruction count and a checksum of the whole state.
    pub fn end(&mut self) -> RunEnd {
        // The display catches up when its picture is read. Reading it here makes the state independent of how
        // often it was read before.
        self.session.target.machine.picture();
        RunEnd::of(&self.session.target.machine)
    }

    fn inputs(&mut self) -> Vec<(Nanos, Input)> {
        self.origin.earlier.iter().cloned().chain(self.session.inputs()).collect()
    }

    /// If the history was dropped (by `load`, `restore` or `set reverse off`), begins a new run with the
    /// current machine.
    pub(crate) fn begin_anew_if_past_is_lost(&mut self) {
        if self.session.past_begins() != self.origin.begins {
            self.session.keep_past(crate::web_machine::HISTORY);
            let base = InitialState::Snapshot(self.session.target.machine.snapshot());
            self.origin = Origin::new(base, self.session.past_begins());
        }
    }

    /// Returns the saved state that [`WebMachine::resume`] loads.
    pub fn keep(&mut self) -> Vec<u8> {
        let carried = |name: &String| FILES.iter().any(|(file, _)| file == name);
        let files = self.host.files.iter().filter(|(name, _)| !carried(name));
        let symbols = &self.session.target.symbols;
        let chess = chess_symbols().is_some_and(|chess| chess.files() == symbols.files());
        let kept = SavedSession {
            snapshot: self.session.target.machine.snapshot(),
            paper: self.paper_text(),
            files: files.map(|(name, file)| (name.clone(), file.clone())).collect(),
            tapes: self.tapes.clone(),
            symbols: (!chess).then(|| symbols.to_text()),
            game: self.game(),
        };
        seal(KEPT, &kept)
    }

    /// Restores a machine from a saved state.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are damaged or from another version.
    pub fn resume(bytes: &[u8]) -> Result<WebMachine, String> {
        resume(bytes).map(|(room, _)| room)
    }
}

/// Restores a machine and its game from a saved state.
fn resume(bytes: &[u8]) -> Result<(WebMachine, Game), String> {
    let kept: SavedSession = open(KEPT, bytes)?;
    let mut machine = Machine::new(Config::default());
    machine.restore(&kept.snapshot).map_err(|error| error.to_string())?;
    let symbols = match kept.symbols {
        Some(text) => Symbols::parse(&text).map_err(|error| error.to_string())?,
        None => chess_symbols().unwrap_or_default(),
    };
    let planned = machine.plans().count();
    let mut room = WebMachine::with(machine, symbols, kept.game.base.clone());
    room.origin.earlier = timed(kept.game.inputs.clone()).collect();
    // The session itself lists the inputs that are planned but not yet made.
    let done = room.origin.earlier.len().saturating_sub(planned);
    room.origin.earlier.truncate(done);
    room.host.files.extend(kept.files);
    room.host.paper = Paper::of(&kept.paper);
    room.tapes = kept.tapes;
    Ok((room, kept.game))
}

/// Returns the inputs of a game with their times.
fn timed(inputs: Vec<(u64, Input)>) -> impl Iterator<Item = (Nanos, Input)> {
    inputs.into_iter().scan(Nanos::ZERO, |time, (passed, input)| {
        *time = time.saturating_add(Nanos(passed));
        Some((*time, input))
    })
}

/// Returns a machine at the start of a run.
fn room_of(base: InitialState) -> Result<WebMachine, String> {
    match base {
        InitialState::SwitchedOn => Ok(WebMachine::new()),
        InitialState::Chess(_) if base == InitialState::chess()? => WebMachine::with_booted_chess(),
        InitialState::Chess(_) => Err("it was played with another version of the chess program".to_owned()),
        InitialState::Snapshot(snapshot) => {
            let mut machine = Machine::new(Config::default());
            machine.restore(&snapshot).map_err(|error| error.to_string())?;
            let symbols = symbols_of(&machine);
            Ok(WebMachine::with(machine, symbols, InitialState::Snapshot(snapshot)))
        }
    }
}

fn chess_symbols() -> Option<Symbols> {
    Some(Program::built_in().ok()?.symbols.clone())
}

/// Returns the symbols of the chess program if it is in the machine's memory.
pub(crate) fn symbols_of(machine: &Machine) -> Symbols {
    let Ok(program) = Program::built_in() else { return Symbols::new() };
    let words = program.image.iter().filter(|(address, _)| !address.is_accumulator());
    let same = words.filter(|(address, word)| machine.examine(*address) == *word).count();
    // Its variables change, but most of its words are instructions and tables.
    if same * 2 > program.image.len() { program.symbols.clone() } else { Symbols::new() }
}

fn seal(magic: &[u8; 9], contents: &impl Serialize) -> Vec<u8> {
    let contents = postcard::to_stdvec(contents).expect("what is kept fits into memory");
    let sum = crc32fast::hash(&contents).to_le_bytes();
    let mut packed = DeflateEncoder::new([&magic[..], &sum].concat(), Compression::fast());
    packed.write_all(&contents).and_then(|()| packed.finish()).expect("writing to memory does not fail")
}

fn open<T: DeserializeOwned>(magic: &[u8; 9], bytes: &[u8]) -> Result<T, String> {
    let damaged = || DAMAGED.to_owned();
    let rest = bytes.strip_prefix(&magic[..8]).ok_or_else(damaged)?;
    let (version, rest) = rest.split_first().ok_or_else(damaged)?;
    if *version != magic[8] {
        return Err("it was saved by another version of this page".to_owned());
    }
    let (sum, packed) = rest.split_at_checked(4).ok_or_else(damaged)?;
    let mut contents = Vec::new();
    let read = DeflateDecoder::new(packed).take(LONGEST).read_to_end(&mut contents);
    read.map_err(|_| damaged())?;
    if crc32fast::hash(&contents).to_le_bytes() != sum {
        return Err(damaged());
    }
    postcard::from_bytes(&contents).map_err(|_| damaged())
}
