use emulator::time::Nanos;

use super::*;
use crate::games::parse;
use crate::program::Coordinates;

/// Returns the moves of a case as they are made, with Black played by the machine.
fn made(case: &Case) -> Vec<GameMove> {
    let moves: Vec<_> = case.played().unwrap().moves().collect();
    let author = |ply: usize, mv| match ply {
        1 => Author::Book,
        ply if ply % 2 == 1 => {
            Author::Search(Opinion { value: -64, line: vec![mv], time: Some(Nanos::from_millis(3_723_500)) })
        }
        _ => Author::Person,
    };
    moves.into_iter().enumerate().map(|(ply, mv)| GameMove { ply, mv, author: author(ply, mv) }).collect()
}

fn played(scores: &mut Scores, case: &Case) {
    made(case).iter().for_each(|made| scores.add(made));
    scores.set_game(case).unwrap();
}

#[test]
fn machine_moves_have_value_and_time_comments() {
    let mut scores = Scores::new(None);
    played(&mut scores, &Case::game("", "f2f3 e7e5 g2g4 d8h4").unwrap());
    let text = scores.text();
    let score = &parse(&text).unwrap()[0];
    assert_eq!(
        (score.tag("White"), score.tag("Black"), score.tag("Result")),
        (Some(Heading::of_host().player.as_str()), Some(PROGRAM), Some("0-1"))
    );
    assert_eq!((score.program(), score.result.as_str()), (Some(Side::Black), "0-1"));
    let moves = &score.line.moves;
    assert_eq!(moves.iter().map(|mv| mv.san.as_str()).collect::<Vec<_>>(), ["f3", "e5", "g4", "Qh4#"]);
    assert!(moves[1].is_of_book() && moves[0].comments.is_empty());
    // Half a pawn for Black; an hour, two minutes and 3.5 seconds.
    assert_eq!(moves[3].comments, ["value -64, 3723.5 s [%eval -0.50] [%emt 1:02:03.5]"]);
    assert_eq!(moves[3].seconds(), Some((3723.5, false)));
}

#[test]
fn a_new_start_adds_a_game_to_the_score() {
    let mut scores = Scores::new(None);
    played(&mut scores, &Case::game("", "e2e4 e7e5").unwrap());
    // The board is set up again, before any move.
    scores.set_game(&Case::game("", "").unwrap()).unwrap();
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 40";
    let ending = Case::fen(fen).unwrap().with_moves(["e2e4".parse::<Coordinates>().unwrap()]);
    played(&mut scores, &ending);
    let games = parse(&scores.text()).unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].line.moves.len(), games[1].line.moves.len()), (2, 1));
    assert_eq!(
        (games[1].tag("FEN"), games[1].tag("SetUp"), games[1].result.as_str()),
        (Some(fen), Some("1"), "*")
    );
    assert_eq!(games[1].play("").unwrap().end().moves, ending.moves);
}

#[test]
fn comments_of_taken_back_moves_are_removed() {
    let mut scores = Scores::new(None);
    played(&mut scores, &Case::game("", "e2e4 e7e5 g1f3 b8c6").unwrap());
    let other = Case::game("", "e2e4 e7e5 g1f3 d7d6").unwrap();
    let mv = other.played().unwrap().moves().last().unwrap();
    scores.add(&GameMove { ply: 3, mv, author: Author::Person });
    scores.set_game(&other).unwrap();
    let score = &parse(&scores.text()).unwrap()[0];
    assert_eq!((score.line.moves[3].san.as_str(), score.line.moves[3].comments.len()), ("d6", 0));
}

#[test]
fn mate_values_become_moves_to_mate() {
    let position = Case::fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap().root().unwrap();
    // Mate in one: 28670 (specification 2.9).
    let opinion = Opinion { value: 28670, line: Vec::new(), time: None };
    assert_eq!(opinion_of(&position, &opinion), "value 28670 [%eval #1]");
}

fn read_in(text: &str, plies: usize) -> Option<GamePrefix> {
    let score = parse(text).unwrap().remove(0);
    let case = score.play("").unwrap().case(plies);
    Some(GamePrefix { score, case })
}

#[test]
fn a_game_that_was_read_in_keeps_its_names() {
    let text = "[event \"Match\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n[Program \"white\"]\n\n\
        {first} 1. e4 {best} e5 2. Nf3! (2. f4) Nc6 1-0";
    let whole = Case::game("", "e2e4 e7e5 g1f3 b8c6").unwrap();
    let mut scores = Scores::new(read_in(text, 4));
    scores.set_game(&whole).unwrap();
    let score = parse(&scores.text()).unwrap().remove(0);
    for (tag, expected) in [
        ("Event", Some("Match")),
        ("White", Some("A")),
        ("Black", Some("B")),
        ("Result", Some("1-0")),
        ("ECO", Some("C20")),
        ("Program", None),
    ] {
        assert_eq!(score.tag(tag), expected, "{tag}");
    }
    assert_eq!(score.result, "1-0");
    assert_eq!(
        (&score.line.comments[..], score.line.moves[0].comments[0].as_str()),
        (&["first".to_owned()][..], "best")
    );
    assert_eq!((&score.line.moves[2].glyphs[..], score.line.moves[2].variations.len()), (&[1][..], 1));

    // If the machine continues the game as Black, the score names the program and has no result.
    let more = Case::game("", "e2e4 e7e5 g1f3 d7d6").unwrap();
    let mut scores = Scores::new(read_in(text, 3));
    let mv = more.played().unwrap().moves().last().unwrap();
    scores.add(&GameMove { ply: 3, mv, author: Author::Book });
    scores.set_game(&more).unwrap();
    let score = parse(&scores.text()).unwrap().remove(0);
    assert_eq!(
        (score.tag("White"), score.tag("Black"), score.result.as_str()),
        (Some("A"), Some(PROGRAM), "*")
    );
    assert_eq!((score.tag("WhiteType"), score.tag("BlackType")), (Some("human"), Some("program")));

    // A game with other moves has no tags of the game that was read.
    let mut scores = Scores::new(read_in(text, 3));
    scores.set_game(&Case::game("", "d2d4").unwrap()).unwrap();
    let score = parse(&scores.text()).unwrap().remove(0);
    assert_eq!(
        (score.tag("Event"), score.tag("White"), score.tag("ECO")),
        (Some("At the teletype"), Some("?"), None)
    );
    assert_ne!(score.tag("Date"), Some("????.??.??"));
}
