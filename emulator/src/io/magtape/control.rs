//! The Type 516 tape control: a command, its operation on a transport, and the status.

use super::bits::*;
use super::transport::TapeTransport;
use super::{DataBuffer, UNITS};
use crate::formats::magtape::{PARITY, TapeRecord, with_parity};
use crate::io::{Context, request_line};
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// The event: the next step of the operation. A smaller tag is the number of a unit that ends a rewind.
pub(super) const OPERATION: u32 = UNITS as u32;

/// Time from a command to the first character of the record, and from the last one to rest.
const START: Nanos = Nanos::from_millis(5);
const STOP: Nanos = Nanos::from_millis(5);
/// Time of three inches of blank tape at 75 inches per second.
const BLANK: Nanos = Nanos::from_millis(40);
const SHORTEST_REWIND: Nanos = Nanos::from_millis(500);
/// Time of a character at 75 inches per second. The first three density codes mean 200, 556 and 800
/// characters per inch; the fourth means 800 here.
const CHARACTER_TIMES: [Nanos; 4] = [Nanos(66_667), Nanos(23_981), Nanos(16_667), Nanos(16_667)];
const LONGEST_RECORD: usize = 1 << 18;

/// The state of an operation: what its next event means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum OperationPhase {
    /// The tape is at speed, before a record.
    Begin,
    /// A character is under the heads.
    Characters,
    /// A mark, blank tape or a spaced record has passed the heads.
    Passed,
    /// The tape has stopped, and the control becomes free.
    Stopped,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Operation {
    command: u32,
    phase: OperationPhase,
    /// The characters of the record, in the order of the tape's motion.
    characters: Vec<u8>,
    passed: usize,
    has_parity: bool,
    is_bad: bool,
}

fn function_of(command: u32) -> u32 {
    command >> 8 & 0o17
}

fn unit_of(command: u32) -> usize {
    (command >> 4 & 7) as usize
}

fn character_time(command: u32) -> Nanos {
    CHARACTER_TIMES[(command >> 12 & 3) as usize]
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TapeControl {
    /// The last command of CONO, with its channel.
    pub command: u32,
    /// `true` if the command waits for the control and the transport.
    is_held: bool,
    enables: u32,
    /// The unit whose state the status shows.
    selected: usize,
    status: u32,
    operation: Option<Operation>,
}

impl TapeControl {
    /// CONO 220: takes a command.
    pub(super) fn command(
        &mut self,
        bits: u32,
        transports: &mut [TapeTransport; UNITS],
        context: &mut Context<'_>,
    ) {
        self.command = bits;
        self.is_held = function_of(bits) & 7 != 0;
        self.begin_held(transports, context);
    }

    /// CONO 224: enables interrupts. With `MONITOR_UNIT`, selects the unit of the last command if that had no
    /// function.
    pub(super) fn enable(&mut self, bits: u32) {
        self.enables = bits & ENABLES;
        if bits & MONITOR_UNIT != 0 && function_of(self.command) == 0 {
            self.selected = unit_of(self.command);
        }
    }

    /// CONI 224: returns the status of the control and of the selected unit.
    pub(super) fn status(&self, transports: &[TapeTransport; UNITS]) -> Word {
        let unit = &transports[self.selected];
        let is_busy = self.operation.as_ref().is_some_and(|operation| {
            operation.phase != OperationPhase::Stopped && unit_of(operation.command) == self.selected
        });
        let flag = |on: bool, mask: u32| if on { mask } else { 0 };
        let status = self.status
            | flag(unit.reel.is_some() && !unit.is_writable(), WRITE_LOCK)
            | flag(unit.is_at_load_point(), LOAD_POINT)
            | flag(unit.is_rewinding, REWINDING)
            | flag(unit.is_ready() && !is_busy, READY)
            | flag(self.operation.is_none(), FREE);
        let enables = self.enables & 7 | (self.enables & (AT_COMMAND_TAKEN | AT_LOAD_POINT)) >> 11;
        Word::halves(enables, status)
    }

    /// CONI 230: returns the selected unit, the current function, and whether a command is held.
    pub(super) fn monitor(&self) -> u32 {
        let operation = self.operation.as_ref().map_or(0, |operation| operation.command & 0o7400);
        (self.selected as u32) << 4 | operation | if self.is_held { 0o20000 } else { 0 }
    }

    pub(super) fn requests(&self, transports: &[TapeTransport; UNITS]) -> u8 {
        let enabled = |mask: u32| self.enables & mask != 0;
        let asks = enabled(AT_COMMAND_TAKEN) && self.status & COMMAND_TAKEN != 0
            || enabled(AT_LOAD_POINT) && transports[self.selected].is_at_load_point()
            || enabled(AT_END_OF_RECORD) && self.status & END_OF_RECORD != 0
            || enabled(WHEN_FREE) && self.operation.is_none();
        request_line(asks, self.command & CHANNEL)
    }

    pub(super) fn begin_held(&mut self, transports: &mut [TapeTransport; UNITS], context: &mut Context<'_>) {
        let unit = unit_of(self.command);
        if !self.is_held || self.operation.is_some() || !transports[unit].is_ready() {
            return;
        }
        (self.is_held, self.selected, self.status) = (false, unit, COMMAND_TAKEN);
        self.operation = Some(Operation {
            command: self.command,
            phase: OperationPhase::Begin,
            characters: Vec::new(),
            passed: 0,
            has_parity: false,
            is_bad: false,
        });
        context.schedule(START, OPERATION);
    }

    pub(super) fn act(
        &mut self,
        data: &mut DataBuffer,
        transports: &mut [TapeTransport; UNITS],
        context: &mut Context<'_>,
    ) {
        let Some(mut operation) = self.operation.take() else { return };
        let unit = unit_of(operation.command);
        let next = match operation.phase {
            OperationPhase::Begin => self.begin(&mut operation, &mut transports[unit], context),
            OperationPhase::Characters => self.character(&mut operation, &mut transports[unit], data),
            OperationPhase::Passed => Some((OperationPhase::Stopped, self.end_of_record())),
            OperationPhase::Stopped => None,
        };
        match next {
            Some((phase, time)) => {
                operation.phase = phase;
                self.operation = Some(operation);
                context.schedule(time, OPERATION);
            }
            None => self.begin_held(transports, context),
        }
    }

    /// Sets the flag at the end of a record. Returns the time until the tape has stopped.
    fn end_of_record(&mut self) -> Nanos {
        self.status |= END_OF_RECORD;
        STOP
    }

    fn illegal(&mut self) -> Option<(OperationPhase, Nanos)> {
        self.status |= ILLEGAL;
        Some((OperationPhase::Stopped, self.end_of_record()))
    }

    /// Begins the function when the tape is at speed. Returns the next phase and its time; `None` if the
    /// control is free.
    fn begin(
        &mut self,
        operation: &mut Operation,
        transport: &mut TapeTransport,
        context: &mut Context<'_>,
    ) -> Option<(OperationPhase, Nanos)> {
        let (code, time) = (function_of(operation.command), character_time(operation.command));
        match code {
            function::REWIND | function::UNLOAD => {
                let passed = transport.begin_rewind(code == function::UNLOAD) as u64;
                let time = SHORTEST_REWIND + Nanos(passed * time.get() / 2);
                context.schedule(time, unit_of(operation.command) as u32);
                return None;
            }
            function::SPACE | function::SPACE_BACK | function::SPACE_FILE | function::SPACE_FILE_BACK => {
                return self.space(code, time, operation, transport);
            }
            function::COMPARE | function::COMPARE_AGAIN | function::READ | function::READ_BACK => {
                return self.find_record(code == function::READ_BACK, time, operation, transport);
            }
            _ => {}
        }
        if !transport.is_writable() {
            return self.illegal();
        }
        match code {
            function::WRITE | function::WRITE_AGAIN => return Some((OperationPhase::Characters, time)),
            function::WRITE_MARK => transport.write(TapeRecord::Mark),
            _ => debug_assert_eq!(code, function::WRITE_BLANK),
        }
        Some((OperationPhase::Passed, BLANK))
    }

    fn space(
        &mut self,
        code: u32,
        time: Nanos,
        operation: &mut Operation,
        transport: &mut TapeTransport,
    ) -> Option<(OperationPhase, Nanos)> {
        let back = code & 7 == function::SPACE_BACK;
        let Some(record) = transport.pass(back) else {
            // Spacing backward from the load point moves nothing.
            if back && operation.passed == 0 {
                self.status |= ILLEGAL;
            }
            return Some((OperationPhase::Stopped, self.end_of_record()));
        };
        operation.passed += 1;
        let by_files = code >= function::SPACE_FILE;
        let length = Nanos(record.length() as u64 * time.get());
        let is_mark = *record == TapeRecord::Mark;
        if is_mark {
            self.status |= TAPE_MARK;
        }
        Some((if by_files && !is_mark { OperationPhase::Begin } else { OperationPhase::Passed }, length))
    }

    fn find_record(
        &mut self,
        reverse: bool,
        time: Nanos,
        operation: &mut Operation,
        transport: &mut TapeTransport,
    ) -> Option<(OperationPhase, Nanos)> {
        match transport.pass(reverse) {
            None => self.illegal(),
            Some(TapeRecord::Mark) => {
                self.status |= TAPE_MARK;
                Some((OperationPhase::Passed, time))
            }
            Some(TapeRecord::Data { characters, is_bad }) => {
                operation.characters.clone_from(characters);
                if reverse {
                    operation.characters.reverse();
                }
                operation.is_bad = *is_bad;
                operation.has_parity = characters.iter().any(|character| character & PARITY != 0);
                Some((OperationPhase::Characters, time))
            }
        }
    }

    fn character(
        &mut self,
        operation: &mut Operation,
        transport: &mut TapeTransport,
        data: &mut DataBuffer,
    ) -> Option<(OperationPhase, Nanos)> {
        let (code, time) = (function_of(operation.command), character_time(operation.command));
        let odd = operation.command & ODD_PARITY != 0;
        if matches!(code, function::WRITE | function::WRITE_AGAIN) {
            if data.is_connected() && operation.characters.len() < LONGEST_RECORD {
                operation.characters.push(with_parity(data.output(false), odd));
                return Some((OperationPhase::Characters, time));
            }
            // Without another word from the data control the record is complete.
            if !operation.characters.is_empty() {
                transport.write(TapeRecord::of(std::mem::take(&mut operation.characters)));
            }
            return Some((OperationPhase::Stopped, self.end_of_record()));
        }
        let Some(&character) = operation.characters.get(operation.passed) else {
            if operation.is_bad {
                self.status |= LONGITUDINAL_ERROR;
            }
            return Some((OperationPhase::Stopped, self.end_of_record()));
        };
        operation.passed += 1;
        if operation.has_parity && (character.count_ones() % 2 != 0) != odd {
            self.status |= PARITY_ERROR;
        }
        let is_compared = matches!(code, function::COMPARE | function::COMPARE_AGAIN);
        match (data.is_connected(), is_compared) {
            (true, true) if data.output(false) != character & 0o77 => self.status |= COMPARE_ERROR,
            (true, true) => {}
            (true, false) => data.input(character & 0o77, code == function::READ_BACK),
            (false, _) if data.is_selected() && !is_compared => {
                self.status |= MISSED;
                data.overrun();
            }
            (false, _) => {}
        }
        Some((OperationPhase::Characters, time))
    }
}
