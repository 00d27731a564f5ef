//! Device 020, the interface to a second processor: the other machine of a memory link interrupts this one.
//!
//! Source: device reference, section 7.5.

use super::{Action, Context, Device, DeviceError, Field, request_line, save_state};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};

const INTERFACE: DeviceCode = DeviceCode::new(0o20);
/// CONI: the other machine has interrupted this one. CONO: clears it.
const INTERRUPTED: u32 = 0o10;
const CHANNEL: u32 = 0o7;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SecondProcessor {
    channel: u8,
    is_interrupted: bool,
}

impl SecondProcessor {
    pub(crate) const NAME: &str = "link";
}

impl Device for SecondProcessor {
    fn name(&self) -> &'static str {
        SecondProcessor::NAME
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[INTERFACE]
    }

    fn requests(&self) -> u8 {
        request_line(self.is_interrupted, self.channel.into())
    }

    fn cono(&mut self, _: DeviceCode, word: Word, _: &mut Context<'_>) {
        self.channel = (word.right() & CHANNEL) as u8;
        self.is_interrupted &= word.right() & INTERRUPTED == 0;
    }

    fn coni(&mut self, _: DeviceCode, _: Nanos) -> Word {
        let flag = if self.is_interrupted { INTERRUPTED } else { 0 };
        Word::halves(0, flag | u32::from(self.channel))
    }

    fn act(&mut self, action: &Action, _: &mut Context<'_>) -> Result<(), DeviceError> {
        match action {
            Action::Interrupt => {
                self.is_interrupted = true;
                Ok(())
            }
            _ => Err(DeviceError::Cannot(self.name())),
        }
    }

    fn reset(&mut self, _: bool, _: &mut Context<'_>) {
        *self = SecondProcessor::default();
    }

    fn fields(&self, _: DeviceCode) -> &'static [Field] {
        const FIELDS: [Field; 2] =
            [Field::new(INTERRUPTED as u64, "interrupted"), Field::new(CHANNEL as u64, "channel")];
        &FIELDS
    }

    save_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Bus;
    use crate::io::InOut;

    #[test]
    fn the_other_machine_interrupts_until_the_program_clears_it() {
        let mut bus = InOut::new();
        bus.connect(Box::new(SecondProcessor::default()));
        let cono = |bus: &mut InOut, word| bus.cono(INTERFACE, Word::new(word), Nanos::ZERO);
        cono(&mut bus, 4);
        assert_eq!(bus.requests(), 0);
        let acted = bus.with(SecondProcessor::NAME, Nanos::ZERO, |device, context| {
            device.act(&Action::Interrupt, context)
        });
        assert_eq!(acted, Ok(Ok(())));
        // Channel 1 is the left bit of seven.
        assert_eq!((bus.coni(INTERFACE, Nanos::ZERO), bus.requests()), (Word::new(0o14), 0o10));
        cono(&mut bus, 5);
        assert_eq!((bus.coni(INTERFACE, Nanos::ZERO), bus.requests()), (Word::new(0o15), 0o4));
        cono(&mut bus, 0o15);
        assert_eq!((bus.coni(INTERFACE, Nanos::ZERO), bus.requests()), (Word::new(5), 0));
    }
}
