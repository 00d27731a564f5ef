//! The counters of a search (specification 9.7, 14.4).

/// Declares one counter per row: what is counted, the field, the name in the statistics line (specification
/// 14.4), and for a counter of the program of 1967 its column and name in the line of the 1967 counters.
macro_rules! counters {
    ($(#[doc = $doc:literal] $field:ident, $name:literal, $of_1967:expr;)*) => {
        /// The counters of a search. A generator node tries plausible moves. An evaluator node is given a
        /// value, or becomes a generator node, a *feedover*, if the position is too unsettled for that
        /// (specification 8, 9).
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct Counters {
            $(#[doc = $doc] pub $field: u64,)*
        }

        const ROWS: &[(&str, Option<(usize, &str)>)] = &[$(($name, $of_1967)),*];
        /// The meaning of each counter, in the order of `ROWS`.
        const MEANINGS: &[&str] = &[$($doc),*];

        impl Counters {
            /// The names in the statistics line (specification 14.4), in its order, then the other counters
            /// of specification 9.7.
            pub const NAMES: [&'static str; ROWS.len()] = [$($name),*];

            /// Returns the counts in the order of [`Counters::NAMES`].
            pub fn values(&self) -> [u64; ROWS.len()] {
                [$(self.$field),*]
            }
        }

        /// Makes counters from counts in the order of [`Counters::NAMES`].
        impl From<[u64; ROWS.len()]> for Counters {
            fn from([$($field),*]: [u64; ROWS.len()]) -> Counters {
                Counters { $($field),* }
            }
        }
    };
}

counters! {
    /// Nodes where plausible moves were generated, feedovers included.
    generations, "PMG", Some((0, "NPL"));
    /// Nodes that were evaluated, also those that become feedovers.
    evaluations, "EVAL", Some((1, "NSV"));
    /// Feedovers made.
    feedovers, "FEED", Some((2, "NFD"));
    /// Nodes entered, the root included.
    nodes, "NODES", None;
    /// Lookups in the hash table that gave a value.
    hash, "HASH", None;
    /// Draws by repetition.
    rep, "REP", None;
    /// Alpha-beta cuts at nodes where plausible moves were generated.
    cuts, "CUT", Some((4, "NABF"));
    /// Secondary searches.
    secondary, "SEC", None;
    /// Feedovers wanted and refused.
    refused, "NMFD", Some((3, "NMFD"));
    /// Evaluated nodes reached by a capture that the evaluator tried.
    captures, "NSVS", Some((5, "NSVS"));
    /// Moves tried, legal or not.
    tried, "NMMV", Some((6, "NMMV"));
    /// Times the attack tables were made.
    tables, "NCAT", Some((7, "NCAT"));
}

impl Counters {
    /// Returns one line per counter: its name, the name of 1967 if that differs, and the meaning.
    pub fn key() -> String {
        let rows = ROWS.iter().zip(MEANINGS).map(|((name, of_1967), meaning)| {
            let names = match of_1967 {
                Some((_, old)) if old != name => format!("{name}, {old}"),
                _ => (*name).to_owned(),
            };
            format!("  {names:<10} {}\n", meaning.trim().trim_end_matches('.'))
        });
        rows.collect()
    }

    /// Number of names in the statistics line, which are the first of [`Counters::NAMES`].
    pub const IN_STATISTICS: usize = 8;

    /// The line of the 1967 counters (specification 14.4): names, and indices in [`Counters::values`].
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
    fn lines_match_the_specification() {
        let statistics = &Counters::NAMES[..Counters::IN_STATISTICS];
        assert_eq!(statistics.join(" "), "PMG EVAL FEED NODES HASH REP CUT SEC");
        let of_1967 = Counters::OF_1967.map(|(name, _)| name);
        assert_eq!(of_1967.join(" "), "NPL NSV NFD NMFD NABF NSVS NMMV NCAT");
    }

    #[test]
    fn every_counter_has_its_meaning() {
        let key = Counters::key();
        assert_eq!(key.lines().count(), Counters::NAMES.len());
        assert_eq!(
            key.lines().next(),
            Some("  PMG, NPL   Nodes where plausible moves were generated, feedovers included")
        );
        assert_eq!(key.lines().last(), Some("  NCAT       Times the attack tables were made"));
    }

    #[test]
    fn counters_of_1967_are_at_their_positions() {
        let counters = Counters { cuts: 5, tables: 7, ..Counters::default() };
        let of_1967 = Counters::OF_1967.map(|(_, place)| counters.values()[place]);
        assert_eq!(of_1967, [0, 0, 0, 0, 5, 0, 0, 7]);
        assert_eq!(Counters::from(counters.values()), counters);
    }
}
