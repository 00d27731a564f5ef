use super::*;
use crate::emulated::Program;
use crate::engine::game::Game;

const LONG: Nanos = Nanos::from_seconds(1000);

fn at_teletype(lines: &[&str]) -> Emulated {
    let mut emulated = Emulated::boot(Program::built_in().unwrap()).unwrap();
    emulated.watch_game().unwrap();
    for line in lines {
        emulated.type_line(line, LONG).unwrap();
    }
    emulated
}

#[test]
fn each_move_is_noted_with_its_author() {
    let mut emulated = at_teletype(&["P-K4", "M", "N-KB3", "U", "BOOK 0", "SETD 1", "M", "XYZZY"]);
    let made = emulated.take_made();
    let told: Vec<_> = made.iter().map(|made| (made.ply, made.mv.to_string())).collect();
    assert_eq!(told[..3], [(0, "e2e4".to_owned()), (1, "e7e5".to_owned()), (2, "g1f3".to_owned())]);
    assert_eq!(
        [&made[0].author, &made[1].author, &made[2].author],
        [&Author::Person, &Author::Book, &Author::Person]
    );
    let Author::Search(opinion) = &made[3].author else { panic!("{made:?}") };
    assert_eq!((made[3].ply, made.len()), (2, 4));
    assert_eq!(opinion.line.first().map(|mv| mv.to_string()), Some(made[3].mv.to_string()));
    assert_eq!(opinion.value, emulated.word("LASTV", 0).unwrap().signed() as i32);
    // The program's own clock counts sixtieths of a second.
    let ticks = emulated.word("THKTIM", 0).unwrap().signed() as f64 / 60.0;
    let seconds = opinion.time.unwrap().as_seconds();
    assert!((seconds - ticks).abs() < 0.05, "{seconds} {ticks}");
    assert_eq!(
        emulated.game().unwrap().unwrap().moves[..2],
        ["e2e4".parse().unwrap(), "e7e5".parse().unwrap()]
    );
}

/// A deposited diagram and a handicap both start a game from a diagram. CLEAR then starts a set-up by hand.
#[test]
fn start_position_of_a_game_is_recovered() {
    let fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qk d6 7 31";
    let mut emulated = at_teletype(&[]);
    emulated.place(&Diagram::from_fen(fen).unwrap()).unwrap();
    let paper = emulated.type_line("BD", LONG).unwrap();
    assert!(paper.ends_with("WR -- -- -- WK -- -- WR\nSIDE W\n31 W "), "{paper}");
    assert!(emulated.type_line("PXP EP", LONG).unwrap().ends_with(" 31. PXP EP\n31 B "));
    emulated.type_line("K-Q1", LONG).unwrap();
    let case = emulated.game().unwrap().unwrap();
    assert_eq!(case.to_string(), format!("{fen}; moves e5d6 e8d8"));
    // The native program, set up the same way, has the same key.
    let mut game = Game::set_up(&Diagram::from_fen(fen).unwrap()).unwrap();
    for mv in &case.moves {
        game.make(mv.legal_in(game.position()).unwrap());
    }
    assert_eq!(emulated.placed().unwrap().key, game.position().key());

    let mut emulated = at_teletype(&["SPOT Q", "P-K4"]);
    let case = emulated.game().unwrap().unwrap();
    assert_eq!(case.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1; moves e2e4");
    emulated.type_line("CLEAR", LONG).unwrap();
    assert_eq!(emulated.game().unwrap(), None);
}
