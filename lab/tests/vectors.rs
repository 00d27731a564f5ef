//! Tests of `lab vectors`.

use super::lab;

#[test]
fn vectors_report_and_set_the_status() {
    let (status, report, _) = lab(&["vectors", "tests/data/vectors/252-AOBJ.jsonl"]);
    assert_eq!(status, 0);
    assert!(report.ends_with(" passed, 0 failed\n"), "{report}");

    let case = std::fs::read_to_string("../tests/data/vectors/252-AOBJ.jsonl").unwrap();
    let wrong = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(wrong.path(), case.replacen("\"p_ns\":1", "\"p_ns\":2", 1)).unwrap();
    let path = wrong.path().to_str().unwrap();
    let (status, report, _) = lab(&["vectors", path]);
    assert_eq!(status, 1);
    assert!(
        report.contains("observed: p_ns: expected 2") && report.ends_with(" passed, 1 failed\n"),
        "{report}"
    );
}

#[test]
fn bad_input_is_explained() {
    let broken = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(broken.path(), "{\"name\":\"x\"\n").unwrap();
    let empty = tempfile::NamedTempFile::new().unwrap();
    for (path, message) in [
        ("no-such-file", "no-such-file"),
        (broken.path().to_str().unwrap(), "line 1: not a record"),
        (empty.path().to_str().unwrap(), "no record"),
    ] {
        let (status, _, error) = lab(&["vectors", path]);
        assert!(status == 1 && error.contains(message), "{path}: {status} {error}");
    }
}
