//! Plants errors in the MIDAS text, one at a time; comparing the two programs probe by probe must find each.
//! Two of these changes correct a fault of 1967 (F28, F30); only the probes show that difference.

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

use crate::rules::repetition::PERPETUAL;

/// Declares one test per error: its name, the file, the correct text, the wrong text.
macro_rules! faults {
    ($($fault:ident: $file:literal, $right:literal => $wrong:literal;)*) => {
        $(
            #[test]
            fn $fault() {
                is_found($file, $right, $wrong);
            }
        )*
    };
}

faults! {
    a_constant_the_knights_value: "generated/tables.mid", "FVTAB:\t128.\n\t416." => "FVTAB:\t128.\n\t417.";
    a_constant_m_of_the_piece_ratio: "statics.mid", "MULI A,RATM\n" => "MULI A,RATM-1\n";
    a_missing_instruction_the_count_h: "moves.mid", "\tAOS HCOUNT\t\t;H TOO, UNLESS CLEARED BELOW\n" => "";
    a_word_the_first_slider_of_a_diagonal: "attack.mid", "000600+T,,FS1" => "000600+T,,FS0";
    a_comparison_pinned_to_what_is_as_dear: "attack.mid", "CAML B,PV(R)" => "CAMLE B,PV(R)";
    a_skip_the_en_passant_attacker_of_f1:
        "attack.mid", "SKIPE S\n\tMOVEI R,EPPAWN" =>
        "SKIPN S\n\tMOVEI R,EPPAWN";
    a_mask_blacks_passed_pawns_f4: "pawns.mid", "<2_<.RPCNT/10.>-1>_22" => "<1_<.RPCNT/10.>-1>_22";
    a_comparison_as_many_defenders_as_attackers: "prise.mid", "CAMG C,E" => "CAMGE C,E";
    a_comparison_what_pays_for_a_trapped_piece: "prise.mid", "CAMG TT,PV(T)" => "CAML TT,PV(T)";
    a_constant_whites_queens_rook_f8: "statics.mid", "CAIGE T,WQR\n" => "CAIG T,WQR\n";
    a_shift_a_piece_that_can_get_away: "squares.mid", "ASH A,-1" => "ASH A,-2";
    a_skip_the_castled_kings_first_move: "plausible/start.mid", "CAME A,NK(T)" => "CAMN A,NK(T)";
    a_constant_the_knights_step_of_f16: "plausible/development.mid", "CAIE I,-8.(J)" => "CAIE I,-9.(J)";
    a_missing_instruction_the_slot_emptied_by_f9:
        "plausible/unblocking.mid", "\tDPB B,A\t\t\t;WHATEVER WAS IN IT BEFORE (F9)\n" =>
        "";
    a_comparison_just_a_risk: "plausible/exchange.mid", "CAMG C,[-WRISK]" => "CAMGE C,[-WRISK]";
    a_half_word_the_keys_of_two_moves: "plausible/sort.mid", "HLLZ F,1(I)" => "MOVE F,1(I)";
    a_constant_two_attackers: "evaluator/captures.mid", "CAMGE T,[2,,]" => "CAMGE T,[3,,]";
    an_instruction_too_many_standing_pat_sets_the_mark_f28_mended:
        "evaluator.mid", "EVAL2:\tCAML A,BOUND\n" =>
        "EVAL2:\tCAML A,BOUND\n\tSETOM EQB\n\tCAML A,BOUND\n";
    a_shift_distinct_pieces_needed:
        "search.mid", "LSH R,-1\n\tMOVE W,NDFST(L)" =>
        "LSH R,-2\n\tMOVE W,NDFST(L)";
    a_missing_instruction_the_mark_of_a_new_best_f30_mended:
        "search.mid", "\tMOVEM T,EQB\t\t;EQUALITY CUTS BELOW ONLY IF R = A\n\tCAMLE Q,BOUND\n" =>
        "\tCAMLE Q,BOUND\n\tMOVEM T,EQB\n\tCAMLE Q,BOUND\n";
    a_constant_a_poor_moves_modification: "search/modify.mid", "MOVEI E,MDPOOR\n" => "MOVEI E,MDPOOR+1\n";
    a_comparison_a_secondary_search_as_good: "search/secondary.mid", "JUMPGE T,CPOPJ" => "JUMPG T,CPOPJ";
    a_comparison_draft_in_the_hash_table:
        "hash.mid", "CAMGE T,C\n\tJRST HPROB7" =>
        "CAMG T,C\n\tJRST HPROB7";
    a_missing_clear_the_open_flag_of_scheme_a:
        "repetition.mid", "\tANDCAM T,HTAB(A)\t;(A): IT IS NOT OPEN ANY MORE\n" =>
        "";
}

/// Positions for the rules that the reference positions do not exercise: faults of 1967, mates, games whose
/// history matters.
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
    PERPETUAL.0,
    "7k/8/1p6/n7/1P6/1N6/8/R6K w - - 0 30",
];

/// Returns the questions to ask both programs. The quick questions that find most errors come first.
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

/// Asks the questions in order; returns the first difference.
fn find(program: Arc<Program>) -> Option<Difference> {
    // A program that does not start is itself a difference.
    let emulated = match Emulated::load(program) {
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
fn unchanged_text_shows_no_difference() {
    let program = Program::built_in().expect("the text assembles");
    if let Some(difference) = find(program) {
        panic!("{difference}");
    }
}

/// Plants an error and checks that the comparison finds it.
fn is_found(file: &str, right: &str, wrong: &str) {
    let mut sources = Sources::default();
    let line = sources.change(file, right, wrong).expect("the file has the correct text");
    let program = Program::assemble(&sources).expect("the wrong text assembles");
    assert!(find(Arc::new(program)).is_some(), "{file}:{line}: not found");
}
