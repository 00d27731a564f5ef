//! Look-ahead for the beam: when it will next change a flag by itself, and the points
//! that it draws until then.
//!
//! The processor must know when a flag changes, so the display's next steps are computed as soon as a word
//! arrives. The result is kept and used when it is due.

use super::beam::Beam;
use crate::picture::{Picture, TubeHit};
use crate::time::Nanos;

/// The steps computed in advance. They follow from the beam, so comparisons of displays ignore them.
#[derive(Clone, Debug, Default)]
pub(super) struct Lookahead {
    known: bool,
    /// When a flag changes; [`Nanos::MAX`] if none will change.
    at: Nanos,
    beam: Beam,
    /// The points that light up until then and are not in the picture yet.
    hits: Vec<TubeHit>,
}

impl PartialEq for Lookahead {
    fn eq(&self, _: &Lookahead) -> bool {
        true
    }
}

impl Lookahead {
    /// Computes the steps of `beam`. Returns when one of its flags will next change by itself.
    pub(super) fn foretell(&mut self, beam: Beam) -> Nanos {
        self.hits.clear();
        (self.known, self.beam) = (true, beam);
        self.at = self.beam.run_to_flag(&mut |hit| self.hits.push(hit));
        self.at
    }

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
