//! The picture on the display's tube: points with intensities, fading.
//!
//! The tube's P7 phosphor gives a blue flash and a long yellow-green tail (device reference, section 3.1).
//! A point that is hit often is brighter than one hit once, so all hits of the last two seconds are
//! kept, each with its time.

pub mod bitmap;
mod phosphor;
pub mod raster;
pub mod render;

pub use phosphor::Phosphor;

use crate::time::Nanos;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Points in each direction.
pub const RASTER: u16 = 1024;

/// Half-life of the blue flash in nanoseconds (device reference, section 3.1, as in other simulators).
const BLUE_HALF_LIFE: f32 = 50e6;
/// Half-life of the yellow-green tail in nanoseconds.
const YELLOW_HALF_LIFE: f32 = 200e6;
/// How long a hit is kept: after ten half-lives it is invisible.
const MEMORY: Nanos = Nanos::from_seconds(2);
/// The fastest program cannot light more points in [`MEMORY`].
const MAX_HITS: usize = 1_400_000;

/// A point that lights up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TubeHit {
    /// When the point lights up.
    pub time: Nanos,
    /// Horizontal position, 0 (left) to 1023.
    pub x: u16,
    /// Vertical position, 0 (bottom) to 1023.
    pub y: u16,
    /// The intensity set by the program, 0 to 7.
    pub intensity: u8,
}

/// A point on the screen with its light. A new hit at intensity 7 counts 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Horizontal position, 0 (left) to 1023.
    pub x: u16,
    /// Vertical position, 0 (bottom) to 1023.
    pub y: u16,
    /// Light of the blue flash.
    pub blue: f32,
    /// Light of the yellow-green tail.
    pub yellow: f32,
}

/// The hits of the last two seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    hits: VecDeque<TubeHit>,
}

impl Picture {
    /// Lights a point; times must not decrease.
    pub fn show(&mut self, hit: TubeHit) {
        self.hits.push_back(hit);
        self.forget(hit.time);
    }

    /// Lights points, in order of time.
    pub fn extend(&mut self, hits: impl IntoIterator<Item = TubeHit>) {
        self.hits.extend(hits);
        if let Some(last) = self.last() {
            self.forget(last);
        }
    }

    fn forget(&mut self, now: Nanos) {
        while self.hits.front().is_some_and(|old| now.since(old.time) > MEMORY) || self.hits.len() > MAX_HITS
        {
            self.hits.pop_front();
        }
    }

    /// Returns the hits that are kept, in order of time.
    pub fn hits(&self) -> impl Iterator<Item = TubeHit> + '_ {
        self.hits.iter().copied()
    }

    /// Returns the hits after a time.
    pub fn since(&self, time: Nanos) -> impl Iterator<Item = TubeHit> + '_ {
        let first = self.hits.partition_point(|hit| hit.time <= time);
        self.hits.range(first..).copied()
    }

    /// Returns the time of the last hit that is kept.
    pub fn last(&self) -> Option<Nanos> {
        self.hits.back().map(|hit| hit.time)
    }

    /// Returns every point that still glows at `now`, by rows from the bottom, each from the left.
    pub fn glow(&self, now: Nanos) -> Vec<Spot> {
        self.gather(|hit| {
            let age = now.since(hit.time).get() as f32;
            let light = light(hit.intensity);
            (hit.time <= now)
                .then(|| (light * (-age / BLUE_HALF_LIFE).exp2(), light * (-age / YELLOW_HALF_LIFE).exp2()))
        })
    }

    /// Returns the exposure of a camera whose shutter is open from `from` to `to`: each hit counts fully.
    pub fn exposure(&self, from: Nanos, to: Nanos) -> Vec<Spot> {
        self.gather(|hit| {
            (from..=to).contains(&hit.time).then(|| (light(hit.intensity), light(hit.intensity)))
        })
    }

    /// Returns the picture of a program that draws the same points repeatedly: the points of the last whole
    /// round, none of them faded. Returns `None` if there is no whole round, or if the last hit is too old at
    /// `now`.
    pub fn steady(&self, now: Nanos) -> Option<Vec<Spot>> {
        let last = self.last().filter(|&last| last <= now && now.since(last) < MOST_BETWEEN_HITS)?;
        let begin = self.round()?;
        let mut spots = self.gather(|hit| {
            let light = light(hit.intensity);
            (begin < hit.time && hit.time <= last).then_some((light / 4.0, light))
        });
        // A point where two lines cross is hit twice, but must not be brighter.
        spots
            .iter_mut()
            .for_each(|spot| (spot.blue, spot.yellow) = (spot.blue.min(0.25), spot.yellow.min(1.0)));
        Some(spots)
    }

    /// Returns the time of the hit before the last whole round, which ends with the same
    /// points as the round before.
    fn round(&self) -> Option<Nanos> {
        let place = |index: usize| self.hits.get(index).map(|hit| (hit.x, hit.y));
        let end = self.hits.len().checked_sub(1)?;
        let is_same = |other: usize| (0..ROUND_END).all(|back| place(other - back) == place(end - back));
        let other = (ROUND_END..end).rev().find(|&other| place(other) == place(end) && is_same(other))?;
        self.hits.get(other).map(|hit| hit.time)
    }

    fn gather(&self, light: impl Fn(&TubeHit) -> Option<(f32, f32)>) -> Vec<Spot> {
        let mut spots: Vec<Spot> = self
            .hits
            .iter()
            .filter_map(|hit| light(hit).map(|(blue, yellow)| Spot { x: hit.x, y: hit.y, blue, yellow }))
            .filter(|spot| spot.yellow > FAINTEST)
            .collect();
        spots.sort_by_key(|spot| (spot.y, spot.x));
        spots.dedup_by(|next, first| {
            let same = (next.x, next.y) == (first.x, first.y);
            if same {
                first.blue += next.blue;
                first.yellow += next.yellow;
            }
            same
        });
        spots
    }
}

/// Time without a hit after which [`Picture::steady`] returns no picture.
const MOST_BETWEEN_HITS: Nanos = Nanos::from_millis(300);
/// Number of points that identify the end of a round. Lines may cross; two lines do
/// not share this many points.
const ROUND_END: usize = 24;

/// Light below which a hit is invisible.
const FAINTEST: f32 = 1.0 / 1024.0;

fn light(intensity: u8) -> f32 {
    f32::from(intensity.min(7) + 1) / 8.0
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn hit(millis: u64, x: u16, y: u16, intensity: u8) -> TubeHit {
        TubeHit { time: Nanos::from_millis(millis), x, y, intensity }
    }

    #[test]
    fn light_fades_by_halves_and_adds_up() {
        let mut picture = Picture::default();
        picture.show(hit(0, 10, 20, 7));
        let glow = |picture: &Picture, millis| picture.glow(Nanos::from_millis(millis));
        assert_eq!(glow(&picture, 0), [Spot { x: 10, y: 20, blue: 1.0, yellow: 1.0 }]);
        assert_eq!(glow(&picture, 200), [Spot { x: 10, y: 20, blue: 0.0625, yellow: 0.5 }]);
        picture.show(hit(200, 10, 20, 3));
        picture.show(hit(200, 9, 20, 7));
        let spots = glow(&picture, 200);
        assert_eq!(spots[0], Spot { x: 9, y: 20, blue: 1.0, yellow: 1.0 });
        assert_eq!(spots[1], Spot { x: 10, y: 20, blue: 0.5625, yellow: 1.0 });
        assert!(glow(&picture, 10_000).is_empty());
    }

    #[test]
    fn a_steady_picture_is_the_last_whole_round() {
        let round = |from: u64, x: u16| (0..50).map(move |at: u16| hit(from + u64::from(at) * 10, x, at, 7));
        let mut picture = Picture::default();
        // The points are at x = 1, then at 2. A round takes half a second, so its first points have faded by
        // the end of the round.
        picture.extend(round(0, 1));
        picture.extend(round(500, 2));
        assert_eq!(picture.steady(Nanos::from_millis(1000)), None, "no point was hit twice");
        picture.extend(round(1000, 2));
        let spots = picture.steady(Nanos::from_millis(1500)).unwrap();
        assert_eq!(spots.len(), 50);
        assert!(spots.iter().all(|spot| spot.x == 2 && spot.yellow == 1.0), "no ghost, and one brightness");
        assert_eq!(picture.steady(Nanos::from_millis(2500)), None, "nothing is drawn any more");
    }

    #[test]
    fn a_camera_counts_what_it_sees() {
        let mut picture = Picture::default();
        for millis in [0, 10, 20] {
            picture.show(hit(millis, 1, 1, 7));
        }
        let spots = picture.exposure(Nanos::from_millis(5), Nanos::from_millis(20));
        assert_eq!(spots, [Spot { x: 1, y: 1, blue: 2.0, yellow: 2.0 }]);
    }

    #[test]
    fn old_hits_are_forgotten() {
        let mut picture = Picture::default();
        picture.show(hit(0, 1, 1, 7));
        picture.show(hit(2_001, 2, 2, 7));
        assert_eq!(picture.hits().map(|hit| hit.x).collect::<Vec<_>>(), [2]);
    }
}
