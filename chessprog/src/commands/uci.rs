//! `machack uci`: the program behind a chess interface.
//!
//! Lines are read in one thread, searches made in another; what both send is dealt with here, one thing after the other.

mod limits;
mod options;
mod protocol;
pub(super) mod score;
mod search;
mod thinker;

use std::collections::VecDeque;
use std::io::{Write, stdin};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use emulator::file::{LONGEST_LINE, Line, Lines};
use emulator::report::quoted;

use super::engine::EngineChoice;
use super::position;
use super::settings::SettingsArgs;
use crate::engine::{book, moves};
use crate::program::{Case, Coordinates};
use limits::Limits;
use options::Options;
pub(super) use protocol::Protocol;
use search::{Search, Tried};
use thinker::{Found, Thinker};

/// A search goes on for so long when the input has ended: for a person with a pipe, not for an interface that has died.
const GRACE: Duration = Duration::from_secs(1);

/// Play through the Universal Chess Interface, on standard input and output.
///
/// The program of 1967 searches to a fixed depth, that of the option Depth or of `go depth N`. A limit of time or nodes, the
/// clocks, or `stop` end the search as control-G does, and the best move so far is played, or that of a search to depth 1 if there is none; `go infinite` and `go ponder` keep their
/// move until `stop`. Under `searchmoves` the position after each move is searched, a ply less deep. Other lines wait for the end of
/// the search; a search still going on a second after the end of the input is stopped. Options: Engine, Widths, the parameters of
/// the search under their names here, Tournament, Orig, OwnBook; `uci` lists them. A position that is none leaves nothing to
/// search: `go` then answers the null move 0000, as after mate. The program of 1967 itself plays under Orig from the initial
/// position; its search cannot be ended.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  printf 'position startpos moves e2e4\\ngo depth 3\\n' | machack uci
  machack uci --engine emulated --tournament --depth 4
  machack uci --engine original")]
pub(crate) struct Args {
    /// The program that plays.
    #[arg(long, value_enum, default_value = "native")]
    pub engine: EngineChoice,
    /// How it searches.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

impl Default for Args {
    fn default() -> Args {
        Args { engine: EngineChoice::Native, settings: SettingsArgs::default() }
    }
}

/// What happens.
enum Event {
    /// The interface sent a line.
    Line(String),
    /// It sent one that was not read to its end.
    TooLong,
    /// Standard input has ended, well or not.
    End(std::io::Result<()>),
    /// A move at the root was looked at to its end.
    Tried(Tried),
    /// The search has ended: what it came to, and the program back.
    Done(Found, Thinker),
    /// The input has ended, and a search that cannot be stopped has had its time.
    Abandoned,
}

/// Runs the command.
///
/// # Errors
/// Standard input cannot be read, or the program does not start. A line that is not understood is answered and passed over.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    converse(args, &mut protocol::Plain, out)
}

/// Speaks with an interface in the language it has, up to its `quit` or the end of the input.
///
/// # Errors
/// As [`run`].
pub(super) fn converse(args: &Args, protocol: &mut dyn Protocol, out: &mut dyn Write) -> Result<ExitCode> {
    let (sender, events) = channel();
    let lines = sender.clone();
    thread::spawn(move || read_lines(&lines));
    let mut options = Options { settings: args.settings.settings(), book: false, engine: args.engine };
    options.fit();
    let mut session = Session {
        idle: Some(Thinker::new(args.engine)?),
        search: None,
        announced: options.clone(),
        options,
        case: Some(position::parse("startpos")?),
        sender,
        waiting: VecDeque::new(),
        ended: false,
    };
    while let Some(event) = session.next(&events) {
        if let Event::Line(line) = &event {
            if line.trim() == "quit" {
                break;
            }
            session.waiting.extend(protocol.hear(line, out)?);
        }
        let mut said = Vec::new();
        let goes_on = session.happens(event, &mut said)?;
        for line in String::from_utf8_lossy(&said).lines() {
            protocol.tell(line, out)?;
        }
        out.flush()?;
        if !goes_on {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Sends the lines of standard input; what is no text is a mistake in its line, not the end.
fn read_lines(lines: &Sender<Event>) {
    for line in Lines::of(stdin().lock()) {
        let event = match line {
            Ok(Line::Text(line)) => Event::Line(line),
            Ok(Line::TooLong) => Event::TooLong,
            Err(error) => Event::End(Err(error)),
        };
        if lines.send(event).is_err() {
            return;
        }
    }
    // If nobody listens any more, the command has ended.
    let _ = lines.send(Event::End(Ok(())));
}

struct Session {
    /// The program, away while it searches.
    idle: Option<Thinker>,
    search: Option<Search>,
    options: Options,
    /// The options as the command line gave them: the defaults that `uci` tells.
    announced: Options,
    /// The position to search; none after one that was refused.
    case: Option<Case>,
    sender: Sender<Event>,
    /// Lines that have come and not been obeyed: during a search only `stop`, `ponderhit` and `isready` are.
    waiting: VecDeque<String>,
    /// No more lines will come.
    ended: bool,
}

impl Session {
    /// Deals with what happened, and with the lines that can be obeyed now. Gives whether the session goes on.
    fn happens(&mut self, event: Event, out: &mut dyn Write) -> Result<bool> {
        match event {
            Event::Line(_) => {}
            Event::TooLong => {
                say(&format!("a line of more than {LONGEST_LINE} characters is passed over"), out)?;
            }
            Event::End(ended) => {
                ended.context("read standard input")?;
                self.end(out)?;
            }
            Event::Tried(tried) => self.tried(&tried, out)?,
            Event::Done(found, thinker) => {
                self.idle = Some(thinker);
                self.done(found, out)?;
            }
            Event::Abandoned => {
                self.done(Found::nothing(), out)?;
                return Ok(false);
            }
        }
        self.obey_waiting(out)?;
        Ok(!self.ended || self.search.is_some())
    }

    /// Waits for what happens next; stops the search when its time is up. None if nothing can happen any more.
    fn next(&mut self, events: &Receiver<Event>) -> Option<Event> {
        loop {
            let running = self.search.as_ref().filter(|search| !search.is_stopped());
            let Some(deadline) = running.and_then(|search| search.deadline) else {
                return events.recv().ok();
            };
            match events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(search) = &self.search {
                        search.stop.store(true, Ordering::Relaxed);
                        if self.ended && !search.can_stop {
                            return Some(Event::Abandoned);
                        }
                    }
                }
            }
        }
    }

    /// The input has ended: nobody can say `stop` any more.
    fn end(&mut self, out: &mut dyn Write) -> Result<()> {
        self.ended = true;
        self.release(out)?;
        if let Some(search) = &mut self.search {
            let grace = if search.waits_for_stop() { Duration::ZERO } else { GRACE };
            let end = Instant::now() + grace;
            search.deadline = Some(search.deadline.map_or(end, |deadline| deadline.min(end)));
        }
        Ok(())
    }

    /// Obeys the lines that can be obeyed now.
    fn obey_waiting(&mut self, out: &mut dyn Write) -> Result<()> {
        loop {
            let searches = self.search.is_some();
            let can = |line: &String| !searches || matches!(line.trim(), "stop" | "ponderhit" | "isready");
            let Some(line) = self.waiting.iter().position(can).and_then(|at| self.waiting.remove(at)) else {
                return Ok(());
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            if let Some((command, arguments)) = words.split_first()
                && let Err(error) = self.obey(command, arguments, out)
            {
                say(&format!("{error:#}"), out)?;
            }
            // Searches of lines that came before the end have no more time than others.
            if self.ended && !searches && self.search.is_some() {
                self.end(out)?;
            }
        }
    }

    fn obey(&mut self, command: &str, arguments: &[&str], out: &mut dyn Write) -> Result<()> {
        match command {
            "uci" => {
                writeln!(out, "id name Mac Hack Six\nid author Greenblatt, Eastlake, Crocker (1967)")?;
                self.announced.announce(out)?;
                writeln!(out, "uciok")?;
            }
            "isready" => writeln!(out, "readyok")?,
            "stop" => {
                if let Some(search) = &self.search {
                    search.stop.store(true, Ordering::Relaxed);
                }
                self.release(out)?;
            }
            "ponderhit" => {
                if self.search.as_mut().is_some_and(Search::ponder_hit) {
                    self.release(out)?;
                }
            }
            "debug" | "register" => {}
            "ucinewgame" => self.case = Some(position::parse("startpos")?),
            "position" => {
                self.case = None;
                self.case = Some(read_position(arguments)?);
            }
            "setoption" => self.set(arguments)?,
            "go" => self.go(arguments, out)?,
            other => bail!("`{other}` is not understood"),
        }
        Ok(())
    }

    fn set(&mut self, arguments: &[&str]) -> Result<()> {
        let mut options = self.options.clone();
        options.set(arguments)?;
        options.fit();
        if options.engine != self.options.engine {
            self.idle = Some(Thinker::new(options.engine)?);
        }
        self.options = options;
        Ok(())
    }

    fn go(&mut self, arguments: &[&str], out: &mut dyn Write) -> Result<()> {
        let (mut limits, wrong) = Limits::parse(arguments);
        wrong.iter().try_for_each(|wrong| say(wrong, out))?;
        let Some(case) = &self.case else {
            say("there is no position to search: the last one was refused", out)?;
            writeln!(out, "bestmove 0000")?;
            return Ok(());
        };
        let root = case.root()?;
        let asked = limits.moves.len();
        limits.moves.retain(|mv| mv.legal_in(&root).is_some());
        if limits.moves.len() < asked {
            say("not all of `searchmoves` are legal there", out)?;
        }
        let mut settings = self.options.settings.clone();
        settings.depth = limits.depth.unwrap_or(settings.depth);
        let reply = if self.options.book && limits.moves.is_empty() { book::look_up(&root) } else { None };
        let end = (!moves::has_legal_move(&root)).then(|| score::of_the_end(&root));
        let mut search = Search::new(root, limits.clone(), settings.depth);
        if let Some(end) = end {
            return self.answer(search, format!("info depth 0 score {end}\nbestmove 0000\n"), out);
        }
        if let Some(mv) = reply {
            let mv = Coordinates::from(mv);
            return self.answer(search, format!("info string book\nbestmove {mv}\n"), out);
        }
        let mut thinker = self.idle.take().context("the program is away")?;
        search.can_stop = thinker.can_stop();
        let (case, sender, stop) = (case.clone(), self.sender.clone(), search.stop.clone());
        self.search = Some(search);
        thread::spawn(move || {
            // Nobody listens any more when the command has ended.
            let tell = |tried| drop(sender.send(Event::Tried(tried)));
            let found = thinker.choose(&case, &settings, &limits, &stop, tell);
            let _ = sender.send(Event::Done(found, thinker));
        });
        Ok(())
    }

    /// A move at the root has this value: it may be the best so far.
    fn tried(&mut self, tried: &Tried, out: &mut dyn Write) -> Result<()> {
        if let Some(line) = self.search.as_mut().and_then(|search| search.improve(tried)) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn done(&mut self, found: Found, out: &mut dyn Write) -> Result<()> {
        let Some(search) = self.search.take() else { return Ok(()) };
        let lines = match found.answer {
            Ok(answer) => search.last_lines(answer.as_ref(), found.depth, found.nodes),
            // No move of its own: the null move, rather than one that it has not found.
            Err(error) => format!("info string {}\nbestmove 0000\n", quoted(&format!("{error:#}"))),
        };
        self.answer(search, lines, out)
    }

    /// Tells the last lines of a search, or keeps them until they may be told.
    fn answer(&mut self, mut search: Search, lines: String, out: &mut dyn Write) -> Result<()> {
        if search.waits_for_stop() && !self.ended && !search.is_stopped() {
            search.held = Some(lines);
            self.search = Some(search);
            return Ok(());
        }
        Ok(out.write_all(lines.as_bytes())?)
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

fn say(what: &str, out: &mut dyn Write) -> Result<()> {
    Ok(writeln!(out, "info string {}", quoted(what))?)
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
    let plies = moves.len();
    let case = position::fitting(start.with_moves(moves))?;
    let (before, played) = (plies - case.moves.len(), case.played());
    if before > 0 {
        played.with_context(|| format!("the game after its ply {before}"))?;
    } else {
        played?;
    }
    Ok(case)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knights that go out and back, four plies.
    const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";

    #[test]
    fn positions_as_an_interface_sends_them() {
        let read = |line: &str| read_position(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(read("startpos moves e2e4 e7e5").unwrap().moves.len(), 2);
        let fen = "8/8/8/8/8/8/4P3/K6k w - - 0 1";
        assert_eq!(read(&format!("fen {fen}")).unwrap().to_string(), fen);
        let fault = |line: &str| format!("{:#}", read(line).unwrap_err());
        assert_eq!(fault("startpos moves e2e5"), "move 1 of the game, `e2e5`, is not legal there");
        let long =
            |plies: usize| format!("startpos moves {}", SHUFFLE.repeat(300)[..5 * plies - 1].to_owned());
        for (plies, left) in [(511, 511), (512, 256), (767, 511), (768, 256), (1200, 432)] {
            let case = read(&long(plies)).unwrap();
            assert_eq!(case.moves.len(), left, "{plies}");
            let root = case.root().unwrap();
            // The position after an even number of plies is the initial one, after an odd one g1f3 has been played.
            assert_eq!(root.game_ply(), plies as u16);
            assert_eq!(root.key(), read(&long(4 + plies % 4)).unwrap().root().unwrap().key(), "{plies}");
        }
        let error = "the game after its ply 256: move 345 of the game, `e2e5`, is not legal there";
        assert_eq!(fault(&format!("{} e2e5", long(600))), error);
        assert!(read("somewhere").is_err());
    }
}
