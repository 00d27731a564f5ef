//! The sentences about what the search expects, and about the value of a position.

use super::super::ending::{Ending, LineEnd, StaticValue, moves_to_mate};
use super::super::{Candidate, FoundMove, Reply};
use super::text::{Notation, Writer};
use super::{Phrase, signed};
use crate::vocabulary::Side;

/// Largest absolute value of a position that counts as equal, 128 to a pawn.
const EQUAL: i32 = 16;
const PAWN: f64 = 128.0;

impl Writer<'_> {
    /// Returns the sentences about the line that the search expects, with at most `most` of its moves.
    pub(super) fn expected(&self, found: &FoundMove, most: usize) -> Vec<String> {
        let (value, mv) = (signed(found.value), ("move", self.mv(&found.mv)));
        let names: Vec<&str> = found.line.iter().map(|mv| self.mv(mv)).collect();
        if (found.mate, names.len()) == (Some(1), 1) {
            return vec![self.fill(Phrase::MatesNow, &[("side", self.mover())])];
        }
        let mut line = names[..names.len().min(most)].join(" ");
        if names.len() > most {
            line = self.fill(Phrase::Longer, &[("line", &line)]);
        }
        let ending = self.explanation.chosen().and_then(|chosen| chosen.ending.as_ref());
        if let Some(end) = self.end(found.value, ending.map(|ending| ending.end)) {
            if names.len() == 1 {
                return vec![self.fill(Phrase::SeesAtOnce, &[mv, ("end", &end)])];
            }
            return vec![self.fill(Phrase::Sees, &[("end", &end), ("line", &line)])];
        }
        let judgement = self.judgement(found.value);
        let judged = [("judgement", judgement.as_str()), ("value", &value)];
        let Some(reply) = found.line.get(1) else {
            return vec![self.fill(Phrase::Judged, &[mv, judged[0], judged[1]])];
        };
        let phrase = match self.explanation.replies.len() {
            0 => Phrase::BestReply,
            1 => Phrase::OneReply,
            _ => Phrase::BestOfReplies,
        };
        let number = self.explanation.replies.len().to_string();
        let values = [("number", number.as_str()), ("enemy", self.enemy()), ("reply", self.mv(reply))];
        vec![self.fill(phrase, &values), self.fill(Phrase::Expects, &[judged[0], judged[1], ("line", &line)])]
    }

    /// Returns the sentences about the replies other than the best one.
    pub(super) fn other_replies(&self) -> Vec<String> {
        let replies = &self.explanation.replies;
        let Some(best) = self.explanation.found().and_then(|found| found.line.get(1)) else {
            return Vec::new();
        };
        if replies.len() < 2 {
            return Vec::new();
        }
        let mut sentences = vec![self.fill(Phrase::OtherReplies, &[("enemy", self.enemy())])];
        let named =
            |reply: &Reply| Some(format!("{} ({})", self.mv(&reply.mv), self.value(reply.value?, None)));
        let earlier = replies.iter().take_while(|reply| reply.mv != *best);
        let earlier = earlier.filter_map(named).collect::<Vec<_>>().join(&self.fill(Phrase::Then, &[]));
        if !earlier.is_empty() {
            let values = [("reply", self.mv(best)), ("replies", &earlier)];
            sentences.push(self.fill(Phrase::EarlierReplies, &values));
        }
        sentences
    }

    /// Returns the sentence about the captures in a line, unless the line ends in a mate or a draw by rule.
    pub(super) fn on_the_way(&self, candidate: &Candidate) -> Option<String> {
        let ending = candidate.ending.as_ref()?;
        if !matches!(ending.end, LineEnd::Static | LineEnd::CutShort) {
            return None;
        }
        let (taken, lost) = (self.counted(&ending.wins), self.counted(&ending.loses));
        let phrase = match (taken.is_empty(), lost.is_empty()) {
            (true, true) => return None,
            (false, true) => Phrase::Wins,
            (true, false) => Phrase::Loses,
            (false, false) => Phrase::Trades,
        };
        Some(self.fill(phrase, &[("side", self.mover()), ("taken", &taken), ("lost", &lost)]))
    }

    /// Returns the sentence with the line that the search expects after a move that it did not choose, if the
    /// line is known.
    pub(super) fn line_of(&self, candidate: &Candidate) -> Option<String> {
        candidate.ending.as_ref().filter(|_| !candidate.line.is_empty())?;
        let line: Vec<&str> =
            std::iter::once(&candidate.mv).chain(&candidate.line).map(|mv| self.mv(mv)).collect();
        Some(self.fill(Phrase::ItsLine, &[("line", &line.join(" "))]))
    }

    /// Returns the sentence about the origin of a line's value, unless the line ends in a mate or a draw.
    pub(super) fn origin(&self, ending: &Ending) -> Option<String> {
        let phrase = match ending.end {
            LineEnd::Static => Phrase::EndStatic,
            LineEnd::CutShort => Phrase::EndCutShort,
            _ => return None,
        };
        Some(self.fill(phrase, &[("terms", &self.terms(&ending.position))]))
    }

    /// Returns the terms of a static value that are not 0, or the words for none.
    pub(super) fn terms(&self, position: &StaticValue) -> String {
        let terms = self.wording.terms.iter().zip(position.terms.each()).filter(|(_, value)| *value != 0);
        let terms: Vec<String> = terms.map(|(name, value)| format!("{name} {}", signed(value))).collect();
        if terms.is_empty() { self.fill(Phrase::AllZero, &[]) } else { terms.join(", ") }
    }

    /// Returns the value of a line, or the name of the mate or draw by rule that ends it.
    pub(super) fn value(&self, value: i32, end: Option<LineEnd>) -> String {
        self.end(value, end).unwrap_or_else(|| signed(value))
    }

    /// Returns the name of the mate or draw that ends a line, if one does.
    fn end(&self, value: i32, end: Option<LineEnd>) -> Option<String> {
        let phrase = match (moves_to_mate(value), end) {
            (Some(moves), _) => {
                let side = self.wording.side(if moves > 0 { Side::White } else { Side::Black });
                let moves = moves.abs().to_string();
                return Some(self.fill(Phrase::IsMate, &[("moves", &moves), ("side", side)]));
            }
            (_, Some(LineEnd::Stalemate)) => Phrase::IsStalemate,
            (_, Some(LineEnd::Repetition)) => Phrase::IsRepetition,
            (_, Some(LineEnd::Quiet)) => Phrase::IsQuiet,
            _ => return None,
        };
        Some(self.fill(phrase, &[]))
    }

    /// Returns the sentences about the static value of the position before the move.
    pub(super) fn now(&self, now: &StaticValue) -> Vec<String> {
        let (value, terms) = (signed(now.terms.value), self.terms(now));
        let mut sentences = vec![self.fill(Phrase::Now, &[("value", &value), ("terms", &terms)])];
        sentences.extend(self.dangers(now));
        sentences
    }

    /// Returns the sentences about the pieces en prise in a position and about its feedover condition.
    pub(super) fn dangers(&self, now: &StaticValue) -> Vec<String> {
        let mut sentences = Vec::new();
        if !now.en_prise.is_empty() {
            let pieces: Vec<String> = now.en_prise.iter().map(|man| self.sides_man(man)).collect();
            let of_enemy = now.en_prise.iter().any(|man| man.side != self.explanation.side);
            let counted = match self.notation {
                Notation::Descriptive if of_enemy => self.fill(Phrase::Counted, &[("side", self.mover())]),
                _ => String::new(),
            };
            let values = [("pieces", &*self.and(&pieces)), ("counted", &counted)];
            sentences.push(self.fill(Phrase::EnPrise, &values));
        }
        let looks_on = match now.feedover {
            1 => Some(Phrase::InCheck),
            2 => Some(Phrase::CannotSave),
            3 => Some(Phrase::BothHang),
            _ => None,
        };
        sentences.extend(looks_on.map(|phrase| self.fill(phrase, &[("side", self.mover())])));
        sentences
    }

    /// Returns a value in words, such as `better for White by 1.5 pawns`.
    pub(super) fn judgement(&self, value: i32) -> String {
        let side = self.wording.side(if value >= 0 { Side::White } else { Side::Black });
        let pawns = format!("{:.1}", f64::from(value.abs()) / PAWN);
        let phrase = match value.abs() {
            size if size <= EQUAL => Phrase::IsEqual,
            _ if pawns == "1.0" => Phrase::IsBetterByOne,
            _ => Phrase::IsBetter,
        };
        self.fill(phrase, &[("side", side), ("pawns", &pawns)])
    }
}
