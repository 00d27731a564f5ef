//! The settings of a search (specification 9.6, 10, 11).

/// Number of widths kept, for levels 1 to 32. The last one applies to all deeper levels (specification
/// 9.6).
pub const WIDTHS_KEPT: usize = 32;

/// How repeated positions are found, by the value of REP (specification 11).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[repr(u8)]
pub enum Scheme {
    /// Not at all (REP 0)
    None = 0,
    /// By a flag in the hash table, as in the 1967 article (REP 1)
    #[default]
    #[cfg_attr(feature = "cli", value(name = "open"))]
    HashFlag,
    /// By a list of the keys of earlier positions (REP 2)
    Stack,
    /// By a small table of positions, as in the program Gerbil (REP 3)
    #[cfg_attr(feature = "cli", value(name = "table"))]
    Small,
    /// By the same table, and a second score that ignores repetitions within the search, a method of H. G.
    /// Muller (REP 4)
    Shadow,
}

impl Scheme {
    /// All schemes, indexed by their numbers.
    pub const ALL: [Scheme; 5] =
        [Scheme::None, Scheme::HashFlag, Scheme::Stack, Scheme::Small, Scheme::Shadow];
}

/// The parameters of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// SETW: the widths by level. The last applies to all deeper levels. Never empty.
    pub widths: Vec<u32>,
    /// SETD: the depth D. Nodes at levels 1 to D generate plausible moves (specification 9).
    pub depth: i32,
    /// SETF: feedovers allowed on one path.
    pub feedover: i32,
    /// SETSD: depth of the secondary search, 0 to disable it.
    pub secondary: i32,
    /// SETC: all captures are marked *always* on levels 1 to this one.
    pub captures: i32,
    /// PAPER: whether the paper's rules P1 to P6 replace the rules of 1967.
    pub paper: bool,
    /// HASH: whether values are stored in the hash table and looked up there.
    pub hash: bool,
    /// HASHEX: whether a stored value is used only if its draft, the depth below it, equals the depth needed.
    /// Otherwise a greater draft is enough too.
    pub hash_exact: bool,
    /// REP: repetition scheme.
    pub repetition: Scheme,
    /// REP1: whether a node is a draw if its position has occurred once in the game. Two occurrences always
    /// make a draw.
    pub once_is_draw: bool,
    /// FIFTY: whether the search applies the 50-move rule.
    pub fifty: bool,
    /// MODS: whether a value is modified when it is returned from a node to its parent (specification 9.4).
    pub modifications: bool,
}

impl Settings {
    /// Returns the widths as the MIDAS program stores them: [`WIDTHS_KEPT`], with the last one repeated.
    pub fn kept_widths(&self) -> impl Iterator<Item = u32> {
        (1..=WIDTHS_KEPT as i32).map(|level| self.width(level))
    }

    /// Returns W(level); the root is level 1.
    #[inline]
    pub fn width(&self, level: i32) -> u32 {
        let last = self.widths.len().saturating_sub(1);
        let index = usize::try_from(level - 1).unwrap_or(0).min(last);
        self.widths.get(index).copied().unwrap_or(1)
    }

    /// Returns X, the first level without feedovers (specification 8).
    #[inline]
    pub fn feedover_limit(&self) -> i32 {
        self.depth + self.feedover + 1
    }
}
