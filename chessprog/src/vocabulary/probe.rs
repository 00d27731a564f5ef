//! Probes: the points where the two programs are compared.
//!
//! At each [`Point`] the native engine calls [`Probe::at`] with a few integers. The MIDAS program has a label
//! there, and the same integers in accumulators or memory. The programs are compared by reading the two
//! streams until they differ. Each point is one row of `points!`: its label, the Rust function, and its
//! values with their kinds and their places in the PDP-6. A call with the wrong number of values does not
//! compile.

use std::fmt;

/// The kind of a value, which determines how it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueKind {
    /// A signed number.
    Number,
    /// The number of a heuristic.
    Heuristic,
    /// A word: a key, a word of the hash table.
    Word,
    /// A move word.
    Move,
    /// A piece number.
    Piece,
    /// A square.
    Square,
    /// The marks of an entry of the plausible list, added: 4 always, 2 safe, 1 poor.
    Marks,
    /// 0 for no, -1 for yes.
    Flag,
}

/// The place of a value in the PDP-6 that has stopped at the label.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueLocation {
    /// An accumulator or a word of memory with this name.
    Plain(&'static str),
    /// The word after the one with this name.
    Next(&'static str),
    /// A field of a frame or entry: the name of the field, and the accumulator that points to the entry.
    Field(&'static str, &'static str),
    /// The word that a field points to, which is the first of an entry. The names are as in `Field`.
    Through(&'static str, &'static str),
    /// The right half of a field. The names are as in `Field`.
    RightOf(&'static str, &'static str),
    /// Bits 0 to 2 of a field. The names are as in `Field`.
    MarksOf(&'static str, &'static str),
}

/// Writes `R`, `BOUND+1`, `MLPLAU(L)`, `@MLPREV(L)`.
impl fmt::Display for ValueLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueLocation::Plain(name) => f.write_str(name),
            ValueLocation::Next(name) => write!(f, "{name}+1"),
            ValueLocation::Through(field, index) => write!(f, "@{field}({index})"),
            ValueLocation::Field(field, index)
            | ValueLocation::RightOf(field, index)
            | ValueLocation::MarksOf(field, index) => write!(f, "{field}({index})"),
        }
    }
}

/// One value of a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    /// Name of the value.
    pub name: &'static str,
    /// Kind of the value.
    pub kind: ValueKind,
    /// Place of the value in the PDP-6.
    pub place: ValueLocation,
}

/// A point in the program that reports N values each time it is reached.
#[derive(PartialEq, Eq, Debug)]
pub struct Point<const N: usize> {
    /// The data that does not depend on N.
    pub row: Row,
    values: [Value; N],
}

/// The description of a point, independent of its number of values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    /// Index of this row in [`ROWS`].
    pub index: usize,
    /// Name of the point, such as `TRIED`.
    pub name: &'static str,
    /// The label in the MIDAS text.
    pub label: &'static str,
    /// Module and name of the Rust function that reports.
    pub function: &'static str,
    /// The values that the point reports.
    pub values: &'static [Value],
}

/// Maximum number of values of a point.
pub const MOST_VALUES: usize = 8;

macro_rules! points {
    ($(
        $(#[$doc:meta])*
        $point:ident = $label:literal, $function:literal,
            [$(($name:literal, $kind:ident, $place:expr)),* $(,)?];
    )*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($point),* }
        $(
            $(#[$doc])*
            pub static $point: Point<{ [$($name),*].len() }> = {
                use ValueLocation::{Field, MarksOf, Next, Plain, RightOf, Through};
                const VALUES: [Value; [$($name),*].len()] =
                    [$(Value { name: $name, kind: ValueKind::$kind, place: $place }),*];
                const _: () = {
                    // Uses every variant, since the rows may not use them all.
                    let _ = (Plain(""), Next(""), Field("", ""));
                    let _ = (Through("", ""), RightOf("", ""), MarksOf("", ""));
                };
                Point {
                    row: Row {
                        index: Number::$point as usize,
                        name: stringify!($point),
                        label: $label,
                        function: $function,
                        values: &VALUES,
                    },
                    values: VALUES,
                }
            };
        )*
        /// All points, in the order of the table.
        pub static ROWS: &[&Row] = &[$(&$point.row),*];
    };
}

points! {
    /// START and POS of a piece, computed at its first target (specification 7.2.2).
    START = "PBSTRT", "engine::plausible::moves_of",
        [("piece", Piece, Plain("R")), ("START", Number, Plain("A")), ("POS", Number, Plain("S"))];
    /// A term of the move being scored, in the order of the trace (specification 7.4): the heuristic, the
    /// amount, and its subject as one number (`CommentSubject::packed` of the engine).
    HEURISTIC = "PBHEUR", "engine::plausible::score::report_terms",
        [("heuristic", Heuristic, Plain("B")), ("amount", Number, Plain("A")), ("about", Number, Plain("C"))];
    /// A move scored, in the order of generation.
    SCORED = "PBSCOR", "engine::plausible::score::append", [
        ("move", Move, Field("MLWORD", "L")),
        ("plausibility", Number, Field("MLPLAU", "L")),
        ("pos - POS", Number, Field("MLPOS", "L")),
        ("marks", Marks, MarksOf("MLFLAG", "L")),
        ("threats", Number, RightOf("MLFLAG", "L")),
    ];
    /// A move dropped because it uncovers its own king (specification 7.2.5).
    DROPPED = "PBDROP", "engine::plausible::score::drop_move", [("move", Move, Plain("A"))];
    /// A piece found en prise by test C (specification 5.4, 8.1).
    PRISE = "PBPRIS", "engine::evaluator::feedover::found", [("piece", Piece, Plain("R"))];
    /// A feedover condition found to hold: 1, 2 or 3, and whether the node feeds over (specification 8.1).
    FEEDOVER = "PBFEED", "engine::evaluator::scan",
        [("condition", Number, Plain("A")), ("feeds over", Flag, Plain("B"))];
    /// A plausible capture that is about to be tried (specification 8.2, 8.3).
    CAPTURE = "PBCAPT", "engine::evaluator::value",
        [("move", Move, Plain("A")), ("gain", Number, Plain("D"))];
    /// A term of the static value: 1 B, 2 R, 3 P, 4 K, 5 C, 6 their sum (specification 6).
    TERM = "PBTERM", "engine::statics::value", [("term", Number, Plain("A")), ("value", Number, Plain("B"))];
    /// A node is entered, by ENTER (specification 9.1).
    ENTER = "PBENTR", "engine::search::enter", [
        ("level", Number, Plain("LEVEL")),
        ("D", Number, Plain("DEPTH")),
        ("bound of White", Number, Plain("BOUND")),
        ("bound of Black", Number, Next("BOUND")),
        ("equal cuts White", Flag, Plain("EQ")),
        ("equal cuts Black", Flag, Next("EQ")),
        ("feedovers left", Number, Plain("FLEFT")),
        ("key", Word, Plain("KEY")),
    ];
    /// A node is left, including one that ENTER answered.
    LEAVE = "PBLEAV", "engine::search::visit",
        [("level", Number, Plain("LEVEL")), ("value", Number, Field("NDV", "L"))];
    /// A draw by repetition. Case 1: the position occurred once before in the game, 2: twice, 3: in the tree
    /// (specification 11).
    REPETITION = "PBREP", "engine::repetition::test",
        [("level", Number, Plain("LEVEL")), ("case", Number, Plain("D"))];
    /// A hash probe: index; answer 0 not usable, 1 a value, 2 refuted for Black (+32768), 3 refuted for White
    /// (-32768); the value, 0 if not usable (specification 10).
    PROBE = "PBHPRB", "engine::hash::probe",
        [("index", Number, Plain("D")), ("answer", Number, Plain("E")), ("value", Number, Plain("F"))];
    /// A result stored in the hash table.
    STORE = "PBHSTO", "engine::hash::store",
        [("index", Number, Plain("D")), ("word 0", Word, Plain("E")), ("word 1", Word, Plain("A"))];
    /// A move tried at a generator node, with A and R of specification 9.3 (before a secondary search).
    TRIED = "PBTRY", "engine::search::try_entry", [
        ("level", Number, Plain("LEVEL")),
        ("move", Move, Field("MLWORD", "B")),
        ("A", Number, Plain("Q")),
        ("R", Number, Plain("W")),
    ];
    /// A secondary search ended: A, the value that the move had before, and A2, the value that the secondary
    /// search found (specification 9.5).
    SECONDARY = "PBSEC", "engine::search::secondary::secondary",
        [("before", Number, Plain("Q")), ("A2", Number, Plain("R"))];
}

impl<const N: usize> Point<N> {
    /// The values of the point.
    pub const fn values(&self) -> &[Value; N] {
        &self.values
    }
}

/// A callback for the points that the engine reaches.
pub trait Probe {
    /// Whether the probe uses the values reported to it. If not, the engine takes shortcuts that skip or
    /// alter calls.
    const ACTIVE: bool = true;

    /// Called when the engine reaches a point, with the values there. The caller's location is the source
    /// line of the point.
    #[track_caller]
    fn at<const N: usize>(&mut self, point: &'static Point<N>, values: [i64; N]);
}

/// A probe that ignores all points: its calls compile to nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoProbe;

impl Probe for NoProbe {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn at<const N: usize>(&mut self, _: &'static Point<N>, _: [i64; N]) {}
}

impl<P: Probe> Probe for &mut P {
    const ACTIVE: bool = P::ACTIVE;

    #[inline(always)]
    fn at<const N: usize>(&mut self, point: &'static Point<N>, values: [i64; N]) {
        P::at(self, point, values);
    }
}

/// Collects all reports in a list.
impl Probe for Vec<(&'static Row, Vec<i64>)> {
    fn at<const N: usize>(&mut self, point: &'static Point<N>, values: [i64; N]) {
        self.push((&point.row, values.to_vec()));
    }
}
