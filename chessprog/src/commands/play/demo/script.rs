//! Replays a recorded game for a demonstration: types its moves at the teletype of the emulated machine.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use emulator::io::teletype;
use emulator::time::Nanos;

use super::super::machine::MachinePlayer;
use super::super::margin::{Margin, algebraic};
use super::super::program::{Console, GameRecord, TypingLine};
use crate::engine::game::Game;
use crate::engine::notation;
use crate::explanation::line;
use crate::games::{PlayedGame, Score, ScoreMove};
use crate::program::{Case, Coordinates, Start};
use crate::vocabulary::{Author, GameMove, Move, Opinion, Side};

const MAX_EXPECTED_SHOWN: usize = 6;

/// A move of the game that has not been typed yet.
struct ScriptedMove {
    mv: Move,
    /// Whether the program will be asked for its own move before this move is typed.
    asked: bool,
    /// Whether the program chose another move when it was asked.
    refused: bool,
    /// Seconds of thinking time printed in 1967, and `true` if the print is doubtful.
    printed: Option<(f64, bool)>,
}

pub(crate) struct Script {
    player: MachinePlayer,
    /// Lines to type before the next move: the caller's, or U to take back the program's move.
    lines: VecDeque<String>,
    moves: VecDeque<ScriptedMove>,
    /// The game with the moves already typed.
    game: Game,
    /// Whether the program was asked to move and has not answered yet.
    asks: bool,
    /// The machine's time for the requested search, with the scope off.
    in_the_dark: Option<Nanos>,
    /// The moves that `take_made` has not returned yet.
    made: Vec<GameMove>,
    /// Number of moves in `made` whose lines are complete on the paper.
    typed: usize,
    margin: Margin,
    pause: Duration,
    rests_until: Option<Instant>,
    over: bool,
}

impl Script {
    /// Prepares the moves of a score, at most `most` of each side.
    pub(crate) fn new(
        mut player: MachinePlayer,
        score: &Score,
        played: &PlayedGame,
        side: Side,
        most: Option<u16>,
        lines: Vec<String>,
        pause: Duration,
    ) -> Result<Script> {
        let mut moves = VecDeque::new();
        let most = most.map_or(usize::MAX, |moves| 2 * usize::from(moves));
        for ((case, played), printed) in played.cases().zip(&score.line.moves).take(most) {
            moves.push_back(next(&case, played, printed, side)?);
        }
        player.watch()?;
        Ok(Script {
            player,
            lines: lines.into(),
            moves,
            game: Game::default(),
            asks: false,
            in_the_dark: None,
            made: Vec::new(),
            typed: 0,
            margin: Margin::default(),
            pause,
            rests_until: None,
            over: false,
        })
    }

    /// Continues when the program waits: types the next line or move, or ends the game.
    fn continue_game(&mut self) -> Result<()> {
        if let Some(line) = self.lines.pop_front() {
            self.type_line(&line);
            return Ok(());
        }
        match self.moves.front() {
            None => self.over = true,
            Some(next) if next.asked => {
                self.asks = true;
                self.in_the_dark = self.player.search_time_in_the_dark()?;
                self.type_line("M");
            }
            Some(_) => self.type_move(),
        }
        Ok(())
    }

    fn type_line(&mut self, line: &str) {
        for key in teletype::keys(&format!("{line}\n")) {
            self.player.key(key);
        }
    }

    fn type_move(&mut self) {
        let Some(next) = self.moves.pop_front() else { return };
        let position = self.game.position();
        let text = notation::write(position, next.mv);
        let played = if next.refused { " was played" } else { "" };
        self.margin.expect(position, next.mv, vec![format!("{}{played}", algebraic(position, next.mv))]);
        self.game.make(next.mv);
        self.type_line(&text);
        self.rest();
    }

    fn rest(&mut self) {
        self.rests_until = (!self.pause.is_zero()).then(|| Instant::now() + self.pause);
    }

    /// Compares the program's answer with the game's move, and takes the answer back if it differs.
    fn compare(&mut self, mv: Move, opinion: Option<&Opinion>) {
        self.asks = false;
        let Some(next) = self.moves.front_mut() else { return };
        let position = self.game.position();
        let same = mv == next.mv;
        (next.asked, next.refused) = (false, !same);
        let verdict = if same { " as in the game" } else { "" };
        let in_the_dark = self.in_the_dark.take();
        let thought = opinion.map(|opinion| {
            let time = in_the_dark.or(opinion.time);
            thought(&Opinion { time, ..opinion.clone() }, next.printed)
        });
        let thought = thought.unwrap_or_default();
        let mut notes = vec![format!("{}{verdict}{thought}", algebraic(position, mv))];
        notes.extend(opinion.map(|opinion| {
            let moves: Vec<Coordinates> =
                opinion.line.iter().take(MAX_EXPECTED_SHOWN).map(|&mv| mv.into()).collect();
            let moves: Vec<String> = line(position, &moves).iter().map(|mv| mv.short().to_owned()).collect();
            format!("expects {}", moves.join(" "))
        }));
        self.margin.expect(position, mv, notes);
        if same {
            self.moves.pop_front();
            self.game.make(mv);
            self.rest();
        } else {
            self.lines.push_back("U".to_owned());
        }
    }

    fn rests(&mut self) -> bool {
        let left = self.rests_until.map(|until| until.saturating_duration_since(Instant::now()));
        match left {
            Some(left) if !left.is_zero() => {
                std::thread::sleep(left.min(Duration::from_millis(20)));
                true
            }
            _ => {
                self.rests_until = None;
                false
            }
        }
    }
}

fn next(case: &Case, played: Coordinates, printed: &ScoreMove, side: Side) -> Result<ScriptedMove> {
    ensure!(
        case.start == Start::Initial,
        "this game begins from a set-up position (expected a game from the initial position)"
    );
    let position = case.root()?;
    let mv = played.legal_in(&position).expect("the moves of a case are legal");
    let asked = position.side() == side && !printed.is_of_book();
    Ok(ScriptedMove { mv, asked, refused: false, printed: printed.seconds() })
}

/// Returns value and time, and the time printed in 1967: `: +24, 31.5 s (18.3 s)`.
fn thought(opinion: &Opinion, printed: Option<(f64, bool)>) -> String {
    let time = opinion.time.map(|time| format!(", {:.1} s", time.as_seconds())).unwrap_or_default();
    let printed =
        printed.map(|(seconds, doubtful)| format!(" ({seconds:.1}{} s)", if doubtful { "?" } else { "" }));
    format!(": {:+}{time}{}", opinion.value, printed.unwrap_or_default())
}

impl TypingLine for Script {
    fn key(&mut self, _: u8) {}

    fn waits(&self) -> bool {
        self.over
    }

    fn run(&mut self, most: Duration, paper: &mut Vec<u8>) -> Result<Duration> {
        if self.rests() {
            return Ok(Duration::ZERO);
        }
        let mut typed = Vec::new();
        let ran = self.player.run(most, &mut typed);
        for made in self.player.record().take_made() {
            match &made.author {
                Author::Search(opinion) => self.compare(made.mv, Some(opinion)),
                Author::Book => self.compare(made.mv, None),
                Author::Person => {}
            }
            self.made.push(made);
        }
        paper.extend(self.margin.annotated(&typed));
        let passed = ran?;
        if self.player.waits() {
            self.typed = self.made.len();
        }
        if self.player.waits() && self.rests_until.is_none() {
            // If the program found no move at all, the game's move is typed.
            if std::mem::take(&mut self.asks)
                && let Some(next) = self.moves.front_mut()
            {
                next.asked = false;
            }
            self.continue_game()?;
        }
        Ok(passed)
    }

    fn record(&mut self) -> &mut dyn GameRecord {
        self
    }

    fn console(&mut self) -> Option<&mut dyn Console> {
        self.player.console()
    }

    fn work(&self) -> String {
        if self.asks {
            "thinking about its move (^C leaves)".to_owned()
        } else {
            "replaying the game (^C leaves)".to_owned()
        }
    }

    fn next(&mut self) -> String {
        "The game has ended".to_owned()
    }

    fn has_left(&self) -> bool {
        self.over
    }

    fn leave(&mut self) -> Result<()> {
        self.player.leave()
    }
}

impl GameRecord for Script {
    fn take_made(&mut self) -> Vec<GameMove> {
        self.made.drain(..std::mem::take(&mut self.typed)).collect()
    }
}
