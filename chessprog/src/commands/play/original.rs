//! The program of 1967, connected to the teletype. It runs on its own machine.

use std::time::Duration;

use anyhow::{Result, ensure};
use emulator::time::Nanos;
use support::report;

use super::super::engine;
use super::program::{GameRecord, TypingLine};
use super::{Args, Opening};
use crate::explanation::words::Notation;
use crate::original::Original;

pub(super) struct OriginalPlayer {
    original: Original,
}

impl OriginalPlayer {
    pub(super) fn new(args: &Args, opening: Option<&Opening>) -> Result<OriginalPlayer> {
        let ours = [
            ("--save", args.save.is_some()),
            ("--resume", args.resume.is_some()),
            ("--journal", args.journal.is_some()),
            ("--printer", args.printer.is_some()),
            ("--tape", args.tape.is_some()),
            ("--punch", args.punch.is_some()),
            ("--dectape", !args.dectape.is_empty()),
            ("--fancy", args.fancy.is_some()),
            ("--fen", opening.is_some_and(|opening| opening.diagram.is_some())),
            ("--pgn-out", args.pgn_out.is_some()),
            ("--notation algebraic", args.notation == Notation::Algebraic),
        ];
        let given: Vec<&str> = ours.into_iter().filter_map(|(name, given)| given.then_some(name)).collect();
        ensure!(
            given.is_empty(),
            report::usage(format!(
                "the original program of 1967 can only be played at its teletype (leave out {})",
                given.join(", ")
            ))
        );
        Ok(OriginalPlayer { original: engine::original()? })
    }
}

/// The program reveals nothing of its game.
impl GameRecord for OriginalPlayer {}

impl TypingLine for OriginalPlayer {
    fn key(&mut self, key: u8) {
        self.original.strike(key);
    }

    fn waits(&self) -> bool {
        self.original.waits()
    }

    fn run(&mut self, most: Duration, paper: &mut Vec<u8>) -> Result<Duration> {
        let began = self.original.time();
        let ran = self.original.run(Nanos(most.as_nanos().min(u64::MAX.into()) as u64));
        paper.extend(self.original.paper_bytes());
        ran?;
        Ok(Duration::from_nanos(self.original.time().since(began).get()))
    }

    fn record(&mut self) -> &mut dyn GameRecord {
        self
    }
}
