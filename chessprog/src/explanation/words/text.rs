//! Writes the sentences.

use super::super::contrast::{Contrast, TermChange};
use super::super::ending::{LineEnd, StaticValue};
use super::super::factor::{CONSTANT, LINES, Man, Net, Place, nets};
use super::super::fate::{Deduction, Entrance, Fate};
use super::super::named::Named;
use super::super::{Candidate, Decision, Explanation, Found};
use super::{Phrase, Wording, fill};
use crate::parameters::values::MATE_ZONE;
use crate::vocabulary::{Kind, Side};

/// How moves and squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `N-KB3`, as the program writes.
    Descriptive,
    /// `Nf3`, as today.
    Algebraic,
}

/// A paragraph of a full explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// Its title.
    pub title: &'static str,
    /// Its sentences.
    pub sentences: Vec<String>,
}

/// Number of reasons in a short sentence.
const REASONS_SHOWN: usize = 3;
/// Number of moves of a line in a short sentence.
const LINE_SHOWN: usize = 4;
/// Values up to this are called equal.
const EQUAL: i32 = 16;
/// Values up to this are called a little better.
const LITTLE: i32 = 64;
/// The value of a pawn.
const PAWN: f64 = 128.0;
/// The heuristics that say how an attacked piece is guarded, which makes no sense for a king.
const ATTACKS: std::ops::RangeInclusive<u8> = 5..=10;

/// Writes an explanation in one notation and language.
#[derive(Clone, Copy)]
pub struct Writer<'a> {
    explanation: &'a Explanation,
    notation: Notation,
    wording: &'a Wording,
}

impl<'a> Writer<'a> {
    /// Returns a writer of an explanation.
    pub fn new(explanation: &'a Explanation, notation: Notation, wording: &'a Wording) -> Writer<'a> {
        Writer { explanation, notation, wording }
    }

    /// Returns the explanation in about two sentences.
    pub fn short(&self) -> Vec<String> {
        let mut sentences = self.decided();
        if let (Some(found), Some(chosen)) = (self.explanation.found(), self.explanation.chosen()) {
            sentences.push(self.ranked(chosen, REASONS_SHOWN));
            sentences.push(self.expected(found, LINE_SHOWN));
        }
        sentences
    }

    /// Returns the whole explanation.
    pub fn full(&self) -> Vec<Paragraph> {
        let (Some(found), Some(chosen)) = (self.explanation.found(), self.explanation.chosen()) else {
            return vec![self.paragraph(0, self.decided())];
        };
        let mut wanted = vec![self.ranked(chosen, usize::MAX)];
        let constant = chosen.factors.iter().find(|factor| factor.heuristic == CONSTANT);
        if let Some(constant) = constant {
            wanted.push(self.fill(Phrase::Constant, &[("constant", &constant.amount.to_string())]));
        }
        wanted.extend(chosen.poor.then(|| self.fill(Phrase::Poor, &[])));
        wanted.extend(chosen.unsafe_.then(|| self.fill(Phrase::Unsafe, &[])));
        let mut expects = vec![self.expected(found, usize::MAX)];
        expects.extend(self.other_replies());
        expects.extend(self.on_the_way(chosen));
        expects.extend(chosen.ending.as_ref().map(|ending| self.origin(ending.end, &ending.position)));
        expects.extend(found.accepts_draw.then(|| self.fill(Phrase::AcceptsDraw, &[])));
        let others = self.explanation.moves.iter().filter(|other| other.entrance.is_some());
        let others = others.filter(|other| other.fate != Fate::Chosen);
        let valued = others.filter(|other| !matches!(other.fate, Fate::Refuted { .. }));
        let rejected =
            valued.filter_map(|other| self.rejected(&self.explanation.contrast(&other.mv.coordinates)?));
        let rejected: Vec<String> = rejected.chain(self.refuted()).collect();
        let mut paragraphs = vec![
            self.paragraph(0, self.decided()),
            self.paragraph(1, wanted),
            self.paragraph(2, self.investigated(chosen)),
            self.paragraph(3, expects),
            self.paragraph(4, rejected),
            self.paragraph(5, self.explanation.now.as_ref().map_or_else(Vec::new, |now| self.now(now))),
        ];
        paragraphs.retain(|paragraph| !paragraph.sentences.is_empty());
        paragraphs
    }

    /// Returns why the program did not choose another move.
    pub fn why_not(&self, contrast: &Contrast<'_>) -> Vec<String> {
        let mut sentences: Vec<String> = self.rejected(contrast).into_iter().collect();
        if let Some(short) = contrast.short_of_a_place.filter(|&short| short > 0) {
            sentences.push(self.fill(Phrase::ShortOf, &[("short", &self.points(short))]));
        }
        sentences.extend(self.on_the_way(contrast.other));
        let lacks: Vec<Net> = contrast.factors.iter().filter(|net| net.amount > 0).cloned().collect();
        if contrast.other.entrance.is_none() && contrast.other.rank.is_some() && !lacks.is_empty() {
            let reasons = self.reasons(&lacks, REASONS_SHOWN);
            let values = [("chosen", self.mv(&contrast.chosen.mv)), ("reasons", &reasons)];
            sentences.push(self.fill(Phrase::Lacks, &values));
        }
        sentences
    }

    /// Returns the sentence for a legal move that is not in the list.
    pub fn not_listed(&self, mv: &Named) -> String {
        self.fill(Phrase::NotListed, &[("move", self.mv(mv))])
    }

    /// Returns the sentence for a move of the game that the program does not choose.
    pub fn other_played(&self, played: &Named) -> Option<String> {
        let found = self.explanation.found()?;
        let values = [("played", self.mv(played)), ("move", self.mv(&found.mv))];
        Some(self.fill(Phrase::OtherPlayed, &values))
    }

    /// Returns a move in the chosen notation.
    pub fn mv<'m>(&self, mv: &'m Named) -> &'m str {
        match self.notation {
            Notation::Descriptive => &mv.descriptive,
            Notation::Algebraic => mv.short(),
        }
    }

    fn fill(&self, phrase: Phrase, values: &[(&str, &str)]) -> String {
        self.wording.fill(phrase, values)
    }

    fn paragraph(&self, number: usize, sentences: Vec<String>) -> Paragraph {
        Paragraph { title: self.wording.titles[number], sentences }
    }

    fn mover(&self) -> &'static str {
        self.wording.side(self.explanation.mover())
    }

    fn enemy(&self) -> &'static str {
        self.wording.side(!self.explanation.mover())
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

    /// Returns the place of a move in the list, with the reasons.
    fn ranked(&self, candidate: &Candidate, most: usize) -> String {
        let count = self.explanation.moves.iter().filter(|other| other.rank.is_some()).count();
        let (rank, nets) = (candidate.rank.unwrap_or_default(), nets(&candidate.factors));
        let phrase = match rank {
            _ if nets.is_empty() => Phrase::RankedPlain,
            1 => Phrase::First,
            _ => Phrase::Ranked,
        };
        let reasons = self.reasons(&nets, most);
        let values = [
            ("move", self.mv(&candidate.mv)),
            ("rank", &rank.to_string()),
            ("count", &count.to_string()),
            ("points", &candidate.plausibility.to_string()),
            ("reasons", &reasons),
        ];
        self.fill(phrase, &values)
    }

    /// Returns the largest reasons as one list of clauses.
    fn reasons(&self, nets: &[Net], most: usize) -> String {
        let clauses: Vec<String> = nets.iter().take(most).map(|net| self.reason(net)).collect();
        self.and(&clauses)
    }

    fn reason(&self, net: &Net) -> String {
        let clauses = self.wording.reasons.get(usize::from(net.heuristic) - 1);
        let (gain, loss) = clauses.copied().unwrap_or(("", ""));
        let piece = net.piece.as_ref().map(|man| self.man(man)).unwrap_or_default();
        let square = net.square.as_ref().map(|place| self.place(place)).unwrap_or_default();
        let slider = net.uncovered.as_ref().map(|man| self.man(man)).unwrap_or_default();
        let [man, opened] = [&net.piece, &net.uncovered].map(|man| self.bare(man.as_ref()));
        let values = [
            ("piece", piece.as_str()),
            ("man", &man),
            ("square", square),
            ("slider", &slider),
            ("opened", &opened),
        ];
        let clause = match &net.piece {
            Some(man) if man.kind() == Kind::King && ATTACKS.contains(&net.heuristic) => {
                let phrase = if net.amount > 0 { Phrase::AttacksKing } else { Phrase::LeavesKing };
                self.fill(phrase, &values)
            }
            _ => fill(if net.amount > 0 { gain } else { loss }, &values),
        };
        let discovers = !slider.is_empty() && !LINES.contains(&net.heuristic);
        let before = if discovers { fill(self.wording.uncovers, &values) + " " } else { String::new() };
        format!("{before}{clause} ({:+})", net.amount)
    }

    fn man(&self, man: &Man) -> String {
        let values = [("kind", self.wording.kind(man.kind())), ("square", self.place(&man.square))];
        self.fill(Phrase::ManAt, &values)
    }

    /// Returns a piece without its article.
    fn bare(&self, man: Option<&Man>) -> String {
        let Some(man) = man else { return String::new() };
        let values = [("kind", self.wording.kind(man.kind())), ("square", self.place(&man.square))];
        self.fill(Phrase::BareManAt, &values)
    }

    fn place<'m>(&self, place: &'m Place) -> &'m str {
        match self.notation {
            Notation::Descriptive => &place.descriptive,
            Notation::Algebraic => &place.algebraic,
        }
    }

    fn points(&self, number: i32) -> String {
        match number {
            1 => self.fill(Phrase::OnePoint, &[]),
            _ => self.fill(Phrase::ManyPoints, &[("number", &number.to_string())]),
        }
    }

    /// Joins several things.
    fn and(&self, things: &[String]) -> String {
        match things {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => {
                self.fill(Phrase::And, &[("first", &first.join(", ")), ("last", last.as_str())])
            }
        }
    }

    /// Returns what the search expects after the chosen move.
    fn expected(&self, found: &Found, most: usize) -> String {
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
        let (Some(reply), false) = (found.line.get(1), self.explanation.replies.is_empty()) else {
            return self.fill(Phrase::Judged, &judged);
        };
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
        self.fill(Phrase::Replies, &values)
    }

    /// Returns what the search says about the other replies.
    fn other_replies(&self) -> Vec<String> {
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
    fn on_the_way(&self, candidate: &Candidate) -> Option<String> {
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

    fn origin(&self, end: LineEnd, position: &StaticValue) -> String {
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

    fn terms(&self, position: &StaticValue) -> String {
        let terms = self.wording.terms.iter().zip(position.terms());
        let terms: Vec<String> = terms.map(|(name, value)| format!("{name} {}", number(value))).collect();
        terms.join(", ")
    }

    /// Returns what the evaluator sees in the position before the move.
    fn now(&self, now: &StaticValue) -> Vec<String> {
        let (value, terms) = (number(now.value), self.terms(now));
        let mut sentences = vec![self.fill(Phrase::Now, &[("value", &value), ("terms", &terms)])];
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

    /// Returns how the investigated moves were chosen.
    fn investigated(&self, chosen: &Candidate) -> Vec<String> {
        let Some(width) = self.explanation.width else { return Vec::new() };
        let listed = || self.explanation.moves.iter().filter(|other| other.rank.is_some());
        let tried = listed().filter(|other| other.entrance.is_some());
        let entered = |wanted| listed().any(|other| other.entrance == Some(wanted));
        let mut more = String::new();
        if width.places > width.width {
            more += &self.fill(Phrase::MorePieces, &[("places", &width.places.to_string())]);
        }
        if entered(Entrance::Always) {
            more += &self.fill(Phrase::MoreMarked, &[]);
        }
        let values = [
            ("tried", tried.count().to_string()),
            ("count", listed().count().to_string()),
            ("width", width.width.to_string()),
            ("more", more),
        ];
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let mut sentences = vec![self.fill(Phrase::Investigated, &values)];
        let entrance = match chosen.entrance {
            Some(Entrance::Always) => Some(Phrase::ByMark),
            Some(Entrance::Pieces) => Some(Phrase::ByPieces),
            Some(Entrance::Given) => Some(Phrase::ByGiven),
            Some(Entrance::Width) | None => None,
        };
        sentences.extend(entrance.map(|phrase| self.fill(phrase, &[("move", self.mv(&chosen.mv))])));
        sentences
    }

    /// Returns the sentences about the refuted moves, those with the same value to reach together.
    fn refuted(&self) -> Vec<String> {
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
    fn rejected(&self, contrast: &Contrast<'_>) -> Option<String> {
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

    fn lower(&self, mv: (&str, &str), by: i32, value: &str, term: Option<&TermChange>) -> String {
        let by = by.to_string();
        let values = [mv, ("by", by.as_str()), ("value", value)];
        let Some(term) = term else { return self.fill(Phrase::Lower, &values) };
        let names = ["material", "ratio", "pawns", "king_safety", "center"];
        let place = names.iter().position(|name| *name == term.term).unwrap_or_default();
        let (chosen, other) = (number(term.chosen), number(term.other));
        let more = [("term", self.wording.terms[place]), ("chosen", &chosen), ("other", &other)];
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

    /// Returns a judgement of a value.
    fn judgement(&self, value: i32) -> String {
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

/// Returns a value with its sign.
fn number(value: i32) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}") }
}
