//! Implements [`Subject`] for the native program.

use std::sync::atomic::AtomicBool;

use super::{
    AttackCounts, Digest, EvaluatorReport, GeneratedMoves, LegalMoves, MoveReading, StaticTerms, Subject,
    TypedTraces,
};
use crate::emulated::ProbeEvent;
use crate::engine::book::look_up;
use crate::engine::drivers::TreePosition;
use crate::engine::listing::RootPosition;
use crate::engine::moves::{in_check, legal, perft};
use crate::engine::notation::{self, Reading};
use crate::engine::plausible::TracedMove;
use crate::native::Native;
use crate::program::{Answer, BoardState, Coordinates, NoAnswer};
use crate::vocabulary::probe::{Point, Probe, Row};
use crate::vocabulary::{Move, Piece, Settings, Side, Square};

/// The default of SETC: all captures are marked *always* on this many levels from the root.
const CAPTURE_LEVELS: i32 = 2;

/// Returns a value for each of the pieces 1-32.
fn men<T>(of: impl Fn(Piece) -> T) -> [T; 32] {
    std::array::from_fn(|index| of(Piece::new(index as u8 + 1)))
}

fn numbers(pieces: impl IntoIterator<Item = Piece>) -> Vec<u8> {
    pieces.into_iter().map(Piece::number).collect()
}

fn coordinates(moves: Vec<Move>) -> Vec<Coordinates> {
    moves.into_iter().map(Coordinates::from).collect()
}

/// A probe that keeps the reports made at `points`.
struct EventCollector<'a> {
    points: &'a [&'static Row],
    events: Vec<ProbeEvent>,
}

impl Probe for EventCollector<'_> {
    fn at<const N: usize>(&mut self, point: &'static Point<N>, values: [i64; N]) {
        if self.points.iter().any(|row| row.index == point.row.index) {
            self.events.push(ProbeEvent::new(&point.row, &values));
        }
    }
}

impl Subject for Native {
    fn observe(
        &mut self,
        settings: &Settings,
        points: &[&'static Row],
    ) -> Result<(Answer, Vec<ProbeEvent>), NoAnswer> {
        let mut keeper = EventCollector { points, events: Vec::new() };
        let answer = self.think_until(settings, &AtomicBool::new(false), &mut keeper);
        Ok((answer.ok_or(NoAnswer::Stopped)?, keeper.events))
    }

    fn placed(&mut self) -> Result<BoardState, NoAnswer> {
        let position = self.game().position();
        Ok(BoardState {
            key: position.key(),
            squares: men(|piece| position.square(piece)),
            moved: men(|piece| position.moved(piece).into()),
            working: men(|piece| position.working(piece).into()),
            fixed: men(|piece| position.fixed(piece).into()),
            castlings: Side::BOTH.map(|side| position.castlings(side).into()),
            ghost: position.ghost().map_or(Square::NONE, |(square, _)| square),
            quiet: position.quiet().into(),
            game_ply: position.game_ply().into(),
        })
    }

    fn legal(&mut self) -> Result<LegalMoves, NoAnswer> {
        let position = self.game().position();
        let moves = legal(position);
        let after = moves.iter().map(|&mv| {
            let (mut position, mut carried) = (position.clone(), *self.game().carried());
            position.make(mv, &mut carried);
            position.key()
        });
        Ok(LegalMoves { after: after.collect(), check: in_check(position), moves })
    }

    fn perft(&mut self, depth: u32) -> Result<u64, NoAnswer> {
        Ok(perft(self.game().position(), depth))
    }

    fn times(&mut self) -> Result<usize, NoAnswer> {
        Ok(self.game().times())
    }

    fn tables(&mut self) -> Result<AttackCounts, NoAnswer> {
        let tree = TreePosition::root(self.game());
        let attacks = Side::BOTH.map(|side| {
            let of = |square| {
                let attack = tree.attack(side, square);
                (attack.count() as u32, attack.codes() as u32)
            };
            Square::all().map(of).collect()
        });
        Ok(AttackCounts { attacks, pinned: numbers(tree.pinned()) })
    }

    fn evaluate(
        &mut self,
        path: &[Coordinates],
        paper: bool,
    ) -> Result<(StaticTerms, EvaluatorReport), NoAnswer> {
        let mut tree = TreePosition::root(self.game());
        for &mv in path {
            let found = mv.legal_in(tree.position()).ok_or(NoAnswer::Illegal { mv })?;
            tree.step(found);
        }
        let (terms, examined) = (tree.statics(paper), tree.examine(paper));
        let terms = StaticTerms {
            material: terms.material,
            ratio: terms.ratio,
            pawns: terms.pawns,
            king_safety: terms.king,
            center: terms.center,
            value: terms.sum(),
            kings: terms.kings,
        };
        let examined = EvaluatorReport {
            prise: numbers(examined.prise),
            captures: examined.captures.iter().map(|capture| (capture.mv, capture.gain)).collect(),
            condition: examined.condition,
        };
        Ok((terms, examined))
    }

    fn generate(&mut self, path: &[Coordinates], pinned: bool) -> Result<GeneratedMoves, NoAnswer> {
        let mut tree = TreePosition::root(self.game());
        tree.carried().queens_rook_pinned |= pinned;
        for &mv in path {
            let found = mv.legal_in(tree.position()).ok_or(NoAnswer::Illegal { mv })?;
            tree.step(found);
        }
        let prise = numbers(tree.prise());
        let (list, counts, _) = tree.plausible(CAPTURE_LEVELS, false);
        Ok(GeneratedMoves {
            entries: list,
            squares: Square::all().map(|square| counts.squares[square]).collect(),
            prise,
            safe: men(|piece| counts.safe_moves[piece.index()].into()),
            with_safe: counts.pieces_with_safe_moves as u32,
        })
    }

    fn digest(&mut self) -> Result<Digest, NoAnswer> {
        Ok(self.memory().hash().digest())
    }

    fn traces(&mut self) -> Result<Vec<TracedMove>, NoAnswer> {
        let (list, _, mut traced) = TreePosition::root(self.game()).plausible(CAPTURE_LEVELS, true);
        let place = |traced: &TracedMove| list.iter().position(|entry| Some(*entry) == traced.entry);
        // Dropped moves have no place in the list and keep their order after it.
        traced.sort_by_key(|traced| place(traced).unwrap_or(usize::MAX));
        Ok(traced)
    }

    fn typed_traces(&mut self) -> Result<TypedTraces, NoAnswer> {
        let mut typed = TypedTraces::default();
        for traced in self.traces()? {
            let (mv, lines) = (traced.mv.into(), traced.lines(self.game().position()));
            match traced.entry {
                Some(entry) => typed.list.push((mv, entry.plausibility, lines)),
                None => typed.dropped.push((mv, lines)),
            }
        }
        Ok(typed)
    }

    fn static_trace(&mut self, paper: bool) -> Result<Vec<String>, NoAnswer> {
        Ok(RootPosition::new(self.game(), &Settings { paper, ..Settings::normal() }).statics())
    }

    fn book(&mut self) -> Result<Option<Move>, NoAnswer> {
        Ok(look_up(self.game().position()))
    }

    fn write(&mut self, mv: Move) -> Result<String, NoAnswer> {
        Ok(notation::write(self.game().position(), mv))
    }

    fn read(&mut self, text: &str) -> Result<MoveReading, NoAnswer> {
        let position = self.game().position();
        let over = legal(position).is_empty();
        Ok(match notation::read(position, text) {
            Reading::Unreadable => MoveReading::Unreadable,
            _ if over => MoveReading::Over,
            Reading::Move(mv, _) => MoveReading::Ok(mv.into()),
            Reading::Illegal => MoveReading::Illegal,
            Reading::Ambiguous(moves) => {
                let line = notation::ambiguous(position, &moves);
                MoveReading::Ambiguous(coordinates(moves), line)
            }
        })
    }
}
