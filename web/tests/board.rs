//! The board of the page: it shows the game in the machine's memory, and changes it by typing.

use web::{WebMachine, case_in, case_of_fen, lines, read_score, titles};

const SECOND: u64 = 1_000_000_000;

/// Runs the machine until the program waits.
fn run_to_prompt(room: &mut WebMachine) {
    for _ in 0..100_000 {
        assert!(room.run(room.time() + SECOND / 10), "{}", room.take_said());
        if room.is_waiting() {
            return;
        }
    }
    panic!("the program never waits:\n{}", room.paper_text());
}

fn chess() -> WebMachine {
    let mut room = WebMachine::with_chess().unwrap();
    run_to_prompt(&mut room);
    room
}

fn type_lines(room: &mut WebMachine, lines: &[String]) {
    for line in lines {
        room.type_text(&format!("{line}\n")).unwrap();
        run_to_prompt(room);
    }
}

#[test]
fn take_board_returns_each_change_once() {
    let mut room = chess();
    let board = room.take_board().unwrap();
    let game = board.game.unwrap();
    assert_eq!((game.legal.len(), game.moves.len(), board.machine_plays), (20, 0, [false, false]));
    assert_eq!(room.take_board(), None);
    type_lines(&mut room, &["PB".to_owned(), "P-K4".to_owned()]);
    let board = room.take_board().unwrap();
    let game = board.game.unwrap();
    // The opening book answers P-K4 with P-K4.
    let moves: Vec<_> = game.moves.iter().map(|mv| &*mv.algebraic).collect();
    assert_eq!((moves, board.machine_plays), (vec!["e4", "e5"], [false, true]));
    assert_eq!(room.take_board(), None);
}

/// While the program thinks, the board shows the game and not a position of the tree. The line being examined
/// begins with a legal move.
#[test]
fn the_board_does_not_show_the_tree() {
    let mut room = chess();
    type_lines(&mut room, &["BOOK 0".to_owned(), "PB".to_owned()]);
    room.take_board();
    room.type_text("P-K4\n").unwrap();
    let (mut lines, mut best, mut shown) = (0, 0, Vec::new());
    while shown.len() < 2 {
        room.run(room.time() + SECOND / 10);
        shown.extend(room.take_board().into_iter().map(|board| board.game.unwrap().moves.len()));
        let Some(thinking) = room.thinking() else { continue };
        lines += usize::from(!thinking.line.is_empty());
        best += usize::from(thinking.best.is_some() && thinking.value.is_some() && thinking.nodes > 0);
        assert!(thinking.line.len() < 12 && thinking.tried < 30, "{thinking:?}");
    }
    assert_eq!(shown, [1, 2]);
    assert!(lines > 20 && best > 20, "{lines} {best}");
}

#[test]
fn positions_and_games_are_typed() {
    let mut room = chess();
    for fen in [
        "7k/P7/8/8/8/8/8/K7 w - - 0 30",
        "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 0 9",
    ] {
        let typed = lines(&case_of_fen(fen).unwrap()).unwrap();
        type_lines(&mut room, &typed);
        let game = room.take_board().unwrap().game.unwrap();
        let [board, side, rights] = [0, 1, 2].map(|part| fen.split(' ').nth(part).unwrap());
        assert!(game.fen.starts_with(&format!("{board} {side} {rights}")), "{}", game.fen);
    }
    let (_, landey) = chessprog::games::named().find(|(name, _)| *name == "machack-landey").unwrap();
    type_lines(&mut room, &lines(&case_in(landey, 0, 9).unwrap()).unwrap());
    let game = room.take_board().unwrap().game.unwrap();
    let score = read_score(landey, 0).unwrap();
    assert_eq!((game.moves.len(), &game.fen), (9, &score.moves[8].fen));
}

/// The list equals the list printed by TP. In the initial position it begins with P-K4 (specification 15.1,
/// position A).
#[test]
fn plausible_moves_equal_the_list_of_tp() {
    let mut room = chess();
    let list = room.plausible().unwrap();
    assert_eq!(list.len(), 20);
    assert!(list.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{list:?}");
    room.type_text("TP\n").unwrap();
    run_to_prompt(&mut room);
    let paper = room.paper_text();
    let first = paper.lines().skip_while(|line| !line.ends_with(" TP")).nth(1).unwrap();
    assert!(first.contains(&list[0].0.descriptive) && first.contains(&list[0].1.to_string()), "{first}");
}

#[test]
fn invalid_scores_and_positions_are_errors_with_their_place() {
    assert!(titles("").unwrap_err().contains("no game"));
    for (text, part) in [("hello", "hello"), ("1. e4 e5 2. Ke5 *", "Ke5")] {
        let error = read_score(text, 0).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
    for fen in ["8/8", "8/8/8/8/8/8/8/K7 w - - 0 1", "kk6/8/8/8/8/8/8/K7 w - - 0 1"] {
        assert!(case_of_fen(fen).is_err(), "{fen}");
    }
    assert!(case_in("1. e4 *", 0, 2).is_err() && case_in("1. e4 *", 1, 0).is_err());
}

/// A game that cannot be read, or has an illegal move, does not hide the games after it.
#[test]
fn a_broken_game_leaves_the_others_readable() {
    let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e9 *\n\n[White \"C\"]\n\n1. Ke2 *\n\n\
        [White \"D\"]\n\n1. d4 *\n";
    let list = titles(text).unwrap();
    assert_eq!(list.len(), 4);
    assert_eq!(list[3].as_ref().unwrap().players[0], "D");
    let moves: Vec<Option<usize>> =
        (0..4).map(|number| read_score(text, number).ok().map(|score| score.moves.len())).collect();
    assert_eq!(moves, [Some(1), None, None, Some(1)]);
}

#[test]
fn the_machine_says_why_it_moved() {
    let mut room = chess();
    assert_eq!(room.why(None, None), Err("The machine has not moved yet.".to_owned()));
    let typed = ["BOOK 0", "SETD 2", "PB", "P-K4"].map(str::to_owned);
    type_lines(&mut room, &typed);
    let game = room.take_board().unwrap().game.unwrap();
    let why = room.why(None, None).unwrap();
    assert!(why.sentences.concat().contains(&game.moves[1].descriptive), "{why:?}");
    // The other 19 of Black's twenty moves.
    assert_eq!(why.others.len(), 19);
    let (other, name) = &why.others[18];
    let why_not = room.why(Some(other), None).unwrap().why_not.concat();
    assert!(why_not.contains(name.split(' ').next().unwrap()), "{why_not}");
    // After P-K4, White has more than twenty moves.
    let here = room.why(None, Some(2)).unwrap();
    assert!(here.others.len() > 19 && here.sentences != why.sentences, "{here:?}");
}
