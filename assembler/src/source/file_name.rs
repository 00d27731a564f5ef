//! The names of inserted files as sources write them, and the choice among several matching files.

use std::cmp::Reverse;

/// Which second names count as versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameRule {
    Numbered,
    Any,
}

/// A file name in a source: `DEV:DIR;FN1 FN2` of the Incompatible Timesharing System (ITS),
/// `DEV:<DIR>NAME.EXT` or `DEV:NAME.EXT[P,PN]` of DEC's systems, or a path such as `GENERATED/TABLES`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FileName {
    pub(super) directory: Option<String>,
    /// The folders in a path, outermost first.
    pub(super) folders: Vec<String>,
    /// The name after device, directory and folders.
    whole: String,
    first: String,
    second: String,
}

impl FileName {
    pub(super) fn parse(text: &str) -> FileName {
        let after_device = text.rsplit_once(':').map_or(text, |(_, rest)| rest).trim();
        let (mut directory, mut name) = match after_device.rsplit_once(';') {
            Some((directory, name)) => (directory.rsplit(';').next(), name.trim()),
            None => (None, after_device),
        };
        if let Some((inside, rest)) = name.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
            (directory, name) = (Some(inside), rest);
        }
        if let Some((before, area)) = name.split_once('[') {
            let after = area.split_once(']').map_or("", |(_, after)| after);
            name = if before.is_empty() { after } else { before };
        }
        let mut folders: Vec<String> = name.split('/').map(str::to_owned).collect();
        let name = folders.pop().unwrap_or_default();
        let (first, second) = name.split_once([' ', '\t']).unwrap_or((&name, ""));
        FileName {
            directory: directory.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()),
            folders,
            first: first.to_owned(),
            second: second.trim().to_owned(),
            whole: name,
        }
    }

    /// Chooses the file among `entries` that is meant, in upper or lower case, in the order of [`MatchRank`]:
    /// the file of exactly this name, then `FN1.FN2`, then the highest version if the second name is `>` or
    /// missing (the lowest if it is `<`), then `FN1`, then `FN1.mid`. Versions that are not numbered come
    /// last, and only with [`NameRule::Any`].
    pub(super) fn choose<'a>(
        &self,
        entries: impl Iterator<Item = &'a str>,
        names: NameRule,
    ) -> Option<&'a str> {
        let fits = entries.filter_map(|entry| Some((self.fit(entry)?, entry)));
        let fits = fits.filter(|(fit, _)| names == NameRule::Any || !fit.is_name());
        fits.min().map(|(_, entry)| entry)
    }

    /// Returns how well a file matches, or `None` if it does not.
    fn fit(&self, entry: &str) -> Option<MatchRank> {
        if entry == self.whole {
            return Some(MatchRank::SameName);
        }
        if entry.eq_ignore_ascii_case(&self.whole) {
            return Some(MatchRank::SameLetters);
        }
        if self.first.is_empty() {
            return None;
        }
        let (start, rest) = entry.split_at_checked(self.first.len())?;
        if !start.eq_ignore_ascii_case(&self.first) {
            return None;
        }
        if rest.is_empty() {
            return Some(MatchRank::NoSecondName);
        }
        let second = rest.strip_prefix(['.', ' '])?;
        if second.eq_ignore_ascii_case(&self.second) {
            return Some(MatchRank::BothNames);
        }
        let is_source = second.eq_ignore_ascii_case("mid");
        match (&*self.second, Version::of(second)) {
            ("", Some(version)) if version.is_number() => Some(MatchRank::Highest(Reverse(version))),
            ("" | ">" | "<", _) if is_source => Some(MatchRank::Source),
            (">", Some(version)) if version.has_digits() => Some(MatchRank::Highest(Reverse(version))),
            ("<", Some(version)) if version.has_digits() => Some(MatchRank::Lowest(version)),
            ("", Some(version)) if version.has_digits() => Some(MatchRank::HighestName(Reverse(version))),
            (">", Some(version)) => Some(MatchRank::HighestName(Reverse(version))),
            ("<", Some(version)) => Some(MatchRank::LowestName(version)),
            _ => None,
        }
    }
}

/// How well a file matches a name, best first.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MatchRank {
    SameName,
    /// The name with other upper and lower case.
    SameLetters,
    /// `FN1.FN2`.
    BothNames,
    /// A version; the highest is best.
    Highest(Reverse<Version>),
    /// A version; the lowest is best.
    Lowest(Version),
    /// `FN1` without a second name.
    NoSecondName,
    /// `FN1.mid`.
    Source,
    /// For `>`: a second name without digits. If no second name was given: one with letters and digits.
    /// Numbered versions come before it.
    HighestName(Reverse<Version>),
    /// The same for `<`.
    LowestName(Version),
}

impl MatchRank {
    /// Returns `true` for a version that is not numbered.
    fn is_name(&self) -> bool {
        matches!(self, MatchRank::HighestName(_) | MatchRank::LowestName(_))
    }
}

/// A second name as ITS compared it for `>` and `<`: first the part up to its last digit, with any letters
/// before the digits (a longer part is higher), then the letters after it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    numbered: (usize, String),
    rest: (usize, String),
}

/// Longest name in ITS, in characters.
const LONGEST_NAME: usize = 6;

impl Version {
    /// Returns the second name `second` as a version, or `None` if it is not a valid name in ITS.
    fn of(second: &str) -> Option<Version> {
        let is_sixbit = |c: u8| (0o41..=0o137).contains(&c.to_ascii_uppercase());
        if second.is_empty() || second.len() > LONGEST_NAME || !second.bytes().all(is_sixbit) {
            return None;
        }
        let name = second.to_ascii_uppercase();
        let end = name.rfind(|c: char| c.is_ascii_digit()).map_or(0, |last| last + 1);
        let (numbered, rest) = name.split_at(end);
        let key = |text: &str| (text.len(), text.to_owned());
        Some(Version { numbered: key(numbered), rest: key(rest) })
    }

    fn has_digits(&self) -> bool {
        self.numbered.0 > 0
    }

    /// Returns `true` if the version consists only of digits.
    fn is_number(&self) -> bool {
        self.rest.0 == 0 && self.numbered.1.bytes().all(|c| c.is_ascii_digit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_names_and_directories() {
        let folder = [
            "bits.9",
            "bits.11",
            "bits.oooold",
            "BITS.mid",
            "chsdef.1",
            "macros",
            "macros.mid",
            "fsdefs 4",
            "midas.458",
        ];
        for (name, directory, file) in [
            ("SYSTEM;BITS >", Some("SYSTEM"), Some("bits.11")),
            ("DSK:SYSTEM; BITS <", Some("SYSTEM"), Some("bits.9")),
            ("bits", None, Some("bits.11")),
            ("BITS 9", None, Some("bits.9")),
            ("BITS OOOOLD", None, Some("bits.oooold")),
            ("BITS.MID", None, Some("BITS.mid")),
            ("<SUBSYS>MIDAS.458", Some("SUBSYS"), Some("midas.458")),
            ("DSK:CHSDEF.1[3,17]", None, Some("chsdef.1")),
            ("MACROS >", None, Some("macros")),
            ("FSDEFS >", None, Some("fsdefs 4")),
            ("CHS", None, None),
            ("BIT >", None, None),
        ] {
            let name = FileName::parse(name);
            assert_eq!(name.directory.as_deref(), directory, "{name:?}");
            assert_eq!(name.choose(folder.into_iter(), NameRule::Any), file, "{name:?}");
        }
    }

    /// The rule of ITS 1652 (`QLOOK` in its disk routines): the part up to the last digit is compared as a
    /// SIXBIT number, then the letters after it. A name without digits is chosen last for both `>` and `<`.
    #[test]
    fn greatest_and_least() {
        for (files, greatest, least) in [
            // As in the directory SYSTEM: letters before the digits.
            (&["f.defs16"][..], "f.defs16", "f.defs16"),
            (&["f.defs9", "f.defs16"], "f.defs16", "f.defs9"),
            (&["f.9", "f.10"], "f.10", "f.9"),
            // A longer name is a higher number, whatever its letters.
            (&["f.27", "f.defs1"], "f.defs1", "f.27"),
            (&["f.a9", "f.b1"], "f.b1", "f.a9"),
            // Letters after the digits count only if the numbers are equal.
            (&["f.12", "f.11x"], "f.12", "f.11x"),
            (&["f.12", "f.12a", "f.12b"], "f.12b", "f.12"),
            // Names without digits.
            (&["f.bin", "f.1"], "f.1", "f.1"),
            (&["f.bin", "f.lst"], "f.lst", "f.bin"),
            (&["f.z", "f.bin"], "f.bin", "f.z"),
            (&["F.MID", "f.old"], "F.MID", "F.MID"),
            (&["f", "f.mid", "f.lst"], "f", "f"),
            // Invalid names in ITS: too long, or with characters outside SIXBIT.
            (&["f.11", "f.11~", "f.12.orig"], "f.11", "f.11"),
            (&["f.1", "g.2", "ff.3"], "f.1", "f.1"),
        ] {
            for (name, chosen) in [("F >", greatest), ("F <", least)] {
                assert_eq!(
                    FileName::parse(name).choose(files.iter().copied(), NameRule::Any),
                    Some(chosen),
                    "{name} {files:?}"
                );
            }
        }
        // Without a second name, numbered versions come first, then `.mid`.
        for (files, chosen) in [
            (&["f.mid", "f.x2"][..], "f.mid"),
            (&["f.mid", "f.2"], "f.2"),
            (&["f.2", "f.10"], "f.10"),
            (&["f.lst", "f.x2"], "f.x2"),
        ] {
            assert_eq!(
                FileName::parse("F").choose(files.iter().copied(), NameRule::Any),
                Some(chosen),
                "{files:?}"
            );
        }
        assert_eq!(FileName::parse("F").choose(["f.lst", "f.rim"].into_iter(), NameRule::Any), None);
    }
}
