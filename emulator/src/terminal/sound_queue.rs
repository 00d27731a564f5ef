//! The samples on their way from the machine to the sound device.
//!
//! The machine makes samples in slices, whenever the host lets it run. The device takes them one by one, at
//! its own rate. A delay between the two hides late slices. When the samples run out, because the machine is
//! stopped or the host is busy, the sound fades to silence and begins again after the same delay.

use std::collections::VecDeque;

/// Samples of the machine per second.
pub(super) const MACHINE_RATE: u32 = crate::formats::wave::RATE as u32;
/// The samples that must wait before the sound begins: 0.1 s.
const START_SAMPLES: usize = MACHINE_RATE as usize / 10;
/// The samples that can wait: 0.3 s. If there are more, because the machine is faster than the device, only
/// the last [`START_SAMPLES`] are kept.
const MAX_SAMPLES: usize = 3 * START_SAMPLES;
/// Factor by which a fading sound decreases from one sample to the next.
const FADE: f32 = 0.999;

#[derive(Debug)]
pub(super) struct SoundQueue {
    samples: VecDeque<f32>,
    /// Samples of the machine for one sample of the device.
    step: f64,
    /// Position of the device's next sample between the first two samples, from 0 to 1.
    position: f64,
    is_playing: bool,
    has_ended: bool,
    /// The last sample of the device.
    last: f32,
}

impl SoundQueue {
    /// Returns an empty queue for a device that takes `rate` samples per second.
    pub(super) fn new(rate: u32) -> SoundQueue {
        SoundQueue {
            samples: VecDeque::new(),
            step: f64::from(MACHINE_RATE) / f64::from(rate),
            position: 0.0,
            is_playing: false,
            has_ended: false,
            last: 0.0,
        }
    }

    /// Adds samples of 16 bits, the low byte first.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let samples =
            bytes.as_chunks().0.iter().map(|&bytes| f32::from(i16::from_le_bytes(bytes)) / 32_768.0);
        self.samples.extend(samples);
        if self.samples.len() > MAX_SAMPLES {
            self.samples.drain(..self.samples.len() - START_SAMPLES);
        }
    }

    /// Ends the sound: the samples that wait are played without the delay.
    pub(super) fn end(&mut self) {
        self.has_ended = true;
    }

    /// Returns `true` if the device needs more samples to play.
    pub(super) fn is_empty(&self) -> bool {
        self.samples.len() < 2
    }

    /// Returns the next sample of the device, from -1 to 1, interpolated between two samples of the machine.
    /// When nothing plays, the last sample fades.
    pub(super) fn next(&mut self) -> f32 {
        let starts = self.is_playing || self.has_ended || self.samples.len() >= START_SAMPLES;
        self.is_playing = starts && !self.is_empty();
        if !self.is_playing {
            self.last *= FADE;
            return self.last;
        }
        let (left, right) = (self.samples[0], self.samples[1]);
        self.last = left + (right - left) * self.position as f32;
        self.position += self.step;
        let passed = (self.position as usize).min(self.samples.len());
        self.position -= passed as f64;
        self.samples.drain(..passed);
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 100 ms of a square wave of 1000 Hz.
    fn tone() -> Vec<u8> {
        let level = |sample: usize| if sample % 48 < 24 { 16_384i16 } else { -16_384 };
        (0..START_SAMPLES).flat_map(|sample| level(sample).to_le_bytes()).collect()
    }

    fn take(queue: &mut SoundQueue, samples: usize) -> Vec<f32> {
        (0..samples).map(|_| queue.next()).collect()
    }

    fn rises(samples: &[f32]) -> usize {
        samples.windows(2).filter(|pair| pair[0] <= 0.0 && pair[1] > 0.0).count()
    }

    #[test]
    fn a_device_of_the_same_rate_plays_the_samples_unchanged() {
        let mut queue = SoundQueue::new(MACHINE_RATE);
        queue.add(&tone());
        let expected: Vec<f32> = (0..4_799).map(|at| if at % 48 < 24 { 0.5 } else { -0.5 }).collect();
        assert_eq!(take(&mut queue, 4_799), expected);
    }

    /// A second of sound takes a second at every rate, with 1000 periods. A slice comes every 100 ms.
    #[test]
    fn the_pitch_is_the_same_at_every_rate() {
        for rate in [8_000, 44_100, 48_000, 96_000] {
            let mut queue = SoundQueue::new(rate);
            queue.add(&tone());
            let mut played = Vec::new();
            for _ in 0..10 {
                queue.add(&tone());
                played.extend(take(&mut queue, rate as usize / 10));
            }
            assert!(rises(&played).abs_diff(1_000) <= 1, "{rate}: {} periods", rises(&played));
            assert!(queue.samples.len().abs_diff(START_SAMPLES) <= 1, "{rate}: {} wait", queue.samples.len());
        }
    }

    /// A stopped machine is silent: no samples are repeated. When it continues, it is heard again after the
    /// delay.
    #[test]
    fn a_pause_fades_to_silence() {
        let mut queue = SoundQueue::new(MACHINE_RATE);
        queue.add(&tone()[..9_000]);
        assert_eq!(take(&mut queue, 10), [0.0; 10], "too few samples to begin");
        queue.add(&tone());
        assert!(rises(&take(&mut queue, 9_299)) > 190);
        let pause = take(&mut queue, 48_000);
        assert!(pause.windows(2).all(|pair| pair[1].abs() <= pair[0].abs()) && rises(&pause) == 0);
        assert!(pause[10_000].abs() < 0.000_1, "{}", pause[10_000]);
        queue.add(&tone());
        assert!(rises(&take(&mut queue, 4_799)) >= 99);
    }

    #[test]
    fn a_machine_that_is_too_fast_does_not_fall_behind_its_sound() {
        let mut queue = SoundQueue::new(MACHINE_RATE);
        for _ in 0..100 {
            queue.add(&tone());
            assert!(queue.samples.len() <= MAX_SAMPLES);
        }
    }

    #[test]
    fn the_end_of_a_short_sound_is_played() {
        let mut queue = SoundQueue::new(MACHINE_RATE);
        queue.add(&tone()[..960]);
        assert_eq!(queue.next(), 0.0);
        queue.end();
        assert_eq!(rises(&take(&mut queue, 480)), 9, "480 samples are 10 periods; the first begins high");
        assert!(queue.is_empty());
    }
}
