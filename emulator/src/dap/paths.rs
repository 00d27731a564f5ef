//! Paths and `file:` URIs of clients, and whether two paths name the same file.

use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Returns the path that a client means by a path or a `file:` URI.
pub(super) fn of_client(text: &str) -> PathBuf {
    match text.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:")) {
        Some(_) => of_uri(&text[5..]).into(),
        None => text.into(),
    }
}

/// Returns the path in a URI without its scheme. Drops the host, the query and the fragment, and decodes
/// escapes.
fn of_uri(rest: &str) -> String {
    let path = match rest.strip_prefix("//") {
        Some(rest) => rest.find('/').map_or("", |at| &rest[at..]),
        None => rest,
    };
    let path = decoded(path.split(['?', '#']).next().unwrap_or_default());
    // On Windows the URI of C:/midas/p.mid has the path "/C:/midas/p.mid".
    let drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    if drive { path[1..].to_owned() } else { path }
}

/// Decodes escapes such as `%20`, a blank. Invalid escapes stay unchanged.
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&first, after)) = rest.split_first() {
        let digits =
            after.get(..2).filter(|_| first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(super) fn to_uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let root = if path.starts_with('/') { "" } else { "/" };
    let mut uri = format!("file://{root}");
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) {
            uri.push(byte.into());
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

/// Returns `true` if the paths name the same file on the disk. If one of the files does not exist, compares
/// the paths without `.` and `..`.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    if one.exists() && other.exists() { is_same_file(one, other) } else { plain(one) == plain(other) }
}

#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |path: &Path| fs::metadata(path).map(|data| (data.dev(), data.ino())).ok();
    identity(one).is_some_and(|found| identity(other) == Some(found))
}

#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// Returns a path without `.`, and without `..` after a name. On systems that ignore case, the path is in
/// lower case.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    match cfg!(any(windows, target_os = "macos")) {
        true => plain.to_string_lossy().to_lowercase().into(),
        false => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_are_decoded() {
        for (text, path) in [
            ("/a/p.mid", "/a/p.mid"),
            ("file:///a/p.mid", "/a/p.mid"),
            ("FILE://localhost/a/p.mid", "/a/p.mid"),
            ("file:/a/p.mid", "/a/p.mid"),
            ("file:///a%20b/%C3%B6%25.mid", "/a b/ö%.mid"),
            ("file:///a/100%", "/a/100%"),
            ("file:///a/%zz%+1%ö", "/a/%zz%+1%ö"),
            ("file://host", ""),
            ("file:", ""),
            ("fileö", "fileö"),
            ("日本", "日本"),
        ] {
            assert_eq!(of_client(text), Path::new(path), "{text:?}");
        }
    }

    #[test]
    fn any_path_has_a_uri() {
        for path in ["/a/p.mid", "/a b/ö%.mid", "/a/#1?.mid", "/😀"] {
            let uri = to_uri(path);
            assert!(uri.starts_with("file:///") && uri.is_ascii() && !uri.contains(' '), "{uri}");
            assert_eq!(of_client(&uri), Path::new(path), "{uri}");
        }
        assert_eq!(to_uri("/a b/ö.mid"), "file:///a%20b/%C3%B6.mid");
    }

    #[test]
    fn dots_and_links_name_the_same_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("real")).expect("a folder");
        for name in ["real/p.mid", "real/q.mid"] {
            fs::write(at(name), "END\n").expect("a file");
        }
        let mut names = vec!["real/p.mid", "real/../real/p.mid", "real/./p.mid", "nowhere/../real/p.mid"];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("real"), at("link")).expect("a link");
            names.extend(["link/p.mid", "link/../real/p.mid", "link/../link/p.mid"]);
        }
        for name in names {
            assert!(is_same(&at(name), &at("real/p.mid")), "{name}");
            assert!(!is_same(&at(name), &at("real/q.mid")), "{name}");
        }
        assert!(is_same(&at("gone/../gone.mid"), &at("./gone.mid")), "neither is on the disk");
        assert!(!is_same(&at("gone.mid"), &at("lost.mid")));
    }
}
