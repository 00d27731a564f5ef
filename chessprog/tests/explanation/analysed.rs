//! Tests that `machack analyse` writes the explanation of each move beside that move.

use std::fs;

use chessprog::explanation::explain;
use chessprog::explanation::words::{ENGLISH, Notation, Writer};
use chessprog::games;
use chessprog::native::Native;
use chessprog::program::Case;
use chessprog::vocabulary::Settings;

use crate::cli::run;

/// The moves of a game in both notations. The search does not choose all of them.
const MOVES: [(&str, &str); 6] =
    [("e2e4", "e4"), ("e7e5", "e5"), ("g1f3", "Nf3"), ("b8c6", "Nc6"), ("a2a4", "a4"), ("g8f6", "Nf6")];

/// Returns the explanation of the move at this place of the game, from a separate search.
fn explained(place: usize) -> String {
    let before: Vec<&str> = MOVES[..place].iter().map(|(coordinates, _)| *coordinates).collect();
    let case = Case::game("", &before.join(" ")).expect("a game");
    let settings = Settings { depth: 2, ..Settings::normal() };
    let explanation = explain(&mut Native::new(), &case, &settings, false).expect("an explanation");
    let writer = Writer::new(&explanation, Notation::Algebraic, &ENGLISH);
    let played = explanation.moves.iter().find(|other| other.mv.coordinates == MOVES[place].0);
    let about_played = writer.about_played(&played.expect("in the list").mv);
    writer.short().into_iter().chain(about_played).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_as_pgn_has_the_explanation_of_each_move_after_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    fs::write(&file, "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. a4 Nf6 *\n").expect("a file");
    let name = file.to_str().expect("a name");
    for (side, explained_moves) in [("white", [0, 2, 4]), ("black", [1, 3, 5])] {
        let (status, out, error) =
            run(&["analyse", "--pgn", name, "--format", "pgn", "--side", side, "--depth", "2"], "");
        assert_eq!((status, error.as_str()), (0, ""));
        let scores = games::parse(&out).expect("PGN");
        let [score] = &scores[..] else { panic!("{out}") };
        let written: Vec<&str> = score.line.moves.iter().map(|mv| mv.san.as_str()).collect();
        assert_eq!(written, MOVES.map(|(_, algebraic)| algebraic));
        for (place, mv) in score.line.moves.iter().enumerate() {
            let expected = explained_moves.contains(&place).then(|| explained(place));
            assert_eq!(mv.comments, Vec::from_iter(expected), "{}", mv.san);
        }
    }
}

/// Returns the words of a picture in SVG.
fn words(svg: &str) -> String {
    let texts = svg.split("<text").skip(1).filter_map(|rest| rest.split_once('>')?.1.split_once("</text>"));
    let texts: Vec<&str> = texts.map(|(text, _)| text).collect();
    let marks =
        [("&apos;", "'"), ("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    marks.into_iter().fold(texts.join(" "), |text, (mark, meaning)| text.replace(mark, meaning))
}

#[test]
fn a_picture_has_the_explanation_of_its_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("page.svg");
    let name = output.to_str().expect("a name");
    let fen = "startpos; moves e2e4 e7e5 g1f3 b8c6";
    let arguments = ["analyse", "--why", "--fen", fen, "--depth", "2", "--output", name];
    let (status, _, error) = run(&arguments, "");
    assert_eq!((status, error.as_str()), (0, ""));
    let case = Case::game("", "e2e4 e7e5 g1f3 b8c6").expect("a game");
    let settings = Settings { depth: 2, ..Settings::normal() };
    let explanation = explain(&mut Native::new(), &case, &settings, false).expect("an explanation");
    let expected = Writer::new(&explanation, Notation::Algebraic, &ENGLISH).short().join(" ");
    let words = words(&fs::read_to_string(output).expect("a picture"));
    assert!(words.contains(&expected), "{expected}\n{words}");
}
