//! Twenty faults planted in the MIDAS text, one at a time: each is found by comparing the two programs probe by probe.

use std::sync::Arc;

use chessprog::compare::case::Case;
use chessprog::compare::difference::Difference;
use chessprog::compare::pair::{Level, Pair};
use chessprog::emulated::Program;
use chessprog::engine::board::Position;
use chessprog::engine::repetition::Scheme;
use chessprog::player::Settings;
use chessprog::reference;
use chessprog::sources::Sources;

/// What is wrong, the file, the text that is right, the text that is wrong.
type Fault = (&'static str, &'static str, &'static str, &'static str);

const FAULTS: [Fault; 20] = [
    (
        "a constant: the knight's value",
        "generated/tables.mid",
        "VALTAB:\t0\n\t128.\n\t416.",
        "VALTAB:\t0\n\t128.\n\t417.",
    ),
    ("a constant: M of the piece ratio", "evaluate.mid", "MUL A,[RSTART]", "MUL A,[RSTART-1]"),
    ("a constant: a fork of three", "generated/weights.mid", "\t160.\n", "\t161.\n"),
    (
        "a shift: king safety a rank",
        "evaluate.mid",
        "\tLSH B,SKRANK\n\tPOPJ P,\nEVALK0",
        "\tLSH B,SKRANK-1\n\tPOPJ P,\nEVALK0",
    ),
    ("a missing instruction: Black's centre pawns", "evaluate.mid", "SOJA B,CPOPJ", "JRST CPOPJ"),
    (
        "a skip the wrong way: open files",
        "evaluate.mid",
        "\tSKIPN %HCNT(D)\n\t%SUB R,ISOTB(D)",
        "\tSKIPE %HCNT(D)\n\t%SUB R,ISOTB(D)",
    ),
    ("a mask: the rook's corner", "board.mid", "17-CWK\t\t\t;H1", "17-CWQ\t\t\t;H1"),
    ("an index: the key of an en passant file", "board.mid", "KEYTAB+KYEP-1(T)", "KEYTAB+KYEP(T)"),
    ("a missing instruction: the count H", "board.mid", "\tAOS HCOUNT\n\tSKIPN EPSQ", "\tSKIPN EPSQ"),
    (
        "a comparison: draft in the hash table",
        "hash.mid",
        "CAMGE T,C\n\tJRST HPROB7",
        "CAMG T,C\n\tJRST HPROB7",
    ),
    (
        "a sign: mates on their way into the table",
        "hash.mid",
        "HTO:\tMOVM T,A\n\tCAIL T,VZONE\n\tCAILE T,VMATE+MAXPLY-1\n\tJRST (TT)\n\tSKIPGE A",
        "HTO:\tMOVM T,A\n\tCAIL T,VZONE\n\tCAILE T,VMATE+MAXPLY-1\n\tJRST (TT)\n\tSKIPL A",
    ),
    ("a byte pointer: the game count of scheme (a)", "repetition.mid", "[140200,,C]", "[140100,,C]"),
    (
        "a missing clear: the open flag of scheme (a)",
        "repetition.mid",
        "\tANDCAM T,HTAB(A)",
        "\tCAM T,HTAB(A)",
    ),
    ("a missing clear: moves tried", "search.mid", "\tSETZM NDTRY(L)\n", ""),
    ("a comparison: levels at which captures are tried", "search.mid", "CAMGE A,PSETC", "CAMG A,PSETC"),
    (
        "a shift: distinct pieces needed",
        "search.mid",
        "\tLSH T,-1\n\tCAMLE T,NPSAFE",
        "\tLSH T,-2\n\tCAMLE T,NPSAFE",
    ),
    ("a constant: a poor move's modification", "search/modify.mid", "MOVEI E,MODPOR\n", "MOVEI E,MODPOR+1\n"),
    ("a jump: feedover in check", "feedover.mid", "\tSKIPE GCHK\n\tJRST FDCN9", "\tSKIPN GCHK\n\tJRST FDCN9"),
    ("a test: a pinned pawn", "attack.mid", "\tCAIE W,3\n\tADDM F,9.(B)", "\tCAIN W,3\n\tADDM F,9.(B)"),
    (
        "a constant: a piece that was pinned by relation",
        "plausible/material.mid",
        "\tMOVEI A,WUNPIN\n\tTERM 59.,B",
        "\tMOVEI A,WUNPIN+1\n\tTERM 59.,B",
    ),
];

/// The reference positions, and a few in which rules show that these do not touch: en passant, repetition, mates.
fn cases() -> Vec<(Case, Settings)> {
    let shallow = |repetition| Settings { depth: 2, repetition, ..Settings::normal() };
    let position = |name: &str, fen: &str| Case::position(name, Position::from_fen(fen).expect(fen));
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let twice =
        Case::game("knights out and home twice", Position::initial(), shuffle.split(' ')).expect("legal");
    let line =
        Case::game("knights out and home", Position::initial(), shuffle.split(' ').take(4)).expect("legal");
    let mut cases = vec![
        (twice.clone(), shallow(Scheme::HashFlag)),
        (twice, shallow(Scheme::Stack)),
        (line, shallow(Scheme::HashFlag)),
        (position("perpetual check", "6k1/6p1/8/7Q/8/8/rr6/6K1 w - - 0 1"), shallow(Scheme::HashFlag)),
        (position("mate in two", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"), shallow(Scheme::Small)),
        (position("a pinned pawn", "4k3/8/8/1b6/8/8/2p1P3/3NK2r w - - 0 1"), shallow(Scheme::Shadow)),
        (
            position("pawn pinned on a diagonal", "4k3/8/8/8/1b6/2P5/8/4K2R w K - 0 1"),
            shallow(Scheme::Shadow),
        ),
    ];
    for reference in reference::POSITIONS {
        cases.push((position(reference.name, reference.fen), shallow(Scheme::HashFlag)));
    }
    cases
}

/// The first difference that the cases show.
fn find(program: Program) -> Option<Difference> {
    let mut pair = Pair::new(&Arc::new(program)).expect("the program starts");
    cases().iter().find_map(|(case, settings)| {
        pair.compare(case, settings, Level::Probe).expect("the native program answers")
    })
}

#[test]
fn no_fault_is_seen_in_the_text_as_it_is() {
    let program = Program::assemble(&Sources::default()).expect("the text assembles");
    if let Some(difference) = find(program) {
        panic!("{difference}");
    }
}

/// In quarters, so that they run side by side.
fn all_are_found(faults: &[Fault]) {
    for (what, file, right, wrong) in faults {
        let mut sources = Sources::default();
        let line = sources.change(file, right, wrong).unwrap_or_else(|error| panic!("{what}: {error}"));
        let program = Program::assemble(&sources).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(find(program).is_some(), "{what}, {file}:{line}: not found");
    }
}

#[test]
fn the_first_five_are_found() {
    all_are_found(&FAULTS[..5]);
}

#[test]
fn the_second_five_are_found() {
    all_are_found(&FAULTS[5..10]);
}

#[test]
fn the_third_five_are_found() {
    all_are_found(&FAULTS[10..15]);
}

#[test]
fn the_last_five_are_found() {
    all_are_found(&FAULTS[15..]);
}
