//! The consoles of Spacewar: button boxes for the players, read with DATAI.
//!
//! Source: device reference, section 7.2.

use super::{Action, Context, Device, DeviceError, Setting, save_state};
use crate::isa::DeviceCode;
use crate::word::Word;

/// The first pair of consoles: an 18-bit half for each player; a bit is on while its button is pressed.
const FIRST: DeviceCode = DeviceCode::new(0o724);
/// The second set: a 9-bit byte for each of four players; a bit is off while its button is pressed.
const SECOND: DeviceCode = DeviceCode::WCNSLS;

const SECOND_NAME: &str = "wcnsls";

/// Spacewar consoles of either generation.
///
/// CONO 420,40 selects them instead of another device at the same number. That device is not emulated, so
/// CONO does nothing. A reset does nothing either: the buttons belong to the players, not to the program.
#[derive(Clone, Debug)]
pub(crate) struct Consoles {
    name: &'static str,
    codes: &'static [DeviceCode],
    released: Word,
    settings: &'static [Setting],
    /// The word that DATAI returns.
    state: Word,
}

impl Consoles {
    /// Returns the consoles of device 724 with no button pressed.
    pub(crate) fn first() -> Consoles {
        let released = Word::ZERO;
        Consoles { name: "spw", codes: &[FIRST], released, settings: &[FIRST_BUTTONS], state: released }
    }

    /// Returns the consoles of device 420 with no button pressed.
    pub(crate) fn second() -> Consoles {
        let released = Word::ONES;
        Consoles {
            name: SECOND_NAME,
            codes: &[SECOND],
            released,
            settings: &[SECOND_BUTTONS],
            state: released,
        }
    }
}

const FIRST_BUTTONS: Setting = Setting {
    name: "buttons",
    usage: "spw WORD",
    help: "the buttons of the spacewar consoles of the first generation: a bit is on for each one pressed; \
           initially 0",
    act: |value| Ok(Action::Buttons { word: value.word()? }),
};

/// A pressed button is a zero bit.
const SECOND_BUTTONS: Setting = Setting {
    name: "buttons",
    usage: "wcnsls WORD",
    help: "the same for the second generation",
    act: |value| Ok(Action::Buttons { word: !value.word()? }),
};

/// Returns the name of the second generation's device, and the action that presses these buttons and
/// releases all others.
pub(crate) fn pressed(buttons: Word) -> (String, Action) {
    (SECOND_NAME.to_owned(), Action::Buttons { word: !buttons })
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

    fn settings(&self) -> &'static [Setting] {
        self.settings
    }

    fn act(&mut self, action: &Action, _: &mut Context<'_>) -> Result<(), DeviceError> {
        let Action::Buttons { word } = *action else {
            return Err(DeviceError::Cannot(self.name));
        };
        self.state = word;
        Ok(())
    }

    fn details(&self) -> Vec<String> {
        let pressed = self.state.bits() ^ self.released.bits();
        vec![format!("buttons pressed: {}", Word::new(pressed))]
    }

    save_state!(state);
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
