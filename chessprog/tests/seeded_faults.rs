//! Tests the table of `docs/seeded-faults.md`: faults planted in the MIDAS text one at a time. Each is found
//! and explained, except the two in `NOT_FOUND`.
//!
//! By default, one row in [`SAMPLE`] is computed and compared with the page. `ALL_FAULTS=1` computes all
//! rows, and `UPDATE_DOCS=1` rewrites the page.

mod seeding;

use std::env;
use std::fmt::{self, Display, Formatter, Write as _};
use std::fs;
use std::sync::Arc;

use chessprog::compare::campaign::Verdict;
use chessprog::compare::corpus::{self, Task};
use chessprog::compare::difference::Difference;
use chessprog::compare::explain::{CodePlace, DifferenceExplanation, Suspect, SuspectLine, explain};
use chessprog::compare::minimise::minimise_question;
use chessprog::compare::pair::{Level, Pair, Question};
use chessprog::emulated::{Emulated, ProbeEvent, Program};
use chessprog::native::Native;
use chessprog::program::Case;
use chessprog::sources::{Change, Sources};
use chessprog::vocabulary::Settings;
use emulator::time::Nanos;
use seeding::{Kind, faults};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/seeded-faults.md");

const SEED: u64 = 1967;
/// Number of faults of each kind chosen by hand.
const EACH: usize = 5;
/// Number of faults of each kind drawn at random. Some of them have no effect.
const DRAWN: usize = 6;
/// Number of positions searched for each fault: `machack compare --campaign 44`.
const POSITIONS: usize = 44;
/// One in this many rows is computed by default.
const SAMPLE: usize = 16;

/// The faults chosen by hand: kind, file, the right text, which occurs only once in the file, and the wrong
/// text.
const BY_HAND: [(Kind, &str, &str, &str); 4 * EACH] = [
    (Kind::Constant, "search/modify.mid", "E,MDPOOR", "E,MDPOOR+1"),
    (Kind::Constant, "evaluator/captures.mid", "CAMGE T,[2,,]", "CAMGE T,[3,,]"),
    (Kind::Constant, "squares.mid", "ASH A,-1", "ASH A,-2"),
    (Kind::Constant, "plausible/development.mid", "CAIE I,-8.(J)", "CAIE I,-9.(J)"),
    (Kind::Constant, "statics.mid", "A,RATM", "A,RATM-1"),
    (Kind::Jump, "attack.mid", "CAML B,PV(R)", "CAMLE B,PV(R)"),
    (Kind::Jump, "prise.mid", "CAMG TT,PV(T)", "CAML TT,PV(T)"),
    (Kind::Jump, "plausible/start.mid", "CAME A,NK(T)", "CAMN A,NK(T)"),
    (Kind::Jump, "plausible/exchange.mid", "CAMG C,[-WRISK]", "CAMGE C,[-WRISK]"),
    (Kind::Jump, "pawns.mid", "TDNE B,@PWSTOP", "TDNN B,@PWSTOP"),
    (Kind::Byte, "attack.mid", "000600+T,,FS1", "060600+T,,FS1"),
    (Kind::Byte, "defs.mid", "BPSPEC==050300", "BPSPEC==050200"),
    (Kind::Byte, "defs.mid", "BPCAPT==100600", "BPCAPT==100500"),
    (Kind::Byte, "hash.mid", "BPHGAM==140200", "BPHGAM==150200"),
    (Kind::Byte, "prise.mid", "440600+A,,SL1", "360600+A,,SL1"),
    (Kind::Table, "generated/tables.mid", "448.", "416."),
    (Kind::Table, "generated/tables.mid", "\t1248.", "\t1247."),
    (Kind::Table, "generated/tables.mid", "CODTAB:\t1,,6", "CODTAB:\t1,,5"),
    (Kind::Table, "generated/tables.mid", "-11.", "-12."),
    (Kind::Table, "generated/tables.mid", "VPAWN==128.", "VPAWN==127."),
];

/// A fault as `FILE:LINE/OLD/NEW`, and a position that shows it. The fault is in the value of five pawns on
/// an isolated file, which occurs in no position of the campaign.
const RARE: (&str, &str) = ("generated/weights.mid:97/320./321.", "4k3/8/P7/P7/P7/P7/P7/4K3 w - - 0 30");

/// The faults drawn at random that are not found, with the reasons.
const NOT_FOUND: [(&str, &str); 2] = [
    (
        "repetition.mid:31",
        "a position of the game counts twice in the small table of schemes (C) and (D); a campaign of 300 \
         finds it",
    ),
    ("generated/weights.mid:231", "a square off the board; only the squares from H1 on are copied"),
];

/// A fault, and how it was chosen.
struct SeededFault {
    kind: Kind,
    by: &'static str,
    change: Change,
}

fn planted() -> Vec<SeededFault> {
    let sources = Sources::default();
    let by_hand = BY_HAND.map(|(kind, file, from, to)| {
        let mut trial = Sources::default();
        let line = trial.change(file, from, to).unwrap_or_else(|why| panic!("{why}"));
        let change = Change { file: file.to_owned(), line, from: from.to_owned(), to: to.to_owned() };
        SeededFault { kind, by: "hand", change }
    });
    let drawn = faults(&sources, SEED, DRAWN);
    let drawn = drawn.into_iter().map(|(kind, change)| SeededFault { kind, by: "generator", change });
    by_hand.into_iter().chain(drawn).collect()
}

/// The result of looking for a fault.
enum Outcome {
    /// The program does not start, for this reason.
    NoStart(String),
    /// The fault shows at this case of the campaign. The explanations are for the difference as found and for
    /// the smallest one, followed by the labels before the fault.
    Found(usize, Box<[DifferenceExplanation; 2]>, Vec<String>),
    NotFound,
}

fn look_for(change: &Change, tasks: &[Task]) -> Outcome {
    let mut sources = Sources::default();
    sources.change_line(change).unwrap_or_else(|why| panic!("{change}: {why}"));
    let program = Arc::new(Program::assemble(&sources).unwrap_or_else(|why| panic!("{change}: {why}")));
    let suspect = Suspect { program: program.clone(), sources };
    let mut emulated = match Emulated::load(program) {
        Ok(emulated) => emulated,
        Err(fault) => return Outcome::NoStart(fault.to_string()),
    };
    emulated.set_patience(Nanos::from_seconds(200));
    let mut pair = Pair::new(Native::new(), emulated);
    for (number, task) in tasks.iter().enumerate() {
        let verdict = pair.compare(&task.question, Level::Probe).expect("the campaign can be asked");
        if let Verdict::Different(difference) = verdict {
            let mut differs = |question: &Question| match pair.compare(question, Level::Probe) {
                Ok(Verdict::Different(difference)) => Some(difference),
                _ => None,
            };
            let smallest = minimise_question(&task.question, |question| differs(question).is_some());
            let again = differs(&smallest).unwrap_or_else(|| panic!("{change}: {}", smallest.case.name));
            let found = [(&task.question, difference), (&smallest, again)];
            let explained = found.map(|(question, found)| explain(&suspect, question, Level::Probe, found));
            return Outcome::Found(number, Box::new(explained), labels_of(&suspect.program, change));
        }
    }
    Outcome::NotFound
}

/// Returns the first difference in a few words.
fn in_short(explanation: &DifferenceExplanation) -> String {
    let name = |event: Option<ProbeEvent>| event.map_or("the end", |event| event.row.name);
    let mut difference = &explanation.difference;
    while let Difference::InGame { difference: inner, .. } = difference {
        difference = inner;
    }
    match difference {
        Difference::Probe(probe) if probe.failed.is_some() => {
            format!("failure instead of {}", name(probe.native))
        }
        Difference::Probe(probe) => {
            let values = probe.values();
            match (values.first(), probe.row()) {
                (Some(&index), Some(row)) => format!("{}: {}", row.name, row.values[index].name),
                _ => format!("{} instead of {}", name(probe.emulated), name(probe.native)),
            }
        }
        Difference::Answer { part, .. } => part.clone(),
        Difference::Failed { why, .. } => why.clone(),
        Difference::InGame { .. } => unreachable!("taken off above"),
    }
}

/// How close an explanation comes to the fault, closest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Closeness {
    /// The explanation names the line, at this rank among the lines to look at.
    Ranked(usize),
    /// The explanation names the line.
    Line,
    /// The explanation states that the routine of the fault was executed.
    Label,
    Chapter,
    Nowhere,
}

impl Display for Closeness {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Closeness::Ranked(rank) => write!(f, "the line, {}.", rank + 1),
            Closeness::Line => f.write_str("the line"),
            Closeness::Label => f.write_str("the label"),
            Closeness::Chapter => f.write_str("the chapter"),
            Closeness::Nowhere => Ok(()),
        }
    }
}

fn leads(explanation: &DifferenceExplanation, change: &Change, labels: &[String]) -> Closeness {
    let Some(machine) = &explanation.machine else { return Closeness::Nowhere };
    let line = format!("{}:{}", change.file, change.line);
    if let Some(rank) = machine.candidates.iter().position(|candidate| leads_to(candidate, &line)) {
        return Closeness::Ranked(rank);
    }
    let changes = || machine.values.iter().flat_map(|value| &value.changed);
    let places = || machine.jumps.iter().flatten().chain([&machine.here]);
    let changed = || changes().map(|change| &change.at);
    let mut named = places().chain(changed()).chain(changes().flat_map(|change| &change.read));
    if named.any(|place| is_of(place, &line)) {
        return Closeness::Line;
    }
    let candidates = machine.candidates.iter().map(|candidate| &candidate.place);
    let chapter = format!("{}:", change.file);
    if machine.passed.iter().any(|passed| labels.contains(&passed.label)) {
        Closeness::Label
    } else if places().chain(changed()).chain(candidates).any(|place| place.line.starts_with(&chapter)) {
        Closeness::Chapter
    } else {
        Closeness::Nowhere
    }
}

/// Returns `true` if a suspect is this line, came from it through macros, or uses a name that the line
/// defines.
fn leads_to(suspect: &SuspectLine, line: &str) -> bool {
    let defines = |name: &String| name.rsplit_once(", ").is_some_and(|(_, place)| place == line);
    is_of(&suspect.place, line) || suspect.names.iter().any(defines)
}

/// Returns `true` if a place comes from this line of the text, directly or through macros.
fn is_of(place: &CodePlace, line: &str) -> bool {
    place.line == line || place.macros.iter().any(|call| call.line == line)
}

/// Returns the labels before the instructions of a line.
fn labels_of(program: &Program, change: &Change) -> Vec<String> {
    let addresses = program.symbols.addresses_of(&change.file, change.line as u32);
    let label = |address| Some(program.symbols.nearest(address, 0o777)?.0.name.clone());
    addresses.into_iter().filter_map(label).collect()
}

fn row(planted: &SeededFault, tasks: &[Task]) -> String {
    let SeededFault { kind, by, change } = planted;
    let (found, first, named) = match look_for(change, tasks) {
        Outcome::NoStart(why) => ("at the start".to_owned(), why, String::new()),
        Outcome::NotFound => ("not".to_owned(), String::new(), String::new()),
        Outcome::Found(number, explained, labels) => {
            let lead = explained.iter().map(|explanation| leads(explanation, change, &labels)).min();
            let lead = lead.expect("there are two");
            (format!("in case {}", number + 1), in_short(&explained[0]), lead.to_string())
        }
    };
    let (from, to) = (change.from.trim(), change.to.trim());
    let place = format!("{}:{}", change.file, change.line);
    format!("| {kind} | {by} | `{place}` | `{from}` | `{to}` | {found} | {first} | {named} |")
}

fn page(rows: &[String]) -> String {
    let count = |what: &str| rows.iter().filter(|row| row.contains(what)).count();
    let mut text = format!(
        "# Seeded faults\n\n\
         A comparison is only as good as the errors that it finds.\n\
         For this page one line of the program's MIDAS text is made wrong at a time: five constants, jumps, byte pointers and tables \
         chosen by hand (rules of the specification that are easy to get wrong), and {DRAWN} of each chosen by a generator with the \
         seed {SEED} (`chessprog/tests/seeded_faults/seeding.rs`).\n\
         The same command searches for each fault and explains it. FILE:LINE is the place, OLD and NEW are the two texts:\n\n\
         ```\nmachack compare --campaign {POSITIONS} --most 1 --change 'FILE:LINE/OLD/NEW'\n```\n\n\
         *Found* is the first case of the campaign that differs. *First difference* is the probe and its value, or the probe that \
         came instead of another.\n\
         *Leads to* says how close the explanation comes without help, for the case as found or for the smallest case that still differs:\n\n\
         - *the line*: it names the line itself, with its number among the ten lines that it suggests. Macros through which a line came \
         and the definitions of the names in it count.\n\
         - *the label*: it names the label above the fault, among those passed after both programs last agreed.\n\
         - *the chapter*: it names at least the file.\n\
         - empty: use `back`, `who wrote` and `--debug` from the place that it names.\n\n\
         {} of {} are found, {} of them with the line, {} of these as one of the first three; {} more with the label, {} with the chapter.\n",
        rows.len() - count("| not |"),
        rows.len(),
        count("| the line"),
        count("| the line, 1. ") + count("| the line, 2. ") + count("| the line, 3. "),
        count("| the label |"),
        count("| the chapter |"),
    );
    text += "Of the generator's faults these are not found:\n\n";
    for (place, why) in NOT_FOUND {
        let _ = writeln!(text, "- `{place}`: {why}.");
    }
    let _ = writeln!(
        text,
        "\n`UPDATE_DOCS=1 cargo test -p machack --test integration -- seeded_faults` writes this page. The tests check every \
         {SAMPLE}th row, and all of them with `ALL_FAULTS=1`.\n\n\
         | kind | chosen by | place | right | wrong | found | first difference | leads to |\n\
         |---|---|---|---|---|---|---|---|"
    );
    for row in rows {
        let _ = writeln!(text, "{row}");
    }
    text
}

#[test]
fn table_of_seeded_faults_equals_the_results() {
    let update = env::var_os("UPDATE_DOCS").is_some();
    let all = update || env::var_os("ALL_FAULTS").is_some();
    let tasks = corpus::tasks(1, POSITIONS, 2);
    let planted = planted();
    let chosen = planted.iter().step_by(if all { 1 } else { SAMPLE });
    let rows: Vec<String> = chosen.map(|planted| row(planted, &tasks)).collect();
    if update {
        fs::write(PAGE, page(&rows)).expect("the page can be written");
    }
    let kept = fs::read_to_string(PAGE).expect("the page is there");
    if all {
        assert_eq!(kept, page(&rows));
    }
    let table: Vec<&str> = kept.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert_eq!(table.len(), planted.len());
    for row in rows {
        assert!(table.contains(&row.as_str()), "not in the table:\n{row}");
    }
}

/// Each fault that is not found is listed with the reason. A change without effect is not found.
#[test]
fn every_undetected_fault_is_listed_with_a_reason() {
    let kept = fs::read_to_string(PAGE).expect("the page is there");
    let not_found: Vec<&str> = kept.lines().filter(|line| line.contains("| not |")).collect();
    assert_eq!(not_found.len(), NOT_FOUND.len(), "{not_found:?}");
    for (place, _) in NOT_FOUND {
        assert!(not_found.iter().any(|row| row.contains(&format!("| generator | `{place}` |"))), "{place}");
    }
    let tasks = corpus::tasks(1, 11, 1);
    let nothing = "prise.mid:1/;/;".parse().expect("a change that changes nothing");
    assert!(matches!(look_for(&nothing, &tasks[..8]), Outcome::NotFound));
}

#[test]
fn a_rare_fault_is_found_in_its_position() {
    let (change, fen) = RARE;
    let fault = change.parse().expect("the text has the line");
    let settings = Settings { depth: 0, ..Settings::normal() };
    let question = Question::new(Case::fen(fen).expect(fen), settings, Level::Probe);
    assert!(matches!(look_for(&fault, &[Task { origin: None, question }]), Outcome::Found(..)));
}
