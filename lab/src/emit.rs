//! Writes the numbers and texts that both chess programs share as MIDAS source.
//!
//! They are defined once, in the module `parameters` of `chessprog`. The generated files are kept in
//! `chessprog/midas/generated`, and a test checks that they are current.

mod book;
mod comments;
mod limits;
mod messages;
mod params;
mod tables;
mod weights;

use std::fmt::Write as _;

use emulator::word::Word;

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Name of the file in `chessprog/midas/generated`.
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

/// Returns all generated files.
pub fn files() -> Vec<GeneratedFile> {
    vec![
        limits::file(),
        tables::file(),
        params::file(),
        weights::file(),
        book::file(),
        comments::file(),
        messages::file(),
    ]
}

/// Columns of a remark line, slightly fewer than the teletype has.
const COLUMNS: usize = 70;

/// A MIDAS source under construction.
struct MidasText(String);

impl MidasText {
    /// Starts a file with a remark on its contents.
    fn new(what: &str) -> MidasText {
        MidasText(format!("; {what}\n; EMITTED FROM CHESSPROG/SRC/PARAMETERS; DO NOT EDIT.\n"))
    }

    /// Adds a remark, wrapped to the width of the teletype.
    fn remark(&mut self, text: &str) {
        let mut line = String::from("\n;");
        for word in text.split(' ') {
            if line.len() + word.len() > COLUMNS {
                writeln!(self.0, "{line}").expect("a string grows");
                line = String::from(";");
            }
            line.push(' ');
            line.push_str(word);
        }
        writeln!(self.0, "{line}").expect("a string grows");
    }

    /// Adds a table of decimal numbers, one per line, with a label on the first line.
    fn decimal(&mut self, label: &str, numbers: impl IntoIterator<Item = i64>) {
        self.lines(label, numbers.into_iter().map(decimal));
    }

    /// Adds a table of given words, one per line, with a label on the first line.
    fn lines(&mut self, label: &str, words: impl IntoIterator<Item = String>) {
        for (i, word) in words.into_iter().enumerate() {
            let label = if i == 0 { format!("{label}:") } else { String::new() };
            writeln!(self.0, "{label}\t{word}").expect("a string grows");
        }
    }

    fn cell(&mut self, label: &str, value: i64, what: &str) {
        writeln!(self.0, "{label}:\t{}\t;{what}", decimal(value)).expect("a string grows");
    }

    fn label(&mut self, name: &str) {
        writeln!(self.0, "{name}:").expect("a string grows");
    }

    fn blank(&mut self) {
        self.0.push('\n');
    }

    fn octal(&mut self, word: Word, what: &str) {
        let remark = if what.is_empty() { String::new() } else { format!("\t;{what}") };
        writeln!(self.0, "\t{:012o}{remark}", word.bits()).expect("a string grows");
    }

    fn symbol(&mut self, name: &str, value: i64, what: &str) {
        let remark = if what.is_empty() { String::new() } else { format!("\t;{what}") };
        writeln!(self.0, "{name}=={}{remark}", decimal(value)).expect("a string grows");
    }

    fn symbols(&mut self, rows: &[(&str, i32, &str)]) {
        for &(name, value, what) in rows {
            self.symbol(name, value.into(), what);
        }
    }

    fn file(self, name: &'static str) -> GeneratedFile {
        GeneratedFile { name, text: self.0 }
    }
}

/// Returns a number in MIDAS notation, with the final point of a decimal number where it is needed.
fn decimal(number: i64) -> String {
    if number.abs() < 8 { number.to_string() } else { format!("{number}.") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chessprog::sources;

    #[test]
    fn generated_midas_files_are_up_to_date() {
        for emitted in files() {
            let name = format!("generated/{}", emitted.name);
            let kept = sources::Sources::default();
            let kept = kept.file(&name).unwrap_or_else(|| panic!("{name} is missing: run `lab build`"));
            for (number, (kept, fresh)) in kept.lines().zip(emitted.text.lines()).enumerate() {
                assert_eq!(kept, fresh, "{name}, line {}, is stale: run `lab build`", number + 1);
            }
            assert_eq!(kept, emitted.text, "{name} is stale: run `lab build`");
        }
    }
}
