//! Reads the parameters of the search from the machine.

use super::{Emulated, EmulatedError};
use crate::parameters::settings::SEARCH;
use crate::vocabulary::Settings;

impl Emulated {
    /// Returns the parameters of the search, as the program would use them now. A value in memory that is out
    /// of range is replaced by the value of NORMAL; the widths are not checked.
    pub fn settings(&self) -> Result<Settings, EmulatedError> {
        let mut settings = Settings::normal();
        let count = self.word("PSETWN", 0)?.right().max(1);
        settings.widths =
            (0..count).map(|i| Ok(self.word("PSETW", i)?.right())).collect::<Result<_, EmulatedError>>()?;
        for parameter in &SEARCH {
            let value = self.word(parameter.label, 0)?.right();
            if parameter.limits.contains(&value) {
                (parameter.set)(&mut settings, value);
            }
        }
        Ok(settings)
    }

    /// Returns `true` if the program uses its opening book.
    pub fn uses_book(&self) -> Result<bool, EmulatedError> {
        Ok(self.word("PBOOK", 0)?.right() != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulated::Program;

    #[test]
    fn settings_are_read_as_they_were_set() {
        let mut emulated = Emulated::load(Program::built_in().unwrap()).unwrap();
        for settings in [Settings::normal(), Settings::tournament().original()] {
            emulated.set(&settings).unwrap();
            assert_eq!(emulated.settings().unwrap(), settings);
        }
    }
}
