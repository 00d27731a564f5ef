//! The games of any text are read and played, or the place is told at which they cannot be.
#![no_main]

use chessprog::games;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(scores) = games::parse(&games::decode(bytes.to_vec())) {
        for score in scores {
            let _ = score.cases("game");
        }
    }
});
