use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use emulator::time::Nanos;

use super::*;
use crate::emulated::Emulated;
use crate::engine::position::Position;
use crate::program::ChessProgram;
use crate::vocabulary::{Author, Settings};

const LONG: Nanos = Nanos::from_seconds(1000);

/// Returns a booted machine that is about to search after 1. P-K4.
fn about_to_think() -> Emulated {
    let mut emulated = Emulated::boot(Program::built_in().unwrap()).unwrap();
    emulated.watch_game().unwrap();
    for line in ["BOOK 0", "SETD 2", "P-K4"] {
        emulated.type_line(line, LONG).unwrap();
    }
    emulated
}

/// Runs to the next prompt in slices of 10 ms of machine time, and calls `look` after each.
fn run(emulated: &mut Emulated, mut look: impl FnMut(&Emulated)) {
    while !emulated.run(Nanos::from_millis(10)).unwrap() {
        look(emulated);
    }
}

/// A machine that is read after every slice ends in the same state at the same nanosecond as a machine that
/// is not read. Every reading during the search is valid: the moves to the node are legal, the counts never
/// decrease, and the last best move and value belong to the move made.
#[test]
fn a_machine_that_is_watched_while_it_thinks_is_not_changed() {
    let (mut watched, mut alone) = (about_to_think(), about_to_think());
    let mut game = GameCache::default();
    assert!(watched.update_game(&mut game).unwrap());
    watched.machine().type_text("M\n");
    alone.machine().type_text("M\n");
    let root = game.game.as_ref().unwrap().root().unwrap();
    let (mut seen, mut last) = (0, Thinking::default());
    run(&mut watched, |emulated| {
        emulated.update_game(&mut game).unwrap();
        let thinks = emulated.word("THINKF", 0).unwrap() != Word::ZERO;
        if !thinks || game.game.as_ref().is_none_or(|case| case.moves.len() != 1) {
            return;
        }
        let thinking = emulated.thinking().unwrap();
        assert!(is_playable(&root, &thinking.line), "{thinking:?}");
        assert!(thinking.best.is_none_or(|best| best.legal_in(&root).is_some()), "{thinking:?}");
        assert!(thinking.tried >= last.tried && thinking.nodes >= last.nodes, "{thinking:?} {last:?}");
        seen += usize::from(!thinking.line.is_empty() && thinking.best.is_some());
        last = thinking;
    });
    run(&mut alone, |_| {});
    assert!(seen > 20, "{seen}");
    assert_eq!(watched.machine().time(), alone.machine().time());
    assert!(watched.machine().snapshot() == alone.machine().snapshot(), "the states differ");
    let made = watched.take_made().pop().unwrap();
    let Author::Search(opinion) = made.author else { panic!("{made:?}") };
    assert_eq!((last.best, last.value), (Some(made.mv.into()), Some(opinion.value.into())));
}

/// Returns `true` if the moves can be played. The last one may leave the king in check: the program makes a
/// move before it tests its legality.
fn is_playable(root: &Position, line: &[Coordinates]) -> bool {
    let mut game = crate::engine::game::Game::from(root.clone());
    line.iter().enumerate().all(|(ply, mv)| match mv.legal_in(game.position()) {
        Some(legal) => {
            game.make(legal);
            true
        }
        None => ply + 1 == line.len(),
    })
}

/// A search that is reported node by node takes the same machine time as an unobserved one.
#[test]
fn a_search_that_is_reported_takes_the_same_time() {
    let case = Case::game("", "e2e4 e7e5 g1f3").unwrap();
    let settings = Settings { depth: 2, ..Settings::normal() };
    let [mut reported, mut alone] = [(); 2].map(|()| Emulated::load(Program::built_in().unwrap()).unwrap());
    reported.set_up(&case).unwrap();
    alone.set_up(&case).unwrap();
    let mut events = 0;
    let answer = reported.search_until(&settings, &AtomicBool::new(false), |_, _| events += 1).unwrap();
    assert_eq!(answer, Some(alone.search(&settings).unwrap()));
    assert!(events > 50, "{events}");
    assert_eq!(reported.cost(), alone.cost());
    let words = |emulated: &mut Emulated| Arc::from(emulated.machine().memory.words());
    let (reported, alone): (Arc<[Word]>, Arc<[Word]>) = (words(&mut reported), words(&mut alone));
    assert!(reported == alone, "the memories differ");
}
