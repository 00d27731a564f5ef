//! A campaign as a file: a header and the cases, one line of JSON each.
//!
//! The header contains the name of the campaign. This name is a checksum of everything that determines the
//! results: the version, the words of the MIDAS program, the two engines, the level, and the cases with their
//! settings. So results with the same name can be merged wherever they were made.

mod fault;
mod settings;

use serde::{Deserialize, Serialize};

use super::corpus::Task;
use super::epd;
use super::pair::{Level, Question};
use crate::emulated::Program;
use crate::program::describe;

pub use fault::{BadLine, CaseFault, LineFault, ManifestMismatch, ParseShardError};
pub use settings::read_settings;

const FORMAT_VERSION: u32 = 1;

/// Version of the programs. Results of different versions cannot be merged.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The first line of a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Version of the format.
    pub manifest: u32,
    /// Version of the `machack` that made the manifest.
    pub machack: String,
    /// Checksum of the words of the MIDAS program; empty if that program is not compared.
    pub program: String,
    /// The two programs.
    pub engines: [String; 2],
    /// Level of the comparison.
    pub level: Level,
    /// Number of cases that follow.
    pub cases: usize,
    /// The name of the campaign.
    pub campaign: String,
}

/// A line of a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseLine {
    /// Number of the case, from 0.
    pub case: usize,
    /// Origin of the case, as the report names it; empty for a position that the user gave.
    pub origin: String,
    /// Name of the case.
    pub name: String,
    /// The position and the game before it: `FEN`, `FEN; moves e2e4`, `startpos; moves e2e4 e7e5`,
    /// `the initial position`.
    pub position: String,
    /// Settings of both searches: `SETW 6, SETD 2, ...`, all parameters.
    pub settings: String,
    /// Maximum number of consecutive searches.
    pub searches: usize,
}

/// A campaign as read from a file, or to be written to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The first line.
    pub header: Header,
    /// The cases, indexed by their numbers.
    pub cases: Vec<CaseLine>,
}

/// Returns a checksum of the words of a program.
pub fn fingerprint(program: &Program) -> String {
    let mut sum = Checksum::default();
    for (address, word) in program.image.iter() {
        sum.add(&address.get().to_le_bytes());
        sum.add(&word.bits().to_le_bytes());
    }
    sum.text()
}

/// 64-bit FNV-1a, which is not a cryptographic hash.
struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

impl Header {
    /// Reads the first line.
    ///
    /// # Errors
    /// Returns an error if it is not a header of this format.
    pub fn parse(text: &str) -> Result<Header, LineFault> {
        let header: Header = serde_json::from_str(text).map_err(|_| LineFault::NotAManifest)?;
        if header.manifest != FORMAT_VERSION {
            return Err(LineFault::Format(header.manifest));
        }
        Ok(header)
    }

    /// Checks that this version of `machack` can run the campaign. `program` is the checksum of the current
    /// MIDAS program, or empty if that is not compared.
    ///
    /// # Errors
    /// Returns an error that says which version or program is different.
    pub fn suits(&self, program: &str) -> Result<(), ManifestMismatch> {
        if self.machack != VERSION {
            return Err(ManifestMismatch::Version(self.machack.clone(), VERSION));
        }
        if self.program != program {
            return Err(ManifestMismatch::Program(self.program.clone(), program.to_owned()));
        }
        Ok(())
    }

    fn name<'a>(&self, cases: impl Iterator<Item = &'a str>) -> String {
        let mut sum = Checksum::default();
        let [first, second] = &self.engines;
        for part in [self.machack.as_str(), &self.program, first, second, self.level.name()] {
            sum.add(part.as_bytes());
            sum.add(b"\n");
        }
        for case in cases {
            sum.add(case.as_bytes());
            sum.add(b"\n");
        }
        sum.text()
    }
}

impl CaseLine {
    fn new(case: usize, task: &Task) -> CaseLine {
        let Question { case: position, settings, searches } = &task.question;
        CaseLine {
            case,
            origin: task.origin.map_or(String::new(), |origin| origin.to_string()),
            name: position.name.clone(),
            position: position.to_string(),
            settings: describe(settings),
            searches: *searches,
        }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// Returns an error if the line is not a case.
    pub fn parse(text: &str) -> Result<CaseLine, LineFault> {
        serde_json::from_str(text).map_err(LineFault::json("invalid case"))
    }

    /// Returns the case as a question for both programs.
    ///
    /// # Errors
    /// Returns an error if the position or the settings cannot be read, or if a move is illegal.
    pub fn question(&self) -> Result<Question, CaseFault> {
        let mut cases = epd::parse("its position", &self.position).map_err(CaseFault::Position)?;
        let mut case = cases.pop().ok_or(CaseFault::NoPosition)?;
        case.name.clone_from(&self.name);
        let settings = read_settings(&self.settings);
        let settings = settings.ok_or_else(|| CaseFault::Settings(self.settings.clone()))?;
        Ok(Question { case, settings, searches: self.searches })
    }
}

impl Manifest {
    /// Makes the manifest of a campaign. `program` is the checksum of the MIDAS program, or empty if that is
    /// not compared.
    pub fn new(tasks: &[Task], level: Level, engines: [String; 2], program: String) -> Manifest {
        let cases: Vec<CaseLine> =
            tasks.iter().enumerate().map(|(case, task)| CaseLine::new(case, task)).collect();
        let header = Header {
            manifest: FORMAT_VERSION,
            machack: VERSION.to_owned(),
            program,
            engines,
            level,
            cases: cases.len(),
            campaign: String::new(),
        };
        let lines: Vec<String> = cases.iter().map(line).collect();
        let campaign = header.name(lines.iter().map(String::as_str));
        Manifest { header: Header { campaign, ..header }, cases }
    }

    /// Returns the manifest as text.
    pub fn text(&self) -> String {
        let mut text = line(&self.header) + "\n";
        for case in &self.cases {
            text += &line(case);
            text.push('\n');
        }
        text
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// Returns an error for the first invalid line, and for a file that was cut or changed.
    pub fn parse(file: &str, text: &str) -> Result<Manifest, BadLine> {
        let bad = |line: usize, why: LineFault| BadLine { file: file.to_owned(), line, why };
        let mut lines = (1..).zip(text.lines());
        let (_, first) = lines.next().ok_or_else(|| bad(1, LineFault::Empty))?;
        let header = Header::parse(first).map_err(|why| bad(1, why))?;
        let mut cases = Vec::new();
        for (number, text) in lines.clone() {
            let case = CaseLine::parse(text).map_err(|why| bad(number, why))?;
            if case.case != cases.len() {
                return Err(bad(number, LineFault::Order { found: case.case, expected: cases.len() }));
            }
            cases.push(case);
        }
        if cases.len() != header.cases {
            let why = LineFault::Short { read: cases.len(), cases: header.cases };
            return Err(bad(cases.len() + 1, why));
        }
        if header.name(lines.map(|(_, text)| text)) != header.campaign {
            return Err(bad(1, LineFault::Changed(header.campaign)));
        }
        Ok(Manifest { header, cases })
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it has names and numbers only")
}

/// A part of the cases: `3/16` is the third of sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// Returns `true` if a case belongs to the shard. Cases are assigned in turn, so that all shards have
    /// about the same amount of work.
    pub fn has(self, case: usize) -> bool {
        case % self.of == self.number - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Shard, ParseShardError> {
        let parsed =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parsed {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err(ParseShardError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::corpus;

    fn manifest() -> Manifest {
        Manifest::new(
            &corpus::tasks(3, 11, 1),
            Level::Probe,
            ["native", "emulated"].map(str::to_owned),
            "abc".to_owned(),
        )
    }

    #[test]
    fn a_manifest_is_read_as_it_was_written() {
        let tasks = corpus::tasks(3, 11, 1);
        let manifest = manifest();
        let again = Manifest::parse("m", &manifest.text()).unwrap();
        assert_eq!(again, manifest);
        for (case, task) in again.cases.iter().zip(&tasks) {
            let question = case.question().unwrap_or_else(|why| panic!("{case:?}: {why}"));
            assert_eq!(question.case, task.question.case, "{case:?}");
            assert_eq!(
                (question.settings, question.searches),
                (task.question.settings.clone(), task.question.searches)
            );
        }
    }

    #[test]
    fn damaged_manifests_are_reported_with_their_line() {
        let text = manifest().text();
        let lines: Vec<&str> = text.lines().collect();
        let fault = |lines: &[&str]| Manifest::parse("m", &lines.join("\n")).unwrap_err().to_string();
        let cases = lines.len() - 1;
        assert_eq!(
            fault(&lines[..5]),
            format!("m, line 5: the file ends after 4 of {cases} cases, so it is incomplete")
        );
        let doubled = [&lines[..3], &lines[2..]].concat();
        assert!(
            fault(&doubled).starts_with("m, line 4: expected case 2, found case 1"),
            "{}",
            fault(&doubled)
        );
        let swapped = [&lines[..2], &lines[3..]].concat();
        assert!(fault(&swapped).starts_with("m, line 3: expected case 1, found case 2"));
        let changed = text.replacen("SETD 1", "SETD 2", 1);
        let why = Manifest::parse("m", &changed).unwrap_err().to_string();
        assert!(why.contains("the file was changed"), "{why}");
        assert!(fault(&["", ""]).starts_with(
            "m, line 1: this is not a manifest (`machack compare --write-manifest FILE` writes one)"
        ));
        assert!(fault(&[lines[0], "{\"case\":0}"]).starts_with("m, line 2: invalid case: missing field"));
        assert!(Manifest::parse("m", "").unwrap_err().to_string().ends_with("the file is empty"));
        let half = &text[..text.len() - 40];
        assert!(Manifest::parse("m", half).unwrap_err().why.to_string().starts_with("invalid case"));
    }

    #[test]
    fn a_manifest_of_another_version_or_program_is_refused() {
        let header = manifest().header;
        assert_eq!(header.suits("abc"), Ok(()));
        assert!(header.suits("abd").unwrap_err().to_string().contains("the MIDAS program abc"));
        let older = Header { machack: "0.0.9".to_owned(), ..header.clone() };
        assert!(older.suits("abc").unwrap_err().to_string().contains("version 0.0.9"));
        let newer = serde_json::to_string(&Header { manifest: 2, ..header }).unwrap();
        assert!(Header::parse(&newer).unwrap_err().to_string().contains("format 2"));
    }

    #[test]
    fn every_case_is_in_one_shard() {
        for of in [1, 4, 16] {
            for case in 0..50 {
                let shards = (1..=of).map(|number| format!("{number}/{of}").parse::<Shard>().unwrap());
                assert_eq!(shards.filter(|shard| shard.has(case)).count(), 1);
            }
        }
        for wrong in ["", "0/4", "5/4", "1", "1/0", "-1/4", "x/y"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
