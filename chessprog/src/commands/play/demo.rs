//! `machack demo`: replays a game of the 1967 article, or from a file, on the machine, move by move.

mod script;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use emulator::debug::Speed;
use support::file::Places;
use support::signals::TerminationSignal;

use super::journals::GameStart;
use super::machine::MachinePlayer;
use super::pacer::SlicePacer;
use super::play_to_end;
use super::recording_console::RecordingConsole;
use crate::commands::{file, scores};
use crate::vocabulary::Side;
use script::Script;
use support::number::{whole, within};

/// Replay a game of the 1967 article with the program's thoughts.
///
/// The moves of the game are typed at the teletype of the emulated PDP-6. Before each of Mac Hack's moves
/// after the opening book, the program is asked for its own move (`M`). If it finds a move other than the one
/// in the game, its move is taken back (`U`), and the game's move is typed. The margin of the paper shows
/// the program's move in algebraic notation, its value from White's side (128 to a pawn), the seconds of the
/// search, in parentheses the seconds printed in 1967 (`?` if the print is doubtful), and on the next line
/// the moves that the program expects. The seconds are those of a search with the scope off, even if the full
/// screen shows the scope.
///
/// The full screen keeps the final position until a key is typed. Control-C leaves earlier.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack demo
  machack demo machack-landey --speed 8x --pause 2
  machack demo wagner-machack --plain --moves 5 | less
  machack demo machack-unrated --set TOURN --set 'FANCY 3'")]
pub(crate) struct Args {
    /// A game of the article (wagner-machack, conroy-machack, machack-landey, machack-unrated), or a PGN
    /// file.
    #[arg(value_name = "GAME", default_value = "machack-unrated")]
    pub game: String,
    /// The program's side, if the game does not say which one it is.
    #[arg(long, value_enum)]
    pub side: Option<Side>,
    /// Speed of the machine: `real` (as fast as a PDP-6), a multiple of it such as `8x`, or `max`, as fast as
    /// possible. Default: 8x on the full screen, otherwise max.
    #[arg(long)]
    pub speed: Option<Speed>,
    /// Seconds between two moves. Default: 1 on the full screen, otherwise 0.
    #[arg(long, value_name = "SECONDS", value_parser = within::<u16>(0..=3600))]
    pub pause: Option<u16>,
    /// Stop after N moves of each side.
    #[arg(long, value_name = "N", value_parser = whole::<u16>)]
    pub moves: Option<u16>,
    /// A command to type to the program at the start instead of `ORIG T`, the program of spring 1967 with the
    /// widths for tournaments. Can be repeated.
    #[arg(long, value_name = "LINE", default_value = "ORIG T")]
    pub set: Vec<String>,
    /// Show only the paper of the teletype instead of the full screen.
    #[arg(long)]
    pub plain: bool,
    /// Write the paper with its margin to FILE. The file is complete after each move.
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let mut places = Places::default();
    places.input("the game", &args.game);
    args.transcript.iter().try_for_each(|path| file::declare("--transcript", path, &mut places))?;
    let whole = io::stdin().is_terminal() && io::stdout().is_terminal() && !args.plain;
    let game = scores::nth(&args.game, 1)?;
    let side = game.side(args.side)?;
    let played = game.play()?;
    let mut lines = args.set.clone();
    lines.extend(whole.then(|| "FANCY 2".to_owned()));
    let pause = Duration::from_secs(args.pause.unwrap_or(u16::from(whole)).into());
    let usual = if whole { Speed::Times(8.0) } else { Speed::Maximum };
    let play = super::Args::default();
    let player = MachinePlayer::new(&play, places, GameStart::bare(), None)?;
    let script = Script::new(player, &game.score, &played, side, args.moves, lines, pause)?;
    let graphics = whole.then_some(play.graphics);
    let kept = super::Args { transcript: args.transcript.clone(), ..play };
    let mut program = RecordingConsole::new(Box::new(script), &kept, None)?;
    play_to_end(
        &mut program,
        SlicePacer::new(args.speed.unwrap_or(usual)),
        "",
        graphics,
        out,
        &TerminationSignal::heard()?,
    )
}
