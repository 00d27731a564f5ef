//! A differing case as small as it can be.

use anyhow::{Result, bail};
use emulator::signals::Stop;

use super::engines::Engines;
use crate::compare::campaign::Verdict;
use crate::compare::difference::Difference;
use crate::compare::minimise;
use crate::compare::pair::{Level, Pair, Question};
use crate::vocabulary::Settings;

/// How often a smaller case is tried before it is left as it is.
const SHRINKING: usize = 300;

/// A question as small as it can be that still differs, and how: first the position, then one search, then its depth.
///
/// # Errors
/// The programs do not start, or the difference does not come again.
pub(super) fn smallest(
    engines: &Engines,
    question: &Question,
    level: Level,
    stop: &Stop,
) -> Result<(Question, Difference)> {
    let mut pair = engines.pair(level)?;
    let mut differs = |question: &Question| {
        !stop.is_wanted() && differ(&mut pair, question, level).is_ok_and(|d| d.is_some())
    };
    let case = minimise::minimise(&question.case, SHRINKING, |case| {
        differs(&Question { case: case.clone(), ..question.clone() })
    });
    let mut smallest = Question { case, ..question.clone() };
    let single = Question { searches: 1, ..smallest.clone() };
    if smallest.searches > 1 && differs(&single) {
        smallest = single;
    }
    for depth in 0..smallest.settings.depth {
        let settings = Settings { depth, ..smallest.settings.clone() };
        let shallow = Question { settings, ..smallest.clone() };
        if differs(&shallow) {
            smallest = shallow;
            break;
        }
    }
    match differ(&mut pair, &smallest, level)? {
        Some(difference) => Ok((smallest, difference)),
        None => bail!("{}: the difference does not come again", question.case.name),
    }
}

fn differ(pair: &mut Pair, question: &Question, level: Level) -> Result<Option<Difference>> {
    Ok(match pair.compare(question, level)? {
        Verdict::Different(difference) => Some(difference),
        Verdict::Same | Verdict::Skipped(_) => None,
    })
}
