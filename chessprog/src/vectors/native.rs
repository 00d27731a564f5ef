//! The native engine as seen by the vector files.

use anyhow::{Context, Result};

use super::{Engine, MoveGen};
use crate::engine::board::Position;
use crate::engine::moves::{in_check, legal, perft};

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
}
