//! The first place where the two programs differ, and how it is told.

use std::fmt;

use super::case::Case;
use super::stream::Event;
use crate::engine::board::Move;
use crate::engine::probe::Point;
use crate::player::{Answer, Counters};

/// A difference of what two searches gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A part of the answer.
    Answer {
        /// Which part: `move`, `value`, `variation`, or the name of a counter.
        part: &'static str,
        /// What the native program has.
        native: String,
        /// What the emulated program has.
        emulated: String,
    },
    /// A probe.
    Probe(Box<ProbeDifference>),
    /// The emulated program did not come to an end.
    Failed {
        /// Why.
        why: String,
    },
    /// A difference in the course of a game.
    InGame {
        /// The game up to there.
        game: String,
        /// What differs.
        difference: Box<Difference>,
    },
}

impl Difference {
    /// The same, found after these moves of a game.
    pub fn after(self, game: &Case) -> Difference {
        Difference::InGame { game: game.to_string(), difference: Box::new(self) }
    }
}

/// The first probe at which the two programs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeDifference {
    /// How many probes agreed before it.
    pub equal: u64,
    /// The last of them.
    pub last: Option<Event>,
    /// What the native program reported next, none if it had ended.
    pub native: Option<Event>,
    /// What the emulated program reported next, none if it had ended.
    pub emulated: Option<Event>,
    /// The line of MIDAS text at the emulated probe (or at the native one's counterpart): `attack.mid:123`.
    pub line: String,
}

/// The first part in which two answers differ.
pub fn of_answers(native: &Answer, emulated: &Answer) -> Option<Difference> {
    let differ = |part, native: String, emulated: String| Some(Difference::Answer { part, native, emulated });
    let name = |mv: Option<Move>| mv.map_or("none".to_string(), |mv| format!("{mv} ({:012o})", mv.word()));
    if native.best != emulated.best {
        return differ("move", name(native.best), name(emulated.best));
    }
    if native.value != emulated.value {
        return differ("value", native.value.to_string(), emulated.value.to_string());
    }
    for ((&part, a), b) in Counters::NAMES.iter().zip(native.counters.array()).zip(emulated.counters.array())
    {
        if a != b {
            return differ(part, a.to_string(), b.to_string());
        }
    }
    let line = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    if native.variation != emulated.variation {
        return differ("variation", line(&native.variation), line(&emulated.variation));
    }
    None
}

/// Reads two streams of probes to the first difference. `line` tells the line of MIDAS text for a point.
///
/// # Errors
/// The emulated machine failed.
pub fn of_probes<E>(
    mut native: impl Iterator<Item = Event>,
    mut emulated: impl FnMut() -> Result<Option<Event>, E>,
    line: impl Fn(Point) -> String,
) -> Result<Option<ProbeDifference>, E> {
    let (mut equal, mut last) = (0, None);
    loop {
        match (native.next(), emulated()?) {
            (None, None) => return Ok(None),
            (a, b) if a == b => {
                equal += 1;
                last = a;
            }
            (native, emulated) => {
                let point = emulated.or(native).map(|event| event.point);
                let line = point.map_or(String::new(), line);
                return Ok(Some(ProbeDifference { equal, last, native, emulated, line }));
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Answer { part, native, emulated } => {
                write!(f, "{part}: native {native}, emulated {emulated}")
            }
            Difference::Probe(difference) => difference.fmt(f),
            Difference::InGame { game, difference } => write!(f, "{difference}\n  at {game}"),
            Difference::Failed { why } => write!(f, "the emulated program failed: {why}"),
        }
    }
}

impl fmt::Display for ProbeDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = |event: &Option<Event>| event.map_or("had ended".to_string(), |event| event.to_string());
        writeln!(f, "probe {} differs", self.equal + 1)?;
        writeln!(f, "  last equal: {}", self.last.map_or("none".to_string(), |event| event.to_string()))?;
        writeln!(f, "  native:     {}", told(&self.native))?;
        writeln!(f, "  emulated:   {}", told(&self.emulated))?;
        let function = self.native.or(self.emulated).map_or("", |event| event.point.function());
        write!(f, "  MIDAS {}, Rust {function}", self.line)
    }
}

/// `Scored: move e2e4, plausibility 612, ...`.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.point)?;
        for (i, (name, &value)) in self.point.values().iter().zip(self.values()).enumerate() {
            write!(f, "{}{name} ", if i == 0 { ": " } else { ", " })?;
            match *name {
                "move" => write!(f, "{}", Move::from_word(emulator::word::Word::new(value as u64)))?,
                "key" | "word 0" | "word 1" => write!(f, "{:012o}", value as u64 & 0o777777_777777)?,
                _ => write!(f, "{value}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(values: &[i64]) -> Vec<Event> {
        values.iter().map(|&v| Event::new(Point::Leave, &[1, v, v, v])).collect()
    }

    fn compare(native: &[i64], emulated: &[i64]) -> Option<ProbeDifference> {
        let mut other = events(emulated).into_iter();
        of_probes(events(native).into_iter(), || Ok::<_, ()>(other.next()), |point| point.label().to_string())
            .unwrap()
    }

    #[test]
    fn the_first_difference_is_found_with_what_came_before() {
        assert_eq!(compare(&[1, 2, 3], &[1, 2, 3]), None);
        let difference = compare(&[1, 2, 3, 4], &[1, 2, 7, 9]).unwrap();
        assert_eq!((difference.equal, difference.line.as_str()), (2, "PBLEAV"));
        insta::assert_snapshot!(difference.to_string(), @r"
        probe 3 differs
          last equal: Leave: ply 1, value 2, lower 2, upper 2
          native:     Leave: ply 1, value 3, lower 3, upper 3
          emulated:   Leave: ply 1, value 7, lower 7, upper 7
          MIDAS PBLEAV, Rust engine::search::Search::look
        ");
    }

    #[test]
    fn one_program_may_end_early() {
        let difference = compare(&[1], &[1, 2]).unwrap();
        assert_eq!((difference.native, difference.emulated), (None, Some(events(&[2])[0])));
        assert!(compare(&[1, 2], &[1]).unwrap().to_string().contains("emulated:   had ended"));
    }

    #[test]
    fn answers_are_compared_part_by_part() {
        let answer = Answer { best: None, value: 3, variation: Vec::new(), counters: Counters::default() };
        assert_eq!(of_answers(&answer, &answer), None);
        let mut other = answer.clone();
        other.counters.nodes = 5;
        assert_eq!(of_answers(&answer, &other).unwrap().to_string(), "NODES: native 0, emulated 5");
    }
}
