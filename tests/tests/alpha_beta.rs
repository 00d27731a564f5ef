//! The native program's search with and without alpha-beta.

use chessprog::native::Native;
use chessprog::program::{Answer, ChessProgram as _};
use chessprog::reference::{POSITIONS, ReferencePosition};
use chessprog::vocabulary::Settings;

/// Settings for a plain tree. Feedover is off, because its capture search always uses alpha-beta.
fn plain(depth: i32) -> Settings {
    Settings { depth, hash: false, secondary: 0, feedover: 0, ..Settings::normal() }
}

fn search(position: &ReferencePosition, settings: &Settings, alpha_beta: bool) -> Answer {
    let mut native = Native::new();
    native.set_up(&position.case()).unwrap();
    native.use_alpha_beta(alpha_beta);
    native.think(settings).unwrap()
}

#[test]
fn without_alpha_beta_no_move_is_cut() {
    let mut nodes = [0, 0];
    for position in &POSITIONS {
        let [with, without] = [true, false].map(|on| search(position, &plain(2), on).counters);
        assert_eq!(without.cuts, 0, "{}", position.letter);
        nodes = [nodes[0] + with.nodes, nodes[1] + without.nodes];
    }
    assert!(nodes[0] < nodes[1], "{nodes:?}");
}

/// At depth 1 without feedover and modifications, alpha-beta changes no value. In deeper trees it can: a move
/// that loses to a mate is demoted, but only if it was not refuted before the mate was found (specification
/// 9.3).
#[test]
fn alpha_beta_changes_no_value_at_depth_1() {
    for position in &POSITIONS {
        let settings = Settings { modifications: false, ..plain(1) };
        let [with, without] = [true, false].map(|on| search(position, &settings, on).value);
        assert_eq!(with, without, "{}", position.letter);
    }
}
