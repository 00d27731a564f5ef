//! The source of the program with the coverage of each line in the left margin.

use std::fmt::Write as _;

use super::{Coverage, LineCount};
use chessprog::sources::Sources;

impl Coverage {
    /// Returns the annotated text of all chapters. The margin shows the number of executions, milliseconds of
    /// machine time, and a mark: `-` not executed, `~` partly executed, `?` a branch that went only one way.
    pub(crate) fn listing(&self, sources: &Sources) -> String {
        let by_line = self.by_line();
        let mut listing = String::new();
        for (name, text) in sources.iter() {
            let of_file = |line: u32| by_line.get(&(name.to_owned(), line));
            if (1..).zip(text.lines()).all(|(line, _)| of_file(line).is_none()) {
                continue;
            }
            let _ = writeln!(listing, "\n{name}\n");
            for (line, text) in (1..).zip(text.lines()) {
                let _ = writeln!(listing, "{}{line:>5}  {text}", margin(of_file(line)));
            }
        }
        listing
    }
}

fn margin(count: Option<&LineCount>) -> String {
    let Some(count) = count else { return " ".repeat(26) };
    let millis = count.nanos as f64 / 1e6;
    format!("{:>12} {millis:>10.1} {} ", count.times, mark(count))
}

fn mark(count: &LineCount) -> char {
    match count {
        LineCount { executed: 0, .. } => '-',
        LineCount { executed, instructions, .. } if executed < instructions => '~',
        LineCount { one_way: 1.., .. } => '?',
        _ => ' ',
    }
}
