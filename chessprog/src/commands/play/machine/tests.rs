//! Tests of the machine at the teletype, and of its messages.

use super::*;

#[test]
fn the_beginning_of_a_line_is_on_the_paper() {
    let half = |paper: &[u8]| String::from_utf8(half_line(paper)).unwrap();
    assert_eq!(half(b"MAC HACK SIX\r\n1 W "), "");
    assert_eq!(half(b"MAC HACK SIX\r\n1 W P-"), "P-");
    assert_eq!(half(b"  1. P-K4\r\n 12 B KEEP G"), "KEEP G");
    for other in [&b""[..], b"1 W P-K4\r\n", b"GAMES 3", b"MAC HACK"] {
        assert_eq!(half(other), "", "{other:?}");
    }
}

/// Returns a machine with a position on its board, once it waits for a line.
fn player(fen: Option<&str>) -> MachinePlayer {
    let opening = super::super::OpeningArgs { fen: fen.map(str::to_owned), ..Default::default() };
    let args = Args { opening: opening.clone(), ..Args::default() };
    let opening = opening.read().unwrap();
    let mut player =
        MachinePlayer::new(&args, Places::default(), GameStart::bare(), opening.as_ref()).unwrap();
    run(&mut player);
    player
}

fn run(player: &mut MachinePlayer) {
    while !player.waits() {
        player.run(Duration::from_secs(1), &mut Vec::new()).unwrap();
    }
}

fn type_line(player: &mut MachinePlayer, line: &str) {
    for key in line.bytes().chain(*b"\r") {
        player.key(key);
        run(player);
    }
}

/// The suggested move is legal, and the status reports the end of any game.
#[test]
fn status_line_is_true_in_any_game() {
    let over = "The game is over. F6 takes back, F7 begins a new one";
    let mut game = player(None);
    assert_eq!(game.next(), "White to move. Type a move (P-K4) or PB (the machine plays Black)");
    for line in ["P-KB3", "P-K4", "P-KN4", "Q-R5"] {
        assert_ne!(game.next(), over);
        type_line(&mut game, line);
    }
    assert_eq!(game.next(), over);
    for (fen, mating) in
        [("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "R-Q8"), ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Q-N7")]
    {
        let mut game = player(Some(fen));
        let said = game.next();
        let typed =
            said.strip_prefix("White to move. Type a move (").and_then(|said| said.split_once(") or PB "));
        let (typed, _) = typed.unwrap_or_else(|| panic!("{said}"));
        let played = game.game().unwrap().unwrap().played().unwrap();
        let reading = crate::engine::notation::read(played.position(), typed);
        assert!(matches!(reading, crate::engine::notation::Reading::Move(..)), "{said}: {reading:?}");
        type_line(&mut game, mating);
        assert_eq!(game.next(), over, "{fen}");
    }
    let mated = player(Some("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"));
    assert_eq!({ mated }.next(), over, "before any move");
}

/// The status shows how many seconds the machine has been thinking, its best move yet, and the moves that it
/// is searching. The panel shows the same.
#[test]
fn a_thinking_machine_shows_its_search() {
    let mut game = player(None);
    for line in ["BOOK 0", "SETD 3", "P-K4"] {
        type_line(&mut game, line);
    }
    b"M\r".iter().for_each(|&key| {
        while !game.waits() {
            game.run(Duration::from_millis(100), &mut Vec::new()).unwrap();
        }
        game.key(key);
    });
    let (mut said, mut panels) = (Vec::new(), Vec::new());
    while !game.waits() {
        game.run(Duration::from_millis(500), &mut Vec::new()).unwrap();
        said.push(game.work());
        panels.extend(Console::thinking(&game));
    }
    assert_eq!(Console::thinking(&game), None, "it waits");
    let thinking = |seconds: u32| format!("thinking {seconds} s (^G stops it)");
    let at = |seconds| said.iter().filter(|said| said.starts_with(&thinking(seconds))).count();
    assert_eq!((at(1), at(2)), (2, 2), "two updates per second: {said:?}");
    assert!(said.iter().any(|said| said.contains(": best P-K4 (0), looking at P-Q4 ")), "{said:?}");
    let panel = panels.last().unwrap();
    assert!(panel.lines.iter().any(|line| line == "Best      P-K4 (0)"), "{panel:?}");
    assert!(panel.lines.iter().any(|line| line.ends_with(" s of the machine's time")), "{panel:?}");
    assert!(said.iter().any(|said| said == "printing; you can type ahead"), "{said:?}");
}

/// Starts or resumes a game with a tape and a journal in a folder.
fn with_tape(folder: &Path) -> MachinePlayer {
    let journal = folder.join("game.journal");
    let args = Args {
        dectape: vec![folder.join("games.dta").to_str().unwrap().parse().unwrap()],
        journal: Some(journal),
        ..Args::default()
    };
    let start = GameStart::of(&args, false).unwrap();
    let mut player = MachinePlayer::new(&args, Places::default(), start, None).unwrap();
    player.take_typed();
    player
}

/// A machine that boots with a full disk would otherwise make a snapshot in each slice of its run.
#[test]
fn a_journal_that_could_not_be_begun_is_begun_with_the_next_key() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.journal");
    let mut player = with_tape(folder.path());
    std::fs::create_dir(&path).unwrap();
    let said = player.keep(b"P", true).unwrap();
    assert!(said.contains("is not in the journal"), "{said}");
    std::fs::remove_dir(&path).unwrap();
    assert_eq!(player.keep(b"P", true), None);
    assert!(!path.exists());
    assert_eq!(player.keep(b"P-", true).as_deref(), Some("The journal is complete again"));
    assert!(path.exists());
}

/// Types a line of a journalled game. Stops after its last key, before the machine reads it.
fn type_journalled(player: &mut MachinePlayer, line: &str) {
    for key in line.bytes().chain(*b"\r") {
        run(player);
        player.key(key);
        assert_eq!(player.keep(b"", true), None);
    }
}

/// The command is killed at various moments of KEEP, and the game is resumed with its tape. KEEP is
/// completed, and the tape is the same as without the kill. The journal ends either with the line KEEP A or,
/// if more keys were typed, with a key typed while KEEP is being executed.
#[test]
fn a_game_killed_while_it_keeps_a_game_is_resumed_with_its_tape() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let copy = |to: &str| {
        std::fs::create_dir(at(to)).unwrap();
        for file in ["game.journal", "games.dta"] {
            std::fs::copy(at(file), at(to).join(file)).unwrap();
        }
    };
    let mut player = with_tape(folder.path());
    type_journalled(&mut player, "P-K4");
    type_journalled(&mut player, "KEEP A");
    let (mut kills, mut ahead) = (0, Vec::new());
    while !player.waits() {
        player.run(Duration::from_millis(400), &mut Vec::new()).unwrap();
        if kills % 2 == 1 {
            ahead.push(b'B');
            player.keep(&ahead, true);
        }
        copy(&format!("kill {kills}"));
        kills += 1;
    }
    player.leave().unwrap();
    drop(player);
    let undisturbed = std::fs::read(at("games.dta")).unwrap();
    assert!(kills > 5, "{kills}");
    for kill in 0..kills {
        let folder = at(&format!("kill {kill}"));
        let mut player = with_tape(&folder);
        let mut paper = Vec::new();
        for _ in 0..100 {
            player.run(Duration::from_secs(1), &mut paper).unwrap();
            assert_eq!(player.stuck(), None, "kill {kill}");
        }
        assert!(player.waits(), "kill {kill}: {}", String::from_utf8_lossy(&paper));
        type_line(&mut player, "GAMES");
        player.leave().unwrap();
        drop(player);
        assert!(std::fs::read(folder.join("games.dta")).unwrap() == undisturbed, "kill {kill}");
    }
}
