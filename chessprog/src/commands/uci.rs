//! `machack uci`: the program behind a chess interface.
//!
//! Lines are read in one thread, searches made in another; what both send is dealt with here, one thing after the other.

mod limits;
mod thinker;

use std::collections::VecDeque;
use std::io::{BufRead, Write, stdin};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::position::{self, EngineChoice};
use super::settings::SettingsArgs;
use crate::compare::case::{Case, find};
use crate::engine::board::{Color, Move, Position};
use crate::engine::moves;
use crate::parameters::settings::DEPTHS;
use crate::player::{Answer, Settings};
use limits::Limits;
use thinker::Thinker;

/// Play through the Universal Chess Interface, on standard input and output.
///
/// The program of 1967 searches to a fixed depth, that of the option Depth or of `go depth N`. A limit of time or nodes, the
/// clocks, or `stop` end the search as control-G does, and the best move so far is played; `go infinite` keeps its move until
/// `stop`. Other lines wait for the end of the search. Options: Depth, Tournament.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  printf 'position startpos moves e2e4\\ngo depth 3\\n' | machack uci
  machack uci --engine emulated --tournament --depth 4")]
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
    Tried(Move, i64),
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
    let mut session = Session {
        idle: Some(Thinker::new(args.engine)?),
        search: None,
        settings: args.settings.settings(),
        case: Case::position("uci", Position::initial()),
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
    best: Option<(Move, i64)>,
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
                writeln!(
                    out,
                    "option name Depth type spin default {} min {} max {}\noption name Tournament type check default false\nuciok",
                    self.settings.depth,
                    DEPTHS.start(),
                    DEPTHS.end()
                )?;
            }
            "isready" => writeln!(out, "readyok")?,
            "stop" => {
                if let Some(search) = &self.search {
                    search.stop.store(true, Ordering::Relaxed);
                }
                self.release(out)?;
            }
            "debug" | "register" | "ponderhit" => {}
            "ucinewgame" => self.case = Case::position("uci", Position::initial()),
            "position" => self.case = read_position(arguments)?,
            "setoption" => self.set(arguments)?,
            "go" => self.go(Limits::parse(arguments)?, out)?,
            other => bail!("`{other}` is not understood"),
        }
        Ok(())
    }

    fn set(&mut self, arguments: &[&str]) -> Result<()> {
        match arguments {
            ["name", name, "value", value] if name.eq_ignore_ascii_case("depth") => {
                let depth = value.parse().ok().filter(|depth| DEPTHS.contains(depth));
                let (least, greatest) = (DEPTHS.start(), DEPTHS.end());
                let depth =
                    depth.with_context(|| format!("a depth is a number from {least} to {greatest}"))?;
                self.settings.depth = depth as i32;
            }
            ["name", name, "value", value] if name.eq_ignore_ascii_case("tournament") => {
                let set = if *value == "true" { Settings::tournament() } else { Settings::normal() };
                (self.settings.widths, self.settings.depth) = (set.widths, set.depth);
            }
            _ => bail!("there is no such option"),
        }
        Ok(())
    }

    fn go(&mut self, limits: Limits, out: &mut dyn Write) -> Result<()> {
        let root = self.case.root();
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
    fn tried(&mut self, mv: Move, value: i64, out: &mut dyn Write) -> Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let sign = i64::from(search.root.side().sign());
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
                let line = answer.variation.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
                let (nodes, score) = (answer.counters.nodes, score(&search.root, answer.value));
                lines += &format!("info depth {} score {score} nodes {nodes} pv {line}\n", search.depth);
                answer.best
            }
            // Stopped before the first move was tried: the first there is.
            None => search.best.map(|(mv, _)| mv).or_else(|| moves::legal(&search.root).first().copied()),
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
fn score(root: &Position, value: i64) -> String {
    use crate::parameters::values::{MATE, MATE_ZONE};
    let value = if root.side() == Color::White { value } else { -value };
    if value.abs() >= i64::from(MATE_ZONE) {
        let plies = i64::from(MATE) - value.abs();
        return format!("mate {}", (plies + 1) / 2 * value.signum());
    }
    format!("cp {}", value * 100 / 128)
}

/// `startpos` or `fen F`, then `moves ...`.
fn read_position(arguments: &[&str]) -> Result<Case> {
    let split = arguments.iter().position(|&word| word == "moves").unwrap_or(arguments.len());
    let (place, game) = arguments.split_at(split);
    let start = match place {
        ["startpos"] => Position::initial(),
        ["fen", fields @ ..] => position::parse(&fields.join(" "))?,
        _ => bail!("a position is `startpos` or `fen` and a position, and maybe `moves`"),
    };
    let mut case = Case::position("uci", start);
    let mut position = case.start.clone();
    for text in game.iter().skip(1) {
        let mv = find(&position, text).with_context(|| format!("`{text}` is not legal there"))?;
        position.make(mv);
        case.before.push(mv);
    }
    Ok(case)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_as_an_interface_sends_them() {
        let read = |line: &str| read_position(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(read("startpos moves e2e4 e7e5").unwrap().before.len(), 2);
        let fen = "8/8/8/8/8/8/4P3/K6k w - - 0 1";
        assert_eq!(read(&format!("fen {fen}")).unwrap().start.fen(), fen);
        assert_eq!(read("startpos moves e2e5").unwrap_err().to_string(), "`e2e5` is not legal there");
        assert!(read("somewhere").is_err());
    }

    #[test]
    fn scores_are_the_movers_in_hundredths_of_a_pawn() {
        let white = Position::initial();
        let mut black = white.clone();
        black.make(moves::legal(&white)[0]);
        assert_eq!(score(&white, 128), "cp 100");
        assert_eq!(score(&black, 128), "cp -100");
        // White mates at ply 3: his second move.
        assert_eq!(score(&white, 28672 - 3), "mate 2");
        assert_eq!(score(&black, 28672 - 2), "mate -1");
    }
}
