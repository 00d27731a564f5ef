//! Specification 17.4: the faults of 1967 that both programs keep, with positions that show them. No position
//! shows the faults of `ELSEWHERE`. `docs/faults-of-1967.md` describes all faults and contains the positions.

use anyhow::{Context, Result};
use chessprog::program::Coordinates;
use chessprog::subject::Subject;
use chessprog::vocabulary::Settings;

use super::heuristics::amounts;
use super::search::plain;
use super::{check, entry, set};

#[derive(Clone, Copy, Debug)]
enum PositionQuestion {
    /// The plausible captures with their gains, with PAPER 0.
    Captures,
    /// The pinned pieces.
    Pinned,
    /// The passed pawns in the evaluator's trace.
    Passed,
    /// The backward pawns.
    Backward,
    /// The backward pawns after a search of two levels.
    BackwardAfterSearch,
    /// The pawn structure term P, with PAPER 0.
    Structure,
    /// The parts of the king safety term K, with PAPER 0: White's king, then Black's.
    Kings,
    /// The amounts of a heuristic in the trace of a move.
    Term(usize, &'static str),
    /// `always` if a move has this mark, otherwise nothing.
    Marks(&'static str),
    /// The positional gain of a move, pos - POS (specification 7.2).
    Positional(&'static str),
    /// Whether a legal move is in the list.
    Listed(&'static str),
    /// The feedover condition, with PAPER 0.
    Feedover,
    /// The number of feedovers refused in a search to depth 0 that allows none.
    Refused,
    /// The value of a search to this depth with PAPER 0, and its move.
    Search(i32),
    /// The variation returned with a root move in a search to depth 1.
    Line(&'static str),
    /// The number of root moves that a search to depth 1 tries with this width.
    Tried(u32),
    /// Which of two moves of equal plausibility comes first.
    First(&'static str, &'static str),
}

use PositionQuestion::*;

/// Fault, position, question, answer, and the answer of a program without the fault.
#[rustfmt::skip]
const ROWS: &[(u8, &str, PositionQuestion, &str, &str)] = &[
    (1, "7k/8/8/8/3pP3/8/8/7K b - e3 0 30", Captures, "", "d4e4 128, as in the next row"),
    (1, "7k/8/8/8/4Pp2/8/8/7K b - e3 0 30", Captures, "f4e4 128", "the same"),
    (2, "1R1rk2r/8/8/8/8/8/8/4K3 b - - 0 30; d8b8 e1e2", Pinned, "b8", "nothing"),
    (3, "7k/8/8/8/2P5/1P6/p7/7K b - - 0 30", Backward, "QN3", "the same"),
    (3, "7k/8/8/8/2P5/1P6/p7/7K b - - 0 30", BackwardAfterSearch, "", "QN3, as before the search"),
    (4, "4k3/8/8/8/3pP3/8/8/4K3", Passed, "K4", "K4 Q4"),
    (4, "4k3/8/4p3/4p3/8/8/4P3/4K3", Passed, "K6", "nothing: e2 is in front"),
    (4, "4k3/8/8/1p6/P7/8/1p6/4K3", Passed, "QR4 QN2", "QN2: a4 meets b5, which is beside the square before it"),
    (4, "4k3/3p4/8/8/4p3/5p2/8/4K3", Backward, "K4 Q7", "Q7: d7-d5 would defend e4"),
    (6, "7k/8/8/8/8/8/p6K/R7", Search(1), "1928 a1a2", "640 and the full R of 42,248"),
    (7, "4k3/7p/8/8/4P3/3P4/3P4/4K3", Structure, "52", "44: d3 is on an open file"),
    (8, "2r1k3/6b1/8/8/8/8/8/RK6 w - - 0 10", Kings, "-72 0", "-48 0: a1 is not free for the king anyhow"),
    (9, "4r2k/8/8/7b/4R3/8/8/K4B2", Term(42, "f1e2"), "-448", "nothing, as in the next row: the rook e4 guards e2"),
    (9, "7k/8/8/7b/4R3/8/8/K4B2", Term(42, "f1e2"), "", "the same"),
    (10, "7b/7k/8/4N3/8/8/8/2B4K", Term(21, "c1b2"), "48", "nothing: the bishop h8 sees no file"),
    (11, "4k3/7p/8/8/8/8/8/4K3", Passed, "", "KR7"),
    (12, "; ", Positional("b1c3"), "112", "96: its own POS is 24"),
    (13, "4k3/8/8/8/8/8/8/5RK1", Term(13, "g1g2"), "-32", "nothing: he has castled"),
    (13, "4k3/8/8/8/8/8/8/5RK1", Term(14, "g1g2"), "-128", "nothing"),
    (14, "8/8/8/3B4/4P3/5k2/8/7K", Marks("d5e6"), "always", "no mark, as the next move"),
    (14, "8/8/8/3B4/4P3/5k2/8/7K", Marks("d5f7"), "", "the same"),
    (15, "8/4P2k/8/8/8/8/8/7K", Term(3, "e7e8q"), "40 40", "nothing, or what a queen bears on"),
    (16, "8/7k/8/8/8/8/8/1N5K", Term(2, "b1c3"), "-16", "-32: a3, c3, d2"),
    (16, "8/7k/8/8/8/8/8/1N5K", Term(43, "b1d2"), "84", "68: less the square it leaves, like every other move"),
    (17, "6k1/7p/8/3n4/8/8/1P6/QN5K", Term(11, "b1c3"), "-16", "16: a queen ahead one trades"),
    (18, "7k/8/8/8/8/R1p5/8/1N5K", Term(20, "b1c3"), "-64", "nothing: the line ended at c3 before"),
    (19, "4k3/8/8/8/8/8/8/3QK2R w K - 0 30", Term(28, "d1d2"), "-48", "nothing: she does not castle"),
    (19, "4k3/8/8/8/8/3b4/4P3/2B1K3 b - - 0 30; d3e2 e1e2 e8e7", Term(23, "c1e3"), "-96", "nothing: the pawn is gone"),
    (20, "7k/8/8/8/4K3/3p4/2N5/1b6", Listed("c2a3"), "dropped", "listed: d3 shields the king"),
    (21, "7k/8/1p6/n7/1P6/1N6/8/R6K", Term(37, "b3a5"), "", "128: two guards against one"),
    (21, "7k/8/1p6/n7/8/1N6/8/7K", Term(37, "b3a5"), "128", "nothing: no guard"),
    (22, "3q3k/8/8/p7/1P6/1N6/8/7K", Term(40, "b3a5"), "128", "144 for the pawn"),
    (23, "4r2k/8/8/8/N7/8/8/4K3", Feedover, "1", "0, as with PAPER 1: nothing is en prise"),
    (23, "4r2k/8/8/1p6/N7/8/8/4K3", Refused, "2", "1"),
    (24, "7k/P7/8/8/8/8/8/7K", Captures, "", "a7a8 512"),
    (24, "7k/8/8/8/p7/8/7P/7K b - - 0 30", Captures, "a4a3 512", "nothing: the pawn is far from promotion"),
    (25, "7k/2p5/3n4/4P3/8/8/8/3Q3K", Captures, "d1d6 416, e5d6 288", "e5d6 alone: the queen would be lost"),
    (26, "3r3k/8/8/3p4/2P5/5B2/6P1/7K", Captures, "c4d5 0, f3d5 0", "c4d5 alone"),
    (27, "7k/8/8/3pP3/8/8/8/7K w - d6 0 30", Captures, "e5d5 128", "e5d6"),
    (27, "7k/8/8/3pP3/8/8/8/7K w - d6 0 30", Search(0), "52 -", "e5d6, a pawn ahead"),
    (29, "k7/8/1p6/2p5/8/8/8/2R4K", Line("c1c5"), "", "b6c5, which refutes it"),
    (34, "8/8/8/r3K2k/8/8/8/8", Tried(7), "6", "7 places for 7 legal moves"),
    (35, "; ", First("g2g4", "g2g3"), "g2g3", "g2g4, which is generated first"),
    (35, "; ", First("h2h4", "h2h3"), "h2h4", "the same"),
    (36, "4r2k/1b6/8/8/8/1B2N3/8/4K3", Term(42, "b3d5"), "", "-448: the knight e3 is pinned and guards nothing"),
    (37, "7k/8/8/1p6/1P5r/8/8/6K1", Feedover, "2", "0: a pawn that cannot move is not a piece in trouble"),
    (39, "6k1/5ppp/8/8/8/8/8/R3K3", Search(1), "240 a1a8", "28670: it is mate"),
];

/// Faults without a position that shows them; the page says why. F33 is in the table of draw offers.
const ELSEWHERE: &[u8] = &[5, 28, 30, 31, 32, 33, 38];

/// Number of faults on the page.
const FAULTS: u8 = 39;

fn answer(subject: &mut dyn Subject, text: &str, ask: PositionQuestion) -> Result<String> {
    set(subject, text)?;
    Ok(match ask {
        Captures => {
            let of = |(mv, gain)| {
                let mv = Coordinates::from(mv);
                format!("{}{} {gain}", mv.from, mv.to)
            };
            subject.examine(false)?.captures.into_iter().map(of).collect::<Vec<_>>().join(", ")
        }
        Pinned => {
            let pinned = subject.tables()?.pinned;
            super::places(subject, &pinned)?
        }
        Passed => named(subject, "PASSED ")?,
        Backward => named(subject, "BACKWARD ")?,
        BackwardAfterSearch => {
            subject.think(&Settings { depth: 2, ..Settings::normal().original() })?;
            named(subject, "BACKWARD ")?
        }
        Structure => subject.statics(false)?.pawns.to_string(),
        Kings => {
            let [white, black] = subject.statics(false)?.kings;
            format!("{white} {black}")
        }
        Term(number, mv) => amounts(subject, text, mv, number)?,
        Marks(mv) => if entry(subject, mv)?.always { "always" } else { "" }.to_owned(),
        Positional(mv) => entry(subject, mv)?.positional.to_string(),
        Listed(mv) => {
            let mv: Coordinates = mv.parse()?;
            subject
                .legal()?
                .moves
                .into_iter()
                .find(|&legal| Coordinates::from(legal) == mv)
                .context("not legal")?;
            let entries = subject.generate(&[], false)?.entries;
            let listed = entries.iter().any(|entry| Coordinates::from(entry.mv) == mv);
            if listed { "listed" } else { "dropped" }.to_owned()
        }
        Feedover => subject.examine(false)?.condition.to_string(),
        Refused => subject.think(&plain(1, 0))?.counters.refused.to_string(),
        Search(depth) => {
            let answer = subject.think(&plain(99, depth))?;
            format!("{} {}", answer.value, answer.best.map_or("-".to_owned(), |mv| mv.to_string()))
        }
        Line(mv) => {
            let tried = subject.think(&plain(99, 1))?.tried;
            let of = tried.iter().find(|tried| tried.mv.to_string() == mv).context("not tried")?;
            anyhow::ensure!(of.value == -32_768, "{mv} is not refuted");
            of.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        }
        Tried(width) => subject.think(&plain(width, 1))?.tried.len().to_string(),
        First(a, b) => {
            let entries = subject.generate(&[], false)?.entries;
            let moves = entries.iter().map(|entry| Coordinates::from(entry.mv).to_string());
            moves.into_iter().find(|mv| mv == a || mv == b).context("neither is listed")?
        }
    })
}

/// Returns the squares named in the evaluator's trace (descriptive names from White's side) after `word`.
fn named(subject: &mut dyn Subject, word: &str) -> Result<String> {
    let lines = subject.static_trace(false)?;
    let names = lines.iter().filter_map(|line| line.strip_prefix(word)?.split(' ').next());
    Ok(names.collect::<Vec<_>>().join(" "))
}

#[test]
fn the_faults_of_1967_are_kept() {
    check(ROWS, |subject, &(_, text, ask, expected, _)| Ok((answer(subject, text, ask)?, expected)));
}

/// Page and table agree: the page has a heading for each fault, followed by the positions of its rows.
#[test]
fn page_lists_every_fault_with_its_positions() {
    let page = include_str!("../../../docs/faults-of-1967.md");
    let sections: Vec<&str> = page.split("\n### F").skip(1).collect();
    assert_eq!(sections.len(), usize::from(FAULTS), "the page has another number of faults");
    for number in 1..=FAULTS {
        let heading = format!("{number}. ");
        let section = sections.iter().find(|section| section.starts_with(&heading));
        let section = section.unwrap_or_else(|| panic!("F{number} is not on the page"));
        let rows: Vec<_> = ROWS.iter().filter(|row| row.0 == number).collect();
        assert_eq!(
            rows.is_empty(),
            ELSEWHERE.contains(&number),
            "F{number} needs a row, or a reason why it has none"
        );
        for row in rows {
            let (diagram, moves) = row.1.split_once(';').unwrap_or((row.1, ""));
            for part in [diagram.trim(), moves.trim()].into_iter().filter(|part| !part.is_empty()) {
                assert!(section.contains(&format!("`{part}`")), "F{number}: `{part}` is not on the page");
            }
        }
    }
}
