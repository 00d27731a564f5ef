//! What a command says to the person who calls it, and with what status it ends.
//!
//! Output that is lost because a disk is full is an error; a reader that has seen enough (`... | head`) is none.
//! What comes from files, names and lines of others reaches a terminal without control characters.

pub use crate::plain::{count, plain, quoted};

use crate::signals;
use anyhow::anyhow;
use clap::Parser;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Tells something on standard error, in a line or lines of their own.
///
/// # Errors
///
/// It is lost, and not because nobody reads.
pub fn tell(text: impl Display) -> io::Result<()> {
    or_unread(writeln!(io::stderr(), "{}", plain(text)))
}

/// Output in which what comes from others is [`plain`], however it is cut into pieces.
pub struct Harmless<W: Write> {
    output: W,
    /// The beginning of a character.
    begun: Vec<u8>,
}

impl<W: Write> Harmless<W> {
    /// Output that goes to `output`.
    pub fn new(output: W) -> Harmless<W> {
        Harmless { output, begun: Vec::new() }
    }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let rest = self.begun.split_off(whole);
        let whole = std::mem::replace(&mut self.begun, rest);
        self.output.write_all(plain(String::from_utf8_lossy(&whole)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// What was written, unless it is lost for another reason than that nobody reads any more.
///
/// # Errors
///
/// The output is lost.
pub fn or_unread(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// One result of several things of which each was tried.
///
/// # Errors
///
/// All that went wrong.
pub fn all(results: impl IntoIterator<Item = anyhow::Result<()>>) -> anyhow::Result<()> {
    let mut wrong: Vec<anyhow::Error> = results.into_iter().filter_map(Result::err).collect();
    match wrong.len() {
        0 => Ok(()),
        1 => Err(wrong.remove(0)),
        _ => {
            Err(anyhow!("{}", wrong.iter().map(|error| format!("{error:#}")).collect::<Vec<_>>().join("; ")))
        }
    }
}

/// Begins a command: its command line, or the status after what `--help`, `--version` or a mistake has to say.
///
/// # Errors
///
/// There is nothing to carry out.
pub fn begin<P: Parser>() -> Result<P, ExitCode> {
    // Where that is not allowed, a file that grows too long ends the command, as it would any other.
    let _ = signals::survive_long_files();
    P::try_parse().map_err(|error| {
        let text = error.render().to_string();
        // The colours of the library are kept where nothing else of that kind is in the text.
        let printed = if plain(&text) == text {
            error.print()
        } else if error.use_stderr() {
            write!(io::stderr(), "{}", plain(&text))
        } else {
            write!(io::stdout(), "{}", plain(&text))
        };
        let status = u8::try_from(error.exit_code()).unwrap_or(2);
        match or_unread(printed.and_then(|()| io::stdout().flush())) {
            Ok(()) => ExitCode::from(status),
            Err(_) => ExitCode::from(status.max(1)),
        }
    })
}

/// The status of the command `name`, after what went wrong was told. `wrong` is the status of a mistake.
pub fn end(name: &str, done: anyhow::Result<ExitCode>, wrong: impl Fn(&anyhow::Error) -> u8) -> ExitCode {
    let done = done.and_then(|status| {
        let flushed = io::stdout().flush();
        // Any other status tells of the end already: the terminal may have gone away.
        if status == ExitCode::SUCCESS {
            flushed?;
        }
        Ok(status)
    });
    done.unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        // If this is lost the status still tells.
        let _ = tell(format!("{name}: {error:#}"));
        ExitCode::from(wrong(&error))
    })
}

/// Whether the reader of standard output went away.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kinds = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind);
    kinds.into_iter().any(|kind| kind == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_harmless_in_any_pieces() {
        let text = "a\u{1B}[31mé\u{9B}x\n";
        for cut in 0..text.len() {
            let mut output = Vec::new();
            let mut harmless = Harmless::new(&mut output);
            let (first, second) = text.as_bytes().split_at(cut);
            harmless.write_all(first).unwrap();
            harmless.write_all(second).unwrap();
            assert_eq!(String::from_utf8(output).unwrap(), "a␛[31mé\u{FFFD}x\n", "{cut}");
        }
    }

    #[test]
    fn everything_that_went_wrong_is_told() {
        assert!(all([Ok(()), Ok(())]).is_ok());
        let error = all([Err(anyhow!("one")), Ok(()), Err(anyhow!("two"))]).unwrap_err();
        assert_eq!(error.to_string(), "one; two");
    }

    #[test]
    fn a_reader_that_went_away_is_found_below_other_causes() {
        let error = anyhow::Error::from(io::Error::from(ErrorKind::BrokenPipe)).context("write the listing");
        assert!(is_broken_pipe(&error) && !is_broken_pipe(&anyhow!("other")));
    }
}
