//! Errors in the files of a campaign.

use super::FORMAT_VERSION;
use crate::compare::epd::EpdError;

/// An invalid line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}: {why}")]
pub struct BadLine {
    /// Name of the file, or `standard input`.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub why: LineFault,
}

/// What is wrong with a line of a manifest, or of a file of results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineFault {
    /// The file has no lines.
    #[error("the file is empty")]
    Empty,
    /// The first line does not begin a manifest.
    #[error("this is not a manifest (`machack compare --write-manifest FILE` writes one)")]
    NotAManifest,
    /// The line is not the expected JSON: a message, and the parser's reason.
    #[error("{0}: {1}")]
    Json(&'static str, String),
    /// The manifest has another format.
    #[error("the manifest has format {0} (expected {FORMAT_VERSION}); make a new one with --write-manifest")]
    Format(u32),
    /// The number of the case is not its position in the file.
    #[error("expected case {expected}, found case {found}: lines are missing or occur twice")]
    #[allow(missing_docs, reason = "the names say it")]
    Order { found: usize, expected: usize },
    /// Cases are missing at the end.
    #[error("the file ends after {read} of {cases} cases, so it is incomplete")]
    #[allow(missing_docs, reason = "the names say it")]
    Short { read: usize, cases: usize },
    /// The cases do not match the campaign's name, which is a checksum.
    #[error("the cases are not those of campaign {0}: the file was changed")]
    Changed(String),
    /// The last line has no line end.
    #[error("the line is incomplete")]
    Cut,
    /// The result belongs to another campaign: the names of that campaign and of the manifest's campaign.
    #[error("the result is of campaign {0}, but the manifest is of campaign {1}")]
    OtherCampaign(String, String),
    /// The result is of a case that does not exist.
    #[error("the campaign has no case {0}")]
    NoCase(usize),
    /// The same result was read before.
    #[error("case {0} is reported twice; it counts once")]
    Twice(usize),
    /// A different result was read before.
    #[error("case {0} has another result elsewhere; neither counts")]
    Disputed(usize),
}

impl LineFault {
    /// Returns a function that turns an error of the JSON parser into a fault with the message `what`.
    pub(crate) fn json(what: &'static str) -> impl Fn(serde_json::Error) -> LineFault {
        move |why| LineFault::Json(what, why.to_string())
    }
}

/// Why this program cannot run the campaign of a manifest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ManifestMismatch {
    /// The version that made the manifest, and the version of this program.
    #[error(
        "the manifest was made by version {0}, but this is version {1}; make a new one with --write-manifest"
    )]
    Version(String, &'static str),
    /// The checksum of the MIDAS program in the manifest, and that of the current MIDAS program.
    #[error(
        "the manifest was made for the MIDAS program {0}, but this one is {1}; make a new one with \
         --write-manifest"
    )]
    Program(String, String),
}

/// Why a case of a manifest cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseFault {
    /// The position of the case cannot be read, or a move is illegal.
    #[error(transparent)]
    Position(EpdError),
    /// The case has no position.
    #[error("the case has no position")]
    NoPosition,
    /// The settings of the case cannot be read.
    #[error("invalid settings `{0}` (expected all parameters in their order: `SETW 6, SETD 4, ...`)")]
    Settings(String),
}

/// A text that does not name a part of a campaign's cases.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a part (expected I/N, such as 3/16 for the third of sixteen parts)")]
pub struct ParseShardError(pub String);
