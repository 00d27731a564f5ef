//! The glow of the tube, updated incrementally for a screen that is redrawn many times a second.

use super::{BLUE_HALF_LIFE, FAINTEST, Picture, RASTER, Spot, light};
use crate::time::Nanos;

/// The light of all points, as [`Picture::glow`] returns it except for light too faint to be seen.
/// [`Phosphor::look`] updates it with only the hits since the last call.
#[derive(Clone, Debug)]
pub struct Phosphor {
    /// Blue and yellow light by point.
    light: Vec<(f32, f32)>,
    /// The points that glow, in no order.
    lit: Vec<u32>,
    looked: Option<Nanos>,
}

impl Default for Phosphor {
    fn default() -> Phosphor {
        let places = usize::from(RASTER) * usize::from(RASTER);
        Phosphor { light: vec![(0.0, 0.0); places], lit: Vec::new(), looked: None }
    }
}

impl Phosphor {
    /// Updates the light to that of `picture` at `now`. Starts from scratch if `now` is earlier than at the
    /// last call.
    pub fn look(&mut self, picture: &Picture, now: Nanos) {
        match self.looked.filter(|&looked| looked <= now) {
            None => {
                self.darken();
                self.add(picture.hits(), now);
            }
            Some(looked) => {
                self.fade(now.since(looked));
                self.add(picture.since(looked), now);
            }
        }
        self.looked = Some(now);
    }

    /// Returns every point that glows, in no order.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + '_ {
        self.lit.iter().map(|&place| {
            let (blue, yellow) = self.light[place as usize];
            let row = u32::from(RASTER);
            Spot { x: (place % row) as u16, y: (place / row) as u16, blue, yellow }
        })
    }

    /// Returns the number of points that glow.
    pub fn lit(&self) -> usize {
        self.lit.len()
    }

    fn darken(&mut self) {
        self.lit.drain(..).for_each(|place| self.light[place as usize] = (0.0, 0.0));
    }

    fn fade(&mut self, length: Nanos) {
        let (blue, yellow) = fading(length);
        let light = &mut self.light;
        self.lit.retain(|&place| {
            let here = &mut light[place as usize];
            *here = (here.0 * blue, here.1 * yellow);
            let seen = here.1 > FAINTEST;
            if !seen {
                *here = (0.0, 0.0);
            }
            seen
        });
    }

    fn add(&mut self, hits: impl Iterator<Item = super::TubeHit>, now: Nanos) {
        for hit in hits.take_while(|hit| hit.time <= now) {
            let (blue, yellow) = fading(now.since(hit.time));
            let (fresh, place) =
                (light(hit.intensity), u32::from(hit.y) * u32::from(RASTER) + u32::from(hit.x));
            // An invisible hit would stay in the list for one look.
            if fresh * yellow <= FAINTEST {
                continue;
            }
            let Some(here) = self.light.get_mut(place as usize) else { continue };
            if here.1 == 0.0 {
                self.lit.push(place);
            }
            *here = (here.0 + fresh * blue, here.1 + fresh * yellow);
        }
    }
}

/// Returns the fractions of the two layers' light that remain after `length`.
fn fading(length: Nanos) -> (f32, f32) {
    let yellow = (-(length.get() as f32) / super::YELLOW_HALF_LIFE).exp2();
    // The yellow layer glows four times as long as the blue one.
    const { assert!(super::YELLOW_HALF_LIFE == 4.0 * BLUE_HALF_LIFE) };
    (yellow.powi(4), yellow)
}

#[cfg(test)]
mod tests {
    use super::super::tests::hit;
    use super::*;

    fn assert_same(phosphor: &Phosphor, picture: &Picture, now: Nanos) {
        let mut spots: Vec<Spot> = phosphor.spots().collect();
        spots.sort_by_key(|spot| (spot.y, spot.x));
        // A hit that is invisible by itself can count in the phosphor, but not in `glow`.
        let bright =
            |spots: Vec<Spot>| spots.into_iter().filter(|spot| spot.yellow > 0.01).collect::<Vec<_>>();
        let (spots, all) = (bright(spots), bright(picture.glow(now)));
        assert_eq!(spots.len(), all.len());
        for (one, other) in spots.iter().zip(&all) {
            assert_eq!((one.x, one.y), (other.x, other.y));
            assert!((one.yellow - other.yellow).abs() < 0.01 && (one.blue - other.blue).abs() < 0.01);
        }
    }

    #[test]
    fn incremental_glow_equals_full_glow() {
        let (mut picture, mut phosphor) = (Picture::default(), Phosphor::default());
        for round in 0..100u64 {
            for point in 0..20 {
                let (x, y) = ((round * 7 % 13) as u16 + point, 1023 - point);
                picture.show(hit(round * 17 + u64::from(point / 2), x, y, (round % 8) as u8));
            }
            // The phosphor is updated after every third round, at irregular intervals.
            if round % 3 == 0 {
                let now = Nanos::from_millis(round * 17 + 10 + round % 2 * 5);
                phosphor.look(&picture, now);
                assert_same(&phosphor, &picture, now);
            }
        }
        phosphor.look(&picture, Nanos::from_millis(100));
        assert_same(&phosphor, &picture, Nanos::from_millis(100));
        phosphor.look(&picture, Nanos::from_seconds(60));
        assert_eq!(phosphor.lit(), 0);
    }
}
