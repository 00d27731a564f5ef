//! The Type 555 transport: a reel of tape and its motion.
//!
//! Lines can be read and written only at full speed, not while the tape starts, stops or turns.
//! The times of starting, stopping and turning are within the ranges of the device reference, section 4.4,
//! and a turn needs at most the two blocks of space that software assumes.

use crate::formats::dectape::{self, FIRST_BLOCK, ReelLayout, Tape, block_around};
use crate::io::Piece;
use crate::time::Nanos;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Lines per second at full speed, one every 33 1/3 microseconds.
const SPEED: i64 = 30_000;
/// Nanoseconds of starting, from rest to full speed: 7.3 inches of tape.
const START: i64 = 170_000_000;
/// Nanoseconds of stopping, from full speed to rest: 6.4 inches of tape.
const STOP: i64 = 150_000_000;
/// Nanoseconds of braking for a turn, from full speed to rest: 3.4 inches of tape. Then the tape starts in
/// the other direction. Programs wait up to 300 ms after a command to turn (device reference, section 4.4).
/// By then the tape has gone 1200 lines on and 4050 back, so the heads are less than two blocks of 1596
/// lines past the place of the command.
const BRAKE: i64 = 80_000_000;
/// Position of the heads after a formatted reel is mounted, in lines before the first block: in the end
/// zone, so far ahead of the block that the tape reaches full speed before it.
const LOAD_POINT: i64 = 9_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Reel {
    pub tape: Tape,
    /// The layout of the image that it came from.
    pub layout: ReelLayout,
    /// `true` if the transport's switch allows writing.
    pub writable: bool,
    pub changed: bool,
    /// Lines written but not yet reported to the host; not part of snapshots.
    #[serde(skip)]
    pub fresh: UnreportedLines,
}

/// If the heads have written nothing for this time, the block is complete.
const PAUSE: Nanos = Nanos::from_millis(1);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct UnreportedLines {
    lines: Option<Range<usize>>,
    /// The last line written, and when.
    last: usize,
    time: Nanos,
}

impl UnreportedLines {
    fn note(&mut self, line: usize, now: Nanos) {
        let lines = self.lines.get_or_insert(line..line + 1);
        *lines = lines.start.min(line)..lines.end.max(line + 1);
        (self.last, self.time) = (line, now);
    }

    /// Takes the lines that can be reported: all, or those on one side of the block that is being written.
    fn take(&mut self, now: Nanos) -> Option<Range<usize>> {
        let lines = self.lines.clone()?;
        if now.since(self.time) >= PAUSE {
            return self.lines.take();
        }
        let block = block_around(self.last);
        let (before, after) = (lines.start..block.start, block.end..lines.end);
        let (told, kept) = match (before.is_empty(), after.is_empty()) {
            (false, _) => (before, block.start..lines.end),
            (true, false) => (after, lines.start..block.end),
            (true, true) => return None,
        };
        self.lines = Some(kept);
        Some(told)
    }
}

impl Reel {
    pub(super) fn new(tape: Tape, layout: ReelLayout, writable: bool) -> Reel {
        Reel { tape, layout, writable, changed: false, fresh: UnreportedLines::default() }
    }

    /// Records that the heads have written line `index`.
    pub(super) fn note(&mut self, index: usize, now: Nanos) {
        self.changed = true;
        self.fresh.note(index, now);
    }

    pub(super) fn take_fresh(&mut self, now: Nanos) -> Vec<Piece> {
        let lines = self.fresh.take(now);
        let pieces = lines.map(|lines| dectape::pieces(&self.tape, self.layout, lines));
        pieces.unwrap_or_default().into_iter().map(|(at, bytes)| Piece { at, bytes }).collect()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum TapeMotion {
    #[default]
    Stopped,
    /// Steady change from one speed to another, in lines per second.
    Ramp {
        from: i64,
        to: i64,
        duration: Nanos,
    },
    Speed {
        reverse: bool,
    },
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Transport {
    pub reel: Option<Reel>,
    /// The last command of the control: whether to move, and whether in reverse.
    go: bool,
    reverse: bool,
    motion: TapeMotion,
    /// When the motion began.
    since: Nanos,
    /// Position of the heads when the motion began, in lines.
    position: i64,
    /// Lines read, written or skipped since the motion began.
    passed: u64,
}

impl Transport {
    /// Mounts or unmounts a reel; the tape does not move.
    pub(super) fn load(&mut self, reel: Option<Reel>, now: Nanos) {
        let first_block = reel.as_ref().map_or(0, |reel| {
            let start = (0..reel.tape.len()).find(|&line| reel.tape.line(line).is_some()).unwrap_or(0);
            (start + FIRST_BLOCK) as i64
        });
        let blank = reel.as_ref().is_none_or(|reel| reel.tape.line(first_block as usize).is_none());
        *self = Transport {
            reel,
            since: now,
            position: if blank { 0 } else { first_block - LOAD_POINT },
            ..Transport::default()
        };
    }

    pub(super) fn is_moving(&self) -> bool {
        self.motion != TapeMotion::Stopped
    }

    /// Replaces the image of the same reel while the tape moves; position and motion stay. The block under
    /// the heads stays too, because the control may be writing it.
    pub(super) fn exchange(&mut self, reel: Reel, now: Nanos) {
        let position = self.position(now) as usize;
        let Some(old) = self.reel.replace(reel) else { return };
        let Some(reel) = &mut self.reel else { return };
        reel.changed = old.changed;
        for index in block_around(position) {
            if let Some(line) = old.tape.line(index)
                && reel.tape.line(index).is_some_and(|new| new != line)
            {
                reel.tape.write_line(index, line);
                reel.note(index, now);
            }
        }
    }

    pub(super) fn command(&mut self, go: bool, reverse: bool, now: Nanos) {
        self.settle(now);
        if (go, reverse) == (self.go, self.reverse) {
            return;
        }
        (self.go, self.reverse) = (go, reverse);
        let (position, speed) = (self.position(now), self.speed(now));
        self.begin(position, speed, now);
    }

    /// Starts the motion that leads from `speed` to the commanded one.
    fn begin(&mut self, position: i64, speed: i64, now: Nanos) {
        let wanted = match (self.go && self.reel.is_some(), self.reverse) {
            (false, _) => 0,
            (true, false) => SPEED,
            (true, true) => -SPEED,
        };
        let share = |full: i64, change: i64| Nanos((full * change.abs() / SPEED) as u64);
        self.motion = if speed == wanted {
            match wanted {
                0 => TapeMotion::Stopped,
                _ => TapeMotion::Speed { reverse: wanted < 0 },
            }
        } else if speed != 0 && speed.signum() != wanted.signum() {
            let full = if wanted == 0 { STOP } else { BRAKE };
            TapeMotion::Ramp { from: speed, to: 0, duration: share(full, speed) }
        } else {
            TapeMotion::Ramp { from: speed, to: wanted, duration: share(START, wanted - speed) }
        };
        (self.position, self.since, self.passed) = (position, now, 0);
    }

    pub(super) fn next_change(&self) -> Nanos {
        match self.motion {
            TapeMotion::Ramp { duration, .. } => self.since + duration,
            TapeMotion::Stopped | TapeMotion::Speed { .. } => Nanos::MAX,
        }
    }

    /// Updates the motion to `now`.
    pub(super) fn settle(&mut self, now: Nanos) {
        while let TapeMotion::Ramp { to, .. } = self.motion
            && self.next_change() <= now
        {
            let end = self.next_change();
            let position = self.position(end);
            self.begin(position, to, end);
        }
    }

    fn speed(&self, now: Nanos) -> i64 {
        match self.motion {
            TapeMotion::Stopped => 0,
            TapeMotion::Speed { reverse } => {
                if reverse {
                    -SPEED
                } else {
                    SPEED
                }
            }
            TapeMotion::Ramp { from, to, duration } => {
                let (passed, whole) =
                    (self.elapsed(now).min(duration.get()) as i128, duration.get().max(1) as i128);
                (i128::from(from) + i128::from(to - from) * passed / whole) as i64
            }
        }
    }

    fn elapsed(&self, now: Nanos) -> u64 {
        now.since(self.since).get()
    }

    /// Returns the position of the heads at `now`, in lines. The tape does not come off the reel: beyond its
    /// ends the heads stay where they are.
    pub(super) fn position(&self, now: Nanos) -> i64 {
        let moved = match self.motion {
            TapeMotion::Stopped => 0,
            TapeMotion::Speed { reverse } => {
                let lines = lines_in(self.elapsed(now)) as i64;
                if reverse { -lines } else { lines }
            }
            TapeMotion::Ramp { from, to, duration } => {
                let passed = i128::from(self.elapsed(now).min(duration.get()));
                let whole = 2 * i128::from(duration.get().max(1));
                let mean = i128::from(from) * passed + i128::from(to - from) * passed * passed / whole;
                (mean / 1_000_000_000) as i64
            }
        };
        let end = self.reel.as_ref().map_or(0, |reel| reel.tape.len() as i64);
        (self.position + moved).clamp(0, end)
    }

    /// Returns when `skipped` + 1 more lines have passed, if the tape is at full speed.
    pub(super) fn line_time(&self, skipped: u64) -> Option<Nanos> {
        match self.motion {
            TapeMotion::Speed { .. } => Some(self.since + Nanos(time_of(self.passed + skipped + 1))),
            _ => None,
        }
    }

    /// Takes the next line: its index on the tape, and `true` if the tape moves in reverse.
    pub(super) fn take_line(&mut self) -> Option<(usize, bool)> {
        let TapeMotion::Speed { reverse } = self.motion else { return None };
        self.passed += 1;
        let passed = self.passed as i64;
        let index = if reverse { self.position - passed } else { self.position + passed - 1 };
        Some((usize::try_from(index).unwrap_or(usize::MAX), reverse))
    }

    /// Returns `true` if the tape is at full speed and no more lines will pass.
    pub(super) fn is_at_end(&self) -> bool {
        let passed = self.passed as i64;
        let length = self.reel.as_ref().map_or(0, |reel| reel.tape.len() as i64);
        match self.motion {
            TapeMotion::Speed { reverse: true } => passed >= self.position,
            TapeMotion::Speed { reverse: false } => self.position + passed >= length,
            TapeMotion::Stopped | TapeMotion::Ramp { .. } => false,
        }
    }

    /// Skips the lines that have passed unread up to `now`.
    pub(super) fn skip_lines(&mut self, now: Nanos) {
        if let TapeMotion::Speed { .. } = self.motion {
            self.passed = lines_in(self.elapsed(now));
        }
    }

    pub(super) fn details(&self, now: Nanos) -> String {
        let Some(reel) = &self.reel else { return "no tape".to_owned() };
        let motion = match (self.speed(now).signum(), matches!(self.motion, TapeMotion::Speed { .. })) {
            (0, _) => "stopped",
            (1, true) => "forward",
            (_, true) => "reverse",
            (1, false) => "forward, changing speed",
            _ => "reverse, changing speed",
        };
        let protection = if reel.writable { "" } else { ", write-locked" };
        let changed = if reel.changed { ", changed" } else { "" };
        format!("{motion}, line {} of {}{protection}{changed}", self.position(now), reel.tape.len())
    }
}

/// Returns the number of lines that pass in `nanos` at full speed.
fn lines_in(nanos: u64) -> u64 {
    (u128::from(nanos) * SPEED as u128 / 1_000_000_000) as u64
}

/// Returns the first nanosecond when `lines` lines have passed.
fn time_of(lines: u64) -> u64 {
    (u128::from(lines) * 1_000_000_000).div_ceil(SPEED as u128) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn loaded() -> Transport {
        let mut transport = Transport::default();
        let reel = Reel::new(Tape::formatted(), ReelLayout::Words, true);
        transport.load(Some(reel), Nanos::ZERO);
        transport
    }

    /// Device reference, section 4.4: starting takes about 7 inches, turning 200 to 250 ms.
    #[test]
    fn motion_times_and_distances() {
        let mut transport = loaded();
        let load_point = transport.position(Nanos::ZERO);
        assert_eq!(load_point, 32_400 - 9_000);
        transport.command(true, false, Nanos::ZERO);
        let at_speed = transport.next_change();
        assert_eq!(at_speed, Nanos::from_millis(170));
        transport.settle(at_speed);
        assert_eq!(transport.position(at_speed) - load_point, 2_550);
        assert_eq!(transport.line_time(0), Some(at_speed + Nanos(33_334)));
        assert_eq!(transport.line_time(2), Some(at_speed + Nanos::from_micros(100)));
        let turn = Nanos::from_millis(1_170);
        assert_eq!(transport.position(turn) - load_point, 32_550);
        transport.command(true, true, turn);
        assert_eq!(transport.position(Nanos::from_millis(1_250)) - load_point, 33_750);
        let turned = Nanos::from_millis(1_420);
        transport.settle(turned);
        assert_eq!(transport.line_time(0), Some(turned + Nanos(33_334)));
        assert_eq!(transport.position(turned) - load_point, 33_750 - 2_550);
        transport.command(false, true, turned);
        transport.settle(Nanos::from_seconds(2));
        assert_eq!(transport.position(Nanos::from_seconds(2)) - load_point, 33_750 - 2_550 - 2_250);
        assert_eq!(transport.line_time(0), None);
    }

    #[test]
    fn the_tape_stays_on_the_reel() {
        let mut transport = loaded();
        transport.command(true, true, Nanos::ZERO);
        transport.settle(Nanos::from_seconds(60));
        assert_eq!(transport.position(Nanos::from_seconds(60)), 0);
        transport.command(true, false, Nanos::from_seconds(60));
        transport.settle(Nanos::from_seconds(200));
        assert_eq!(transport.position(Nanos::from_seconds(200)), 987_288);
    }

    /// A block is reported when the heads have left it in either direction, or when nothing has been
    /// written for [`PAUSE`].
    #[test]
    fn written_blocks_are_reported_whole() {
        let (line, block) = (Nanos(33_334), |number| block_around(FIRST_BLOCK + 1596 * number));
        for (way, first) in [([3usize, 4], 3usize), ([4, 3], 4)] {
            let (mut fresh, mut now) = (UnreportedLines::default(), Nanos::ZERO);
            let mut write = |fresh: &mut UnreportedLines, number: usize, lines: Range<usize>| {
                for index in lines {
                    now += line;
                    fresh.note(block(number).start + index, now);
                }
                now
            };
            let now = write(&mut fresh, way[0], 24..1560);
            assert_eq!(fresh.take(now), None);
            let now = write(&mut fresh, way[1], 24..700);
            let told = fresh.take(now).unwrap();
            assert!(block(first).start <= told.start && told.end <= block(first).end, "{told:?}");
            assert_eq!(fresh.take(now), None, "the other block is still being written");
            let told = fresh.take(now + PAUSE).unwrap();
            assert!(block(way[1]).start <= told.start && told.end <= block(way[1]).end, "{told:?}");
            assert_eq!(fresh.take(now + PAUSE), None);
        }
    }

    proptest! {
        /// For any commands, a tape never exceeds full speed, and a command alone does not move it.
        #[test]
        fn positions_are_continuous(
            commands in prop::collection::vec((any::<bool>(), any::<bool>(), 0u64..400), 1..20),
        ) {
            let mut transport = loaded();
            let (mut now, mut place) = (Nanos::ZERO, transport.position(Nanos::ZERO));
            for (go, reverse, millis) in commands {
                transport.command(go, reverse, now);
                prop_assert!((transport.position(now) - place).abs() <= 1);
                for _ in 0..millis {
                    now += Nanos::from_millis(1);
                    transport.settle(now);
                    let next = transport.position(now);
                    prop_assert!((next - place).abs() <= 31, "{place} {next}");
                    place = next;
                }
            }
        }
    }
}
