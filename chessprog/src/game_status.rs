//! The state of a game for a user interface: the status line, the last move of the machine (the program's
//! side), and the lines that take back a move or start a new game. The terminal and the web page use it.

use crate::vocabulary::Side;

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameStatus {
    /// The side to move.
    pub to_move: Side,
    /// Whether the machine plays each side, White first.
    pub machine_plays: [bool; 2],
    /// Number of plies in the record.
    pub plies: u32,
    /// Whether the game is over, so that no move can be made.
    pub over: bool,
    /// Whether the board was set up by hand and is not a position yet.
    pub diagram: bool,
}

/// The status while the program has stopped at a node of the search.
pub const AT_NODE: &str = "SLS stopped at a node: space continues, ^G ends it, SLS 0 turns it off";

impl GameStatus {
    /// Reads the state of a game from the program's memory; `right` returns the right half of the word at a
    /// label. The caller must set `over`, which the memory does not show.
    pub fn read(right: impl Fn(&str) -> u32) -> GameStatus {
        GameStatus {
            to_move: if right("STM") == 0 { Side::White } else { Side::Black },
            machine_plays: ["PLAYSW", "PLAYSB"].map(|label| right(label) != 0),
            plies: right("GLEN"),
            over: false,
            diagram: right("BADPOS") != 0,
        }
    }

    /// Returns the number of moves before the machine's last one, in a game of `plies` moves. If it plays
    /// neither or both sides, the last move counts as its own. Returns `None` if it has not moved.
    pub fn last_move_of_machine(&self, plies: usize) -> Option<usize> {
        let [white, black] = self.machine_plays;
        let last = plies.checked_sub(1)?;
        // The side to move did not make the last move.
        let made_last = self.machine_plays[(!self.to_move).index()];
        if white == black || made_last { Some(last) } else { last.checked_sub(1) }
    }

    /// Returns the status while the program waits for a line. `example` is a legal move.
    pub fn next(&self, example: &str) -> String {
        if self.diagram {
            return "The board is not a position yet: SIDE W or SIDE B completes it".to_owned();
        }
        if self.over {
            return "The game is over. F6 takes back, F7 begins a new one".to_owned();
        }
        let mover = self.to_move;
        if self.machine_plays != [false, false] {
            return format!("{} to move. Type your move, then RETURN", mover.name());
        }
        // Suggests that the machine plays the side to move or, before the first move, the other side.
        let machine = if self.plies == 0 { !mover } else { mover };
        let (mover, letter, machine) = (mover.name(), machine.letter(), machine.name());
        format!("{mover} to move. Type a move ({example}) or P{letter} (the machine plays {machine})")
    }

    /// Returns the lines that take back the player's last move, or `None` without such a move. While the
    /// machine `thinks`, it is the machine's turn, even if the board shows a position in its tree.
    pub fn back(&self, thinks: bool) -> Option<String> {
        let [white, black] = self.machine_plays;
        let machines_turn = thinks || self.machine_plays[self.to_move.index()];
        // A machine that plays one side answers every move, so its answer must be taken back too.
        let plies = if white != black && !machines_turn { 2 } else { 1 };
        (plies <= self.plies).then(|| format!("U {plies}\n{}", self.role()))
    }

    /// Returns the lines that start a new game with the machine on the same side.
    pub fn anew(&self) -> String {
        format!("RESET\n{}", self.role())
    }

    /// Returns the line that sets the machine's side again, since U and RESET act as PN. A machine that
    /// plays both sides gets no line: it would continue at once.
    fn role(&self) -> &'static str {
        match self.machine_plays {
            [true, false] => "PW\n",
            [false, true] => "PB\n",
            _ => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(to_move: Side, machine_plays: [bool; 2], plies: u32) -> GameStatus {
        GameStatus { to_move, machine_plays, plies, over: false, diagram: false }
    }

    #[test]
    fn take_back_returns_the_turn_to_the_player() {
        let back = |to_move, plays, plies, thinks| standing(to_move, plays, plies).back(thinks);
        let text = |text: &str| Some(text.to_owned());
        let (white, black) = (Side::White, Side::Black);
        // Black has answered, is thinking, or has not started to think; White has answered.
        assert_eq!(back(white, [false, true], 4, false), text("U 2\nPB\n"));
        assert_eq!(back(white, [false, true], 5, true), text("U 1\nPB\n"));
        assert_eq!(back(black, [false, true], 5, false), text("U 1\nPB\n"));
        assert_eq!(back(black, [true, false], 3, false), text("U 2\nPW\n"));
        // The machine plays neither side; no move has been made; the only move is the machine's.
        assert_eq!(back(white, [false, false], 3, false), text("U 1\n"));
        assert_eq!(back(white, [false, false], 0, false), None);
        assert_eq!(back(black, [true, false], 1, false), None);
    }

    #[test]
    fn last_move_of_the_machine_is_found() {
        let last = |to_move, plays, plies| standing(to_move, plays, 0).last_move_of_machine(plies);
        assert_eq!(last(Side::White, [false, true], 2), Some(1));
        assert_eq!(last(Side::White, [false, true], 0), None);
        // It is Black's turn: the machine's last move was the one before White's.
        assert_eq!(last(Side::Black, [false, true], 3), Some(1));
        assert_eq!(last(Side::Black, [false, true], 1), None);
        assert_eq!(last(Side::Black, [false, false], 1), Some(0));
    }

    /// Before the first move, the machine is offered the side that does not move first; afterwards, the side
    /// to move.
    #[test]
    fn status_line_suggests_the_next_action() {
        let next = |to_move, plays| standing(to_move, plays, 3).next("K-B2");
        let first = |to_move| standing(to_move, [false, false], 0).next("K-B2");
        assert_eq!(first(Side::White), "White to move. Type a move (K-B2) or PB (the machine plays Black)");
        assert_eq!(first(Side::Black), "Black to move. Type a move (K-B2) or PW (the machine plays White)");
        assert_eq!(
            next(Side::White, [false, false]),
            "White to move. Type a move (K-B2) or PW (the machine plays White)"
        );
        assert_eq!(
            next(Side::Black, [false, false]),
            "Black to move. Type a move (K-B2) or PB (the machine plays Black)"
        );
        assert_eq!(next(Side::Black, [true, false]), "Black to move. Type your move, then RETURN");
        let over = GameStatus { over: true, ..standing(Side::Black, [false, false], 1) };
        assert_eq!(over.next("K-B2"), "The game is over. F6 takes back, F7 begins a new one");
    }

    #[test]
    fn a_new_game_has_the_same_players() {
        assert_eq!(standing(Side::White, [false, true], 9).anew(), "RESET\nPB\n");
        assert_eq!(standing(Side::White, [true, true], 9).anew(), "RESET\n");
    }
}
