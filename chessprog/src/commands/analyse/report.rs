//! What is known of a position: one value, which text, JSON and pictures are made of.

use serde::Serialize;

use super::tree::Tree;

/// What a program thinks of a position. Values are from White's side, 128 to a pawn, those of moves from the mover's.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Report {
    /// Where it comes from, and the moves that led to it.
    pub name: String,
    /// In Forsyth-Edwards notation.
    pub fen: String,
    /// The program asked.
    pub engine: &'static str,
    /// Its parameters, as they would be typed.
    pub settings: String,
    /// The key, in octal; none if the program does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// How the game is over, if it is: `mate` or `stalemate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<&'static str>,
    /// What the book plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<Named>,
    /// What the evaluator finds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// The moves as the plausible move generator orders them.
    pub plausible: Vec<Plausible>,
    /// The moves that it drops because they uncover the king, with their parts.
    pub dropped: Vec<Dropped>,
    /// What the search found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<Searched>,
    /// The tree of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Tree>,
    /// What was played in the game that the position is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<Played>,
}

/// A move in each of its notations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Named {
    /// `e2e4`
    pub coordinates: String,
    /// As the program types it: `P-K4`.
    pub descriptive: String,
    /// `e4`; none for a move of the list that is not legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algebraic: Option<String>,
}

impl Named {
    /// The notation that a reader of today knows, if the move has one.
    pub(crate) fn short(&self) -> &str {
        self.algebraic.as_deref().unwrap_or(&self.coordinates)
    }
}

/// A part of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Part {
    /// The number of the heuristic; none in the static value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<u8>,
    /// The program's comment, with the square or piece it is about.
    pub comment: String,
    /// What it adds.
    pub points: i32,
}

/// What the position evaluator finds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Evaluation {
    /// B.
    pub material: i32,
    /// R.
    pub ratio: i32,
    /// P.
    pub pawns: i32,
    /// K.
    pub king_safety: i32,
    /// C.
    pub center: i32,
    /// S, their sum.
    pub value: i32,
    /// The lines of the static evaluator's trace.
    pub trace: Vec<String>,
    /// The pieces en prise.
    pub en_prise: Vec<String>,
    /// The first feedover condition that holds, 0 for none.
    pub feedover: u8,
    /// The plausible captures, each with its gain.
    pub captures: Vec<Capture>,
}

impl Evaluation {
    /// The terms with their names.
    pub(crate) fn terms(&self) -> [(&'static str, i32); 5] {
        [
            ("material", self.material),
            ("piece ratio", self.ratio),
            ("pawns", self.pawns),
            ("king safety", self.king_safety),
            ("center", self.center),
        ]
    }
}

/// A plausible capture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Capture {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Named,
    /// What it gains.
    pub gain: i32,
}

/// A move of the generator's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Plausible {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Named,
    /// What it is sorted by.
    pub plausibility: i32,
    /// The positional value.
    pub positional: i32,
    /// Developmentally poor.
    pub poor: bool,
    /// The square it goes to is not safe.
    #[serde(rename = "unsafe")]
    pub unsafe_: bool,
    /// Investigated whatever the width.
    pub always: bool,
    /// What each heuristic adds.
    pub parts: Vec<Part>,
}

impl Plausible {
    /// `P` poor, `U` unsafe, `F` always.
    pub(crate) fn marks(&self) -> String {
        let marks = [(self.poor, 'P'), (self.unsafe_, 'U'), (self.always, 'F')];
        marks.into_iter().filter_map(|(on, mark)| on.then_some(mark)).collect()
    }

    /// The lines of its trace as `T move` types them.
    pub(crate) fn trace(&self) -> Vec<String> {
        let mut total = format!("TOTAL {} POS {}", self.plausibility, self.positional);
        for (on, word) in [(self.poor, " POOR"), (self.unsafe_, " UNSAFE"), (self.always, " ALWAYS")] {
            total += if on { word } else { "" };
        }
        self.parts.iter().map(|part| format!("{}\t{}", part.comment, part.points)).chain([total]).collect()
    }
}

/// A move that the generator drops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Dropped {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Named,
    /// The lines of its trace.
    pub trace: Vec<String>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Searched {
    /// The move; none if it found none.
    pub best: Option<Named>,
    /// Its value.
    pub value: i32,
    /// The line expected, the best move first.
    pub line: Vec<Named>,
    /// The same as the program would type it, numbered.
    pub typed: String,
    /// The moves investigated at the root.
    pub tried: Vec<Tried>,
    /// The counters by the names of the statistics.
    pub counters: serde_json::Map<String, serde_json::Value>,
    /// The lines of the statistics.
    #[serde(skip)]
    pub statistics: Vec<String>,
    /// On the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<MachineCost>,
}

/// A move investigated at the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Tried {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Named,
    /// A, the value that came back.
    pub value: i32,
    /// R, the same with its modifications.
    pub modified: i32,
    /// The value of the secondary search, if one was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secondary: Option<i32>,
    /// Whether it became the best so far.
    pub best: bool,
}

/// What a search takes on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct MachineCost {
    /// Seconds of its time.
    pub seconds: f64,
    /// Instructions.
    pub instructions: u64,
}

/// What was played in a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Played {
    /// The number of the move.
    pub number: u16,
    /// Whose move it was.
    pub side: &'static str,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Named,
    /// The seconds printed with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Whether they can be read clearly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubtful: Option<bool>,
}

impl Report {
    /// Whether the search found what was played.
    pub(crate) fn agrees(&self) -> bool {
        let found = self.search.as_ref().and_then(|search| search.best.as_ref());
        self.played.as_ref().is_some_and(|played| found.is_some_and(|best| *best == played.mv))
    }
}
