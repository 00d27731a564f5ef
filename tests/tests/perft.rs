//! Perft: compares counts with published ones, and with an independent rules library on random positions.

use chessprog::compare::random;
use chessprog::engine::moves;
use chessprog::engine::position::Position;
use chessprog::vocabulary::Diagram;
use system_tests::chess::program;

const PUBLISHED: &str = include_str!("../data/positions/perft.epd");

/// Returns (position, depth, leaves) for the entries of the published table with at most `most` leaves.
fn published(most: u64) -> Vec<(Diagram, u32, u64)> {
    let mut cases = Vec::new();
    for line in PUBLISHED.lines().filter(|line| !line.starts_with('#')) {
        let (fen, counts) = line.split_once(';').expect("counts after a position");
        let position = Diagram::from_fen(fen).expect(fen);
        for count in counts.split(';') {
            let (depth, leaves) =
                count.trim().trim_start_matches('D').split_once(' ').expect("depth and leaves");
            let leaves = leaves.parse().expect(leaves);
            if leaves <= most {
                cases.push((position.clone(), depth.parse().expect(depth), leaves));
            }
        }
    }
    assert!(cases.len() > 7, "the table has more entries");
    cases
}

#[test]
fn native_counts_are_the_published_ones() {
    for (diagram, depth, leaves) in published(5_000_000) {
        let position = Position::set_up(&diagram).expect("a valid position");
        assert_eq!(moves::perft(&position, depth), leaves, "depth {depth} of {}", diagram.fen());
    }
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            leaves += cozy_perft(&after, depth - 1);
        }
        false
    });
    leaves
}

#[test]
fn native_counts_agree_with_an_independent_library_on_random_positions() {
    for index in 0..400 {
        let case = random::case(6, index);
        let position = case.root().expect("its moves are legal");
        // The library rejects an en passant square that no pawn can use, and clocks above 100. Neither
        // affects the moves of the next two plies.
        let fen = position.diagram().fen();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        fields[4] = "0";
        let board = cozy_chess::Board::from_fen(&fields.join(" "), false)
            .or_else(|_| {
                fields[3] = "-";
                cozy_chess::Board::from_fen(&fields.join(" "), false)
            })
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(moves::perft(&position, 2), cozy_perft(&board, 2), "{}: {fen}", case.name);
    }
}

#[test]
fn emulated_counts_are_the_published_ones() {
    let mut machine = chessprog::emulated::Emulated::load(program()).expect("the program starts");
    for (diagram, depth, leaves) in published(45_000) {
        machine.set_diagram(&diagram).expect("a valid position");
        assert_eq!(machine.perft(depth), Ok(leaves), "depth {depth} of {}", diagram.fen());
    }
}
