//! The arguments of `position`.

use anyhow::{Context, Result, bail};

use super::super::position;
use crate::program::{Case, Coordinates};

/// Reads `startpos` or `fen FEN`, then `moves` and the moves if there are any. The start of a long game is
/// cut.
pub(super) fn read(arguments: &[&str]) -> Result<Case> {
    let split = arguments.iter().position(|&word| word == "moves").unwrap_or(arguments.len());
    let (place, game) = arguments.split_at(split);
    let start = match place {
        ["startpos"] => position::parse("startpos")?,
        ["fen", fields @ ..] => position::parse(&fields.join(" "))?,
        _ => bail!(
            "expected `position startpos` or `position fen FEN`, optionally followed by `moves` and the moves"
        ),
    };
    let moves = game.iter().skip(1).map(|text| text.parse()).collect::<Result<Vec<Coordinates>, _>>()?;
    let plies = moves.len();
    let case = position::fitting(start.with_moves(moves))?;
    let (before, played) = (plies - case.moves.len(), case.played());
    if before > 0 {
        played.with_context(|| format!("the game after ply {before}"))?;
    } else {
        played?;
    }
    Ok(case)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knights move out and back in four plies.
    const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";

    #[test]
    fn positions_as_an_interface_sends_them() {
        let read = |line: &str| read(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(read("startpos moves e2e4 e7e5").unwrap().moves.len(), 2);
        assert_eq!(
            read("startpos moves E2E4 e7E5").unwrap().moves,
            read("startpos moves e2e4 e7e5").unwrap().moves
        );
        let promotes = "fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q";
        assert_eq!(read(promotes).unwrap().moves[0].to_string(), "a7a8q");
        let fen = "8/8/8/8/8/8/4P3/K6k w - - 0 1";
        assert_eq!(read(&format!("fen {fen}")).unwrap().to_string(), fen);
        let fault = |line: &str| format!("{:#}", read(line).unwrap_err());
        assert_eq!(fault("startpos moves e2e5"), "move 1 of the game, `e2e5`, is not legal");
        let long =
            |plies: usize| format!("startpos moves {}", SHUFFLE.repeat(300)[..5 * plies - 1].to_owned());
        for (plies, left) in [(511, 511), (512, 256), (767, 511), (768, 256), (1200, 432)] {
            let case = read(&long(plies)).unwrap();
            assert_eq!(case.moves.len(), left, "{plies}");
            let root = case.root().unwrap();
            // The position after an even number of plies is the initial one; after an odd one, g1f3 has been
            // played.
            assert_eq!(root.game_ply(), plies as u16);
            assert_eq!(root.key(), read(&long(4 + plies % 4)).unwrap().root().unwrap().key(), "{plies}");
        }
        let error = "the game after ply 256: move 345 of the game, `e2e5`, is not legal";
        assert_eq!(fault(&format!("{} e2e5", long(600))), error);
        let longest =
            format!("fen 8/8/8/8/8/8/8/k6K w - - 9999 9999 moves{}", " h1g1 a1b1 g1h1 b1a1".repeat(10_000));
        assert_eq!(read(&longest).unwrap().root().unwrap().game_ply(), 59_996);
        let error = "a game of more than 40000 half-moves cannot be read";
        assert_eq!(fault(&format!("{longest} h1g1")), error);
        assert!(read("somewhere").is_err());
    }
}
