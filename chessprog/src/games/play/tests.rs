use super::*;
use crate::games::parse;

fn score(text: &str) -> Score {
    parse(text).unwrap_or_else(|why| panic!("{why} in {text}")).remove(0)
}

/// Returns the moves of a text, or the reason why they cannot be made.
fn told(text: &str) -> String {
    match score(text).play("g") {
        Ok(game) => game.end().moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Err(why) => format!("{:#}", anyhow::Error::new(why)),
    }
}

#[test]
fn unplayable_games_report_place_and_reason() {
    let null = "is a null move, which the program cannot play";
    let chess_only = "but the program plays only standard chess";
    for (text, expected) in [
        (
            "[White \"A\"]\n\n1. e4 e5\n2. Ke3 *",
            "g, line 4, column 4: `Ke3` at move 2 is not legal".to_owned(),
        ),
        (
            "1. d4 d5 2. Nf3 a6 3. Nd2 *",
            "g, line 1, column 23: `Nd2` at move 3 is ambiguous: it could be \
            Nfd2 or Nbd2"
                .to_owned(),
        ),
        (
            "1. e4 hello *",
            "g, line 1, column 7: `hello` at move 1 is not understood; moves look like".to_owned(),
        ),
        ("1. e4 Sf6 *", "g, line 1, column 7: `Sf6` at move 1 is not understood; moves look like".to_owned()),
        ("1. Nf3 0000 2. e5 d4 *", format!("g, line 1, column 8: `0000` at move 1 {null}")),
        ("1. e4 -- 2. d4 *", format!("g, line 1, column 7: `--` at move 1 {null}")),
        ("1. e4 Z0 2. d4 *", format!("g, line 1, column 7: `Z0` at move 1 {null}")),
        (
            "1. f3 e5 2. g4 Qh4# 3. a3 *",
            "g, line 1, column 24: `a3` at move 3 is not legal: the game is \
            over there"
                .to_owned(),
        ),
        (
            "1. e4 e5 2. O-O *",
            "g, line 1, column 13: `O-O` at move 2 is not legal; only a king on \
            e1"
            .to_owned(),
        ),
        (
            "1. e4 e5 2. 0-0 Nc6 *",
            "g, line 1, column 13: `0-0` at move 2 is not legal; only a king \
            on e1"
                .to_owned(),
        ),
        ("[Variant \"Crazyhouse\"]\n1. e4 *", format!("g: the tag Variant names `Crazyhouse`, {chess_only}")),
        ("[variant \"Antichess\"]\n1. e4 *", format!("g: the tag Variant names `Antichess`, {chess_only}")),
        (
            "[Variant \"chess 960\"]\n[FEN \"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1\"]\n\n\
             1. O-O *",
            "g, line 4, column 4: `O-O` at move 1 is not legal; only a king on e1 or e8 can castle, with \
             a rook in the corner (the tag Variant names `chess 960`: the program plays only standard chess)"
                .to_owned(),
        ),
        (
            "[FEN \"8/8/8/8/8/8/8/k7 b - - 5 40\"]\n40... Ka2",
            "g: tag FEN: White must have exactly one \
            king"
                .to_owned(),
        ),
        ("[fen \"8/8/8/8/8/8/8 b\"]\n1. a3", "g: tag FEN, column 15: expected".to_owned()),
    ] {
        let found = told(text);
        assert!(found.starts_with(&expected), "{found}\nnot {expected}");
    }
    // A variation is skipped with all its moves, such as null moves or illegal ones.
    for null in ["--", "Z0", "<>", "@@@@", "0000", "null", "hello", "O-O"] {
        assert_eq!(told(&format!("1. e4 (1. d4 {null} 2. c4) e5 *")), "e2e4 e7e5", "{null}");
    }
    for variant in ["Standard", "chess", "From Position", "Chess960", "Fischerandom", ""] {
        assert_eq!(told(&format!("[Variant \"{variant}\"]\n1. e4 *")), "e2e4", "{variant}");
    }
}

/// A number that contradicts the position means that a move is missing or superfluous. Continuing would give
/// another game.
#[test]
fn numbers_must_fit_the_position() {
    let black = "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 12\"]\n";
    for (text, expected) in [
        ("1. e4 e5 2. Nf3 Nc6", Ok("")),
        ("1 e4 1... e5 2 ... Nf3", Err("`2... Nf3`, but the next move is White's move 2")),
        ("1.. e4", Err("`1.. e4`, but the next move is White's move 1")),
        (
            "1. e4 e5 2... Nf3",
            Err("`2... Nf3`, but the next move is White's move 2: a move is missing or repeated"),
        ),
        ("1. e4 2. Nf3", Err("`2. Nf3`, but the next move is Black's move 1")),
        ("1. e4 e5 3. Nf3", Err("`3. Nf3`, but the next move is White's move 2")),
        ("1. e4 e5 2. Nf3 3. Nc6", Err("`3. Nc6`, but the next move is Black's move 2")),
        ("2. e4 e5", Err("`2. e4`, but the next move is White's move 1")),
        ("12. e4 e5 13. Nf3", Err("`12. e4`, but")),
        // Unambiguous: it is Black's move, and the number is right.
        ("1. e4 1. e5 2. Nf3 2. Nc6", Ok("`1.` is read as `1...`: it is Black's move")),
        ("1. e4 {good} 1... e5 2.Nf3 (2. f4) 2...Nc6", Ok("")),
        ("e4 e5 Nf3", Ok("")),
        (&format!("{black}12... Kd7 13. Kd2"), Ok("")),
        // A game from a diagram may have its own numbers if they are consecutive.
        (&format!("{black}1... Kd7 2. Kd2 2... Kc6"), Ok("")),
        (&format!("{black}38. .. Kd7 39. Kd2"), Ok("")),
        (&format!("{black}1. Kd7 Kd2 2. Kc6"), Ok("`1.` is read as `1...`: it is Black's move")),
        (&format!("{black}1... Kd7 3. Kd2"), Err("`3. Kd2`, but the next move is White's move 2")),
    ] {
        match (score(text).play("g"), expected) {
            (Ok(game), Ok(warning)) => {
                let told: Vec<_> = game.warnings.iter().map(|warning| warning.what.as_str()).collect();
                assert_eq!(told.first().copied().unwrap_or(""), warning, "{text}");
                assert!(told.len() <= 1, "{text}: {told:?}");
            }
            (Err(why), Err(expected)) => {
                assert!(why.to_string().contains(expected), "{why}, not {expected}, of {text}")
            }
            (found, _) => panic!("{found:?} of {text}"),
        }
    }
}

#[test]
fn final_0_0_is_a_result_unless_it_can_be_castling() {
    assert_eq!(told("1. e4 e5 0-0\n[White \"B\"]\n*"), "e2e4 e7e5");
    assert_eq!(told("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0"), "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1");
    assert!(told("1. e4 e5 0-0 *").contains("is not legal"));
}

#[test]
fn a_game_begins_where_its_tag_says() {
    let fen = "8/8/8/8/8/8/8/1k2K3 b - - 5 40";
    let text = format!("[SetUp \"1\"]\n[fen \"{fen}\"]\n\n40... Kb2 41. Kd2 Ka3 *");
    let game = score(&text).play("an ending").unwrap();
    assert_eq!(game.case(2).root().unwrap().diagram().fen(), "8/8/8/8/8/8/1k1K4/8 b - - 7 41");
}

/// A game that is longer than the record is cut into cases that fit. A game above the limit is refused.
#[test]
fn a_long_game_is_cut_into_cases_that_fit() {
    const PLIES: usize = 3000;
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".split(' ').filter(|word| word.starts_with('N')).cycle();
    let text: String = moves.take(PLIES).map(|mv| format!("{mv} ")).collect();
    let game = score(&text).play("shuffle").unwrap();
    assert_eq!((game.plies(), game.after_cuts.len()), (PLIES, PLIES / CUT_PLIES));
    for plies in [0, 1, 255, 256, 257, 511, 512, 513, 767, 768, 1500, 2999, 3000] {
        let case = game.case(plies);
        assert!(
            case.moves.len() < RECORD_PLIES && (plies < RECORD_PLIES || case.moves.len() >= CUT_PLIES),
            "{plies}"
        );
        let root = case.root().unwrap();
        assert_eq!((usize::from(root.game_ply()), usize::from(root.quiet())), (plies, plies), "{plies}");
    }
    let mut seen = 0;
    game.walk(|plies, position, mv| {
        assert_eq!((plies, usize::from(position.game_ply())), (seen, seen));
        assert!(mv.legal_in(position).is_some());
        seen += 1;
    });
    assert_eq!(seen, PLIES);
    let longer: String = "Nf3 Nf6 Ng1 Ng8 ".repeat(MAX_PLIES / 4) + "Nf3";
    assert!(score(&longer).play("g").unwrap_err().to_string().contains("more than 40000 half-moves"));
}
