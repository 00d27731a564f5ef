//! Writes the program's thinking as a line of the interface.

/// Converts the thinking in a UCI line `info ...` without its first word: depth, value in hundredths of a
/// pawn, hundredths of a second, nodes, line. A mate in N moves is 100000+N, one by the other side -100000-N.
/// Returns `None` if the line has no value or no moves.
pub(super) fn line(info: &str) -> Option<String> {
    let words: Vec<&str> = info.split(' ').collect();
    let after = |key: &str| words.iter().position(|&word| word == key).map(|at| &words[at + 1..]);
    let number = |key: &str| after(key)?.first()?.parse::<i64>().ok();
    let value = match *after("score")? {
        ["cp", value, ..] => value.parse().ok()?,
        ["mate", moves, ..] => {
            let moves: i64 = moves.parse().ok()?;
            if moves > 0 { 100_000 + moves } else { -100_000 + moves }
        }
        _ => return None,
    };
    let moves = after("pv")?.join(" ");
    Some(format!("{} {value} {} {} {moves}", number("depth")?, number("time")? / 10, number("nodes")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts() {
        let info = "depth 3 score cp -25 time 1234 nodes 5678 nps 4601 pv e7e5 g1f3";
        assert_eq!(line(info).unwrap(), "3 -25 123 5678 e7e5 g1f3");
        let mate = |moves| line(&format!("depth 3 score mate {moves} time 9 nodes 7 nps 1 pv a1a8")).unwrap();
        assert_eq!([mate("1"), mate("-2")], ["3 100001 0 7 a1a8", "3 -100002 0 7 a1a8"]);
        assert_eq!(line("depth 0 score cp 0"), None);
        assert_eq!(line("depth 3 time 1 nodes 1 nps 1"), None);
    }
}
