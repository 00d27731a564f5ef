//! The English clause of each heuristic, in the order of their numbers.
//!
//! The subject of every clause is the move. Each heuristic has a clause for a positive amount and one for a
//! negative amount, since leaving a square gives up what the piece did there. `{piece}` (with the article),
//! `{man}` (without it) and `{square}` are what the term is about. `{slider}` and `{opened}` are the piece
//! whose line the move opens.

use crate::parameters::comments::HEURISTICS;

/// The clauses of a heuristic: for a positive amount, for a negative one.
pub type Clauses = (&'static str, &'static str);

/// The clause in front of the others when the move opens the line of another piece.
pub const UNCOVERS: &str = "opens a line for {slider}, which";

/// The clauses, starting with H1.
pub const REASONS: [Clauses; HEURISTICS] = [
    ("does not move a piece too early in the game", "moves a piece too early in the game"),
    ("leaves a poor square", "leaves a good square"),
    ("controls the center square {square}", "gives up the center square {square}"),
    ("attacks {piece} with a pawn", "no longer attacks {piece} with a pawn"),
    (
        "attacks {piece}, which is pinned but guarded by a pawn",
        "no longer attacks {piece}, which is pinned but guarded by a pawn",
    ),
    ("attacks {piece}, which is pinned", "no longer attacks {piece}, which is pinned"),
    (
        "attacks {piece}, which is worth more than the attacker",
        "no longer attacks {piece}, which is worth more than the attacker",
    ),
    (
        "attacks {piece} with enough support to outnumber the defenders",
        "no longer supports the attack on {piece}",
    ),
    (
        "attacks {piece}, which has no more defenders than attackers",
        "no longer attacks {piece}, which has no more defenders than attackers",
    ),
    ("attacks {piece}, which is undefended", "no longer attacks {piece}, which is undefended"),
    ("no longer offers a trade for {piece}", "offers a trade for {piece}"),
    (
        "counts for half, because the piece is a queen or king",
        "counts for half, because the piece is a queen or king",
    ),
    ("keeps the king where it is", "moves the king for the first time"),
    ("keeps the right to castle", "gives up the right to castle by moving the king"),
    ("moves {piece} out of danger", "leaves {piece} in danger"),
    ("blocks the passed {man}", "stops blocking the passed {man}"),
    ("moves a backward pawn", "moves a backward pawn"),
    ("advances a passed pawn to {square}", "moves a passed pawn to {square}"),
    ("brings the king back to {square}", "brings the king forward to {square}"),
    ("clears a line of the mover's {man}", "blocks a line of the mover's {man}"),
    ("blocks a line of the enemy {man}", "clears a line of the enemy {man}"),
    ("is a move", "is a move"),
    ("clears the way of the king's pawn", "blocks the way of the king's pawn at {square}"),
    ("clears the way of the queen's pawn", "blocks the way of the queen's pawn at {square}"),
    ("opens a line for {slider}", "opens a line for {slider}"),
    ("opens no line for the enemy {opened}", "opens a line for the enemy {opened}"),
    ("protects {piece}", "exposes {piece}"),
    ("does not move {piece} before castling", "moves {piece} before castling"),
    ("moves onto the rank of the enemy king on {square}", "leaves the rank of the enemy king on {square}"),
    ("moves onto the file of the enemy king on {square}", "leaves the file of the enemy king on {square}"),
    (
        "moves onto a diagonal of the enemy king on {square}",
        "leaves a diagonal of the enemy king on {square}",
    ),
    ("removes {piece} and its control of squares", "captures {piece}, which controls nothing"),
    ("captures {piece}, which is undefended", "captures {piece}, which is undefended"),
    ("captures {piece}, which is worth more than the capturer", "captures {piece}"),
    ("captures {piece} and comes out ahead after the trade", "captures {piece} and loses by the trade"),
    ("captures {piece} with more attackers than there are defenders", "captures {piece}"),
    ("trades itself for {piece}, which is worth the same", "trades itself for {piece}"),
    (
        "captures {piece} for more than it is worth",
        "captures {piece}, which is worth less than the capturer and is defended",
    ),
    (
        "captures {piece} in a series of trades that gains",
        "captures {piece} in a series of trades that loses",
    ),
    ("captures {piece} in a series of trades that loses nothing", "captures {piece}"),
    ("captures {piece} and makes another threat at the same time", "captures {piece}"),
    ("moves to {square} safely", "moves to {square}, where it can be captured"),
    ("goes to a better square", "goes to a worse square"),
    ("castles", "castles"),
    ("counts as zero, because no total is below zero", "counts as zero, because no total is below zero"),
];
