//! Makes a differing case as small as possible.

use anyhow::{Result, bail};
use support::signals::Stop;

use super::engines::Engines;
use crate::compare::campaign::Verdict;
use crate::compare::difference::Difference;
use crate::compare::minimise::minimise_question;
use crate::compare::pair::{Level, Pair, Question};

pub(super) fn smallest(
    engines: &Engines,
    question: &Question,
    level: Level,
    stop: &Stop,
) -> Result<(Question, Difference)> {
    let mut pair = engines.pair(level)?;
    let differs = |question: &Question| {
        !stop.is_wanted() && differ(&mut pair, question, level).is_ok_and(|d| d.is_some())
    };
    let smallest = minimise_question(question, differs);
    match differ(&mut pair, &smallest, level)? {
        Some(difference) => Ok((smallest, difference)),
        None => bail!("{}: the difference was not found again", question.case.name),
    }
}

fn differ(pair: &mut Pair, question: &Question, level: Level) -> Result<Option<Difference>> {
    Ok(match pair.compare(question, level)? {
        Verdict::Different(difference) => Some(difference),
        Verdict::Same | Verdict::Skipped(_) => None,
    })
}
