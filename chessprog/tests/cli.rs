//! Tests the command `machack` from outside: its output, its messages for bad input, its exit status.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn machack(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_machack"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .env("NO_COLOR", "1")
        .env_remove("PDP6_SOFTWARE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that does not read its input may have ended already.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the command ends")
}

/// Returns exit status, standard output and standard error.
pub(crate) fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = machack(arguments, input);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("not killed"), text(&output.stdout), text(&output.stderr))
}

const COMMANDS: [&str; 13] = [
    "play", "demo", "debug", "dap", "analyse", "why", "perft", "compare", "games", "bench", "profile", "uci",
    "xboard",
];

#[test]
fn commands_have_help_with_an_example() {
    for command in COMMANDS {
        let (status, out, _) = run(&[command, "--help"], "");
        assert_eq!(status, 0, "{command}");
        assert!(out.contains("Example") && out.contains(&format!("machack {command}")), "{command}:\n{out}");
    }
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        &["nonsense"][..],
        &["perft"],
        &["perft", "many"],
        &["compare"],
        &["compare", "--random", "1", "--selfplay", "1"],
        &["compare", "--random", "0"],
        &["compare", "--campaign", "0"],
        &["compare", "--selfplay", "0"],
        &["compare", "--campaign", "8", "--widths", "6"],
        &["play", "--speed", "fast"],
        &["analyse", "--depth", "13"],
        &["analyse", "--feedover", "10"],
        &["analyse", "--secondary", "10"],
        &["analyse", "--captures", "32"],
        &["analyse", "--paper", "2"],
        &["analyse", "--widths", "6,1000"],
        // These are found after the command line has been parsed.
        &["analyse", "--picture", "tree"],
        &["analyse", "--no-search", "--format", "dot"],
        &["compare", "--random", "1", "--engines", "native"],
        &["play", "--plain", "--engine", "native", "--save", "x"],
        &["play", "--plain", "--pgn", "machack-unrated", "--plies", "999"],
        &["profile", "nonsense"],
    ] {
        let (status, _, error) = run(arguments, "");
        assert_eq!(status, 2, "{arguments:?}: {error}");
    }
}

#[test]
fn wrong_input_is_status_1_and_reports_its_place() {
    for (arguments, input, expected) in [
        (
            &["perft", "1", "--fen", "8/8"][..],
            "",
            "position `8/8`, column 4: expected a / after the eight squares of a rank",
        ),
        (&["perft", "1", "--fen", "-"], "startpos\n\nrubbish\n", "standard input, line 3"),
        (&["perft", "1", "--fen", "-"], "", "standard input has no position"),
        (&["compare", "--epd", "no-such-file"], "", "cannot read `no-such-file`"),
        (
            &["why", "P-K4", "--pgn", "machack-unrated", "--move-number", "12"],
            "",
            "before 12. P-KR4: `P-K4` is not a legal move",
        ),
        (&["games", "no-such-game"], "", "cannot read `no-such-game`"),
        (&["games", "-"], "1. e4 e5 2. Ke2 *\n", "does not say which side is the program's"),
        (
            &["games", "-", "--side", "white", "--depth", "1"],
            "1. e4 e5 2. Ke3 *\n",
            "standard input, game 1, line 1, column 13: `Ke3` at move 2 is not legal",
        ),
        (
            &["games", "-", "--side", "white"],
            "1. e4 e5 *\n\n[White \"x\"]\n1. {d4",
            "standard input, game 2, line 4, column 4: a } is missing: the comment that begins here has no end",
        ),
        (&["play", "--plain", "--resume", "Cargo.toml"], "", "this is not a snapshot of a PDP-6"),
    ] {
        let (status, _, error) = run(arguments, input);
        assert!(status == 1 && error.contains(expected), "{arguments:?}: status {status}, {error}");
    }
}

#[test]
fn perft_counts() {
    let (status, out, _) = run(&["perft", "3"], "");
    assert_eq!((status, out.as_str()), (0, " 1           20\n 2          400\n 3         8902\n"));
    let (_, out, _) = run(&["perft", "1", "--divide", "--fen", "7k/8/8/8/8/8/P7/K7 w - - 0 1"], "");
    assert_eq!(
        out,
        "a2a4              1\na2a3              1\na1b2              1\na1b1              1\n\
         total             4\n"
    );
}

#[test]
fn the_teletype_works_in_a_pipe() {
    let (status, out, error) = run(&["play", "--plain"], "P-K4\r\nP-K9\nbd");
    assert_eq!(status, 0, "{error}");
    assert!(out.starts_with("MAC HACK SIX\n1 W P-K4\n  1. P-K4\n1 B P-K9\n?\n1 B BD\nBR BN BB"), "{out}");
    assert!(out.ends_with("SIDE B\n1 B "), "{out}");
}

/// Each SAVE without a file for the punch is reported at once, and not again at the end.
#[test]
fn a_punched_tape_without_a_file_is_reported() {
    for engine in ["emulated", "native"] {
        let (status, _, error) = run(&["play", "--plain", "--engine", engine], "SAVE\nP-K4\nSAVE\n");
        let message = "machack: SAVE saved nothing: restart with --punch FILE, or with --pgn-out FILE\n";
        assert_eq!((status, error), (0, message.repeat(2)), "{engine}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let pgn = folder.path().join("game.pgn");
    let (status, _, error) =
        run(&["play", "--plain", "--pgn-out", pgn.to_str().expect("a name")], "P-K4\nSAVE\n");
    let message =
        "machack: SAVE punched no tape (restart with --punch FILE for one), but --pgn-out saves the game\n";
    assert_eq!((status, error.as_str()), (0, message));
}

#[test]
fn a_saved_game_resumes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pdp6");
    let name = file.to_str().expect("a name");
    let reel = folder.path().join("games.dta");
    let reel = reel.to_str().expect("a name");
    let (status, _, error) =
        run(&["play", "--plain", "--save", name, "--dectape", reel], "P-K4\nP-K4\nKEEP OPEN\n");
    assert_eq!(status, 0, "{error}");
    let (status, out, error) = run(&["play", "--plain", "--resume", name], "N-KB3\nPG\n");
    assert_eq!(status, 0, "{error}");
    assert_eq!(out, "N-KB3\n  2. N-KB3\n2 B PG\n  1 P-K4        P-K4\n  2 N-KB3\n2 B ");
    // The first run created and wrote the tape; this run mounts it on another drive. It also uses the printer
    // and the scope.
    let (listing, drive) = (folder.path().join("listing.txt"), format!("3={reel}"));
    let arguments =
        ["play", "--plain", "--resume", name, "--dectape", &drive, "--fancy", "1", "--level", "2"];
    let printer = ["--printer", listing.to_str().expect("a name")];
    let (status, out, error) =
        run(&[&arguments[..], &printer].concat(), "UNIT 3\nGAMES\nFANCY\nSETD\nWALLP 1\nT\n");
    assert_eq!(status, 0, "{error}");
    assert!(out.contains("GAMES\nOPEN\n") && out.contains("FANCY=1\n") && out.contains("SETD=2\n"), "{out}");
    assert!(std::fs::read_to_string(&listing).expect("printed").starts_with("B 0"), "what T printed");
    // A damaged file is refused.
    let mut bytes = std::fs::read(&file).expect("saved");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).expect("written");
    let (status, _, error) = run(&["play", "--plain", "--resume", name], "");
    assert!(status == 1 && error.contains("damaged"), "{error}");
}

/// Each program fills the tables with numbers that it computes itself. The numbers are equal.
#[test]
fn both_programs_analyse_alike() {
    let fen = "r1bqk2r/5p1p/p1np1npb/4p3/Pp2P3/2NQ1NB1/1PP2PPP/1K1R1B1R w kq - 0 12";
    let tables = |engine| {
        let arguments = ["analyse", "--no-search", "--trace", "c3d5", "--engine", engine, "--fen", fen];
        let (status, out, error) = run(&arguments, "");
        assert_eq!(status, 0, "{error}");
        out
    };
    let native = tables("native");
    // Specification 15.1, position E: key, terms, and the first move with plausibility, positional value and
    // trace.
    for expected in [
        "KEY 505413266557",
        "material 0, piece ratio 0, pawns 40, king safety 0, centre 0: static value 40",
        "  1  N-Q5         c3d5       908     132",
        "  CONSTANT\t512",
        "  TOTAL 908 POS 132",
    ] {
        assert!(native.contains(expected), "{expected}\n{native}");
    }
    assert_eq!(native, tables("emulated"));
}

/// The sum of NODES in the table of specification 15.2, in the form that OpenBench reads.
#[test]
fn the_bench_ends_with_the_nodes_of_the_reference_searches() {
    let (status, out, error) = run(&["bench", "--engine", "native"], "");
    assert_eq!(status, 0, "{error}");
    let last = out.lines().last().expect("a line");
    assert!(last.starts_with("212912 nodes ") && last.ends_with(" nps"), "{out}");
}

/// The program of 1967 is not part of the repository. Without a copy, commands that need it print how to get
/// one.
#[test]
fn commands_without_the_original_print_the_remedy() {
    for arguments in [
        &["analyse", "--engine", "original", "--orig"][..],
        &["compare", "--engines", "native,original", "--random", "1", "--orig"],
        &["games", "--engine", "original"],
        &["play", "--engine", "original"],
        &["uci", "--engine", "original"],
    ] {
        let (status, _, error) = run(arguments, "");
        assert!(status == 1 && error.contains("PDP6_SOFTWARE"), "{arguments:?}: status {status}, {error}");
    }
}

/// Returns the output of the command when SIGINT is sent after three seconds.
#[cfg(unix)]
pub(crate) fn interrupted(arguments: &[&str]) -> Output {
    let child = Command::new(env!("CARGO_BIN_EXE_machack"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    std::thread::sleep(std::time::Duration::from_secs(3));
    let killed =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is a kill");
    assert!(killed.success());
    child.wait_with_output().expect("the command ends")
}

/// After control-C, the moves compared so far are printed, and their number is reported.
#[cfg(unix)]
#[test]
fn control_c_prints_the_moves_already_compared() {
    let output = interrupted(&[
        "games",
        "machack-unrated",
        "--engine",
        "emulated",
        "--tournament",
        "--depth",
        // A search to this depth takes longer than the time until control-C.
        "8",
    ]);
    let (told, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(130), "{error}");
    let asked = told.lines().last().and_then(|line| line.rsplit(' ').next()?.parse::<u32>().ok());
    let asked = asked.expect("the last line ends with the number of moves");
    assert!(asked < 41 && error.contains(&format!("stopped after {asked} of 41 moves")), "{told}{error}");
}

/// The requirements of the specification (section 16) for the shortest game, and the drawing of --svg.
#[test]
fn games_prints_one_total_per_setting() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let svg = file("games.svg");
    let (status, out, error) = run(&["games", "machack-landey", "--svg", &svg], "");
    assert_eq!(status, 0, "{error}");
    let expected = "game 3  ORIG N  17 of 21\ngame 3  ORIG T  17 of 21\ngame 3  NORMAL  16 of 21\n\
        game 3  TOURN  15 of 21\n";
    assert!(out.ends_with(expected), "{out}");
    assert!(std::fs::read_to_string(svg).expect("written").starts_with("<svg "));
}

#[test]
fn every_game_of_a_file_is_replayed() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/several.pgn");
    let (status, out, error) = run(&["games", file, "--side", "black", "--depth", "1"], "");
    assert_eq!(status, 0, "{error}");
    assert!(out.contains(&format!("\n{file}, game 1, the program is Black\n")), "{out}");
    // Only Black's moves of the main lines are counted, without variations.
    for (game, moves) in [(1, 7), (2, 2), (3, 1), (4, 2), (5, 0)] {
        let last = out.lines().rfind(|line| line.starts_with(&format!("{file}, game {game}  AS SET")));
        let last = last.expect("a line for each game");
        assert!(last.ends_with(&format!(" of {moves}")), "{last}");
    }
}

/// A user's own game has no heading that mentions 1967.
#[test]
fn a_game_of_any_year_has_plain_headings() {
    let game = "1. e4 {1 [%emt 0:00:02.0]} e5 {1 [%emt 0:00:03.0]} *\n";
    for arguments in [["games", "-", "--side", "white"], ["analyse", "--pgn", "-", "--orig"]] {
        let (status, out, error) = run(&[&arguments[..], &["--depth", "1"]].concat(), game);
        assert_eq!(status, 0, "{error}");
        let heading =
            out.lines().find(|line| line.starts_with("move  played ")).unwrap_or_else(|| panic!("{out}"));
        assert!(heading.contains("played s") && !out.contains("1967"), "{out}");
    }
    // Without times, and without the machine, there are no columns of seconds.
    for (engine, heading) in [("native", "nodes (PMG)\n1."), ("emulated", "nodes (PMG)  machine s\n1.")] {
        let arguments = ["analyse", "--pgn", "-", "--depth", "1", "--engine", engine];
        let (status, out, error) = run(&arguments, "1. e4 e5 *\n");
        assert_eq!(status, 0, "{error}");
        assert!(out.contains(heading), "{out}");
    }
    for arguments in [
        &["games", "-", "--side", "white", "--svg", "-"][..],
        &["analyse", "--pgn", "-", "--format", "svg"],
        &["analyse", "--pgn", "-", "--format", "svg", "--picture", "board", "--side", "white"],
    ] {
        let (status, out, error) = run(&[arguments, &["--depth", "1"]].concat(), game);
        assert_eq!(status, 0, "{error}");
        assert!(out.contains(">in the game") && !out.contains("1967"), "{out}");
    }
}

#[test]
fn a_broken_game_is_reported_and_the_others_are_read() {
    let good = "[White \"B\"]\n\n1. d4 d5 *\n";
    for (broken, expected) in [
        ("[Variant \"Crazyhouse\"]\n1. e4 d5 2. P@e4 *\n", "game 1: the tag Variant names `Crazyhouse`"),
        ("1. e4 d5 2. P@e4 *\n", "game 1, line 1, column 13: `P@e4` at move 2 is not understood"),
        ("1. Nf3 0000 2. e5 d4 *\n", "game 1, line 1, column 8: `0000` at move 1 is a null move"),
        ("1. e4 e5 3. Nf3 *\n", "game 1, line 1, column 13: `3. Nf3`, but the next move is White's move 2"),
        ("1. e4 {open\n", "game 1, line 1, column 7: a } is missing"),
        ("1. e4 (1. d4\n", "game 1, line 2, column 1: a ) is missing"),
        ("[FEN \"8/8\"]\n*\n", "game 1: tag FEN, column 4: expected a /"),
    ] {
        let file = format!("{broken}{good}");
        for (arguments, moves) in [
            (&["games", "-", "--side", "white", "--depth", "1"][..], "P-Q4"),
            (&["analyse", "--pgn", "-", "--depth", "1"], "P-Q4"),
        ] {
            let (status, out, error) = run(arguments, &file);
            assert!(status == 1 && error.contains(expected), "{arguments:?}: status {status}, {error}");
            assert!(out.contains(moves), "{arguments:?}: {out}");
        }
        let (status, out, error) = run(&["analyse", "--pgn", "-", "--game", "2", "--depth", "1"], &file);
        assert_eq!((status, error.as_str()), (0, ""), "{broken}");
        assert!(out.lines().last().expect("a move").starts_with("1...  P-Q4"), "{out}");
        let (status, _, error) = run(&["analyse", "--pgn", "-", "--game", "1", "--depth", "1"], &file);
        assert!(status == 1 && error.contains(expected), "{error}");
    }
}

#[test]
fn lists_of_positions_are_the_same_for_every_command() {
    let list = "\u{feff}# my suite\r\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 ;D1 20 ;D2 400\r\n\r\n\
                8/4k1P1/8/8/8/8/8/K7 w - - bm g8=Q; id \"one\"; # promotes\r\n";
    let (status, out, error) = run(&["perft", "1", "--fen", "-"], list);
    assert_eq!((status, error.as_str()), (0, ""));
    let counts: Vec<&str> = out.lines().filter(|line| line.starts_with(" 1 ")).map(str::trim).collect();
    assert_eq!(counts, ["1           20", "1            7"], "{out}");
    let (status, out, error) = run(&["analyse", "--fen", "-", "--no-search", "--format", "json"], list);
    assert_eq!((status, error.as_str()), (0, ""));
    assert_eq!(out.matches("\"fen\"").count(), 2, "{out}");
    let (status, out, error) = run(&["compare", "--epd", "-", "--depth", "1"], list);
    assert_eq!((status, error.as_str()), (0, ""));
    assert!(out.contains("2 compared, 0 different"), "{out}");
    let (status, _, error) = run(&["analyse", "--fen", "startpos; moves e2e5"], "");
    assert!(status == 1 && error.contains("the position `startpos; moves e2e5`: move 1"), "{error}");
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1; id \"rights\"; # by files";
    let (status, out, _) = run(&["perft", "2", "--fen", castles], "");
    assert_eq!((status, out.as_str()), (0, " 1           26\n 2          568\n"));
    let (_, out, _) =
        run(&["uci"], "position fen r3k2r/8/8/8/8/8/8/R3K2R w AHah - 0 1 moves E1G1\ngo depth 1\n");
    assert!(out.lines().any(|line| line.starts_with("bestmove ") && line != "bestmove 0000"), "{out}");
}

#[test]
fn campaign_results_are_listed_by_origin() {
    let (status, out, error) = run(&["compare", "--campaign", "8", "--depth", "1", "--level", "move"], "");
    assert_eq!(status, 0, "{error}");
    assert!(out.contains("\npromotions                 1         3         0\n"), "{out}");
    assert!(out.ends_with("\n32 compared, 0 different\n"), "{out}");
}

#[test]
fn the_debugger_knows_symbols_and_source() {
    let (status, out, error) = run(&["debug"], "examine KEY\nlist EVALUA\nnonsense\n");
    assert!(status == 1 && error.contains("nonsense"), "status {status}: {error}");
    // The key of the initial position, specification 15.1, A.
    assert!(out.contains("413174,,354433") && out.contains("EVALUA:\tAOS CEVAL"), "{out}");
}

/// The initial position has 20 moves, and a search of depth 1 calls the plausible move generator at least
/// once, at the root.
#[test]
fn a_profile_names_the_routines_and_their_time() {
    let (status, out, err) = run(&["profile", "a", "--depth", "1", "--routines", "3", "--lines", "2"], "");
    assert_eq!((status, err.as_str()), (0, ""));
    let line = |start: &str| {
        out.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start} in\n{out}"))
    };
    let numbers =
        |line: &str| line.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<f64>>();
    assert_eq!(numbers(line("A ")), numbers(line("mean")));
    let pmg: f64 = numbers(line("PMG"))[0];
    assert!(pmg >= 1.0);
    let (_, all, _) = run(&["profile", "a", "--depth", "1", "--routines", "1000"], "");
    let plausi = all.lines().find(|line| line.starts_with("PLAUSI ")).expect("it is called");
    assert_eq!(numbers(plausi)[0], pmg);
    let table = |heading: &str| {
        out.lines()
            .skip_while(|line| !line.starts_with(heading))
            .skip(1)
            .take_while(|line| !line.is_empty())
            .count()
    };
    assert_eq!((table("routine"), table("line ")), (3, 2));

    let (status, out, err) = run(&["profile", "Z"], "");
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("a reference position (A to L)"), "{err}");
    let (status, out, err) = run(&["profile", "8/8/8/8/8/8/8/K7 w - - 0 1"], "");
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.contains("Black must have exactly one king"), "{err}");
}
