//! Faults planted in the MIDAS text, one at a time: each is found by comparing the two programs probe by probe. Two of them mend a
//! fault of 1967 that no question about a position shows (F28, F30).

use std::sync::Arc;

use chessprog::compare::campaign::Verdict;
use chessprog::compare::difference::Difference;
use chessprog::compare::pair::{Level, Pair, Question};
use chessprog::emulated::{Emulated, Program};
use chessprog::native::Native;
use chessprog::program::Case;
use chessprog::reference;
use chessprog::sources::Sources;
use chessprog::vocabulary::{Scheme, Settings};

/// What is wrong, the file, the text that is right, the text that is wrong.
type Fault = (&'static str, &'static str, &'static str, &'static str);

const FAULTS: [Fault; 24] = [
    (
        "a constant: the knight's value",
        "generated/tables.mid",
        "FVTAB:\t128.\n\t416.",
        "FVTAB:\t128.\n\t417.",
    ),
    ("a constant: M of the piece ratio", "statics.mid", "MULI A,RATM\n", "MULI A,RATM-1\n"),
    ("a missing instruction: the count H", "moves.mid", "\tAOS HCOUNT\n\tMOVEI T,1", "\tMOVEI T,1"),
    ("a byte: the first slider of a diagonal", "attack.mid", "-9.,0,SL1,300606", "-9.,0,SL1,360606"),
    ("a comparison: pinned to what is as dear", "attack.mid", "CAMGE TT,PV(R)", "CAMG TT,PV(R)"),
    ("an index: the en passant attacker of F1", "attack.mid", "MOVE S,SB4+WQBP", "MOVE S,SB4(T)"),
    ("a mask: Black's passed pawns (F4)", "pawns.mid", "TDNN A,NEARB(I)", "TDNN A,UNDERB(I)"),
    (
        "a comparison: as many defenders as attackers",
        "prise.mid",
        "CAMG C,E\n\tJRST PRISBT",
        "CAMGE C,E\n\tJRST PRISBT",
    ),
    ("a comparison: what pays for a trapped piece", "prise.mid", "CAMLE D,PV(T)", "CAML D,PV(T)"),
    ("a constant: White's queen's rook (F8)", "statics.mid", "CAIGE T,WQR\n", "CAIG T,WQR\n"),
    ("a shift: a piece that can get away", "squares.mid", "\tASH A,-1\n", "\tASH A,-2\n"),
    ("a skip: the castled king's first move", "plausible/start.mid", "CAME A,NK(T)", "CAMN A,NK(T)"),
    ("a constant: the knight's step of F16", "plausible/development.mid", "CAIE I,-8.(J)", "CAIE I,-9.(J)"),
    (
        "a missing instruction: the slot emptied by F9",
        "plausible/unblocking.mid",
        "\tDPB B,A\t\t\t;WHATEVER STOOD THERE BEFORE (F9)\n",
        "",
    ),
    ("a comparison: just a risk", "plausible/exchange.mid", "CAMG C,[-WRISK]", "CAMGE C,[-WRISK]"),
    ("a half word: the keys of two moves", "plausible/sort.mid", "HLLZ F,1(I)", "MOVE F,1(I)"),
    ("a constant: two attackers", "evaluator/captures.mid", "CAMGE T,[2,,]", "CAMGE T,[3,,]"),
    (
        "an instruction too many: standing pat sets the mark (F28 mended)",
        "evaluator.mid",
        "EVAL2:\tCAML A,BOUND\n\tMOVEM A,BOUND\n",
        "EVAL2:\tCAML A,BOUND\n\tSETOM EQB\n\tCAML A,BOUND\n\tMOVEM A,BOUND\n",
    ),
    (
        "a shift: distinct pieces needed",
        "search.mid",
        "LSH D,-1\n\tMOVE B,NDLST(L)",
        "LSH D,-2\n\tMOVE B,NDLST(L)",
    ),
    (
        "a missing instruction: the mark of a new best (F30 mended)",
        "search.mid",
        "\tMOVEM T,EQB\n\tCAMLE Q,BOUND\n",
        "\tCAMLE Q,BOUND\n\tMOVEM T,EQB\n\tCAMLE Q,BOUND\n",
    ),
    ("a constant: a poor move's modification", "search/modify.mid", "MOVEI E,MDPOOR\n", "MOVEI E,MDPOOR+1\n"),
    (
        "a comparison: a secondary search as good",
        "search/secondary.mid",
        "JUMPGE T,CPOPJ\n\tMOVE A,NDPVR(B)",
        "JUMPG T,CPOPJ\n\tMOVE A,NDPVR(B)",
    ),
    (
        "a comparison: draft in the hash table",
        "hash.mid",
        "CAMGE T,C\n\tJRST HPROB7",
        "CAMG T,C\n\tJRST HPROB7",
    ),
    (
        "a missing clear: the open flag of scheme (a)",
        "repetition.mid",
        "\tANDCAM T,HTAB(A)\n\tPOPJ P,\nREPLV1",
        "\tPOPJ P,\nREPLV1",
    ),
];

/// Positions that show rules which the reference positions do not touch: faults of 1967, mates, games that carry state.
const POSITIONS: [&str; 12] = [
    "2r1k3/6b1/8/8/8/8/8/RK6 w - - 0 10",
    "4r2k/8/8/7b/4R3/8/8/K4B2 w - - 0 30",
    "7b/7k/8/4N3/8/8/8/2B4K w - - 0 30",
    "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 30",
    "7k/8/8/8/3pP3/8/8/7K b - e3 0 30",
    "7k/8/8/8/2P5/1P6/p7/7K b - - 0 30",
    "1R1rk2r/8/8/8/8/8/8/4K3 b - - 0 30",
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 30",
    "4k3/8/8/1b6/8/8/2p1P3/3NK2r w - - 0 30",
    "3r3k/8/8/8/3N4/8/3R4/3K4 w - - 0 30",
    "6k1/6p1/8/7Q/8/8/rr6/6K1 w - - 0 1",
    "7k/8/1p6/n7/1P6/1N6/8/R6K w - - 0 30",
];

/// What the programs are asked, in order: what is quickest and shows most first.
fn questions() -> Vec<Question> {
    let normal = |repetition| Settings { depth: 2, repetition, ..Settings::normal() };
    let original = Settings { depth: 2, ..Settings::normal().original() };
    let deeper = Settings { depth: 3, ..Settings::normal().original() };
    let ask = |case: Case, settings: &Settings| Question::new(case, settings.clone(), Level::Probe);
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let schemes = [Scheme::HashFlag, Scheme::Stack, Scheme::Small, Scheme::Shadow];
    let mut questions = Vec::new();
    for (fen, scheme) in POSITIONS.into_iter().zip(schemes.into_iter().cycle()) {
        let case = Case::fen(fen).expect(fen);
        questions.push(ask(case.clone(), &original));
        questions.push(ask(case, &normal(scheme)));
    }
    for reference in reference::POSITIONS {
        questions.push(ask(reference.case(), &original));
        questions.push(ask(reference.case(), &normal(Scheme::HashFlag)));
    }
    for moves in [shuffle, "g1f3 g8f6 f3g1 f6g8", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6"] {
        let case = Case::game(moves, moves).expect(moves);
        questions.push(ask(case, &normal(Scheme::HashFlag)));
    }
    for reference in [6, 7, 10] {
        let case = reference::POSITIONS[reference].case();
        questions.push(ask(case.clone(), &deeper));
        questions.push(ask(case, &Settings { depth: 4, ..normal(Scheme::HashFlag) }));
    }
    questions
}

/// The first difference that the questions show.
fn find(program: Program) -> Option<Difference> {
    // A program that does not even start shows its fault at once.
    let emulated = match Emulated::load(Arc::new(program)) {
        Ok(emulated) => emulated,
        Err(fault) => return Some(Difference::Failed { program: "emulated", why: fault.to_string() }),
    };
    let mut pair = Pair::new(Native::new(), emulated);
    questions().iter().find_map(|question| {
        match pair.compare(question, Level::Probe).expect("the questions can be asked") {
            Verdict::Different(difference) => Some(difference),
            _ => None,
        }
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
    let mut missed = Vec::new();
    for (what, file, right, wrong) in faults {
        let mut sources = Sources::default();
        match sources.change(file, right, wrong) {
            Err(error) => missed.push(format!("{what}: {error}")),
            Ok(line) => {
                let program = Program::assemble(&sources).unwrap_or_else(|error| panic!("{what}: {error}"));
                if find(program).is_none() {
                    missed.push(format!("{what}, {file}:{line}: not found"));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn the_first_six_are_found() {
    all_are_found(&FAULTS[..6]);
}

#[test]
fn the_second_six_are_found() {
    all_are_found(&FAULTS[6..12]);
}

#[test]
fn the_third_six_are_found() {
    all_are_found(&FAULTS[12..18]);
}

#[test]
fn the_last_six_are_found() {
    all_are_found(&FAULTS[18..]);
}
