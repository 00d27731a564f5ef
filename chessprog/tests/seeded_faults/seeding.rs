//! Faults for the MIDAS text, chosen by a random generator: each is a plausible slip of a programmer in one
//! line.

use std::fmt;

use fastrand::Rng;

use chessprog::sources::{Change, Sources};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A number in an instruction is one too large.
    Constant,
    /// A jump or skip has the opposite condition.
    Jump,
    /// A byte pointer's byte is one bit too far right, or one bit too short.
    Byte,
    /// A number in a table is one too large.
    Table,
}

impl Kind {
    pub(super) const ALL: [Kind; 4] = [Kind::Constant, Kind::Jump, Kind::Byte, Kind::Table];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Constant => "constant",
            Kind::Jump => "jump",
            Kind::Byte => "byte pointer",
            Kind::Table => "table",
        })
    }
}

/// The chapters that affect the search. The others (teletype, tapes, scope, book) do not affect it.
const CHAPTERS: [&str; 30] = [
    "attack.mid",
    "defs.mid",
    "evaluator.mid",
    "evaluator/captures.mid",
    "evaluator/feedover.mid",
    "generated/tables.mid",
    "generated/weights.mid",
    "hash.mid",
    "moves.mid",
    "pawns.mid",
    "plausible.mid",
    "plausible/development.mid",
    "plausible/exchange.mid",
    "plausible/score.mid",
    "plausible/sort.mid",
    "plausible/start.mid",
    "plausible/unblocking.mid",
    "position.mid",
    "prise.mid",
    "repetition.mid",
    "search.mid",
    "search/modify.mid",
    "search/root.mid",
    "search/secondary.mid",
    "setup.mid",
    "squares.mid",
    "statics.mid",
    "targets.mid",
    "scratch.mid",
    "storage.mid",
];

/// Opcodes that test, each with its opposite.
const OPPOSITES: [(&str, &str); 18] = [
    ("JUMPE", "JUMPN"),
    ("JUMPL", "JUMPGE"),
    ("JUMPG", "JUMPLE"),
    ("SKIPE", "SKIPN"),
    ("SKIPL", "SKIPGE"),
    ("SKIPG", "SKIPLE"),
    ("CAIE", "CAIN"),
    ("CAIL", "CAIGE"),
    ("CAIG", "CAILE"),
    ("CAME", "CAMN"),
    ("CAML", "CAMGE"),
    ("CAMG", "CAMLE"),
    ("SOJG", "SOJGE"),
    ("AOJL", "AOJLE"),
    ("TRNE", "TRNN"),
    ("TLNE", "TLNN"),
    ("TDNE", "TDNN"),
    ("AOBJN", "AOBJP"),
];

/// Opcodes whose address field is a number.
const IMMEDIATE: [&str; 17] = [
    "MOVEI", "MOVNI", "ADDI", "SUBI", "MULI", "IMULI", "DIVI", "IDIVI", "ANDI", "IORI", "XORI", "CAIE",
    "CAIN", "CAIL", "CAIG", "CAILE", "ASH",
];

/// Returns `each` faults of each kind. The same seed gives the same faults.
pub(super) fn faults(sources: &Sources, seed: u64, each: usize) -> Vec<(Kind, Change)> {
    let mut rng = Rng::with_seed(seed);
    let mut chosen = Vec::new();
    for kind in Kind::ALL {
        let mut possible = possible(sources, kind);
        rng.shuffle(&mut possible);
        chosen.extend(possible.into_iter().take(each).map(|change| (kind, change)));
    }
    chosen
}

/// Returns all faults of a kind that the text could have.
fn possible(sources: &Sources, kind: Kind) -> Vec<Change> {
    let mut possible = Vec::new();
    for file in CHAPTERS {
        for (line, text) in (1..).zip(sources.file(file).unwrap_or("").lines()) {
            let code = text.split(';').next().unwrap_or("").trim_end();
            let changed =
                change(file, code, kind).filter(|(from, _)| text.matches(from.as_str()).count() == 1);
            possible.extend(changed.map(|(from, to)| Change { file: file.to_owned(), line, from, to }));
        }
    }
    possible
}

/// Returns the change in a line without its comment: the right text and the wrong text.
fn change(file: &str, code: &str, kind: Kind) -> Option<(String, String)> {
    let statement = code.rsplit_once('\t').map_or(code, |(_, statement)| statement);
    let (opcode, operands) = statement.split_once(' ').unwrap_or((statement, ""));
    match kind {
        Kind::Jump => {
            let pair = OPPOSITES.iter().find_map(|&(a, b)| match opcode {
                known if known == a => Some(b),
                known if known == b => Some(a),
                _ => None,
            });
            pair.map(|other| (format!("{opcode} {operands}"), format!("{other} {operands}")))
        }
        Kind::Constant => {
            let known = IMMEDIATE.contains(&opcode) || file == "generated/weights.mid" && code.contains("==");
            let (before, number) = if known { code.rsplit_once([',', '=']) } else { None }?;
            let at = code.len() - number.len();
            let wrong = increased(number)?;
            let start = before.rfind(['\t', ' ', '=']).map_or(0, |place| place + 1).min(at);
            Some((code[start..].to_owned(), format!("{}{wrong}", &code[start..at])))
        }
        Kind::Byte => byte(code),
        Kind::Table => {
            let is_table = code.starts_with('\t') || code.contains(":\t");
            let wrong = increased(statement)?;
            is_table.then(|| (format!("\t{statement}"), format!("\t{wrong}")))
        }
    }
}

/// Returns a number increased by one. A number that ends with a point is decimal, any other is octal.
fn increased(number: &str) -> Option<String> {
    match number.strip_suffix('.') {
        Some(decimal) => Some(format!("{}.", decimal.parse::<i64>().ok()? + 1)),
        None => {
            let value = i64::from_str_radix(number, 8).ok()? + 1;
            Some(if value < 0 { format!("-{:o}", -value) } else { format!("{value:o}") })
        }
    }
}

/// Returns the change in the left half of a byte pointer: six octal digits that end with 00.
fn byte(code: &str) -> Option<(String, String)> {
    let digits = |at: usize| {
        let (text, rest) = code.get(at..)?.split_at_checked(6)?;
        let is_pointer = code.starts_with("BP") || [",,", "+"].iter().any(|next| rest.starts_with(next));
        let alone = !code[..at].ends_with(|c: char| c.is_ascii_digit())
            && !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let is_number = text.bytes().all(|c| matches!(c, b'0'..=b'7')) && text.ends_with("00");
        (is_pointer && alone && is_number).then_some(text)
    };
    let text = (0..code.len()).find_map(digits)?;
    let (position, size) =
        (u32::from_str_radix(&text[..2], 8).ok()?, u32::from_str_radix(&text[2..4], 8).ok()?);
    let wrong = if position > 0 {
        format!("{:02o}{}", position - 1, &text[2..])
    } else {
        format!("{}{:02o}{}", &text[..2], size - 1, &text[4..])
    };
    Some((text.to_owned(), wrong))
}

mod tests {
    use super::*;

    #[test]
    fn faults_change_a_line_by_their_kind() {
        let wrong =
            |code: &str, kind| change("prise.mid", code, kind).map(|(from, to)| code.replacen(&from, &to, 1));
        let becomes = |code: &str, kind, expected: &str| {
            assert_eq!(wrong(code, kind).as_deref(), Some(expected), "{code}")
        };
        becomes("L:\tCAMG A,B", Kind::Jump, "L:\tCAMLE A,B");
        becomes("\tSKIPE PIN(E)", Kind::Jump, "\tSKIPN PIN(E)");
        becomes("\tMOVEI A,7", Kind::Constant, "\tMOVEI A,10");
        becomes("\tCAIE I,-8.", Kind::Constant, "\tCAIE I,-7.");
        becomes("\tMOVE B,[360600,,C]", Kind::Byte, "\tMOVE B,[350600,,C]");
        becomes("\t000600+J,,SL0", Kind::Byte, "\t000500+J,,SL0");
        becomes("BPSPEC==050300", Kind::Byte, "BPSPEC==040300");
        becomes("DIRTAB:\t-1", Kind::Table, "DIRTAB:\t0");
        becomes("\t448.", Kind::Table, "\t449.");
        for (code, kind) in [
            ("\tMOVE A,B", Kind::Jump),
            ("\tMOVEI A,WQR", Kind::Constant),
            ("\tMOVE A,7", Kind::Constant),
            ("TYIWT==123456", Kind::Byte),
            ("MFTS==177774,,MSPEC", Kind::Byte),
            ("\tPOPJ P,", Kind::Table),
        ] {
            assert_eq!(wrong(code, kind), None, "{code}");
        }
    }

    #[test]
    fn every_kind_occurs_and_a_seed_gives_the_same_faults() {
        let sources = Sources::default();
        assert_eq!(faults(&sources, 3, 5), faults(&sources, 3, 5));
        assert_ne!(faults(&sources, 3, 5), faults(&sources, 4, 5));
        for kind in Kind::ALL {
            let possible = possible(&sources, kind);
            assert!(possible.len() >= 20, "{kind}: {}", possible.len());
            for change in possible {
                Sources::default().change_line(&change).unwrap_or_else(|why| panic!("{change}: {why}"));
            }
        }
    }
}
