//! `machack play`: the teletype.
//!
//! What sits at the other end of the line, our program on its machine, the native twin or the program of 1967, is a [`Partner`]; how a person
//! sits at this end, in a pipe or at a terminal, is `plain` or `terminal`. Neither knows more of the other.

pub(crate) mod demo;
mod glass;
mod insight;
mod journals;
mod keeping;
mod machine;
mod margin;
mod native;
mod opening;
mod original;
mod pace;
mod plain;
mod recorded;
mod score;
mod sheet;
mod standing;
mod terminal;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use emulator::io::teletype;
use emulator::machine::Machine;
use emulator::tui::{Graphics, Look, Panel};
use support::file::Places;
use support::report;
use support::signals::Ending;

use super::engine::EngineChoice;
use super::file;
use super::games::Side;
use super::settings::within;
use crate::emulated::Drawn;
use crate::parameters::settings::DEPTHS;
use crate::parameters::switches::FANCIES;
use crate::program::Case;
use crate::spelling;
use crate::vocabulary::Made;
use journals::Start;
use machine::DrivenTape;
use opening::{Opening, OpeningArgs};
use pace::{Pace, Speed};
use recorded::Recorded;
use standing::Standing;

/// Play at the teletype.
///
/// The machine is booted from its read-in tape and types `MAC HACK SIX`; from then on everything is the program's. Moves
/// are typed in descriptive notation (`P-K4`, `NXP/Q5`, `O-O`; `Kt-KB3`, `P-K8(Q)` and other forms of books are respelled for the
/// program) or in coordinates (`E2E4`); `PW` lets the machine play White,
/// `PB` Black, `M` make one move, `BD` prints the board, `PG` the game, `LIST` all settings, `U` takes back. Control-G
/// stops its thinking, `HELP` types the commands. Control-C or control-D leaves, control-Z suspends.
///
/// On a terminal the whole screen shows the teletype's paper, the scope with board and game (FANCY), and the lights of the
/// machine; F1 there explains the keys (pace, pause, take back, new game, save), and leaving asks if the game is kept
/// nowhere. With --plain, and for the native program, which has no scope, it is the paper alone; so it is for the program of 1967
/// itself (--engine original), which has its own commands: moves as `P-K4`, `PW`, `PB`, `SETD 4`, `PG`.
///
/// What is typed at a terminal is journalled as it is typed, in $XDG_STATE_HOME/machack or ~/.local/state/machack (--no-journal: it
/// is not). After a kill, a closed window or a full disk `machack --resume` resumes it at the last character; beside an
/// unfinished game `machack` asks whether to resume that. Games that were ended, or laid aside by N there, are removed
/// after 30 days, or when there are more than 20 of them.
///
/// If standard input or output is no terminal the teletype is the bare stream: each line is typed when the program waits for
/// one, and at the end of the input the program has finished typing before this ends.
///
/// --pgn-out and --transcript keep the games and the paper in files, which are whole after every move. They keep their old
/// contents until something is played, and a second run with the same file is refused.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack play --side white --level 3
  printf 'PB\\nP-K4\\n' | machack play --plain
  machack play --side white --notation algebraic --pgn-out game.pgn
  machack play --pgn machack-unrated --plies 42 --side black
  machack play --speed real --printer listing.txt --dectape games.dta")]
pub(crate) struct Args {
    /// The bare teletype instead of the whole screen.
    #[arg(long)]
    pub plain: bool,
    /// The side that you play: the machine is told to play the other.
    #[arg(long, value_enum)]
    pub side: Option<Side>,
    /// Basic depth in plies, as SETD sets it.
    #[arg(long, value_name = "N", value_parser = within::<u32>(DEPTHS))]
    pub level: Option<u32>,
    /// How fast the machine's time passes: `real`, `max`, or a multiple such as `8x`. With `max` none passes while the
    /// program waits and nothing on the screen can change any more.
    #[arg(long, default_value = "max")]
    pub speed: Speed,
    /// The program at the other end.
    #[arg(long, value_enum, default_value = "emulated")]
    pub engine: EngineChoice,
    /// Where the line printer's paper goes.
    #[arg(long, value_name = "FILE")]
    pub printer: Option<PathBuf>,
    /// The tape in the paper tape reader, for the command RS.
    #[arg(long, value_name = "FILE")]
    pub tape: Option<PathBuf>,
    /// Where the tape goes that the command SAVE punches.
    #[arg(long, value_name = "FILE")]
    pub punch: Option<PathBuf>,
    /// A DECtape for games kept by name (KEEP, GAMES, FETCH, DROP): an image, made if there is none, in drive 2 or, as
    /// `N=FILE`, in drive N (the program's command `UNIT N`). Can be repeated.
    #[arg(long, value_name = "[N=]FILE")]
    pub dectape: Vec<DrivenTape>,
    /// What the scope shows at first, as FANCY sets it: 0 nothing, 1 the board, 2 also the game, 3 also what the program thinks
    /// of it. Without this, 2 on the whole screen and 0 otherwise.
    #[arg(long, value_name = "N", value_parser = within::<u32>(FANCIES))]
    pub fancy: Option<u32>,
    /// How the scope is drawn: in pixels if the terminal says that it can, else with Braille; or as you choose.
    #[arg(long, value_enum, default_value = "auto")]
    pub graphics: Graphics,
    /// Where the game begins.
    #[command(flatten)]
    pub opening: OpeningArgs,
    /// Write the games to FILE as PGN, with the machine's value and time as comments. The first move replaces what was in it.
    #[arg(long, value_name = "FILE")]
    pub pgn_out: Option<PathBuf>,
    /// Write what is on the paper to FILE, without the margin. The first move replaces what was in it.
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,
    /// How moves are shown; `algebraic` has them also in the margin of the paper, where the program's own output stays as it is.
    #[arg(long, value_enum, default_value = "descriptive")]
    pub notation: Notation,
    /// Save the machine there when you leave.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Resume a saved machine, or the game of a journal at the last character typed. Without FILE: the unfinished game that
    /// was touched last.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    pub resume: Option<Option<PathBuf>>,
    /// Journal the game there, and go on with it if it is there. Without this, a game at a terminal is journalled in
    /// $XDG_STATE_HOME/machack, or ~/.local/state/machack, and one in a pipe is not.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["no_journal", "resume"])]
    pub journal: Option<PathBuf>,
    /// Do not journal the game.
    #[arg(long)]
    pub no_journal: bool,
}

/// How moves are shown.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// As the program types them
    Descriptive,
    /// In standard algebraic notation too
    Algebraic,
}

impl Default for Args {
    fn default() -> Args {
        Args {
            plain: false,
            side: None,
            level: None,
            speed: Speed::Most,
            engine: EngineChoice::Emulated,
            printer: None,
            tape: None,
            punch: None,
            dectape: Vec::new(),
            fancy: None,
            graphics: Graphics::Auto,
            opening: OpeningArgs::default(),
            pgn_out: None,
            transcript: None,
            notation: Notation::Descriptive,
            save: None,
            resume: None,
            journal: None,
            no_journal: false,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// The machine stops, or a file cannot be read or written.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    try_outputs(args)?;
    let opening = args.opening.read()?;
    let mut goes_on = false;
    let partner: Box<dyn Partner> = match args.engine {
        EngineChoice::Emulated => {
            let start = Start::of(args, terminal)?;
            goes_on = start.goes_on();
            Box::new(machine::Station::new(args, start, opening.as_ref())?)
        }
        EngineChoice::Native => Box::new(native::Station::new(args, opening.as_ref())?),
        EngineChoice::Original => Box::new(original::Station::new(args, opening.as_ref())?),
    };
    let beginning = opening.as_ref().and_then(Opening::read_game);
    let mut partner = Recorded::new(partner, args, beginning)?;
    let pace = Pace::new(args.speed);
    let ending = Ending::heard()?;
    let whole = terminal && !args.plain && partner.machine().is_some();
    let first = first_lines(args, opening.as_ref(), whole && !goes_on)?;
    sit(&mut partner, pace, &first, whole.then_some(args.graphics), out, &ending)
}

/// The person sits down, and gets up in the end; what comes first is typed for them. With `graphics` they have the whole screen.
fn sit(
    partner: &mut dyn Partner,
    pace: Pace,
    first: &str,
    graphics: Option<Graphics>,
    out: &mut dyn Write,
    ending: &Ending,
) -> Result<ExitCode> {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let played = if let Some(graphics) = graphics {
        let look = Look::of(|name| std::env::var_os(name));
        let mut sheet = sheet::Whole::open(look, graphics)?;
        terminal::play(partner, pace, first, &mut sheet, ending)
    } else if terminal {
        let mut sheet = sheet::Bare::open(out)?;
        terminal::play(partner, pace, first, &mut sheet, ending)
    } else {
        let given = [setup(partner, first), partner.typed_before()].concat();
        let mut input = plain::Listener::new(given, ending);
        plain::play(partner, pace, &mut input, out, ending)
    };
    // What was played is kept even if the end was not a good one.
    let left = partner.leave();
    if (played.is_err() || left.is_err())
        && let Some(journal) = partner.journal().filter(|path| path.exists())
    {
        let journal = journal.display();
        // A window that was closed takes no message: that is no failure of its own.
        let _ = report::message(format!(
            "machack: the game is in `{journal}`: machack --resume '{journal}' continues it"
        ));
    }
    if terminal && played.is_err() {
        ending.wait();
    }
    match ending.status() {
        // A terminal that has gone away can be written to no more: that is no failure of its own.
        Some(status) => left.map(|()| status),
        None => report::all([played, left]).map(|()| ExitCode::SUCCESS),
    }
}

/// The keys that set the program up, before all that the user has typed. Of a game that continues in the middle of a line, that
/// line is dropped, and typed again after them.
fn setup(partner: &mut dyn Partner, first: &str) -> Vec<u8> {
    let half_line = partner.half_line();
    if first.is_empty() || half_line.is_empty() {
        return teletype::keys(first);
    }
    [&[teletype::RUBOUT][..], &teletype::keys(first), &half_line].concat()
}

/// The files that the options name to be read, of which none is written.
fn read_files(args: &Args) -> Places {
    let mut places = Places::default();
    let resumed = args.resume.iter().flatten();
    resumed.for_each(|path| places.input("--resume", path));
    args.tape.iter().for_each(|path| places.input("--tape", path));
    args.opening.pgn.iter().for_each(|path| places.input("--pgn", path));
    places
}

/// Tries all that the game will put out, before anything is done.
fn try_outputs(args: &Args) -> Result<()> {
    let mut places = read_files(args);
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
    args.dectape.iter().try_for_each(|tape| tape.try_place(&places))
}

/// What the options want typed before anything else. On the whole screen a game that is `anew` is on the scope; that of a machine
/// that goes on is left as it was.
fn first_lines(args: &Args, opening: Option<&Opening>, anew: bool) -> Result<String> {
    let mut lines = String::new();
    let shown = args.fancy.or(anew.then_some(2));
    if let Some(shown) = shown {
        lines += &format!("FANCY {shown}\n");
    }
    if let Some(level) = args.level {
        lines += &format!("SETD {level}\n");
    }
    if let Some(opening) = opening {
        lines += &match args.engine {
            EngineChoice::Original => opening.lines(original::typed)?,
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

/// What the teletype is connected to.
pub(crate) trait Partner {
    /// Sends one key. Carriage return is 15 octal, rubout 177, altmode 33.
    fn key(&mut self, key: u8);

    /// Whether the program waits for a key, having typed all it has to say.
    fn waits(&self) -> bool;

    /// Runs for at most this much of the machine's time, less if it comes to wait; appends what was typed to `paper`.
    /// Gives the machine's time that passed.
    fn run(&mut self, most: Duration, paper: &mut Vec<u8>) -> Result<Duration>;

    /// Lets machine time pass while the program waits for a key: its clocks go on.
    fn idle(&mut self, time: Duration) -> Result<()>;

    /// What was typed before the machine went on, and not read.
    fn typed_before(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// The beginning of a line that the program had read when its game was left.
    fn half_line(&self) -> Vec<u8> {
        Vec::new()
    }

    /// The program's spelling of a line that is a move in another spelling.
    fn respelled(&self, line: &str) -> Option<String> {
        spelling::respelled(line, || self.game().ok().flatten())
    }

    /// The hint for a move in today's notation that the program has just refused; returned once.
    fn take_spelled(&mut self) -> Option<String> {
        None
    }

    /// The journal, if there is one.
    fn journal(&self) -> Option<&Path> {
        None
    }

    /// Keeps in the journal what was typed, `ahead` of which it has not read; one is begun if a person has `touched` the keys.
    /// Gives what there is to say.
    fn keep(&mut self, ahead: &[u8], touched: bool) -> Option<String> {
        let _ = (ahead, touched);
        None
    }

    /// What is missing for which the program waits: a tape in the reader. A key ends that wait.
    fn missing(&self) -> Option<&'static str> {
        None
    }

    /// Why the program will never read a key again, if it is so: it waits for a device that will do nothing more.
    fn stuck(&self) -> Option<String> {
        None
    }

    /// What it does while it does not wait, in a word or two.
    fn work(&self) -> String {
        "thinking (^G stops it)".to_owned()
    }

    /// What the person can do while it waits.
    fn next(&mut self) -> String {
        "Your turn".to_owned()
    }

    /// How the game stands, if there is one to be looked at.
    fn standing(&mut self) -> Option<Standing> {
        None
    }

    /// Whether it stands at a node of the search (SLS).
    fn is_at_node(&self) -> bool {
        false
    }

    /// Whether the game would be lost if the person left (`leaves`), or began another.
    fn would_lose(&self, leaves: bool) -> bool {
        let _ = leaves;
        false
    }

    /// Puts all there is in a file; gives what there is to say of it.
    fn save(&mut self) -> Result<String> {
        bail!("only the emulated machine can be saved")
    }

    /// The plausible moves of the position on the board, unless it is one of a search.
    fn plausible(&mut self) -> Result<Option<Panel>> {
        Ok(None)
    }

    /// The pieces on the scope.
    fn drawn(&self) -> Vec<Drawn> {
        Vec::new()
    }

    /// The machine, if there is one to be looked at.
    fn machine(&mut self) -> Option<&mut Machine> {
        None
    }

    /// From now on the moves made in the game are noted.
    fn watch_game(&mut self) -> Result<()> {
        Ok(())
    }

    /// The moves made in the game since this was last asked; none if they are not noted, or the program does not tell.
    fn take_made(&mut self) -> Vec<Made> {
        Vec::new()
    }

    /// The game on the board; none if there is no game, or the program does not tell.
    fn game(&self) -> Result<Option<Case>> {
        Ok(None)
    }

    /// Whether all is over, with nobody having to leave.
    fn has_left(&self) -> bool {
        false
    }

    /// The person leaves: whatever is to be kept is put away.
    fn leave(&mut self) -> Result<()> {
        Ok(())
    }
}
