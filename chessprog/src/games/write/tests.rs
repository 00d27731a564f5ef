use proptest::prelude::*;
use support::parse::LineColumn;

use crate::games::{Movetext, Score, ScoreMove, decode, of_the_paper, parse};

/// Removes the positions of the moves in the text, and their printed numbers.
fn placeless(mut score: Score) -> Score {
    fn of_line(line: &mut Movetext) {
        for mv in &mut line.moves {
            (mv.place, mv.number) = (LineColumn::START, None);
            mv.variations.iter_mut().for_each(of_line);
        }
    }
    of_line(&mut score.line);
    score
}

fn again(score: &Score) -> Score {
    let text = score.to_string();
    let mut read = parse(&text).unwrap_or_else(|mistake| panic!("{mistake}\n{text}"));
    assert_eq!(read.len(), 1, "{text}");
    placeless(read.remove(0))
}

#[test]
fn games_round_trip_through_pgn() {
    let several = decode(include_bytes!("../../../tests/data/several.pgn")).unwrap();
    let scores = parse(&several).unwrap().into_iter().chain(of_the_paper().map(|(_, score)| score));
    for score in scores {
        assert_eq!(again(&score), placeless(score));
    }
}

/// As the PGN standard requires for export, Black's move has a number after a comment or a variation.
#[test]
fn black_moves_are_numbered_after_comments_and_variations() {
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 12\"]\n\n12... Kd7 13. Kd2 $1 {a \"comment\"} 13... Kc6 \
        (13... Ke6 14. Ke3 (14. Kc3)) *\n\n";
    assert_eq!(parse(text).unwrap()[0].to_string(), text);
}

#[test]
fn lines_are_short_and_none_begins_with_a_percent_sign() {
    let mut mv = ScoreMove::new("e4", LineColumn::START);
    mv.comments = vec!["%%%".to_owned() + &" word %word}".repeat(60)];
    let score = Score { line: Movetext { moves: vec![mv; 3], ..Movetext::default() }, ..Score::default() };
    let text = score.to_string();
    assert!(text.lines().all(|line| line.len() <= 79 + 7 && !line.starts_with('%')), "{text}");
    assert_eq!(again(&score).line.moves[0].comments[0].matches("%word)").count(), 60);
}

/// A line can be broken before or after a command such as `[%eval 0.5]`, but not within it.
#[test]
fn commands_in_comments_are_not_broken() {
    for length in 1..80 {
        let mut mv = ScoreMove::new("e4", LineColumn::START);
        let commands = "[%eval 0.19] [%emt 0:00:18.3]";
        mv.comments =
            vec![format!("{} {commands}", "x".repeat(length)), format!("[%eval {}", "x ".repeat(60))];
        let score = Score { line: Movetext { moves: vec![mv], ..Movetext::default() }, ..Score::default() };
        let text = score.to_string();
        assert!(text.contains("[%eval 0.19]") && text.contains("[%emt 0:00:18.3]"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 79 + 7), "{text}");
    }
}

fn line(depth: u32) -> BoxedStrategy<Movetext> {
    let comments = || prop::collection::vec("[a-z\\[\\]();%0-9.$]{1,12}( [a-z%]{1,12}){0,20}", 0..3);
    let variations = if depth == 0 {
        Just(Vec::new()).boxed()
    } else {
        let is_something = |line: &Movetext| *line != Movetext::default();
        prop::collection::vec(line(depth - 1).prop_filter("a variation of nothing", is_something), 0..2)
            .boxed()
    };
    let mv = (
        prop::sample::select(vec!["e4", "Nbd7", "exd6", "O-O", "fxg8=Q+", "R1e2#"]),
        prop::collection::vec(0..=255u8, 0..3),
        comments(),
        variations,
    );
    let mv = mv.prop_map(|(san, glyphs, comments, variations)| ScoreMove {
        glyphs,
        comments,
        variations,
        ..ScoreMove::new(san, LineColumn::START)
    });
    (comments(), prop::collection::vec(mv, 0..6))
        .prop_map(|(comments, moves)| Movetext { comments, moves })
        .boxed()
}

proptest! {
    #[test]
    fn any_score_round_trips(
        tags in prop::collection::vec(("[A-Z][a-z]{0,8}", "[ -~]{0,20}"), 0..4),
        line in line(2),
        result in prop::sample::select(vec!["1-0", "0-1", "1/2-1/2", "*"]),
    ) {
        let score = Score { tags, line, result: result.to_owned() };
        prop_assert_eq!(again(&score), score);
    }
}
