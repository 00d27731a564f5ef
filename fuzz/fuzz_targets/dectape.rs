//! Whatever bytes are taken for a DECtape image, reading ends with a tape or with an error, and a tape that was read can
//! be written in the layout it came from and read again.
#![no_main]

use emulator::formats::dectape::{self, Layout};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for forced in [None, Some(Layout::Words), Some(Layout::Lines)] {
        let Ok((tape, layout)) = dectape::read(bytes, forced) else { continue };
        let _ = dectape::write(&tape, Layout::Words);
        if bytes.is_empty() {
            continue;
        }
        let again = dectape::write(&tape, layout).expect("the layout it came from");
        let (second, _) = dectape::read(&again, Some(layout)).expect("what was written");
        assert!(second == tape);
    }
});
