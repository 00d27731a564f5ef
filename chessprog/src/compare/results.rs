//! The results of a campaign's cases, one line of JSON each.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::campaign::Verdict;
use super::explain::{Suspect, explain};
use super::manifest::{CaseLine, Header, LineFault};
use super::pair::Pair;
use super::tally::Tally;

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultLine {
    /// Name of the campaign.
    pub campaign: String,
    /// Number of the case in the manifest, from 0.
    pub case: usize,
    /// How the comparison ended.
    pub verdict: VerdictKind,
    /// Totals of what was compared.
    pub tally: Tally,
    /// The difference with its explanation, for a case that differs if differences are explained.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Value>,
    /// The difference as text, or the reason why the case was skipped or failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A verdict as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// The programs agree.
    Same,
    /// The programs differ.
    Different,
    /// One of the programs does not support the case.
    Skipped,
    /// The case could not be compared.
    Failed,
}

impl ResultLine {
    /// Reads a line.
    ///
    /// # Errors
    /// Returns an error if the line is not a result.
    pub fn parse(text: &str) -> Result<ResultLine, LineFault> {
        serde_json::from_str(text).map_err(LineFault::json("invalid result"))
    }

    /// Returns the result as a line.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("it has names and numbers only")
    }
}

/// Compares a case of a campaign. The result depends only on the case and the programs. With `suspect`, a
/// difference is explained.
pub fn compare(pair: &mut Pair, suspect: Option<&Suspect>, header: &Header, case: &CaseLine) -> ResultLine {
    let made = |verdict, tally, difference, text| ResultLine {
        campaign: header.campaign.clone(),
        case: case.case,
        verdict,
        tally,
        difference,
        text,
    };
    let question = match case.question() {
        Ok(question) => question,
        Err(why) => return made(VerdictKind::Failed, Tally::default(), None, Some(why.to_string())),
    };
    let verdict = pair.compare(&question, header.level);
    let tally = pair.take_tally();
    match verdict {
        Ok(Verdict::Same) => made(VerdictKind::Same, tally, None, None),
        Ok(Verdict::Skipped(why)) => made(VerdictKind::Skipped, tally, None, Some(why.to_string())),
        Ok(Verdict::Different(found)) => {
            let Some(suspect) = suspect else {
                return made(VerdictKind::Different, tally, None, Some(found.to_string()));
            };
            let explanation = explain(suspect, &question, header.level, found);
            made(VerdictKind::Different, tally, Some(explanation.json()), Some(explanation.to_string()))
        }
        Err(why) => made(VerdictKind::Failed, tally, None, Some(why.to_string())),
    }
}
