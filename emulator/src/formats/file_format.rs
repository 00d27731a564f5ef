//! Names of file formats on the command line.

use crate::formats::dectape;
use crate::formats::program::{Hint, ProgramLayout};
use crate::formats::words::Packing;

/// A layout of a program, a packing of words, both, or the layout of a DECtape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileFormat {
    /// The layout of the program in the words; `None` for plain words.
    pub layout: Option<ProgramLayout>,
    pub packing: Option<Packing>,
    /// The layout of a whole DECtape in the file.
    pub reel: Option<dectape::ReelLayout>,
}

impl FileFormat {
    /// The extensions of file names that imply a format, for messages.
    #[cfg(feature = "cli")]
    pub(crate) const EXTENSIONS: &str = ".rim, .sblk, .sav, .simh, .core, .oct, .pt, .dta, .dtr and others";

    #[cfg(feature = "cli")]
    pub(crate) fn unknown(text: &str) -> String {
        format!("unknown format \"{text}\" (expected {}; or a DECtape: dta, dtr)", FileFormat::programs())
    }

    /// Returns the names of the formats, for a place where a DECtape is not accepted.
    pub(crate) fn programs() -> String {
        let packings = Packing::ALL.map(Packing::name).join(", ");
        let layouts = ProgramLayout::ALL.map(ProgramLayout::name).join(", ");
        format!("a packing of words: {packings}; a program: {layouts}; both: sblk:core")
    }

    /// Parses a name: `rim`, `core`, `sblk:core`.
    pub(crate) fn parse(text: &str) -> Option<FileFormat> {
        let reel = match text {
            "dta" => Some(dectape::ReelLayout::Words),
            "dtr" | "dt6" => Some(dectape::ReelLayout::Lines),
            _ => None,
        };
        let (layout, packing) = match text.split_once(':') {
            Some((layout, packing)) => {
                (Some(ProgramLayout::by_name(layout)?), Some(Packing::by_name(packing)?))
            }
            None => (ProgramLayout::by_name(text), Packing::by_name(text)),
        };
        let known = layout.is_some() || packing.is_some() || reel.is_some();
        known.then_some(FileFormat { layout, packing, reel })
    }

    #[cfg(feature = "cli")]
    pub(crate) fn of_name(name: &str) -> Option<FileFormat> {
        let extension = name.rsplit_once('.')?.1.to_ascii_lowercase();
        let extension = match extension.as_str() {
            "ptp" | "pt" => "pt",
            "sblk" | "bin" => "sblk",
            "simh" | "do" => "script",
            other => other,
        };
        FileFormat::parse(extension)
    }

    pub(crate) fn hint(self) -> Hint {
        Hint { packing: self.packing, layout: self.layout }
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    #[test]
    fn the_extensions_of_the_messages_are_known() {
        for name in FileFormat::EXTENSIONS.split(", ").filter(|name| name.starts_with('.')) {
            let extension = name.split_whitespace().next().unwrap_or_default();
            assert!(FileFormat::of_name(&format!("file{extension}")).is_some(), "{extension}");
        }
    }
}
