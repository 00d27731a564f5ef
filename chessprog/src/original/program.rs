//! The program of 1967 as a program that plays.

use anyhow::{Context, Result, bail, ensure};

use super::{Original, Settings as OwnSettings};
use crate::parameters::values::REFUTED;
use crate::program::{Answer, Case, ChessProgram, Coordinates, Cost, Start, State, Tried};
use crate::vocabulary::{Counters, Scheme, Settings, Side};

impl Original {
    /// What it can be told of settings.
    ///
    /// # Errors
    /// They ask for something that came later.
    fn take(&mut self, settings: &Settings) -> Result<()> {
        let later = [
            ("PAPER", settings.paper),
            ("HASH", settings.hash),
            ("REP", settings.repetition != Scheme::None),
            ("SETSD", settings.secondary != 0),
            ("FIFTY", settings.fifty),
        ];
        if let Some((name, _)) = later.into_iter().find(|&(_, on)| on) {
            bail!("the program of 1967 has no {name}: give it the settings of ORIG (--orig)");
        }
        ensure!(settings.modifications, "the program of 1967 always modifies returned values (MODS 1)");
        ensure!(settings.captures == CAPTURES, "the program of 1967 is asked only with SETC {CAPTURES}");
        let number = |value: i32| u32::try_from(value).unwrap_or(0);
        let own = OwnSettings {
            depth: number(settings.depth),
            widths: settings.widths.clone(),
            feedovers: number(settings.feedover),
        };
        if *self.settings() != own {
            self.set(&own)?;
        }
        Ok(())
    }
}

/// SETC as it starts with it.
const CAPTURES: i32 = 2;

fn coordinates(texts: &[String]) -> Result<Vec<Coordinates>> {
    texts.iter().map(|text| Ok(text.parse()?)).collect()
}

impl ChessProgram for Original {
    fn name(&self) -> &'static str {
        "original"
    }

    fn set_up(&mut self, case: &Case) -> Result<()> {
        ensure!(
            case.start == Start::Initial,
            "the program of 1967 cannot be given a position, only a game from the beginning"
        );
        self.reset()?;
        let moves: Vec<String> = case.moves.iter().map(Coordinates::to_string).collect();
        Ok(self.play_moves(&moves)?)
    }

    fn play(&mut self, mv: Coordinates) -> Result<()> {
        Ok(self.play_moves(&[mv.to_string()])?)
    }

    fn think(&mut self, settings: &Settings) -> Result<Answer> {
        self.take(settings)?;
        let found = Original::think(self)?;
        self.cost = Some(Cost { nanos: found.time.get(), instructions: found.instructions });
        let side = if self.position().white_to_move() { Side::White } else { Side::Black };
        let mut window = [-REFUTED, REFUTED];
        let mut tried = Vec::new();
        for one in &found.tried {
            let number = |value: i64| i32::try_from(value).context("a value that is none");
            let (value, modified) = (number(one.value)?, number(one.modified)?);
            // A refuted move has no better value than the worst.
            let best = side.sign() * modified > side.sign() * window[side.index()];
            tried.push(Tried {
                mv: one.mv.parse()?,
                value,
                modified,
                secondary: None,
                best,
                window,
                line: coordinates(&one.line)?,
            });
            if best {
                window[side.index()] = modified;
            }
        }
        let counted = found.counters;
        Ok(Answer {
            best: found.mv.as_deref().map(str::parse).transpose()?,
            value: i32::try_from(found.value).context("a value that is none")?,
            variation: coordinates(&found.pv)?,
            counters: Counters {
                generations: counted.generated,
                evaluations: counted.evaluated,
                feedovers: counted.feedovers,
                cuts: counted.cuts,
                refused: counted.refused,
                captures: counted.captures,
                tried: counted.moves,
                tables: counted.attacks,
                ..Counters::default()
            },
            tried,
        })
    }

    fn state(&mut self) -> Result<Option<State>> {
        Ok(None)
    }

    fn cost(&self) -> Option<Cost> {
        self.cost
    }
}
