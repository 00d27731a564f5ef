//! Compares both programs with the numbers printed in specification 15.1 and 15.2 for the positions A to L,
//! parsed from the text of the specification.

use std::collections::BTreeMap;

use chessprog::emulated::Emulated;
use chessprog::engine::drivers::TreePosition;
use chessprog::engine::game::Game;
use chessprog::engine::moves::legal;
use chessprog::native::Native;
use chessprog::program::{Answer, Case, ChessProgram};
use chessprog::vocabulary::{Diagram, Settings, Side};
use system_tests::chess::program;

const SPECIFICATION: &str = include_str!("../../docs/reference/machack.md");

/// SETC: number of levels at which captures are marked *always*.
const CAPTURE_LEVELS: i32 = 2;

/// Returns the text from the heading `from` up to the heading `to`.
fn section(from: &str, to: &str) -> &'static str {
    let start = SPECIFICATION.find(from).unwrap_or_else(|| panic!("no `{from}` in the specification"));
    let text = &SPECIFICATION[start..];
    &text[..text.find(to).unwrap_or_else(|| panic!("no `{to}` after `{from}`"))]
}

/// Returns the cells of each table row by the letter in its first cell.
fn rows(text: &'static str) -> BTreeMap<char, Vec<&'static str>> {
    fn cells(line: &'static str) -> Option<(char, Vec<&'static str>)> {
        let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
        let mut letters = cells[0].chars();
        match (letters.next(), letters.next()) {
            (Some(letter @ 'A'..='L'), None) => Some((letter, cells[1..cells.len() - 1].to_vec())),
            _ => None,
        }
    }
    text.lines().filter_map(cells).collect()
}

/// Returns the positions by letter.
fn positions() -> BTreeMap<char, Diagram> {
    let positions = rows(section("Positions used in this text (FEN)", "Perft by the complete generator"));
    assert_eq!(positions.len(), 12);
    let diagram = |cells: &[&str]| Diagram::from_fen(cells[1].trim_matches('`')).unwrap();
    positions.iter().map(|(&letter, cells)| (letter, diagram(cells))).collect()
}

/// Returns a game set up at each position.
fn games() -> BTreeMap<char, Game> {
    positions().into_iter().map(|(letter, diagram)| (letter, Game::set_up(&diagram).unwrap())).collect()
}

#[test]
fn keys_are_the_printed_ones() {
    let printed = section("Keys (octal):", "\n\n");
    for (letter, game) in games() {
        let key = format!("{letter} {:012o}", game.position().key().bits());
        assert!(printed.contains(&key), "{key} is not among\n{printed}");
    }
}

#[test]
fn static_values_are_the_printed_ones() {
    let printed = rows(section("Static values, the position being the root", "Sorted lists at the root"));
    for (letter, game) in games() {
        let tree = TreePosition::root(&game);
        let (old, new) = (tree.statics(false), tree.statics(true));
        let found = [
            old.material.to_string(),
            old.pawns.to_string(),
            old.king.to_string(),
            format!("{}, {}", old.kings[0], old.kings[1]),
            old.sum().to_string(),
            new.material.to_string(),
            new.pawns.to_string(),
            new.king.to_string(),
            new.center.to_string(),
            new.sum().to_string(),
        ];
        assert_eq!(found.to_vec(), printed[&letter], "position {letter}");
    }
}

/// The text has lines like `C (51): b8e8 1328, b8h8 1152, ...`: the number of entries, then the first ones.
#[test]
fn the_lists_begin_with_the_printed_moves() {
    let printed = section("Sorted lists at the root", "### 15.2");
    for (letter, game) in games() {
        let line = printed
            .lines()
            .find_map(|line| line.strip_prefix(&format!("- {letter} (")))
            .unwrap_or_else(|| panic!("no list of {letter}"));
        let (count, moves) = line.split_once("): ").expect("a count and moves");
        let (list, ..) = TreePosition::root(&game).plausible(CAPTURE_LEVELS, false);
        assert_eq!(list.len().to_string(), count, "position {letter}");
        let moves: Vec<&str> = moves.trim_end_matches('.').split(", ").collect();
        let found: Vec<String> = list[..moves.len()]
            .iter()
            .map(|entry| {
                let marks: String = [(entry.poor, 'P'), (!entry.safe, 'U'), (entry.always, 'F')]
                    .into_iter()
                    .filter(|(has, _)| *has)
                    .map(|(_, mark)| mark)
                    .collect();
                format!("{} {} {marks}", entry.mv, entry.plausibility).trim_end().to_owned()
            })
            .collect();
        assert_eq!(found, moves, "position {letter}");
    }
}

/// The three complete lists of the program of 1967: moves and plausibilities in order; no move is marked.
#[test]
fn the_first_lists_of_1967_are_the_printed_ones() {
    let printed = section("Lists of the 1967 program, in order", "Worked:");
    let mut game = Game::default();
    for (line, next) in printed.lines().filter(|line| line.starts_with("- ")).zip(["e2e4", "e7e5", ""]) {
        let (_, moves) = line.split_once(": ").expect("moves after a colon");
        let (list, ..) = TreePosition::root(&game).plausible(CAPTURE_LEVELS, false);
        let found: Vec<String> =
            list.iter().map(|entry| format!("{} {}", entry.mv, entry.plausibility)).collect();
        assert_eq!(found.join(", "), moves.trim_end_matches([';', '.']));
        assert!(list.iter().all(|entry| !entry.always && !entry.poor));
        if let Some(mv) = legal(game.position()).into_iter().find(|mv| mv.to_string() == next) {
            game.make(mv);
        }
    }
    assert_eq!((game.plies(), game.position().side()), (2, Side::White));
}

/// Returns the settings of the columns of 15.2. The opening book does not contain the positions.
fn search_settings() -> Vec<Settings> {
    let orig = |depth| Settings { depth, ..Settings::normal().original() };
    let mut columns: Vec<Settings> = (1..=4).map(orig).collect();
    columns.extend([Settings::tournament().original(), Settings::normal(), Settings::tournament()]);
    columns
}

/// Searches the positions with the settings of the first `columns` columns. Best move, value, NPL, NSV, NFD
/// and NODES must be those printed.
fn search(program: &mut dyn ChessProgram, columns: usize) {
    let printed = rows(section("### 15.2 Searches", "### 15.3"));
    for (letter, diagram) in positions() {
        let case = Case::diagram(letter, diagram);
        assert_eq!(printed[&letter].len(), search_settings().len());
        for (settings, expected) in search_settings().iter().zip(&printed[&letter]).take(columns) {
            program.set_up(&case).unwrap();
            let Answer { best, value, counters, .. } = program.think(settings).unwrap();
            let best = best.map_or("none".to_owned(), |mv| mv.to_string());
            let counts = [counters.generations, counters.evaluations, counters.feedovers, counters.nodes];
            let found = format!("{best} {value}; {}", counts.map(|count| count.to_string()).join(" "));
            assert_eq!(found, *expected, "{}, position {letter}, {settings:?}", program.name());
        }
    }
}

#[test]
fn the_native_program_searches_as_printed() {
    search(&mut Native::new(), search_settings().len());
}

/// Compares only the searches with the settings of 1967, at depths 1 to 3.
#[test]
fn the_emulated_program_searches_as_printed() {
    search(&mut Emulated::load(program()).unwrap(), 3);
}
