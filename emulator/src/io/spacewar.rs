//! The consoles of spacewar: boxes of buttons for the players, read with DATAI.
//!
//! Source: devices reference, section 7.2.

use super::{Action, Context, Device, save_state};
use crate::isa::DeviceCode;
use crate::word::Word;

/// The first pair of consoles: an 18-bit half for each player, a bit is on while its button is pressed.
const FIRST: DeviceCode = DeviceCode::new(0o724);
/// The second set: a 9-bit byte for each of four players, a bit is off while its button is pressed.
const SECOND: DeviceCode = DeviceCode::WCNSLS;

/// Spacewar consoles of either generation.
///
/// CONO 420,40 chooses them rather than another device behind the same number, which is not there, so it does nothing; nor
/// does a reset: the buttons are the players', not the program's.
#[derive(Clone, Debug)]
pub struct Consoles {
    name: &'static str,
    codes: &'static [DeviceCode],
    released: Word,
    /// What DATAI gives.
    state: Word,
}

impl Consoles {
    fn new(name: &'static str, codes: &'static [DeviceCode], released: Word) -> Consoles {
        Consoles { name, codes, released, state: released }
    }

    /// The consoles of device 724, nothing pressed.
    pub fn first() -> Consoles {
        Consoles::new("spw", &[FIRST], Word::ZERO)
    }

    /// The consoles of device 420, nothing pressed.
    pub fn second() -> Consoles {
        Consoles::new("wcnsls", &[SECOND], Word::ONES)
    }
}

impl Device for Consoles {
    fn name(&self) -> &'static str {
        self.name
    }

    fn codes(&self) -> &'static [DeviceCode] {
        self.codes
    }

    fn datai(&mut self, _: DeviceCode, _: &mut Context<'_>) -> Word {
        self.state
    }

    fn act(&mut self, action: &Action, _: &mut Context<'_>) -> Result<(), String> {
        let Action::Buttons { word } = *action else {
            return Err(format!("{} has buttons and nothing else to handle", self.name));
        };
        self.state = word;
        Ok(())
    }

    fn details(&self) -> Vec<String> {
        let pressed = self.state.bits() ^ self.released.bits();
        vec![format!("buttons pressed: {}", Word::new(pressed))]
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
    fn buttons_are_read() {
        let mut bus = InOut::new();
        bus.connect(Box::new(Consoles::first()));
        bus.connect(Box::new(Consoles::second()));
        let read = |bus: &mut InOut, code| bus.datai(code, Nanos::ZERO);
        assert_eq!((read(&mut bus, FIRST), read(&mut bus, SECOND)), (Word::ZERO, Word::ONES));
        let torpedo = Action::Buttons { word: Word::halves(0, 0o10) };
        bus.with("spw", Nanos::ZERO, |device, context| device.act(&torpedo, context)).unwrap().unwrap();
        bus.reset(Nanos::ZERO);
        assert_eq!(read(&mut bus, FIRST), Word::new(0o10));
    }
}
