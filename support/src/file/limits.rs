//! The limits on input that the readers of the three commands share.
//!
//! [`LONGEST_FILE`] applies to every file and to standard input as a whole. [`LONGEST_LINE`] applies to lines
//! that are read one by one. A compressed format has a separate limit beside its reader.
//! `docs/internals/files.md` lists all of them.

/// Length in bytes of the longest file that is read. No tape, program, snapshot or journal is longer, but a
/// device such as /dev/zero has no end.
pub(super) const LONGEST_FILE: u64 = 64 << 20;

/// Length in bytes of the longest line of an input that is read line by line. A longer line is skipped and
/// reported.
pub const LONGEST_LINE: usize = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// `files.md` states these limits, and the source files that it names exist.
    #[test]
    fn limits_in_the_document_are_true() {
        let page = include_str!("../../../docs/internals/files.md");
        let (_, section) = page.split_once("## What is read").unwrap();
        for bytes in [LONGEST_FILE, LONGEST_LINE as u64] {
            assert!(section.contains(&format!("is longer than {} MB", bytes >> 20)), "{bytes}");
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let rows: Vec<&str> = section.lines().filter(|line| line.ends_with("` |")).collect();
        assert!(rows.len() > 5, "{rows:?}");
        for row in rows {
            let source = row.rsplit('`').nth(1).unwrap();
            assert!(root.join(source).exists(), "{row}");
        }
    }
}
