//! Writes an explanation as sentences.

use super::super::contrast::Contrast;
use super::super::factor::{CONSTANT, NetFactor, nets};
use super::super::fate::{Fate, InvestigationReason};
use super::super::named_move::NamedMove;
use super::super::{Candidate, Decision, Explanation};
use super::clauses::reasons_of;
use super::{Phrase, Wording};

/// How moves and squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Notation {
    /// As the program types moves: N-KB3
    Descriptive,
    /// As in today's books: Nf3
    Algebraic,
}

/// A paragraph of a full explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// The title, empty for a node of a search.
    pub title: &'static str,
    /// The complete sentences, in order.
    pub sentences: Vec<String>,
}

/// Maximum number of reasons for or against a move in a comparison.
const REASONS_COMPARED: usize = 3;
/// Maximum number of moves of a line in a short explanation.
const LINE_SHOWN: usize = 4;

/// Returns `first`, or `first 6`, for the moves of a list within a width.
pub(super) fn first(width: usize) -> String {
    if width == 1 { "first".to_owned() } else { format!("first {width}") }
}

/// Writes an explanation in one notation and language.
#[derive(Clone, Copy)]
pub struct Writer<'a> {
    pub(super) explanation: &'a Explanation,
    pub(super) notation: Notation,
    pub(super) wording: &'a Wording,
}

impl<'a> Writer<'a> {
    /// Creates a writer for an explanation.
    pub fn new(explanation: &'a Explanation, notation: Notation, wording: &'a Wording) -> Writer<'a> {
        Writer { explanation, notation, wording }
    }

    /// Returns the explanation in about two sentences.
    pub fn short(&self) -> Vec<String> {
        let mut sentences = self.decided();
        if let (Some(found), Some(chosen)) = (self.explanation.found(), self.explanation.chosen()) {
            if !found.only {
                sentences.push(self.ranked(chosen));
            }
            sentences.extend(self.expected(found, LINE_SHOWN));
        }
        sentences
    }

    /// Returns the full explanation, without empty paragraphs.
    pub fn full(&self) -> Vec<Paragraph> {
        let (Some(found), Some(chosen)) = (self.explanation.found(), self.explanation.chosen()) else {
            return vec![self.paragraph(0, self.decided())];
        };
        let mut wanted = vec![self.ranked(chosen)];
        wanted.extend(self.smaller_reasons(chosen));
        let constant = chosen.factors.iter().find(|factor| factor.heuristic == CONSTANT);
        if let Some(constant) = constant {
            wanted.push(self.fill(Phrase::Constant, &[("constant", &constant.amount.to_string())]));
        }
        wanted.extend(chosen.factors.is_empty().then(|| self.fill(Phrase::OnlySum, &[])));
        let mv = [("move", self.mv(&chosen.mv))];
        wanted.extend(chosen.poor.then(|| self.fill(Phrase::Poor, &mv)));
        wanted.extend(chosen.unsafe_.then(|| self.fill(Phrase::Unsafe, &mv)));
        let mut expects = self.expected(found, usize::MAX);
        if found.mate.is_none() {
            expects.extend(self.on_the_way(chosen));
            expects.extend(chosen.ending.as_ref().and_then(|ending| self.origin(ending)));
            expects.extend(self.other_replies());
            expects.extend(self.deducted(chosen));
        }
        expects.extend(found.accepts_draw.then(|| self.fill(Phrase::AcceptsDraw, &[])));
        let others = self.explanation.moves.iter().filter(|other| other.entrance.is_some());
        let others = others.filter(|other| other.fate != Fate::Chosen);
        let valued = others.filter(|other| !matches!(other.fate, Fate::Refuted { .. }));
        let contrasts = valued.filter_map(|other| self.explanation.contrast(&other.mv.coordinates));
        let rejected = contrasts.flat_map(|contrast| self.rejected(&contrast));
        let rejected: Vec<String> = rejected.chain(self.refuted()).collect();
        let choice = |sentences| if found.only { Vec::new() } else { sentences };
        let mut paragraphs = vec![
            self.paragraph(0, self.decided()),
            self.paragraph(1, choice(wanted)),
            self.paragraph(2, choice(self.investigated(chosen))),
            self.paragraph(3, expects),
            self.paragraph(4, rejected),
            self.paragraph(5, self.explanation.now.as_ref().map_or_else(Vec::new, |now| self.now(now))),
        ];
        paragraphs.retain(|paragraph| !paragraph.sentences.is_empty());
        if let Some(last) = paragraphs.last_mut() {
            last.sentences.push(self.fill(Phrase::Unit, &[]));
        }
        paragraphs
    }

    /// Returns why the program did not choose another move.
    pub fn why_not(&self, contrast: &Contrast<'_>) -> Vec<String> {
        let mut sentences = self.rejected(contrast);
        if contrast.other.fate == Fate::Chosen {
            return sentences;
        }
        if let Some(short) = contrast.short_of_a_place.filter(|&short| short > 0) {
            sentences.push(self.fill(Phrase::ShortOf, &[("short", &self.points(short))]));
        }
        sentences.extend(self.other_terms(contrast));
        sentences.extend(self.line_of(contrast.other));
        sentences.extend(self.on_the_way(contrast.other));
        if contrast.other.fate == Fate::BelowWidth {
            sentences.extend(self.compared(contrast));
        }
        sentences
    }

    /// Returns the sentences that compare the points of the chosen move and a move without a place.
    fn compared(&self, contrast: &Contrast<'_>) -> Vec<String> {
        let (chosen, other) = (contrast.chosen, contrast.other);
        let moves = [("chosen", self.mv(&chosen.mv)), ("move", self.mv(&other.mv))];
        if chosen.plausibility < other.plausibility {
            let marked = chosen.entrance == Some(InvestigationReason::Always);
            return marked.then(|| self.fill(Phrase::ChosenByMark, &moves)).into_iter().collect();
        }
        let (more, less) = (nets(&chosen.factors), nets(&other.factors));
        let without = |nets: &[NetFactor], others: &[NetFactor], sign: i32| {
            let own = nets.iter().filter(|net| net.amount.signum() == sign && !others.contains(net));
            let own: Vec<NetFactor> = own.take(REASONS_COMPARED).cloned().collect();
            self.clauses(&reasons_of(&own), sign)
        };
        let (good, bad) = (without(&more, &less, 1), without(&less, &more, -1));
        let sentence = |phrase, name, clauses: &String| {
            (!clauses.is_empty()).then(|| self.fill(phrase, &[moves[0], moves[1], (name, clauses)]))
        };
        let both = [sentence(Phrase::HasMore, "good", &good), sentence(Phrase::HasLess, "bad", &bad)];
        both.into_iter().flatten().collect()
    }

    /// Returns why the program did not choose a legal move, whether or not the move is in the list. Empty if
    /// the search found no move.
    pub fn why_not_move(&self, mv: &NamedMove) -> Vec<String> {
        if self.explanation.found().is_none() {
            return Vec::new();
        }
        match self.explanation.contrast(&mv.coordinates) {
            Some(contrast) => self.why_not(&contrast),
            None => vec![self.not_listed(mv)],
        }
    }

    /// Returns the sentences about a played move, or nothing if the program chooses the same move or none.
    pub fn about_played(&self, played: &NamedMove) -> Vec<String> {
        match self.explanation.found() {
            Some(found) if found.mv != *played => {
                self.other_played(played).into_iter().chain(self.why_not_move(played)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the sentence for a legal move that is not in the list.
    pub(super) fn not_listed(&self, mv: &NamedMove) -> String {
        self.fill(Phrase::NotListed, &[("move", self.mv(mv))])
    }

    /// Returns the sentence for a move of the game that the program does not choose; `None` if the search
    /// found no move.
    fn other_played(&self, played: &NamedMove) -> Option<String> {
        let found = self.explanation.found()?;
        let values = [("played", self.mv(played)), ("move", self.mv(&found.mv))];
        Some(self.fill(Phrase::OtherPlayed, &values))
    }

    /// Returns a move in the chosen notation.
    pub fn mv<'m>(&self, mv: &'m NamedMove) -> &'m str {
        match self.notation {
            Notation::Descriptive => &mv.resolved,
            Notation::Algebraic => mv.short(),
        }
    }

    pub(super) fn fill(&self, phrase: Phrase, values: &[(&str, &str)]) -> String {
        self.wording.fill(phrase, values)
    }

    fn paragraph(&self, number: usize, sentences: Vec<String>) -> Paragraph {
        Paragraph { title: self.wording.titles[number], sentences }
    }

    pub(super) fn mover(&self) -> &'static str {
        self.wording.side(self.explanation.side)
    }

    pub(super) fn enemy(&self) -> &'static str {
        self.wording.side(!self.explanation.side)
    }

    /// Returns the sentences about decisions without a choice.
    fn decided(&self) -> Vec<String> {
        match &self.explanation.decision {
            Decision::Mated => vec![self.fill(Phrase::Mated, &[("Side", self.mover())])],
            Decision::Stalemated => vec![self.fill(Phrase::Stalemated, &[("Side", self.mover())])],
            Decision::Book { mv } => vec![self.fill(Phrase::Book, &[("move", self.mv(mv))])],
            Decision::Nothing => vec![self.fill(Phrase::Nothing, &[])],
            Decision::Found(found) if found.only => {
                vec![self.fill(Phrase::Only, &[("move", self.mv(&found.mv))])]
            }
            Decision::Found(_) => Vec::new(),
        }
    }

    /// Returns the sentence with the place of a move in the list and its largest reasons.
    pub(super) fn ranked(&self, candidate: &Candidate) -> String {
        let count = self.explanation.moves.iter().filter(|other| other.rank.is_some()).count();
        let rank = candidate.rank.unwrap_or_default();
        let phrase = match rank {
            1 => Phrase::First,
            _ => Phrase::Ranked,
        };
        let reasons = self.reasons(candidate);
        let values = [
            ("move", self.mv(&candidate.mv)),
            ("rank", &rank.to_string()),
            ("count", &count.to_string()),
            ("points", &candidate.plausibility.to_string()),
            ("reasons", &reasons),
        ];
        self.fill(phrase, &values)
    }

    /// Returns the sentences about how the moves to investigate were chosen.
    fn investigated(&self, chosen: &Candidate) -> Vec<String> {
        let Some(width) = self.explanation.width else { return Vec::new() };
        let listed = || self.explanation.moves.iter().filter(|other| other.rank.is_some());
        let tried = listed().filter(|other| other.entrance.is_some()).count();
        if tried == listed().count() {
            return vec![self.fill(Phrase::InvestigatedAll, &[])];
        }
        let entered = |wanted| listed().any(|other| other.entrance == Some(wanted));
        let mut more = String::new();
        if width.places > width.width {
            more += &self.fill(Phrase::MorePieces, &[("places", &width.places.to_string())]);
        }
        if entered(InvestigationReason::Given) {
            more += &self.fill(Phrase::MoreGiven, &[]);
        }
        if entered(InvestigationReason::Always) {
            more += &self.fill(Phrase::MoreMarked, &[]);
        }
        let values = [
            ("tried", tried.to_string()),
            ("count", listed().count().to_string()),
            ("first", first(width.width)),
            ("more", more),
        ];
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let mut sentences = vec![self.fill(Phrase::Investigated, &values)];
        let entrance = match chosen.entrance {
            Some(InvestigationReason::Always) => Some(Phrase::ByMark),
            Some(InvestigationReason::Pieces) => Some(Phrase::ByPieces),
            Some(InvestigationReason::Given) => Some(Phrase::ByGiven),
            Some(InvestigationReason::Width) | None => None,
        };
        sentences.extend(entrance.map(|phrase| self.fill(phrase, &[("move", self.mv(&chosen.mv))])));
        sentences
    }
}
