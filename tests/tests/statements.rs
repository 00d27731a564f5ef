//! Test cases for statements of the processor reference, section by section, executed in single steps and at
//! full speed.

use system_tests::case;

#[test]
fn statements() {
    let sections = case::check(&std::fs::read_to_string("data/statements.txt").unwrap());
    for chapter in ["1", "2", "3", "4", "6", "7", "8"] {
        assert!(
            sections.iter().any(|section| section.split('.').next() == Some(chapter)),
            "chapter {chapter}"
        );
    }
}
