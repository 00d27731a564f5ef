//! Switches and variables of the assembler that a source can read and assign.

use crate::pass::Assembler;
use crate::pseudo::Setting;
use crate::value::Value;
use emulator::word::Word;

impl Assembler<'_> {
    /// Returns the value of a switch or variable of the assembler.
    pub(crate) fn setting(&self, setting: Setting) -> Value {
        use Setting as S;
        let switch = |on: bool| Word::from_i64(-i64::from(on));
        let word = match setting {
            S::Mllit => Word::from_i64(self.settings.mllit.unwrap_or(1)),
            S::Qmtch => switch(self.settings.quotes_match),
            S::Hkall => switch(self.settings.hkall),
            S::Litsw => self.settings.litsw,
            S::Stgsw => self.settings.stgsw,
            S::Ttyflg => self.settings.ttyflg,
            S::Success => switch(self.settings.success),
            S::Generated => Word::new(self.macros.generated),
            S::Stpln => self.settings.stpln,
            S::Stppg => self.settings.stppg,
        };
        word.into()
    }

    /// Assigns to a switch or variable of the assembler.
    pub(crate) fn assign_setting(&mut self, setting: Setting, value: &Value) {
        use Setting as S;
        let word = value.word;
        let on = word != Word::ZERO;
        match setting {
            S::Mllit => self.settings.mllit = Some(word.signed()),
            S::Qmtch => self.settings.quotes_match = on,
            S::Hkall => self.settings.hkall = on,
            S::Litsw => self.settings.litsw = word,
            S::Stgsw => {
                self.settings.stgsw = word;
                self.settings.forbidden_at = on.then(|| self.here());
            }
            S::Ttyflg => self.settings.ttyflg = word,
            S::Success => self.settings.success = on,
            S::Generated => self.macros.generated = word.bits(),
            S::Stpln => self.settings.stpln = word,
            S::Stppg => self.settings.stppg = word,
        }
    }
}
