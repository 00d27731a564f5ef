//! `why` in the debugger: explains the position that is being searched.

use anyhow::{Context, Result, ensure};
use emulator::debug::{Command, CommandError, Flow, Session};
use emulator::word::Word;

use super::super::why::{read_move, wrapped};
use crate::emulated::{Emulated, Program};
use crate::explanation::ExplainedNode;
use crate::explanation::words::{ENGLISH, Notation, about_listed, about_node};

const COLUMNS: usize = 79;

/// The debugger commands that only the chess program has.
pub(super) static COMMANDS: [&Command; 1] = [&WHY];

static WHY: Command = Command {
    name: "why",
    shortest: 3,
    aliases: &[],
    usage: "[MOVE]",
    summary: "explain the position that the search looks at, or a move there",
    help: "\
Stop the machine inside the search first. A move from the opening book needs no
search; `BOOK 0` turns the book off. The text says which moves led to the
position, why the last one was tried, the best move yet, the static value of
the position, and what the program most wants to play there. With MOVE, in any
notation, it says where that move is in the list of the position, and why.
Nothing of the machine's state changes.

    machack> send \"BOOK 0\\nM\\n\"
    machack> break GENNOD
    machack> go
    machack> why
    machack> why N-KB3",
    run: |session, arguments, host| {
        let text = explained(session, arguments).map_err(|error| CommandError(format!("{error:#}")))?;
        host.print(&text);
        Ok(Flow::Continue)
    },
};

/// Returns the explanation of the node being searched, or of a move there.
fn explained(session: &Session, other: &str) -> Result<String> {
    let machine = &session.target.machine;
    let memory = Emulated::inspect(Program::built_in()?, machine)
        .context("the machine does not contain the chess program")?;
    ensure!(
        memory.word("THINKF", 0)? != Word::ZERO,
        "the program is not searching: `send \"BOOK 0\\nM\\n\"`, `break GENNOD` and `go` stop it inside a \
         search (BOOK 0, because a book move needs no search)"
    );
    let game = memory.game()?.context("the game cannot be read at this stop")?;
    let pinned = memory.word("QRPIN", 0)? != Word::ZERO;
    let node = ExplainedNode::of(&game, &memory.settings()?, &memory.thinking()?, pinned)?;
    if other.is_empty() {
        let about = about_node(&node, Notation::Descriptive, &ENGLISH);
        return Ok(about.iter().map(|paragraph| wrapped(&paragraph.sentences.join(" "), COLUMNS)).collect());
    }
    let here = game.with_moves(node.path.iter().copied());
    let other = read_move(&here, &here.root()?, other)?;
    Ok(wrapped(&about_listed(&node, &other, Notation::Descriptive, &ENGLISH).join(" "), COLUMNS))
}
