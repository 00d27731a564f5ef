//! What came of the cases of a campaign, a line of JSON each.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::campaign::Verdict;
use super::difference::Difference;
use super::explain::{Suspect, explain};
use super::manifest::{CaseLine, Header};
use super::pair::Pair;
use super::tally::Tally;

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultLine {
    /// The name of the campaign.
    pub campaign: String,
    /// The number of the case.
    pub case: usize,
    /// What came of it.
    pub verdict: Word,
    /// What was compared.
    pub tally: Tally,
    /// The difference, explained if it could be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Value>,
    /// The same as text; why it was skipped, or could not be compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A verdict in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// There was no difference.
    Same,
    /// There was one.
    Different,
    /// One of the programs cannot be asked such a thing.
    Skipped,
    /// It could not be compared.
    Failed,
}

impl ResultLine {
    /// Reads a line.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<ResultLine, String> {
        serde_json::from_str(text).map_err(|why| format!("this is no result: {why}"))
    }

    /// The line.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("it has names and numbers only")
    }
}

/// Compares a case of a campaign. What it gives is a function of the case and of the programs, wherever it is made.
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
        Err(why) => return made(Word::Failed, Tally::default(), None, Some(why)),
    };
    let verdict = pair.compare(&question, header.level());
    let tally = pair.take_tally();
    match verdict {
        Ok(Verdict::Same) => made(Word::Same, tally, None, None),
        Ok(Verdict::Skipped(why)) => made(Word::Skipped, tally, None, Some(why.to_string())),
        Ok(Verdict::Different(found)) => {
            let (json, text) = told(suspect, header, &question, found);
            made(Word::Different, tally, json, Some(text))
        }
        Err(why) => made(Word::Failed, tally, None, Some(why.to_string())),
    }
}

fn told(
    suspect: Option<&Suspect>,
    header: &Header,
    question: &super::pair::Question,
    found: Difference,
) -> (Option<Value>, String) {
    match suspect {
        None => (None, found.to_string()),
        Some(suspect) => {
            let explanation = explain(suspect, question, header.level(), found);
            (Some(explanation.json()), explanation.to_string())
        }
    }
}
