//! Reports a comparison as text or in lines of JSON.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};
use support::signals::Stop;

use super::engines::Engines;
use super::smallest::smallest;
use super::{Args, DifferenceExplanation};
use crate::compare::campaign::{CampaignReport, Verdict};
use crate::compare::corpus::{Origin, Task};
use crate::compare::difference::Difference;
use crate::compare::explain::explain;
use crate::compare::pair::{Level, Question};
use crate::program::describe;

/// Writes the results of one `machack compare`, in the format that its arguments choose.
pub(super) struct Reporter<'a> {
    pub(super) args: &'a Args,
    pub(super) engines: &'a Engines,
    pub(super) level: Level,
    pub(super) stop: &'a Stop,
}

struct ExplainedDifference {
    question: Question,
    difference: Difference,
    explanation: Option<DifferenceExplanation>,
}

impl Reporter<'_> {
    fn is_campaign(&self) -> bool {
        self.args.what.campaign.is_some()
    }

    /// Writes the settings that all comparisons share. A campaign has no common settings.
    pub(super) fn begin(&self, tasks: &[Task], out: &mut dyn Write) -> Result<()> {
        if !self.args.json
            && !self.is_campaign()
            && let Some(task) = tasks.first()
        {
            writeln!(out, "{}", describe(&task.question.settings))?;
            out.flush()?;
        }
        Ok(())
    }

    /// Writes the differences. Returns the first one if it has an explanation. A campaign reduces the first
    /// one to the smallest case that still differs; --minimise reduces every one.
    pub(super) fn differences(
        &self,
        tasks: &[Task],
        outcome: &CampaignReport<Difference>,
        out: &mut dyn Write,
    ) -> Result<Option<(Question, DifferenceExplanation)>> {
        let mut first = None;
        let mut told = Vec::new();
        for (number, (index, difference)) in outcome.differences().enumerate() {
            let found = self.explained(tasks[index].question.clone(), difference.clone());
            let mut shown = vec![found];
            if !self.args.json {
                self.write(&shown[0], out)?;
            }
            if self.args.minimise || self.is_campaign() && number == 0 {
                let (question, difference) =
                    smallest(self.engines, &tasks[index].question, self.level, self.stop)?;
                shown.push(self.explained(question, difference));
                if !self.args.json {
                    writeln!(out, "the smallest that still differs:")?;
                    self.write(&shown[1], out)?;
                }
            }
            if number == 0 {
                first =
                    shown.last().and_then(|last| Some((last.question.clone(), last.explanation.clone()?)));
            }
            told.push((index, shown));
        }
        if self.args.json {
            self.lines(tasks, outcome, &told, out)?;
        }
        Ok(first)
    }

    fn explained(&self, question: Question, difference: Difference) -> ExplainedDifference {
        let suspect = self.engines.suspect();
        let explanation = suspect.map(|suspect| explain(suspect, &question, self.level, difference.clone()));
        ExplainedDifference { question, difference, explanation }
    }

    fn write(&self, explained: &ExplainedDifference, out: &mut dyn Write) -> Result<()> {
        let ExplainedDifference { question, difference, explanation } = explained;
        if self.is_campaign() || self.args.minimise {
            writeln!(out, "{}", describe(&question.settings))?;
        }
        let text = explanation.as_ref().map_or(difference.to_string(), DifferenceExplanation::to_string);
        writeln!(out, "{}\n  {}\n  {text}\n", question.case.name, question.case)?;
        Ok(())
    }

    /// Writes an object for each case that was compared or skipped.
    fn lines(
        &self,
        tasks: &[Task],
        outcome: &CampaignReport<Difference>,
        told: &[(usize, Vec<ExplainedDifference>)],
        out: &mut dyn Write,
    ) -> Result<()> {
        for (index, (task, verdict)) in tasks.iter().zip(&outcome.verdicts).enumerate() {
            let Some(verdict) = verdict else { continue };
            let mut line = of_question(&task.question);
            line["case"] = json!(index);
            line["verdict"] = json!(verdict.word());
            if let Some((_, shown)) = told.iter().find(|(known, _)| *known == index) {
                line["difference"] = of_explained(&shown[0]);
                if let Some(smallest) = shown.get(1) {
                    line["smallest"] = of_question(&smallest.question);
                    line["smallest"]["difference"] = of_explained(smallest);
                }
            }
            if let Verdict::Skipped(why) = verdict {
                line["why"] = json!(why.to_string());
            }
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    pub(super) fn end(
        &self,
        tasks: &[Task],
        outcome: &CampaignReport<Difference>,
        took: Duration,
        out: &mut dyn Write,
    ) -> Result<()> {
        let (compared, different) = (outcome.compared(), outcome.differences().count());
        if self.args.json {
            let (skipped, left) = (outcome.skipped().count(), outcome.left());
            let sums =
                json!({"compared": compared, "different": different, "skipped": skipped, "left": left});
            writeln!(out, "{sums}")?;
            return Ok(());
        }
        if self.is_campaign() {
            let different: Vec<usize> = outcome.differences().map(|(index, _)| index).collect();
            table(tasks, &different, took, out)?;
        }
        if let Some(skipped) = outcome.skipped_line() {
            writeln!(out, "{skipped}")?;
        }
        writeln!(out, "{compared} compared, {different} different")?;
        Ok(())
    }
}

fn of_question(question: &Question) -> Value {
    json!({
        "name": question.case.name,
        "position": question.case.to_string(),
        "settings": describe(&question.settings),
    })
}

fn of_explained(explained: &ExplainedDifference) -> Value {
    match &explained.explanation {
        Some(explanation) => explanation.json(),
        None => json!({"kind": "text", "text": explained.difference.to_string()}),
    }
}

/// Writes the number of positions and searches for each origin, and how many searches differed.
fn table(tasks: &[Task], different: &[usize], took: Duration, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{:<18} {:>9} {:>9} {:>9}", "", "positions", "searches", "different")?;
    for origin in Origin::ALL {
        let of_origin = || tasks.iter().filter(|task| task.origin == Some(origin));
        let mut names: Vec<&str> = of_origin().map(|task| task.question.case.name.as_str()).collect();
        names.dedup();
        let differ = different.iter().filter(|&&index| tasks[index].origin == Some(origin)).count();
        writeln!(out, "{origin:<18} {:>9} {:>9} {differ:>9}", names.len(), of_origin().count())?;
    }
    writeln!(out, "in {:.0} s", took.as_secs_f64())?;
    Ok(())
}
