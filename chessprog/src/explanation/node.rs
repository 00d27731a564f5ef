//! Explains a node of a search that is not finished, and the move that led to it.

use super::ending::{StaticValue, static_value};
use super::named_move::Namer;
use super::{Candidate, Explanation, NamedMove, line, named_by};
use crate::emulated::Thinking;
use crate::engine::drivers::TreePosition;
use crate::engine::game::Game;
use crate::engine::position::Position;
use crate::native::Native;
use crate::program::{Case, ChessProgram, Coordinates, NoAnswer};
use crate::vocabulary::Settings;

/// A node of a search that is not finished.
#[derive(Clone, Debug)]
pub struct ExplainedNode {
    /// The move that led to the node; `None` at the root.
    pub reached_by: Option<PrecedingMove>,
    /// The moves that led to the node.
    pub path: Vec<Coordinates>,
    /// The moves of `path` with their names.
    pub line: Vec<NamedMove>,
    /// The list of the node's moves.
    pub list: Explanation,
    /// The static value of the node's position.
    pub value: StaticValue,
    /// The basic depth in plies.
    pub depth: i32,
    /// Whether the node is at the basic depth or below it, where the evaluator is used.
    pub is_deep: bool,
    /// W at the level of the node: the number of moves at the top of the list that are tried in any case.
    pub width: u32,
    /// The number of root moves already tried.
    pub tried: u32,
    /// The best of the root moves already tried, with its value from White's side.
    pub best: Option<(NamedMove, i32)>,
}

/// The move that led to a node.
#[derive(Clone, Debug)]
pub struct PrecedingMove {
    /// The move.
    pub mv: NamedMove,
    /// The list of the position before the move.
    pub list: Explanation,
}

impl PrecedingMove {
    /// Returns the entry of the move in the list. A capture that the evaluator tries may have none.
    pub fn candidate(&self) -> Option<&Candidate> {
        self.list.moves.iter().find(|candidate| candidate.mv.coordinates == self.mv.coordinates)
    }
}

impl ExplainedNode {
    /// Explains the current node of a search in `game`. `pinned` is QRPIN, which the search may have set.
    ///
    /// # Errors
    /// Returns an error if the case is not a valid position.
    pub fn of(
        game: &Case,
        settings: &Settings,
        thinking: &Thinking,
        pinned: bool,
    ) -> Result<ExplainedNode, NoAnswer> {
        let mut native = Native::new();
        native.set_up(game)?;
        let root = native.game().clone();
        // The search makes a move before it checks its legality, so the last one can be illegal.
        let line = line(root.position(), &thinking.line);
        let path = thinking.line[..line.len()].to_vec();
        let at = |path: &[Coordinates]| listed(&root, path, settings, pinned);
        let (list, position) = at(&path);
        let reached_by = path.split_last().map(|(&last, before)| {
            let (list, position) = at(before);
            PrecedingMove { mv: named_by(&position, last), list }
        });
        let side = position.side();
        let value = static_value(&mut native, game, &path, (&position, side), settings)?;
        let best = thinking.best.zip(thinking.value.and_then(|value| i32::try_from(value).ok()));
        Ok(ExplainedNode {
            reached_by,
            line,
            is_deep: path.len() as i32 >= settings.depth,
            width: settings.width(path.len() as i32 + 1),
            path,
            list,
            value,
            depth: settings.depth,
            tried: thinking.tried,
            best: best.map(|(mv, value)| (named_by(root.position(), mv), value)),
        })
    }
}

/// Returns the plausible list of the position after `path`, and that position.
fn listed(root: &Game, path: &[Coordinates], settings: &Settings, pinned: bool) -> (Explanation, Position) {
    let mut tree = TreePosition::root(root);
    tree.carried().queens_rook_pinned |= pinned;
    for mv in path {
        if let Some(legal) = mv.legal_in(tree.position()) {
            tree.step(legal);
        }
    }
    let (entries, _, traced) = tree.plausible(settings.captures, true);
    let position = tree.position().clone();
    let of_entry = |entry| traced.iter().find(|traced| traced.entry == Some(entry));
    let listed = entries.into_iter().filter_map(of_entry);
    let namer = Namer::new(&position);
    let candidate = |(rank, traced)| Candidate::listed(traced, &position, &namer, rank);
    let moves = (1..).zip(listed).map(candidate).collect();
    (Explanation { moves, ..Explanation::of_position(&position, settings) }, position)
}
