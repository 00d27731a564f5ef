//! Runs an assembly from the entry source to its results.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::dialect::Options;
use crate::output::Output;
use crate::pass::Assembler;
use crate::source::{Files, Source};

/// Assembles the file called `entry`.
///
/// The source is read to its END in spite of errors, unless one is fatal. The diagnostics are in source
/// order, with one for each cause; a fatal error comes last.
pub fn assemble(entry: &str, files: &dyn Files, options: &Options) -> (Output, Vec<Diagnostic>) {
    let mut assembler = Assembler::new(files, options);
    let found = match files.read(entry, None) {
        Ok(found) => found,
        Err(reason) => {
            let output = Output { dialect: options.dialect, ..Output::default() };
            let diagnostic = Diagnostic {
                code: Code::CannotRead,
                severity: Severity::Fatal,
                message: format!("cannot read {entry}: {reason}"),
                span: None,
                labels: Vec::new(),
                help: Vec::new(),
                trail: Vec::new(),
                symbol: None,
                pass: 0,
                location: 0,
                tag: String::new(),
                repeated: 0,
            };
            return (output, vec![diagnostic]);
        }
    };
    assembler.main_name = found.name.clone();
    let main =
        assembler.sources.add(Source::new(found.name, &found.bytes, options.text).with_last_line_end());
    drop(found.bytes);
    assembler.run(main);
    assembler.finish()
}
