//! Names of file formats on the command line.

use crate::formats::program::{Hint, Layout};
use crate::formats::words::Packing;

/// A layout of a program, a packing of words, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileFormat {
    /// How the program lies in the words; `None` for words as they are.
    pub layout: Option<Layout>,
    /// How the words lie in the file.
    pub packing: Option<Packing>,
}

impl FileFormat {
    /// What can be given.
    pub const KNOWN: &'static str = "\
expected a packing of words (pt, core, aa, bin, data8, big8, dta, its, oct), a program (rim, sblk, sav, script), or both, sblk:core";

    /// `rim`, `core`, `sblk:core`.
    pub fn parse(text: &str) -> Option<FileFormat> {
        let (layout, packing) = match text.split_once(':') {
            Some((layout, packing)) => (Some(Layout::by_name(layout)?), Some(Packing::by_name(packing)?)),
            None => (Layout::by_name(text), Packing::by_name(text)),
        };
        (layout.is_some() || packing.is_some()).then_some(FileFormat { layout, packing })
    }

    /// The format that a file's name asks for.
    pub fn of_name(name: &str) -> Option<FileFormat> {
        let extension = name.rsplit_once('.')?.1.to_ascii_lowercase();
        let extension = match extension.as_str() {
            "ptp" | "pt" => "pt",
            "sblk" | "bin" => "sblk",
            "simh" | "do" => "script",
            other => other,
        };
        FileFormat::parse(extension)
    }

    /// For reading.
    pub fn hint(self) -> Hint {
        Hint { packing: self.packing, layout: self.layout }
    }
}
