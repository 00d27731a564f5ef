//! Takes the place of `live_sound` in a build without the feature `live-sound`.

use std::io;

/// A sound device, which this build cannot open.
pub(super) enum NoSound {}

impl NoSound {
    pub(super) fn open() -> io::Result<NoSound> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "this command was built without live sound; build it with \"cargo install --path emulator \
             --features live-sound\", or give a WAV file in place of \"live\"",
        ))
    }

    pub(super) fn play(&self, _: &[u8]) {
        match *self {}
    }

    pub(super) fn finish(self) -> io::Result<()> {
        match self {}
    }
}
