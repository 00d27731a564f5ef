//! Names of files as sources of the time write them, and the files of a host's folder that they mean.

/// `DEV:DIR;FN1 FN2` of the incompatible time-sharing system, `DEV:<DIR>NAME.EXT` or `DEV:NAME.EXT[P,PN]` of DEC's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FileName {
    /// The directory, if it is named.
    pub(super) directory: Option<String>,
    /// All behind device and directory.
    whole: String,
    first: String,
    second: String,
}

impl FileName {
    pub(super) fn parse(text: &str) -> FileName {
        let behind_device = text.rsplit_once(':').map_or(text, |(_, rest)| rest).trim();
        let (mut directory, mut name) = match behind_device.rsplit_once(';') {
            Some((directory, name)) => (directory.rsplit(';').next(), name.trim()),
            None => (None, behind_device),
        };
        if let Some((inside, rest)) = name.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
            (directory, name) = (Some(inside), rest);
        }
        if let Some((before, area)) = name.split_once('[') {
            let behind = area.split_once(']').map_or("", |(_, behind)| behind);
            name = if before.is_empty() { behind } else { before };
        }
        let (first, second) = name.split_once([' ', '\t']).unwrap_or((name, ""));
        FileName {
            directory: directory.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()),
            whole: name.to_owned(),
            first: first.to_owned(),
            second: second.trim().to_owned(),
        }
    }

    /// Which of the files called `entries` is meant, in whatever case: the one of just this name, `FN1.FN2`, of versions the
    /// highest if the second name is `>` or missing, the lowest if it is `<`, then `FN1` and `FN1.mid`.
    pub(super) fn choose<'a>(&self, entries: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        let ranked = entries.filter_map(|entry| Some((self.rank(entry)?, entry)));
        ranked.min().map(|(_, entry)| entry)
    }

    /// How well a file fits, the best first.
    fn rank(&self, entry: &str) -> Option<(u8, i64)> {
        if entry == self.whole {
            return Some((0, 0));
        }
        if entry.eq_ignore_ascii_case(&self.whole) {
            return Some((1, 0));
        }
        let behind = |first: &str| {
            let (start, rest) = (entry.get(..first.len())?, entry.get(first.len()..)?);
            if start.eq_ignore_ascii_case(first) { Some(rest) } else { None }
        };
        let rest = behind(&self.first)?;
        let second = rest.strip_prefix(['.', ' ']);
        let version = second.filter(|text| text.bytes().all(|c| c.is_ascii_digit()));
        let version = version.and_then(|text| text.parse::<i64>().ok());
        match (&*self.second, second, version) {
            (_, None, _) if rest.is_empty() => Some((4, 0)),
            ("" | ">", _, Some(version)) => Some((3, -version)),
            ("<", _, Some(version)) => Some((3, version)),
            (wanted, Some(second), _) if second.eq_ignore_ascii_case(wanted) => Some((2, 0)),
            (_, Some(second), _) if second.eq_ignore_ascii_case("mid") => Some((5, 0)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLDER: [&str; 9] = [
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

    fn chosen(name: &str) -> Option<&'static str> {
        FileName::parse(name).choose(FOLDER.into_iter())
    }

    #[test]
    fn versions_names_and_directories() {
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
            assert_eq!(FileName::parse(name).directory.as_deref(), directory, "{name}");
            assert_eq!(chosen(name), file, "{name}");
        }
    }
}
