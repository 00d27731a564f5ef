//! Device 760, a general-purpose register: programs set its 18 bits with CONO and read them with CONI. Three
//! of the bits are read-only.
//!
//! Source: device reference, section 7.3. Nothing is connected to it here.

use super::{Context, Device, save_state};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};

const MISCELLANEOUS: DeviceCode = DeviceCode::new(0o760);
/// Bits set from outside.
const SENSED: u32 = 0o7;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SenseRegister {
    state: Word,
}

impl Device for SenseRegister {
    fn name(&self) -> &'static str {
        "misc"
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[MISCELLANEOUS]
    }

    fn cono(&mut self, _: DeviceCode, word: Word, _: &mut Context<'_>) {
        self.state = Word::halves(0, word.right() & !SENSED);
    }

    fn coni(&mut self, _: DeviceCode, _: Nanos) -> Word {
        self.state
    }

    fn reset(&mut self, _: bool, _: &mut Context<'_>) {
        self.state = Word::ZERO;
    }

    save_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Bus;
    use crate::io::InOut;

    #[test]
    fn three_bits_cannot_be_set() {
        let mut bus = InOut::new();
        bus.connect(Box::new(SenseRegister::default()));
        bus.cono(MISCELLANEOUS, Word::halves(0o777777, 0o777777), Nanos::ZERO);
        assert_eq!(bus.coni(MISCELLANEOUS, Nanos::ZERO), Word::new(0o777770));
        bus.reset(Nanos::ZERO);
        assert_eq!(bus.coni(MISCELLANEOUS, Nanos::ZERO), Word::ZERO);
    }
}
