//! Messages of a command and its exit status.
//!
//! Output that is lost because the disk is full is an error. A reader that closes the pipe early (`... |
//! head`) is not. Control characters in file names, or in text from files, do not reach the terminal.

use crate::text::sanitized;

use crate::{manual, signals};
use anyhow::anyhow;
use clap::Parser;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Prints a line on standard error, without control characters.
///
/// # Errors
///
/// Returns the errors of writing, except for a closed pipe.
pub fn message(text: impl Display) -> io::Result<()> {
    ignore_closed_pipe(writeln!(io::stderr(), "{}", sanitized(text)))
}

/// A writer that passes its text through [`sanitized`], however the text is split into writes. `flush` ends
/// the text: it replaces an incomplete last character by U+FFFD.
pub struct SanitizedWriter<W: Write> {
    output: W,
    /// The first bytes of a character whose other bytes are still to come.
    incomplete: Vec<u8>,
}

impl<W: Write> SanitizedWriter<W> {
    /// Returns a writer to `output`.
    pub fn new(output: W) -> SanitizedWriter<W> {
        SanitizedWriter { output, incomplete: Vec::new() }
    }
}

impl<W: Write> Write for SanitizedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.incomplete.extend(bytes);
        let whole = match std::str::from_utf8(&self.incomplete) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.incomplete.len(),
        };
        let rest = self.incomplete.split_off(whole);
        let whole = std::mem::replace(&mut self.incomplete, rest);
        self.output.write_all(sanitized(String::from_utf8_lossy(&whole)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let incomplete = std::mem::take(&mut self.incomplete);
        self.output.write_all(String::from_utf8_lossy(&incomplete).as_bytes())?;
        self.output.flush()
    }
}

/// Returns the result of writing, with a closed pipe counted as success.
///
/// # Errors
///
/// Returns all other errors of the output.
pub fn ignore_closed_pipe(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Combines the results of several actions that were all tried.
///
/// # Errors
///
/// Returns all their errors in one message.
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

/// Begins a command: parses its command line.
///
/// # Errors
///
/// Returns the exit status after `--help`, `--version` or a mistake; the text has been printed.
pub fn begin<P: Parser>() -> Result<P, ExitCode> {
    // If this fails, a file that exceeds the size limit ends the command, as it does by default.
    let _ = signals::survive_long_files();
    let mut command = manual::named(P::command());
    let parsed = command.try_get_matches_from_mut(arguments());
    let parsed = parsed.and_then(|mut matches| P::from_arg_matches_mut(&mut matches));
    parsed.map_err(|error| {
        let error = error.format(&mut command);
        let text = error.render().to_string();
        // Clap prints its text in colour. If the text must be sanitized, because the user's arguments in it
        // have control characters, it is printed without colour.
        let printed = if sanitized(&text) == text {
            error.print()
        } else if error.use_stderr() {
            write!(io::stderr(), "{}", sanitized(&text))
        } else {
            write!(io::stdout(), "{}", sanitized(&text))
        };
        let status = u8::try_from(error.exit_code()).unwrap_or(2);
        match ignore_closed_pipe(printed.and_then(|()| io::stdout().flush())) {
            Ok(()) => ExitCode::from(status),
            Err(error) => {
                // If standard error failed, this message is lost too.
                let _ = message(format!("{}: cannot write standard output: {error}", command.get_name()));
                ExitCode::from(status.max(1))
            }
        }
    })
}

#[cfg(not(windows))]
fn arguments() -> std::env::ArgsOs {
    std::env::args_os()
}

/// Returns the command line with its wild cards expanded, because the shells of Windows do not expand them.
/// Also makes the console interpret escape sequences.
#[cfg(windows)]
fn arguments() -> wild::ArgsOs {
    let _ = anstyle_query::windows::enable_ansi_colors();
    wild::args_os()
}

/// Wrong usage that is found after clap has parsed the command line: an unknown or malformed value of an
/// option, or options that do not fit together. The exit status is then 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// Returns an error for wrong usage.
pub fn usage(text: impl Into<String>) -> anyhow::Error {
    Usage(text.into()).into()
}

/// Ends the command `name`: prints its error, if it failed, and returns its exit status: 2 if a cause of the
/// error is [`Usage`], otherwise 1. A pipe that its reader has closed counts as success. If the disk is full
/// or a size limit is exceeded, and the error names no file, the message names standard output.
pub fn end(name: &str, done: anyhow::Result<ExitCode>) -> ExitCode {
    let done = done.and_then(|status| {
        let flushed = io::stdout().flush();
        // Any other status already reports a failure, and flushing may fail because the terminal is gone.
        if status == ExitCode::SUCCESS {
            flushed?;
        }
        Ok(status)
    });
    done.unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        let what = if is_unnamed_full_disk(&error) { "cannot write standard output: " } else { "" };
        // If the message is lost, the status still reports the failure.
        let _ = message(format!("{name}: {what}{error:#}"));
        // An error has at most one Usage, which may have contexts around it.
        ExitCode::from(if error.chain().any(|cause| cause.is::<Usage>()) { 2 } else { 1 })
    })
}

/// Returns `true` for a full disk, an exceeded quota or a file over the size limit, if the error has no
/// context. The errors of files have a context.
fn is_unnamed_full_disk(error: &anyhow::Error) -> bool {
    let outermost = error.chain().next().and_then(|error| error.downcast_ref::<io::Error>());
    outermost.map(io::Error::kind).is_some_and(|kind| {
        matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge)
    })
}

/// Returns `true` if a cause of the error is a pipe that its reader has closed.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kinds = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind);
    kinds.into_iter().any(|kind| kind == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_sanitized_however_it_is_split() {
        let text = "a\u{1B}[31mé\u{9B}x\n";
        for cut in 0..text.len() {
            let mut output = Vec::new();
            let mut sanitizer = SanitizedWriter::new(&mut output);
            let (first, second) = text.as_bytes().split_at(cut);
            sanitizer.write_all(first).unwrap();
            sanitizer.write_all(second).unwrap();
            assert_eq!(String::from_utf8(output).unwrap(), "a␛[31mé\u{FFFD}x\n", "{cut}");
        }
    }

    #[test]
    fn an_incomplete_last_character_is_not_lost() {
        let mut output = Vec::new();
        let mut sanitizer = SanitizedWriter::new(&mut output);
        sanitizer.write_all(b"a\xC3").unwrap();
        sanitizer.flush().unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "a\u{FFFD}");
    }

    #[test]
    fn all_errors_are_in_the_message() {
        assert!(all([Ok(()), Ok(())]).is_ok());
        let error = all([Err(anyhow!("one")), Ok(()), Err(anyhow!("two"))]).unwrap_err();
        assert_eq!(error.to_string(), "one; two");
    }

    #[test]
    fn wrong_usage_has_an_exit_status_of_its_own() {
        let status = |error| end("test", Err(error));
        assert_eq!(status(usage("--range 9: expected octal")), ExitCode::from(2));
        assert_eq!(status(usage("expected octal").context("--range 9")), ExitCode::from(2));
        assert_eq!(status(anyhow!("cannot read the file")), ExitCode::from(1));
    }

    #[test]
    fn a_closed_pipe_is_found_below_other_causes() {
        let error = anyhow::Error::from(io::Error::from(ErrorKind::BrokenPipe)).context("write the listing");
        assert!(is_broken_pipe(&error) && !is_broken_pipe(&anyhow!("other")));
    }
}
