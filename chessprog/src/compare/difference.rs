//! The first difference between two programs, and how it is printed.

use std::fmt;

use emulator::word::Word;

use crate::emulated::ProbeEvent;
use crate::engine::names::FILES;
use crate::parameters::comments::COMMENTS;
use crate::program::{Answer, Case, Coordinates, InvestigatedMove, State};
use crate::vocabulary::probe::{HEURISTIC, Row, ValueKind};
use crate::vocabulary::{Counters, Move, Piece, Square};

/// A difference between the results of two programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A part of a search's result.
    Answer {
        /// Name of the part: `move`, `value`, the name of a counter, `root move 3, e2e4, value`, `QRPIN`.
        part: String,
        /// The values of the two programs.
        sides: [ProgramValue; 2],
    },
    /// The programs reached different probes, or the same one with different values.
    Probe(Box<ProbeDifference>),
    /// A program failed or did not finish.
    Failed {
        /// Name of the program.
        program: &'static str,
        /// The error, as text.
        why: String,
    },
    /// A difference during a game.
    InGame {
        /// The game up to the difference.
        game: Box<Case>,
        /// The difference itself.
        difference: Box<Difference>,
    },
}

/// The value of one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramValue {
    /// Name of the program.
    pub program: &'static str,
    /// The value as text.
    pub text: String,
}

impl Difference {
    /// Returns this difference as one found after the moves of a game.
    pub fn after(self, game: &Case) -> Difference {
        Difference::InGame { game: Box::new(game.clone()), difference: Box::new(self) }
    }
}

/// The first probe where the native and the emulated program differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeDifference {
    /// Number of equal probes before the difference.
    pub equal: u64,
    /// The last equal probe.
    pub last: Option<ProbeEvent>,
    /// The point of the last equal probe other than HEURISTIC: the terms of a move are reported together when
    /// the move has been scored, so the last HEURISTIC probe does not show what was executed last.
    pub settled: Option<&'static Row>,
    /// The next report of the native program; `None` if it had ended.
    pub native: Option<ProbeEvent>,
    /// The next report of the emulated program; `None` if it had ended.
    pub emulated: Option<ProbeEvent>,
    /// The error of the emulated program, if it failed.
    pub failed: Option<String>,
    /// Number of instructions of the search that the machine had executed.
    pub instruction: u64,
}

impl ProbeDifference {
    /// Returns the point that the emulated program has reached; if it has ended, the native program's point.
    pub fn row(&self) -> Option<&'static Row> {
        self.emulated.or(self.native).map(|event| event.row)
    }

    /// Returns the indices of the values that differ, if both programs are at the same point.
    pub fn values(&self) -> Vec<usize> {
        let (Some(native), Some(emulated)) = (self.native, self.emulated) else { return Vec::new() };
        if native.row != emulated.row {
            return Vec::new();
        }
        let pairs = native.values().iter().zip(emulated.values());
        pairs.enumerate().filter(|(_, (a, b))| a != b).map(|(index, _)| index).collect()
    }
}

/// The parts of an answer that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everything in an [`Answer`].
    Whole,
    /// What the program of 1967 reveals: its own counters, and root moves without windows, secondary searches
    /// and the mark of the best move so far.
    Of1967,
}

/// Compares two answers part by part until there is a difference.
struct Comparison {
    names: [&'static str; 2],
    found: Option<Difference>,
}

impl Comparison {
    fn part<T: PartialEq + ?Sized>(&mut self, name: &str, values: [&T; 2], text: impl Fn(&T) -> String) {
        if self.found.is_none() && values[0] != values[1] {
            let [first, second] = self.names;
            let value = |program, value| ProgramValue { program, text: text(value) };
            let sides = [value(first, values[0]), value(second, values[1])];
            self.found = Some(Difference::Answer { part: name.to_owned(), sides });
        }
    }

    fn tried(&mut self, number: usize, a: &InvestigatedMove, b: &InvestigatedMove, extent: Extent) {
        let named = |what: &str| format!("root move {number}, {what}");
        self.part(&named("move"), [&a.mv, &b.mv], Coordinates::to_string);
        let named = |what: &str| format!("root move {number}, {}, {what}", a.mv);
        self.part(&named("value"), [&a.value, &b.value], i32::to_string);
        self.part(&named("modified value"), [&a.modified, &b.modified], i32::to_string);
        self.part(&named("line"), [&a.line[..], &b.line], line);
        if extent == Extent::Whole {
            self.part(&named("secondary value"), [&a.secondary, &b.secondary], |value| {
                value.map_or("none".to_owned(), |value| value.to_string())
            });
            self.part(&named("best so far"), [&a.best, &b.best], |&best| yes(best).to_owned());
            self.part(&named("window"), [&a.window, &b.window], |[low, high]| format!("{low} to {high}"));
        }
    }
}

/// Returns the first difference between the answers of two programs with these names, if they differ.
pub fn of_answers(
    names: [&'static str; 2],
    [first, second]: [&Answer; 2],
    extent: Extent,
) -> Option<Difference> {
    let mut parts = Comparison { names, found: None };
    parts.part("move", [&first.best, &second.best], |mv| mv.map_or("none".to_owned(), |mv| mv.to_string()));
    parts.part("value", [&first.value, &second.value], i32::to_string);
    let counted = [first.counters.values(), second.counters.values()];
    for (index, name) in Counters::NAMES.into_iter().enumerate() {
        let of_1967 = Counters::OF_1967.iter().find(|row| row.1 == index);
        let name = match (extent, of_1967) {
            (Extent::Whole, _) => name,
            (Extent::Of1967, Some((name, _))) => name,
            (Extent::Of1967, None) => continue,
        };
        parts.part(name, [&counted[0][index], &counted[1][index]], u64::to_string);
    }
    parts.part("variation", [&first.variation[..], &second.variation], line);
    parts.part("number of root moves tried", [&first.tried.len(), &second.tried.len()], usize::to_string);
    for (number, (a, b)) in (1..).zip(first.tried.iter().zip(&second.tried)) {
        parts.tried(number, a, b, extent);
    }
    parts.found
}

/// Returns the first difference between two states of the game (specification 3.4), if they differ.
pub fn of_states(names: [&'static str; 2], [first, second]: [&State; 2]) -> Option<Difference> {
    let mut parts = Comparison { names, found: None };
    let pinned = [&first.queens_rook_pinned, &second.queens_rook_pinned];
    parts.part("QRPIN", pinned, |&set| i32::from(set).to_string());
    parts.part("ALSOWHITE", [&first.also_white[..], &second.also_white], |pawns| {
        let names: Vec<String> = pawns.iter().map(|&pawn| piece_name(pawn)).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
    });
    parts.part("LASTPOS", [&first.last_pos, &second.last_pos], i32::to_string);
    parts.found
}

fn line(moves: &[Coordinates]) -> String {
    if moves.is_empty() {
        return "nothing".to_owned();
    }
    moves.iter().map(Coordinates::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads two streams of probes up to the first difference, which can also be an error of the emulated
/// machine. `met` is called for every probe that agrees.
pub fn of_probes<E: fmt::Display>(
    mut native: impl Iterator<Item = ProbeEvent>,
    mut emulated: impl FnMut() -> Result<Option<ProbeEvent>, E>,
    mut met: impl FnMut(&ProbeEvent),
) -> Option<ProbeDifference> {
    let (mut equal, mut last, mut settled) = (0, None, None);
    loop {
        let native = native.next();
        let (emulated, failed) = match emulated() {
            Ok(event) => (event, None),
            Err(why) => (None, Some(why.to_string())),
        };
        match (native, emulated) {
            (None, None) if failed.is_none() => return None,
            (Some(a), Some(b)) if a == b => {
                equal += 1;
                met(&a);
                last = native;
                if a.row.index != HEURISTIC.row.index {
                    settled = Some(a.row);
                }
            }
            _ => {
                return Some(ProbeDifference {
                    equal,
                    last,
                    settled,
                    native,
                    emulated,
                    failed,
                    instruction: 0,
                });
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Answer { part, sides: [first, second] } => {
                write!(f, "{part}: {} {}, {} {}", first.program, first.text, second.program, second.text)
            }
            Difference::Probe(difference) => difference.fmt(f),
            Difference::InGame { game, difference } => write!(f, "{difference}\n  at {game}"),
            Difference::Failed { program, why } => write!(f, "the {program} program failed: {why}"),
        }
    }
}

impl fmt::Display for ProbeDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text =
            |event: Option<ProbeEvent>| event.map_or("had ended".to_owned(), |event| event.to_string());
        writeln!(f, "probe {} differs", self.equal + 1)?;
        writeln!(f, "  last equal  {}", self.last.map_or("none".to_owned(), |event| event.to_string()))?;
        writeln!(f, "  native      {}", text(self.native))?;
        match &self.failed {
            Some(why) => write!(f, "  emulated    failed: {why}"),
            None => write!(f, "  emulated    {}", text(self.emulated)),
        }
    }
}

/// Writes `SCORED: move e2e4, plausibility 644, ...`.
impl fmt::Display for ProbeEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row.name)?;
        for (i, (value, &number)) in self.row.values.iter().zip(self.values()).enumerate() {
            let before = if i == 0 { ": " } else { ", " };
            write!(f, "{before}{} {}", value.name, value_text(value.kind, number))?;
        }
        Ok(())
    }
}

pub(super) fn value_text(kind: ValueKind, value: i64) -> String {
    match kind {
        ValueKind::Number => value.to_string(),
        ValueKind::Heuristic => heuristic(value),
        ValueKind::Word => format!("{:012o}", Word::new(value as u64)),
        ValueKind::Move => {
            let mv = Move::from_word(Word::new(value as u64));
            if mv == Move::NONE { "none".to_owned() } else { format!("{mv} ({:012o})", mv.word()) }
        }
        ValueKind::Piece => u8::try_from(value).map_or(value.to_string(), piece_name),
        ValueKind::Square => u8::try_from(value).map_or(value.to_string(), |n| Square::new(n).to_string()),
        ValueKind::Marks => marks(value),
        ValueKind::Flag => yes(value != 0).to_owned(),
    }
}

/// Returns the number of a heuristic with its comment: `42 INTO PRISE AT`.
fn heuristic(number: i64) -> String {
    let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    let words = place.and_then(|place| COMMENTS.get(place)).map_or("", |(words, _)| words);
    format!("{number} {words}").trim_end().to_owned()
}

pub(super) fn yes(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}

/// Returns the marks of a plausible move as in lists: `F` always, `U` not safe, `P` poor.
fn marks(value: i64) -> String {
    const ALWAYS: i64 = 4;
    const SAFE: i64 = 2;
    const POOR: i64 = 1;
    let marks: String = [(value & POOR != 0, 'P'), (value & SAFE == 0, 'U'), (value & ALWAYS != 0, 'F')]
        .into_iter()
        .filter_map(|(set, mark)| set.then_some(mark))
        .collect();
    if marks.is_empty() { "none".to_owned() } else { marks }
}

/// Returns a piece by its name at the start of the game, and its number: `WQBP (6)`.
fn piece_name(number: u8) -> String {
    let piece = Piece::new(number);
    if piece.is_none() {
        return format!("none ({number})");
    }
    let pawn = if piece.began_as_pawn() { "P" } else { "" };
    format!("{}{}{pawn} ({number})", piece.side().letter(), FILES[usize::from(piece.home_file())])
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::vocabulary::probe::{CAPTURE, FEEDOVER, LEAVE, PRISE, SCORED};

    const NAMES: [&str; 2] = ["native", "emulated"];

    fn events(values: &[i64]) -> Vec<ProbeEvent> {
        values.iter().map(|&v| ProbeEvent::new(&LEAVE.row, &[1, v])).collect()
    }

    fn compare(native: &[i64], emulated: &[i64]) -> Option<ProbeDifference> {
        let mut other = events(emulated).into_iter();
        let next = || Ok::<_, Infallible>(other.next());
        of_probes(events(native).into_iter(), next, |_| ())
    }

    #[test]
    fn machine_failures_are_reported_with_the_last_equal_probe() {
        let mut other = events(&[1]).into_iter();
        let next = || other.next().map(Some).ok_or("the machine halted at PRISE+3");
        let found = of_probes(events(&[1, 2]).into_iter(), next, |_| ()).unwrap();
        assert_eq!(
            (found.equal, found.last, found.native),
            (1, Some(events(&[1])[0]), Some(events(&[2])[0]))
        );
        assert!(found.to_string().contains("emulated    failed: the machine halted at PRISE+3"), "{found}");
        // A failure is also reported if the native program has ended.
        let fails = || Err::<Option<ProbeEvent>, _>("the machine halted at 0");
        assert!(of_probes(std::iter::empty(), fails, |_| ()).is_some());
    }

    #[test]
    fn the_first_difference_is_found_with_what_came_before() {
        assert_eq!(compare(&[1, 2, 3], &[1, 2, 3]), None);
        let difference = compare(&[1, 2, 3, 4], &[1, 2, 7, 9]).unwrap();
        assert_eq!((difference.equal, difference.row()), (2, Some(&LEAVE.row)));
        insta::assert_snapshot!(difference.to_string(), @r"
        probe 3 differs
          last equal  LEAVE: level 1, value 2
          native      LEAVE: level 1, value 3
          emulated    LEAVE: level 1, value 7
        ");
    }

    #[test]
    fn one_program_may_end_early() {
        let difference = compare(&[1], &[1, 2]).unwrap();
        assert_eq!((difference.native, difference.emulated), (None, Some(events(&[2])[0])));
        assert!(compare(&[1, 2], &[1]).unwrap().to_string().contains("emulated    had ended"));
    }

    #[test]
    fn probe_values_are_printed_by_their_kinds() {
        let e2e4 = Case::game("", "e2e4").unwrap().played().unwrap().moves().next().unwrap();
        let word = e2e4.word().bits() as i64;
        let text = |row, values: &[i64]| ProbeEvent::new(row, values).to_string();
        let told = [
            text(&SCORED.row, &[word, 644, -7, 4, 0]),
            text(&CAPTURE.row, &[0, 12]),
            text(&PRISE.row, &[8]),
            text(&PRISE.row, &[28]),
            text(&FEEDOVER.row, &[2, -1]),
        ];
        insta::assert_snapshot!(told.join("\n"), @r"
        SCORED: move e2e4 (042330200010), plausibility 644, pos - POS -7, marks UF, threats 0
        CAPTURE: move none, gain 12
        PRISE: piece WQRP (8)
        PRISE: piece BK (28)
        FEEDOVER: condition 2, feeds over yes
        ");
    }

    fn answer() -> Answer {
        let mv = "e2e4".parse().unwrap();
        let tried = InvestigatedMove {
            mv,
            value: 3,
            modified: 2,
            secondary: None,
            best: true,
            window: [-32768, 32768],
            line: Vec::new(),
        };
        Answer { best: Some(mv), value: 3, variation: vec![mv], tried: vec![tried], ..Answer::default() }
    }

    #[test]
    fn answers_are_compared_part_by_part() {
        let told = |change: fn(&mut Answer), extent| {
            let mut other = answer();
            change(&mut other);
            of_answers(NAMES, [&answer(), &other], extent).map(|difference| difference.to_string())
        };
        assert_eq!(told(|_| (), Extent::Whole), None);
        let differ = |change, text: &str| assert_eq!(told(change, Extent::Whole).as_deref(), Some(text));
        differ(|a| a.best = None, "move: native e2e4, emulated none");
        differ(|a| a.counters.nodes = 5, "NODES: native 0, emulated 5");
        differ(|a| a.variation.clear(), "variation: native e2e4, emulated nothing");
        differ(|a| a.tried[0].modified = 1, "root move 1, e2e4, modified value: native 2, emulated 1");
        differ(
            |a| a.tried[0].secondary = Some(7),
            "root move 1, e2e4, secondary value: native none, emulated 7",
        );
        differ(|a| a.tried.clear(), "number of root moves tried: native 1, emulated 0");
    }

    #[test]
    fn only_fields_printed_by_the_original_are_compared() {
        let mut other = answer();
        (other.counters.nodes, other.tried[0].secondary, other.tried[0].window) = (5, Some(7), [0, 0]);
        let compare = |other: &Answer| of_answers(["native", "original"], [&answer(), other], Extent::Of1967);
        assert_eq!(compare(&other), None);
        other.counters.generations = 5;
        assert_eq!(compare(&other).unwrap().to_string(), "NPL: native 0, original 5");
    }

    #[test]
    fn states_are_compared_too() {
        let state = State { also_white: vec![18], ..State::default() };
        assert_eq!(of_states(NAMES, [&state, &state]), None);
        let difference = of_states(NAMES, [&State::default(), &state]).unwrap();
        assert_eq!(difference.to_string(), "ALSOWHITE: native none, emulated BKNP (18)");
    }
}
