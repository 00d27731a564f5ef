//! The real-time clock of device 710: a counter of 24 bits that never stops.
//!
//! A text of June 1968 describes the clock (device reference, section 6.2); programs of 1967 do not use it.
//! The description of its interval timer is not sufficient to emulate it.

use super::{Context, Device, save_state};
use crate::isa::DeviceCode;
use crate::word::Word;
use serde::{Deserialize, Serialize};

const RTC: DeviceCode = DeviceCode::new(0o710);
const NANOS_PER_COUNT: u64 = 4_069;
const BITS: u32 = 24;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RealTimeClock;

impl Device for RealTimeClock {
    fn name(&self) -> &'static str {
        "rtc"
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[RTC]
    }

    fn datai(&mut self, _: DeviceCode, context: &mut Context<'_>) -> Word {
        Word::new((context.now.get() / NANOS_PER_COUNT) & ((1 << BITS) - 1))
    }

    save_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Bus;
    use crate::io::InOut;
    use crate::time::Nanos;

    #[test]
    fn clock_counts_and_wraps() {
        let mut bus = InOut::new();
        bus.connect(Box::new(RealTimeClock));
        assert_eq!(bus.datai(RTC, Nanos(4_068)), Word::ZERO);
        assert_eq!(bus.datai(RTC, Nanos(4_069)), Word::new(1));
        assert_eq!(bus.datai(RTC, Nanos(4_069 << 24)), Word::ZERO);
    }
}
