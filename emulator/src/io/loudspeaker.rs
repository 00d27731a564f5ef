//! The loudspeaker on the low bits of the memory indicator (device reference 7.4).
//!
//! It costs nothing until the user connects it. Then the processor stays on its slow path, which reports
//! every change of MI.

use super::{Action, Context, Device, DeviceError, FileUse, Units, save_state};
use crate::isa::DeviceCode;
use crate::word::Word;
use serde::{Deserialize, Serialize};

pub(crate) const LOUDSPEAKER: &str = "spk";

/// The bits of MI that are heard, 30 to 35: one voice each.
const HEARD: u64 = 0o77;

/// The loudspeaker. Each byte of its output is a new level.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Loudspeaker {
    connected: bool,
    /// The number of heard bits that are on.
    level: u8,
}

impl Device for Loudspeaker {
    fn name(&self) -> &'static str {
        LOUDSPEAKER
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[]
    }

    fn listens(&self) -> bool {
        self.connected
    }

    fn indicated(&mut self, word: Word, context: &mut Context<'_>) {
        let level = (word.bits() & HEARD).count_ones() as u8;
        if level != self.level {
            self.level = level;
            context.produce(0, &[level]);
        }
    }

    fn units(&self) -> &'static [Units] {
        const SOUND: Units = Units {
            numbers: 0..=0,
            file: FileUse::Sound,
            help: "the sound of the low six bits of MI is written to the file, a WAV file, which is \
                   replaced; live is the sound device",
        };
        &[SOUND]
    }

    fn act(&mut self, action: &Action, _: &mut Context<'_>) -> Result<(), DeviceError> {
        match *action {
            Action::Loudspeaker { connected } => {
                self.connected = connected;
                Ok(())
            }
            _ => Err(DeviceError::Cannot(self.name())),
        }
    }

    fn details(&self) -> Vec<String> {
        let state = if self.connected { "connected" } else { "not connected" };
        vec![format!("{state}, level {}", self.level)]
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
    fn the_low_six_bits_are_heard_while_it_is_connected() {
        let mut bus = InOut::new();
        bus.connect(Box::new(Loudspeaker::default()));
        let mut hear = |bits, time| {
            bus.indicated(Word::new(bits), Nanos(time));
            bus.take_all().into_iter().map(|(_, made)| (made.time.0, made.bytes[0])).collect::<Vec<_>>()
        };
        assert_eq!(hear(0o77, 1), [], "not connected");
        let connect = |connected| Action::Loudspeaker { connected };
        bus.with("spk", Nanos(2), |speaker, context| speaker.act(&connect(true), context)).unwrap().unwrap();
        let mut hear = |bits, time| {
            bus.indicated(Word::new(bits), Nanos(time));
            bus.take_all().into_iter().map(|(_, made)| (made.time.0, made.bytes[0])).collect::<Vec<_>>()
        };
        assert_eq!(hear(0o77, 3), [(3, 6)]);
        assert_eq!(hear(0o123, 4), [(4, 3)], "bits 31, 34 and 35; bit 29 is not heard");
        assert_eq!(hear(0o7, 5), [], "as loud as before");
        assert_eq!(hear(1, 6), [(6, 1)]);
        bus.with("spk", Nanos(7), |speaker, context| speaker.act(&connect(false), context)).unwrap().unwrap();
        assert!(!bus.listens());
    }
}
