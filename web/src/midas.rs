//! The assembler: assembles a source from the user to a tape, and boots it.

use assembler::output::has_errors;
use assembler::{Dialect, DialectError, MemoryFiles, Options, assemble};

use crate::assembly_output::{AssemblyOutput, Problem, problem, untaped};
use crate::web_machine::WebMachine;

impl WebMachine {
    /// Assembles a source, which can insert the page's other sources and the files of the chess program.
    ///
    /// # Errors
    ///
    /// Returns an error if the dialect is unknown.
    pub fn assemble(&mut self, name: &str, text: &str, dialect: &str) -> Result<&AssemblyOutput, String> {
        let dialect: Dialect = dialect.parse().map_err(|error: DialectError| error.to_string())?;
        self.host.files.insert(name.to_owned(), text.as_bytes().to_vec());
        let files = self.host.files.iter();
        let files = files.fold(MemoryFiles::new(), |files, (name, text)| files.with(name, text.clone()));
        let options = Options { dialect, listing: true, source_map: true, slips: true, ..Options::default() };
        let (output, diagnostics) = assemble(name, &files, &options);
        let mut problems: Vec<Problem> = diagnostics.iter().map(problem).collect();
        let sound = output.complete && !has_errors(&diagnostics);
        let tape = match output.rim() {
            _ if !sound => None,
            Ok(tape) => Some(tape),
            Err(error) => {
                problems.push(untaped(name, &error.to_string()));
                None
            }
        };
        let assembled = AssemblyOutput {
            name: name.to_owned(),
            problems,
            words: output.words().count(),
            typed: output.typed.clone(),
            tape,
            symbols: output.symbol_file(),
            listing: output.listing,
        };
        Ok(self.assembled.insert(assembled))
    }

    /// Puts the tape of the last assembly into the reader and boots it. The debugger gets its symbols and
    /// source lines.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing has been assembled or the text has errors.
    pub fn boot_assembled(&mut self) -> Result<(), String> {
        let assembled = self.assembled.clone().ok_or("nothing has been assembled yet")?;
        let tape = assembled.tape.ok_or("no tape: the text has errors")?;
        self.load_reader(&format!("{}.rim", assembled.name.trim_end_matches(".mid")), tape)?;
        self.boot_reader()?;
        self.session.target.symbols = assembled.symbols;
        Ok(())
    }
}
