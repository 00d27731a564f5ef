//! The game of a saved machine or journal, for `why --resume`.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use emulator::time::Nanos;
use support::report;

use super::super::play::saved_machine;
use super::super::settings::SettingsArgs;
use super::Args;
use super::moves::{MoveToExplain, Questions};
use crate::game_status::GameStatus;

/// Time limit for a search that the saved machine has begun, in the machine's time.
const LONGEST_SEARCH: Nanos = Nanos::from_seconds(3600);

/// Returns the moves to explain in the saved game, with the settings of the game. By default, that is only
/// the program's last move.
pub(super) fn questions(args: &Args, path: Option<&Path>) -> Result<Questions> {
    ensure!(
        args.settings == SettingsArgs::default(),
        report::usage("--resume uses the search settings of the saved game: leave out the others")
    );
    let name = path.map_or("the saved game".into(), Path::to_string_lossy);
    let mut emulated = saved_machine(path).map_err(|error| match path {
        Some(path) if args.other.is_none() && !path.exists() => {
            anyhow!(
                "no file `{}` to resume; if that is the move to explain, write it before --resume",
                path.display()
            )
        }
        _ => error.context("--resume"),
    })?;
    let waits = emulated.run(LONGEST_SEARCH)? && !emulated.is_at_node();
    ensure!(waits, "the program in `{name}` is still thinking (continue the game until it waits for a move)");
    let game = emulated.game()?;
    let game = game.with_context(|| {
        format!("the board in `{name}` is not a position yet: type SIDE W or SIDE B in the game")
    })?;
    let standing = GameStatus::read(|label| emulated.word(label, 0).map_or(0, |word| word.right()));
    let last = standing.last_move_of_machine(game.moves.len());
    let last = last.with_context(|| format!("the program has not moved yet in `{name}`"))?;
    let before = |ply: usize| {
        let mut case = game.clone();
        case.moves.truncate(ply);
        case
    };
    let side = args.side_explained(before(last).root()?.side());
    let chosen = args.move_number.is_some() || args.side.is_some();
    let plies = if chosen { 0..game.moves.len() } else { last..last + 1 };
    let mut moves = Vec::new();
    for ply in plies {
        let case = before(ply);
        let position = case.root()?;
        if args.wants(&position, side) {
            moves.push(MoveToExplain::of(args, case, (&position, game.moves[ply]), ply));
        }
    }
    args.must_have_moves(&moves, side, &name)?;
    let use_book = !args.no_book && emulated.uses_book()?;
    Ok(Questions { moves, settings: emulated.settings()?, use_book })
}
