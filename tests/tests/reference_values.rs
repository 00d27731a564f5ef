//! The numbers that section 15.1 of the specification prints, for its positions A to L.

use std::collections::BTreeMap;

use chessprog::engine::board::{Game, Position};
use chessprog::engine::evaluate::{PawnFacts, Reference, Terms};
use chessprog::engine::listing::traced_moves;
use chessprog::engine::plausible::Scored;
use chessprog::engine::probe::NoProbe;
use chessprog::engine::search::Memory;
use chessprog::reference::{POSITIONS, SEARCHES};

/// Letter; B, P, K, C, S; number of legal moves; sums of plausibilities and of positional values; ORDER, the sum of
/// i * (128 * from + to) over the sorted list.
#[rustfmt::skip]
const VALUES: [(char, [i64; 9]); 12] = [
    ('A', [0, 0, 0, 0, 0, 20, 10204, -426, 847874]),
    ('B', [0, -16, 0, 0, -16, 32, 18654, -413, 2481793]),
    ('C', [128, 40, 0, 0, 168, 51, 29213, 326, 13045823]),
    ('D', [96, -28, 0, 0, 68, 32, 13712, -319, 4886576]),
    ('E', [0, -16, 0, 0, -16, 34, 13417, 652, 3139681]),
    ('F', [960, -32, 0, 0, 928, 50, 23777, -142, 8075387]),
    ('G', [0, -44, 0, 0, -44, 31, 16068, -306, 2148833]),
    ('H', [128, 28, 0, 0, 156, 10, 5433, -59, 416510]),
    ('I', [0, -32, 0, 1, -31, 48, 15006, -7924, 6560425]),
    ('J', [128, 16, 0, 1, 145, 6, 2940, 106, 97333]),
    ('K', [0, -24, 0, 0, -24, 14, 5132, -2462, 707525]),
    ('L', [0, -16, 0, 0, -16, 31, 14467, -823, 5583218]),
];

/// The first eight moves of each list: move, plausibility/positional value, marks.
#[rustfmt::skip]
const FIRST_EIGHT: [(char, &str); 12] = [
    ('A', "e2e4 612/76, e2e3 607/71, d2d4 597/61, d2d3 580/44, c2c4 553/17, c2c3 548/12, b2b4 545/9, g2g4 545/9"),
    ('B', "b5c6 1312/72U, b5c4 1075/89, b5a4 973/11, b5e2 965/33, b5f1 944/14, b5d3 873/-59, b1c3 815/171, b1a3 742/102"),
    ('C', "b8e8 1313/49, b8c8 1246/14, b8b6 1229/-3, b8h8 1167/13, b8b7 1165/9, b8g8 1161/9, b8f8 1151/-3, b8a8 1151/-3"),
    ('D', "f8d8 554/44, h7h6 536/0, h7h5 536/0, g7g5 534/0, g7g6 533/-1, b8b7 524/10, b8d8 523/27, a7a6 516/0"),
    ('E', "c3d5 904/78, c3e2 786/-10, c3a2 770/-40, d3c4 651/37, c3b5 640/14U, g3e5 604/81U, f1e2 586/72, g3h4 552/-22"),
    ('F', "d5c6 1292/4U, d5f3 1219/-9, d5d2 991/-105, e5c6 984/8, d5e6 802/111U, f1c4 763/125, h4f6 696/24, c2c4 659/-5"),
    ('G', "c3e4 1007/-3, a1d1 681/11, e1e2 678/6, e1e6 632/2, f2f4 629/-17, g1h2 628/4, e1d1 627/-45, e1e7 616/50"),
    ('H', "f6f7 693/-11, g3g4 601/1, a2a4 589/-1, a2a3 533/-1, g5g6 512/0, g5g4 512/0, b3b4 509/1, g5h4 496/-16"),
    ('I', "e2a6 931/-1, c3b5 918/60, d5d6 911/11U, d5e6 837/13, e2b5 730/108, c3d1 701/-33, c3b1 673/-59, e1g1 672/160"),
    ('J', "c4c5 839/9, b4c5 702/160U, d2d4 611/75, g1h1 514/4, f3d4 193/99U, f1f2 81/-241PU"),
    ('K', "e2e3 704/12, g2g4 645/1U, g2g3 644/-8U, e2e4 525/9, b4c4 481/-225P, b4d4 343/-231P, b4f4 337/-203F, b4a4 327/-231P"),
    ('L', "d4c3 944/8, f4e3 710/1, g8f6 647/119, b8c6 645/125, c8g4 629/55, d4e3 589/24, e7e6 572/36, b8a6 568/54"),
];

fn position(letter: char) -> Position {
    let reference =
        POSITIONS.iter().find(|reference| reference.letter == letter).expect("a letter from A to L");
    let position = Position::from_fen(reference.fen).expect(reference.fen);
    assert_eq!(position.key().bits(), reference.key, "key of {letter}");
    position
}

#[test]
fn static_values_and_sums_are_the_printed_ones() {
    for (letter, expected) in VALUES {
        let position = position(letter);
        let terms = Terms::of(&position, &PawnFacts::of(&position), Reference::of(&position));
        let list: Vec<Scored> = traced_moves(&position).into_iter().map(|(scored, _)| scored).collect();
        let sum = |value: fn(&Scored) -> i32| list.iter().map(|scored| i64::from(value(scored))).sum::<i64>();
        let order = (1..).zip(&list).map(|(i, scored)| {
            i * (128 * i64::from(scored.mv.from().number()) + i64::from(scored.mv.to().number()))
        });
        let [b, p, k, c, s] = [terms.b, terms.p, terms.k, terms.c, terms.s].map(i64::from);
        let plausibility = sum(|scored| scored.plausibility);
        let positional = sum(|scored| scored.positional);
        let found = [b, p, k, c, s, list.len() as i64, plausibility, positional, order.sum()];
        assert_eq!((terms.r, found), (0, expected), "position {letter}");
    }
}

#[test]
fn the_lists_begin_with_the_printed_moves() {
    for (letter, expected) in FIRST_EIGHT {
        let text = |(scored, _): (Scored, _)| {
            format!("{} {}/{}{}", scored.mv, scored.plausibility, scored.positional, scored.letters())
        };
        let found: Vec<String> = traced_moves(&position(letter)).into_iter().take(8).map(text).collect();
        assert_eq!(found.join(", "), expected, "position {letter}");
    }
}

/// The sums of a move's terms by groups of heuristics, as the text prints two moves in full.
fn groups(letter: char, coordinates: &str, groups: &[(i64, i64)]) -> Vec<i64> {
    let traced = traced_moves(&position(letter));
    let (_, terms) =
        traced.iter().find(|(scored, _)| scored.mv.to_string() == coordinates).expect(coordinates);
    let mut sums = BTreeMap::new();
    for &(heuristic, term, _) in terms {
        let group = groups.iter().find(|(low, high)| (*low..=*high).contains(&heuristic));
        *sums.entry(group.unwrap_or_else(|| panic!("H{heuristic} is not printed"))).or_insert(0) += term;
    }
    groups.iter().map(|group| sums[group]).collect()
}

#[test]
fn two_moves_in_full() {
    let e = [(1, 1), (2, 2), (3, 3), (4, 12), (13, 14), (21, 22), (23, 23), (27, 27), (53, 53)];
    assert_eq!(groups('E', "c3d5", &e), [512, -106, 160, 32, -6, 24, 4, -4, 288]);
    let f = [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 12),
        (13, 14),
        (16, 18),
        (24, 24),
        (23, 23),
        (46, 46),
        (47, 47),
        (53, 53),
        (54, 54),
        (55, 55),
    ];
    assert_eq!(groups('F', "d5c6", &f), [512, -73, 79, 88, 60, 16, -54, 36, -192, 100, 800, 24, -104]);
}

/// Every search of section 15.2, one program for all of them: nothing is carried from one to the next.
#[test]
fn the_searches_give_the_printed_results() {
    let mut memory = Memory::default();
    for search in &SEARCHES {
        let game = Game::from(position(search.letter));
        let stop = std::sync::atomic::AtomicBool::new(false);
        let answer = memory
            .think(&game, &search.settings(), &stop, &mut NoProbe)
            .answer
            .expect("there are legal moves");
        let found = (answer.best.to_string(), i64::from(answer.value), answer.counters);
        assert_eq!(found, (search.best.to_owned(), search.value, search.counters()), "{search:?}");
    }
}
