//! `machack play`: the teletype.
//!
//! At one end of the teletype's line is a program ([`TypingLine`]): the MIDAS program on the emulated PDP-6,
//! the Rust program, or the program of 1967. At the other end is the player, in a pipe (`plain`) or at a
//! terminal (`play_loop`). Neither end depends on details of the other.

mod dectapes;
pub(crate) mod demo;
mod game_saver;
mod journals;
mod live;
mod machine;
mod margin;
mod native;
mod opening;
mod original;
mod pacer;
mod plain;
mod plausible_cache;
mod play_loop;
mod program;
mod reasons;
mod recording_console;
mod scope;
mod score;
mod view;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::FromArgMatches as _;
use emulator::debug::Speed;
use emulator::io::teletype;
use emulator::tui::{Graphics, Theme};
use support::file::Places;
use support::report;
use support::signals::TerminationSignal;

use super::engine::EngineChoice;
use super::file;
use super::settings::within;
use crate::explanation::words::Notation;
use crate::original::text_of;
use crate::parameters::settings::DEPTHS;
use crate::parameters::switches::FANCIES;
use crate::vocabulary::{Settings, Side};
use dectapes::DrivenTape;
use journals::GameStart;
pub(crate) use journals::saved_machine;
use opening::{Opening, OpeningArgs};
use pacer::SlicePacer;
use program::{PendingInput, TypingLine};
use recording_console::RecordingConsole;

/// Play at the teletype.
///
/// The emulated PDP-6 starts the program from its paper tape, and the program types `MAC HACK SIX`. Type
/// moves in descriptive notation (`P-K4`, `NXP/Q5`, `O-O`) or in coordinates (`E2E4`). `Kt-KB3`, `P-K8(Q)`
/// and other forms used in books are converted for the program. `PW` lets the program play White, `PB` Black,
/// and `M` makes it play one move. `BD` prints the board, `PG` the game, `LIST` all settings. `U` takes back
/// a half-move, control-G makes the program stop thinking, and `HELP` lists the commands. Control-C or
/// control-D leaves, control-Z suspends.
///
/// On a terminal, the full screen shows the teletype's paper, the scope (the machine's display tube) with
/// board and game, and the lights of the machine. F1 explains the keys (speed, pause, take back, new game,
/// save). If leaving would lose the game, the command asks first. With --plain, the terminal shows only the
/// paper, and likewise with the programs that have no scope: the Rust version (--engine native) and the
/// original program of 1967 (--engine original). The original program has its own set of commands, among
/// them `PW`, `PB`, `SETD 4` and `PG`, and takes moves such as `P-K4`.
///
/// At a terminal, every key typed to the emulated machine is saved at once in a journal, a file in
/// $XDG_STATE_HOME/machack or ~/.local/state/machack (on Windows %LOCALAPPDATA%\machack), unless
/// --no-journal is given. The other programs (--engine) have no journal. If the command is killed, the window
/// is closed or the disk is full, `machack --resume` continues the game at the last character. If there is an
/// unfinished game, `machack` asks whether to resume it. Games that have ended, and games that you did not
/// want to resume (answer N), are removed after 30 days, or when there are more than 20 of them.
///
/// If standard input or output is not a terminal, the teletype is a plain stream: the next line of the input
/// is typed when the program waits for one. At the end of the input, the program finishes typing before the
/// command ends.
///
/// --pgn-out and --transcript write the games and the paper to files, which are complete after every move.
/// The files keep their old contents until something is played. A second run with the same file is refused
/// while the first one runs.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack play --side white --level 3
  printf 'PB\\nP-K4\\n' | machack play --plain
  machack play --side white --notation algebraic --pgn-out game.pgn
  machack play --pgn machack-unrated --plies 42 --side black
  machack play --speed real --printer listing.txt --dectape games.dta")]
pub(crate) struct Args {
    /// Show only the paper of the teletype instead of the full screen.
    #[arg(long)]
    pub plain: bool,
    /// The side that you play. The program plays the other.
    #[arg(long, value_enum)]
    pub side: Option<Side>,
    #[arg(long, value_name = "N", value_parser = within::<u32>(DEPTHS), help = format!(
        "How far the program looks ahead: basic depth of the search in plies, {} to {}, as the command SETD \
         sets it [default: {}]",
        DEPTHS.start(), DEPTHS.end(), Settings::normal().depth
    ))]
    pub level: Option<u32>,
    /// Speed of the machine: `real` (as fast as a PDP-6), a multiple of it such as `8x`, or `max`, as fast as
    /// possible. With `max`, the machine's clock stops while the program waits for input and nothing moves
    /// in the picture.
    #[arg(long, default_value = "max")]
    pub speed: Speed,
    /// The program to play against.
    #[arg(long, value_enum, default_value = "emulated")]
    pub engine: EngineChoice,
    /// Write the output of the line printer to FILE. A new game replaces the old contents.
    #[arg(long, value_name = "FILE")]
    pub printer: Option<PathBuf>,
    /// Paper tape with a saved game, which the command RS reads.
    #[arg(long, value_name = "FILE")]
    pub tape: Option<PathBuf>,
    /// Write the paper tape to FILE. The command SAVE punches the game on it. For a new game the file must be
    /// new, so that no saved game is lost.
    #[arg(long, value_name = "FILE")]
    pub punch: Option<PathBuf>,
    /// A DECtape for games saved by name (commands KEEP, GAMES, FETCH, DROP): an image file, created if it
    /// does not exist. It is put into drive 2, or with `N=FILE` into drive N, which the command `UNIT N`
    /// selects. Can be repeated.
    #[arg(long, value_name = "[N=]FILE")]
    pub dectape: Vec<DrivenTape>,
    /// What the scope shows at the start, as the command FANCY sets it: 0 nothing, 1 the board, 2 also the
    /// game, 3 also what the program thinks. Default: 2 on the full screen, otherwise 0.
    #[arg(long, value_name = "N", value_parser = within::<u32>(FANCIES))]
    pub fancy: Option<u32>,
    /// How to draw the scope.
    #[arg(long, value_enum, default_value = "auto")]
    pub graphics: Graphics,
    /// Where the game begins.
    #[command(flatten)]
    pub opening: OpeningArgs,
    /// Write the games to FILE as PGN, with the machine's value and time as comments. The first move replaces
    /// the old contents.
    #[arg(long, value_name = "FILE")]
    pub pgn_out: Option<PathBuf>,
    /// Write the paper of the teletype to FILE, without the margin. The first move replaces the old contents.
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,
    /// Notation of moves. `algebraic` adds the moves in algebraic notation in the margin of the paper. What
    /// the program types does not change.
    #[arg(long, value_enum, default_value = "descriptive")]
    pub notation: Notation,
    /// Save the machine to FILE when you leave.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Continue a game. FILE is a machine saved with --save, or a journal. Default without FILE: the most
    /// recent unfinished game.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    pub resume: Option<Option<PathBuf>>,
    /// Save the journal of the game in FILE. If FILE contains a game, continue it. Default: at a terminal a
    /// file in $XDG_STATE_HOME/machack, ~/.local/state/machack or (on Windows) %LOCALAPPDATA%\machack; in a
    /// pipe no journal.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["no_journal", "resume"])]
    pub journal: Option<PathBuf>,
    /// Do not save a journal of the game.
    #[arg(long)]
    pub no_journal: bool,
}

/// The arguments of a command line without options.
impl Default for Args {
    fn default() -> Args {
        let command = <Args as clap::Args>::augment_args(clap::Command::new("play"));
        let matches = command.try_get_matches_from(["play"]);
        matches.and_then(|matches| Args::from_arg_matches(&matches)).expect("no argument is required")
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let places = places(args)?;
    let opening = args.opening.read()?;
    let mut is_resumed = false;
    let program: Box<dyn TypingLine> = match args.engine {
        EngineChoice::Emulated => {
            let start = GameStart::of(args, terminal)?;
            is_resumed = start.is_resumed();
            Box::new(machine::MachinePlayer::new(args, places, start, opening.as_ref())?)
        }
        EngineChoice::Native => Box::new(native::NativePlayer::new(args, opening.as_ref())?),
        EngineChoice::Original => Box::new(original::OriginalPlayer::new(args, opening.as_ref())?),
    };
    let beginning = opening.as_ref().and_then(|opening| opening.read.clone());
    let mut program = RecordingConsole::new(program, args, beginning)?;
    let pacer = SlicePacer::new(args.speed);
    let ending = TerminationSignal::heard()?;
    let whole = terminal && !args.plain && program.console().is_some();
    let first = first_lines(args, opening.as_ref(), whole && !is_resumed)?;
    play_to_end(&mut program, pacer, &first, whole.then_some(args.graphics), out, &ending)
}

/// Plays until the end. `first` is typed for the player at the start. With `graphics`, the whole screen is
/// used.
fn play_to_end(
    program: &mut dyn TypingLine,
    pacer: SlicePacer,
    first: &str,
    graphics: Option<Graphics>,
    out: &mut dyn Write,
    ending: &TerminationSignal,
) -> Result<ExitCode> {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let played = if let Some(graphics) = graphics {
        let theme = Theme::of_environment();
        let mut view = view::ScreenView::open(theme, graphics)?;
        play_loop::play(program, pacer, first, &mut view, ending)
    } else if terminal {
        let mut view = view::PaperView::open(out)?;
        play_loop::play(program, pacer, first, &mut view, ending)
    } else {
        let PendingInput { half_line, ahead } = program.record().take_typed();
        let given = [setup(&half_line, first), ahead].concat();
        let mut input = plain::InterruptibleInput::new(given, io::stdin(), ending);
        plain::play(program, pacer, &mut input, out, ending)
    };
    // Save what was played even after an error.
    let left = program.leave();
    if (played.is_err() || left.is_err())
        && let Some(journal) = program.record().journal().filter(|path| path.exists())
    {
        let journal = journal.display();
        // If the window was closed, the message fails too, which is not another error.
        let _ = report::message(format!(
            "machack: the game is in `{journal}`: machack --resume '{journal}' continues it"
        ));
    }
    if terminal && played.is_err() {
        ending.wait();
    }
    match ending.status() {
        // A closed terminal cannot be written to, which is not another error.
        Some(status) => left.map(|()| status),
        None => report::all([played, left]).map(|()| ExitCode::SUCCESS),
    }
}

/// Returns the keys that set the program up, which come before all keys of the player. If the game continues
/// in the middle of a line, that line is deleted, and typed again after the set-up.
fn setup(half_line: &[u8], first: &str) -> Vec<u8> {
    if first.is_empty() || half_line.is_empty() {
        return teletype::keys(first);
    }
    [&[teletype::RUBOUT][..], &teletype::keys(first), half_line].concat()
}

/// Returns the files named by options. Checks all output files before anything is done.
fn places(args: &Args) -> Result<Places> {
    let mut places = Places::default();
    args.resume.iter().flatten().for_each(|path| places.input("--resume", path));
    args.tape.iter().for_each(|path| places.input("--tape", path));
    args.opening.pgn.iter().for_each(|path| places.input("--pgn", path));
    let outputs = [
        ("--save", &args.save),
        ("--printer", &args.printer),
        ("--punch", &args.punch),
        ("--pgn-out", &args.pgn_out),
        ("--transcript", &args.transcript),
        ("--journal", &args.journal),
    ];
    for (option, path) in outputs {
        path.iter().try_for_each(|path| file::declare(option, path, &mut places))?;
    }
    DrivenTape::check_all(&args.dectape, &places)?;
    Ok(places)
}

/// Returns the lines that are typed first, according to the options. `shows_scope` is `true` for a new game
/// on the full screen. The scope then shows the board and the game, unless --fancy is given.
fn first_lines(args: &Args, opening: Option<&Opening>, shows_scope: bool) -> Result<String> {
    let mut lines = String::new();
    let shown = args.fancy.or(shows_scope.then_some(2));
    if let Some(shown) = shown {
        lines += &format!("FANCY {shown}\n");
    }
    if let Some(level) = args.level {
        lines += &format!("SETD {level}\n");
    }
    if let Some(opening) = opening {
        lines += &match args.engine {
            EngineChoice::Original => opening.lines(|position, mv| text_of(mv, position))?,
            EngineChoice::Emulated | EngineChoice::Native => opening.lines(opening::ours)?,
        };
    }
    match args.side {
        Some(Side::White) => lines += "PB\n",
        Some(Side::Black) => lines += "PW\n",
        None => {}
    }
    Ok(lines)
}
