//! `machack uci`: the program as an engine for chess interfaces.
//!
//! One thread reads lines, another searches. The module [`session`] handles the events of both, one after the
//! other, and documents the rules for commands that arrive during a search. `machack xboard` uses the same
//! session.

mod choose;
mod command;
mod limits;
pub(super) mod number;
mod options;
mod protocol;
mod reply;
mod score;
mod search;
mod session;
mod set_up;

use std::io::{BufRead, BufReader, Write, stdin};
use std::process::ExitCode;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::Result;
use support::file::{Line, Lines};

use super::engine::EngineChoice;
use super::settings::SettingsArgs;
pub(super) use command::Command;
pub(super) use limits::{Limits, depth_range, nearest_depth};
use options::Options;
pub(super) use protocol::Protocol;
pub(super) use reply::{OptionRow, OptionValue, SearchInfo, SessionReply};
pub(super) use score::{MoverScore, score};
use session::{Event, Session};

/// Play as a UCI engine (Universal Chess Interface).
///
/// The program searches to a fixed depth, given by the option Depth or by `go depth N`. A search ends early
/// at a limit of time or nodes, by the clocks, or at `stop`, as with control-G at the teletype, and the best
/// move so far is played. If no move has been searched completely, a search to depth 1 chooses the move. With
/// `searchmoves`, the position after each move is searched one ply less deep.
///
/// While a limited search runs, `ucinewgame`, `position` and `go` wait for its end, and so do the lines after
/// them. These three commands end an unlimited search (`go infinite`, `go ponder`) at once. `stop` ends every
/// search requested before it. After `quit` or the end of the input, a search has one more second. For
/// interfaces that send them, numbers such as 1e3 or 10.0 and moves in capitals are accepted.
///
/// The command `uci` lists the options: Engine, OwnBook, Explain (reasons for each move as `info string`),
/// Tournament, Orig, and an option for each search setting below, under the name after `UCI`. After an
/// invalid position, a mate or a stalemate, `go` answers with the null move 0000. With Engine `original`, the
/// original program of 1967 plays. It needs the option Orig and games from the initial position, and its
/// search cannot be stopped.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "Examples:
  printf 'position startpos moves e2e4\\ngo depth 3\\nquit\\n' | machack uci
  machack uci --engine emulated --tournament --depth 4
  machack uci --engine original")]
pub(crate) struct Args {
    /// The program that plays.
    #[arg(long, value_enum, default_value = "native")]
    pub engine: EngineChoice,
    /// How it searches.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// A line that is not understood is reported and skipped.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    converse(args, &mut protocol::UciProtocol, BufReader::new(stdin()), out)
}

/// Talks to an interface in its protocol, until its `quit` or the end of the input.
pub(super) fn converse(
    args: &Args,
    protocol: &mut dyn Protocol,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (sender, events) = channel();
    let options =
        Options { settings: args.settings.settings(), book: false, explain: false, engine: args.engine };
    let mut session = Session::new(options, sender.clone())?;
    thread::spawn(move || read_lines(input, &sender));
    while let Some(event) = session.next(&events) {
        if let Event::Line(line) = &event {
            protocol.commands(line, out)?.into_iter().for_each(|command| session.queue(command));
        }
        let mut replies = Vec::new();
        let continues = session.handle(event, &mut replies)?;
        replies.iter().try_for_each(|reply| protocol.write(reply, out))?;
        out.flush()?;
        if !continues {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Sends the lines of the input without byte order marks. In a line that is not UTF-8, invalid bytes are
/// replaced.
fn read_lines(input: impl BufRead, lines: &Sender<Event>) {
    for line in Lines::of(input) {
        let event = match line {
            Ok(Line::Text(line)) => Event::Line(line.trim_start_matches('\u{feff}').to_owned()),
            Ok(Line::TooLong) => Event::TooLong,
            Err(error) => Event::End(Err(error)),
        };
        if lines.send(event).is_err() {
            return;
        }
    }
    // If the command has ended, the receiver is gone.
    let _ = lines.send(Event::End(Ok(())));
}

#[cfg(test)]
mod tests;
