//! Probes: the places at which the two programs are compared.
//!
//! At each [`Point`] the native engine calls [`Probe::at`] with a few integers, and the MIDAS program has a label at which
//! the same integers stand in accumulators or memory. Comparing the programs is reading the two streams until they
//! differ.
//!
//! At a node the order is: [`Point::Enter`]; then, below the root of the search and unless the one before ended the node,
//! [`Point::Repetition`] and [`Point::HashProbe`]; then, in the plausible move search, for each legal move
//! [`Point::Generated`], its [`Point::Heuristic`]s and [`Point::Scored`], and afterwards for each move tried the events of the
//! node below it and [`Point::Tried`]; in the position evaluator [`Point::Feedover`] (only where the condition is looked for;
//! if it holds the plausible move search follows), then, as its static value is needed, six [`Point::Term`]s, then all
//! [`Point::Capture`]s, then the events of the nodes below; [`Point::HashStore`] if something is stored; [`Point::Leave`]. The
//! root has no [`Point::Enter`] and [`Point::Leave`]; [`Point::Secondary`] follows the events of a secondary search.

/// A place in the program that reports what it has just found.
///
/// The variants are in the order of the chapters. Squares are numbers of specification 3.1, words are given as the integer
/// from 0 to 2^36 - 1, values are signed, from White's side unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Point {
    /// A legal move found by the generator for the plausible move generator, in generation order: index, move word.
    Generated,
    /// A term of the static evaluator: number (1 B, 2 R, 3 P, 4 K, 5 C, 6 S), value. Always all six, in this order; in the
    /// position evaluator only once the feedover condition was found not to hold.
    Term,
    /// A heuristic's contribution to the move being scored, in trace order and only if it is not zero: number (1-60), term
    /// (from the mover's side), the square of the comment, or the number of threats for 15, else 0.
    Heuristic,
    /// A move fully scored, in generation order: move word, plausibility, positional value (from the mover's side), marks
    /// (4 investigate always, 2 safe, 1 developmentally poor: bits 0 to 2 of the flags word, right-justified).
    Scored,
    /// The position evaluator looked at the feedover condition: 0 none, 1 1A, 2 1B, 3 2, 4 3 (the first that holds).
    Feedover,
    /// A plausible capture, in the order in which they will be tried: move word, gain.
    Capture,
    /// A node entered: ply k, depth D in plies, best so far for White, best so far for Black, hash key.
    Enter,
    /// A node left: ply k, value, lower and upper real bound.
    Leave,
    /// A move tried at a node by the plausible move search, its value modified: ply k of the node, move word, value.
    Tried,
    /// A secondary search ended: value before it, value after it.
    Secondary,
    /// A hash probe: index, answer (0 no use, 1 exact, 2 lower bound, 3 upper bound), value (0 if no use).
    HashProbe,
    /// A result stored in the hash table: index, word 0, word 1.
    HashStore,
    /// A draw by repetition returned: ply k, case (2 twice or more in the game, 3 in the tree, 1 once in the game).
    Repetition,
}

impl Point {
    /// All points, in the order of the chapters.
    pub const ALL: [Point; 13] = [
        Point::Generated,
        Point::Term,
        Point::Heuristic,
        Point::Scored,
        Point::Feedover,
        Point::Capture,
        Point::Enter,
        Point::Leave,
        Point::Tried,
        Point::Secondary,
        Point::HashProbe,
        Point::HashStore,
        Point::Repetition,
    ];

    /// The label in the MIDAS text at which the same integers are to be found.
    pub const fn label(self) -> &'static str {
        match self {
            Point::Generated => "PBGEN",
            Point::Term => "PBTERM",
            Point::Heuristic => "PBHEUR",
            Point::Scored => "PBSCOR",
            Point::Feedover => "PBFEED",
            Point::Capture => "PBCAPT",
            Point::Enter => "PBENTR",
            Point::Leave => "PBLEAV",
            Point::Tried => "PBTRY",
            Point::Secondary => "PBSEC",
            Point::HashProbe => "PBHPRB",
            Point::HashStore => "PBHSTO",
            Point::Repetition => "PBREP",
        }
    }

    /// The Rust function that reports at this point.
    pub const fn function(self) -> &'static str {
        match self {
            Point::Generated | Point::Heuristic | Point::Scored => "engine::plausible::generate",
            Point::Term => "engine::evaluate::evaluate",
            Point::Feedover => "engine::feedover::condition",
            Point::Capture => "engine::feedover::captures",
            Point::Enter | Point::Leave => "engine::search::Search::look",
            Point::Tried => "engine::search::Search::plausible_search",
            Point::Secondary => "engine::search::Search::secondary",
            Point::HashProbe => "engine::hash::Table::probe",
            Point::HashStore => "engine::hash::Table::store",
            Point::Repetition => "engine::repetition::Repetition::test",
        }
    }

    /// What the values are, in order.
    pub const fn values(self) -> &'static [&'static str] {
        match self {
            Point::Generated => &["index", "move"],
            Point::Term => &["term", "value"],
            Point::Heuristic => &["heuristic", "term", "extra"],
            Point::Scored => &["move", "plausibility", "positional", "marks"],
            Point::Feedover => &["condition"],
            Point::Capture => &["move", "gain"],
            Point::Enter => &["ply", "depth", "best for White", "best for Black", "key"],
            Point::Leave => &["ply", "value", "lower", "upper"],
            Point::Tried => &["ply", "move", "value"],
            Point::Secondary => &["before", "after"],
            Point::HashProbe => &["index", "answer", "value"],
            Point::HashStore => &["index", "word 0", "word 1"],
            Point::Repetition => &["ply", "case"],
        }
    }
}

/// Something that listens to the engine.
pub trait Probe {
    /// Whether anything listens; the engine takes shortcuts that nobody can see if not.
    const ACTIVE: bool = true;

    /// The engine is at this point and has these values, as [`Point`] counts them up.
    fn at(&mut self, point: Point, values: &[i64]);
}

/// Nobody listens: every call compiles to nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoProbe;

impl Probe for NoProbe {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn at(&mut self, _: Point, _: &[i64]) {}
}

impl<P: Probe> Probe for &mut P {
    const ACTIVE: bool = P::ACTIVE;

    #[inline(always)]
    fn at(&mut self, point: Point, values: &[i64]) {
        P::at(self, point, values);
    }
}

/// A list of everything reported.
impl Probe for Vec<(Point, Vec<i64>)> {
    fn at(&mut self, point: Point, values: &[i64]) {
        self.push((point, values.to_vec()));
    }
}
