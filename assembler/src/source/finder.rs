//! Finds the inserted file that a name in a source means. The command searches the disk. The library and the
//! tests search files in memory, by the same rules.

use super::file_name::{FileName, NameRule};

/// Folders with files. A path has `/` between its parts; the top folder is the empty path.
pub(crate) trait Tree {
    /// Returns `true` if there is a file with exactly this path.
    fn is_file(&self, path: &str) -> bool;

    /// Returns the sorted names of the files, or of the folders, in a folder.
    fn entries(&self, folder: &str, kind: EntryKind) -> Vec<String>;
}

/// The kind of entries to list in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    File,
    Folder,
}

/// Finds the file that a source means by `written`: the file at this path in `folder`, otherwise the file
/// that [`FileName`] chooses in the directory named by `written`, otherwise the file that it chooses in
/// `folder` itself. `names` says which versions count in `folder` itself; in a named directory all count.
pub(crate) fn find_in(tree: &impl Tree, folder: &str, written: &str, names: NameRule) -> Option<String> {
    let exact = join(folder, written);
    if tree.is_file(&exact) {
        return Some(exact);
    }
    let name = FileName::parse(written);
    let directory = name.directory.as_ref().and_then(|directory| subfolder(tree, folder, directory));
    let named = directory.map(|directory| (directory, NameRule::Any));
    named.into_iter().chain([(folder.to_owned(), names)]).find_map(|(start, names)| {
        let folder = name.folders.iter().try_fold(start, |folder, next| subfolder(tree, &folder, next))?;
        let files = tree.entries(&folder, EntryKind::File);
        let file = name.choose(files.iter().map(String::as_str), names)?;
        Some(join(&folder, file))
    })
}

/// Returns the path of the subfolder called `name`, in upper or lower case, if it exists.
fn subfolder(tree: &impl Tree, folder: &str, name: &str) -> Option<String> {
    let folders = tree.entries(folder, EntryKind::Folder);
    let found = folders.iter().find(|known| *known == name);
    let found = found.or_else(|| folders.iter().find(|known| known.eq_ignore_ascii_case(name)))?;
    Some(join(folder, found))
}

/// Returns the path of `name` in `folder`. An absolute path is unchanged.
fn join(folder: &str, name: &str) -> String {
    match folder {
        _ if name.starts_with('/') => name.to_owned(),
        "" => name.to_owned(),
        "/" => format!("/{name}"),
        folder => format!("{folder}/{name}"),
    }
}

pub(crate) fn folder_of(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((folder, _)) => folder,
        None => "",
    }
}

/// Finds the file in memory that a source means. `names` has the paths of all files; `from` is the inserting
/// file. The folder of the inserting file is searched first, then the top folder. This search leaves out
/// versions that are not numbered, except in a directory that the source names. If it finds nothing, both
/// folders are searched again, and all versions count.
pub fn find_in_memory(names: &[&str], from: Option<&str>, written: &str) -> Option<String> {
    let beside = from.map_or("", folder_of);
    let find = |versions| {
        find_in(&names, beside, written, versions).or_else(|| find_in(&names, "", written, versions))
    };
    find(NameRule::Numbered).or_else(|| find(NameRule::Any))
}

impl Tree for &[&str] {
    fn is_file(&self, path: &str) -> bool {
        self.contains(&path)
    }

    fn entries(&self, folder: &str, kind: EntryKind) -> Vec<String> {
        let inside = self.iter().filter_map(|path| match folder {
            "" => Some(*path),
            folder => path.strip_prefix(folder)?.strip_prefix('/'),
        });
        let mut names: Vec<String> = inside
            .filter_map(|path| match (kind, path.split_once('/')) {
                (EntryKind::File, None) => Some(path.to_owned()),
                (EntryKind::Folder, Some((folder, _))) => Some(folder.to_owned()),
                _ => None,
            })
            .collect();
        names.sort();
        names.dedup();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_memory_and_their_folders() {
        let names = [
            "main.mid",
            "defs.mid",
            "plausible.mid",
            "plausible/score.mid",
            "plausible/defs.mid",
            "System/bits.10",
            "System/bits.9",
            "Old/A/x.1",
            "plausible/bits.h",
            "bits.7",
        ];
        for (from, written, found) in [
            ("main.mid", "DEFS", Some("defs.mid")),
            ("main.mid", "defs.mid", Some("defs.mid")),
            ("main.mid", "PLAUSIBLE", Some("plausible.mid")),
            ("main.mid", "PLAUSIBLE/SCORE", Some("plausible/score.mid")),
            // First beside the inserting file, then in the top folder.
            ("plausible/score.mid", "DEFS", Some("plausible/defs.mid")),
            ("plausible/score.mid", "PLAUSIBLE/SCORE", Some("plausible/score.mid")),
            ("main.mid", "SYSTEM;BITS >", Some("System/bits.10")),
            ("main.mid", "DSK:SYSTEM;BITS <", Some("System/bits.9")),
            ("main.mid", "OLD/a/X >", Some("Old/A/x.1")),
            ("main.mid", "NOWHERE;DEFS >", Some("defs.mid")),
            // A version without digits is chosen last, even after versions in other folders, unless the name
            // includes its directory.
            ("plausible/score.mid", "BITS >", Some("bits.7")),
            ("main.mid", "PLAUSIBLE;BITS >", Some("plausible/bits.h")),
            ("main.mid", "SCORE", None),
            ("main.mid", "../DEFS", None),
            ("main.mid", "PLAUSIBLE/", None),
            ("main.mid", "", None),
        ] {
            assert_eq!(
                find_in_memory(&names, Some(from), written).as_deref(),
                found,
                "{written} from {from}"
            );
        }
        assert_eq!(find_in_memory(&names, None, "MAIN").as_deref(), Some("main.mid"));
        assert_eq!((folder_of("a/b/c"), folder_of("c"), folder_of("/c")), ("a/b", "", "/"));
    }
}
