//! Writes the program's thinking as a line of the interface.

use super::super::uci::{MoverScore, SearchInfo};

/// Returns the depth, the value in hundredths of a pawn, the time in hundredths of a second, the nodes, and
/// the moves. A mate in N moves has the value 100000+N, or -100000-N if the other side mates. Returns `None`
/// for a result without a value or moves.
pub(super) fn line(info: &SearchInfo) -> Option<String> {
    let value = match info.score? {
        MoverScore::Centipawns(value) => value,
        MoverScore::Mate(moves) if moves > 0 => 100_000 + moves,
        MoverScore::Mate(moves) => -100_000 + moves,
    };
    let (time, nodes) = info.spent?;
    if info.line.is_empty() {
        return None;
    }
    let moves: Vec<String> = info.line.iter().map(ToString::to_string).collect();
    Some(format!("{} {value} {} {nodes} {}", info.depth, time.as_millis() / 10, moves.join(" ")))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn thinking_lines_have_value_time_nodes_and_moves() {
        let info = |score, millis, moves: &str| SearchInfo {
            depth: 3,
            score,
            spent: Some((Duration::from_millis(millis), 5678)),
            line: moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect(),
            ..SearchInfo::default()
        };
        let value = info(Some(MoverScore::Centipawns(-25)), 1234, "e7e5 g1f3");
        assert_eq!(line(&value).unwrap(), "3 -25 123 5678 e7e5 g1f3");
        let mate = |moves| line(&info(Some(MoverScore::Mate(moves)), 9, "a1a8")).unwrap();
        assert_eq!([mate(1), mate(-2)], ["3 100001 0 5678 a1a8", "3 -100002 0 5678 a1a8"]);
        assert_eq!(line(&info(Some(MoverScore::Centipawns(0)), 9, "")), None);
        assert_eq!(line(&info(None, 9, "e7e5")), None);
    }
}
