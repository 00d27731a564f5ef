use emulator::grammar::LineColumn;
use proptest::prelude::*;

use super::games;
use crate::games::{Movetext, Score, ScoreMove, decode};

/// Written by hand: what is found in the files that people keep.
const SEVERAL: &[u8] = include_bytes!("../../../tests/data/several.pgn");

fn one(text: &str) -> Score {
    let mut scores = games(text).unwrap();
    assert_eq!(scores.len(), 1, "{text}");
    scores.remove(0)
}

fn sans(line: &Movetext) -> Vec<&str> {
    line.moves.iter().map(|mv| mv.san.as_str()).collect()
}

#[test]
fn a_file_with_several_games_is_read_whole() {
    let scores = games(&decode(SEVERAL.to_vec())).unwrap();
    let results: Vec<_> =
        scores.iter().map(|score| (score.line.moves.len(), score.result.as_str())).collect();
    assert_eq!(results, [(14, "0-1"), (4, "1/2-1/2"), (2, ""), (4, "0-1"), (0, "*")]);
    for (score, name) in scores.iter().zip(["first", "second", "third", "fourth", "fifth"]) {
        assert_eq!(score.tag("Event"), Some(name));
        score.cases(name).unwrap();
    }
    assert_eq!(scores[0].tag("White"), Some("Müller, \"Fritz\" \\ Söhne"));
    assert_eq!(scores[0].line.comments, ["by hand", "a game; nothing more"]);
}

#[test]
fn what_is_said_of_a_move_stays_with_it() {
    let scores = games(&decode(SEVERAL.to_vec())).unwrap();
    let moves = &scores[0].line.moves;
    assert_eq!(sans(&scores[0].line)[..6], ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nd4"]);
    assert_eq!(
        (&moves[0].comments[..], &moves[1].comments[..]),
        (&["[%clk 0:01:00]".to_owned()][..], &[][..])
    );
    assert_eq!(moves[2].glyphs, [1]);
    assert_eq!(moves[5].glyphs, [6, 14]);
    assert_eq!(moves[5].comments, ["a trap", "( in a comment is none )"]);
    let [one, other] = &moves[3].variations[..] else { panic!("two variations") };
    assert_eq!((sans(one), &one.comments[..]), (vec!["d6", "d4", "exd4"], &["Philidor".to_owned()][..]));
    let inner = &one.moves[2].variations;
    assert_eq!(
        (inner.len(), sans(&inner[0]), sans(&inner[0].moves[0].variations[0])),
        (1, vec!["Nd7"], vec!["Bg4"])
    );
    assert_eq!(sans(other), ["Nf6", "Nxe5", "--"]);
    assert_eq!(moves[12].place, LineColumn { line: 18, column: 1 });
    assert_eq!((moves[12].san.as_str(), moves[13].san.as_str()), ("Be2", "Nf3#"));
}

#[test]
fn the_shapes_of_real_files() {
    let line = |text: &str| sans(&one(text).line).join(" ");
    assert_eq!(line("\u{feff}1.e4\r\n1...e5\r\n%an escape\r\n2. 0-0 *"), "e4 e5 0-0");
    assert_eq!(line("%at the beginning\n1 e4 e5 2 .. 0-0-0+ 1-0"), "e4 e5 0-0-0+");
    assert_eq!(line("1. exd6 e.p. Kd7 2. exd6ep+ 3… e8Q# 12. bxa8=N!!"), "exd6 Kd7 exd6 e8Q# bxa8=N");
    assert_eq!(line("1. e4 { % no escape\n% here } e5"), "e4 e5");
    assert_eq!(line("1. e4 ; 1... d5 1-0\n1... e5"), "e4 e5");
    assert_eq!(line("1. e4 (1. d4 1/2-1/2) 1... e5"), "e4 e5");
    assert_eq!(one("[A \"]\"]\n*").tag("A"), Some("]"));
}

#[test]
fn a_text_without_a_game_has_none() {
    for text in ["", "\n \r\n", "{nothing}", "; nothing", "%nothing\n"] {
        assert_eq!(games(text), Ok(Vec::new()), "{text}");
    }
    assert_eq!(games("1. e4 * {after it}\n; the end\n").map(|games| games.len()), Ok(1));
}

#[test]
fn mistakes_have_their_place() {
    let outside = "expected a tag pair, a move or the result of a game, found";
    let inside = "expected a move, a comment or the ) of a variation, found";
    let value = "expected the tag's value in quotation marks, found";
    for (text, expected) in [
        ("\n[White A]", format!("line 2, column 8: {value} \"A]\"")),
        ("[White]", format!("line 1, column 7: {value} \"]\"")),
        ("[", "line 1, column 2: expected the name of a tag, found the end".to_owned()),
        ("[A \"b\nc\"]", "line 2, column 1: expected a quotation mark after the value, found \"c\"]\"".to_owned()),
        (
            "[A \"the \"big\" one\"]",
            "line 1, column 10: expected ] after the value (in that a quotation mark is \\\"), found \"big\"\"".to_owned(),
        ),
        ("1. e4 e5\n2. &5", format!("line 2, column 4: {outside} \"&5\"")),
        ("1. é4", "line 1, column 4: expected a move or the result of a game, found \"é4\"".to_owned()),
        ("1. e4 )", format!("line 1, column 7: {outside} \")\"")),
        ("1. e4 }", format!("line 1, column 7: {outside} \"}}\"")),
        ("1. e4 (1. d4\r\n", format!("line 2, column 1: {inside} the end")),
        ("1. e4 (1. d4\n\n[White \"A\"]", format!("line 3, column 1: {inside} \"[White\"")),
        ("1. e4 (1. d4 &)", format!("line 1, column 14: {inside} \"&)\"")),
        (
            "1. e4\n {never\nclosed",
            "line 2, column 2: a } is missing: the comment that begins here has no end".to_owned(),
        ),
        ("1. e4 $256", "line 1, column 8: a glyph is a number, $0 to $255".to_owned()),
        ("1. e4 $ 1", "line 1, column 8: a glyph is a number, $0 to $255".to_owned()),
        ("1. e4 * [A \"b\"] x", format!("line 1, column 17: {outside} \"x\"")),
        (
            &"e4 (".repeat(101),
            "line 1, column 405: variations are nested more than 100 deep".to_owned(),
        ),
    ] {
        assert_eq!(games(text).map_err(|mistake| mistake.to_string()), Err(expected), "{text}");
    }
}

/// Long files are read in a time that grows with their length only: the places are not counted from the beginning each time.
#[test]
fn a_long_text_in_one_line_is_read() {
    let text = "1. e4 e5 {comment} ".repeat(50_000);
    let score = one(&text);
    assert_eq!(score.line.moves.len(), 100_000);
    assert_eq!(score.line.moves[99_999].place, LineColumn { line: 1, column: 19 * 49_999 + 7 });
}

/// A score as PGN, with what the choices say between its tokens.
fn write(score: &Score, breaks: &[bool]) -> String {
    let mut tokens = Vec::new();
    line(&score.line, 1, &mut tokens);
    let mut text: String = score
        .tags
        .iter()
        .map(|(name, value)| format!("[{name} \"{}\"]\r\n", value.replace('\\', "\\\\").replace('"', "\\\"")))
        .collect();
    for (token, new_line) in tokens.iter().zip(breaks.iter().cycle()) {
        text += token;
        text += if *new_line || token.starts_with(';') { "\n" } else { " " };
    }
    text + &score.result + "\n"
}

fn line(line: &Movetext, number: usize, tokens: &mut Vec<String>) {
    comments(&line.comments, tokens);
    for (index, mv) in line.moves.iter().enumerate() {
        tokens.push(format!("{}.{}", number + index / 2, if index % 2 == 0 { "" } else { ".." }));
        tokens.push(mv.san.clone());
        tokens.extend(mv.glyphs.iter().map(|glyph| format!("${glyph}")));
        comments(&mv.comments, tokens);
        for variation in &mv.variations {
            tokens.push("(".to_owned());
            self::line(variation, number + index / 2, tokens);
            tokens.push(")".to_owned());
        }
    }
}

fn comments(comments: &[String], tokens: &mut Vec<String>) {
    for (index, comment) in comments.iter().enumerate() {
        tokens.push(if index % 2 == 0 { format!("{{{comment}}}") } else { format!("; {comment}") });
    }
}

fn a_comment() -> impl Strategy<Value = String> {
    "[a-zé;(\\[$][ -z~]{0,10}[a-z)%\\]*]"
        .prop_map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn a_line() -> impl Strategy<Value = Movetext> {
    let san = prop_oneof![
        Just("O-O".to_owned()),
        Just("0-0-0+".to_owned()),
        Just("--".to_owned()),
        "[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?",
    ];
    let glyphs = prop::collection::vec(any::<u8>(), 0..3);
    let mv = (san, glyphs, prop::collection::vec(a_comment(), 0..3)).prop_map(|(san, glyphs, comments)| {
        ScoreMove { glyphs, comments, ..ScoreMove::new(&san, LineColumn::START) }
    });
    let mv = mv.boxed();
    let of = |mv: BoxedStrategy<ScoreMove>| {
        let comments = prop::collection::vec(a_comment(), 0..2);
        (comments, prop::collection::vec(mv, 1..6)).prop_map(|(comments, moves)| Movetext { comments, moves })
    };
    of(mv.clone()).prop_recursive(3, 20, 3, move |inner| {
        let variations = prop::collection::vec(inner, 0..3);
        of((mv.clone(), variations).prop_map(|(mv, variations)| ScoreMove { variations, ..mv }).boxed())
    })
}

/// Where the moves stand is no part of what is written.
fn without_places(mut line: Movetext) -> Movetext {
    for mv in &mut line.moves {
        mv.place = LineColumn::START;
        mv.variations = std::mem::take(&mut mv.variations).into_iter().map(without_places).collect();
    }
    line
}

proptest! {
    #[test]
    fn a_score_that_is_written_is_read(
        lines in prop::collection::vec((a_line(), "[ -~é]{0,12}", 0..4usize), 1..4),
        breaks in prop::collection::vec(any::<bool>(), 1..9),
    ) {
        let scores: Vec<Score> = lines
            .into_iter()
            .map(|(line, value, result)| Score {
                tags: vec![("White".to_owned(), value)],
                line,
                result: ["1-0", "0-1", "1/2-1/2", "*"][result].to_owned(),
            })
            .collect();
        let text: String = scores.iter().map(|score| write(score, &breaks)).collect();
        let read: Vec<Score> = games(&text)
            .map_err(|mistake| TestCaseError::fail(format!("{mistake} in\n{text}")))?
            .into_iter()
            .map(|score| Score { line: without_places(score.line), ..score })
            .collect();
        prop_assert_eq!(read, scores, "{}", text);
    }

    #[test]
    fn random_text_never_panics(text in "(e4|0-0|1-0|[1-9]\\.|[(){}\\[\\]\"$!?*;%.-]| |\n|\\PC){0,60}") {
        let _ = games(&text);
    }
}
