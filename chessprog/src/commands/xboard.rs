//! `machack xboard`: the program as an engine for XBoard, WinBoard and other interfaces with their protocol.
//!
//! A layer over [`super::uci`]: it keeps the game, translates the interface's lines into UCI, and translates
//! the answers back.
//!
//! Lines are handled in order. While the program thinks about its move:
//!
//! - A line that changes the game or the side to move (`new`, `setboard`, `force`, `result`, `playother`,
//!   `undo`, `remove`) ends the search, and its move is dropped.
//! - `?` ends the search, and its move is played.
//! - A move is illegal, since it is not the user's turn.
//! - `ping` is answered after the move.
//! - Other lines are executed at once.
//!
//! The documentation of [`super::uci`]'s session has the rules for UCI lines.

mod clock;
mod feature;
mod thinking;

use std::collections::VecDeque;
use std::io::{self, BufReader, Write, stdin};
use std::process::ExitCode;

use anyhow::Result;

use super::position;
use super::uci::number::client_move;
use super::uci::{self, Protocol};
use crate::engine::moves::{has_legal_move, in_check};
use crate::engine::position::Position;
use crate::program::{Case, Coordinates};
use crate::vocabulary::Side;
use clock::Clock;

/// Play through the protocol of XBoard and WinBoard, on standard input and output.
///
/// Version 2 of the protocol is supported: moves as `e2e4`, set-up by `setboard`, clocks (`level`, `st`,
/// `time`), depth (`sd`), thinking output after `post`, and the options of `machack uci`. Numbers may have a
/// fraction or an exponent. A move sent while the program thinks is answered with `Illegal move`; `?` makes
/// the program move now; `force`, `new`, `undo` and similar commands end its thinking. After `quit` or the
/// end of the input, a search has one more second. Draw offers are ignored; mate and stalemate are reported.
/// Pondering and analysis are not supported.
#[derive(clap::Args, Debug)]
#[group(id = "interface")]
#[command(after_help = "Examples:
  xboard -fcp 'machack xboard'
  printf 'xboard\\nprotover 2\\nsd 2\\nusermove e2e4\\n' | machack xboard")]
pub(crate) struct Args {
    #[command(flatten)]
    engine: uci::Args,
}

/// Runs the command.
///
/// # Errors
/// Returns the same errors as `machack uci`.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    uci::converse(&args.engine, &mut XBoard::new()?, BufReader::new(stdin()), out)
}

/// A game with the interface.
struct XBoard {
    /// The start of the game.
    start: Case,
    moves: Vec<Coordinates>,
    /// The side that the program plays; `None` in force mode.
    plays: Option<Side>,
    clock: Clock,
    /// Whether thinking output is on.
    post: bool,
    /// Searches without an answer yet: `true` if the move will be played.
    searches: VecDeque<bool>,
    /// Answers to `ping` that wait for earlier searches.
    pongs: Vec<String>,
    /// The check options.
    switches: Vec<String>,
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

    fn root(&self) -> Result<Position> {
        let case = self.start.clone().with_moves(self.moves.iter().copied());
        Ok(position::fitting(case)?.root()?)
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
    fn abort(&mut self) -> Vec<String> {
        if self.searches.is_empty() {
            return Vec::new();
        }
        self.searches.iter_mut().for_each(|wanted| *wanted = false);
        vec!["stop".to_owned()]
    }

    /// Returns the lines that start a search.
    fn think(&mut self) -> Result<Vec<String>> {
        let side = self.to_move()?;
        self.searches.push_back(true);
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        let start = match self.start.to_string() {
            text if text == position::parse("startpos")?.to_string() => "startpos".to_owned(),
            fen => format!("fen {fen}"),
        };
        let go = self.clock.go(side, self.moves.len());
        Ok(vec![format!("position {start} moves {}", moves.join(" ")), go])
    }

    /// Starts a search if it is the program's turn and the game has not ended.
    fn think_if_it_plays(&mut self) -> Result<Vec<String>> {
        if self.plays != Some(self.to_move()?) || self.result()?.is_some() {
            return Ok(Vec::new());
        }
        self.think()
    }

    fn user_move(&mut self, text: &str, out: &mut dyn Write) -> Result<Vec<String>> {
        if self.is_thinking() || !self.play(text)? {
            writeln!(out, "Illegal move: {}", text.escape_debug())?;
            return Ok(Vec::new());
        }
        self.report_result(out)?;
        self.think_if_it_plays()
    }

    /// Plays a move. Returns `false` if it is illegal.
    fn play(&mut self, text: &str) -> Result<bool> {
        let root = self.root()?;
        let legal = client_move(text).ok().filter(|mv| mv.legal_in(&root).is_some());
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
    fn begin(&mut self, start: Case) -> Vec<String> {
        (self.start, self.moves) = (start, Vec::new());
        self.abort()
    }

    fn take_back(&mut self, plies: usize, out: &mut dyn Write) -> Result<Vec<String>> {
        let Some(left) = self.moves.len().checked_sub(plies) else {
            let command = if plies == 1 { "undo" } else { "remove" };
            writeln!(out, "Error (command not legal now): {command}")?;
            return Ok(Vec::new());
        };
        self.moves.truncate(left);
        Ok(self.abort())
    }

    fn obey(&mut self, command: &str, rest: &str, out: &mut dyn Write) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        match command {
            "protover" => {
                feature::begin(out)?;
                lines.push("uci".to_owned());
            }
            "new" => {
                lines = self.begin(position::parse("startpos")?);
                lines.push("ucinewgame".to_owned());
                self.plays = Some(Side::Black);
                self.clock.depth = None;
            }
            "setboard" => {
                let start = position::parse(rest);
                let Ok(start) = start else {
                    writeln!(out, "tellusererror Illegal position")?;
                    return Ok(lines);
                };
                lines = self.begin(start);
            }
            "force" | "result" => {
                self.plays = None;
                lines = self.abort();
            }
            // The program already thinks about this move.
            "go" if self.is_thinking() => {}
            "go" => {
                self.plays = Some(self.to_move()?);
                lines = self.think_if_it_plays()?;
            }
            "playother" => {
                lines = self.abort();
                self.plays = Some(!self.to_move()?);
            }
            "usermove" => lines = self.user_move(rest, out)?,
            "undo" => lines = self.take_back(1, out)?,
            "remove" => lines = self.take_back(2, out)?,
            "?" => lines.extend(self.is_thinking().then(|| "stop".to_owned())),
            "quit" => lines.push("quit".to_owned()),
            "ping" => {
                self.pongs.push(format!("pong {rest}"));
                self.answer_pings(out)?;
            }
            "option" => lines.push(feature::set(rest, &self.switches)),
            "post" => self.post = true,
            "nopost" => self.post = false,
            "level" | "st" | "sd" | "time" | "otim" => {
                if self.clock.set(command, rest).is_none() {
                    writeln!(out, "Error (bad number): {command} {rest}")?;
                }
            }
            "xboard" | "accepted" | "rejected" | "random" | "hard" | "easy" | "computer" | "name"
            | "rating" | "draw" | "hint" | "bk" | "ics" | "variant" => {}
            // A move without a command, as in version 1 of the protocol.
            mv if rest.is_empty() && client_move(mv).is_ok() => lines = self.user_move(mv, out)?,
            _ => {
                let line = [command, rest].join(" ");
                writeln!(out, "Error (unknown command): {}", line.trim_end().escape_debug())?;
            }
        }
        Ok(lines)
    }

    fn answer_pings(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.searches.is_empty() {
            self.pongs.drain(..).try_for_each(|pong| writeln!(out, "{pong}"))?;
        }
        Ok(())
    }

    /// Plays the move of a search that has ended.
    fn moved(&mut self, text: &str, out: &mut dyn Write) -> Result<()> {
        if self.searches.pop_front() == Some(true) {
            if self.play(text)? {
                writeln!(out, "move {text}")?;
                self.report_result(out)?;
            } else {
                writeln!(out, "tellusererror The program has no move here")?;
            }
        }
        Ok(self.answer_pings(out)?)
    }

    fn tell_line(&mut self, line: &str, out: &mut dyn Write) -> Result<()> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "option" => self.switches.extend(feature::option(rest, out)?),
            "uciok" => feature::end(out)?,
            "bestmove" => self.moved(rest.split(' ').next().unwrap_or_default(), out)?,
            "info" => match rest.strip_prefix("string ") {
                Some(text) => writeln!(out, "# {text}")?,
                None if self.post && self.searches.front() == Some(&true) => {
                    if let Some(thought) = thinking::line(rest) {
                        writeln!(out, "{thought}")?;
                    }
                }
                None => {}
            },
            _ => {}
        }
        Ok(())
    }
}

impl Protocol for XBoard {
    fn hear(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Vec<String>> {
        let (command, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        if command.is_empty() {
            return Ok(Vec::new());
        }
        match self.obey(command, rest.trim(), out) {
            Ok(lines) => Ok(lines),
            Err(error) => {
                writeln!(out, "Error ({error:#}): {}", line.trim().escape_debug())?;
                Ok(Vec::new())
            }
        }
    }

    fn tell(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        match self.tell_line(line, out).map_err(anyhow::Error::downcast) {
            Ok(()) => Ok(()),
            Err(Ok(error)) => Err(error),
            // An error in the game must not end the process.
            Err(Err(error)) => writeln!(out, "Error ({error:#}): {}", line.escape_debug()),
        }
    }
}

#[cfg(test)]
mod tests;
