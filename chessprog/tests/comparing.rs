//! Tests `machack compare` from outside: explanations, the debugger at a difference, JSON lines, control-C,
//! and campaigns in parts. Also tests the lines and stacks of `machack profile`.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::run;

/// Changes the bishop's fixed value from 448 to 416, the fixed value of a knight.
const BISHOP: &str = "generated/tables.mid:28/448/416";
/// A position with a bishop against a knight.
const POSITION: &str = "4k3/8/8/7n/8/8/1B6/4K3 w - - 0 1";

/// Returns the source line at a place, given as `FILE:LINE` as in reports. FILE is relative to `folder`.
fn line_at(place: &str, folder: &str) -> String {
    let (file, line) = place.rsplit_once(':').unwrap_or_else(|| panic!("`{place}` is not a place"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder).join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let line: usize = line.parse().unwrap_or_else(|_| panic!("`{place}` has no line"));
    text.lines().nth(line - 1).unwrap_or_else(|| panic!("{place} is not there")).to_owned()
}

fn compare_bishop(more: &[&str]) -> (i32, String, String) {
    let arguments = ["compare", "--fen", POSITION, "--depth", "0", "--level", "probe", "--change", BISHOP];
    run(&[&arguments[..], more].concat(), "")
}

/// Returns the text after a heading of the report, up to a comma or blank.
fn told<'t>(out: &'t str, heading: &str) -> &'t str {
    let line = out.lines().find_map(|line| line.strip_prefix(heading));
    line.unwrap_or_else(|| panic!("no {heading} in\n{out}")).split([',', ' ']).next().unwrap_or("")
}

#[test]
fn a_difference_is_explained() {
    let (status, out, error) = compare_bishop(&[]);
    assert_eq!(status, 1, "{error}");
    for part in [
        "  last equal  ",
        "  native      TERM: ",
        "  emulated    TERM: ",
        "(in B)",
        "changed last by statics.mid:",
    ] {
        assert!(out.contains(part), "`{part}` is not in\n{out}");
    }
    assert!(line_at(told(&out, "  MIDAS       "), "chessprog/midas").starts_with("PBTERM:"), "{out}");
    assert!(line_at(told(&out, "  Rust        "), "").contains("&TERM"), "{out}");
    assert!(out.ends_with("1 compared, 1 different\n"), "{out}");
}

#[test]
fn a_coarse_difference_is_explained_at_its_first_probe() {
    let (_, out, _) =
        run(&["compare", "--fen", POSITION, "--depth", "0", "--change", BISHOP, "--minimise"], "");
    assert!(out.contains("value: native "), "{out}");
    assert!(out.contains("probe ") && out.contains("the smallest that still differs:"), "{out}");
}

#[test]
fn a_halted_machine_is_reported_with_its_place() {
    let halts = "statics.mid:41/CAIGE A,6/JRST 4,.";
    let (status, out, error) =
        run(&["compare", "--fen", POSITION, "--depth", "0", "--level", "probe", "--change", halts], "");
    assert_eq!(status, 1, "{error}");
    assert!(out.contains("  emulated    failed: the machine halted at PBTERM"), "{out}");
    assert!(out.contains("  last equal  TERM: term 1"), "{out}");
}

#[test]
fn differences_come_as_lines_of_json() {
    let (status, out, _) = compare_bishop(&["--json"]);
    assert_eq!(status, 1);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let [case, sums] = &lines[..] else { panic!("{out}") };
    assert_eq!((&case["verdict"], &case["position"]), (&Value::from("different"), &Value::from(POSITION)));
    let difference = &case["difference"];
    assert_eq!(difference["emulated"]["probe"], "TERM");
    let value =
        |side: &str| -> i64 { difference[side]["values"]["value"].as_str().unwrap().parse().unwrap() };
    assert_ne!(value("native"), value("emulated"));
    assert_eq!(difference["machine"]["values"][0]["word"], "B");
    assert_eq!((&sums["compared"], &sums["different"], &sums["left"]), (&1.into(), &1.into(), &0.into()));
}

#[test]
fn the_debugger_opens_at_the_difference_and_can_go_back() {
    let arguments =
        ["compare", "--fen", POSITION, "--depth", "0", "--level", "probe", "--change", BISHOP, "--debug"];
    let (status, out, error) = run(&arguments, "show time\nback line\nexit 7\n");
    assert_eq!(status, 7, "{out}\n{error}");
    let (report, session) = out.split_once("1 compared, 1 different\n").expect("the report comes first");
    let place = told(report, "  MIDAS       ");
    assert!(session.contains(&format!("[{place}]")), "the debugger does not stop at {place}:\n{session}");
    // `back line` shows the previous line.
    assert!(session.matches("[statics.mid:").count() >= 2, "{session}");
    // Without a difference the debugger does not open.
    let (status, out, _) = run(&["compare", "--fen", POSITION, "--depth", "0", "--debug"], "exit 7\n");
    assert_eq!((status, out.ends_with("1 compared, 0 different\n")), (0, true), "{out}");
}

#[test]
fn impossible_changes_are_reported() {
    for (arguments, expected_status, expected) in [
        (
            &["--change", "prise.mid:1/nothing/x"][..],
            1,
            "line 1 of prise.mid has `nothing` 0 times, not once",
        ),
        (&["--change", "nowhere.mid:1/a/b"], 1, "no file nowhere.mid"),
        (&["--midas", "no-such-folder"], 1, "no-such-folder"),
        (
            &["--change", BISHOP, "--engines", "native,native"],
            2,
            "--change and --midas are for the emulated program",
        ),
    ] {
        let (status, _, error) = run(&[&["compare", "--random", "1"], arguments].concat(), "");
        assert!(status == expected_status && error.contains(expected), "{arguments:?}: {error}");
    }
    assert_eq!(run(&["compare", "--random", "1", "--change", "prise.mid"], "").0, 2);
}

/// The MIDAS text in the repository is the one that was built in.
#[test]
fn the_text_can_come_from_a_folder() {
    let (status, out, error) =
        run(&["compare", "--random", "2", "--depth", "1", "--midas", "chessprog/midas"], "");
    assert_eq!((status, out.ends_with("2 compared, 0 different\n")), (0, true), "{out}{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn control_c_keeps_what_was_done() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_machack"))
        .args(["compare", "--random", "3000", "--depth", "1", "--level", "probe"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut first = String::new();
    out.read_line(&mut first).expect("the settings come first");
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it can be sent");
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("text");
    let mut error = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut error).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{error}");
    let done: usize = rest.split(" compared, 0 different").next().unwrap().trim().parse().expect("a number");
    assert!(done < 3000 && error.contains(&format!("stopped after {done} of 3000")), "{rest}{error}");
}

struct Campaign {
    folder: TempDir,
}

impl Campaign {
    /// Most campaigns compare the native program with itself. That is fast, and enough to test the
    /// distribution of cases.
    fn new(positions: &str, engines: &str, level: &str) -> Campaign {
        let campaign = Campaign { folder: tempfile::tempdir().expect("a folder") };
        let manifest = campaign.path("campaign.jsonl");
        let (status, out, error) = run(
            &[
                "compare",
                "--campaign",
                positions,
                "--depth",
                "1",
                "--engines",
                engines,
                "--level",
                level,
                "--write-manifest",
                &manifest,
            ],
            "",
        );
        assert!(status == 0 && out.starts_with("campaign "), "{out}{error}");
        campaign
    }

    fn path(&self, name: &str) -> String {
        let path: PathBuf = self.folder.path().join(name);
        path.to_string_lossy().into_owned()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file was written")
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("it can be written");
    }

    fn run(&self, shard: &str, results: &str) -> (i32, String, String) {
        run(
            &[
                "compare",
                "run",
                &self.path("campaign.jsonl"),
                "--shard",
                shard,
                "--results",
                &self.path(results),
            ],
            "",
        )
    }

    /// Returns exit status, report and messages.
    fn merge(&self, results: &[String]) -> (i32, String, String) {
        let manifest = self.path("campaign.jsonl");
        let paths: Vec<String> = results.iter().map(|name| self.path(name)).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        run(&[&["compare", "merge", &manifest], &paths[..]].concat(), "")
    }

    /// Returns the report of the campaign when it is split into `of` parts.
    fn in_shards(&self, of: usize) -> String {
        let names: Vec<String> = (1..=of).map(|number| format!("results-{of}-{number}.jsonl")).collect();
        for (number, name) in (1..).zip(&names) {
            let (status, _, error) = self.run(&format!("{number}/{of}"), name);
            assert_eq!(status, 0, "{error}");
        }
        let (status, report, error) = self.merge(&names);
        assert_eq!((status, error.as_str()), (0, ""), "{report}");
        report
    }
}

#[test]
fn one_four_and_sixteen_shards_give_the_same_report() {
    let campaign = Campaign::new("44", "native,native", "move");
    let whole = campaign.in_shards(1);
    assert!(whole.ends_with(" compared, 0 different, 0 missing\n"), "{whole}");
    assert_eq!(campaign.in_shards(4), whole);
    assert_eq!(campaign.in_shards(16), whole);
}

#[test]
fn every_probe_is_compared_in_parts_too_and_heuristics_are_counted() {
    let campaign = Campaign::new("11", "native,emulated", "probe");
    let whole = campaign.in_shards(1);
    assert_eq!(campaign.in_shards(2), whole);
    // Every move except castling gets the constant of H22.
    let constant = whole.lines().find_map(|line| line.strip_prefix("H22 ")).expect("H22 has a line");
    let count: u64 = constant.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a count");
    assert!(count > 100, "{whole}");
}

#[test]
fn a_cut_campaign_resumes_at_the_incomplete_case() {
    let campaign = Campaign::new("22", "native,native", "move");
    let whole = campaign.in_shards(1);
    let results = campaign.text("results-1-1.jsonl");
    campaign.write("cut.jsonl", &results[..results.len() / 2]);
    let (status, _, error) = campaign.run("1/1", "cut.jsonl");
    assert!(status == 0 && error.contains("is incomplete; its case is compared again"), "{error}");
    assert_eq!(campaign.text("cut.jsonl").lines().count(), results.lines().count());
    assert_eq!(campaign.merge(&["cut.jsonl".to_owned()]).1, whole);
    // There is nothing left to do.
    assert_eq!(campaign.run("1/1", "cut.jsonl").0, 0);
    assert_eq!(campaign.merge(&["cut.jsonl".to_owned()]).1, whole);
}

#[test]
fn cases_go_through_a_filter_line_by_line() {
    let campaign = Campaign::new("11", "native,native", "move");
    let whole = campaign.in_shards(1);
    let (status, out, error) = run(&["compare", "filter"], &campaign.text("campaign.jsonl"));
    assert_eq!(status, 0, "{error}");
    campaign.write("filtered.jsonl", &out);
    assert_eq!(campaign.merge(&["filtered.jsonl".to_owned()]).1, whole);
    for (input, expected) in [
        ("", "standard input is empty"),
        ("{}\n", "standard input, line 1: this is not a manifest (`machack compare --write-manifest FILE`"),
    ] {
        let (status, _, error) = run(&["compare", "filter"], input);
        assert!(status == 1 && error.contains(expected), "{error}");
    }
    let header = campaign.text("campaign.jsonl").lines().next().expect("a header").to_owned();
    let (status, _, error) = run(&["compare", "filter"], &format!("{header}\nnonsense\n"));
    assert!(status == 1 && error.contains("standard input, line 2: invalid case"), "{error}");
}

#[test]
fn bad_results_are_reported_with_their_line_and_not_counted() {
    let campaign = Campaign::new("11", "native,native", "move");
    let whole = campaign.in_shards(1);
    let results = campaign.text("results-1-1.jsonl");
    let first = results.lines().next().expect("a result");
    let id = &first[first.find("\":\"").expect("a name") + 3..][..16];
    campaign.write("doubled.jsonl", &format!("{first}\n"));
    campaign.write("other.jsonl", &format!("{}\n", first.replace(id, "0123456789abcdef")));
    campaign.write("cut.jsonl", &first[..20]);
    let names = ["results-1-1.jsonl", "doubled.jsonl", "other.jsonl", "cut.jsonl"].map(str::to_owned);
    let (status, report, error) = campaign.merge(&names);
    assert_eq!((status, &report), (1, &whole));
    for expected in [
        "doubled.jsonl, line 1: case ",
        "other.jsonl, line 1: the result is of campaign 0123456789abcdef",
        "cut.jsonl, line 1: the line is incomplete",
    ] {
        assert!(error.contains(expected), "{error}");
    }
    let (status, _, error) = campaign.run("1/1", "other.jsonl");
    assert!(status == 1 && error.contains("line 1: the result is of campaign"), "{error}");
    let manifest = campaign.text("campaign.jsonl").replace("\"machack\":\"", "\"machack\":\"9.");
    campaign.write("campaign.jsonl", &manifest);
    let (status, _, error) = campaign.run("1/1", "new.jsonl");
    assert!(status == 1 && error.contains("campaign.jsonl, line 1: "), "{error}");
}

#[test]
fn profile_lists_lines_and_writes_folded_stacks() {
    let folder = tempfile::tempdir().expect("a folder");
    let folded = folder.path().join("stacks").to_string_lossy().into_owned();
    let (status, out, error) =
        run(&["profile", "A", "--depth", "1", "--lines", "5", "--folded", &folded], "");
    assert_eq!(status, 0, "{error}");
    assert_eq!(out.lines().filter(|line| line.contains(".mid:")).count(), 5, "{out}");
    let stacks = fs::read_to_string(&folded).expect("the file was written");
    assert!(stacks.lines().all(|line| line.starts_with("driver")), "{stacks}");
    assert!(stacks.lines().any(|line| line.contains(";PLAUSI;")), "{stacks}");
}

/// Dask distributes a campaign, and one of several workers is killed. No result is lost or counted twice. The
/// test runs only if the environment variable `DASK_PYTHON` names a Python interpreter with Dask.
#[test]
fn dask_finishes_a_campaign_after_losing_a_worker() {
    let Some(python) = std::env::var_os("DASK_PYTHON") else { return };
    let campaign = Campaign::new("110", "native,emulated", "probe");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/campaign_dask.py");
    let output = Command::new(python)
        .args([example, "--machack", env!("CARGO_BIN_EXE_machack"), "--workers", "3", "--kill-one"])
        .args([campaign.path("campaign.jsonl"), campaign.path("dask.jsonl")])
        .output()
        .expect("Python starts");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{error}");
    assert!(error.contains("killed a worker"), "{error}");
    let (status, report, error) = campaign.merge(&["dask.jsonl".to_owned()]);
    assert_eq!((status, error.as_str()), (0, ""), "{report}");
    assert_eq!(report, campaign.in_shards(1));
    std::io::stdout().write_all(report.as_bytes()).expect("standard output");
}
