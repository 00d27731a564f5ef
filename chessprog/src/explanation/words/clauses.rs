//! The clauses of the reasons, and the words for pieces, squares and numbers.

use super::super::Candidate;
use super::super::factor::{LINES, Man, NetFactor, SquareName, nets};
use super::text::{Notation, Writer};
use super::{Phrase, fill};
use crate::vocabulary::Kind;

/// The heuristics that say how an attacked piece is guarded, which makes no sense for a king.
const ATTACKS: std::ops::RangeInclusive<u8> = 5..=10;
/// H3, the heuristic of the centre squares.
const CENTER: u8 = 3;

/// Number of reasons in the first sentence about a move and in the second. If only one more is left, the
/// second sentence has it too.
const REASONS_SHOWN: [usize; 2] = [3, 4];

/// A reason for a move or against it: a net effect, or a line that the move opens with all its effects.
pub(super) type Reason<'n> = Vec<&'n NetFactor>;

/// Returns the effects as reasons, the largest first. All effects on one opened line are one reason.
pub(super) fn reasons_of(nets: &[NetFactor]) -> Vec<Reason<'_>> {
    let mut reasons: Vec<Reason<'_>> = Vec::new();
    for net in nets {
        let same_line =
            |reason: &&mut Reason<'_>| net.is_line_opened() && reason[0].uncovered == net.uncovered;
        match reasons.iter_mut().find(same_line) {
            Some(reason) => reason.push(net),
            None => reasons.push(vec![net]),
        }
    }
    reasons.sort_by_key(|reason| -amount_of(reason).abs());
    reasons
}

fn amount_of(reason: &Reason<'_>) -> i32 {
    reason.iter().map(|net| net.amount).sum()
}

/// Returns `true` for a square outside the centre. Only fault F15 gives the bonus for the centre there.
fn is_outside(square: &SquareName) -> bool {
    !["d4", "e4", "d5", "e5"].contains(&square.algebraic.as_str())
}

impl Writer<'_> {
    /// Returns the net effects of a move without the attacks on the piece that it captures: a captured piece
    /// is no longer attacked, which is not a reason for or against the move.
    fn effects(candidate: &Candidate) -> Vec<NetFactor> {
        let mut nets = nets(&candidate.factors);
        nets.retain(|net| !net.is_attack_on(candidate.mv.target()));
        nets
    }

    /// Returns the largest reasons as the end of a sentence about the move, first those for the move.
    pub(super) fn reasons(&self, candidate: &Candidate) -> String {
        let nets = Self::effects(candidate);
        let reasons = reasons_of(&nets);
        let largest = &reasons[..reasons.len().min(REASONS_SHOWN[0])];
        let (good, bad) = (self.clauses(largest, 1), self.clauses(largest, -1));
        let phrase = match (good.is_empty(), bad.is_empty()) {
            (true, true) => return String::new(),
            (false, true) => Phrase::Because,
            (false, false) => Phrase::But,
            (true, false) => Phrase::Although,
        };
        self.fill(phrase, &[("good", &good), ("bad", &bad)])
    }

    /// Returns the sentences with the reasons that [`Self::reasons`] leaves out.
    pub(super) fn smaller_reasons(&self, candidate: &Candidate) -> Vec<String> {
        let nets = Self::effects(candidate);
        let reasons = reasons_of(&nets);
        let others = &reasons[reasons.len().min(REASONS_SHOWN[0])..];
        if others.is_empty() {
            return Vec::new();
        }
        let shown = if others.len() > REASONS_SHOWN[1] + 1 { REASONS_SHOWN[1] } else { others.len() };
        let (shown, rest) = others.split_at(shown);
        let shown: Vec<String> = shown.iter().map(|reason| self.reason(reason)).collect();
        let mut sentences = vec![self.fill(Phrase::Also, &[("reasons", &self.and(&shown))])];
        if !rest.is_empty() {
            let sum: i32 = rest.iter().map(amount_of).sum();
            let values = [("number", &*rest.len().to_string()), ("points", &self.points(sum))];
            sentences.push(self.fill(Phrase::Smaller, &values));
        }
        sentences
    }

    /// Returns the reasons of one sign as clauses.
    pub(super) fn clauses(&self, reasons: &[Reason<'_>], sign: i32) -> String {
        let of_sign = reasons.iter().filter(|reason| (amount_of(reason) < 0) == (sign < 0));
        self.and(&of_sign.map(|reason| self.reason(reason)).collect::<Vec<_>>())
    }

    /// Returns a reason as a clause. For an opened line, its effects follow.
    fn reason(&self, reason: &Reason<'_>) -> String {
        let follows = |net: &&NetFactor| net.is_line_opened() && !LINES.contains(&net.heuristic);
        let (following, main): (Vec<&NetFactor>, Vec<&NetFactor>) =
            reason.iter().partition(|net| follows(net));
        let [main, following] = [main, following]
            .map(|nets| self.and(&nets.into_iter().map(|net| self.effect(net)).collect::<Vec<_>>()));
        match following.is_empty() {
            true => main,
            false => self.fill(Phrase::Opens, &[("line", &main), ("effects", &following)]),
        }
    }

    /// Returns an effect as a clause with its amount.
    fn effect(&self, net: &NetFactor) -> String {
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
            _ if net.heuristic == CENTER && net.square.as_ref().is_some_and(is_outside) => {
                self.fill(Phrase::FalseCenter, &values)
            }
            Some(man) if man.kind == Kind::King && ATTACKS.contains(&net.heuristic) => {
                self.fill(Phrase::AttacksKing, &values)
            }
            _ => fill(if net.amount > 0 { gain } else { loss }, &values),
        };
        format!("{clause} ({:+})", net.amount)
    }

    pub(super) fn man(&self, man: &Man) -> String {
        let values = [("kind", self.wording.kind(man.kind)), ("square", self.place(&man.square))];
        self.fill(Phrase::ManAt, &values)
    }

    /// Returns a piece with its side.
    pub(super) fn sides_man(&self, man: &Man) -> String {
        let side = self.wording.side(man.side);
        self.fill(Phrase::SidesMan, &[("side", side), ("man", &self.bare(Some(man)))])
    }

    /// Returns a piece without its article.
    fn bare(&self, man: Option<&Man>) -> String {
        let Some(man) = man else { return String::new() };
        let values = [("kind", self.wording.kind(man.kind)), ("square", self.place(&man.square))];
        self.fill(Phrase::BareManAt, &values)
    }

    /// Returns the number of pieces of each type: `two pawns and a knight`.
    pub(super) fn counted(&self, men: &[Man]) -> String {
        let number = |kind| men.iter().filter(|man| man.kind == kind).count();
        let counted = Kind::ALL.into_iter().filter(|&kind| number(kind) > 0).map(|kind| match number(kind) {
            1 => self.fill(Phrase::OneMan, &[("kind", self.wording.kind(kind))]),
            many => {
                let (_, kinds) = self.wording.kinds[kind as usize];
                self.fill(
                    Phrase::ManyMen,
                    &[("number", self.wording.numbers[many.min(10)]), ("kinds", kinds)],
                )
            }
        });
        self.and(&counted.collect::<Vec<_>>())
    }

    pub(super) fn place<'m>(&self, place: &'m SquareName) -> &'m str {
        match self.notation {
            Notation::Descriptive => &place.descriptive,
            Notation::Algebraic => &place.algebraic,
        }
    }

    pub(super) fn points(&self, number: i32) -> String {
        match number {
            1 => self.fill(Phrase::OnePoint, &[]),
            _ => self.fill(Phrase::ManyPoints, &[("number", &number.to_string())]),
        }
    }

    /// Returns an enumeration: commas between the things, and `and` before the last. If the thing before
    /// `and` contains a comma, another one ends it, so that a clause with `which` does not seem to continue.
    pub(super) fn and(&self, things: &[String]) -> String {
        match things {
            [] => String::new(),
            [one] => one.clone(),
            [others @ .., last] => {
                let has_comma = others.last().is_some_and(|before| before.contains(','));
                let phrase = if has_comma { Phrase::CommaAnd } else { Phrase::And };
                self.fill(phrase, &[("first", &others.join(", ")), ("last", last.as_str())])
            }
        }
    }
}
