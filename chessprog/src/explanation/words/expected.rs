//! The sentences about what the search expects, and about the value of a position.

use super::super::ending::{LineEnd, StaticValue};
use super::super::factor::Man;
use super::super::{Candidate, Found};
use super::Phrase;
use super::clauses::number;
use super::text::Writer;
use crate::parameters::values::MATE_ZONE;
use crate::vocabulary::Side;

/// Values up to this are called equal.
const EQUAL: i32 = 16;
/// Values up to this are called a little better.
const LITTLE: i32 = 64;
/// The value of a pawn.
const PAWN: f64 = 128.0;

impl Writer<'_> {
    /// Returns what the search expects after the chosen move.
    pub(super) fn expected(&self, found: &Found, most: usize) -> String {
        let value = number(found.value);
        let names: Vec<&str> = found.line.iter().map(|mv| self.mv(mv)).collect();
        let line = names[..names.len().min(most.max(1))].join(" ");
        match (found.mate, found.line.get(1)) {
            (Some(1), None) => {
                return self.fill(Phrase::MatesNow, &[("move", self.mv(&found.mv)), ("value", &value)]);
            }
            (Some(moves), _) => {
                let phrase = if moves > 0 { Phrase::Mates } else { Phrase::GetsMated };
                let values = [("line", line.as_str()), ("value", &value), ("enemy", self.enemy())];
                return self.fill(phrase, &values);
            }
            _ => {}
        }
        let judgement = self.judgement(found.value);
        let judged = [("judgement", judgement.as_str()), ("value", &value)];
        let Some(reply) = found.line.get(1) else { return self.fill(Phrase::Judged, &judged) };
        let after = names[2..names.len().min(most.max(2))].join(" ");
        let expects = if after.is_empty() {
            self.fill(Phrase::Expects, &judged)
        } else {
            self.fill(Phrase::ExpectsLine, &[judged[0], judged[1], ("line", &after)])
        };
        let replies = match self.explanation.replies.len() {
            1 => self.fill(Phrase::OneReply, &[]),
            many => self.fill(Phrase::ManyReplies, &[("number", &many.to_string())]),
        };
        let values = [
            ("replies", replies.as_str()),
            ("enemy", self.enemy()),
            ("reply", self.mv(reply)),
            ("expects", &expects),
        ];
        let phrase = if self.explanation.replies.is_empty() { Phrase::BestReply } else { Phrase::Replies };
        self.fill(phrase, &values)
    }

    /// Returns what the search says about the other replies.
    pub(super) fn other_replies(&self) -> Vec<String> {
        let best = self.explanation.found().and_then(|found| found.line.get(1));
        let others = self.explanation.replies.iter().filter(|reply| Some(&reply.mv) != best);
        let valued: Vec<String> = others
            .clone()
            .filter_map(|reply| {
                let value = number(reply.value?);
                let values = [("reply", self.mv(&reply.mv)), ("value", value.as_str())];
                Some(self.fill(Phrase::EarlierReply, &values))
            })
            .collect();
        if others.count() == 0 {
            return Vec::new();
        }
        let none = self.fill(Phrase::OtherReplies, &[("enemy", self.enemy())]);
        std::iter::once(none).chain(valued).collect()
    }

    /// Returns what is won and lost along a line.
    pub(super) fn on_the_way(&self, candidate: &Candidate) -> Option<String> {
        let ending = candidate.ending.as_ref()?;
        let kinds = |men: &[Man]| {
            let kinds: Vec<String> =
                men.iter().map(|man| format!("a {}", self.wording.kind(man.kind()))).collect();
            self.and(&kinds)
        };
        let (taken, lost) = (kinds(&ending.wins), kinds(&ending.loses));
        let phrase = match (taken.is_empty(), lost.is_empty()) {
            (true, true) => return None,
            (false, true) => Phrase::Wins,
            (true, false) => Phrase::Loses,
            (false, false) => Phrase::Trades,
        };
        let taken = if phrase == Phrase::Loses { &lost } else { &taken };
        let mv = ("move", self.mv(&candidate.mv));
        Some(self.fill(phrase, &[mv, ("side", self.mover()), ("taken", taken), ("lost", &lost)]))
    }

    pub(super) fn origin(&self, end: LineEnd, position: &StaticValue) -> String {
        let terms = self.terms(position);
        let phrase = match end {
            LineEnd::Static => Phrase::EndStatic,
            LineEnd::Mate => Phrase::EndMate,
            LineEnd::Stalemate => Phrase::EndStalemate,
            LineEnd::Repetition => Phrase::EndRepetition,
            LineEnd::Quiet => Phrase::EndQuiet,
            LineEnd::CutShort => Phrase::EndCutShort,
        };
        self.fill(phrase, &[("terms", &terms)])
    }

    pub(super) fn terms(&self, position: &StaticValue) -> String {
        let terms = self.wording.terms.iter().zip(position.terms());
        let terms: Vec<String> = terms.map(|(name, value)| format!("{name} {}", number(value))).collect();
        terms.join(", ")
    }

    /// Returns what the evaluator sees in the position before the move.
    pub(super) fn now(&self, now: &StaticValue) -> Vec<String> {
        let (value, terms) = (number(now.value), self.terms(now));
        let mut sentences = vec![self.fill(Phrase::Now, &[("value", &value), ("terms", &terms)])];
        sentences.extend(self.dangers(now));
        sentences
    }

    /// Returns the pieces that can be captured in a position, and why it would be searched further.
    pub(super) fn dangers(&self, now: &StaticValue) -> Vec<String> {
        let mut sentences = Vec::new();
        if !now.en_prise.is_empty() {
            let pieces: Vec<String> = now.en_prise.iter().map(|man| self.man(man)).collect();
            sentences.push(self.fill(Phrase::EnPrise, &[("pieces", &self.and(&pieces))]));
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

    /// Returns a judgement of a value.
    pub(super) fn judgement(&self, value: i32) -> String {
        let side = self.wording.side(if value >= 0 { Side::White } else { Side::Black });
        let pawns = format!("{:.1}", f64::from(value.abs()) / PAWN);
        let phrase = match value.abs() {
            size if size <= EQUAL => Phrase::IsEqual,
            size if size <= LITTLE => Phrase::IsSlightlyBetter,
            size if size < MATE_ZONE.0 => Phrase::IsBetter,
            _ => Phrase::IsMate,
        };
        self.fill(phrase, &[("side", side), ("pawns", &pawns)])
    }
}
