//! Booting as the operators did it: from paper tape with the loader they kept at 20-27, from DECtape with the
//! loader they kept in the core under the accumulators (device reference 4.8).

use super::{Input, InputError, Key, Machine};
use crate::address::Address;
use crate::formats::rim;
use crate::io::Medium;
use crate::word::Word;

/// The loader in core 0-14. It reads the tape on unit 1 forward, in the mode READ ALL, and adds one to each
/// word. If the sum is negative and its right half is not zero, the loader executes it as an instruction.
pub const DECTAPE_LOADER: [Word; 13] = [
    Word::halves(0o721200, 0o223110), // CONO UTC,223110  unit 1, forward, read all, 300 ms
    Word::halves(0o720200, 0o004010), // CONO DC,4010     from the tape
    Word::halves(0o720340, 0o001000), // CONSO DC,1000
    Word::halves(0o254000, 0o000002), // JRST .-1
    Word::halves(0o720040, 0o000014), // DATAI DC,14
    Word::halves(0o351000, 0o000014), // AOSL 14
    Word::halves(0o254000, 0o000002), // JRST 2
    Word::halves(0o606600, 0o777777), // TRNN 14,-1
    Word::halves(0o254000, 0o000002), // JRST 2
    Word::halves(0o256000, 0o000014), // XCT 14
    Word::halves(0o254000, 0o000002), // JRST 2
    Word::ZERO,
    Word::ZERO,
];

/// Returns the operator's actions to boot the paper tape in the reader: I/O RESET, the loader into 20-27,
/// READ IN at 20.
pub fn paper_tape() -> Vec<Input> {
    let loader = rim::RESIDENT_LOADER.iter().enumerate();
    let deposit =
        loader.map(|(i, &word)| Input::Deposit { address: rim::RESIDENT_ADDRESS.offset(i as i32), word });
    let reset = [Input::Key(Key::Reset)];
    reset.into_iter().chain(deposit).chain([Input::Key(Key::ReadIn(rim::RESIDENT_ADDRESS))]).collect()
}

/// Returns the operator's actions to boot the DECtape on unit 1: I/O RESET, the loader into the core under
/// the accumulators, READ IN at 0.
pub fn dectape() -> Vec<Input> {
    let loader = DECTAPE_LOADER.iter().enumerate();
    let deposit = loader.map(|(ac, &word)| Input::DepositShadow { ac: ac as u8, word });
    let reset = [Input::Key(Key::Reset)];
    reset.into_iter().chain(deposit).chain([Input::Key(Key::ReadIn(Address::new(0)))]).collect()
}

impl Machine {
    /// Puts a paper tape into the reader and boots it. The machine is then running; time
    /// passes in [`Machine::run_until`].
    pub fn boot_tape(&mut self, frames: Vec<u8>) {
        let medium = Medium { bytes: frames, writable: false };
        self.must(Input::Mount { device: "ptr".to_owned(), unit: 0, medium });
        paper_tape().into_iter().for_each(|input| self.must(input));
    }

    /// Puts a DECtape on unit 1, writable, and boots it.
    ///
    /// # Errors
    ///
    /// The image is not a valid DECtape; the error says why.
    pub fn boot_dectape(&mut self, image: Vec<u8>) -> Result<(), InputError> {
        let medium = Medium { bytes: image, writable: true };
        let device = "dt".to_owned();
        match self.input(Input::Unmount { device: device.clone(), unit: 1 }) {
            Ok(()) | Err(InputError::NoTape(..)) => {}
            Err(error) => return Err(error),
        }
        self.input(Input::Mount { device, unit: 1, medium })?;
        dectape().into_iter().try_for_each(|input| self.input(input))
    }
}
