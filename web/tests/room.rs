//! The machine room, used as the page uses it.

use chessprog::emulated::{Emulated, Program};
use emulator::address::Address;
use emulator::formats::dectape::{self, ReelLayout, Tape};
use emulator::formats::sblk::Sblk;
use emulator::formats::{Image, rim};
use emulator::time::Nanos;
use emulator::word::Word;
use web::{CatchUp, Game, OpenedFile, WebMachine};

const SECOND: u64 = 1_000_000_000;

/// Runs the machine in steps of one frame, as the page does, until the program waits.
fn run_to_prompt(room: &mut WebMachine, frame: u64) {
    for _ in 0..100_000 {
        assert!(room.run(room.time() + frame), "{}", room.take_said());
        if room.is_waiting() {
            return;
        }
    }
    panic!("the program never waits:\n{}", room.paper_text());
}

fn type_line(room: &mut WebMachine, text: &str) {
    room.type_text(text).unwrap();
    run_to_prompt(room, SECOND / 10);
}

/// Returns a room after two moves.
fn played() -> WebMachine {
    let mut room = WebMachine::with_chess().unwrap();
    run_to_prompt(&mut room, SECOND / 10);
    type_line(&mut room, "PB\n");
    type_line(&mut room, "P-K4\n");
    room.run(room.time() + 123_456_789);
    type_line(&mut room, "N-KB3\n");
    room
}

fn program(words: &[(u32, u32)], start: u32) -> Image {
    let mut image: Image = (start..)
        .zip(words)
        .map(|(at, &(left, right))| (Address::new(at), Word::halves(left, right)))
        .collect();
    image.start = Some(Word::halves(0o254000, start));
    image
}

/// A program that prints P and waits.
fn prints_p() -> Image {
    program(&[(0o201040, 0o120), (0o712140, 1), (0o254000, 0o102)], 0o100)
}

#[test]
fn chess_comes_up_and_answers() {
    let mut room = played();
    let paper = room.paper_text();
    assert!(paper.starts_with("MAC HACK SIX\n1 W FANCY 2\n1 W PB\n1 W P-K4\n  1. P-K4\n"), "{paper}");
    assert!(paper.ends_with("3 W "), "{paper}");
    let pixels = room.scope(256);
    assert_eq!(pixels.len(), 256 * 256 * 4);
    assert!(room.lit() > 1000, "the board glows: {}", room.lit());
}

#[test]
fn a_link_gives_the_same_game_to_the_nanosecond() {
    let mut room = played();
    let game = Game::from_text(&room.game().to_text()).unwrap();
    assert_eq!(game.end().time.get(), room.time());
    let mut again = game.replay().unwrap();
    assert_eq!(again.end(), room.end());
    assert_eq!(again.paper_text(), room.paper_text());
    // Both rooms continue in the same way, and so does a replay of the replay.
    for room in [&mut room, &mut again] {
        type_line(room, "B-N5\n");
    }
    assert_eq!(again.end(), room.end());
    assert_eq!(again.game(), room.game());
}

#[test]
fn drawing_rate_does_not_change_the_run() {
    let frames = |frames: &[u64]| {
        let mut room = WebMachine::with_chess().unwrap();
        room.type_text("P-K4\nPB\nM\n").unwrap();
        let begun = room.time();
        let mut frames = frames.iter().cycle();
        while room.time() < begun + 60 * SECOND {
            let frame = frames.next().unwrap();
            room.run((room.time() + frame).min(begun + 60 * SECOND));
            // One run never reads the tube, the other reads it after each frame.
            if frame % 2 == 1 {
                room.scope(16);
            }
        }
        room.end()
    };
    assert_eq!(frames(&[60 * SECOND]), frames(&[16_666_667, 1, 333_333_333, 7_000_001]));
}

#[test]
fn every_moment_of_a_run_can_be_linked() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/page/samples/pick.mid")).unwrap();
    let mut room = WebMachine::new();
    room.assemble("pick.mid", &text, "C").unwrap();
    room.boot_assembled().unwrap();
    for cut in 0..40 {
        room.run(room.time() + 1_000_000 + cut * 37_123_457);
        match cut % 4 {
            0 => drop(room.scope(16)),
            1 => room.hold_pen(Some((300, 200 * (1 + cut as u16 % 4)))).unwrap(),
            2 => room.press("EXAMINE").unwrap(),
            _ => {}
        }
        assert_eq!(room.game().replay().unwrap().end(), room.end(), "cut {cut}");
    }
}

#[test]
fn a_program_that_halts_prints_first() {
    let text = "\tLOC 100\nGO:\tMOVEI 1,110\n\tDATAO TTY,1\n\tJRST 4,GO\n\tEND GO\n";
    let mut room = WebMachine::new();
    room.assemble("hi.mid", text, "C").unwrap();
    room.boot_assembled().unwrap();
    let mut frames = 0;
    while room.run(room.time() + 16_666_667) {
        // A link can also be made between the halt and the character.
        assert_eq!(room.game().replay().unwrap().end(), room.end(), "frame {frames}");
        frames += 1;
        assert!(frames < 600, "the machine does not halt");
    }
    assert!(room.paper_text().ends_with('H'), "{}", room.paper_text());
    assert_eq!(room.game().replay().unwrap().end(), room.end());
}

#[test]
fn kept_rooms_resume_at_once() {
    let mut room = played();
    room.mount_blank(2).unwrap();
    let mut again = WebMachine::resume(&room.keep()).unwrap();
    assert_eq!(again.end(), room.end());
    assert_eq!(again.paper_text(), room.paper_text());
    assert_eq!(again.tape_name("dt2"), Some("blank tape"));
    type_line(&mut again, "B-N5\n");
    type_line(&mut room, "B-N5\n");
    assert_eq!(again.end(), room.end());
    // The resumed room still has the start of its run.
    assert_eq!(again.game(), room.game());
    assert_eq!(again.game().replay().unwrap().end(), room.end());
    // A page with a longer game continues from the kept state with the later inputs.
    let kept = room.keep();
    type_line(&mut room, "P-Q3\n");
    let mut run = CatchUp::from_kept(&kept, room.game()).unwrap();
    while !run.advance(SECOND).unwrap() {}
    let mut again = run.arrive().unwrap();
    assert_eq!((again.end(), again.game()), (room.end(), room.game()));
    assert_eq!(again.paper_text(), room.paper_text());
    assert!(CatchUp::from_kept(&kept, WebMachine::with_chess().unwrap().game()).is_err());
    let mut bytes = room.keep();
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    assert!(WebMachine::resume(&bytes).is_err());
    assert!(Game::from_text("UERQNkdBTUUB").is_err());
}

/// Returns the game with another end: the given time and instruction count.
fn with_end(game: &Game, time: u64, instructions: u64) -> Game {
    let mut value = serde_json::to_value(game).unwrap();
    value["end"]["time"] = time.into();
    value["end"]["instructions"] = instructions.into();
    serde_json::from_value(value).unwrap()
}

#[test]
fn endless_replays_are_rejected() {
    const DAY: u64 = 24 * 3600 * SECOND;
    let game = played().game();
    let end = game.end();
    let begin = |time, instructions| CatchUp::of(with_end(&game, time, instructions)).map(drop);
    // A machine may think or wait for a month, but not for centuries.
    assert_eq!(begin(end.time.get() + 30 * DAY, u64::MAX), Ok(()));
    for time in [end.time.get() + 40 * DAY, 1 << 63, u64::MAX] {
        let refused = begin(time, u64::MAX).unwrap_err();
        assert!(refused.contains("days of the machine's time"), "{refused}");
    }
    // If the instruction count is false, the replay ends as soon as the count is exceeded.
    let mut run = CatchUp::of(with_end(&game, end.time.get() + DAY, end.instructions)).unwrap();
    let refused = (0..1000).find_map(|_| run.advance(SECOND).err()).unwrap();
    assert!(refused.contains("does not end as it did"), "{refused}");
    assert!(with_end(&game, end.time.get(), end.instructions).replay().is_ok());
}

#[test]
fn a_rejected_line_gets_a_hint() {
    let mut room = WebMachine::with_chess().unwrap();
    run_to_prompt(&mut room, SECOND / 10);
    let cases = [
        ("NF3", Some("Type N-KB3 or G1F3 for NF3")),
        ("P-K4", None),
        ("E5", Some("Type P-K4 or E7E5 for E5")),
        ("P-K5", Some("Not legal here")),
        ("HELLO", Some("Not understood. Moves look like P-K4 or E2E4")),
        ("PG", None),
    ];
    for (line, hint) in cases {
        type_line(&mut room, &format!("{line}\n"));
        assert_eq!(room.hint().as_deref(), hint, "{line}:\n{}", room.paper_text());
        assert_eq!(room.hint().as_deref(), hint, "asked again: {line}");
    }
    // Another program may also print a question mark.
    let mut other = WebMachine::new();
    let image = program(&[(0o201040, 0o077), (0o712140, 1), (0o254000, 0o102)], 0o100);
    other.open_file("q.rim", rim::write(&image).unwrap()).map(drop).unwrap();
    run_to_prompt(&mut other, SECOND / 60);
    assert_eq!((other.paper_text().as_str(), other.hint()), ("?", None));
}

#[test]
fn a_game_goes_through_the_punch_and_comes_back() {
    let mut room = played();
    type_line(&mut room, "SAVE\n");
    let tape = room.tear_off();
    assert!(tape.len() > 20, "{} frames", tape.len());
    let mut other = WebMachine::with_chess().unwrap();
    other.load_reader("game.ptp", tape).unwrap();
    type_line(&mut other, "RS\nPG\n");
    let paper = other.paper_text();
    assert!(paper.contains("  1 P-K4") && paper.contains("  2 N-KB3"), "{paper}");
}

#[test]
fn a_game_is_kept_on_dectape() {
    let mut room = played();
    room.mount_blank(2).unwrap();
    type_line(&mut room, "KEEP RUY\n");
    let image = room.dectape(2).unwrap();
    room.unmount(2).unwrap();
    assert_eq!((room.dectape(2), room.tape_name("dt2")), (None, None));
    let mut other = WebMachine::with_chess().unwrap();
    other.mount(2, "games.dta", image).unwrap();
    type_line(&mut other, "GAMES\n");
    assert!(other.paper_text().contains("RUY"), "{}", other.paper_text());
    assert!(other.mount(7, "x.dta", Vec::new()).is_err());
    assert!(other.mount(1, "x.dta", vec![1, 2, 3]).unwrap_err().contains("x.dta"));
}

#[test]
fn a_text_is_assembled_and_runs() {
    let mut room = WebMachine::new();
    let wrong = room.assemble("hello.mid", "TITLE HELLO\n\tMOVEI 1,NOWHER\n\tEND\n", "C").unwrap();
    assert_eq!((wrong.problems[0].line, wrong.problems[0].code.as_str()), (2, "M0301"));
    assert!(room.boot_assembled().is_err());
    let text = "TITLE HELLO\n\tLOC 100\nGO:\tMOVEI 1,\"P\n\tDATAO TTY,1\nWAIT:\tJRST WAIT\n\tEND GO\n";
    let right = room.assemble("hello.mid", text, "C").unwrap();
    assert_eq!((right.problems.len(), right.words), (0, 3));
    room.boot_assembled().unwrap();
    run_to_prompt(&mut room, SECOND / 60);
    assert_eq!(room.paper_text(), "P");
    assert_eq!(room.standing()["here"]["line"], 5);
    assert_eq!(room.source("hello.mid").unwrap().lines().nth(4), Some("WAIT:\tJRST WAIT"));
    // The tape is part of the game.
    assert_eq!(room.game().replay().unwrap().paper_text(), "P");
    assert!(room.assemble("hello.mid", "", "E").is_err());
}

#[test]
fn the_debugger_stops_steps_and_goes_back() {
    let mut room = played();
    room.execute("break MAKE").unwrap();
    room.take_said();
    room.type_text("B-N5\n").unwrap();
    while room.run(room.time() + SECOND / 60) {}
    let said = room.take_said();
    assert!(said.starts_with("breakpoint at"), "{said}");
    let at = room.standing();
    assert_eq!(at["here"]["file"], "moves.mid");
    let line = at["here"]["line"].as_u64().unwrap() as u32;
    assert!(room.source("moves.mid").unwrap().lines().nth(line as usize - 1).unwrap().starts_with("MAKE:"));
    let end = room.end();
    room.execute("line").unwrap();
    assert_ne!(room.standing()["here"]["line"], line);
    room.execute("back line").unwrap();
    assert_eq!(room.standing()["here"]["line"], line);
    assert_eq!(room.end().instructions, end.instructions);
    room.execute("back 1000").unwrap();
    assert_eq!(room.end().instructions, end.instructions - 1000);
    // With that breakpoint removed, the game continues as before.
    room.toggle_stop("moves.mid", line).unwrap();
    assert!(room.standing()["stops"].as_array().unwrap().is_empty());
    assert!(room.execute("continue").unwrap());
    room.take_said();
    run_to_prompt(&mut room, SECOND / 10);
    let mut other = played();
    type_line(&mut other, "B-N5\n");
    assert_eq!(room.paper_text().lines().last(), other.paper_text().lines().last());
    assert!(room.execute("frobnicate").unwrap_err().contains("unknown command"));
    assert!(room.toggle_stop("moves.mid", 1).is_err());
}

#[test]
fn a_waiting_program_is_detected_at_the_end_of_every_frame() {
    // Frames of these lengths end at every phase of the program's clock, which ticks sixty times a second.
    for frame in [SECOND / 61, 1_234_567] {
        let mut room = WebMachine::with_chess().unwrap();
        run_to_prompt(&mut room, frame);
        let end = room.time() + 10 * SECOND;
        while room.time() < end {
            room.run(room.time() + frame);
            assert!(room.is_waiting(), "frames of {frame} ns, at {} ns", room.time());
        }
    }
}

#[test]
fn a_stop_where_a_frame_ends_is_not_missed() {
    // In a loop of two instructions, many of the frames end just before the breakpoint.
    for frame in 1..200 {
        let mut room = WebMachine::new();
        let image = program(&[(0o340040, 1), (0o254000, 0o100)], 0o100);
        room.open_file("loop.rim", rim::write(&image).unwrap()).map(drop).unwrap();
        room.run(SECOND);
        room.execute("break 101").unwrap();
        let mut frames = 0;
        while room.run(room.time() + frame * 37) {
            frames += 1;
            assert!(frames < 1000, "frames of {} ns never stop", frame * 37);
        }
        assert_eq!(room.standing()["here"]["at"], "000101");
    }
}

#[test]
fn a_program_that_is_loaded_in_the_debugger_can_be_linked() {
    let mut room = WebMachine::new();
    room.execute("deposit 100 MOVEI 1,120").unwrap();
    room.execute("deposit 101 DATAO TTY,1").unwrap();
    room.execute("deposit 102 JRST 102").unwrap();
    room.execute("set reverse off").unwrap();
    assert!(room.execute("go 100").unwrap());
    run_to_prompt(&mut room, SECOND / 60);
    assert_eq!(room.paper_text(), "P");
    assert_eq!(room.game().replay().unwrap().end(), room.end());
}

#[test]
fn lamps_switches_and_keys() {
    let mut room = WebMachine::new();
    let panel = room.panel();
    let names: Vec<&str> = panel["rows"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap())
        .map(|group| group["name"].as_str().unwrap())
        .collect();
    assert_eq!(panel["switches"][0]["legend"], "ADDRESS STOP");
    let lamp =
        |room: &WebMachine, name: &str| room.lamps()[names.iter().position(|other| *other == name).unwrap()];
    room.set_data(0o254200_000100).unwrap();
    room.set_address(0o100).unwrap();
    room.press("DEPOSIT").unwrap();
    assert_eq!((lamp(&room, "DATA"), lamp(&room, "MAS")), (0o254200_000100, 0o100));
    room.press("START").unwrap();
    assert!(room.is_running());
    // The instruction is a halt.
    assert!(!room.run(SECOND));
    assert!(!room.is_running() && room.take_said().starts_with("halted"));
    assert_eq!(lamp(&room, "PC"), 0o100);
    room.turn("repeat", true).unwrap();
    assert!(
        room.switches()[panel["switches"]
            .as_array()
            .unwrap()
            .iter()
            .position(|switch| switch["name"] == "repeat")
            .unwrap()]
    );
    assert!(room.press("FLY").is_err() && room.turn("fly", true).is_err());
    assert!(room.press("MEM CONT").unwrap_err().contains("no effect"));
}

#[test]
fn opened_files_run() {
    let open = |name: &str, bytes: Vec<u8>| {
        let mut room = WebMachine::with_chess().unwrap();
        let opened = room.open_file(name, bytes)?;
        assert!(matches!(opened, OpenedFile::Running(_)));
        Ok::<WebMachine, String>(room)
    };
    let dump = Sblk::from_image(&prints_p(), 30).to_words();
    let dump = emulator::formats::words::Packing::Core.pack(&dump);
    for (name, bytes) in [("p.rim", rim::write(&prints_p()).unwrap()), ("ts.p", dump)] {
        let mut room = open(name, bytes).unwrap();
        run_to_prompt(&mut room, SECOND / 60);
        assert_eq!(room.paper_text(), "P", "{name}");
        assert_eq!(room.game().replay().unwrap().end(), room.end());
    }
    // A saved game continues, and files of other kinds are rejected.
    let mut saved = open("p.rim", rim::write(&prints_p()).unwrap()).unwrap();
    run_to_prompt(&mut saved, SECOND / 60);
    let mut room = WebMachine::new();
    let Ok(OpenedFile::Game(mut run)) = room.open_file("p.pdp6", saved.game().to_bytes()) else {
        panic!("a game")
    };
    while !run.advance(SECOND).unwrap() {}
    assert_eq!(run.arrive().unwrap().end(), saved.end());
    let files: [(&str, &[u8], &str); 7] = [
        ("noise", b"\xff\xff\x01\x02\xff\xff\x7f", "is not a program"),
        ("text.txt", b"HELLO\nWORLD\n", "is not a program"),
        ("g.pgn", b"[Event \"?\"]\n\n1. e4 *\n", "a chess game in PGN"),
        ("game.txt", b"\xef\xbb\xbf\n[Event \"?\"]\n\n1. e4 *\n", "a chess game in PGN"),
        ("mate.fen", b"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "positions"),
        ("paper.pdf", b"%PDF-1.4\n%\xe2\xe3\n", "a PDF document"),
        ("all.zip", b"PK\x03\x04\x14\0", "unpack it first"),
    ];
    for (name, bytes, expected) in files {
        let refused = open(name, bytes.to_vec()).map(drop).unwrap_err();
        assert!(refused.starts_with(&format!("\"{name}\" ")) && refused.contains(expected), "{refused}");
        assert!(refused.contains("The page opens paper tapes, DECtapes"), "{refused}");
        assert_eq!(refused.contains("octal number"), name == "text.txt", "{refused}");
    }
}

fn open_message(room: &mut WebMachine, name: &str, bytes: Vec<u8>) -> String {
    match room.open_file(name, bytes).unwrap() {
        OpenedFile::Running(message) | OpenedFile::Mounted(message) => message,
        OpenedFile::Game(_) => panic!("{name} is a game"),
    }
}

#[test]
fn a_reel_that_does_not_boot_leaves_the_game_alone() {
    let mut room = played();
    room.mount_blank(2).unwrap();
    type_line(&mut room, "KEEP RUY\n");
    let games = room.dectape(2).unwrap();
    let blank = dectape::write(&Tape::formatted(), ReelLayout::Words).unwrap();
    let mut other = played();
    let paper = other.paper_text();
    let said = open_message(&mut other, "games.dta", games.clone());
    assert_eq!(said, "\"games.dta\" is on drive 2: GAMES lists its games, FETCH NAME loads one.");
    let said = open_message(&mut other, "more.dta", games);
    assert_eq!(
        said,
        "\"more.dta\" is on drive 3: UNIT 3 selects it, GAMES lists its games, FETCH NAME loads one."
    );
    let said = open_message(&mut other, "blank.dta", blank);
    assert_eq!(said, "\"blank.dta\" is on drive 4. It is not a bootable tape.");
    assert_eq!(other.dectape(1), None);
    run_to_prompt(&mut other, SECOND / 10);
    assert_eq!(other.paper_text(), paper);
    type_line(&mut other, "FETCH RUY\n");
    assert!(other.paper_text().contains("N-KB3"), "{}", other.paper_text());
}

#[test]
fn a_reel_that_boots_is_booted() {
    // Block 75 has CONO UTC,220110 less one: the loader adds one to each word and executes negative ones.
    let mut words = vec![Word::ZERO; 0o1000 * 128];
    words[0o75 * 128] = Word::halves(0o721200, 0o220107);
    let reel = dectape::write(&Tape::of_words(&words), ReelLayout::Words).unwrap();
    let mut room = WebMachine::new();
    assert_eq!(
        open_message(&mut room, "macdmp.dta", reel),
        "\"macdmp.dta\" is on drive 1 and is being booted."
    );
}

#[test]
fn a_saved_machine_says_that_it_has_no_paper() {
    let mut saved = Emulated::boot(Program::built_in().unwrap()).unwrap();
    saved.type_line("P-K4", Nanos::from_seconds(100)).unwrap();
    let snapshot = saved.machine().snapshot();
    let mut room = WebMachine::new();
    let said = open_message(&mut room, "game.snap", snapshot);
    assert!(said.contains("The printed text is not saved: type BD for the board"), "{said}");
    type_line(&mut room, "PG\n");
    assert!(room.paper_text().contains("  1 P-K4"), "{}", room.paper_text());
}

#[test]
fn the_samples_run() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page/samples");
    let run = |name: &str| {
        let text = std::fs::read_to_string(samples.join(name)).unwrap();
        let mut room = WebMachine::new();
        let assembled = room.assemble(name, &text, "C").unwrap();
        assert!(assembled.problems.is_empty(), "{:?}", assembled.problems);
        room.boot_assembled().unwrap();
        while room.run(room.time() + SECOND) && room.time() < 20 * SECOND {}
        room
    };
    assert_eq!(run("hello.mid").paper_text(), "HELLO FROM 1967...");
    let mut echo = run("echo.mid");
    echo.type_text("TEN").unwrap();
    echo.run(echo.time() + 3 * SECOND);
    assert_eq!((echo.paper_text().as_str(), echo.punched()), ("TEN", &b"TEN"[..]));
    // The pen points at the second line, beside all lines, and at the fourth line.
    let mut pick = run("pick.mid");
    for (x, y) in [(200, 400), (300, 500), (400, 801)] {
        pick.hold_pen(Some((x, y))).unwrap();
        pick.run(pick.time() + SECOND);
    }
    pick.hold_pen(None).unwrap();
    assert_eq!(pick.paper_text(), "24");
}

/// Half a period of the tune's first note is TRC, MOVE from an accumulator, and SOJG for 474 iterations plus
/// one: 3.7 + 2.9 + 4.0 * 475 microseconds, so 262.26 Hz. The note lasts three tenths of a second, and so
/// does the second one, which follows without a gap.
#[test]
fn the_tune_is_heard_from_piece_to_piece() {
    let mut room = WebMachine::new();
    let tune = include_str!("../../tests/data/programs/tune.mid");
    assert!(room.assemble("tune.mid", tune, "C").unwrap().tape.is_some());
    room.boot_assembled().unwrap();
    assert_eq!((room.listens(), room.take_sound()), (false, vec![]));
    room.listen(true).unwrap();
    room.set_address(0).unwrap();
    let mut sound: Vec<i16> = Vec::new();
    while sound.len() < 48_000 * 3 {
        assert!(room.run(room.time() + SECOND / 60), "{}", room.take_said());
        sound.extend(room.take_sound());
    }
    // Before the tune, MI shows the words that the loader reads.
    let rises = (1..sound.len()).filter(|&at| sound[at - 1] <= 0 && sound[at] > 0).collect::<Vec<_>>();
    let expected = 2.0 * (3.7 + 2.9 + 4.0 * 475.0) * 0.048;
    let is_period = |pair: &[usize]| ((pair[1] - pair[0]) as f64 - expected).abs() < 1.0;
    let found =
        rises.windows(151).find(|note| note.windows(2).all(is_period)).expect("150 periods of the note");
    let samples_per_period = (found[150] - found[0]) as f64 / 150.0;
    assert!((samples_per_period - expected).abs() < 0.02, "{samples_per_period} {expected}");
    room.listen(false).unwrap();
    assert!(!room.listens());
    room.run(room.time() + SECOND / 10);
    assert!(room.take_sound().iter().all(|&sample| sample.abs() < 2_700), "the sound decays");
}
