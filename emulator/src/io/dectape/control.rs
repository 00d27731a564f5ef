//! The Type 551 DECtape control: commands, states, and its action at each line of tape.
//!
//! Source: device reference, sections 4.2 to 4.5.

mod data;

use super::marks::{MarkRead, MarkTrack};
use super::transport::Transport;
use crate::io::data_control::DataControl;
use crate::io::{Field, request_line};
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};

const SELECT: u32 = 0o200000;
const END_INTERRUPT: u32 = 0o100000;
const DONE_INTERRUPT: u32 = 0o40000;
const GO: u32 = 0o20000;
const REVERSE: u32 = 0o10000;
const TIME_INTERRUPT: u32 = 0o4000;

const JOB_DONE: u32 = 0o1;
const END: u32 = 0o2;
const ILLEGAL: u32 = 0o4;
const INFORMATION: u32 = 0o10;
const TIME: u32 = 0o20;
const WRITING: u32 = 0o40;
const INCOMPLETE: u32 = 0o100;

const FUNCTIONS: &[&str] = &[
    "move",
    "read-all",
    "read-block-numbers",
    "read-data",
    "write-timing-and-mark",
    "write-all",
    "write-block-numbers",
    "write-data",
];

pub(super) const COMMAND_FIELDS: [Field; 10] = [
    Field::new(SELECT as u64, "select"),
    Field::new(END_INTERRUPT as u64, "end-interrupt"),
    Field::new(DONE_INTERRUPT as u64, "done-interrupt"),
    Field::new(GO as u64, "go"),
    Field::new(REVERSE as u64, "reverse"),
    Field::new(TIME_INTERRUPT as u64, "time-interrupt"),
    Field::named(0o3000, "delay", &["none", "20ms", "160ms", "300ms"]),
    Field::named(0o700, "function", FUNCTIONS),
    Field::named(0o70, "unit", &["8", "1", "2", "3", "4", "5", "6", "7"]),
    Field::new(0o7, "channel"),
];

pub(super) const STATUS_FIELDS: [Field; 11] = [
    Field::new(0o2000, "delay"),
    Field::new(0o1000, "request"),
    Field::new(0o400, "active"),
    Field::new(0o200, "null"),
    Field::new(INCOMPLETE as u64, "incomplete-block"),
    Field::new(WRITING as u64, "write-enabled"),
    Field::new(TIME as u64, "time"),
    Field::new(INFORMATION as u64, "information-error"),
    Field::new(ILLEGAL as u64, "illegal-operation"),
    Field::new(END as u64, "end-of-tape"),
    Field::new(JOB_DONE as u64, "job-done"),
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    #[default]
    Null,
    /// Waiting for the place on the tape where the function begins.
    Request,
    Active,
}

mod function {
    pub(super) const MOVE: u32 = 0;
    pub(super) const READ_ALL: u32 = 1;
    pub(super) const SEARCH: u32 = 2;
    pub(super) const READ: u32 = 3;
    pub(super) const WRITE_MARKS: u32 = 4;
    pub(super) const WRITE_ALL: u32 = 5;
    pub(super) const WRITE_NUMBERS: u32 = 6;
    pub(super) const WRITE: u32 = 7;
}

/// The frames of a block, numbered as in [`crate::formats::dectape::mark_of`].
mod frame {
    pub(super) const REVERSE_CHECK: usize = 0;
    pub(super) const CHECK: usize = 257;
    pub(super) const SECOND_LOCK: usize = 258;
    pub(super) const REVERSE_NUMBER: usize = 260;
    pub(super) const NUMBER: usize = 262;
    pub(super) const NUMBER_RIGHT: usize = 263;
    pub(super) const AFTER_NUMBER: usize = 264;
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Control {
    /// The register that CONO loads.
    command: u32,
    /// The unit that is selected, 1 to 8.
    selected: Option<u8>,
    flags: u32,
    phase: Phase,
    delay_end: Option<Nanos>,
    /// The switch that allows writing timing and mark tracks.
    pub write_marks: bool,
    /// `true` if checksums of blocks are not tested.
    pub trusting: bool,

    marks: MarkTrack,
    frame: usize,
    /// Lines of the frame that have passed; when writing marks, the lines written, modulo 2.
    lines: u8,
    /// The first line of the character that is being read, or the second of the one being written.
    digit: u8,
    /// The last twelve lines of data as the heads read them: complemented in reverse.
    history: Word,
    checksum: u8,
}

impl Control {
    fn function(&self) -> u32 {
        self.command >> 6 & 7
    }

    fn is_writing(&self) -> bool {
        self.flags & WRITING != 0
    }

    /// CONO UTC: selects a unit, commands its motion, and begins a function.
    pub(super) fn cono(&mut self, bits: u32, transports: &mut [Transport], now: Nanos) {
        let (go, reverse) = (bits & GO != 0, bits & REVERSE != 0);
        (self.command, self.flags, self.phase, self.delay_end) = (bits & 0o777777, 0, Phase::Null, None);
        if let Some(transport) = self.transport(transports) {
            transport.command(go, reverse, now);
        }
        let unit = match (bits >> 3 & 7) as u8 {
            0 => 8,
            unit => unit,
        };
        let before = self.selected;
        self.selected = (bits & SELECT != 0).then_some(unit);
        if self.selected != before {
            self.marks = MarkTrack::default();
        }
        if let Some(transport) = self.transport(transports) {
            transport.command(go, reverse, now);
            if self.selected != before {
                transport.skip_lines(now);
            }
        }
        const DELAYS: [Nanos; 4] =
            [Nanos::ZERO, Nanos::from_millis(20), Nanos::from_millis(160), Nanos::from_millis(300)];
        match DELAYS[(bits >> 9 & 3) as usize] {
            Nanos::ZERO => {
                if !matches!(self.function(), function::MOVE | function::WRITE_MARKS)
                    && self.is_allowed(transports, now)
                {
                    self.phase = Phase::Request;
                }
            }
            delay => {
                self.delay_end = Some(now + delay);
                self.marks = MarkTrack::default();
            }
        }
    }

    /// CONI UTC: returns the command.
    pub(super) fn command(&self) -> Word {
        Word::halves(0, self.command)
    }

    /// CONI UTS: returns the flags and the phase.
    pub(super) fn status(&self) -> Word {
        let phase = match self.phase {
            Phase::Null => 0o200,
            Phase::Active => 0o400,
            Phase::Request => 0o1000,
        };
        let delay = if self.delay_end.is_some() { 0o2000 } else { 0 };
        Word::halves(0, self.flags | phase | delay)
    }

    pub(super) fn reset(&mut self, transports: &mut [Transport], now: Nanos) {
        self.cono(0, transports, now);
    }

    pub(super) fn requests(&self) -> u8 {
        let enabled = |mask: u32| self.command & mask != 0;
        let asking = self.flags & (ILLEGAL | INFORMATION) != 0
            || self.flags & TIME != 0 && enabled(TIME_INTERRUPT)
            || self.flags & JOB_DONE != 0 && enabled(DONE_INTERRUPT)
            || self.flags & END != 0 && enabled(END_INTERRUPT);
        request_line(asking, self.command & 7)
    }

    /// Returns the selected transport, if it exists and has a tape. Without a tape its switch is off and it
    /// does not answer.
    fn transport<'a>(&self, transports: &'a mut [Transport]) -> Option<&'a mut Transport> {
        let unit = usize::from(self.selected?);
        transports.get_mut(unit - 1).filter(|transport| transport.reel.is_some())
    }

    /// Returns `true` if the function can begin; otherwise signals an illegal operation and stops the tape.
    fn is_allowed(&mut self, transports: &mut [Transport], now: Nanos) -> bool {
        let function = self.function();
        let switch = (function == function::WRITE_MARKS) == self.write_marks || function == function::MOVE;
        let locked = |transport: &Transport| transport.reel.as_ref().is_none_or(|reel| !reel.writable);
        let allowed = match self.transport(transports) {
            None => false,
            Some(transport) => switch && !(function >= function::WRITE_MARKS && locked(transport)),
        };
        if !allowed {
            self.flags |= ILLEGAL;
            self.stop(transports, now);
        }
        allowed
    }

    fn stop(&mut self, transports: &mut [Transport], now: Nanos) {
        self.command &= !GO;
        let reverse = self.command & REVERSE != 0;
        if let Some(transport) = self.transport(transports) {
            transport.command(false, reverse, now);
        }
    }

    /// Returns the time of the next change that the program does not cause: of the flags, the data control,
    /// or the motion of the selected tape.
    pub(super) fn next_due(&self, transports: &[Transport]) -> Nanos {
        let delay = self.delay_end.unwrap_or(Nanos::MAX);
        let transport = self.selected.and_then(|unit| transports.get(usize::from(unit) - 1));
        let tape = transport.map_or(Nanos::MAX, |transport| {
            let line = match self.delay_end {
                // Beyond the ends of the reel nothing observable passes the heads.
                None if self.phase != Phase::Active && transport.is_at_end() => Nanos::MAX,
                None => transport.line_time(self.quiet_lines()).unwrap_or(Nanos::MAX),
                Some(_) => Nanos::MAX,
            };
            line.min(transport.next_change())
        });
        delay.min(tape)
    }

    /// Returns the number of lines before the next one with an effect that the program can observe.
    fn quiet_lines(&self) -> u64 {
        let ahead = |frame| self.marks.lines_to_end_of(frame);
        let lines = match self.phase {
            Phase::Active => 1,
            // The end zone is found at the end of what would be the next block's number.
            Phase::Null => ahead(frame::NUMBER),
            Phase::Request => {
                ahead(frame::NUMBER).min(ahead(frame::REVERSE_NUMBER - 1)).min(ahead(frame::REVERSE_CHECK))
            }
        };
        lines.max(1) - 1
    }

    pub(super) fn advance(&mut self, now: Nanos, transports: &mut [Transport], data: &mut DataControl) {
        loop {
            let delay = self.delay_end.unwrap_or(Nanos::MAX);
            let (change, line) = match self.transport(transports) {
                Some(transport) => (transport.next_change(), transport.line_time(0).unwrap_or(Nanos::MAX)),
                None => (Nanos::MAX, Nanos::MAX),
            };
            let next = delay.min(change).min(line);
            if next > now || next == Nanos::MAX {
                return;
            }
            if next == delay {
                self.end_delay(transports, next);
            } else if next == change {
                if let Some(transport) = self.transport(transports) {
                    transport.settle(next);
                }
            } else {
                self.line(transports, data, next);
            }
        }
    }

    fn end_delay(&mut self, transports: &mut [Transport], now: Nanos) {
        self.delay_end = None;
        self.flags |= TIME;
        if self.is_allowed(transports, now) {
            match self.function() {
                function::MOVE => {}
                function::WRITE_MARKS => self.activate(0),
                _ => self.phase = Phase::Request,
            }
        }
    }

    /// Starts the transfer with the line after this one, at the beginning of `frame`.
    fn activate(&mut self, frame: usize) {
        (self.phase, self.frame, self.lines, self.checksum) = (Phase::Active, frame, 0, 0);
        if self.function() >= function::WRITE_MARKS {
            self.flags |= WRITING;
        }
    }

    fn finish(&mut self) {
        self.phase = Phase::Null;
        self.flags = self.flags & !WRITING | JOB_DONE;
    }

    fn line(&mut self, transports: &mut [Transport], data: &mut DataControl, now: Nanos) {
        let Some(transport) = self.transport(transports) else { return };
        let Some((index, reverse)) = transport.take_line() else { return };
        let Some(reel) = &mut transport.reel else { return };
        if self.delay_end.is_some() {
            return;
        }
        if self.phase == Phase::Active && self.function() == function::WRITE_MARKS {
            let digit = self.digit_out(data, reverse);
            // The mark track gets what the first data track gets.
            reel.tape.write_line(index, (digit >> 2) << 3 | digit);
            reel.note(index, now);
            self.lines ^= 1;
            return;
        }
        let Some(line) = reel.tape.line(index) else { return };
        if self.phase == Phase::Active {
            if self.is_writing() {
                let digit = self.write(data, reverse);
                reel.tape.write_data(index, digit);
                reel.note(index, now);
            } else {
                self.read(line & 7, data, reverse);
            }
            self.lines += 1;
        }
        let digit = if reverse { !line & 7 } else { line & 7 };
        self.history = Word::new(self.history.bits() << 3 | u64::from(digit));
        match self.marks.shift((line & 0o10 != 0) != reverse) {
            MarkRead::Nothing => {}
            MarkRead::Frame(frame) => self.begin_frame(frame, data),
            MarkRead::EndZone => {
                self.flags = self.flags & !WRITING | END;
                self.phase = Phase::Null;
                self.stop(transports, now);
            }
            MarkRead::Error => {
                if self.phase == Phase::Active {
                    self.flags = self.flags & !WRITING | INFORMATION;
                    self.phase = Phase::Null;
                }
            }
        }
    }

    /// Handles the start of `frame`: the previous frame is over, or the place in the
    /// block has just become known.
    fn begin_frame(&mut self, frame: usize, data: &mut DataControl) {
        let function = self.function();
        match self.phase {
            Phase::Null => {}
            Phase::Request => {
                let begin = match function {
                    function::READ_ALL | function::WRITE_ALL => frame == frame::REVERSE_NUMBER,
                    // Before the first block nothing announces the number: it is found when
                    // its left half has passed.
                    function::SEARCH | function::WRITE_NUMBERS => {
                        matches!(frame, frame::NUMBER | frame::NUMBER_RIGHT)
                    }
                    function::READ | function::WRITE => frame == frame::REVERSE_CHECK,
                    _ => false,
                };
                if begin {
                    self.activate(frame);
                    if self.is_writing() && frame == frame::NUMBER_RIGHT {
                        // The left half of the word, which is zero in all block numbers, has already passed.
                        for _ in 0..3 {
                            self.character_out(data, false);
                        }
                    }
                }
            }
            Phase::Active => {
                (self.frame, self.lines) = (frame, 0);
                match (function, frame) {
                    (function::SEARCH, frame::AFTER_NUMBER) => {
                        for shift in (0..6).rev() {
                            self.character_in((self.history.bits() >> (6 * shift) & 0o77) as u8, data, false);
                        }
                        self.finish();
                    }
                    (function::WRITE_NUMBERS, frame::AFTER_NUMBER) => self.finish(),
                    (function::READ | function::WRITE, frame::SECOND_LOCK) => self.end_block(data),
                    _ => {}
                }
            }
        }
    }

    fn end_block(&mut self, data: &DataControl) {
        if self.function() == function::READ && self.checksum != 0o77 && !self.trusting {
            self.flags |= INFORMATION;
        }
        if self.flags & INCOMPLETE != 0 || !data.is_connected() {
            self.finish();
        } else {
            self.phase = Phase::Request;
            self.flags &= !WRITING;
        }
    }

    pub(super) fn details(&self) -> String {
        let function = FUNCTIONS[self.function() as usize];
        let unit = self.selected.map_or("no unit".to_owned(), |unit| format!("unit {unit}"));
        let switch = if self.write_marks { ", WRTM switch on" } else { "" };
        format!("control: {unit}, {function}{switch}")
    }
}
