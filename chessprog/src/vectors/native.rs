//! The native engine as seen by the vector files.

use anyhow::{Context, Result};

use super::{Engine, MoveGen, Verdict};
use crate::engine::board::Position;
use crate::engine::moves::{in_check, legal, perft};
use crate::engine::notation::{self, Reading};

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
}
