//! Runs the teletype commands (specification 13.5) in both programs, which must print the same characters.
//!
//! The snapshots of the output were checked by hand against sections 13 and 14 of the specification.

use chessprog::parameters::settings::{SEARCH, WIDTHS};
use chessprog::parameters::switches::SWITCHES;
use emulator::time::Nanos;
use system_tests::chess::{ProgramPair, scope, started};

/// Compares the output after the first prompt with the snapshot `name`.
fn paper(name: &str, lines: &[&str]) {
    insta::assert_snapshot!(name, ProgramPair::default().say(lines));
}

/// White, with king and rook against a king in the corner and a pawn, mates in one.
const CORNER: [&str; 6] = ["CLEAR", "PUT WK KN6", "PUT WR QR1", "PUT BK KR8", "PUT BP QN7", "SIDE W"];

/// M, PW, PB, PS, PN, U, RESET, PG: choose who plays, and take moves back.
#[test]
fn playing() {
    let mut lines =
        vec!["SETD 1", "PW", "P-K4", "PN", "N-KB3", "U", "U 2", "PB", "N-KB3", "PG", "RESET 1", "PG"];
    lines.extend(["U 9", "RESET 9", "M", "PG", "RESET", "PG", "M 1", "M`"]);
    lines.extend(CORNER);
    lines.extend(["PS", "PG", "M", "U", "M"]);
    paper("playing", &lines);
}

/// CLEAR, PUT, SIDE, RPOS, BD: set up boards, some of them invalid.
#[test]
fn boards() {
    let mut lines =
        vec!["CLEAR", "BD", "M", "P-K4", "SIDE W", "PUT WK K1", "PUT WR KR1", "PUT WR QR2", "PUT BK K8"];
    lines.extend([
        "SIDE X",
        "PUT WP K8",
        "PUT WZ K4",
        "PUT WP K9",
        "PUT -- KR7",
        "SIDE W",
        "BD",
        "O-O",
        "U",
        "SIDE B",
        "BD",
    ]);
    lines.extend(["RPOS", "BR -- -- -- BK -- -- --"]);
    lines.extend(["-- -- -- -- -- -- -- --"; 5]);
    lines.extend([
        "WP WP -- -- -- -- -- --",
        "-- -- -- -- WK -- -- --",
        "SIDE B",
        "BD",
        "O-O-O",
        "RPOS",
        "NONSENSE",
        "BD",
    ]);
    // A pawn on the first rank is not a valid position.
    lines.extend(["PUT BP K1", "SIDE W", "T", "TP", "RESET", "BD"]);
    paper("boards", &lines);
}

/// SPOT: sets a handicap for either side. It is rejected as a whole if a piece is missing.
#[test]
fn handicaps() {
    let lines =
        ["SPOT QVBR", "BD", "SPOT Q", "SPOT X", "SPOT", "SPOT N N", "RESET", "SPOT VNP", "BD", "PB", "P-K4"];
    paper("handicaps", &lines);
}

/// LIST, every parameter by itself, NORMAL, TOURN, ORIG, and numbers out of range.
#[test]
fn parameters() {
    let mut lines =
        vec!["LIST", "TOURN", "LIST", "NORMAL", "SETW", "SETD", "SETW 9 8 7", "SETW", "SETW 0", "SETW 1 X"];
    lines.extend([
        "SETW -3 5 0 4",
        "SETW",
        "SETW 0 -1",
        "SETD 3",
        "SETD 0",
        "SETD 13",
        "SETF 1",
        "SETSD 0",
        "SETC 1",
        "PAPER 0",
        "PAPER 2",
        "HASH 0",
        "HASHEX 1",
        "REP 4",
        "REP 5",
    ]);
    lines.extend([
        "REP1 0", "FIFTY 0", "MODS 0", "BOOK 0", "PPV 1", "SMVD 1", "STAT 1", "WALLP 1", "FANCY 3", "SLS 1",
    ]);
    lines.extend(["SLS 2", "LIST", "TOURN X", "SETD 1 2", "SETD D", "XYZZY", "NORMAL", "LIST"]);
    lines.extend([
        "ORIG T", "LIST", "SETW 3", "ORIG", "SETW", "ORIG N", "SETW", "ORIG X", "ORIG N T", "TOURN", "LIST",
    ]);
    paper("parameters", &lines);
}

/// Both programs accept the least and the greatest value of each parameter, and reject values outside these
/// limits.
#[test]
fn limits() {
    let limits = SEARCH.iter().map(|parameter| (parameter.name, &parameter.limits));
    let limits = limits.chain(SWITCHES.iter().map(|parameter| (parameter.name, &parameter.limits)));
    let mut pair = ProgramPair::default();
    for (name, limits) in limits.chain([("SETW", &WIDTHS)]) {
        for number in [*limits.start(), *limits.end()] {
            let paper = pair.say(&[&format!("{name} {number}"), name]);
            assert_eq!(paper, format!("{name} {number}\n1 W {name}\n{name}={number}\n1 W "));
        }
        for number in [limits.start().checked_sub(1), limits.end().checked_add(1)].into_iter().flatten() {
            let paper = pair.say(&[&format!("{name} {number}")]);
            assert_eq!(paper, format!("{name} {number}\nBAD ARGUMENT\n1 W "));
        }
    }
}

/// T, T with a move, TP, TPC, TPDV, ALLT, STATE: traces of a position with few pieces.
#[test]
fn traces() {
    let set_up =
        ["CLEAR", "PUT WK K1", "PUT WN Q4", "PUT WP QB3", "PUT BK K8", "PUT BP K4", "PUT BB KN2", "SIDE W"];
    let lines = [
        "T", "T N-B3", "T N-K9", "T NXQ", "T N", "TP", "TPC", "TPDV", "ALLT", "ALLT 1", "TPC 1", "STATE",
        "PAPER 0", "T",
    ];
    paper("traces", &set_up.into_iter().chain(lines).collect::<Vec<_>>());
}

/// WALLP sends to the line printer, without tabs, the text that the teletype would otherwise print.
#[test]
fn the_wall_printer() {
    let mut pair = ProgramPair::default();
    pair.say(&CORNER);
    let typed = pair.say(&["T", "TP", "SETD 1", "SMVD 1", "M", "U"]);
    assert_eq!(pair.printed(), "");
    let rest = pair.say(&["WALLP 1", "T", "TP", "M", "U", "WALLP 0"]);
    let printed = pair.printed();
    for line in typed.lines().skip(1).filter(|line| !line.starts_with("21 ") && !line.starts_with(" 21. ")) {
        assert!(
            printed.lines().any(|other| other.trim_end() == line.replace('\t', " ").trim_end()),
            "{line:?} in\n{printed}"
        );
    }
    assert_eq!(rest, "WALLP 1\n21 W T\n21 W TP\n21 W M\n 21. R-R8 MATE\n21 B U\n21 W WALLP 0\n21 W ");
}

/// PPV, SMVD, STAT and the switches of the search: output after each of the program's moves.
#[test]
fn searches() {
    let mut lines: Vec<&str> = CORNER[..5].to_vec();
    lines.extend(["PUT BR KB8", "SIDE W", "SETD 2", "PPV 1", "STAT 1", "SMVD 1", "M", "U", "SMVD 0"]);
    for switch in [
        "HASH 0", "HASHEX 1", "REP 0", "REP 2", "REP 3", "REP 4", "REP1 0", "FIFTY 0", "MODS 0", "SETF 0",
        "SETSD 0", "SETC 0",
    ] {
        lines.extend([switch, "M", "U"]);
    }
    paper("searches", &lines);
}

/// Control-G leaves the output of SMVD on the paper and prints QUIT, in both programs.
#[test]
fn a_stop_leaves_what_was_listed() {
    const BELL: u8 = 7;
    let mut pair = ProgramPair::default();
    pair.say(&["TOURN", "BOOK 0", "SETD 3", "SMVD 1"]);
    let list = pair.say(&["TP"]).replace("TP\n", "").replace("1 W ", "");
    let machine_types = |pair: &mut ProgramPair, stop: &dyn Fn(&str) -> bool| {
        b"M\r".iter().for_each(|&key| pair.machine.strike(key));
        let mut paper = String::new();
        while !stop(&paper) {
            pair.machine.run(Nanos::from_millis(100)).expect("the search runs");
            paper += &pair.machine.paper();
        }
        pair.machine.strike(BELL);
        assert!(pair.machine.run(Nanos::from_seconds(3600)).expect("it stops"));
        paper + &pair.machine.paper()
    };
    // Control-G is struck before the search has tried a move: the emulated program still prints the list.
    b"M\r".iter().for_each(|&key| pair.dialogue.key(key));
    pair.dialogue.work(&std::sync::atomic::AtomicBool::new(true));
    let native = String::from_utf8(pair.dialogue.take_paper()).expect("seven bits").replace('\r', "");
    assert_eq!(native, "M\nQUIT\n1 W ", "stopped before there is a list");
    assert_eq!(machine_types(&mut pair, &|_| true), format!("M\n{list}QUIT\n1 W "));
    // Control-G is struck after the first line of the search is printed. The output of the complete search
    // begins with the same line.
    let stopped = machine_types(&mut pair, &|paper| paper.contains("\n*"));
    let whole = pair.say(&["M"]);
    let typed = stopped.strip_suffix("QUIT\n1 W ").unwrap_or_else(|| panic!("{stopped}"));
    let lines =
        whole.strip_prefix(typed).unwrap_or_else(|| panic!("{typed} is not the beginning of:\n{whole}"));
    assert!(typed.len() > list.len() + "M\n".len() && lines.lines().count() > 3, "{stopped}");
}

/// DRAW?, with and without a move: DECLINE before any search or if the program is worse, ACCEPT if it is
/// better (fault F33).
#[test]
fn offers_of_a_draw() {
    let mut pair = ProgramPair::default();
    assert_eq!(pair.say(&["DRAW?"]), "DRAW?\nDECLINE\n1 W ");
    let lost = ["CLEAR", "PUT WK K1", "PUT BK K8", "PUT BQ Q8", "PUT WP QR2", "SIDE B", "SETD 1", "PW"];
    pair.say(&lost);
    let paper = pair.say(&["K-B2 DRAW?", "DRAW?", "DRAW? NOW"]);
    assert!(
        paper.starts_with("K-B2 DRAW?\n 21. ... K-B2\n 22. ")
            && paper.contains("\nDECLINE\n22 B DRAW?\nDECLINE\n"),
        "{paper}"
    );
    assert!(paper.ends_with("DRAW? NOW\nBAD ARGUMENT\n22 B "), "{paper}");
    let won = ["CLEAR", "PUT WK K1", "PUT BK K8", "PUT WQ Q1", "PUT BP QR7", "SIDE B", "PW"];
    pair.say(&won);
    let paper = pair.say(&["K-B2 DRAW?", "DRAW?"]);
    assert!(paper.contains("\nACCEPT\n22 B DRAW?\nACCEPT\n"), "{paper}");
}

/// HELP and ? print the text of section 13.5 in at most 34 columns, whatever is on the board, and change
/// nothing.
#[test]
fn help() {
    let specification = include_str!("../../docs/reference/machack.md");
    let (_, text) = specification.split_once("`HELP` types, at any time:\n\n").expect("13.5 has the text");
    let lines: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("    ")).collect();
    assert!(lines.len() > 10 && lines.iter().all(|line| line.len() <= 34), "{lines:?}");
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut pair = ProgramPair::default();
    assert_eq!(pair.say(&["HELP", "?"]), format!("HELP\n{text}1 W ?\n{text}1 W "));
    assert_eq!(pair.say(&["HELP ME", "? P-K4", "P-K4"]).matches("BAD ARGUMENT").count(), 2);
    assert_eq!(pair.say(&["CLEAR", "HELP"]), format!("CLEAR\n1 W HELP\n{text}1 W "));
}

/// STATE: the mark of a black promotion remains after the move is taken back, and setting up a board clears
/// it (specification 3.4).
#[test]
fn the_state_of_the_game() {
    let mut lines =
        vec!["CLEAR", "PUT WK K1", "PUT BK K8", "PUT BP QR2", "SIDE B", "P-R8=Q", "STATE", "U", "STATE"];
    lines.extend(["PUT WP K4", "SIDE W", "STATE", "RESET", "STATE", "STATE 1"]);
    paper("state", &lines);
}

/// SETCL and TTIME: the clock of the side to move counts ticks of the emulated 60 Hz clock.
#[test]
fn the_tournament_clock() {
    let mut machine = started();
    let mut say = |line: &str| machine.type_line(line, Nanos::from_seconds(60)).expect("it answers");
    say("SETCL W 100");
    say("SETCL B 7");
    assert_eq!(say("SETCL B X"), "SETCL B X\nBAD ARGUMENT\n1 W ");
    let text = say("TTIME");
    let times: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    // Typing the lines takes 0.1 s per character of White's time.
    let typed = ("SETCL B 7".len() + "SETCL B X".len() + "BAD ARGUMENT".len() + "TTIME".len()) as f64 / 10.0;
    assert!(text.starts_with("TTIME\nW 1") && text.contains(" B 7.00\n"), "{text}");
    assert!(times[0] > 100.0 + typed && times[0] < 100.0 + 3.0 * typed, "{text}");
    machine.pass(Nanos::from_seconds(30)).expect("it waits");
    machine.type_line("P-K4", Nanos::from_seconds(60)).expect("it answers");
    machine.pass(Nanos::from_seconds(30)).expect("it waits");
    let text = machine.type_line("TTIME", Nanos::from_seconds(60)).expect("it answers");
    let later: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(later[0] > times[0] + 30.0 && later[0] < times[0] + 40.0, "{text}");
    assert!(later[1] > 37.0 && later[1] < 47.0, "{text}");
}

/// FANCY selects a display for the scope: the board; board and game; board, game and moves. SLS stops the
/// search at each node. A blank continues to the next node, a number to the next node of that ply; a number
/// and T show the trace of that move.
#[test]
fn scope_shows_board_game_and_search() {
    let mut machine = started();
    let hour = Nanos::from_seconds(3600);
    for line in ["BOOK 0", "SETD 2", "P-K4", "P-K4", "FANCY 1"] {
        machine.type_line(line, hour).expect("it answers");
    }
    insta::assert_snapshot!("board on the scope", scope(&mut machine, 128));
    machine.type_line("FANCY 3", hour).expect("it answers");
    // The clocks below the board are cut off, because no test may depend on them.
    let above = |picture: &str, lines| -> String { picture.split_inclusive('\n').take(lines).collect() };
    insta::assert_snapshot!("board, game and moves on the scope", above(&scope(&mut machine, 128), 51));
    machine.type_line("SLS 1", hour).expect("it answers");
    assert_eq!(machine.type_line("M", hour).expect("it stops at the first node"), "M\n");
    assert!(machine.waits());
    let first = scope(&mut machine, 128);
    insta::assert_snapshot!("a node on the scope", above(&first, 54));
    let ply =
        |machine: &chessprog::emulated::Emulated| machine.word("LEVEL", 0).expect("a label").signed() - 1;
    assert_eq!(ply(&machine), 0, "the root is the first node");
    let traced = |machine: &chessprog::emulated::Emulated| machine.word("TRWANT", 0).expect("a label");
    let most_plausible = traced(&machine);
    for key in *b"2T" {
        machine.strike(key);
    }
    assert!(machine.run(hour).expect("it shows the trace") && machine.waits());
    assert_ne!(traced(&machine), most_plausible, "another move is traced");
    machine.strike(b' ');
    assert!(machine.run(hour).expect("it continues") && machine.waits());
    let second = scope(&mut machine, 128);
    assert_ne!(first, second, "another node is shown");
    for wanted in [2, 1] {
        machine.strike(b'0' + wanted);
        assert_eq!(machine.type_line("", hour).expect("it continues"), "");
        assert_eq!(ply(&machine), i64::from(wanted));
    }
    // Control-G ends the search.
    machine.strike(7);
    assert!(machine.run(hour).expect("it stops"));
    assert_eq!(machine.paper(), "QUIT\n2 W ");
    machine.type_line("FANCY 0", hour).expect("it answers");
    assert_eq!(scope(&mut machine, 64).trim(), "", "the scope is off");
}
