//! Sound as a WAV file: the levels of a loudspeaker with their times become samples.
//!
//! A sample is the mean of the level over its 1/48000 second, so the length of a period is exact however it
//! falls on the samples.

use crate::time::Nanos;

/// Samples per second.
pub(crate) const RATE: u64 = 48_000;
const NANOS_PER_SECOND: u64 = 1_000_000_000;
pub(crate) const HEADER_BYTES: u64 = 44;
const LONGEST_SILENCE_NANOS: u64 = 10 * NANOS_PER_SECOND;
/// Amplitude of one voice. Six voices and their rebound stay within 16 bits.
const VOICE: f64 = 2_700.0;
/// The fraction of the deflection that is left after a sample. A constant level makes no sound, so the
/// deflection decays. The value corresponds to a time constant of 1000 samples.
const LEFT: f64 = 0.999;

/// A WAV file being written: one channel, 16 bits, 48,000 samples per second.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wave {
    /// Bytes written to the file; 0 before the header.
    length: u64,
    /// Time of the last change.
    last: Option<Nanos>,
    level: u8,
    /// Length of the sound in nanoseconds.
    at: u64,
    samples: u64,
    /// Sum of level times nanoseconds in the current sample.
    area: u64,
    /// Mean level of the last sample, and the deflection it gave.
    mean: f64,
    deflection: f64,
}

/// Returns when a sample begins, in nanoseconds.
const fn begin(sample: u64) -> u64 {
    sample * NANOS_PER_SECOND / RATE
}

impl Wave {
    /// Returns a file whose first `length` bytes exist; 0 for a new file.
    pub(crate) fn after(length: u64) -> Wave {
        Wave { length, ..Wave::default() }
    }

    /// Adds the sound up to `time`, when the level becomes `level`. The sound begins with the first
    /// change. Between changes at most ten seconds are written.
    pub(crate) fn change(&mut self, time: Nanos, level: u8, file: &mut Vec<u8>) {
        self.write_header(file);
        // After a step back in time the sound continues without a gap.
        let passed = self.last.map_or(0, |last| time.0.saturating_sub(last.0));
        self.advance(self.at + passed.min(LONGEST_SILENCE_NANOS), file);
        (self.last, self.level) = (Some(time), level);
    }

    /// Adds the sound up to `time`, with the level as it is. Has no effect before the first change.
    pub(crate) fn advance_to(&mut self, time: Nanos, file: &mut Vec<u8>) {
        if self.last.is_some() {
            self.change(time, self.level, file);
        }
    }

    /// Completes the file: a file without sound has a header, too.
    pub(crate) fn end(&mut self, file: &mut Vec<u8>) {
        self.write_header(file);
    }

    fn write_header(&mut self, file: &mut Vec<u8>) {
        if self.length == 0 {
            // The length is not known yet: programs then read to the end of the file.
            file.extend(header(u32::MAX, u32::MAX));
            self.length = HEADER_BYTES;
        }
    }

    pub(crate) fn header(&self) -> [u8; HEADER_BYTES as usize] {
        let size = |bytes: u64| u32::try_from(bytes).unwrap_or(u32::MAX);
        header(size(self.length.saturating_sub(8)), size(self.length.saturating_sub(HEADER_BYTES)))
    }

    fn advance(&mut self, to: u64, file: &mut Vec<u8>) {
        loop {
            let end = begin(self.samples + 1);
            let until = end.min(to);
            self.area += u64::from(self.level) * (until - self.at);
            self.at = until;
            if end > to {
                return;
            }
            let mean = self.area as f64 / (end - begin(self.samples)) as f64;
            self.deflection = LEFT * self.deflection + mean - self.mean;
            (self.mean, self.area) = (mean, 0);
            self.samples += 1;
            let sample = (VOICE * self.deflection).round() as i16;
            file.extend(sample.to_le_bytes());
            self.length += 2;
        }
    }
}

fn header(riff: u32, data: u32) -> [u8; HEADER_BYTES as usize] {
    let mut header = [0; HEADER_BYTES as usize];
    header[..16].copy_from_slice(b"RIFF\0\0\0\0WAVEfmt ");
    header[4..8].copy_from_slice(&riff.to_le_bytes());
    // The format chunk has 16 bytes: format 1 (samples as numbers), 1 channel.
    header[16..24].copy_from_slice(&[16, 0, 0, 0, 1, 0, 1, 0]);
    header[24..28].copy_from_slice(&(RATE as u32).to_le_bytes());
    header[28..32].copy_from_slice(&(RATE as u32 * 2).to_le_bytes());
    // 2 bytes per sample, 16 bits.
    header[32..40].copy_from_slice(&[2, 0, 16, 0, b'd', b'a', b't', b'a']);
    header[40..].copy_from_slice(&data.to_le_bytes());
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(file: &[u8]) -> Vec<i16> {
        file[44..].chunks(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]])).collect()
    }

    /// A period of 1/440 second is 109.09 samples. In one second there must be 440 rises. The last rise must
    /// be at its exact place, so the pitch does not drift.
    #[test]
    fn pitch_is_exact() {
        let (mut wave, mut file) = (Wave::after(0), Vec::new());
        for half in 0..=880u64 {
            wave.change(Nanos(half * NANOS_PER_SECOND / 880), (half % 2) as u8, &mut file);
        }
        let samples = samples(&file);
        assert_eq!(samples.len(), 48_000);
        let rises: Vec<usize> =
            (1..samples.len()).filter(|&at| samples[at - 1] <= 0 && samples[at] > 0).collect();
        assert_eq!(rises.len(), 440);
        let (first, last) = (rises[0] as f64, rises[439] as f64);
        assert!((first - 48_000.0 / 880.0).abs() <= 1.0, "{first}");
        assert!((last - 48_000.0 * 879.0 / 880.0).abs() <= 1.0, "{last}");
    }

    /// A level that lasts for a quarter of a sample is heard with a quarter of its strength.
    #[test]
    fn samples_are_mean_levels() {
        let (mut wave, mut file) = (Wave::after(0), Vec::new());
        wave.change(Nanos(0), 4, &mut file);
        wave.change(Nanos(5_208), 0, &mut file);
        wave.change(Nanos(20_900), 0, &mut file);
        assert_eq!(samples(&file), [(4.0 * VOICE * 5_208.0 / 20_833.0).round() as i16]);
    }

    #[test]
    fn six_voices_are_within_sixteen_bits() {
        let (mut wave, mut file) = (Wave::after(0), Vec::new());
        for second in 0..4 {
            wave.change(Nanos::from_seconds(second), if second % 2 == 0 { 6 } else { 0 }, &mut file);
        }
        let samples = samples(&file);
        assert_eq!((samples[0], samples[48_000]), (16_200, -16_200));
        assert_eq!(samples[47_999], 0, "a constant level is silence");
    }

    #[test]
    fn silences_are_shortened_and_backward_time_adds_nothing() {
        let (mut wave, mut file) = (Wave::after(0), Vec::new());
        wave.change(Nanos::from_seconds(50), 1, &mut file);
        wave.change(Nanos::from_seconds(51), 0, &mut file);
        assert_eq!(samples(&file).len(), 48_000, "nothing before the first change");
        wave.change(Nanos::from_seconds(20), 1, &mut file);
        assert_eq!(samples(&file).len(), 48_000);
        wave.change(Nanos::from_seconds(5_000), 0, &mut file);
        assert_eq!(samples(&file).len(), 11 * 48_000);
    }

    #[test]
    fn advancing_between_changes_changes_nothing() {
        let ((mut whole, mut one), (mut pieces, mut many)) =
            ((Wave::after(0), Vec::new()), (Wave::after(0), Vec::new()));
        pieces.advance_to(Nanos(7), &mut many);
        assert!(many.is_empty(), "no sound before the first change");
        for step in 0..50u64 {
            let at = 1_000 + step * 123_457;
            whole.change(Nanos(at), (step % 3) as u8, &mut one);
            pieces.change(Nanos(at), (step % 3) as u8, &mut many);
            pieces.advance_to(Nanos(at + step * 1_000), &mut many);
        }
        let end = Nanos(1_000 + 50 * 123_457);
        whole.advance_to(end, &mut one);
        pieces.advance_to(end, &mut many);
        assert_eq!(one, many);
        // 50 steps of 123,457 ns are 296.3 samples.
        assert_eq!(samples(&many).len(), 296);
    }

    #[test]
    fn the_header_has_the_length_in_the_end() {
        let (mut wave, mut file) = (Wave::after(0), Vec::new());
        wave.change(Nanos(0), 1, &mut file);
        wave.change(Nanos::from_seconds(1), 0, &mut file);
        assert_eq!(file.len(), 44 + 96_000);
        let header = wave.header();
        assert_eq!(&header[..4], b"RIFF");
        assert_eq!(header[4..8], 96_036u32.to_le_bytes());
        assert_eq!(header[40..], 96_000u32.to_le_bytes());
        let mut empty = Vec::new();
        Wave::after(0).end(&mut empty);
        assert_eq!(empty.len(), 44);
        let (mut continued, mut more) = (Wave::after(144), Vec::new());
        continued.end(&mut more);
        assert_eq!((more.len(), &continued.header()[40..]), (0, &100u32.to_le_bytes()[..]));
    }
}
