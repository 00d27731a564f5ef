//! `messages.mid`: the fixed texts that the program prints.

use super::{GeneratedFile, MidasText, decimal};
use chessprog::parameters::messages;
use chessprog::vocabulary::Counters;

const LABELS: [(&str, &str); 23] = [
    ("MGREET", messages::GREETING),
    // Printed if the machine has too little core.
    ("MCORE", "256K OF CORE NEEDED"),
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
    ("MMULTI", messages::MULTIPLE),
    ("MISOLA", messages::ISOLATED),
    ("MPASSE", messages::PASSED),
    ("MBACKW", messages::BACKWARD),
    ("MKING", messages::KING),
    ("MQRPIN", messages::QRPIN),
    ("MALSOW", messages::ALSOWHITE),
    ("MLASTP", messages::LASTPOS),
];

pub(super) fn file() -> GeneratedFile {
    let mut text = MidasText::new("THE MESSAGES OF THE PROGRAM.");
    text.blank();
    for (label, message) in LABELS {
        text.lines(label, [format!("ASCIZ /{message}/")]);
    }
    text.remark("THE LINES OF HELP");
    text.symbol("NHELP", messages::HELP.len() as i64, "");
    text.lines("MHELP", messages::HELP.map(|line| format!("[ASCIZ /{line}/]")));
    text.remark("THE NAMES OF THE COUNTERS, IN THEIR ORDER (14.4); THE STATISTICS LINE HAS THE FIRST NSTAT");
    text.symbol("NSTAT", Counters::IN_STATISTICS as i64, "");
    text.lines("CNTNAM", Counters::NAMES.map(|name| format!("SIXBIT /{name}/")));
    text.remark("THE LINE OF THE 1967 COUNTERS: NAME, PLACE IN COUNTS");
    text.lines("CNT67", Counters::OF_1967.map(|(name, _)| format!("SIXBIT /{name}/")));
    text.lines("CNT67P", Counters::OF_1967.map(|(_, place)| decimal(place as i64)));
    text.symbol("NCNT67", Counters::OF_1967.len() as i64, "");
    text.file("messages.mid")
}
