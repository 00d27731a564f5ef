//! What a search counts (specification 9.7, 14.4).

/// A row for each counter: what it counts, its field, its name in 14.4, and place and name in the line of 1967 if that has it.
macro_rules! counters {
    ($($(#[$doc:meta])* $field:ident, $name:literal, $of_1967:expr;)*) => {
        /// The counters of a search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct Counters {
            $($(#[$doc])* pub $field: u64,)*
        }

        const ROWS: &[(&str, Option<(usize, &str)>)] = &[$(($name, $of_1967)),*];

        impl Counters {
            /// The names of the statistics line (specification 14.4), in its order, then those of 9.7 that it has not.
            pub const NAMES: [&'static str; ROWS.len()] = [$($name),*];

            /// The counts in the order of [`Counters::NAMES`].
            pub fn values(&self) -> [u64; ROWS.len()] {
                [$(self.$field),*]
            }
        }

        /// From the counts in the order of [`Counters::NAMES`].
        impl From<[u64; ROWS.len()]> for Counters {
            fn from([$($field),*]: [u64; ROWS.len()]) -> Counters {
                Counters { $($field),* }
            }
        }
    };
}

counters! {
    /// Generator nodes, feedovers included.
    generations, "PMG", Some((0, "NPL"));
    /// Evaluator nodes, also those that become feedovers.
    evaluations, "EVAL", Some((1, "NSV"));
    /// Feedovers made.
    feedovers, "FEED", Some((2, "NFD"));
    /// Passages of ENTER, the root's included.
    nodes, "NODES", None;
    /// Probes of the hash table that returned.
    hash, "HASH", None;
    /// Draws by repetition.
    rep, "REP", None;
    /// Cuts at generator nodes.
    cuts, "CUT", Some((4, "NABF"));
    /// Secondary searches.
    secondary, "SEC", None;
    /// Feedovers wanted and refused.
    refused, "NMFD", Some((3, "NMFD"));
    /// Evaluator nodes reached by a capture of the evaluator.
    captures, "NSVS", Some((5, "NSVS"));
    /// Moves tried, legal or not.
    tried, "NMMV", Some((6, "NMMV"));
    /// Makings of the attack tables.
    tables, "NCAT", Some((7, "NCAT"));
}

impl Counters {
    /// How many of [`Counters::NAMES`] the statistics line has.
    pub const IN_STATISTICS: usize = 8;

    /// The line of the 1967 counters (specification 14.4): name, and place in [`Counters::values`].
    pub const OF_1967: [(&'static str, usize); 8] = {
        let mut line = [("", 0); 8];
        let mut row = 0;
        while row < ROWS.len() {
            if let Some((place, name)) = ROWS[row].1 {
                line[place] = (name, row);
            }
            row += 1;
        }
        line
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_are_those_of_the_specification() {
        let statistics = &Counters::NAMES[..Counters::IN_STATISTICS];
        assert_eq!(statistics.join(" "), "PMG EVAL FEED NODES HASH REP CUT SEC");
        let of_1967 = Counters::OF_1967.map(|(name, _)| name);
        assert_eq!(of_1967.join(" "), "NPL NSV NFD NMFD NABF NSVS NMMV NCAT");
    }

    #[test]
    fn a_count_stands_at_its_name() {
        let counters = Counters { cuts: 5, tables: 7, ..Counters::default() };
        let of_1967 = Counters::OF_1967.map(|(_, place)| counters.values()[place]);
        assert_eq!(of_1967, [0, 0, 0, 0, 5, 0, 0, 7]);
        assert_eq!(Counters::from(counters.values()), counters);
    }
}
