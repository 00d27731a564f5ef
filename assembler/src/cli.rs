//! The command `midas`: arguments, files, messages.

mod bench;
mod cases;
mod define;
mod files;

pub use files::DiskFiles;

use crate::diagnostic::render::render;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::{Dialect, Limits, Options, Output, assemble};
use anyhow::{Context, Result, bail};
use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use emulator::formats::rim;
use emulator::formats::text::Encoding;
use emulator::word::Word;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use support::file::{Misplaced, Places};
use support::manual::{Completions, Manual};
use support::report;

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "midas",
    version,
    about = "Assemble MIDAS source for the PDP-6",
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  midas hello.mid -o hello.rim                 a tape for the READ IN key
  midas hello.mid -o hello.rim --listing hello.lst --symbols hello.sym
  midas old.mid --dialect A -o old.bin --format sblk
  midas - -o - --format octal < hello.mid      standard input and output
  midas --explain M0301                        what a message means
  midas hello.mid -W error                     warnings are errors
  midas hello.mid --cross-reference hello.ref   where each symbol is used
  midas cases ../shared/midas-cases            the golden cases

Exit status: 0 assembled without errors, 1 errors in the source or differences in the cases, 2 bad usage."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    assembly: Assembly,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run golden cases: sources with the words that the period assemblers made of them
    Cases(cases::CasesArgs),
    /// Measure lines a second and memory, of plain code and of code that calls macros
    Bench(bench::BenchArgs),
    Completions(Completions),
    Manual(Manual),
}

#[derive(Debug, Args)]
struct Assembly {
    /// The source file, or - for standard input
    source: Option<String>,
    /// Where to put the program, or - for standard output; without it the source is only checked
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What to make of it [default: by the source, else a read-in tape]
    #[arg(short, long, value_enum)]
    format: Option<OutputFormat>,
    /// Where to put the listing
    #[arg(short, long, value_name = "FILE")]
    listing: Option<PathBuf>,
    /// Where to put symbols and source map for the debugger
    #[arg(short, long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// Where to put the cross-reference
    #[arg(long, value_name = "FILE")]
    cross_reference: Option<PathBuf>,
    /// Whose rules: A and B the PDP-6's own, C the first time-sharing one, D the late one
    #[arg(short, long, default_value = "D", value_name = "A|B|C|D")]
    dialect: Dialect,
    /// How sources have their text: host (LF or CR LF ends a line) or its (as collected from ITS: 015 is a lone LF, 356 a
    /// lone CR). Default: as the contents of each file suggest
    #[arg(long, value_name = "host|its", value_parser = encoding)]
    text: Option<Encoding>,
    /// Define the calls of the time-sharing system ITS (.IOT, .OPEN, .VALUE, .SLEEP and the others)
    #[arg(long)]
    monitor_calls: bool,
    /// Define a symbol for the source, in octal, or in decimal with a point after the number; default value: 1
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", value_parser = define::definition)]
    define: Vec<(String, Word)>,
    /// A folder in which to look for inserted files, and in its folder DIR for DIR;FN1 FN2 (after that of the source)
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Insert files wherever they are; without it only those in the folder of the source, below it, and below those of -I
    #[arg(long)]
    insert_anywhere: bool,
    /// Write the output also if there are errors, as the assemblers of the time did; the exit status stays 1
    #[arg(long)]
    despite_errors: bool,
    #[arg(short = 'W', value_name = "[no-]NAME", help = warning_help())]
    warning: Vec<String>,
    /// Show at most this many messages to people
    #[arg(long, default_value_t = 50, value_name = "N")]
    max_messages: usize,
    #[arg(long, value_name = "NAME=N", help = limit_help())]
    limit: Vec<String>,
    /// How to show messages
    #[arg(long, value_enum, default_value = "human")]
    message_format: MessageFormat,
    /// Explain the messages with this code, such as M0301, and stop
    #[arg(long, value_name = "CODE")]
    explain: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// A read-in paper tape: loader, blocks, start
    Rim,
    /// Words of 36 bits as the assemblers wrote them (8 bytes each, big-endian): loader, blocks, start,
    /// symbols
    Sblk,
    /// Words for the linking loader (8 bytes each, big-endian)
    Reloc,
    /// Octal text: address and word on a line
    Octal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    /// Text with carets
    Human,
    /// A JSON object a line
    Json,
}

/// Sets one limit.
type Set = fn(&mut Limits, usize);

/// The names of the limits.
const LIMITS: [(&str, Set); 7] = [
    ("expansion-depth", |limits, n| limits.expansion_depth = n),
    ("expanded-characters", |limits, n| limits.expanded_characters = n as u64),
    ("insertion-depth", |limits, n| limits.insertion_depth = n),
    ("insertions", |limits, n| limits.insertions = n),
    (BRACKETS, |limits, n| limits.bracket_depth = n),
    ("repeat-count", |limits, n| limits.repeat_count = n as u64),
    ("output-words", |limits, n| limits.output_words = n),
];

/// The limit that has one itself.
const BRACKETS: &str = "bracket-depth";
/// More brackets inside each other could exhaust the stack.
const DEEPEST: usize = 1000;

fn encoding(name: &str) -> std::result::Result<Encoding, String> {
    Encoding::by_name(name)
        .ok_or_else(|| format!("expected {}", Encoding::ALL.map(Encoding::name).join(" or ")))
}

fn limit_help() -> String {
    format!("Change a limit: {}", LIMITS.map(|(name, _)| name).join(", "))
}

/// The name under which all warnings of slips are asked for.
const SLIPS: &str = "slips";

fn warning_names() -> String {
    let names = Code::ALL.iter().map(|c| c.warning_name()).filter(|name| !name.is_empty());
    names.collect::<Vec<_>>().join(", ")
}

fn warning_help() -> String {
    format!(
        "NAME: make the warning an error; no-NAME: turn it off; error: make all warnings errors; slips: also warn of what the \
         assemblers of the time accepted (an accumulator over 17, an address over 18 bits, a division by zero, words beyond \
         777777). 8 or 9 in an octal number gives a warning unless no-octal-digit is given. NAME is one of {}",
        warning_names()
    )
}

/// The definition of the command line.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = match report::begin::<Cli>() {
        Ok(cli) => cli,
        Err(status) => return status,
    };
    let result = match cli.command {
        Some(Command::Cases(args)) => cases::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Completions(args)) => args.run(command()),
        Some(Command::Manual(args)) => args.run(command()),
        None => cli.assembly.run(),
    };
    report::end("midas", result, |error| error.downcast_ref::<Usage>().map_or(1, |_| 2))
}

/// A mistake on the command line.
#[derive(Debug)]
struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

impl Assembly {
    fn run(&self) -> Result<ExitCode> {
        if let Some(name) = &self.explain {
            let Some(code) = Code::by_name(name) else {
                return Err(Usage(format!("there is no message {name}; codes look like M0301")).into());
            };
            io::stdout().lock().write_all(crate::diagnostic::explain::text(code).as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        let Some(source) = &self.source else {
            return Err(Usage("no source file was given; try midas --help".to_owned()).into());
        };
        let mut places = self.places(source)?;
        let options = self.options()?;
        let levels = self.levels()?;
        let files = DiskFiles::new(self.include.clone(), self.insert_anywhere);
        let (output, mut diagnostics) = assemble(source, &files, &options);
        levels.apply(&mut diagnostics);
        check_inserted(&mut places, &files.inserted())?;
        let told = self.show(&diagnostics).and_then(|()| Ok(tell_typed(&output)?));
        let failed = diagnostics.iter().any(|d| d.severity > Severity::Warning);
        report::all(self.put_out(&output, failed).into_iter().chain([told])).or_else(|error| {
            // Whoever reads has seen enough; the errors of the source remain.
            if failed && report::is_broken_pipe(&error) { Ok(()) } else { Err(error) }
        })?;
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Writes what is wanted; what cannot be written keeps nothing else from being written.
    fn put_out(&self, output: &Output, failed: bool) -> Vec<Result<()>> {
        let write = |path: &Option<PathBuf>, bytes: &dyn Fn() -> Result<Vec<u8>>| {
            path.as_ref().map_or(Ok(()), |path| write_file(path, &bytes()?))
        };
        let mut done = vec![
            write(&self.listing, &|| Ok(output.listing.clone().into_bytes())),
            write(&self.cross_reference, &|| Ok(output.cross_reference.clone().into_bytes())),
        ];
        if !failed || self.despite_errors {
            done.push(write(&self.symbols, &|| Ok(output.symbol_file().to_text().into_bytes())));
            done.push(write(&self.output, &|| self.render(output)));
        }
        done
    }

    /// What is read and written: no output takes the place of the source or of another output, and each can be written.
    fn places(&self, source: &str) -> Result<Places> {
        let outputs = [
            ("--output", &self.output),
            ("--listing", &self.listing),
            ("--symbols", &self.symbols),
            ("--cross-reference", &self.cross_reference),
        ];
        let mut places = Places::default();
        places.input("the source", source);
        for (name, path) in outputs {
            let Some(path) = path else { continue };
            places.output(name, path).map_err(|error| match error {
                Misplaced::Taken(other) => {
                    Usage(format!("{name} {} would replace {other}", path.display())).into()
                }
                error => anyhow::Error::from(error).context(format!("write {}", path.display())),
            })?;
        }
        Ok(places)
    }

    fn options(&self) -> Result<Options> {
        let mut options = Options {
            dialect: self.dialect,
            monitor_calls: self.monitor_calls,
            symbols: self.define.clone(),
            text: self.text,
            slips: self.wants_slips(),
            listing: self.listing.is_some(),
            cross_reference: self.cross_reference.is_some(),
            source_map: self.symbols.is_some(),
            ..Options::default()
        };
        for setting in &self.limit {
            let (name, number) =
                setting.split_once('=').ok_or_else(|| Usage(format!("--limit {setting}: write NAME=N")))?;
            let number: usize =
                number.parse().map_err(|_| Usage(format!("--limit {setting}: {number} is no number")))?;
            let Some((_, set)) = LIMITS.iter().find(|(known, _)| *known == name) else {
                return Err(Usage(format!("--limit {setting}: there is no limit {name}")).into());
            };
            if name == BRACKETS && number > DEEPEST {
                return Err(Usage(format!("--limit {setting}: {DEEPEST} brackets are the most")).into());
            }
            set(&mut options.limits, number);
        }
        Ok(options)
    }

    /// Whether any warning of slips is asked for.
    fn wants_slips(&self) -> bool {
        let is_slip = |name: &String| name == SLIPS || Code::by_name(name).is_some_and(Code::is_slip);
        self.warning.iter().any(is_slip)
    }

    fn levels(&self) -> Result<Levels> {
        let mut levels = Levels::default();
        if !self.warning.iter().any(|name| name == SLIPS) {
            levels.silent = Code::ALL.iter().copied().filter(|code| code.is_slip()).collect();
        }
        for setting in &self.warning {
            if setting == SLIPS {
                continue;
            }
            if setting == "error" {
                levels.all_errors = true;
                continue;
            }
            let (silence, name) = match setting.strip_prefix("no-") {
                Some(name) => (true, name),
                None => (false, setting.as_str()),
            };
            let code = Code::by_name(name).filter(|c| c.severity() == Severity::Warning);
            let Some(code) = code else {
                let names = warning_names();
                return Err(
                    Usage(format!("-W{setting}: there is no warning {name}; there are {names}")).into()
                );
            };
            if silence {
                levels.silent.push(code);
            } else {
                levels.silent.retain(|other| *other != code);
                levels.errors.push(code);
            }
        }
        Ok(levels)
    }

    fn show(&self, diagnostics: &[Diagnostic]) -> Result<()> {
        let shown = self.write_messages(diagnostics, &mut io::BufWriter::new(io::stderr().lock()));
        report::ignore_closed_pipe(shown).context("write the messages")
    }

    fn write_messages(&self, diagnostics: &[Diagnostic], err: &mut dyn Write) -> io::Result<()> {
        let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        if self.message_format == MessageFormat::Json {
            for diagnostic in diagnostics {
                writeln!(err, "{}", crate::diagnostic::json::json(diagnostic))?;
            }
            return err.flush();
        }
        for diagnostic in diagnostics.iter().take(self.max_messages) {
            write!(err, "{}", render(diagnostic, color))?;
        }
        if diagnostics.len() > self.max_messages {
            let more = diagnostics.len() - self.max_messages;
            let plural = if more == 1 { "" } else { "s" };
            let all = diagnostics.len();
            writeln!(err, "... and {more} more message{plural}; --max-messages {all} shows all")?;
        }
        let errors = diagnostics.iter().filter(|d| d.severity > Severity::Warning).count();
        if errors > 0 {
            let plural = if errors == 1 { "" } else { "s" };
            let outcome = if self.despite_errors { "output written anyway" } else { "no output written" };
            writeln!(err, "{errors} error{plural}; {outcome}")?;
        }
        err.flush()
    }

    fn render(&self, output: &Output) -> Result<Vec<u8>> {
        let format = match self.format {
            Some(format) => format,
            None if output.relocatable => OutputFormat::Reloc,
            None => OutputFormat::Rim,
        };
        Ok(match format {
            OutputFormat::Rim => {
                if output.relocatable {
                    bail!("the program is relocatable and cannot be a read-in tape; use --format reloc");
                }
                output.rim().with_context(|| clash(output)).context("make the read-in tape")?
            }
            OutputFormat::Sblk => output.file_words().iter().flat_map(|w| w.bits().to_be_bytes()).collect(),
            OutputFormat::Reloc => {
                if !output.relocatable {
                    bail!("the program is absolute: it has no RELOCATABLE statement");
                }
                output.file_words().iter().flat_map(|w| w.bits().to_be_bytes()).collect()
            }
            OutputFormat::Octal => output.octal().into_bytes(),
        })
    }
}

/// The line from which the first word came that cannot be on a read-in tape.
fn clash(output: &Output) -> String {
    let symbols = output.symbol_file();
    let addresses = output.image().iter().map(|(address, _)| address).find(|at| rim::is_under_loader(*at));
    let place = addresses.and_then(|at| symbols.origin(at)).map(|origin| origin.place);
    place.map_or("the program".to_owned(), |place| format!("{}:{}", symbols.files()[place.file], place.line))
}

/// Which warnings are silent and which are errors.
#[derive(Debug, Default)]
struct Levels {
    silent: Vec<Code>,
    errors: Vec<Code>,
    all_errors: bool,
}

impl Levels {
    fn apply(&self, diagnostics: &mut Vec<Diagnostic>) {
        diagnostics.retain(|d| !(d.severity == Severity::Warning && self.silent.contains(&d.code)));
        for diagnostic in diagnostics {
            if self.all_errors || self.errors.contains(&diagnostic.code) {
                diagnostic.severity = diagnostic.severity.max(Severity::Error);
            }
        }
    }
}

/// What the source typed goes to standard error, as it went to the terminal.
fn tell_typed(output: &Output) -> io::Result<()> {
    let typed = output.typed.replace("\r\n", "\n");
    report::ignore_closed_pipe(io::stderr().write_all(support::text::sanitized(typed).as_bytes()))
}

/// No output takes the place of a file that the source inserts, which is known when it is assembled.
fn check_inserted(places: &mut Places, inserted: &[PathBuf]) -> Result<()> {
    for path in inserted {
        if let Err(Misplaced::Taken(output)) = places.check_outputs(path) {
            let path = support::text::quoted(&path.display().to_string());
            return Err(Usage(format!("{output} would replace {path}, which the source inserts")).into());
        }
    }
    Ok(())
}

/// Puts new contents in the place of a file; `-` is standard output.
fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    support::file::write(path, bytes).with_context(|| format!("write {}", path.display()))
}
