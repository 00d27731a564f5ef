//! Tests that explanations name mates and draws by rule.

use chessprog::explanation::words::{ENGLISH, Notation, Writer};
use chessprog::explanation::{Candidate, Explanation, Fate, explain};
use chessprog::native::Native;
use chessprog::program::{Case, Coordinates};
use chessprog::vocabulary::{Scheme, Settings};

use super::check_words;

fn explained(fen: &str, moves: &str, depth: i32) -> Explanation {
    let moves = moves.split_whitespace().map(|mv| mv.parse::<Coordinates>().expect("coordinates"));
    let case = Case::fen(fen).expect("a position").with_moves(moves);
    let settings = Settings { depth, repetition: Scheme::HashFlag, ..Settings::normal() };
    explain(&mut Native::new(), &case, &settings, false).expect("an explanation")
}

/// The rook mates on the last rank.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
/// Black's only defence is to interpose the rook from the e-file.
const MATE_IN_TWO: &str = "6k1/5ppp/4r3/8/8/8/3R1PPP/3R2K1 w - - 0 1";
/// K-N1 leads to mate at the next move, and P-R7 check delays it by a move.
const MATED_IN_TWO: &str = "7k/R7/8/8/8/7p/8/1R4K1 b - - 0 1";
/// The only move is followed by mate.
const MATED_IN_ONE: &str = "7k/R7/8/8/8/8/8/1R4K1 b - - 0 1";
/// White's king has no move. The queen takes the knight with check and must be captured.
const STALEMATE: &str = "kn5r/8/8/8/1Q6/6rn/5r2/7K w - - 0 1";
/// The queen gives perpetual check on K8 and K4.
const PERPETUAL: &str = "6k1/6p1/7p/8/4Q3/rr6/1n4PP/6K1 w - - 0 1";
/// Any move completes the fifty moves without a capture or a pawn move.
const FIFTY: &str = "7k/5Q2/8/6K1/8/8/8/8 w - - 99 90";

#[test]
fn mates_and_draws_are_named() {
    let cases = [
        (MATE_IN_ONE, "", 2, "White mates at once."),
        (MATE_IN_TWO, "", 4, "saw mate in 2 by White, and expected the line R-Q8CH R-K1 RXR MATE."),
        (MATED_IN_TWO, "", 4, "saw mate in 2 by White, and expected the line P-R7CH KXP K-N1 R-N8 MATE."),
        (MATED_IN_ONE, "", 2, "saw mate in 1 by White, and expected the line K-N1 R-N8 MATE."),
        (STALEMATE, "", 3, "saw a draw by stalemate, and expected the line QXNCH RXQ."),
        (PERPETUAL, "e4e8 g8h7 e8e4 h7g8", 2, "After Q-K8CH the program saw a draw by repetition."),
        (FIFTY, "", 2, " the program saw a draw by the 50-move rule."),
    ];
    for (fen, moves, depth, expected) in cases {
        let explanation = explained(fen, moves, depth);
        let short = Writer::new(&explanation, Notation::Descriptive, &ENGLISH).short();
        assert!(short.iter().any(|sentence| sentence.contains(expected)), "{fen}: {short:?}");
        check_words(&explanation);
    }
}

/// A mate or a draw is not a sum of terms, so the sentences about other moves name it.
#[test]
fn other_moves_are_compared_with_mates_and_draws_by_name() {
    let cases = [
        (MATE_IN_ONE, "", 2, "the best move tried before it (mate in 1 by White)"),
        (MATED_IN_TWO, "", 4, "mate in 2 by White"),
        (STALEMATE, "", 3, "a draw by stalemate"),
        (PERPETUAL, "e4e8 g8h7 e8e4 h7g8", 2, "a draw by repetition"),
    ];
    for (fen, moves, depth, expected) in cases {
        let explanation = explained(fen, moves, depth);
        let is_other = |it: &&Candidate| it.entrance.is_some() && it.fate != Fate::Chosen;
        let other = explanation.moves.iter().find(is_other).expect("another move was investigated");
        let contrast = explanation.contrast(&other.mv.coordinates).expect("in the list");
        let sentences = Writer::new(&explanation, Notation::Descriptive, &ENGLISH).why_not(&contrast);
        assert!(sentences.join(" ").contains(expected), "{fen}: {sentences:?}");
    }
}

/// Legal's mate: the bishop moves away, and 6. BXPCH K-K2 7. N-Q5 is mate. The reason given must be the mate,
/// not the pawn that the first move captures.
#[test]
fn a_refutation_that_mates_is_called_so() {
    let explanation =
        explained("rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5", "", 4);
    let contrast = explanation.contrast("g4h5").expect("in the list");
    let sentences = Writer::new(&explanation, Notation::Descriptive, &ENGLISH).why_not(&contrast);
    assert!(sentences.join(" ").contains("White answers BXPCH, which leads to mate."), "{sentences:?}");
}
