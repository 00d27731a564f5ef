//! Test cases for the pitfalls that the processor reference, section 11, lists for implementers. Each case
//! is one line, executed in single steps and at full speed.

use system_tests::case;

#[test]
fn traps() {
    let text = std::fs::read_to_string("data/traps.txt").unwrap();
    let numbers: Vec<u32> = case::check(&text).iter().map(|key| key.parse().unwrap()).collect();
    // `console.rs` tests the pitfalls that one line of the table cannot express.
    let elsewhere = [62, 87, 90, 91, 92, 93, 100];
    let missing: Vec<_> = (1..=106).filter(|n| !numbers.contains(n) && !elsewhere.contains(n)).collect();
    assert_eq!(missing, [0u32; 0]);
}
