//! `generated/messages.mid`: what the program types that does not depend on anything.

use super::{Emitted, Text};
use crate::engine::feedover::Feedover;
use crate::engine::search::Counters;
use crate::parameters::comments::PAWN_WORDS;
use crate::parameters::messages;

/// The labels of the messages.
const LABELS: [(&str, &str); 14] = [
    ("MGREET", messages::GREETING),
    ("MWHAT", messages::UNREADABLE),
    ("MILLEG", messages::ILLEGAL),
    ("MAMBIG", messages::AMBIGUOUS),
    ("MOVER", messages::GAME_OVER),
    ("MBADAR", messages::BAD_ARGUMENT),
    ("MXXX", messages::DROPPED),
    ("MQUIT", messages::QUIT),
    ("MSTALE", messages::STALEMATE),
    ("MDRREP", messages::DRAW_BY_REPETITION),
    ("MDR50", messages::DRAW_BY_50_MOVES),
    ("MACCEP", messages::ACCEPT),
    ("MDECLI", messages::DECLINE),
    ("MBOOK", messages::BOOK),
];

/// The labels of the words of the static evaluator's trace.
const PAWN_LABELS: [&str; 4] = ["MISOLA", "MPASSE", "MBACKW", "MDBLED"];

pub(super) fn file() -> Emitted {
    let mut text = Text::new("THE MESSAGES OF THE PROGRAM.");
    text.blank();
    for (label, message) in LABELS.into_iter().chain(PAWN_LABELS.into_iter().zip(PAWN_WORDS)) {
        text.lines(label, [format!("ASCIZ /{message}/")]);
    }
    text.remark("THE NAMES OF THE COUNTERS, IN THEIR ORDER (14.4)");
    text.symbol("NCOUNT", Counters::NAMES.len() as i64, "");
    text.lines("CNTNAM", Counters::NAMES.map(|name| format!("SIXBIT /{name}/")));
    text.remark("THE NAMES OF THE FEEDOVER CONDITIONS, 0 TO 4 (8.1)");
    text.lines("FEEDNM", Feedover::ALL.map(|condition| format!("[ASCIZ /{}/]", condition.name())));
    text.file("messages.mid")
}
