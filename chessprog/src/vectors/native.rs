//! The native engine as seen by the vector files.

use anyhow::{Context, Result};

use super::{AttackTables, Engine, Evaluation, MoveGen, PlausibleMove, Verdict};
use crate::engine::attack::Attacks;
use crate::engine::board::Position;
use crate::engine::board::{Color, Square, Squares};
use crate::engine::evaluate::{PawnFacts, Reference, Terms};
use crate::engine::moves::{in_check, legal, perft};
use crate::engine::notation::{self, Reading};
use crate::engine::plausible::{ALWAYS, Importance, POOR_MARK, SAFE, Scored, plausible_moves};
use crate::engine::probe::Point;

/// The native twin.
#[derive(Default)]
pub struct Native;

fn position(fen: &str) -> Result<Position> {
    Position::from_fen(fen).with_context(|| format!("set up `{fen}`"))
}

impl Engine for Native {
    fn movegen(&mut self, fen: &str) -> Result<MoveGen> {
        let mut position = position(fen)?;
        let moves = legal(&position);
        let after = moves.iter().map(|&mv| {
            let mut after = position.clone();
            after.make(mv);
            format!("{:o}", after.key())
        });
        Ok(MoveGen {
            key: format!("{:o}", position.key()),
            check: in_check(&position).into(),
            moves: moves.iter().map(ToString::to_string).collect(),
            words: moves.iter().map(|mv| format!("{:o}", mv.word())).collect(),
            after: after.collect(),
            perft: (1..=3).map(|depth| perft(&mut position, depth)).collect(),
        })
    }

    fn write_moves(&mut self, fen: &str) -> Result<Vec<(String, String)>> {
        let position = position(fen)?;
        Ok(legal(&position).into_iter().map(|mv| (mv.to_string(), notation::write(&position, mv))).collect())
    }

    fn read_moves(&mut self, fen: &str, texts: &[&str]) -> Result<Vec<Verdict>> {
        let position = position(fen)?;
        let verdict = |text: &&str| match notation::read(&position, text) {
            Reading::Move(mv, _) => Verdict::Ok(mv.to_string()),
            Reading::Illegal => Verdict::Illegal,
            Reading::Ambiguous(moves) => Verdict::Ambiguous(
                moves.iter().map(ToString::to_string).collect(),
                notation::ambiguous(&moves),
            ),
            Reading::Unreadable => Verdict::Unreadable,
        };
        Ok(texts.iter().map(verdict).collect())
    }

    fn attacks(&mut self, fen: &str) -> Result<AttackTables> {
        let position = position(fen)?;
        let attacks = Attacks::of(&position);
        let importance = Importance::of(&position, &attacks);
        let pinned = |square: Square| attacks.pin(square) != 0;
        let development = position.pieces().filter_map(|square| {
            let (color, kind) = position.at(square).get()?;
            Some((square.number(), importance.development(&position, color, kind, square, Square::NONE)))
        });
        Ok(AttackTables {
            n0: table(|square| attacks.count(Color::White, square)),
            n1: table(|square| attacks.count(Color::Black, square)),
            lv0: table(|square| attacks.least(Color::White, square)),
            lv1: table(|square| attacks.least(Color::Black, square)),
            pin: table(|square| attacks.pin(square)),
            pdir: table(|square| if pinned(square) { attacks.pin_direction(square) } else { 0 }),
            pbase: table(|square| if pinned(square) { attacks.pin_base(square).number() } else { 0 }),
            enp: table(|square| attacks.prise(square)),
            duty: table(|square| attacks.duty(square)),
            duties: attacks.duties().iter().map(|(by, square)| (by.number(), square.number())).collect(),
            trapped: position
                .pieces()
                .filter(|&at| attacks.trapped(&position, at))
                .map(Square::number)
                .collect(),
            sqv0: table(|square| importance.of_square(Color::White, square)),
            sqv1: table(|square| importance.of_square(Color::Black, square)),
            dev: development.collect(),
        })
    }

    fn evaluation(&mut self, fen: &str, w0: i32, b0: i32) -> Result<Evaluation> {
        let position = position(fen)?;
        let facts = PawnFacts::of(&position);
        let Terms { b, r, p, k, c, s } = Terms::of(&position, &facts, Reference { white: w0, black: b0 });
        let squares = |set| Squares(set).map(Square::number).collect();
        Ok(Evaluation {
            b,
            r,
            p,
            k,
            c,
            s,
            isolated: squares(facts.isolated),
            passed: squares(facts.passed),
            defended: squares(facts.defended),
            backward: squares(facts.backward),
        })
    }

    fn plausible(&mut self, fen: &str) -> Result<Vec<PlausibleMove>> {
        let position = position(fen)?;
        let mut trace: Vec<(Point, Vec<i64>)> = Vec::new();
        let list = plausible_moves(&position, &mut trace);
        // The trace is in generation order, a `Generated` before the heuristics of each move.
        let mut terms: Vec<Vec<(i64, i64, i64)>> = Vec::new();
        for (point, values) in trace {
            match (point, values.as_slice()) {
                (Point::Generated, _) => terms.push(Vec::new()),
                (Point::Heuristic, &[heuristic, term, extra]) => {
                    terms.last_mut().context("a heuristic before any move")?.push((heuristic, term, extra));
                }
                _ => {}
            }
        }
        let record = |scored: Scored| {
            let marks = [(POOR_MARK, true, 'P'), (SAFE, false, 'U'), (ALWAYS, true, 'F')];
            let shown = marks.into_iter().filter(|&(mark, shown, _)| scored.has(mark) == shown);
            (
                scored.mv.to_string(),
                scored.plausibility,
                scored.positional,
                shown.map(|(_, _, letter)| letter).collect(),
                scored.index,
                terms[usize::from(scored.index)].clone(),
            )
        };
        Ok(list.into_iter().map(record).collect())
    }
}

fn table<T>(entry: impl FnMut(Square) -> T) -> Vec<T> {
    Square::all().map(entry).collect()
}
