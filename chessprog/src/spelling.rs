//! Converts moves as books and web pages spell them to the program's spelling.
//!
//! The program reads only the forms of specification 13.2: `N-KB3`, not `Kt-KB3`. A front end passes each
//! line to [`respelled`] and types the result, so the program reads exactly what the teletype shows.

use crate::engine::moves::legal;
use crate::engine::notation::{self, Mark, Pattern};
use crate::engine::position::Position;
use crate::program::Case;
use crate::vocabulary::{Move, Special};

/// Words for check, mate, en passant and the offer of a draw at the end of a move. A word comes before any
/// word that is its ending.
const MARKS: [(&str, Mark); 17] = [
    ("DRAW?", Mark::Draw),
    ("DISCOVERED CHECK", Mark::Check),
    ("DOUBLE CHECK", Mark::Check),
    ("DIS CH", Mark::Check),
    ("DIS.CH", Mark::Check),
    ("DIS. CH", Mark::Check),
    ("DISCH", Mark::Check),
    ("DBL CH", Mark::Check),
    ("DBL.CH", Mark::Check),
    ("DBL. CH", Mark::Check),
    ("DBLCH", Mark::Check),
    ("MATE", Mark::Mate),
    ("CHECK", Mark::Check),
    ("CH", Mark::Check),
    ("EN PASSANT", Mark::Passant),
    ("E.P", Mark::Passant),
    ("EP", Mark::Passant),
];

/// Returns what to type instead of a line that the program cannot read, if the line is a move in one of the
/// forms of books: `Kt-KB3`, `1. P-K4`, `P-R8(Q)`, `R(R5)-QR5`, `R-K.Sq.`, `Castles`, `N-B7 dis.ch.!`. Calls
/// `game` only if the position matters.
pub fn respelled(line: &str, game: impl FnOnce() -> Option<Case>) -> Option<String> {
    let typed = line.trim().to_ascii_uppercase();
    if Pattern::parse(&typed).is_some() {
        return None;
    }
    let (body, marks) = without_marks(without_number(&typed));
    let readings = readings(body);
    let [first, ..] = &readings[..] else { return None };
    let position = || game().and_then(|case| case.played().ok()).map(|game| game.position().clone());
    if readings.len() == 1 && first.is_complete() {
        return Some(format!("{}{marks}", first.text));
    }
    let position = position()?;
    let legal = legal(&position);
    let mut meant = readings.iter().map(|reading| (reading, reading.moves(&position, &legal)));
    match meant.find(|(_, moves)| !moves.is_empty()) {
        Some((reading, moves)) => reading.typed(&position, &moves, &marks),
        None => first.is_complete().then(|| format!("{}{marks}", first.text)),
    }
}

/// Returns a move without the number before it in a score: `12. P-K4`, `3 ... P-K4`.
fn without_number(text: &str) -> &str {
    let unnumbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = unnumbered.len() < text.len() && unnumbered.starts_with(['.', ' ']);
    if numbered || text.starts_with('.') { unnumbered.trim_start_matches(['.', ' ']) } else { text }
}

/// Splits a move from the marks after it, and returns these in the program's spelling.
fn without_marks(text: &str) -> (&str, String) {
    let mut rest = text;
    let mut found = Vec::new();
    loop {
        if let Some((before, mark)) = MARKS.iter().find_map(|(word, mark)| {
            let before = rest.strip_suffix(word)?;
            (!before.is_empty()).then_some((before, *mark))
        }) {
            found.push(mark);
            rest = before;
        } else if let Some(before) = rest.strip_suffix(['!', '?', '.', ',', ';', ':', ' ']) {
            rest = before;
        } else if let Some(before) = rest.strip_suffix(['+', '#']) {
            found.push(if rest.ends_with('#') { Mark::Mate } else { Mark::Check });
            rest = before;
        } else {
            break;
        }
    }
    let written =
        [(Mark::Passant, " EP"), (Mark::Mate, " MATE"), (Mark::Check, " CH"), (Mark::Draw, " DRAW?")];
    (rest, written.iter().filter(|(mark, _)| found.contains(mark)).map(|(_, text)| *text).collect())
}

/// One way to read a text. A piece may be located by only its file or its rank: `R/5-R3`, `N/K-B3`.
#[derive(Debug)]
struct Respelling {
    text: String,
    /// Whether the text is castling without a side.
    castles: bool,
}

/// Returns the ways to read a move, likeliest first.
fn readings(body: &str) -> Vec<Respelling> {
    if let Some(reading) = castling(body) {
        return vec![reading];
    }
    let mut text = format!(" {body} ");
    for (word, sign) in [(" TO ", "-"), (" TAKES ", "X"), (" TKS ", "X"), (" CAPTURES ", "X")] {
        text = text.replace(word, sign);
    }
    text.retain(|c| c != ' ' && c != '.');
    for (old, new) in [("--", "-"), ("KT", "N"), ("SQ", "1"), ("=(", "("), ("/(", "(")] {
        text = text.replace(old, new);
    }
    let located = text.replace('(', "/").replace(')', "");
    let readings = promotion(&text).into_iter().chain([located]);
    let readings = readings.map(|text| Respelling { text, castles: false });
    readings.filter(|reading| reading.patterns().next().is_some()).collect()
}

/// Reads `CASTLES`, `CASTLES QR`, `CASTLES (K)`.
fn castling(body: &str) -> Option<Respelling> {
    let side = body.strip_prefix("CASTLES").or_else(|| body.strip_prefix("CASTLE"))?;
    let side = side.replace([' ', '.', '(', ')', '-', '\''], "");
    let text = match side.as_str() {
        "" | "K" | "KR" | "KSIDE" | "KINGSIDE" | "KINGSSIDE" | "SHORT" => "O-O",
        "Q" | "QR" | "QSIDE" | "QUEENSIDE" | "QUEENSSIDE" | "LONG" => "O-O-O",
        _ => return None,
    };
    Some(Respelling { text: text.to_owned(), castles: side.is_empty() })
}

/// Reads a promotion with the piece at its end: `P-R8(Q)`, `PXR/Q`, `P-R8QUEEN`.
fn promotion(text: &str) -> Option<String> {
    let text = text.strip_suffix(')').unwrap_or(text);
    let names = [("QUEEN", 'Q'), ("ROOK", 'R'), ("BISHOP", 'B'), ("KNIGHT", 'N')];
    let name = names.iter().find_map(|(name, letter)| Some((text.strip_suffix(name)?, *letter)));
    let letter = || text.char_indices().next_back().map(|(at, letter)| (&text[..at], letter));
    let (before, letter) = name.or_else(letter).filter(|(_, letter)| "QRBN".contains(*letter))?;
    let mv = before.strip_suffix(['(', '/', '=']).or_else(|| before.ends_with('8').then_some(before))?;
    mv[..mv.find(['-', 'X'])?].ends_with('P').then(|| format!("{mv}={letter}"))
}

impl Respelling {
    /// Returns `true` if the program can read the text unchanged.
    fn is_complete(&self) -> bool {
        !self.castles && Pattern::parse(&self.text).is_some()
    }

    /// Returns the patterns that the text may mean: if only a file or rank locates a piece, one for every
    /// square there.
    fn patterns(&self) -> impl Iterator<Item = Pattern> + use<> {
        let texts = match self.location() {
            Some((before, place, after)) => {
                squares(place).map(|square| format!("{before}/{square}{after}")).collect()
            }
            None => vec![self.text.clone()],
        };
        texts.into_iter().filter_map(|text| Pattern::parse(&text))
    }

    /// Returns the text before the first incomplete location, the location, and the text after it.
    fn location(&self) -> Option<(&str, &str, &str)> {
        let slashes = self.text.match_indices('/').map(|(at, _)| at);
        slashes.into_iter().find_map(|at| {
            let behind = &self.text[at + 1..];
            let length = behind.find(['-', 'X', '=', '/']).unwrap_or(behind.len());
            let (place, after) = behind.split_at(length);
            let has = |test: fn(&char) -> bool| place.chars().any(|c| test(&c));
            let incomplete = has(char::is_ascii_digit) != has(char::is_ascii_uppercase);
            incomplete.then_some((&self.text[..at], place, after))
        })
    }

    /// Returns the legal moves that the text may mean.
    fn moves(&self, position: &Position, legal: &[Move]) -> Vec<Move> {
        if self.castles {
            return legal.iter().copied().filter(|mv| mv.special().is_castling()).collect();
        }
        let mut moves: Vec<Move> = Vec::new();
        for mv in self.patterns().flat_map(|pattern| pattern.select(position, legal)) {
            if !moves.iter().any(|other| other.is_same_as(mv)) {
                moves.push(mv);
            }
        }
        moves
    }

    /// Returns the text to type for `moves`, the moves that this reading may mean. If there are several, the
    /// program asks which one is meant.
    fn typed(&self, position: &Position, moves: &[Move], marks: &str) -> Option<String> {
        match moves {
            // If both are legal, `Castles` without a side means the king's side.
            _ if self.castles && !moves.iter().any(|mv| mv.special() == Special::CastleKing) => {
                Some(format!("O-O-O{marks}"))
            }
            _ if self.castles || self.is_complete() => Some(format!("{}{marks}", self.text)),
            [mv] => Some(notation::write(position, *mv)),
            _ => {
                let (before, _, after) = self.location()?;
                Some(format!("{before}{after}{marks}"))
            }
        }
    }
}

/// Returns the program's names for the squares of a file or a rank.
fn squares(place: &str) -> Box<dyn Iterator<Item = String> + '_> {
    if place.starts_with(|c: char| c.is_ascii_digit()) {
        Box::new(["R", "N", "B", "Q", "K"].into_iter().map(move |file| format!("{file}{place}")))
    } else {
        Box::new((1..=8).map(move |rank| format!("{place}{rank}")))
    }
}

#[cfg(test)]
mod tests;
