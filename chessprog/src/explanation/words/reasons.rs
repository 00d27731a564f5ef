//! The English clauses of the heuristics.
//!
//! The move is the subject of every clause. Each heuristic has a clause for a positive amount and one for a
//! negative amount, because a move also gives up what the piece did on its old square. A clause is empty if
//! the amount never has that sign. `{piece}` (with the article), `{man}` (without it) and `{square}` are the
//! piece and the square of the term. `{slider}` and `{opened}` are the piece whose line the move opens.

use crate::parameters::comments::HEURISTICS;

/// The clauses of a heuristic, for a positive and for a negative amount.
pub type Clauses = (&'static str, &'static str);

/// The clauses of all heuristics, H1 first.
pub const REASONS: [Clauses; HEURISTICS] = [
    ("", "moves a piece too early in the game"),
    // H2 is added to H43.
    ("", ""),
    ("controls the centre square {square}", "gives up the centre square {square}"),
    ("attacks {piece} with a pawn", "no longer attacks {piece} with a pawn"),
    (
        "attacks {piece}, which is pinned but guarded by a pawn",
        "no longer attacks {piece}, which is pinned but guarded by a pawn",
    ),
    ("attacks {piece}, which is pinned", "no longer attacks {piece}, which is pinned"),
    ("attacks {piece}, which is worth more than the attacker", ""),
    ("attacks {piece} with enough support to outnumber the defenders", ""),
    (
        "attacks {piece}, which has no more defenders than attackers",
        "no longer attacks {piece}, which has no more defenders than attackers",
    ),
    ("attacks {piece}, which is undefended", ""),
    ("no longer offers a trade for {piece}", "offers a trade for {piece}"),
    // H12 is added to H43.
    ("", ""),
    ("", "moves the king for the first time"),
    ("", "gives up the right to castle by moving the king"),
    ("moves {piece} out of danger", ""),
    ("blocks the passed {man}", ""),
    ("moves a backward pawn", ""),
    ("advances a passed pawn to {square}", ""),
    ("brings the king back to {square}", "brings the king forward to {square}"),
    ("", "gets in the way of the friendly {man}"),
    ("blocks a line of the enemy {man}", ""),
    // `Phrase::Constant` is the sentence for the constant.
    ("", ""),
    ("", "blocks the way of the king's pawn at {square}"),
    ("", "blocks the way of the queen's pawn at {square}"),
    ("opens a line for {slider}", ""),
    ("", "opens a line for the enemy {opened}"),
    ("", "exposes {piece}"),
    ("", "moves {piece} before castling"),
    ("moves onto the rank of the enemy king on {square}", ""),
    ("moves onto the file of the enemy king on {square}", ""),
    ("moves onto a diagonal of the enemy king on {square}", ""),
    ("removes {piece} and its control of squares", ""),
    ("captures {piece}, which is undefended", ""),
    ("captures {piece}, which is worth more than the capturer", ""),
    ("captures {piece} and comes out ahead after the trade", ""),
    ("captures {piece} with more attackers than there are defenders", ""),
    ("trades itself for {piece}, which is worth the same", ""),
    ("", "captures {piece}, which is worth less than the capturer and is defended"),
    ("", "captures {piece} in a series of trades that loses"),
    ("captures {piece} in a series of trades that loses nothing", ""),
    ("captures {piece} and makes another threat at the same time", ""),
    ("", "moves to {square}, where it can be captured"),
    ("goes to a better square", "goes to a worse square"),
    ("castles", ""),
    ("is raised to zero, because no total may be below zero", ""),
];
