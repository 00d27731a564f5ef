//! Implements [`ChessProgram`] for the program of 1967.

use super::{Original, OriginalError, UnsupportedCase};
use crate::program::{Answer, Case, ChessProgram, Coordinates, Cost, NoAnswer, State};
use crate::vocabulary::Settings;

impl ChessProgram for Original {
    fn name(&self) -> &'static str {
        "original"
    }

    fn set_up(&mut self, case: &Case) -> Result<(), NoAnswer> {
        if let Some(unfit) = UnsupportedCase::of_case(case) {
            return Err(OriginalError::Unfit(unfit).into());
        }
        self.reset()?;
        case.moves.iter().try_for_each(|&mv| self.play(mv))
    }

    fn play(&mut self, mv: Coordinates) -> Result<(), NoAnswer> {
        Ok(self.make(mv)?)
    }

    fn think(&mut self, settings: &Settings) -> Result<Answer, NoAnswer> {
        if self.settings != *settings {
            self.set(settings)?;
        }
        Ok(self.search()?)
    }

    fn state(&mut self) -> Result<Option<State>, NoAnswer> {
        Ok(None)
    }

    fn cost(&self) -> Option<Cost> {
        self.cost
    }
}
