//! `machack uci`: the program behind a chess interface.
//!
//! Lines are read in one thread, searches made in another; what both send is dealt with here, one thing after the other.

mod limits;
mod thinker;

use std::collections::VecDeque;
use std::io::{BufRead, Write, stdin};
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::engine::EngineChoice;
use super::position;
use super::settings::SettingsArgs;
use crate::engine::moves;
use crate::engine::position::Position;
use crate::parameters::settings::{CAPTURE_LEVELS, DEPTHS, FEEDOVERS, SECONDARIES};
use crate::program::{Answer, Case, Coordinates};
use crate::vocabulary::{Settings, Side};
use limits::Limits;
use thinker::Thinker;

/// Play through the Universal Chess Interface, on standard input and output.
///
/// The program of 1967 searches to a fixed depth, that of the option Depth or of `go depth N`. A limit of time or nodes, the
/// clocks, or `stop` end the search as control-G does, and the best move so far is played; `go infinite` keeps its move until
/// `stop`. Other lines wait for the end of the search. Options: Depth, Feedover, Secondary, Captures, Tournament, Orig, Paper. The
/// program of 1967 itself plays under Orig from the initial position; its search cannot be ended.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  printf 'position startpos moves e2e4\\ngo depth 3\\n' | machack uci
  machack uci --engine emulated --tournament --depth 4
  machack uci --engine original")]
pub struct Args {
    /// The program that plays.
    #[arg(long, value_enum, default_value = "native")]
    pub engine: EngineChoice,
    /// How it searches.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// What happens.
enum Event {
    /// The interface sent a line.
    Line(String),
    /// Standard input has ended, well or not.
    End(std::io::Result<()>),
    /// A move at the root was tried, with its value from White's side.
    Tried(Coordinates, i32),
    /// The search has ended: the answer, none if it was stopped, and the program back.
    Done(Result<Option<Answer>>, Thinker),
}

/// Runs the command.
///
/// # Errors
/// Standard input cannot be read, or the program failed. A line that is not understood is answered and passed over.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let (sender, events) = channel();
    let lines = sender.clone();
    thread::spawn(move || {
        for line in stdin().lock().lines() {
            let event = match line {
                Ok(line) => Event::Line(line),
                Err(error) => Event::End(Err(error)),
            };
            if lines.send(event).is_err() {
                return;
            }
        }
        // If nobody listens any more, the command has ended.
        let _ = lines.send(Event::End(Ok(())));
    });
    let settings = args.settings.settings();
    let mut session = Session {
        idle: Some(Thinker::new(args.engine)?),
        search: None,
        // The program of 1967 knows nothing else.
        settings: if args.engine == EngineChoice::Original { settings.original() } else { settings },
        case: position::parse("startpos")?,
        sender,
        waiting: VecDeque::new(),
        ended: false,
    };
    while let Some(event) = session.next(&events)? {
        match event {
            Event::Line(line) if line.trim() == "quit" => break,
            Event::Line(line) => session.waiting.push_back(line),
            Event::End(ended) => {
                ended.context("read standard input")?;
                session.ended = true;
                session.release(out)?;
            }
            Event::Tried(mv, value) => session.tried(mv, value, out)?,
            Event::Done(answer, thinker) => session.done(answer?, thinker, out)?,
        }
        session.obey_waiting(out)?;
        out.flush()?;
        if session.ended && session.search.is_none() {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

struct Session {
    /// The program, away while it searches.
    idle: Option<Thinker>,
    search: Option<Search>,
    settings: Settings,
    case: Case,
    sender: Sender<Event>,
    /// Lines that have come and not been obeyed: during a search only `stop` and `isready` are.
    waiting: VecDeque<String>,
    /// No more lines will come: the search goes on to its end.
    ended: bool,
}

/// A search in progress, or one that has ended and keeps its move.
struct Search {
    root: Position,
    depth: i32,
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
    infinite: bool,
    best: Option<(Coordinates, i32)>,
    /// The last lines, kept back by `go infinite`.
    held: Option<String>,
}

impl Session {
    /// Waits for what happens next; stops the search when its time is up. None if nothing can happen any more.
    fn next(&mut self, events: &Receiver<Event>) -> Result<Option<Event>> {
        loop {
            let running = self.search.as_ref().filter(|search| !search.stop.load(Ordering::Relaxed));
            let Some(deadline) = running.and_then(|search| search.deadline) else {
                return Ok(events.recv().ok());
            };
            match events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(event) => return Ok(Some(event)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(search) = &self.search {
                        search.stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
    }

    /// Obeys the lines that can be obeyed now.
    fn obey_waiting(&mut self, out: &mut dyn Write) -> Result<()> {
        loop {
            let searches = self.search.is_some();
            let can = |line: &String| !searches || matches!(line.trim(), "stop" | "isready");
            let Some(line) = self.waiting.iter().position(can).and_then(|at| self.waiting.remove(at)) else {
                return Ok(());
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            if let Some((command, arguments)) = words.split_first()
                && let Err(error) = self.obey(command, arguments, out)
            {
                writeln!(out, "info string {error:#}")?;
            }
        }
    }

    fn obey(&mut self, command: &str, arguments: &[&str], out: &mut dyn Write) -> Result<()> {
        match command {
            "uci" => {
                writeln!(out, "id name Mac Hack Six\nid author Greenblatt, Eastlake, Crocker (1967)")?;
                for (name, limits, value) in self.numbers() {
                    let (least, most) = (limits.start(), limits.end());
                    writeln!(out, "option name {name} type spin default {value} min {least} max {most}")?;
                }
                for (name, on) in self.switches() {
                    writeln!(out, "option name {name} type check default {on}")?;
                }
                writeln!(out, "uciok")?;
            }
            "isready" => writeln!(out, "readyok")?,
            "stop" => {
                if let Some(search) = &self.search {
                    search.stop.store(true, Ordering::Relaxed);
                }
                self.release(out)?;
            }
            "debug" | "register" | "ponderhit" => {}
            "ucinewgame" => self.case = position::parse("startpos")?,
            "position" => self.case = read_position(arguments)?,
            "setoption" => self.set(arguments)?,
            "go" => self.go(Limits::parse(arguments)?, out)?,
            other => bail!("`{other}` is not understood"),
        }
        Ok(())
    }

    /// The options that are numbers: name, limits, value.
    fn numbers(&mut self) -> [(&'static str, RangeInclusive<u32>, &mut i32); 4] {
        let Settings { depth, feedover, secondary, captures, .. } = &mut self.settings;
        [
            ("Depth", DEPTHS, depth),
            ("Feedover", FEEDOVERS, feedover),
            ("Secondary", SECONDARIES, secondary),
            ("Captures", CAPTURE_LEVELS, captures),
        ]
    }

    /// The options that are on or off: name, whether on.
    fn switches(&self) -> [(&'static str, bool); 3] {
        let tournament = self.settings.widths == Settings::tournament().widths;
        let original = self.settings == self.settings.clone().original();
        [("Tournament", tournament), ("Orig", original), ("Paper", self.settings.paper)]
    }

    fn set(&mut self, arguments: &[&str]) -> Result<()> {
        let &["name", name, "value", value] = arguments else { bail!("there is no such option") };
        for (known, limits, place) in self.numbers() {
            if known.eq_ignore_ascii_case(name) {
                let number = value.parse::<u32>().ok().filter(|number| limits.contains(number));
                let (least, most) = (limits.start(), limits.end());
                *place =
                    number.with_context(|| format!("{known} is a number from {least} to {most}"))? as i32;
                return Ok(());
            }
        }
        let on = value.eq_ignore_ascii_case("true");
        match name.to_ascii_lowercase().as_str() {
            "tournament" => {
                let set = if on { Settings::tournament() } else { Settings::normal() };
                (self.settings.widths, self.settings.depth) = (set.widths, set.depth);
            }
            "orig" => {
                let paper = Settings { widths: self.settings.widths.clone(), ..Settings::normal() };
                self.settings = if on { paper.original() } else { paper };
            }
            "paper" => self.settings.paper = on,
            _ => bail!("there is no such option"),
        }
        Ok(())
    }

    fn go(&mut self, limits: Limits, out: &mut dyn Write) -> Result<()> {
        let root = self.case.root()?;
        if moves::legal(&root).is_empty() {
            writeln!(out, "bestmove 0000")?;
            return Ok(());
        }
        let mut settings = self.settings.clone();
        settings.depth = limits.depth.unwrap_or(settings.depth);
        let stop = Arc::new(AtomicBool::new(false));
        self.search = Some(Search {
            deadline: limits.time(root.side()).map(|time| Instant::now() + time),
            infinite: limits.infinite,
            depth: settings.depth,
            root,
            stop: stop.clone(),
            best: None,
            held: None,
        });
        let mut thinker = self.idle.take().context("the program is away")?;
        let (case, sender) = (self.case.clone(), self.sender.clone());
        thread::spawn(move || {
            let mut nodes = 0;
            let answer = thinker.think(&case, &settings, &stop, |heard| match heard {
                thinker::Heard::Node => {
                    nodes += 1;
                    if limits.nodes.is_some_and(|most| nodes >= most) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                // Nobody listens any more when the command has ended.
                thinker::Heard::Tried(mv, value) => drop(sender.send(Event::Tried(mv, value))),
            });
            let _ = sender.send(Event::Done(answer, thinker));
        });
        Ok(())
    }

    /// A move at the root has this value: it may be the best so far.
    fn tried(&mut self, mv: Coordinates, value: i32, out: &mut dyn Write) -> Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let sign = search.root.side().sign();
        if search.best.is_none_or(|(_, best)| sign * value > sign * best) {
            search.best = Some((mv, value));
            writeln!(out, "info depth {} score {} pv {mv}", search.depth, score(&search.root, value))?;
        }
        Ok(())
    }

    fn done(&mut self, answer: Option<Answer>, thinker: Thinker, out: &mut dyn Write) -> Result<()> {
        self.idle = Some(thinker);
        let Some(mut search) = self.search.take() else { return Ok(()) };
        let mut lines = String::new();
        let best = match &answer {
            Some(answer) => {
                let line = answer.variation.iter().map(Coordinates::to_string).collect::<Vec<_>>().join(" ");
                let nodes = answer.counters.nodes.max(answer.counters.evaluations);
                let score = score(&search.root, answer.value);
                lines += &format!("info depth {} score {score} nodes {nodes} pv {line}\n", search.depth);
                answer.best
            }
            // Stopped before the first move was tried: the first there is.
            None => search.best.map(|(mv, _)| mv).or_else(|| first_legal(&search.root)),
        };
        lines += &format!("bestmove {}\n", best.map_or("0000".to_string(), |mv| mv.to_string()));
        if search.infinite && !self.ended && !search.stop.load(Ordering::Relaxed) {
            search.held = Some(lines);
            self.search = Some(search);
            return Ok(());
        }
        out.write_all(lines.as_bytes())?;
        Ok(())
    }

    /// Tells the move that was kept back.
    fn release(&mut self, out: &mut dyn Write) -> Result<()> {
        if let Some(lines) = self.search.as_mut().and_then(|search| search.held.take()) {
            self.search = None;
            out.write_all(lines.as_bytes())?;
        }
        Ok(())
    }
}

/// A value from White's side, 128 a pawn, as the interface wants it: from the mover's side, 100 a pawn, or moves to mate.
fn score(root: &Position, value: i32) -> String {
    use crate::parameters::values::{MATE, MATE_ZONE};
    let value = if root.side() == Side::White { value } else { -value };
    if (MATE_ZONE.0..=MATE_ZONE.1).contains(&value.abs()) {
        let plies = MATE - value.abs();
        return format!("mate {}", (plies + 1) / 2 * value.signum());
    }
    format!("cp {}", value * 100 / 128)
}

/// `startpos` or `fen F`, then `moves ...`.
fn read_position(arguments: &[&str]) -> Result<Case> {
    let split = arguments.iter().position(|&word| word == "moves").unwrap_or(arguments.len());
    let (place, game) = arguments.split_at(split);
    let start = match place {
        ["startpos"] => position::parse("startpos")?,
        ["fen", fields @ ..] => position::parse(&fields.join(" "))?,
        _ => bail!("a position is `startpos` or `fen` and a position, and maybe `moves`"),
    };
    let moves = game.iter().skip(1).map(|text| text.parse()).collect::<Result<Vec<Coordinates>, _>>()?;
    let case = start.with_moves(moves);
    case.played()?;
    Ok(case)
}

/// The first move there is.
fn first_legal(position: &Position) -> Option<Coordinates> {
    moves::legal(position).first().map(|&mv| mv.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_as_an_interface_sends_them() {
        let read = |line: &str| read_position(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(read("startpos moves e2e4 e7e5").unwrap().moves.len(), 2);
        let fen = "8/8/8/8/8/8/4P3/K6k w - - 0 1";
        assert_eq!(read(&format!("fen {fen}")).unwrap().to_string(), fen);
        let error = read("startpos moves e2e5").unwrap_err().to_string();
        assert_eq!(error, "move 1 of the game, `e2e5`, is not legal there");
        assert!(read("somewhere").is_err());
    }

    #[test]
    fn scores_are_the_movers_in_hundredths_of_a_pawn() {
        let white = Position::initial();
        let black = position::parse("startpos; moves e2e4").unwrap().root().unwrap();
        assert_eq!(score(&white, 128), "cp 100");
        assert_eq!(score(&black, 128), "cp -100");
        // White mates at ply 3: his second move.
        assert_eq!(score(&white, 28672 - 3), "mate 2");
        assert_eq!(score(&black, 28672 - 2), "mate -1");
    }
}
