//! FEN and EPD: a case that is read is written and read again.
#![no_main]

use chessprog::compare::epd;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = epd::position(text);
    for case in epd::parse("file", text).unwrap_or_default() {
        let again = epd::parse("file", &case.to_string()).expect("our own lines can be read").remove(0);
        assert_eq!((again.start, again.moves), (case.start, case.moves));
    }
});
