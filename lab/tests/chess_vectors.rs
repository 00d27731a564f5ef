//! Tests of `lab chess-vectors`. The values themselves are tested in `tests/tests/engine_vectors.rs`.

use super::lab;

#[test]
fn both_programs_are_compared_with_a_file() {
    for engine in ["native", "emulated"] {
        let file = "tests/data/original-vectors/nodes.jsonl.gz";
        let (status, out, error) = lab(&["chess-vectors", file, "--engine", engine]);
        assert!(status == 0 && out.ends_with(" passed, 0 failed\n"), "{engine}: {out}{error}");
    }
}

#[test]
fn a_difference_gives_status_1_and_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("roots.jsonl");
    std::fs::write(&file, "{\"id\":\"a\",\"moves\":\"e2e5\"}\n").unwrap();
    let (status, out, _) = lab(&["chess-vectors", file.to_str().unwrap()]);
    assert!(status == 1 && out.contains("the move e2e5 is not legal"), "{out}");
    assert!(out.ends_with("0 passed, 1 failed\n"), "{out}");
}
