//! Replays games: finds the move of each program in each position.

use anyhow::{Context, Result};
use support::signals::Stop;

use super::super::engine::Starter;
use super::super::progress;
use super::super::scores::NamedScore;
use crate::engine::position::Position;
use crate::explanation::named_by;
use crate::games::PlayedGame;
use crate::program::{Case, Coordinates, Cost};
use crate::vocabulary::{Settings, Side};

/// A column of the table: a program with its settings.
pub(super) struct Column {
    pub name: String,
    pub starter: Starter,
    pub settings: Settings,
}

/// A game with the moves of one side.
pub(super) struct ReplayedGame {
    pub title: String,
    pub name: String,
    pub side: Side,
    /// The side's moves after the book.
    pub moves: Vec<ReplayedMove>,
}

pub(super) struct ReplayedMove {
    pub number: u16,
    /// The game before the move.
    case: Case,
    position: Position,
    played: Coordinates,
    /// The printed seconds, and `true` if the reading is doubtful.
    pub printed: Option<(f64, bool)>,
    pub replies: Vec<ProgramReply>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ProgramReply {
    /// The move; `None` if the program found none.
    pub best: Option<Coordinates>,
    pub generations: u64,
    pub cost: Option<Cost>,
}

impl ProgramReply {
    pub(super) fn seconds(&self) -> Option<f64> {
        self.cost.map(|cost| cost.nanos as f64 / 1e9)
    }
}

impl ReplayedGame {
    /// Returns a game with the moves that one side made after the book, without replies.
    pub(super) fn of(game: NamedScore, played: &PlayedGame, side: Side) -> Result<ReplayedGame> {
        let mut moves = Vec::new();
        for ((case, played), mv) in played.cases().zip(&game.score.line.moves) {
            let position = case.root()?;
            if position.side() == side && !mv.is_of_book() {
                moves.push(ReplayedMove {
                    number: position.move_number(),
                    position,
                    case,
                    played,
                    printed: mv.seconds(),
                    replies: Vec::new(),
                });
            }
        }
        Ok(ReplayedGame { title: game.title, name: game.name, side, moves })
    }

    pub(super) fn found(&self, column: usize) -> usize {
        self.moves.iter().filter(|replayed| replayed.is_found(column)).count()
    }

    /// Returns the printed and the machine's seconds of the moves whose printed seconds are not doubtful.
    pub(super) fn times(&self, column: usize) -> Vec<(f64, f64)> {
        let of = |replayed: &ReplayedMove| match replayed.printed? {
            (printed, false) => Some((printed, replayed.replies[column].seconds()?)),
            (_, true) => None,
        };
        self.moves.iter().filter_map(of).collect()
    }

    pub(super) fn is_timed(&self) -> bool {
        self.moves.iter().any(|replayed| replayed.printed.is_some())
    }
}

impl ReplayedMove {
    pub(super) fn is_found(&self, column: usize) -> bool {
        self.replies[column].best == Some(self.played)
    }

    /// Returns the move played, as the program prints it.
    pub(super) fn played(&self) -> String {
        self.named(self.played)
    }

    /// Returns the move found in a column, as the program prints it.
    pub(super) fn reply(&self, column: usize) -> String {
        self.replies[column].best.map_or_else(|| "none".to_owned(), |best| self.named(best))
    }

    fn named(&self, mv: Coordinates) -> String {
        named_by(&self.position, mv).descriptive
    }
}

/// Gets the replies of all columns to all moves, each from a program just started. When stopped, removes
/// moves that lack a reply from the games. Returns the number of removed moves.
pub(super) fn ask(games: &mut [ReplayedGame], columns: &[Column], stop: &Stop) -> Result<usize> {
    let replayed: Vec<(&ReplayedGame, &ReplayedMove)> =
        games.iter().flat_map(|game| game.moves.iter().map(move |replayed| (game, replayed))).collect();
    let questions: Vec<(usize, usize)> =
        (0..replayed.len()).flat_map(|index| (0..columns.len()).map(move |column| (index, column))).collect();
    let answer = |&(index, column): &(usize, usize)| {
        let (game, replayed): (&ReplayedGame, &ReplayedMove) = replayed[index];
        let Column { name, starter, settings } = &columns[column];
        let reply = reply(starter, &replayed.case, settings);
        reply.with_context(|| format!("{name}, {}, move {}", game.title, replayed.number))
    };
    let replies = progress::for_each(&questions, stop, answer);
    let mut replies = replies.into_iter();
    for replayed in games.iter_mut().flat_map(|game| &mut game.moves) {
        replayed.replies = replies.by_ref().take(columns.len()).flatten().collect::<Result<_>>()?;
    }
    let mut left_out = 0;
    for game in games {
        let all = game.moves.len();
        game.moves.retain(|replayed| replayed.replies.len() == columns.len());
        left_out += all - game.moves.len();
    }
    Ok(left_out)
}

fn reply(starter: &Starter, case: &Case, settings: &Settings) -> Result<ProgramReply> {
    let mut running = starter.start()?;
    let program = running.program();
    program.set_up(case)?;
    let answer = program.think(settings)?;
    Ok(ProgramReply { best: answer.best, generations: answer.counters.generations, cost: program.cost() })
}
