//! The sentences about the moves that the program did not choose.

use super::super::contrast::{Contrast, TERMS, TermChange};
use super::super::ending::moves_to_mate;
use super::super::fate::{Deduction, Fate};
use super::super::{Candidate, NamedMove};
use super::text::Writer;
use super::{Phrase, signed};

impl Writer<'_> {
    /// Returns the sentences about the refuted moves, grouped by the move that was better.
    pub(super) fn refuted(&self) -> Vec<String> {
        let mut groups: Vec<(&NamedMove, i32, Vec<&Candidate>)> = Vec::new();
        for candidate in &self.explanation.moves {
            let Fate::Refuted { sure } = candidate.fate else { continue };
            let Some(rival) = &candidate.rival else { continue };
            match groups.iter_mut().find(|(known, ..)| *known == rival) {
                Some((.., group)) => group.push(candidate),
                None => groups.push((rival, sure, vec![candidate])),
            }
        }
        groups.iter().map(|(rival, sure, group)| self.group(rival, *sure, group)).collect()
    }

    fn group(&self, rival: &NamedMove, sure: i32, group: &[&Candidate]) -> String {
        let value = self.reached(rival, sure);
        let values = [("best", self.mv(rival)), ("sure", &value)];
        if moves_to_mate(sure).is_some_and(|moves| moves * self.explanation.side.sign() > 0) {
            return self.fill(Phrase::NoSoonerMate, &values);
        }
        if let [one] = group {
            return self.refuted_one(one, sure);
        }
        let with_reply = |candidate: &&Candidate| {
            let reply = candidate.line.first().map(|reply| format!(" ({})", self.mv(reply)));
            self.mv(&candidate.mv).to_owned() + &reply.unwrap_or_default()
        };
        let moves: Vec<String> = group.iter().map(with_reply).collect();
        let has_replies = group.iter().any(|candidate| !candidate.line.is_empty());
        let because = has_replies.then(|| self.fill(Phrase::InBrackets, &[("enemy", self.enemy())]));
        let because = because.unwrap_or_default();
        let more = [("because", because.as_str()), ("moves", &self.and(&moves))];
        self.fill(Phrase::RefutedGroup, &[values, more].concat())
    }

    fn refuted_one(&self, candidate: &Candidate, sure: i32) -> String {
        let rival = candidate.rival.as_ref();
        let sure = rival.map_or_else(String::new, |rival| self.reached(rival, sure));
        let answer = candidate.line.first().map(|reply| {
            let kind = candidate.taken.as_ref().map_or("", |man| self.wording.kind(man.kind));
            let phrase = match &candidate.taken {
                _ if candidate.mates && candidate.line.len() > 1 => Phrase::AnswerMating,
                // The phrase does not mention the mate: the name of the reply shows it (`#` or `MATE`).
                _ if candidate.mates => Phrase::AnswerMate,
                Some(_) if candidate.takes_back => Phrase::AnswerTakingBack,
                Some(_) => Phrase::AnswerTaking,
                None => Phrase::Answer,
            };
            let sides = [("enemy", self.enemy()), ("side", self.mover())];
            self.fill(
                phrase,
                &[sides[0], sides[1], ("reply", self.mv(reply)), ("kind", kind), ("sure", &sure)],
            )
        });
        let answer = answer.unwrap_or_default();
        let best = rival.map_or("", |rival| self.mv(rival));
        let values = [("move", self.mv(&candidate.mv)), ("best", best), ("sure", &sure), ("answer", &answer)];
        self.fill(Phrase::Refuted, &values)
    }

    /// Returns the sentences about the result of the search for the other move.
    pub(super) fn rejected(&self, contrast: &Contrast<'_>) -> Vec<String> {
        let other = contrast.other;
        let value = self.value_of(other, other.value);
        let best = other.rival.as_ref().map(|rival| self.mv(rival)).unwrap_or_default();
        let values = [("move", self.mv(&other.mv)), ("best", best), ("value", &value)];
        let sentence = match &other.fate {
            Fate::Chosen => self.fill(Phrase::IsChosen, &values),
            Fate::Lower { .. } => self.lower(contrast),
            Fate::Equal => self.fill(Phrase::Equal, &values),
            Fate::Modified => self.fill(Phrase::Modified, &values),
            Fate::Secondary { before, after } => {
                let (before, after) = (self.value(*before, None), self.value(*after, None));
                self.fill(Phrase::Secondary, &[values[0], values[1], ("before", &before), ("after", &after)])
            }
            Fate::Repetition => self.fill(Phrase::Repetition, &values),
            Fate::Refuted { sure } => self.refuted_one(other, *sure),
            Fate::BelowWidth => {
                let count = self.explanation.moves.iter().filter(|move_| move_.rank.is_some()).count();
                let numbers = [other.rank.unwrap_or_default(), count].map(|number| number.to_string());
                let points = other.plausibility.to_string();
                let more = [("rank", numbers[0].as_str()), ("count", &numbers[1]), ("points", &points)];
                self.fill(Phrase::BelowWidth, &[&values[..], &more[..]].concat())
            }
            Fate::Illegal => self.fill(Phrase::Illegal, &values),
            Fate::Dropped => self.fill(Phrase::Dropped, &values),
        };
        let deducts = !matches!(other.fate, Fate::Chosen | Fate::Secondary { .. });
        std::iter::once(sentence).chain(self.deducted(other).filter(|_| deducts)).collect()
    }

    /// Returns the value of the move that was better than a refuted move.
    fn reached(&self, rival: &NamedMove, sure: i32) -> String {
        let rival = self.explanation.moves.iter().find(|other| other.mv == *rival);
        rival.map_or_else(String::new, |rival| self.value_of(rival, Some(sure)))
    }

    /// Returns the value of a move, or the name of the mate or draw by rule that ends its line.
    fn value_of(&self, candidate: &Candidate, value: Option<i32>) -> String {
        let end = candidate.ending.as_ref().map(|ending| ending.end);
        match candidate.value.filter(|&value| moves_to_mate(value).is_some()) {
            Some(mate) => self.value(mate, end),
            None => self.value(value.unwrap_or_default(), end),
        }
    }

    /// Returns the sentence about the deduction from the value of a move, unless the value is a mate.
    pub(super) fn deducted(&self, candidate: &Candidate) -> Option<String> {
        let deduction = candidate.deduction.filter(|_| candidate.value.and_then(moves_to_mate).is_none())?;
        let (amount, why) = (self.points(deduction.sum()), self.deductions(&deduction));
        let mv = ("move", self.mv(&candidate.mv));
        Some(self.fill(Phrase::Deducted, &[mv, ("deduction", &amount), ("why", &why)]))
    }

    /// Returns the static term that favours the chosen move most, if the other move has the worse value.
    fn worse_term<'c>(&self, contrast: &'c Contrast<'_>) -> Option<&'c TermChange> {
        let worse = |change: &&TermChange| self.worse(change.chosen, change.other);
        contrast.terms.iter().find(worse).filter(|_| self.is_worse(contrast))
    }

    /// Returns `true` if the value of the other move is worse before deductions.
    fn is_worse(&self, contrast: &Contrast<'_>) -> bool {
        let values = contrast.chosen.value.zip(contrast.other.value);
        values.is_some_and(|(chosen, other)| self.worse(chosen, other))
    }

    /// Returns `true` if `other` is a worse value for the mover than `chosen`.
    fn worse(&self, chosen: i32, other: i32) -> bool {
        let sign = self.explanation.side.sign();
        sign * chosen > sign * other
    }

    /// Returns the sentence about the static terms that differ besides [`Self::worse_term`], if there are
    /// any.
    pub(super) fn other_terms(&self, contrast: &Contrast<'_>) -> Option<String> {
        let main = self.worse_term(contrast).filter(|_| matches!(contrast.other.fate, Fate::Lower { .. }))?;
        let others: Vec<&TermChange> = contrast.terms.iter().filter(|change| *change != main).collect();
        if others.is_empty() {
            return None;
        }
        let others: Vec<String> = others.iter().map(|change| self.instead(change)).collect();
        Some(self.fill(Phrase::OtherTerms, &[("terms", &self.and(&others))]))
    }

    fn instead(&self, change: &TermChange) -> String {
        let (chosen, other) = (signed(change.chosen), signed(change.other));
        let values = [("term", self.term(change)), ("chosen", chosen.as_str()), ("other", &other)];
        self.fill(Phrase::TermInstead, &values)
    }

    fn term(&self, change: &TermChange) -> &'static str {
        let place = TERMS.iter().position(|name| *name == change.term);
        self.wording.terms[place.unwrap_or_default()]
    }

    fn lower(&self, contrast: &Contrast<'_>) -> String {
        let (chosen, other) = (contrast.chosen, contrast.other);
        let modified = |candidate: &Candidate| candidate.modified.filter(|_| !self.is_worse(contrast));
        let [best, value] = [chosen, other]
            .map(|candidate| self.value_of(candidate, modified(candidate).or(candidate.value)));
        let moves = [("move", self.mv(&other.mv)), ("best", self.mv(&chosen.mv))];
        let values = [moves[0], moves[1], ("side", self.mover()), ("value", &value), ("sure", &best)];
        let Some(term) = self.worse_term(contrast) else { return self.fill(Phrase::Lower, &values) };
        let (chosen, other) = (signed(term.chosen), signed(term.other));
        let more = [("term", self.term(term)), ("chosen", &chosen), ("other", &other)];
        self.fill(Phrase::LowerTerm, &[&values[..], &more[..]].concat())
    }

    fn deductions(&self, deduction: &Deduction) -> String {
        let parts = [
            (deduction.poor, Phrase::DeductPoor),
            (deduction.early, Phrase::DeductEarly),
            (deduction.back, Phrase::DeductBack),
            (deduction.detour, Phrase::DeductDetour),
        ];
        let reasons = parts.into_iter().filter(|(amount, _)| *amount != 0);
        let reasons: Vec<String> = reasons.map(|(_, phrase)| self.fill(phrase, &[])).collect();
        self.and(&reasons)
    }
}
