use proptest::prelude::*;
use support::parse::LineColumn;

use super::read;
use crate::games::{Movetext, PrintedNumber, Remark, Score, ScoreMove, decode, parse};

/// Written by hand, with the irregularities of real files.
const SEVERAL: &[u8] = include_bytes!("../../../tests/data/several.pgn");

fn games(text: &str) -> Result<Vec<Score>, Remark> {
    parse(text)
}

fn one(text: &str) -> Score {
    let mut scores = games(text).unwrap_or_else(|why| panic!("{why} in {text}"));
    assert_eq!(scores.len(), 1, "{text}");
    scores.remove(0)
}

fn sans(line: &Movetext) -> Vec<&str> {
    line.moves.iter().map(|mv| mv.san.as_str()).collect()
}

#[test]
fn a_file_with_several_games_is_read_whole() {
    let scores = games(&decode(SEVERAL).unwrap()).unwrap();
    let results: Vec<_> =
        scores.iter().map(|score| (score.line.moves.len(), score.result.as_str())).collect();
    assert_eq!(results, [(14, "0-1"), (4, "1/2-1/2"), (2, ""), (4, "0-1"), (0, "*")]);
    for (score, name) in scores.iter().zip(["first", "second", "third", "fourth", "fifth"]) {
        assert_eq!(score.tag("Event"), Some(name));
        score.play(name).unwrap();
    }
    assert_eq!(scores[0].tag("White"), Some("Müller, \"Fritz\" \\ Söhne"));
    assert_eq!(scores[0].line.comments, ["by hand", "a game; nothing more"]);
}

#[test]
fn comments_glyphs_and_variations_belong_to_their_move() {
    let scores = games(&decode(SEVERAL).unwrap()).unwrap();
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

/// Returns the moves and the result of each game, with ` / ` between games.
fn told(text: &str) -> String {
    let game = |score: Score| format!("{} {}", sans(&score.line).join(" "), score.result).trim().to_owned();
    games(text).map_or_else(
        |why| why.to_string(),
        |scores| scores.into_iter().map(game).collect::<Vec<_>>().join(" / "),
    )
}

#[test]
fn irregular_files_are_read() {
    for (text, expected) in [
        ("\u{feff}1.e4\r\n1...e5\r\n%an escape\r\n2. 0-0 *", "e4 e5 0-0 *"),
        ("1.e4\r1...e5\r\r%an escape\r2. Nf3 *", "e4 e5 Nf3 *"),
        ("%at the beginning\n1 e4 e5 2 .. 0-0-0+ 1-0", "e4 e5 0-0-0+ 1-0"),
        ("1e4 e5 2Nf3 Nc6", "e4 e5 Nf3 Nc6"),
        ("1.e4 e5 2.0-0 0-0-0 3.O-O", "e4 e5 0-0 0-0-0 O-O"),
        ("1. exd6 e.p. Kd7 2. exd6ep 3\u{2026} e8Q# 12. bxa8=N!!", "exd6 Kd7 exd6ep e8Q# bxa8=N"),
        ("1. e4 { % no escape\n% here } e5", "e4 e5"),
        ("1. e4 ; 1... d5 1-0\n1... e5", "e4 e5"),
        ("1. e4 (1. d4 1/2-1/2) 1... e5", "e4 e5"),
        // Promotions, as one word or two.
        ("1. a8(Q) a8/Q a8=q a8 (R) a8 =N a7a8q *", "a8(Q) a8/Q a8=q a8=R a8=N a7a8q *"),
        // Check and mate marks after a blank, and words instead of marks.
        ("1. Bb5 + Bd7 2. Qh5 ch Kd8 3. Qf7 # e5 mate 4. d4 dbl ch ++", "Bb5 Bd7 Qh5 Kd8 Qf7 e5 d4"),
        // Null moves count as moves.
        ("1. -- Z0 2. <> @@@@ 3. 0000 null *", "-- Z0 <> @@@@ 0000 null *"),
        // A result on the line of the next game, or repeated; joined files, and the end of a DOS file.
        ("1. e4 1-0 1. d4 0-1", "e4 1-0 / d4 0-1"),
        ("1. e4 1/2-1/2 1/2\n1. d4 *", "e4 1/2-1/2 / d4 *"),
        ("1. e4 *\n\u{1a}\u{feff}[White \"A\"]\n\n1. d4 *\u{1a}\n", "e4 * / d4 *"),
        ("1. e4 e5\n\n[White \"B\"]\n1. d4", "e4 e5 / d4"),
        ("---------\n[White \"A\"]\n1. e4 *\n---------\n", "e4 *"),
    ] {
        assert_eq!(told(text), expected, "{text}");
    }
}

#[test]
fn judgements_are_glyphs_or_skipped() {
    for (signs, expected) in [
        ("!", &[1][..]),
        ("!?", &[5]),
        ("! ?!", &[1, 6]),
        ("+=", &[14]),
        ("=+", &[15]),
        ("=", &[10]),
        ("+-", &[18]),
        ("-+", &[19]),
        ("+/-", &[16]),
        ("-/+", &[17]),
        ("+/=", &[14]),
        ("±", &[16]),
        ("∓", &[17]),
        ("⩲", &[14]),
        ("∞", &[13]),
        ("□", &[7]),
        ("N", &[146]),
        ("D", &[]),
        ("TN", &[146]),
        ("$14 $7", &[14, 7]),
        ("$", &[]),
        ("$256", &[]),
        ("↑→⇆", &[]),
        ("(=)", &[]),
        ("[%emt 1]", &[]),
        ("[#]", &[]),
    ] {
        // The signs follow the move after a blank. Most of them may also follow it directly.
        let score = one(&format!("1. e4 e5 {signs} 2. Nf3 Nf6 *"));
        assert_eq!(sans(&score.line), ["e4", "e5", "Nf3", "Nf6"], "{signs}");
        assert_eq!(score.line.moves[1].glyphs, expected, "{signs}");
        if !signs.contains(|c: char| c.is_alphabetic() || c == '(') && signs != "$" && signs != "[#]" {
            let score = one(&format!("1. e4 e5{signs} 2. Nf3 Nf6 *"));
            assert_eq!((sans(&score.line)[1], &score.line.moves[1].glyphs[..]), ("e5", expected), "{signs}");
        }
    }
    let score = one("1. Bb5+! Bd7+- 2. Bxd7++ Qxd7#!? *");
    assert_eq!(sans(&score.line), ["Bb5+", "Bd7", "Bxd7++", "Qxd7#"]);
    let glyphs: Vec<_> = score.line.moves.iter().map(|mv| mv.glyphs.clone()).collect();
    assert_eq!(glyphs, [vec![1], vec![18], vec![], vec![5]]);
}

#[test]
fn results_are_read_as_people_write_them() {
    for (text, expected) in [
        ("1-0", "1-0"),
        ("1 - 0", "1-0"),
        ("1–0", "1-0"),
        ("1—0", "1-0"),
        ("1:0", "1-0"),
        ("0 : 1", "0-1"),
        ("0-1", "0-1"),
        ("0 - 1", "0-1"),
        ("1/2", "1/2-1/2"),
        ("1/2-1/2", "1/2-1/2"),
        ("1/2 - 1/2", "1/2-1/2"),
        ("1/2:1/2", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("½–½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("0,5-0,5", "1/2-1/2"),
        ("*", "*"),
    ] {
        let next = "\n\n[White \"B\"]\n\n1. d4 *";
        assert_eq!(told(&format!("1. e4 e5 {text}{next}")), format!("e4 e5 {expected} / d4 *"), "{text}");
        assert_eq!(told(&format!("1. e4 e5 (1... d5 {text} 2. exd5) 2. Nf3 *")), "e4 e5 Nf3 *", "{text}");
    }
    // Forfeits. After a move the same signs are a judgement.
    assert_eq!(told("[White \"A\"]\n+/-\n[White \"B\"]\n-/+"), "1-0 / 0-1");
    assert_eq!(told("1. e4 e5 +/-\n[White \"B\"]\n1. d4"), "e4 e5 / d4");
}

#[test]
fn numbers_stay_with_their_moves() {
    let score = one("1. e4 e5 2 ... Nf3 3 ..Nc6 ... 4.Bb5 ( 4... a6 ) 5… a6 *");
    let numbers: Vec<_> =
        score.line.moves.iter().map(|mv| mv.number.map(|number| (number.number, number.points))).collect();
    assert_eq!(numbers, [Some((1, 1)), None, Some((2, 3)), Some((3, 2)), Some((4, 1)), Some((5, 3))]);
    assert_eq!(score.line.moves[0].number, Some(PrintedNumber { number: 1, points: 1 }));
}

/// Input that is odd but clear is read with a warning.
#[test]
fn warnings_have_their_place() {
    for (text, moves, expected) in [
        ("1. e4 {a {b} c} e5 *", "e4 e5 *", &["line 1, column 15: a } without a comment"][..]),
        ("1. e4 {a {b} 1-} e5 *", "e4 e5 *", &["line 1, column 16: a } without"]),
        ("1. e4 {a { b} e5 *", "e4 e5 *", &[]),
        ("1. e4 } e5 *", "e4 e5 *", &["line 1, column 7: a } without"]),
        ("1. e4 {a} } e5 *", "e4 e5 *", &["line 1, column 11: a } without"]),
        ("1. e4 ) e5 *", "e4 e5 *", &["line 1, column 7: a ) without a variation"]),
        ("1. e4 $256 e5 *", "e4 e5 *", &["line 1, column 7: annotation glyph skipped"]),
        (
            "[A \"the \"big\" one\"]\n1. e4 *",
            "e4 *",
            &["line 1, column 1: a quotation mark in the value of the tag A"],
        ),
        (
            "\n[White A]\n[White]\n1. e4 *",
            "e4 *",
            &["line 2, column 1: the value of a tag", "line 3, column 1: the value"],
        ),
        ("[A \"b\n[B \"c\"]\n1. e4 *", "e4 *", &["line 1, column 1: the tag A has no \"] at its end"]),
    ] {
        let game = read(text.as_bytes()).next().unwrap().unwrap();
        let score = game.score.unwrap();
        assert_eq!(format!("{} {}", sans(&score.line).join(" "), score.result), moves, "{text}");
        assert_eq!(game.warnings.len(), expected.len(), "{text}: {:?}", game.warnings);
        for (warning, expected) in game.warnings.iter().zip(expected) {
            assert!(warning.to_string().starts_with(expected), "{warning} in {text}");
        }
    }
    let value = |text: &str| one(text).tag("A").map(str::to_owned);
    for (text, expected) in [
        ("[A \"]\"]\n*", "]"),
        ("[A \"a \\\"b\\\" \\\\ c\"]\n*", "a \"b\" \\ c"),
        ("[A \"the \"big\" one\"]\n*", "the \"big\" one"),
        ("[A \"open]\n*", "open"),
        ("[A \"open\"\n*", "open"),
        ("[A bare words]\n*", "bare words"),
        ("[A 'bare']\n*", "bare"),
        ("[ A   \"blanks\"  ] [B \"c\"]\n*", "blanks"),
        ("[a \"small\"]\n*", "small"),
    ] {
        assert_eq!(value(text).as_deref(), Some(expected), "{text}");
    }
    let nested = one("1. e4 {a {b} c} e5 *");
    assert_eq!(nested.line.moves[0].comments, ["a {b"]);
}

#[test]
fn a_text_without_moves_has_no_game() {
    for text in ["", "\n \r\n", "{nothing}", "; nothing", "%nothing\n", "\u{feff}\u{1a}", "-----"] {
        assert_eq!(games(text), Ok(Vec::new()), "{text}");
    }
    assert_eq!(games("1. e4 * {after it}\n; the end\n").map(|games| games.len()), Ok(1));
}

#[test]
fn the_next_game_is_read_after_a_broken_one() {
    let deep = "e4 (".repeat(101);
    let long = "1. e4 {x} ".repeat(500_000);
    for (text, expected) in [
        ("1. e4 (1. d4\r\n", "line 2, column 1: a ) is missing: a variation has no end"),
        (
            "1. e4\n {never\nclosed",
            "line 2, column 2: a } is missing: the comment that begins here has no end",
        ),
        (deep.as_str(), "line 1, column 404: variations are nested more than 100 deep"),
        (long.as_str(), "a game of more than 4 MB cannot be read"),
    ] {
        let next = "[White \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n\n1. c4 *";
        let text = format!("{text}\n\n{next}");
        let found: Vec<_> = read(text.as_bytes()).map(Result::unwrap).collect();
        let numbers: Vec<_> = found.iter().map(|game| game.number).collect();
        assert_eq!(numbers, [1, 2, 3], "{expected}");
        let why = found[0].score.as_ref().unwrap_err().to_string();
        assert!(why.ends_with(expected) || expected.starts_with("line 2, column 1"), "{why}, not {expected}");
        let sans: Vec<_> = found[1..].iter().map(|game| sans(&game.score.as_ref().unwrap().line)).collect();
        assert_eq!(sans, [["d4"], ["c4"]], "{expected}");
    }
}

/// A file is read only as far as requested, and a file that is not text is refused.
#[test]
fn games_are_read_on_demand() {
    let text = "1. e4 *\n".as_bytes().repeat(3);
    let mut games = read([&text[..], &[0; 100]].concat().leak() as &[u8]);
    let sans_of = |game: super::ReadGame| sans(&game.score.unwrap().line).join(" ");
    for _ in 0..3 {
        assert_eq!(games.next().unwrap().map(sans_of).unwrap(), "e4");
    }
    assert!(games.next().unwrap().unwrap_err().to_string().contains("not text"));
    assert!(games.next().is_none());
}

/// Reading takes linear time: the column of each token is not counted from the start of the text.
#[test]
fn a_long_text_in_one_line_is_read() {
    let text = "1. e4 e5 {comment} ".repeat(50_000);
    let score = one(&text);
    assert_eq!(score.line.moves.len(), 100_000);
    assert_eq!(score.line.moves[99_999].place, LineColumn { line: 1, column: 19 * 49_999 + 7 });
}

/// Writes a score as PGN. `breaks` says which tokens are followed by a line end instead of a blank.
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
        "[KQRBN][a-h]?[1-8]?x?[a-h][1-8][+#]?",
        "([a-h]x)?[a-h][1-8](=[QRBN])?[+#]?",
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

/// Removes the positions of the moves in the text, and their printed numbers: a generated score has neither.
fn without_places(mut line: Movetext) -> Movetext {
    for mv in &mut line.moves {
        (mv.place, mv.number) = (LineColumn::START, None);
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
            .map_err(|why| TestCaseError::fail(format!("{why} in\n{text}")))?
            .into_iter()
            .map(|score| Score { line: without_places(score.line), ..score })
            .collect();
        prop_assert_eq!(read, scores, "{}", text);
    }

    #[test]
    fn random_text_never_panics(text in "(e4|0-0|1-0|[1-9]\\.|[(){}\\[\\]\"$!?*;%.-]| |\n|\\PC){0,60}") {
        for game in read(text.as_bytes()) {
            let _ = game.unwrap().score.map(|score| score.play("").map(|game| game.end().played().unwrap()));
        }
    }
}
