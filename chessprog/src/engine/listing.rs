//! The listing chapter: traces, the list of the top level, statistics (specification 7.4, 14.2 to 14.4; the paper's debugging
//! aids 4 to 6).
//!
//! Everything here is text made of what the other chapters have found; nothing is computed twice.

use super::board::{Color, Move, Position};
use super::evaluate::{Fact, PawnFacts, Reference, Terms, structure};
use super::notation::{file_name, piece_name, square_name, write};
use super::plausible::{ALWAYS, POOR_MARK, SAFE, Scored, plausible_moves};
use super::probe::{Point, Probe};
use super::search::{Answer, Counters, RootMove};
use crate::parameters::comments::{COMMENTS, PAWN_WORDS, Tail};

/// A term of the plausibility of a move: heuristic number, term, and the square or number of its comment.
pub type Term = (i64, i64, i64);

/// Collects the terms of every move in generation order.
#[derive(Default)]
struct Collector(Vec<Vec<Term>>);

impl Probe for Collector {
    fn at(&mut self, point: Point, values: &[i64]) {
        match (point, values) {
            (Point::Generated, _) => self.0.push(Vec::new()),
            (Point::Heuristic, &[heuristic, term, extra]) => {
                if let Some(terms) = self.0.last_mut() {
                    terms.push((heuristic, term, extra));
                }
            }
            _ => {}
        }
    }
}

/// The moves of a position as the plausible move generator sorts them, each with the terms that made its plausibility.
pub fn traced_moves(position: &Position) -> Vec<(Scored, Vec<Term>)> {
    let mut terms = Collector::default();
    let list = plausible_moves(position, &mut terms);
    let trace = |scored: Scored| (scored, std::mem::take(&mut terms.0[usize::from(scored.index)]));
    list.into_iter().map(trace).collect()
}

/// TRMOVE: the lines of a move's trace (7.4).
pub fn move_trace(position: &Position, scored: &Scored, terms: &[Term]) -> Vec<String> {
    let line = |&(heuristic, term, extra): &Term| format!("{}\t{term}", comment(position, heuristic, extra));
    let mut lines: Vec<String> = terms.iter().map(line).collect();
    lines.push(format!("TOTAL {} POS {}", scored.plausibility, scored.positional));
    lines
}

fn comment(position: &Position, heuristic: i64, extra: i64) -> String {
    let index = usize::try_from(heuristic - 1).unwrap_or(0).min(COMMENTS.len() - 1);
    let (words, tail) = COMMENTS[index];
    let square = super::board::Square::new(extra as u8);
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
        let marks = [(POOR_MARK, true, 'P'), (SAFE, false, 'U'), (ALWAYS, true, 'F')];
        let marks: String = marks
            .into_iter()
            .filter(|&(mark, shown, _)| scored.has(mark) == shown)
            .map(|(_, _, letter)| letter)
            .collect();
        let line = format!("{rank:3} {text:<12}{:6}{:6} {marks}", scored.plausibility, scored.positional);
        line.trim_end().to_owned()
    };
    (1..).zip(list).map(line).collect()
}

/// LSTTOP: the line or two of each move investigated at the top level (14.2).
pub fn investigated(position: &Position, answer: &Answer) -> Vec<String> {
    answer.tried.iter().flat_map(|root_move| investigated_move(position, root_move)).collect()
}

fn investigated_move(position: &Position, root_move: &RootMove) -> Vec<String> {
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

/// STATL: the statistics of a search (14.4).
pub fn statistics(counters: &Counters) -> String {
    let Counters { pmg, eval, feed, nodes, hash, rep, cut, sec } = counters;
    format!("PMG {pmg} EVAL {eval} FEED {feed} NODES {nodes} HASH {hash} REP {rep} CUT {cut} SEC {sec}")
}
