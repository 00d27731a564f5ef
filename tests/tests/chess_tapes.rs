//! The chess program with paper tape, DECtape, the line printer and control-G.

use chessprog::emulated::Emulated;
use emulator::isa::DeviceCode;
use emulator::time::Nanos;
use system_tests::chess::{mount, program};

/// Time limit for a typed line, in machine time.
const LONG: Nanos = Nanos::from_seconds(3600);

fn booted() -> Emulated {
    let mut machine = Emulated::boot(program()).expect("the tape boots");
    machine.paper();
    machine
}

/// Types the lines; returns the output without the last prompt.
fn say(machine: &mut Emulated, lines: &[&str]) -> String {
    let mut paper = String::new();
    for line in lines {
        paper += &machine.type_line(line, LONG).unwrap_or_else(|fault| panic!("{line}: {fault}\n{paper}"));
    }
    let end = paper.trim_end_matches(' ').rfind('\n').map_or(0, |at| at + 1);
    paper.truncate(end);
    paper
}

/// SAVE punches the lines that a user would type, and RS reads them back (specification 13.5).
#[test]
fn a_game_goes_to_paper_tape_and_back() {
    let mut machine = booted();
    say(&mut machine, &["P-K4", "P-K4", "N-KB3", "SAVE"]);
    let tape = machine.machine().take_bytes(DeviceCode::PTP);
    let text: Vec<u8> = tape.iter().copied().filter(|&frame| frame != 0).collect();
    assert_eq!(String::from_utf8_lossy(&text), "RESET\r\nP-K4\r\nP-K4\r\nN-KB3\r\n\u{3}");
    assert!(tape.starts_with(&[0; 40]) && tape.ends_with(&[0; 40]), "blank tape before and after");

    let mut other = booted();
    mount(&mut other, "ptr", 0, tape, false);
    assert_eq!(
        say(&mut other, &["P-Q4", "RS", "PG"]),
        "P-Q4\n  1. P-Q4\n\
         1 B RS\n1 B RESET\n1 W P-K4\n  1. P-K4\n1 B P-K4\n  1. ... P-K4\n2 W N-KB3\n  2. N-KB3\n\
         2 B PG\n  1 P-K4        P-K4\n  2 N-KB3\n"
    );
}

/// A game that did not start from the initial position is saved with its board.
#[test]
fn a_diagram_goes_to_paper_tape_with_its_board() {
    let mut machine = booted();
    say(&mut machine, &["CLEAR", "PUT WK K1", "PUT WR KR1", "PUT BK K8", "SIDE W", "O-O", "SAVE"]);
    let tape = machine.machine().take_bytes(DeviceCode::PTP);
    let text: Vec<u8> = tape.into_iter().filter(|&frame| frame != 0).collect();
    let empty = "-- -- -- -- -- -- -- --\r\n".repeat(6);
    assert_eq!(
        String::from_utf8_lossy(&text),
        format!(
            "RPOS\r\n-- -- -- -- BK -- -- --\r\n{empty}-- -- -- -- WK -- -- WR\r\nSIDE W\r\nO-O\r\n\u{3}"
        )
    );
}

/// Games on DECtape are saved, listed, loaded and deleted. A blank tape gets a directory.
#[test]
fn games_are_kept_on_dectape() {
    let mut machine = booted();
    assert_eq!(say(&mut machine, &["GAMES"]), "GAMES\nTAPE ERROR\n", "no tape is mounted");
    mount(&mut machine, "dt", 2, vec![0; 591_872], true);
    assert_eq!(
        say(&mut machine, &["P-K4", "P-K4", "KEEP OPEN", "RESET", "P-Q4", "KEEP CLOSED", "GAMES"]),
        "P-K4\n  1. P-K4\n1 B P-K4\n  1. ... P-K4\n2 W KEEP OPEN\n2 W RESET\n1 W P-Q4\n  1. P-Q4\n\
         1 B KEEP CLOSED\n1 B GAMES\nOPEN\nCLOSED\n"
    );
    assert_eq!(
        say(&mut machine, &["FETCH OPEN", "DROP OPEN", "GAMES", "FETCH OPEN", "KEEP TOO MANY"]),
        "FETCH OPEN\n1 B RESET\n1 W P-K4\n  1. P-K4\n1 B P-K4\n  1. ... P-K4\n\
         2 W DROP OPEN\n2 W GAMES\nCLOSED\n2 W FETCH OPEN\nNO SUCH GAME\n2 W KEEP TOO MANY\nBAD ARGUMENT\n"
    );
}

/// WALLP sends traces to the line printer and messages to the teletype. In the initial position every static
/// term is 0; the total for P-K4 is calculated in specification 15.1. The printer has no tabs.
#[test]
fn traces_go_to_the_line_printer() {
    let mut machine = booted();
    assert_eq!(
        say(&mut machine, &["WALLP 1", "T", "T N-KB4", "T P-K4", "WALLP 0"]),
        "WALLP 1\n1 W T\n1 W T N-KB4\nILLEGAL\n1 W T P-K4\n1 W WALLP 0\n"
    );
    let printed = String::from_utf8(machine.machine().take_bytes(DeviceCode::LPT)).expect("ASCII");
    let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let (statics, trace) = lines.split_at(6);
    assert_eq!(statics, ["B 0", "R 0", "P 0", "K 0", "C 0", "S 0"]);
    let ends = [trace.first(), trace.get(1), trace.last()].map(|line| line.copied().unwrap_or_default());
    assert_eq!(ends, ["DEVELOPMENT NOW WP/K2 -32", "CONSTANT 512", "TOTAL 644 POS 12"], "{printed}");
}

/// Control-G during a search prints QUIT, restores the board, and leaves both sides to the players
/// (specification 13.1).
#[test]
fn control_g_stops_thinking() {
    let mut machine = booted();
    say(&mut machine, &["BOOK 0", "SETD 8", "P-K4"]);
    machine.machine().type_text("PB\n");
    machine.pass(Nanos::from_seconds(5)).expect("it thinks");
    assert!(!machine.waits(), "the search at depth 8 is not finished");
    machine.strike(7);
    assert!(machine.run(Nanos::from_seconds(2)).expect("the machine runs"), "it stops at once");
    assert_eq!(machine.paper(), "PB\nQUIT\n1 B ");
    assert_eq!(say(&mut machine, &["PG"]), "PG\n  1 P-K4\n");
}
