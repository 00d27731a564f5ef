//! `machack xboard`: the program as an engine for XBoard, WinBoard and other interfaces with their protocol.
//!
//! A layer over the session of [`super::uci`]: it keeps the game, turns the interface's lines into commands
//! of the session, and writes the session's answers.
//!
//! Lines are handled in order. While the program thinks about its move:
//!
//! - A line that changes the game or the side to move (`new`, `setboard`, `force`, `result`, `playother`,
//!   `undo`, `remove`) ends the search, and its move is dropped.
//! - `?` ends the search, and its move is played.
//! - A move is refused as illegal, since it is not the user's turn.
//! - `ping` is answered after the move.
//! - Other lines are executed at once.
//!
//! The documentation of the session has the rules for its commands.

mod clock;
mod feature;
mod thinking;

use std::collections::VecDeque;
use std::io::{self, BufReader, Write, stdin};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use support::text::quoted;

use super::position;
use super::uci::{self, Command, OptionRow, OptionValue, Protocol, SessionReply};
use crate::engine::moves::{has_legal_move, in_check};
use crate::engine::position::Position;
use crate::program::{Case, Coordinates};
use crate::vocabulary::Side;
use clock::Clock;

/// Play as an engine for XBoard and WinBoard.
///
/// Version 2 of the protocol is supported: moves as `e2e4`, set-up by `setboard`, clocks (`level`, `st`,
/// `time`), depth (`sd`), thinking output after `post`, and the options of `machack uci`. For interfaces that
/// send them, numbers such as 1e3 or 10.0 are accepted. A move sent while the program thinks is answered with
/// `Illegal move`; `?` makes the program move now; `force`, `new`, `undo` and similar commands end its
/// thinking. After `quit` or the end of the input, a search has one more second. Draw offers are ignored;
/// mate and stalemate are reported. Pondering and analysis are not supported.
#[derive(clap::Args, Debug)]
#[group(id = "interface")]
#[command(after_help = "Examples:
  xboard -fcp 'machack xboard'
  printf 'xboard\\nprotover 2\\nsd 2\\nusermove e2e4\\n' | machack xboard")]
pub(crate) struct Args {
    #[command(flatten)]
    engine: uci::Args,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    uci::converse(&args.engine, &mut XBoard::new()?, BufReader::new(stdin()), out)
}

struct XBoard {
    start: Case,
    moves: Vec<Coordinates>,
    /// The side that the program plays; `None` in force mode.
    plays: Option<Side>,
    clock: Clock,
    /// Whether thinking output is on.
    post: bool,
    /// Searches without an answer yet, in order: `true` if the move will be played, `false` after an abort.
    searches: VecDeque<bool>,
    /// Answers to `ping` that wait for earlier searches.
    pongs: Vec<String>,
    switches: Vec<&'static str>,
}

impl XBoard {
    fn new() -> Result<XBoard> {
        Ok(XBoard {
            start: position::parse("startpos")?,
            moves: Vec::new(),
            plays: Some(Side::Black),
            clock: Clock::default(),
            post: false,
            searches: VecDeque::new(),
            pongs: Vec::new(),
            switches: Vec::new(),
        })
    }

    fn case(&self) -> Result<Case> {
        position::fitting(self.start.clone().with_moves(self.moves.iter().copied()))
    }

    fn root(&self) -> Result<Position> {
        Ok(self.case()?.root()?)
    }

    fn to_move(&self) -> Result<Side> {
        Ok(self.root()?.side())
    }

    /// Returns the result if the game has ended.
    fn result(&self) -> Result<Option<&'static str>> {
        let root = self.root()?;
        Ok(match (has_legal_move(&root), in_check(&root), root.side()) {
            (true, ..) => None,
            (false, true, Side::White) => Some("0-1 {Black mates}"),
            (false, true, Side::Black) => Some("1-0 {White mates}"),
            (false, false, _) => Some("1/2-1/2 {Stalemate}"),
        })
    }

    fn is_thinking(&self) -> bool {
        self.searches.contains(&true)
    }

    /// Ends the search. Its move will not be played.
    fn abort(&mut self) -> Vec<Command> {
        if self.searches.is_empty() {
            return Vec::new();
        }
        self.searches.iter_mut().for_each(|wanted| *wanted = false);
        vec![Command::Stop]
    }

    fn think(&mut self) -> Result<Vec<Command>> {
        let limits = self.clock.limits(self.to_move()?, self.moves.len());
        let position = self.case()?;
        self.searches.push_back(true);
        Ok(vec![Command::Position(Ok(position)), Command::Go(limits, Vec::new())])
    }

    /// Starts a search if it is the program's turn and the game has not ended.
    fn think_if_it_plays(&mut self) -> Result<Vec<Command>> {
        if self.plays != Some(self.to_move()?) || self.result()?.is_some() {
            return Ok(Vec::new());
        }
        self.think()
    }

    fn user_move(&mut self, text: &str, out: &mut dyn Write) -> Result<Vec<Command>> {
        if self.is_thinking() || !self.play(text.parse().ok())? {
            writeln!(out, "Illegal move: {}", text.escape_debug())?;
            return Ok(Vec::new());
        }
        self.report_result(out)?;
        self.think_if_it_plays()
    }

    /// Plays a move. Returns `false` if it is illegal.
    fn play(&mut self, mv: Option<Coordinates>) -> Result<bool> {
        let root = self.root()?;
        let legal = mv.filter(|mv| mv.legal_in(&root).is_some());
        self.moves.extend(legal);
        Ok(legal.is_some())
    }

    fn report_result(&self, out: &mut dyn Write) -> Result<()> {
        if let Some(result) = self.result()? {
            writeln!(out, "{result}")?;
        }
        Ok(())
    }

    /// Starts another game, or sets up another position.
    fn begin(&mut self, start: Case) -> Vec<Command> {
        (self.start, self.moves) = (start, Vec::new());
        self.abort()
    }

    fn take_back(&mut self, plies: usize, out: &mut dyn Write) -> Result<Vec<Command>> {
        let Some(left) = self.moves.len().checked_sub(plies) else {
            let command = if plies == 1 { "undo" } else { "remove" };
            writeln!(out, "Error (command not legal now): {command}")?;
            return Ok(Vec::new());
        };
        self.moves.truncate(left);
        Ok(self.abort())
    }

    fn execute(&mut self, command: &str, rest: &str, out: &mut dyn Write) -> Result<Vec<Command>> {
        let mut commands = Vec::new();
        match command {
            "protover" => {
                feature::begin(out)?;
                commands.push(Command::Uci);
            }
            "new" => {
                commands = self.begin(position::parse("startpos")?);
                commands.push(Command::NewGame);
                self.plays = Some(Side::Black);
                self.clock.depth = None;
            }
            "setboard" => match position::parse(rest)
                .and_then(|start| start.root().map(|_| start).context("position"))
            {
                Ok(start) => commands = self.begin(start),
                Err(error) => {
                    writeln!(out, "tellusererror Illegal {}", quoted(&format!("{error:#}")))?;
                }
            },
            "force" | "result" => {
                self.plays = None;
                commands = self.abort();
            }
            // The program is already thinking about its move.
            "go" if self.is_thinking() => {}
            "go" => {
                self.plays = Some(self.to_move()?);
                commands = self.think_if_it_plays()?;
            }
            "playother" => {
                commands = self.abort();
                self.plays = Some(!self.to_move()?);
            }
            "usermove" => commands = self.user_move(rest, out)?,
            "undo" => commands = self.take_back(1, out)?,
            "remove" => commands = self.take_back(2, out)?,
            "?" => commands.extend(self.is_thinking().then_some(Command::Stop)),
            "quit" => commands.push(Command::Quit),
            "ping" => {
                self.pongs.push(format!("pong {rest}"));
                self.answer_pings(out)?;
            }
            "option" => commands.push(feature::set(rest, &self.switches)),
            "post" => self.post = true,
            "nopost" => self.post = false,
            "level" | "st" | "sd" | "time" | "otim" => {
                if self.clock.set(command, rest).is_none() {
                    let expected = match command {
                        "level" => "MOVES MINUTES SECONDS, such as 40 5 0".to_owned(),
                        "sd" => uci::depth_range(),
                        "st" => "a number of seconds".to_owned(),
                        _ => "a number of hundredths of a second".to_owned(),
                    };
                    writeln!(out, "Error (expected {expected}): {command} {rest}")?;
                }
            }
            "xboard" | "accepted" | "rejected" | "random" | "hard" | "easy" | "computer" | "name"
            | "rating" | "draw" | "hint" | "bk" | "ics" | "variant" => {}
            // A move without a command, as in version 1 of the protocol.
            mv if rest.is_empty() && mv.parse::<Coordinates>().is_ok() => {
                commands = self.user_move(mv, out)?
            }
            _ => {
                let line = [command, rest].join(" ");
                writeln!(out, "Error (unknown command): {}", line.trim_end().escape_debug())?;
            }
        }
        Ok(commands)
    }

    fn answer_pings(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.searches.is_empty() {
            self.pongs.drain(..).try_for_each(|pong| writeln!(out, "{pong}"))?;
        }
        Ok(())
    }

    /// Plays the move of a search that has ended, unless the search was aborted. Answers waiting pings.
    fn moved(&mut self, mv: Option<Coordinates>, out: &mut dyn Write) -> Result<()> {
        if self.searches.pop_front() == Some(true) {
            match mv {
                Some(text) if self.play(mv)? => {
                    writeln!(out, "move {text}")?;
                    self.report_result(out)?;
                }
                _ => writeln!(out, "tellusererror The program has no move here")?,
            }
        }
        Ok(self.answer_pings(out)?)
    }

    fn answer(&mut self, reply: &SessionReply, out: &mut dyn Write) -> Result<()> {
        match reply {
            SessionReply::Options(rows) => {
                rows.iter().try_for_each(|row| feature::option(row, out))?;
                let is_switch = |row: &&OptionRow| matches!(row.value, OptionValue::Check(_));
                self.switches = rows.iter().filter(is_switch).map(|row| row.name).collect();
                feature::end(out)?;
            }
            SessionReply::Best { mv, .. } => self.moved(*mv, out)?,
            SessionReply::Message(text) => writeln!(out, "# {}", quoted(text))?,
            SessionReply::Info(info) if self.post && self.searches.front() == Some(&true) => {
                if let Some(thought) = thinking::line(info) {
                    writeln!(out, "{thought}")?;
                }
            }
            SessionReply::Info(_) | SessionReply::Ready => {}
        }
        Ok(())
    }
}

impl Protocol for XBoard {
    fn commands(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Vec<Command>> {
        let (command, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        if command.is_empty() {
            return Ok(Vec::new());
        }
        match self.execute(command, rest.trim(), out) {
            Ok(commands) => Ok(commands),
            Err(error) => {
                writeln!(out, "Error ({error:#}): {}", line.trim().escape_debug())?;
                Ok(Vec::new())
            }
        }
    }

    fn write(&mut self, reply: &SessionReply, out: &mut dyn Write) -> io::Result<()> {
        match self.answer(reply, out).map_err(anyhow::Error::downcast) {
            Ok(()) => Ok(()),
            Err(Ok(error)) => Err(error),
            // An error in the game must not end the process.
            Err(Err(error)) => writeln!(out, "Error ({error:#})"),
        }
    }
}

#[cfg(test)]
mod tests;
