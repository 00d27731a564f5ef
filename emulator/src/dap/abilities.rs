//! The capabilities that a client announces: how it counts lines and columns, how it names files, and which
//! events it supports.

use super::paths;
use serde::Deserialize;
use std::path::Path;

#[derive(Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Abilities {
    #[serde(rename = "linesStartAt1")]
    lines_start_at_1: bool,
    #[serde(rename = "columnsStartAt1")]
    columns_start_at_1: bool,
    /// `path`, or `uri` for a client that names files by URIs.
    path_format: String,
    pub supports_invalidated_event: bool,
}

impl Default for Abilities {
    fn default() -> Abilities {
        Abilities {
            lines_start_at_1: true,
            columns_start_at_1: true,
            path_format: "path".to_owned(),
            supports_invalidated_event: false,
        }
    }
}

impl Abilities {
    /// Converts a line number that counts from 1 to the client's numbering.
    pub(super) fn line_out(&self, line: u32) -> i64 {
        i64::from(line) - i64::from(!self.lines_start_at_1)
    }

    /// Converts a line number of the client to one that counts from 1; `None` if no file can have the line.
    pub(super) fn line_in(&self, line: i64) -> Option<u32> {
        let line = line.saturating_add(i64::from(!self.lines_start_at_1));
        u32::try_from(line).ok().filter(|line| *line > 0)
    }

    /// Converts a column of the client to one that counts from 0. Columns before the first become 0.
    pub(super) fn column_in(&self, column: i64) -> usize {
        let column = column.saturating_sub(i64::from(self.columns_start_at_1));
        usize::try_from(column.max(0)).unwrap_or(usize::MAX)
    }

    pub(super) fn path_out(&self, path: &Path) -> String {
        let path = path.to_string_lossy();
        if self.path_format == "uri" { paths::to_uri(&path) } else { path.into_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lines_are_counted_as_the_client_does() {
        let from_0: Abilities = serde_json::from_value(json!({ "linesStartAt1": false })).unwrap();
        let from_1 = Abilities::default();
        assert_eq!((from_0.line_out(1), from_1.line_out(1)), (0, 1));
        assert_eq!((from_0.line_in(0), from_1.line_in(1)), (Some(1), Some(1)));
        let largest = i64::from(u32::MAX);
        for line in [0, -5, largest + 1, i64::MAX, i64::MIN] {
            assert_eq!(from_1.line_in(line), None, "{line}");
        }
        assert_eq!((from_0.line_in(-1), from_0.line_in(i64::MAX)), (None, None));
        assert_eq!((from_0.line_in(largest), from_1.line_in(largest)), (None, Some(u32::MAX)));
    }

    #[test]
    fn columns_are_counted_as_the_client_does() {
        let from_0: Abilities = serde_json::from_value(json!({ "columnsStartAt1": false })).unwrap();
        let from_1 = Abilities::default();
        assert_eq!((from_0.column_in(2), from_1.column_in(2)), (2, 1));
        assert_eq!((from_0.column_in(-1), from_1.column_in(0), from_1.column_in(i64::MIN)), (0, 0, 0));
    }
}
