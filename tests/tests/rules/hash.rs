//! Specification 10: the entries of the hash table, and when a probe succeeds.

use chessprog::vocabulary::{Scheme, Settings};

use super::check;
use super::search::{plain, search};

/// Bare kings: every value is 0.
const KINGS: &str = "k7/8/8/8/8/8/8/7K";

/// Width, depth, SETF; after a search with HASH 1, the number of entries and the sums of the drafts, of the
/// finite lower bounds and of the finite upper bounds.
#[rustfmt::skip]
const KEPT: &[(u32, i32, i32, [i64; 4])] = &[
    // One move: its position is evaluated and stored as [0, 0] with draft 0.
    (1, 1, 0, [1, 0, 0, 0]),
    // Two moves: the second is refuted for White and stored as [-INF, 0].
    (2, 1, 0, [2, 0, 0, 0]),
    // The draft if feedovers are still allowed: X = 1 + 2 + 1, and the level is 2, so min(2, 2).
    (2, 1, 2, [2, 4, 0, 0]),
    // Two moves and three replies. The moves, at level 2, have the draft 2 - 2 + 1.
    (2, 2, 0, [5, 2, 0, 0]),
    // With SETF 2 the moves have the draft 3, and the replies 2.
    (2, 2, 2, [5, 2 * 3 + 3 * 2, 0, 0]),
    // One line of three moves, with drafts 2, 1, 0.
    (1, 3, 0, [3, 3, 0, 0]),
];

#[test]
fn results_are_kept_with_their_draft() {
    check(KEPT, |subject, &(width, depth, feedover, expected)| {
        let answer = search(subject, KINGS, &Settings { hash: true, feedover, ..plain(width, depth) })?;
        let digest = subject.digest()?;
        anyhow::ensure!(answer.counters.hash == 0, "a probe answered");
        Ok(([digest.entries as i64, digest.drafts as i64, digest.lower, digest.upper], expected))
    });
}

/// Position, depth, PAPER; the sums of the lower and upper bounds of the entries that a single line stores.
#[rustfmt::skip]
const BOUNDS: &[(&str, i32, bool, [i64; 2])] = &[
    ("7k/8/8/8/8/8/8/QK6 b - - 0 30", 1, false, [1248, 1248]),                   // exact
    // Mate at level 2 is 28670, stored relative to the node as 28672.
    ("6k1/5ppp/8/8/8/8/8/R3K3", 2, true, [28_672, 28_672]),
    ("6k1/5ppp/8/8/8/8/8/R3K3", 1, true, [28_672, 28_672]),
    ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 30", 2, true, [-28_672, -28_672]),
    // With PAPER 0 nothing is stored: the step to h8 was tried, and later values may be wrong (F31).
    ("6k1/5ppp/8/8/8/8/8/R3K3", 2, false, [0, 0]),
];

#[test]
fn bounds_are_kept_as_specified() {
    check(BOUNDS, |subject, &(text, depth, paper, expected)| {
        search(subject, text, &Settings { hash: true, paper, ..plain(1, depth) })?;
        let digest = subject.digest()?;
        Ok(([digest.lower, digest.upper], expected))
    });
}

/// Transpositions: width, depth, HASHEX, and whether any probe succeeded.
#[rustfmt::skip]
const ANSWERS: &[(u32, i32, bool, bool)] = &[
    (2, 2, false, false),                                                 // no two lines transpose
    (99, 4, false, true),
    (99, 4, true, true),
];

#[test]
fn hash_table_answers_at_transpositions() {
    check(ANSWERS, |subject, &(width, depth, exact, expected)| {
        let settings = Settings { hash: true, hash_exact: exact, ..plain(width, depth) };
        let answer = search(subject, KINGS, &settings)?;
        anyhow::ensure!(answer.value == 0, "the value is {}", answer.value);
        Ok((answer.counters.hash > 0, expected))
    });
}

/// A repeated search finds no value that the first one stored: values of another root are void (section 10).
#[test]
fn values_of_another_root_are_void() {
    check(&[Scheme::None, Scheme::HashFlag, Scheme::Small], |subject, &repetition| {
        let settings = Settings { hash: true, repetition, ..plain(2, 2) };
        let first = search(subject, KINGS, &settings)?;
        let second = subject.think(&settings)?;
        Ok((second.counters, first.counters))
    });
}

/// Scheme (a) stores open and game marks in the table, but bounds only with HASH 1.
#[test]
fn marks_do_not_store_bounds() {
    check(&[KINGS], |subject, text| {
        search(subject, text, &Settings { repetition: Scheme::HashFlag, ..plain(2, 2) })?;
        Ok((subject.digest()?.entries, 0))
    });
}
