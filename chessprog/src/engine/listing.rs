//! The listing chapter: traces, the list of the top level and statistics (specification 7.4, 14.2 to 14.4;
//! the paper's debugging aids 4 to 6); board and game as they are printed (specification 13.4, 13.6).
//!
//! This chapter asks the other chapters for results and turns them into text.

use super::attack::Tables;
use super::evaluator::captures::plausible_captures;
use super::game::Game;
use super::names::{FILES, piece_name, square_name};
use super::notation::{full_form, legal_word, write, write_listed};
use super::plausible::{Entry, Generation, NodeContext, listed};
use super::position::{CarriedState, Position};
use super::search::{RootMove, root_of};
use super::statics::{PawnTerm, pawns, value};
use crate::parameters::messages::{BACKWARD, ISOLATED, KING, MULTIPLE, PASSED};
use crate::vocabulary::probe::NoProbe;
use crate::vocabulary::{Counters, Diagram, Kind, Move, Settings, Side, Square};

/// A position as the root of a search, outside any search. The state carried by the game stays unchanged.
pub struct RootPosition<'a> {
    position: &'a Position,
    settings: &'a Settings,
    carried: CarriedState,
    tables: Tables,
}

impl<'a> RootPosition<'a> {
    /// ROOTUP: makes the tables of the current position of a game.
    pub fn new(game: &'a Game, settings: &'a Settings) -> RootPosition<'a> {
        let mut carried = *game.carried();
        let tables = Tables::of(game.position(), &mut carried);
        RootPosition { position: game.position(), settings, carried, tables }
    }

    /// Returns the sorted list of plausible moves and the generator's other results.
    fn generate(&mut self, traces: bool) -> (Vec<Entry>, Generation) {
        let root = root_of(self.position);
        let context = NodeContext { level: 1, capture_levels: self.settings.captures, root: &root };
        listed(self.position, &mut self.tables, &mut self.carried, context, traces)
    }

    /// Returns the lines that `T move` prints (specification 7.4), or no lines if the generator does not
    /// produce the move.
    pub fn trace(&mut self, mv: Move) -> Vec<String> {
        let (_, Generation { traced, .. }) = self.generate(true);
        let found = traced.iter().find(|traced| traced.mv.is_same_as(mv));
        found.map(|traced| traced.lines(self.position)).unwrap_or_default()
    }

    /// Returns the traces of all moves in the sorted list, then of those that were dropped.
    pub fn all_traces(&mut self) -> Vec<String> {
        let (list, Generation { traced, .. }) = self.generate(true);
        let kept = list
            .iter()
            .filter_map(|entry| traced.iter().find(|traced| traced.entry.is_some() && traced.mv == entry.mv));
        let dropped = traced.iter().filter(|traced| traced.entry.is_none());
        kept.chain(dropped)
            .flat_map(|traced| {
                [full_form(self.position, traced.mv)].into_iter().chain(traced.lines(self.position))
            })
            .collect()
    }

    /// TREVAL: returns the trace of the static evaluator, from White's side (specification 14.3).
    pub fn statics(&self) -> Vec<String> {
        let (position, paper) = (self.position, self.settings.paper);
        let terms = value(position, &self.tables, &root_of(position), paper, &mut NoProbe);
        let mut lines =
            vec![format!("B {}", terms.material), format!("R {}", terms.ratio), format!("P {}", terms.pawns)];
        pawns(position, &self.tables, paper, &mut |term| {
            let (word, place, points) = match term {
                PawnTerm::Multiple(_, file, points) => {
                    (MULTIPLE, FILES[usize::from(file)].to_owned(), points)
                }
                PawnTerm::Isolated(_, file, points) => {
                    (ISOLATED, FILES[usize::from(file)].to_owned(), points)
                }
                PawnTerm::Passed(square, points) => (PASSED, square_name(square, Side::White), points),
                PawnTerm::Backward(square, points) => (BACKWARD, square_name(square, Side::White), points),
            };
            if points != 0 {
                lines.push(format!("{word} {place} {points}"));
            }
        });
        lines.push(format!("K {}", terms.king));
        if !paper {
            lines.extend(
                Side::BOTH.map(|side| format!("{KING} {} {}", side.letter(), terms.kings[side.index()])),
            );
        }
        lines.extend([format!("C {}", terms.center), format!("S {}", terms.sum())]);
        lines
    }

    /// LSTMOV: returns the sorted list (specification 14.2).
    pub fn moves(&mut self) -> Vec<String> {
        let (list, _) = self.generate(false);
        move_list(self.position, &list)
    }

    /// Returns the plausible captures, sorted: move (12 columns), gain (6). A capture en passant is shown
    /// with the captured pawn's own square as its target (fault F27).
    pub fn captures(&self) -> Vec<String> {
        plausible_captures(self.position, &self.tables, self.settings.paper)
            .iter()
            .map(|capture| format!("{:<12}{:6}", write_listed(self.position, capture.mv), capture.gain))
            .collect()
    }

    /// Returns the square values of the side to move, eighth rank first, the queen's rook's file at the left;
    /// then START and POS of each of its pieces that has a target.
    pub fn developments(&mut self) -> Vec<String> {
        let (_, Generation { counts, .. }) = self.generate(true);
        let rank = |rank| {
            (1..=8).rev().map(|file| format!("{:4}", counts.squares[Square::at(file, rank)])).collect()
        };
        let mut lines: Vec<String> = (1..=8).rev().map(rank).collect();
        let mut starts = counts.starts;
        starts.sort_by_key(|&(piece, ..)| piece);
        lines.extend(
            starts
                .iter()
                .map(|&(piece, start, pos)| format!("{} {start} {pos}", piece_name(self.position, piece))),
        );
        lines
    }
}

/// LSTLST: returns a sorted list: rank (3 columns), move (12), plausibility (6), pos - POS (6), marks.
pub fn move_list(position: &Position, list: &[Entry]) -> Vec<String> {
    let line = |(rank, entry): (usize, &Entry)| {
        let (text, marks) = (write_listed(position, entry.mv), entry.letters());
        let line = format!("{rank:3} {text:<12}{:6}{:6} {marks}", entry.plausibility, entry.positional);
        line.trim_end().to_owned()
    };
    (1..).zip(list).map(line).collect()
}

/// LSTTOP: returns the one or two lines of a move investigated at the top level (specification 14.2).
pub fn investigated(position: &Position, root_move: &RootMove) -> Vec<String> {
    let star = if root_move.best { "*" } else { "" };
    let first = write_listed(position, root_move.mv);
    let after = position.after(root_move.mv);
    let rest: String =
        variation(&after, &root_move.variation).iter().map(|text| format!(" {text}")).collect();
    let mut lines = vec![format!("{star}{first} {} {}{rest}", root_move.modified, root_move.value)];
    lines.extend(root_move.secondary.map(|value| format!(" SEC {value}")));
    lines
}

/// TYVAR: returns the moves of a variation as they are printed. A variation can lack a capture made by the
/// evaluator (fault F29). From the first illegal move on, the moves are written in form 4 and not made.
pub fn variation(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut whole = true;
    let typed = |&mv: &Move| {
        let legal = legal_word(&position, mv).filter(|_| whole);
        let Some(legal) = legal else {
            whole = false;
            return full_form(&position, mv);
        };
        let text = write(&position, legal);
        position = position.after(legal);
        text
    };
    moves.iter().map(typed).collect()
}

/// TYSTAT: returns the statistics without the time (specification 14.4). `full` adds the 1967 counters.
pub fn statistics(counters: &Counters, full: bool) -> Vec<String> {
    let values = counters.values();
    let line = |pairs: Vec<(&str, u64)>| {
        let words: Vec<String> = pairs.iter().map(|(name, value)| format!("{name} {value}")).collect();
        words.join(" ")
    };
    let mut lines =
        vec![line(Counters::NAMES.into_iter().zip(values).take(Counters::IN_STATISTICS).collect())];
    if full {
        lines.push(line(Counters::OF_1967.map(|(name, place)| (name, values[place])).to_vec()));
    }
    lines
}

/// TYBORD: returns a board as printed (specification 13.6), Black's first rank first, and the side to move.
pub fn board_lines(board: &Diagram) -> Vec<String> {
    let rank = |rank| {
        let pieces: Vec<String> =
            (1..=8).rev().map(|file| code(board.board[Square::at(file, rank)])).collect();
        pieces.join(" ")
    };
    let side = format!("SIDE {}", board.side.letter());
    (1..=8).rev().map(rank).chain([side]).collect()
}

/// Returns the code of a piece on a board: `WN`, or `--` for an empty square.
fn code(man: Option<(Side, Kind)>) -> String {
    match man {
        Some((side, kind)) => format!("{}{}", side.letter(), kind.letter()),
        None => "--".to_owned(),
    }
}

/// TYGAME: returns the game in two columns: number (3 columns), blank, White's move (12), Black's move. If
/// Black moved first, `...` replaces White's first move (specification 13.4).
pub fn score(game: &Game) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    game.walk(|position, mv| {
        let text = write(position, mv);
        let number = position.move_number();
        match (position.side(), lines.last_mut()) {
            (Side::White, _) => lines.push(format!("{number:3} {text}")),
            (Side::Black, Some(line)) => *line = format!("{line:<16}{text}"),
            (Side::Black, None) => lines.push(format!("{number:3} {:<12}{text}", "...")),
        }
    });
    lines
}
