//! What a search counts (specification 9.7, 14.4).

/// The counters of a search. Names are those of 14.4, or of 1967 where that line has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// PMG, NPL: generator nodes, feedovers included.
    pub generations: u64,
    /// EVAL, NSV: evaluator nodes, also those that become feedovers.
    pub evaluations: u64,
    /// FEED, NFD: feedovers made.
    pub feedovers: u64,
    /// NODES: passages of ENTER, the root's included.
    pub nodes: u64,
    /// HASH: probes that returned.
    pub hash: u64,
    /// REP: draws by repetition.
    pub rep: u64,
    /// CUT, NABF: cuts at generator nodes.
    pub cuts: u64,
    /// SEC: secondary searches.
    pub secondary: u64,
    /// NMFD: feedovers wanted and refused.
    pub refused: u64,
    /// NSVS: evaluator nodes reached by a capture of the evaluator.
    pub captures: u64,
    /// NMMV: moves tried, legal or not.
    pub tried: u64,
    /// NCAT: makings of the attack tables.
    pub tables: u64,
}

impl Counters {
    /// The names of the statistics line (specification 14.4), in its order, then those of 9.7 that it has not.
    pub const NAMES: [&'static str; 12] =
        ["PMG", "EVAL", "FEED", "NODES", "HASH", "REP", "CUT", "SEC", "NMFD", "NSVS", "NMMV", "NCAT"];

    /// How many of [`Counters::NAMES`] the statistics line has.
    pub const IN_STATISTICS: usize = 8;

    /// The line of the 1967 counters (specification 14.4): name, and place in [`Counters::values`].
    pub const OF_1967: [(&'static str, usize); 8] = [
        ("NPL", 0),
        ("NSV", 1),
        ("NFD", 2),
        ("NMFD", 8),
        ("NABF", 6),
        ("NSVS", 9),
        ("NMMV", 10),
        ("NCAT", 11),
    ];

    /// The counts in the order of [`Counters::NAMES`].
    pub fn values(&self) -> [u64; 12] {
        [
            self.generations,
            self.evaluations,
            self.feedovers,
            self.nodes,
            self.hash,
            self.rep,
            self.cuts,
            self.secondary,
            self.refused,
            self.captures,
            self.tried,
            self.tables,
        ]
    }
}

/// From the counts in the order of [`Counters::NAMES`].
impl From<[u64; 12]> for Counters {
    fn from(values: [u64; 12]) -> Counters {
        let [
            generations,
            evaluations,
            feedovers,
            nodes,
            hash,
            rep,
            cuts,
            secondary,
            refused,
            captures,
            tried,
            tables,
        ] = values;
        Counters {
            generations,
            evaluations,
            feedovers,
            nodes,
            hash,
            rep,
            cuts,
            secondary,
            refused,
            captures,
            tried,
            tables,
        }
    }
}
