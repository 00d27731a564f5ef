//! `machack uci`: the program behind a chess interface.

use std::io::{BufRead, Write, stdin};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use super::position::{self, EngineChoice};
use super::settings::SettingsArgs;
use crate::compare::case::{Case, find};
use crate::engine::board::{Color, Move, Position};
use crate::engine::moves;
use crate::player::{Answer, Player, Settings};

/// Play through the Universal Chess Interface, on standard input and output.
///
/// The program of 1967 searches to a fixed depth and cannot be hurried: of `go` only `depth N` is heeded, and `stop` comes
/// too late. Options: Depth, Tournament.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  printf 'position startpos moves e2e4\\ngo depth 3\\n' | machack uci")]
pub struct Args {
    /// The program that plays.
    #[arg(long, value_enum, default_value = "native")]
    pub engine: EngineChoice,
    /// How it searches.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// Runs the command.
///
/// # Errors
/// Standard input cannot be read, or the program failed. A line that is not understood is answered and passed over.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let mut session = Session {
        player: position::player(args.engine)?,
        settings: args.settings.settings(),
        case: Case::position("uci", Position::initial()),
    };
    for line in stdin().lock().lines() {
        let line = line.context("read standard input")?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.split_first() {
            None => continue,
            Some((&"quit", _)) => break,
            Some((command, arguments)) => {
                if let Err(error) = session.obey(command, arguments, out) {
                    writeln!(out, "info string {error:#}")?;
                }
            }
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

struct Session {
    player: Box<dyn Player>,
    settings: Settings,
    case: Case,
}

impl Session {
    fn obey(&mut self, command: &str, arguments: &[&str], out: &mut dyn Write) -> Result<()> {
        match command {
            "uci" => {
                writeln!(out, "id name Mac Hack Six\nid author Greenblatt, Eastlake, Crocker (1967)")?;
                writeln!(
                    out,
                    "option name Depth type spin default {} min 1 max 12\noption name Tournament type check default false\nuciok",
                    self.settings.depth
                )?;
            }
            "isready" => writeln!(out, "readyok")?,
            "ucinewgame" => self.case = Case::position("uci", Position::initial()),
            "position" => self.case = read_position(arguments)?,
            "setoption" => self.set(arguments)?,
            "go" => self.go(arguments, out)?,
            // Nothing is being thought about when a line is read.
            "stop" | "debug" | "register" | "ponderhit" => {}
            other => bail!("`{other}` is not understood"),
        }
        Ok(())
    }

    fn set(&mut self, arguments: &[&str]) -> Result<()> {
        match arguments {
            ["name", name, "value", value] if name.eq_ignore_ascii_case("depth") => {
                self.settings.depth = value
                    .parse()
                    .ok()
                    .filter(|depth| (1..=12).contains(depth))
                    .context("a depth is a number from 1 to 12")?;
            }
            ["name", name, "value", value] if name.eq_ignore_ascii_case("tournament") => {
                let set = if *value == "true" { Settings::tournament() } else { Settings::normal() };
                (self.settings.widths, self.settings.depth) = (set.widths, set.depth);
            }
            _ => bail!("there is no such option"),
        }
        Ok(())
    }

    fn go(&mut self, arguments: &[&str], out: &mut dyn Write) -> Result<()> {
        let mut settings = self.settings.clone();
        if let Some(depth) = arguments.windows(2).find(|pair| pair[0] == "depth") {
            settings.depth =
                depth[1].parse::<i32>().context("`go depth` is followed by a number")?.clamp(1, 12);
        }
        let root = self.case.root();
        if moves::legal(&root).is_empty() {
            writeln!(out, "bestmove 0000")?;
            return Ok(());
        }
        let answer = self.player.think(&self.case, &settings)?;
        let line = answer.variation.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
        let nodes = answer.counters.nodes();
        writeln!(
            out,
            "info depth {} score {} nodes {nodes} pv {line}",
            settings.depth,
            score(&root, &answer)
        )?;
        writeln!(out, "bestmove {}", answer.best.map_or("0000".to_string(), |mv| mv.to_string()))?;
        Ok(())
    }
}

/// A value from White's side, 128 a pawn, as the interface wants it: from the mover's side, 100 a pawn, or moves to mate.
fn score(root: &Position, answer: &Answer) -> String {
    use crate::parameters::values::{MATE, MATE_ZONE};
    let value = if root.side() == Color::White { answer.value } else { -answer.value };
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
        let answer = |value| Answer { best: None, value, variation: vec![], counters: Default::default() };
        let white = Position::initial();
        let mut black = white.clone();
        black.make(moves::legal(&white)[0]);
        assert_eq!(score(&white, &answer(128)), "cp 100");
        assert_eq!(score(&black, &answer(128)), "cp -100");
        // White mates at ply 3: his second move.
        assert_eq!(score(&white, &answer(28672 - 3)), "mate 2");
        assert_eq!(score(&black, &answer(28672 - 2)), "mate -1");
    }
}
