//! The native twin as a player.

use std::sync::atomic::AtomicBool;

use anyhow::Result;

use crate::compare::case::Case;
use crate::engine::probe::{NoProbe, Probe};
use crate::engine::search::Memory;
use crate::player::{Answer, Counters, Player, Settings};

/// The native program with what it keeps from search to search.
#[derive(Default)]
pub struct Native {
    memory: Memory,
}

impl Native {
    /// A fresh one.
    pub fn new() -> Native {
        Native::default()
    }

    /// Searches the position that a game has reached; the probe hears of everything.
    pub fn think_probed(&mut self, case: &Case, settings: &Settings, probe: impl Probe) -> Answer {
        let never = AtomicBool::new(false);
        let nothing = Answer { best: None, value: 0, variation: Vec::new(), counters: Counters::default() };
        self.think_until(case, settings, &never, probe).unwrap_or(nothing)
    }

    /// The same until `stop` is set by another: then, and where there is no legal move, it gives nothing.
    pub fn think_until(
        &mut self,
        case: &Case,
        settings: &Settings,
        stop: &AtomicBool,
        mut probe: impl Probe,
    ) -> Option<Answer> {
        let found = self.memory.think(&case.played(), settings, stop, &mut probe).answer?;
        Some(Answer {
            best: Some(found.best),
            value: found.value.into(),
            variation: found.variation,
            counters: found.counters,
        })
    }
}

impl Player for Native {
    fn think(&mut self, case: &Case, settings: &Settings) -> Result<Answer> {
        Ok(self.think_probed(case, settings, NoProbe))
    }

    fn machine_time(&self) -> Option<u64> {
        None
    }
}
