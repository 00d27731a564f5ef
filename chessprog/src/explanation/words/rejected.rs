//! The sentences about the moves that the program did not choose.

use super::super::contrast::{Contrast, TERMS, TermChange};
use super::super::factor::Man;
use super::super::fate::{Deduction, Fate};
use super::Phrase;
use super::clauses::number;
use super::text::Writer;

impl Writer<'_> {
    /// Returns the sentences about the refuted moves, those with the same value to reach together.
    pub(super) fn refuted(&self) -> Vec<String> {
        let mut groups: Vec<(i32, Vec<String>)> = Vec::new();
        for candidate in &self.explanation.moves {
            let Fate::Refuted { sure: Some(sure) } = candidate.fate else { continue };
            let reply = candidate.line.first().map(|reply| format!(" ({})", self.mv(reply)));
            let text = format!("{}{}", self.mv(&candidate.mv), reply.unwrap_or_default());
            match groups.iter_mut().find(|(known, _)| *known == sure) {
                Some((_, moves)) => moves.push(text),
                None => groups.push((sure, vec![text])),
            }
        }
        let sentence = |(sure, moves): &(i32, Vec<String>)| {
            let values =
                [("moves", self.and(moves)), ("sure", number(*sure)), ("side", self.mover().to_owned())];
            let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
            self.fill(Phrase::RefutedGroup, &values)
        };
        groups.iter().map(sentence).collect()
    }

    /// Returns the sentence about the result for a move.
    pub(super) fn rejected(&self, contrast: &Contrast<'_>) -> Option<String> {
        let other = contrast.other;
        let value = number(other.value.unwrap_or_default());
        let mv = ("move", self.mv(&other.mv));
        Some(match &other.fate {
            Fate::Chosen => self.fill(Phrase::IsChosen, &[mv]),
            Fate::Lower { by } => self.lower(mv, *by, &value, contrast.terms.first()),
            Fate::Equal => self.fill(Phrase::Equal, &[mv, ("value", &value)]),
            Fate::Modified { deduction } => {
                let (amount, why) = (deduction.sum().to_string(), self.deductions(deduction));
                self.fill(Phrase::Modified, &[mv, ("value", &value), ("deduction", &amount), ("why", &why)])
            }
            Fate::Secondary { before, after } => {
                let (before, after) = (number(*before), number(*after));
                self.fill(Phrase::Secondary, &[mv, ("before", &before), ("after", &after)])
            }
            Fate::Repetition => self.fill(Phrase::Repetition, &[mv, ("value", &value)]),
            Fate::Refuted { sure } => {
                let sure_of = sure.map(number).unwrap_or_default();
                let reply = other.line.first().map(|reply| self.mv(reply));
                let kind = |man: &Man| self.fill(Phrase::TheMan, &[("kind", self.wording.kind(man.kind()))]);
                let taken = other.taken.as_ref().map(kind);
                let phrase = match (reply, sure) {
                    (Some(_), Some(_)) if taken.is_some() => Phrase::RefutedTaking,
                    (Some(_), Some(_)) => Phrase::Refuted,
                    (Some(_), None) => Phrase::RefutedUnsure,
                    (None, _) => Phrase::RefutedSomehow,
                };
                let values = [
                    mv,
                    ("reply", reply.unwrap_or_default()),
                    ("side", self.mover()),
                    ("sure", &sure_of),
                    ("piece", taken.as_deref().unwrap_or_default()),
                ];
                self.fill(phrase, &values)
            }
            Fate::BelowWidth => {
                let count = self.explanation.moves.iter().filter(|move_| move_.rank.is_some()).count();
                let numbers = [other.rank.unwrap_or_default(), count].map(|number| number.to_string());
                let points = other.plausibility.to_string();
                let values = [mv, ("rank", &numbers[0]), ("count", &numbers[1]), ("points", &points)];
                self.fill(Phrase::BelowWidth, &values)
            }
            Fate::Illegal => self.fill(Phrase::Illegal, &[mv]),
            Fate::Dropped => self.fill(Phrase::Dropped, &[mv]),
        })
    }

    /// Returns the terms that differ at the ends of both lines, besides the first.
    pub(super) fn other_terms(&self, contrast: &Contrast<'_>) -> Option<String> {
        let lower = matches!(contrast.other.fate, Fate::Lower { .. });
        let others = contrast.terms.get(1..).filter(|others| lower && !others.is_empty())?;
        let others: Vec<String> = others.iter().map(|change| self.instead(change)).collect();
        Some(self.fill(Phrase::OtherTerms, &[("terms", &self.and(&others))]))
    }

    fn instead(&self, change: &TermChange) -> String {
        let (chosen, other) = (number(change.chosen), number(change.other));
        let values = [("term", self.term(change)), ("chosen", chosen.as_str()), ("other", &other)];
        self.fill(Phrase::TermInstead, &values)
    }

    fn term(&self, change: &TermChange) -> &'static str {
        let place = TERMS.iter().position(|name| *name == change.term);
        self.wording.terms[place.unwrap_or_default()]
    }

    fn lower(&self, mv: (&str, &str), by: i32, value: &str, term: Option<&TermChange>) -> String {
        let by = by.to_string();
        let values = [mv, ("by", by.as_str()), ("value", value)];
        let Some(term) = term else { return self.fill(Phrase::Lower, &values) };
        let (chosen, other) = (number(term.chosen), number(term.other));
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
