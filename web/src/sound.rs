//! The loudspeaker: the sound of the running machine.

use emulator::io::Action;
use emulator::machine::Input;

use crate::page_host::SOUND;
use crate::web_machine::WebMachine;

const LOUDSPEAKER: &str = "spk";

impl WebMachine {
    /// Connects or disconnects the loudspeaker, which plays the low six bits of MI. While it is connected,
    /// the processor is slower, because it reports every change of MI.
    ///
    /// # Errors
    ///
    /// Returns an error only if the machine has no loudspeaker.
    pub fn listen(&mut self, on: bool) -> Result<(), String> {
        if on {
            let attached = self.session.attach(LOUDSPEAKER, SOUND, false, &mut self.host);
            return attached.map_err(|error| error.to_string());
        }
        let action = Action::Loudspeaker { connected: false };
        self.input(Input::Act { device: LOUDSPEAKER.to_owned(), action })
    }

    /// Returns `true` if the loudspeaker is connected.
    pub fn listens(&self) -> bool {
        self.session.target.machine.io.by_name(LOUDSPEAKER).is_some_and(|device| device.listens())
    }

    /// Returns the sound since the last call, up to the machine time, as 48,000 samples per second. It is
    /// empty before the first change of MI.
    pub fn take_sound(&mut self) -> Vec<i16> {
        self.session.write_sound(&mut self.host);
        let bytes = self.host.files.remove(SOUND).unwrap_or_default();
        bytes.as_chunks().0.iter().map(|&sample| i16::from_le_bytes(sample)).collect()
    }
}
