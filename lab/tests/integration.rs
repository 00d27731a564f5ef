//! `lab vectors` as a command.

use std::process::{Command, Output};

fn lab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lab")).args(arguments).current_dir("..").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn vectors_report_and_set_the_status() {
    let output = lab(&["vectors", "tests/data/vectors/252-AOBJ.jsonl"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).ends_with(" passed, 0 failed\n"));

    let case = std::fs::read_to_string("../tests/data/vectors/252-AOBJ.jsonl").unwrap();
    let wrong = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(wrong.path(), case.replacen("\"p_ns\":1", "\"p_ns\":2", 1)).unwrap();
    let path = wrong.path().to_str().unwrap();
    let output = lab(&["vectors", path]);
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        report.contains("observed: p_ns: expected 2") && report.ends_with(" passed, 1 failed\n"),
        "{report}"
    );
    let json = lab(&["vectors", "--json", "--times", path]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["failed"], 1);
    assert_eq!(json["files"][0]["failures"][0]["differences"][0]["what"], "p_ns");
}

#[test]
fn bad_input_is_explained() {
    let broken = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(broken.path(), "{\"name\":\"x\"\n").unwrap();
    let empty = tempfile::NamedTempFile::new().unwrap();
    for (arguments, status, message) in [
        (vec!["vectors", "no-such-file"], 1, "no-such-file"),
        (vec!["vectors", broken.path().to_str().unwrap()], 1, "line 1: not a case"),
        (vec!["vectors", empty.path().to_str().unwrap()], 1, "no case"),
        (vec!["vectors"], 2, "required"),
    ] {
        let output = lab(&arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
}
