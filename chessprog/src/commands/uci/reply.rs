//! The answers of a session, and their form in UCI.

use std::fmt;
use std::time::Duration;

use emulator::time::Nanos;
use support::text::quoted;

use super::score::MoverScore;
use crate::program::Coordinates;

#[derive(Clone, Debug, PartialEq)]
pub(in crate::commands) enum SessionReply {
    Options(Vec<OptionRow>),
    /// The answer to `isready`. A search may still be running.
    Ready,
    Info(SearchInfo),
    /// The end of a search: its move, `None` without one, and the reply that the program expects.
    Best {
        mv: Option<Coordinates>,
        ponder: Option<Coordinates>,
    },
    Message(String),
}

/// A report on a search: a root move whose search begins, or a result.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::commands) struct SearchInfo {
    /// Basic depth in plies.
    pub depth: i32,
    /// The value from the mover's side.
    pub score: Option<MoverScore>,
    /// Time and nodes since the start of the search.
    pub spent: Option<(Duration, u64)>,
    /// The moves that lead to the value.
    pub line: Vec<Coordinates>,
    /// The root move whose search begins, and its number.
    pub current: Option<(Coordinates, usize)>,
    /// Emulated time since the start of the search; `None` for the native program.
    pub machine_time: Option<Nanos>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::commands) struct OptionRow {
    pub name: &'static str,
    pub value: OptionValue,
}

/// The value of an option, with the values that it accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::commands) enum OptionValue {
    Check(bool),
    Spin { value: u32, least: u32, most: u32 },
    Combo { value: String, values: Vec<String> },
    Text(String),
}

impl fmt::Display for SessionReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionReply::Options(rows) => {
                writeln!(f, "id name Mac Hack Six\nid author Greenblatt, Eastlake, Crocker (1967)")?;
                rows.iter().try_for_each(|row| writeln!(f, "{row}"))?;
                f.write_str("uciok")
            }
            SessionReply::Ready => f.write_str("readyok"),
            SessionReply::Info(info) => info.fmt(f),
            SessionReply::Best { mv: None, .. } => f.write_str("bestmove 0000"),
            SessionReply::Best { mv: Some(mv), ponder } => {
                write!(f, "bestmove {mv}")?;
                ponder.map_or(Ok(()), |reply| write!(f, " ponder {reply}"))
            }
            SessionReply::Message(text) => write!(f, "info string {}", quoted(text)),
        }
    }
}

impl fmt::Display for SearchInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(time) = self.machine_time {
            writeln!(f, "info string {:.1} s of the machine's time", time.as_seconds())?;
        }
        write!(f, "info depth {}", self.depth)?;
        if let Some((mv, number)) = self.current {
            return write!(f, " currmove {mv} currmovenumber {number}");
        }
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
        }
        if let Some((time, nodes)) = self.spent {
            let speed = nodes as f64 / time.as_secs_f64().max(1e-6);
            write!(f, " time {} nodes {nodes} nps {speed:.0}", time.as_millis())?;
        }
        if !self.line.is_empty() {
            f.write_str(" pv")?;
        }
        self.line.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

impl fmt::Display for OptionRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.value {
            OptionValue::Check(on) => write!(f, "check default {on}"),
            OptionValue::Spin { value, least, most } => {
                write!(f, "spin default {value} min {least} max {most}")
            }
            OptionValue::Combo { value, values } => {
                write!(f, "combo default {value}")?;
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            OptionValue::Text(text) => write!(f, "string default {text}"),
        }
    }
}
