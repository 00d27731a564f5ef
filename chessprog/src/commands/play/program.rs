//! The interface to a chess program for `play`: its teletype, its record of the game, and its machine.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use emulator::machine::Machine;
use emulator::tui::Panel;

use crate::emulated::TubePicture;
use crate::game_status::GameStatus;
use crate::program::Case;
use crate::spelling;
use crate::vocabulary::GameMove;

/// The message while RS waits for a tape.
pub(super) const NO_TAPE: &str =
    "RS found no more tape to read: restart with --tape FILE. The game continues";

/// The messages after SAVE if no file was named for the punch: [`NO_PUNCH`] without --pgn-out,
/// [`NO_PUNCH_ON_SCREEN`] in its place on the full screen, and [`NO_PUNCH_BUT_PGN`] with --pgn-out.
pub(super) const NO_PUNCH: &str = "SAVE saved nothing: restart with --punch FILE, or with --pgn-out FILE";
pub(super) const NO_PUNCH_ON_SCREEN: &str =
    "SAVE saved nothing: press F10, or restart with --punch or --pgn-out";
pub(super) const NO_PUNCH_BUT_PGN: &str =
    "SAVE punched no tape (restart with --punch FILE for one), but --pgn-out saves the game";

/// The program's answer if a command for a DECtape fails, and the message if the drives are empty.
pub(super) const TAPE_ERROR: &[u8] = b"TAPE ERROR";
pub(super) const NO_DECTAPE: &str = "there is no DECtape: restart with --dectape FILE";

pub(crate) trait TypingLine {
    /// Types a key. Carriage return is 15 octal, rubout 177, altmode 175.
    fn key(&mut self, key: u8);

    /// Returns `true` if the program waits for a key and has finished printing.
    fn waits(&self) -> bool;

    /// Runs for at most `most` of the machine's time, or until the program waits. Appends what was printed to
    /// `paper`. Returns the machine's time that passed, or zero if the run must not be slowed down.
    fn run(&mut self, most: Duration, paper: &mut Vec<u8>) -> Result<Duration>;

    fn record(&mut self) -> &mut dyn GameRecord;

    fn console(&mut self) -> Option<&mut dyn Console> {
        None
    }

    /// Describes in a few words what the program does when it does not wait.
    fn work(&self) -> String {
        "thinking (^G stops it)".to_owned()
    }

    /// Returns what the player can do while the program waits.
    fn next(&mut self) -> String {
        "Your turn".to_owned()
    }

    /// Returns the hint for a move in a modern notation that the program has just rejected. Returns it only
    /// once.
    fn take_hint(&mut self) -> Option<String> {
        None
    }

    /// Returns a message if the program has punched a tape for which no file was named, or tried to use a
    /// DECtape without one. Returns it only once.
    fn take_unpunched(&mut self) -> Option<&'static str> {
        None
    }

    /// Returns a message if the program waits for a tape that is missing. A key ends the wait.
    fn missing(&self) -> Option<&'static str> {
        None
    }

    /// Returns the reason if the program will never read a key again, because it waits for a device that will
    /// never answer.
    fn stuck(&self) -> Option<String> {
        None
    }

    /// Returns `true` if the program has stopped at a node of the search, as the command SLS makes it do.
    fn is_at_node(&self) -> bool {
        false
    }

    /// Returns `true` if the run has ended without the player leaving.
    fn has_left(&self) -> bool {
        false
    }

    /// Ends the run when the player leaves: saves the machine, and completes the files that options name.
    fn leave(&mut self) -> Result<()> {
        Ok(())
    }
}

/// The record of the game that a program plays, and where it is kept.
pub(crate) trait GameRecord {
    /// Starts recording the moves made in the game.
    fn watch(&mut self) -> Result<()> {
        Ok(())
    }

    /// Returns the moves made since the last call. Returns none if they are not recorded, or if the program
    /// does not reveal them.
    fn take_made(&mut self) -> Vec<GameMove> {
        Vec::new()
    }

    /// Returns the game on the board, if the program has one and reveals it.
    fn game(&self) -> Result<Option<Case>> {
        Ok(None)
    }

    fn standing(&mut self) -> Option<GameStatus> {
        None
    }

    /// Returns `true` if the player would lose an unsaved game: by leaving if `leaves` is `true`, otherwise
    /// by starting another.
    fn would_lose(&self, _leaves: bool) -> bool {
        false
    }

    /// Saves the machine to a file. Returns a message for the player.
    fn save(&mut self) -> Result<String> {
        bail!("only the emulated machine can be saved (--engine emulated)")
    }

    /// Returns the keys that were typed in a resumed game before it was left. Returns them only once.
    fn take_typed(&mut self) -> PendingInput {
        PendingInput::default()
    }

    fn journal(&self) -> Option<&Path> {
        None
    }

    /// Writes what was typed to the journal; `ahead` is the part that the program has not read. Starts the
    /// journal if the player has `touched` a key. Returns a message for the player, if there is one.
    fn keep(&mut self, _ahead: &[u8], _touched: bool) -> Option<String> {
        None
    }
}

/// The keys that had been typed when a game was left.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingInput {
    /// The start of a line that the program had read.
    pub half_line: Vec<u8>,
    /// The keys that the program had not read.
    pub ahead: Vec<u8>,
}

/// The machine on which a program runs, for a view that shows more than the paper.
pub(crate) trait Console {
    fn machine(&mut self) -> &mut Machine;

    /// Lets the machine's time pass while the program waits for a key, so that its clocks run.
    fn idle(&mut self, time: Duration) -> Result<()>;

    fn drawn(&self) -> TubePicture;

    /// Returns the plausible moves of the position on the board, unless the position belongs to a search.
    fn plausible(&mut self) -> Result<Option<Panel>>;

    fn thinking(&self) -> Option<Panel>;

    /// Returns the reasons for the machine's last move, and those against the move being typed, unless the
    /// program thinks.
    fn reasons(&mut self, typed: &str) -> Result<Option<Panel>>;
}

/// Returns what to type instead of a line that is a move in another notation. See [`spelling::respelled`].
pub(super) fn respelled(program: &mut dyn TypingLine, line: &str) -> Option<String> {
    spelling::respelled(line, || program.record().game().ok().flatten())
}
