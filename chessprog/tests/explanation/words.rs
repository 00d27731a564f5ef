//! Tests the rows of the table of words by examples: the sentences of many positions are written with marks
//! around each row.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chessprog::emulated::Thinking;
use chessprog::explanation::words::reasons::Clauses;
use chessprog::explanation::words::{
    ENGLISH, Notation, Paragraph, Phrase, Wording, Writer, about_listed, about_node,
};
use chessprog::explanation::{ExplainedNode, Explanation, NamedMove, explain};
use chessprog::native::Native;
use chessprog::program::{Case, ChessProgram as _};
use chessprog::subject::Subject as _;
use chessprog::vocabulary::{Scheme, Settings};

use super::{positions, settings};

/// Returns a row with its name, between marks that no text has.
fn between_marks(name: &str, text: &str) -> &'static str {
    Box::leak(format!("\u{1}{name}\u{2}{text}\u{3}").into_boxed_str())
}

static PHRASES: LazyLock<BTreeMap<Phrase, &'static str>> = LazyLock::new(|| {
    let row = |&phrase: &Phrase| (phrase, between_marks(&format!("{phrase:?}"), (ENGLISH.phrase)(phrase)));
    Phrase::ALL.iter().map(row).collect()
});

static MARKED: LazyLock<Wording> = LazyLock::new(|| {
    let row = |(number, &(gain, loss)): (usize, &Clauses)| {
        let marked = |name, text: &str| {
            if text.is_empty() { "" } else { between_marks(&format!("H{number} {name}"), text) }
        };
        (marked("gain", gain), marked("loss", loss))
    };
    let reasons: Vec<Clauses> = (1..).zip(ENGLISH.reasons).map(row).collect();
    Wording {
        phrase: |phrase| PHRASES[&phrase],
        reasons: reasons.leak(),
        sides: ENGLISH.sides,
        kinds: ENGLISH.kinds,
        numbers: ENGLISH.numbers,
        terms: ENGLISH.terms,
        titles: ENGLISH.titles,
    }
});

/// The first text of each row.
type Examples = BTreeMap<String, String>;

/// Adds the rows of a text to the examples.
fn collect(text: &str, examples: &mut Examples) {
    // The name and the text of each row that has begun but not ended. The last name may be incomplete.
    let mut open: Vec<(String, Option<String>)> = Vec::new();
    for character in text.chars() {
        match (character, open.last_mut()) {
            ('\u{1}', _) => open.push((String::new(), None)),
            ('\u{2}', Some((_, text))) => *text = Some(String::new()),
            ('\u{3}', _) => {
                let (name, text) = open.pop().expect("a row has begun");
                let text = text.expect("a text");
                if let Some((_, Some(outer))) = open.last_mut() {
                    outer.push_str(&text);
                }
                examples.entry(name).or_insert(text);
            }
            (_, Some((_, Some(text)))) => text.push(character),
            (_, Some((name, None))) => name.push(character),
            (_, None) => {}
        }
    }
}

fn collect_all(paragraphs: &[Paragraph], examples: &mut Examples) {
    for text in paragraphs.iter().flat_map(|paragraph| &paragraph.sentences) {
        collect(text, examples);
    }
}

/// Adds all sentences of an explanation: full, short, and about each move as played and as not chosen.
fn collect_from(case: &Case, explanation: &Explanation, examples: &mut Examples) {
    let writer = Writer::new(explanation, Notation::Descriptive, &MARKED);
    collect_all(&writer.full(), examples);
    writer.short().iter().for_each(|text| collect(text, examples));
    for candidate in &explanation.moves {
        writer.about_played(&candidate.mv).iter().for_each(|text| collect(text, examples));
        writer.why_not_move(&candidate.mv).iter().for_each(|text| collect(text, examples));
    }
    let mut native = Native::new();
    native.set_up(case).expect("accepted");
    let legal = native.legal().expect("legal moves").moves;
    for mv in legal.into_iter().filter(|mv| mv.promotion().is_some()) {
        writer
            .why_not_move(&NamedMove::of_coordinates(mv.into()))
            .iter()
            .for_each(|text| collect(text, examples));
    }
}

/// Positions with rare rows: FEN, moves and settings.
fn rare() -> Vec<(&'static str, &'static str, Settings)> {
    let normal = || Settings { depth: 2, ..Settings::normal() };
    let orig = |depth| Settings { depth, ..Settings::normal().original() };
    vec![
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "", normal()),
        ("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "", normal()),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", normal()),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "", Settings { depth: 4, ..normal() }),
        ("7k/8/5K2/8/8/8/8/6R1 b - - 0 1", "", Settings { depth: 4, ..normal() }),
        ("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "", normal()),
        ("7k/5Q2/8/6K1/8/8/8/8 w - - 99 90", "", normal()),
        ("k7/8/8/8/8/8/4P3/K7 w - - 98 90", "", normal()),
        ("", "g1f3 g8f6 f3g1 f6g8", Settings { repetition: Scheme::HashFlag, ..normal() }),
        ("", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", Settings { repetition: Scheme::HashFlag, ..normal() }),
        ("", "", Settings { depth: 0, ..orig(0) }),
        ("3rk3/8/8/8/8/8/3Q4/3RK3 w - - 0 60", "", normal()),
        ("", "", Settings { depth: 1, ..normal() }),
        // Legal's mate: White answers the retreat of the bishop with mate in two.
        (
            "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5",
            "",
            Settings { depth: 4, ..normal() },
        ),
        // White's bishop can be taken, and Black's knight is pinned and can be taken.
        ("", "e2e4 e7e6 d2d4 d7d5 b1c3 g8f6 c1g5 f8b4 e4e5 h7h6", normal()),
        // The bishop takes a guarded pawn, and the rook behind it attacks the queen: H41.
        ("2k1q3/1p1p4/8/8/4B3/8/8/4R1K1 w - - 0 30", "", normal()),
    ]
}

fn of_positions(examples: &mut Examples) {
    let mut native = Native::new();
    let corpus = positions(1, 600).into_iter().enumerate();
    let corpus = corpus.map(|(turn, case)| (case, settings(turn, 2), turn % 3 == 0));
    let rare = rare().into_iter().map(|(fen, moves, settings)| {
        let case =
            if fen.is_empty() { Case::game("", moves).expect("moves") } else { Case::fen(fen).expect("FEN") };
        (case, settings, false)
    });
    let book = (Case::game("", "").expect("a game"), Settings::normal(), true);
    for (case, settings, use_book) in corpus.chain(rare).chain([book]) {
        let explanation = explain(&mut native, &case, &settings, use_book).expect("an explanation");
        collect_from(&case, &explanation, examples);
    }
}

/// Adds the sentences about the program of 1967, which does not reveal terms and replies, and about a search
/// that was stopped.
fn of_less(examples: &mut Examples) {
    let case = Case::game("", "e2e4 e7e5").expect("a game");
    let settings = Settings { depth: 2, ..Settings::normal().original() };
    let mut explanation = explain(&mut Native::new(), &case, &settings, false).expect("an explanation");
    explanation.replies.clear();
    explanation.moves.iter_mut().for_each(|candidate| candidate.factors.clear());
    collect_from(&case, &explanation, examples);
    collect((MARKED.phrase)(Phrase::Stopped), examples);
}

/// Adds the debugger's sentences at the root, further down, and at the basic depth.
fn of_nodes(examples: &mut Examples) {
    let settings = Settings { depth: 2, ..Settings::normal() };
    let mv = |text: &str| text.parse().expect("coordinates");
    let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (fen, moves, line) in [
        (initial, "", ""),
        (initial, "", "e2e4"),
        (initial, "", "e2e4 e7e5 g1f3"),
        (initial, "e2e4 d7d5 d2d4 c8h3", "h3g2"),
        (initial, "e2e4 d7d5", "a2a3"),
        // By fault F20 the capture is not in the list: the bishop seems to look through its pawn at the king.
        ("4k3/8/8/8/5K2/1p2p3/3N4/2b5 w - - 0 30", "", "d2b3"),
        // The seventh capture of the list is also tried.
        ("r4rk1/1b2bppp/pqn1pn2/1p6/3P4/PBN2N2/1P2QPPP/R1B2RK1 w - - 0 15", "", ""),
    ] {
        let thinking = Thinking {
            line: line.split_whitespace().map(mv).collect(),
            best: Some(mv("e2e4")),
            value: Some(0),
            tried: 1,
            ..Thinking::default()
        };
        let game = Case::fen(fen).expect("a position").with_moves(moves.split_whitespace().map(mv));
        let node = ExplainedNode::of(&game, &settings, &thinking, false).expect("a node");
        collect_all(&about_node(&node, Notation::Descriptive, &MARKED), examples);
        for candidate in &node.list.moves {
            let about = about_listed(&node, &candidate.mv, Notation::Descriptive, &MARKED);
            about.iter().for_each(|text| collect(text, examples));
        }
    }
}

#[test]
fn rows_of_the_table_of_words_have_examples() {
    let mut examples = Examples::new();
    of_positions(&mut examples);
    of_less(&mut examples);
    of_nodes(&mut examples);
    let phrases = Phrase::ALL.iter().map(|phrase| format!("{phrase:?}"));
    let reasons = (1..).zip(ENGLISH.reasons).flat_map(|(number, &(gain, loss))| {
        let clauses = [("gain", gain), ("loss", loss)].into_iter().filter(|(_, text)| !text.is_empty());
        clauses.map(move |(name, _)| format!("H{number} {name}"))
    });
    let missing: Vec<String> = phrases.chain(reasons).filter(|name| !examples.contains_key(name)).collect();
    assert!(missing.is_empty(), "no example of {missing:?}");
    let lines: Vec<String> = examples.iter().map(|(name, text)| format!("{name}: {text}")).collect();
    insta::assert_snapshot!("words", lines.join("\n"));
}
