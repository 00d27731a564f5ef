//! What the beam will do by itself until a flag changes: when that is, and what it draws on the way.
//!
//! The processor must know when a flag changes, so the display's next steps are tried out as soon as a word arrives.
//! They are kept, and not taken a second time when their time has come.

use super::beam::Beam;
use crate::picture::{Hit, Picture};
use crate::time::Nanos;

/// The steps to come. They follow from the beam: how the host works, not what the display is, so that two displays do not
/// differ by them.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead {
    known: bool,
    /// When a flag changes; [`Nanos::MAX`] if none will.
    at: Nanos,
    /// The beam at that time.
    beam: Beam,
    /// The points that light up until then and are not yet in the picture.
    hits: Vec<Hit>,
}

impl PartialEq for Ahead {
    fn eq(&self, _: &Ahead) -> bool {
        true
    }
}

impl Ahead {
    /// Tries out what `beam` does. When one of its flags will next change by itself.
    pub(super) fn foretell(&mut self, beam: Beam) -> Nanos {
        self.hits.clear();
        (self.known, self.beam) = (true, beam);
        self.at = self.beam.run_to_flag(&mut |hit| self.hits.push(hit));
        self.at
    }

    /// Brings `beam` and `picture` to `now`.
    pub(super) fn advance(&mut self, beam: &mut Beam, picture: &mut Picture, now: Nanos) {
        if self.known && now < self.at {
            let due = self.hits.partition_point(|hit| hit.time <= now);
            picture.extend(self.hits.drain(..due));
            beam.advance(now, &mut |_| {});
            return;
        }
        if std::mem::take(&mut self.known) {
            picture.extend(self.hits.drain(..));
            *beam = self.beam;
        }
        beam.advance(now, &mut |hit| picture.show(hit));
    }
}
