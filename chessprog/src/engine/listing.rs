//! The listing chapter: traces, the list of the top level, statistics (specification 7.4, 14.2 to 14.4; the paper's debugging
//! aids 4 to 6).
//!
//! Everything here is text made of what the other chapters have found; nothing is computed twice.

use super::attack::Attacks;
use super::board::{Color, Game, Move, Position, Square};
use super::evaluate::{Fact, PawnFacts, Reference, Terms, structure};
use super::feedover::captures;
use super::moves::Guard;
use super::notation::{file_name, piece_name, square_name, write};
use super::plausible::{Importance, Scored, plausible_moves};
use super::probe::{NoProbe, Point, Probe};
use super::search::{Counters, RootMove};
use crate::parameters::comments::{COMMENTS, PAWN_WORDS, Tail};

/// A term of the plausibility of a move: heuristic number, term, and the square or number of its comment.
pub type Term = (i64, i64, i64);

/// Collects the terms of every move in generation order.
#[derive(Default)]
struct Collector {
    /// Those of the moves that are scored.
    complete: Vec<Vec<Term>>,
    /// Those of the move being scored.
    current: Vec<Term>,
}

impl Probe for Collector {
    fn at(&mut self, point: Point, values: &[i64]) {
        match (point, values) {
            (Point::Heuristic, &[heuristic, term, extra]) => self.current.push((heuristic, term, extra)),
            (Point::Scored, _) => self.complete.push(std::mem::take(&mut self.current)),
            _ => {}
        }
    }
}

/// The moves of a position as the plausible move generator sorts them, each with the terms that made its plausibility.
pub fn traced_moves(position: &Position) -> Vec<(Scored, Vec<Term>)> {
    let mut terms = Collector::default();
    let list = plausible_moves(position, &mut terms);
    let trace = |scored: Scored| (scored, std::mem::take(&mut terms.complete[usize::from(scored.index)]));
    list.into_iter().map(trace).collect()
}

/// TYTRAC: the lines of a move's trace (7.4).
pub fn move_trace(position: &Position, scored: &Scored, terms: &[Term]) -> Vec<String> {
    let line = |&(heuristic, term, extra): &Term| format!("{}\t{term}", comment(position, heuristic, extra));
    let mut lines: Vec<String> = terms.iter().map(line).collect();
    lines.push(format!("TOTAL {} POS {}", scored.plausibility, scored.positional));
    lines
}

fn comment(position: &Position, heuristic: i64, extra: i64) -> String {
    let index = usize::try_from(heuristic - 1).unwrap_or(0).min(COMMENTS.len() - 1);
    let (words, tail) = COMMENTS[index];
    let square = Square::new(extra as u8);
    match tail {
        Tail::None => words.to_owned(),
        Tail::Piece => format!("{words} {}", piece_name(position.at(square), square)),
        Tail::Square => format!("{words} {}", square_name(position.side(), square)),
        Tail::Number => format!("{words} {extra}"),
    }
}

/// TREVAL: the lines of the static evaluator's trace (14.3).
pub fn static_trace(position: &Position, reference: Reference) -> Vec<String> {
    let facts = PawnFacts::of(position);
    let terms = Terms::of(position, &facts, reference);
    let mut lines = vec![format!("B {}", terms.b), format!("R {}", terms.r), format!("P {}", terms.p)];
    structure(position, &facts, |fact, points| {
        let (word, place) = match fact {
            Fact::Isolated(square) => (PAWN_WORDS[0], square_name(Color::White, square)),
            Fact::Passed(square) => (PAWN_WORDS[1], square_name(Color::White, square)),
            Fact::Backward(square) => (PAWN_WORDS[2], square_name(Color::White, square)),
            Fact::Doubled(file) => (PAWN_WORDS[3], file_name(file).to_owned()),
        };
        lines.push(format!("{word} {place} {points}"));
    });
    lines.extend([format!("K {}", terms.k), format!("C {}", terms.c), format!("S {}", terms.s)]);
    lines
}

/// LSTMOV: the list of moves with plausibility: rank (3), move (12), plausibility (6), positional (6), marks (14.2).
pub fn move_list(position: &Position, list: &[Scored]) -> Vec<String> {
    let line = |(rank, scored): (usize, &Scored)| {
        let text = write(position, scored.mv);
        let Scored { plausibility, positional, .. } = scored;
        let line = format!("{rank:3} {text:<12}{plausibility:6}{positional:6} {}", scored.letters());
        line.trim_end().to_owned()
    };
    (1..).zip(list).map(line).collect()
}

/// LSTTOP: the line or two of a move investigated at the top level (14.2).
pub fn investigated(position: &Position, root_move: &RootMove) -> Vec<String> {
    let star = if root_move.best { "*" } else { "" };
    let mut texts = variation(position, &root_move.variation);
    let first = if texts.is_empty() { String::new() } else { texts.remove(0) };
    let rest: String = texts.into_iter().map(|text| format!(" {text}")).collect();
    let mut lines = vec![format!("{star}{first} {}{rest}", root_move.value)];
    lines.extend(root_move.secondary.map(|value| format!(" SEC {value}")));
    lines
}

/// The moves of a variation as they are typed.
pub fn variation(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(write(&position, mv));
        position.make(mv);
    }
    texts
}

/// TYSTAT: the statistics of a search (14.4).
pub fn statistics(counters: &Counters) -> String {
    counters.to_string()
}

/// TYBORD: the board as it is printed, Black's first rank first, and the side to move (13.6).
pub fn board_lines(position: &Position) -> Vec<String> {
    let rank = |rank| {
        let pieces: Vec<String> =
            (1..=8).map(|file| position.at(Square::at(file, rank)).to_string()).collect();
        pieces.join(" ")
    };
    let side = format!("SIDE {}", position.side().letter());
    (1..=8).rev().map(rank).chain([side]).collect()
}

/// TYGAME: the game in two columns: number (3), blank, White's move (12), Black's; if it begins with Black, `...` stands for
/// White's first (13.4).
pub fn score(game: &Game) -> Vec<String> {
    let mut start = game.clone();
    while start.take_back().is_some() {}
    let mut position = start.position().clone();
    let mut lines: Vec<String> = Vec::new();
    for mv in game.moves() {
        let text = write(&position, mv);
        let number = position.game_ply() / 2 + 1;
        match (position.side(), lines.last_mut()) {
            (Color::White, _) => lines.push(format!("{number:3} {text}")),
            (Color::Black, Some(line)) => *line = format!("{line:<16}{text}"),
            (Color::Black, None) => lines.push(format!("{number:3} {:<12}{text}", "...")),
        }
        position.make(mv);
    }
    lines
}

/// LSTCAP: the plausible captures, each with its gain: move (12), gain (6).
pub fn capture_list(position: &Position) -> Vec<String> {
    let attacks = Attacks::of(position);
    let mut list = Vec::new();
    captures(position, &attacks, &Guard::new(position), &mut list, &mut NoProbe);
    list.iter().map(|capture| format!("{:<12}{:6}", write(position, capture.mv), capture.gain)).collect()
}

/// LSTDEV: square importance for both sides, eighth rank first, then the development value of every piece.
pub fn importance_list(position: &Position) -> Vec<String> {
    let importance = Importance::of(position, &Attacks::of(position));
    let mut lines = Vec::new();
    for color in Color::BOTH {
        lines.push(format!("SQV {}", color.letter()));
        for rank in (1..=8).rev() {
            let value = |file| importance.of_square(color, Square::at(file, rank));
            lines.push((1..=8).map(|file| format!("{:4}", value(file))).collect());
        }
    }
    for square in position.pieces() {
        if let Some((color, kind)) = position.at(square).get() {
            let development = importance.development(position, color, kind, square, Square::NONE);
            lines.push(format!("{} {development}", piece_name(position.at(square), square)));
        }
    }
    lines
}
