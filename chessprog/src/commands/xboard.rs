//! `machack xboard`: the program behind interfaces of the older protocol, which XBoard and WinBoard speak.
//!
//! A layer before [`super::uci`]: it keeps the game, says in UCI what is to be done, and says again what comes of it.

mod clock;
mod feature;
mod thinking;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};

use super::position;
use super::uci::{self, Protocol};
use crate::engine::moves::{has_legal_move, in_check};
use crate::engine::position::Position;
use crate::program::{Case, Coordinates};
use crate::vocabulary::Side;
use clock::Clock;

/// Play through the protocol of XBoard and WinBoard, on standard input and output.
///
/// Version 2 of the protocol: moves as `e2e4`, set-up by `setboard`, clocks (`level`, `st`, `time`), depth (`sd`), thinking shown after
/// `post`, options as for `machack uci`. Draw offers are not heard; the end of a game is told for mate and stalemate. There is no
/// pondering and no analysis.
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
/// As `machack uci`.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    uci::converse(&args.engine, &mut XBoard::new()?, out)
}

/// A game as the interface tells of it.
struct XBoard {
    /// Where the game began.
    start: Case,
    moves: Vec<Coordinates>,
    /// The side that the program plays; none in force mode.
    plays: Option<Side>,
    clock: Clock,
    /// Whether the thinking is shown.
    post: bool,
    /// Searches asked for and not yet answered, and whether their move is still wanted.
    searches: VecDeque<bool>,
    /// Answers that wait for the searches before them.
    pongs: Vec<String>,
    /// The options that are on or off.
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

    /// How the game has ended, if it has.
    fn result(&self) -> Result<Option<&'static str>> {
        let root = self.root()?;
        Ok(match (has_legal_move(&root), in_check(&root), root.side()) {
            (true, ..) => None,
            (false, true, Side::White) => Some("0-1 {Black mates}"),
            (false, true, Side::Black) => Some("1-0 {White mates}"),
            (false, false, _) => Some("1/2-1/2 {Stalemate}"),
        })
    }

    /// The search that goes on is ended, and its move is not made.
    fn abort(&mut self) -> Vec<String> {
        if self.searches.is_empty() {
            return Vec::new();
        }
        self.searches.iter_mut().for_each(|wanted| *wanted = false);
        vec!["stop".to_owned()]
    }

    /// The lines that make the program think.
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

    /// Thinks if it is the program's turn and the game goes on.
    fn think_if_it_plays(&mut self) -> Result<Vec<String>> {
        if self.plays != Some(self.to_move()?) || self.result()?.is_some() {
            return Ok(Vec::new());
        }
        self.think()
    }

    /// The user's move, or why it is none.
    fn user_move(&mut self, text: &str, out: &mut dyn Write) -> Result<Vec<String>> {
        let played = text
            .parse()
            .ok()
            .filter(|&mv: &Coordinates| self.root().is_ok_and(|root| mv.legal_in(&root).is_some()));
        let Some(mv) = played else {
            writeln!(out, "Illegal move: {text}")?;
            return Ok(Vec::new());
        };
        self.moves.push(mv);
        self.tell_result(out)?;
        self.think_if_it_plays()
    }

    fn tell_result(&self, out: &mut dyn Write) -> Result<()> {
        if let Some(result) = self.result()? {
            writeln!(out, "{result}")?;
        }
        Ok(())
    }

    /// Another game, or another position.
    fn begin(&mut self, start: Case) -> Vec<String> {
        (self.start, self.moves) = (start, Vec::new());
        self.abort()
    }

    fn take_back(&mut self, plies: usize) -> Vec<String> {
        self.moves.truncate(self.moves.len().saturating_sub(plies));
        self.abort()
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
            "go" => {
                lines = self.abort();
                self.plays = Some(self.to_move()?);
                lines.extend(self.think_if_it_plays()?);
            }
            "playother" => {
                self.plays = Some(!self.to_move()?);
            }
            "usermove" => lines = self.user_move(rest, out)?,
            "undo" => lines = self.take_back(1),
            "remove" => lines = self.take_back(2),
            "?" => lines.extend((!self.searches.is_empty()).then(|| "stop".to_owned())),
            "ping" => {
                self.pongs.push(format!("pong {rest}"));
                self.answer_pings(out)?;
            }
            "option" => lines.push(feature::set(rest, &self.switches)),
            "post" => self.post = true,
            "nopost" => self.post = false,
            "level" | "st" | "sd" | "time" | "otim" => {
                if !self.clock.set(command, rest, self.plays) {
                    writeln!(out, "Error (bad number): {command} {rest}")?;
                }
            }
            "xboard" | "accepted" | "rejected" | "random" | "hard" | "easy" | "computer" | "name"
            | "rating" | "draw" | "hint" | "bk" | "ics" | "variant" => {}
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

    /// The move of a search that has ended.
    fn moved(&mut self, text: &str, out: &mut dyn Write) -> Result<()> {
        let wanted = self.searches.pop_front().context("a move that nobody asked for")?;
        if wanted && let Ok(mv) = text.parse() {
            self.moves.push(mv);
            writeln!(out, "move {text}")?;
            self.tell_result(out)?;
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
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
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
        self.tell_line(line, out).map_err(|error| match error.downcast() {
            Ok(error) => error,
            Err(error) => io::Error::other(format!("{error:#}")),
        })
    }
}

#[cfg(test)]
mod tests;
