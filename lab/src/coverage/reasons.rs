//! Instructions that no input and no search can execute, with the reasons.

use std::collections::BTreeMap;

/// One entry per line: source file and line, number of instructions, reason.
const LIST: &str = include_str!("unreached.txt");

/// An entry of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reason {
    /// Number of instructions of the line that cannot be executed.
    pub instructions: usize,
    pub why: &'static str,
}

pub(super) fn reasons() -> BTreeMap<(&'static str, u32), Reason> {
    LIST.lines().filter_map(entry).collect()
}

fn entry(line: &'static str) -> Option<((&'static str, u32), Reason)> {
    let mut parts = line.splitn(3, ' ');
    let (file, number) = parts.next()?.rsplit_once(':')?;
    let instructions = parts.next()?.parse().ok()?;
    Some(((file, number.parse().ok()?), Reason { instructions, why: parts.next()? }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chessprog::sources::Sources;

    #[test]
    fn every_line_of_the_list_is_an_entry_for_a_line_of_the_text() {
        let sources = Sources::default();
        assert_eq!(reasons().len(), LIST.lines().count());
        for ((file, line), reason) in reasons() {
            let text = sources.file(file).unwrap_or_else(|| panic!("{file}"));
            let code = text.lines().nth(line as usize - 1).unwrap_or_else(|| panic!("{file}:{line}"));
            assert!(
                code.starts_with(char::is_alphanumeric) || code.starts_with('\t'),
                "{file}:{line}: {code}"
            );
            assert!(reason.instructions > 0 && reason.why.len() > 10, "{file}:{line}");
        }
    }
}
