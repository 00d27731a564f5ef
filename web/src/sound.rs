//! The loudspeaker: its sound while the machine runs.

use emulator::io::Action;
use emulator::machine::Input;

use crate::desk::SOUND;
use crate::room::Room;

const LOUDSPEAKER: &str = "spk";

impl Room {
    /// Connects the loudspeaker to the low six bits of MI, or disconnects it. While it is connected, the
    /// processor reports every change of MI and is slower.
    ///
    /// # Errors
    ///
    /// Never fails, as long as the machine has a loudspeaker.
    pub fn listen(&mut self, on: bool) -> Result<(), String> {
        if on {
            let attached = self.session.attach(LOUDSPEAKER, SOUND, false, &mut self.desk);
            return attached.map_err(|error| error.to_string());
        }
        let action = Action::Loudspeaker { connected: false };
        self.input(Input::Act { device: LOUDSPEAKER.to_owned(), action })
    }

    /// Returns `true` if the loudspeaker is connected.
    pub fn listens(&self) -> bool {
        self.session.target.machine.io.by_name(LOUDSPEAKER).is_some_and(|device| device.listens())
    }

    /// Takes the sound since the last call, up to the machine's time: 48,000 samples per second. There is
    /// none before the first change of MI.
    pub fn take_sound(&mut self) -> Vec<i16> {
        self.session.write_sound(&mut self.desk);
        let bytes = self.desk.files.remove(SOUND).unwrap_or_default();
        bytes.as_chunks().0.iter().map(|&sample| i16::from_le_bytes(sample)).collect()
    }
}
