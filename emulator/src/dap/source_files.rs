//! The source files of a program: where they are on the disk, how the client names them, which
//! lines have code.

use super::abilities::Abilities;
use super::message::ClientSource;
use super::paths;
use crate::address::Address;
use crate::symbols::{SourceLine, Symbols};
use crate::terminal::SourceFolders;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Maximum distance in lines that a breakpoint moves forward to a line with code.
const MAX_LINES_TO_CODE: u32 = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
struct SourceFile {
    /// The name in the symbols.
    name: String,
    /// The path on the disk; `None` if the client has to request the text.
    path: Option<PathBuf>,
    /// The path that the client has given for the file.
    known_as: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct SourceFiles {
    texts: Vec<SourceFile>,
}

impl SourceFiles {
    pub(super) fn of(symbols: &Symbols, folders: &SourceFolders) -> SourceFiles {
        let text =
            |name: &String| SourceFile { name: name.clone(), path: folders.find(name), known_as: None };
        SourceFiles { texts: symbols.files().iter().map(text).collect() }
    }

    /// Returns a source file as the protocol describes it, or null if there is none. Only a file without a
    /// path has a `sourceReference`; it counts from 1.
    pub(super) fn describe(&self, index: usize, abilities: &Abilities) -> Value {
        let Some(text) = self.texts.get(index) else { return Value::Null };
        match (&text.known_as, &text.path) {
            (Some(known), Some(_)) => json!({ "name": short(&text.name), "path": known }),
            (None, Some(path)) => json!({ "name": short(&text.name), "path": abilities.path_out(path) }),
            (_, None) => {
                json!({ "name": short(&text.name), "path": text.name, "sourceReference": index + 1 })
            }
        }
    }

    pub(super) fn describe_all(&self, abilities: &Abilities) -> Vec<Value> {
        (0..self.texts.len()).map(|index| self.describe(index, abilities)).collect()
    }

    /// Returns the index of the file that the client means, by its reference or by any path to the same file.
    fn find(&self, source: &ClientSource) -> Option<usize> {
        if let Some(reference) = source.source_reference.filter(|reference| *reference > 0) {
            return (reference <= self.texts.len()).then(|| reference - 1);
        }
        let given = source.path.as_deref().or(source.name.as_deref())?;
        let path = paths::of_client(given);
        let same = |text: &SourceFile| match &text.path {
            Some(known) => paths::is_same(known, &path),
            None => paths::is_same(Path::new(&text.name), &path),
        };
        let named = |text: &SourceFile| text.path.is_none() && path.ends_with(&text.name);
        let position = |is: &dyn Fn(&SourceFile) -> bool| self.texts.iter().position(is);
        position(&|text| text.name == given || text.known_as.as_deref() == Some(given))
            .or_else(|| position(&same))
            .or_else(|| position(&named))
    }

    /// Returns the name that the symbols have for a file of the client; `None` if they do not have the file.
    pub(super) fn name_of(&self, source: &ClientSource) -> Option<&str> {
        self.find(source).map(|index| self.texts[index].name.as_str())
    }

    /// Returns the same as [`SourceFiles::name_of`], and records an absolute path of the client for
    /// `describe`.
    pub(super) fn take_name(&mut self, source: &ClientSource) -> Option<String> {
        let index = self.find(source)?;
        let text = &mut self.texts[index];
        if let Some(path) = source.path.as_ref().filter(|path| is_whole(path)) {
            text.known_as = Some(path.clone());
        }
        Some(text.name.clone())
    }
}

fn is_whole(path: &str) -> bool {
    paths::of_client(path).is_absolute()
}

fn short(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// Returns the line of the source text that the user wrote for the word at an address. For a word from a
/// macro, this is the line of the outermost call.
pub(super) fn written(symbols: &Symbols, address: Address) -> Option<SourceLine> {
    let origin = symbols.origin(address)?;
    Some(origin.trail.last().map_or(origin.place, |outermost| outermost.call))
}

/// Returns the first line with code among `line` and the [`MAX_LINES_TO_CODE`] lines after it, and the
/// address of its code.
pub(super) fn code_from(symbols: &Symbols, file: &str, line: u32) -> Option<(u32, Address)> {
    let lines = line..=line.saturating_add(MAX_LINES_TO_CODE);
    lines.into_iter().find_map(|line| Some((line, *symbols.addresses_of(file, line).first()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn source(path: &str) -> ClientSource {
        ClientSource { path: Some(path.to_owned()), ..ClientSource::default() }
    }

    #[test]
    fn a_file_is_the_same_by_any_path() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name).display().to_string();
        for name in ["work/lib", "work/real", "other"] {
            fs::create_dir_all(at(name)).expect("a folder");
        }
        for name in ["work/real/p q.mid", "work/lib/defs.mid", "other/defs.mid", "other/private"] {
            fs::write(at(name), "END\n").expect("a file");
        }
        let mut symbols = Symbols::new();
        let private = at("other/private");
        for name in ["real/p q.mid", "defs.mid", "gone/lost.mid", private.as_str()] {
            symbols.file(name);
        }
        let folders = SourceFolders::new(folder.path().join("work"), &["lib".into()]);
        let mut sources = SourceFiles::of(&symbols, &folders);
        let uri = paths::to_uri(&at("work/real/p q.mid"));
        assert!(uri.ends_with("p%20q.mid"), "{uri}");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("work"), at("link")).expect("a link");
            for (path, name) in [("link/real/p q.mid", "real/p q.mid"), ("link/lib/defs.mid", "defs.mid")] {
                assert_eq!(sources.name_of(&source(&at(path))), Some(name), "{path}");
            }
        }
        for (path, name) in [
            (at("work/real/p q.mid"), Some("real/p q.mid")),
            (at("work/lib/../real/./p q.mid"), Some("real/p q.mid")),
            (uri, Some("real/p q.mid")),
            ("real/p q.mid".to_owned(), Some("real/p q.mid")),
            (at("work/lib/defs.mid"), Some("defs.mid")),
            // A different file whose path ends in the same name.
            (at("other/defs.mid"), None),
            // A file that is not on the disk is recognised by the end of its path.
            ("/elsewhere/gone/lost.mid".to_owned(), Some("gone/lost.mid")),
            ("gone/./lost.mid".to_owned(), Some("gone/lost.mid")),
            (at("work/real"), None),
            (String::new(), None),
            ("file:".to_owned(), None),
        ] {
            assert_eq!(sources.name_of(&source(&path)), name, "{path}");
        }
        // A file outside the folders is not found on the disk, so the client requests its text by a number.
        let described = sources.describe(3, &Abilities::default());
        assert_eq!(described["sourceReference"], 4);
        // The client's own path is used from the first breakpoint on.
        let path = at("work/lib/../real/p q.mid");
        sources.take_name(&source(&path));
        assert_eq!(sources.describe(0, &Abilities::default())["path"], path);
    }
}
