//! Specification 5: pins, attack counts, en prise, loss on landing, trapped, duties.

use chessprog::engine::board::{Color, Position, Square};

use super::{check, index, names};

/// Position, square, PIN there with direction and square of the piece behind (5.1, 5.3), nothing if it is not pinned.
#[rustfmt::skip]
const PINS: &[(&str, &str, &str)] = &[
    // b4 looks SE (3) over c3 and d2 at its king; the other way round for e8 looking S (4).
    ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "c3", "2 3 e1"),
    ("4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1", "e3", "2 4 e1"),
    ("4k3/8/8/8/1b6/2N5/3P4/4K3 w - - 0 1", "c3", ""),     // two pieces between
    ("4k3/8/8/8/1B6/2N5/8/4K3 w - - 0 1", "c3", ""),       // the slider is its own
    ("4k3/8/8/8/1r6/2N5/8/4K3 w - - 0 1", "c3", ""),       // a rook does not look along diagonals
    ("4k3/8/8/8/1b6/2N5/3Q4/7K w - - 0 1", "c3", "1 3 d2"), // the queen is dearer than the bishop
    ("4k3/8/8/8/1b6/2N5/3P4/7K w - - 0 1", "c3", "1 3 d2"), // the pawn is undefended
    ("4k3/8/8/8/1b6/2N5/3P4/2K5 w - - 0 1", "c3", ""),     // the king defends it
    ("4k3/8/8/8/1b6/2N5/3n4/4K3 w - - 0 1", "c3", ""),     // an enemy is behind
    ("7k/8/8/8/1b6/2N5/3R4/3K4 w - - 0 1", "c3", "1 3 d2"), // rook for bishop, though the king defends it
    ("7k/8/8/8/1q6/2N5/3R4/3K4 w - - 0 1", "c3", ""),      // the queen gains nothing there
    // Nobody defends d3: the knight e5, which e8 pins to its king, counts nowhere. Without that pin it does.
    ("4r2k/8/8/1b2N3/2N5/3P4/8/4K3 w - - 0 1", "c4", "1 3 d3"),
    ("7k/8/8/1b2N3/2N5/3P4/8/4K3 w - - 0 1", "c4", ""),
    // Both b4 (square 52) and d8 (94) look over d2 at a queen; the slider with the lower number finds it first.
    ("3r3k/8/8/8/1b6/8/3N4/3QQ2K w - - 0 1", "d2", "1 3 e1"),
    // Nothing is set where the piece is pinned to its king already: a5 looks over c3 at e1, h3 at b3.
    ("7k/8/8/b7/8/1RN4r/8/4K3 w - - 0 1", "c3", "2 3 e1"),
    ("4r2k/8/8/8/8/8/4K3/4Q3 w - - 0 1", "e2", ""),        // a king is never pinned
];

#[test]
fn pins_are_found() {
    check(PINS, |engine, &(fen, name, expected)| {
        let tables = engine.attacks(fen)?;
        let at = index(name);
        let found = match tables.pin[at] {
            0 => String::new(),
            pin => format!("{pin} {} {}", tables.pdir[at], names(&[tables.pbase[at]])),
        };
        Ok((found, expected))
    });
}

/// Position, square; N and LV of White, N and LV of Black there (5.2).
#[rustfmt::skip]
const COUNTS: &[(&str, &str, [i32; 4])] = &[
    ("7k/8/8/8/8/8/8/K7 w - - 0 1", "d4", [0, 4096, 0, 4096]),            // nobody
    ("7k/8/8/8/8/8/8/K7 w - - 0 1", "b2", [1, 1536, 0, 4096]),            // a king
    ("7k/8/8/4p3/8/2P1P3/8/K7 w - - 0 1", "d4", [2, 128, 1, 128]),        // pawns, each forward
    ("7k/8/8/4p3/8/2P5/8/K7 w - - 0 1", "c4", [0, 4096, 0, 4096]),        // straight on they attack nothing
    ("7k/8/8/8/4P3/3P4/8/K7 w - - 0 1", "e4", [1, 128, 0, 4096]),         // own pieces are defended
    ("7k/8/5n2/8/8/2N5/8/K2R4 w - - 0 1", "d5", [2, 416, 1, 416]),        // knights and a rook
    ("k7/8/8/8/8/8/3R4/3R3K w - - 0 1", "d4", [1, 640, 0, 4096]),         // the ray of d1 ends on d2
    ("k7/8/8/8/8/8/3R4/3R3K w - - 0 1", "d2", [1, 640, 0, 4096]),         // which it reaches
    ("k7/8/8/3q4/8/8/8/6KB w - - 0 1", "b7", [0, 4096, 2, 1248]),         // nor that of h1 past the queen d5
    // Pinned to the king along the e-file: the rook counts on it alone, a knight nowhere.
    ("4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1", "a3", [0, 4096, 0, 4096]),
    ("4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1", "e8", [1, 640, 0, 4096]),
    ("4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1", "d5", [0, 4096, 0, 4096]),
    // A pinned pawn counts if it would take along the line.
    ("7k/8/8/8/7b/6P1/8/4K3 w - - 0 1", "h4", [1, 128, 0, 4096]),
    ("7k/8/8/8/7b/6P1/8/4K3 w - - 0 1", "f4", [0, 4096, 0, 4096]),
    ("4r2k/8/8/8/8/4P3/8/4K3 w - - 0 1", "d4", [0, 4096, 0, 4096]),
    // A pin to another piece hinders nobody.
    ("7k/8/8/8/1b6/2N5/3Q4/7K w - - 0 1", "b5", [1, 416, 0, 4096]),
    // That d5 may be taken in passing is no attack on it.
    ("7k/8/8/3pP3/8/8/8/7K w - d6 0 1", "d5", [0, 4096, 0, 4096]),
];

#[test]
fn attacks_are_counted() {
    check(COUNTS, |engine, &(fen, name, expected)| {
        let tables = engine.attacks(fen)?;
        let at = index(name);
        let found = [tables.n0[at], tables.lv0[at], tables.n1[at], tables.lv1[at]];
        Ok((found, expected))
    });
}

/// Position, square, ENP there (5.4). The first three are the paper's examples (paper, En prise).
#[rustfmt::skip]
const EN_PRISE: &[(&str, &str, i32)] = &[
    ("7k/8/8/4p3/3N4/2P5/8/7K w - - 0 1", "d4", 416 - 128),          // attacked by a pawn, defended
    ("3r3k/6b1/8/8/3N4/2P5/8/7K w - - 0 1", "d4", 416 + 128 - 448),  // by bishop and rook, defended by a pawn
    ("7k/6b1/8/8/3N4/2P5/8/7K w - - 0 1", "d4", 0),                  // by the bishop alone
    ("7k/8/8/8/3N4/8/8/7K w - - 0 1", "d4", 0),                      // not attacked
    ("7k/6b1/8/8/3N4/8/8/7K w - - 0 1", "d4", 416),                  // not defended
    ("k2r4/8/8/8/3Q4/2P5/8/7K w - - 0 1", "d4", 1248 - 640),         // queen attacked by a rook, defended
    ("k2r4/8/8/8/3P3r/2P5/8/6K1 w - - 0 1", "d4", 0),                // two rooks for two pawns: 128 + 128 < 640
    ("k2r4/8/8/8/3R3r/8/8/3Q2K1 w - - 0 1", "d4", 640),              // min(640, 640 + 1248 - 640)
    ("k2r4/8/8/8/3R3r/4P3/8/3Q2K1 w - - 0 1", "d4", 0),              // as many defenders as attackers
    ("4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "e1", 0),                     // a king never
    ("7k/8/8/8/3r4/4K3/8/8 w - - 0 1", "d4", 640),                   // an enemy king is an attacker like others
    ("7k/8/8/2p5/3r4/4K3/8/8 w - - 0 1", "d4", 0),                   // which costs 1536
    // The knight e2 would defend d4, but it is pinned to its king; if to a queen, it does defend.
    ("4r2k/6b1/8/8/3N4/8/4N3/4K3 w - - 0 1", "d4", 416),
    ("4r2k/6b1/8/8/3N4/8/4N3/4Q2K w - - 0 1", "d4", 0),
];

#[test]
fn pieces_are_en_prise_as_the_paper_says() {
    check(EN_PRISE, |engine, &(fen, name, expected)| {
        let found = engine.attacks(fen)?.enp[index(name)];
        Ok((found, expected))
    });
}

/// Position, move to an empty square, LOSS of it (5.5): what H52 takes off.
#[rustfmt::skip]
const LOSSES: &[(&str, &str, i64)] = &[
    ("7k/8/8/1p6/8/8/1N6/7K w - - 0 1", "b2c4", 416),         // attacked by a pawn, undefended
    ("7k/8/8/8/8/8/1N6/7K w - - 0 1", "b2c4", 0),             // not attacked
    ("k2r4/8/8/8/8/2P5/8/6QK w - - 0 1", "g1d4", 1248 - 640), // defended: only the difference
    ("k2r4/8/8/8/8/1NP5/8/6K1 w - - 0 1", "b3d4", 0),         // one dearer attacker, defended
    ("k2r4/8/8/8/7r/1NP5/8/6K1 w - - 0 1", "b3d4", 416),      // two attackers, one defender
    ("k2r4/8/8/8/7r/1NP1P3/8/6K1 w - - 0 1", "b3d4", 0),      // two defenders
    ("k7/8/8/4p3/8/3P4/8/6K1 w - - 0 1", "d3d4", 128),        // an advancing pawn does not defend itself
    ("k7/8/8/4p3/8/2PP4/8/6K1 w - - 0 1", "d3d4", 0),         // but its neighbour does
    ("k3r3/8/8/8/4R3/8/8/6K1 w - - 0 1", "e4e2", 640),        // it cannot run from a rook along the file
    ("k3r3/8/8/8/4R3/8/8/5K2 w - - 0 1", "e4e2", 0),          // with the king's help it can
    ("k3b3/8/8/8/4R3/8/8/6K1 w - - 0 1", "e4e2", 0),          // a bishop does not look along files
    ("k3r3/8/8/8/8/8/4P3/6K1 w - - 0 1", "e2e4", 128),        // toward the slider it is on e4 anyway
    ("k7/8/8/8/8/8/3rN3/7K w - - 0 1", "e2f4", 0),            // a knight leaves every line
    ("k7/8/8/8/8/8/r7/6K1 w - - 0 1", "g1f1", 0),             // a king never loses
];

#[test]
fn landing_costs_what_the_text_says() {
    check(LOSSES, |engine, &(fen, mv, expected)| {
        let moves = engine.plausible(fen)?;
        let terms = &moves.iter().find(|found| found.0 == mv).expect("a legal move").5;
        let found: i64 = -terms.iter().filter(|term| term.0 == 52).map(|term| term.1).sum::<i64>();
        Ok((found, expected))
    });
}

/// Position, the trapped pieces (5.5), captures among their ways out.
#[rustfmt::skip]
const TRAPPED: &[(&str, &str)] = &[
    ("7k/8/8/8/p7/3p4/8/N6K w - - 0 1", "a1"),          // b3 is taken by a4, c2 by d3
    ("7k/8/8/8/8/3p4/8/N6K w - - 0 1", ""),             // b3 is free
    ("7k/8/8/8/p7/8/2P5/N6K w - - 0 1", "a1"),          // an own pawn on c2 is no way out
    ("7k/8/8/8/p7/8/2p5/N6K w - - 0 1", ""),            // an undefended pawn there is one
    ("7k/8/8/8/p7/3p4/2p5/N6K w - - 0 1", "a1"),        // a defended one is not: 416 - 128
    ("7k/8/8/8/p7/3p4/2n5/N6K w - - 0 1", ""),          // what is as dear is
    ("2r4k/8/8/8/p7/8/2p5/N6K w - - 0 1", "a1"),        // nobody defends c2: 416 - 128
    ("2r4k/8/8/8/p7/8/2pK4/N7 w - - 0 1", ""),          // the king does, and the one attacker is dearer than what is left
    ("2r4k/8/8/5b2/p7/8/2pK4/N7 w - - 0 1", "a1"),      // two attackers against him: 416 - 128
    ("7k/8/8/8/8/8/K5P1/7B w - - 0 1", "h1"),           // shut in, though nobody attacks it
    ("4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1", ""),           // pinned along the file it may go along the file
    ("4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1", "e3"),         // a pinned knight has no square at all
    ("4r2k/8/8/8/8/4B3/8/4K3 w - - 0 1", "e3"),         // nor a bishop across its line
    ("7k/8/8/8/8/p7/P7/K7 w - - 0 1", ""),              // pawns and kings never are
];

#[test]
fn a_piece_without_safe_squares_is_trapped() {
    check(TRAPPED, |engine, &(fen, expected)| {
        // Black's pieces may be trapped too; White's are asked for.
        let position = Position::from_fen(fen)?;
        let white = |&number: &u8| position.at(Square::new(number)).is_of(Color::White);
        let found: Vec<u8> = engine.attacks(fen)?.trapped.into_iter().filter(white).collect();
        Ok((names(&found), expected))
    });
}

/// Position, pairs of defender and defended square (5.6).
#[rustfmt::skip]
const DUTIES: &[(&str, &str)] = &[
    // White attacks a8 and d5; the rook d8 alone defends both. In order of the square defended.
    ("n2r4/7k/8/3n4/8/8/8/R2R3K w - - 0 1", "d8d5 d8a8"),
    // With a second defender there is none on d5.
    ("n2r4/7k/4p3/3n4/8/8/8/R2R3K w - - 0 1", "d8a8"),
    // A king has duties too, but is nobody's: the rook a1 has none to the king in check.
    ("8/8/8/8/8/7k/7r/6RK w - - 0 1", "h3h2"),
    ("4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", ""),
    // Not attacked: no duty.
    ("7k/8/8/8/8/2P5/1P6/7K w - - 0 1", ""),
    // Both sides' duties are in one list.
    ("7k/3p4/4p3/3P4/2P5/8/8/7K w - - 0 1", "c4d5 d7e6"),
];

#[test]
fn only_defenders_have_duties() {
    check(DUTIES, |engine, &(fen, expected)| {
        let tables = engine.attacks(fen)?;
        let pairs: Vec<String> =
            tables.duties.iter().map(|&(by, of)| format!("{}{}", names(&[by]), names(&[of]))).collect();
        for (square, &duty) in Square::all().zip(&tables.duty) {
            let counted = tables.duties.iter().filter(|&&(by, _)| by == square.number()).count();
            anyhow::ensure!(usize::from(duty) == counted, "DUTY of {square} in {fen}: {duty}, not {counted}");
        }
        Ok((pairs.join(" "), expected))
    });
}
