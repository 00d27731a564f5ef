//! The disk: the Type 270 control, device 270, with four disk units, 0 to 3, for software from other sites
//! (device reference 4.12). Words pass through the first data control, device 200, which is part of the
//! DECtape control ([`super::dectape`]).
//!
//! An operation takes the control once around its phases:
//!
//! ```text
//! Idle -DATAO-> NewAddress -> Seeking -> Ready -command-> Alert -> Selected -> Transfer -> RecordEnd -> Idle
//!                                ^---------'  1 ms            next record ^---------------------'
//! ```

mod bits;

use super::{Context, Device, DeviceError, Field, FileUse, Medium, Piece, Units, request_line, save_state};
use crate::formats::disk::{DiskImage, RECORD_WORDS, RECORDS_PER_POSITION};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use bits::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

const UNITS: usize = 4;
/// The disk control's port on the data control.
const PORT: u8 = 5;

const DISK: DeviceCode = DeviceCode::new(0o270);

/// The event: the phase ends, or a word is under the head.
const DUE: u32 = 0;

const REVOLUTION: Nanos = Nanos::from_millis(55);
/// Fixed part of the time of a motion of the heads.
const SEEK: Nanos = Nanos::from_millis(100);
/// Additional time for each position that the heads pass. A motion over all positions takes 250 ms.
const POSITION: Nanos = Nanos::from_micros(2_380);
/// Time of a word: 16,000 words per second.
const WORD: Nanos = Nanos(62_500);

const ADDRESS_TIME: Nanos = Nanos::from_micros(43);
const READY_TIME: Nanos = Nanos::from_millis(1);
const ALERT_TIME: Nanos = Nanos::from_micros(15);
/// Time from the selection of a record to its first word.
const SELECTED_TIME: Nanos = Nanos::from_micros(200);
const RECORD_END_TIME: Nanos = Nanos::from_micros(2);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Serialize, Deserialize)]
enum DiskPhase {
    #[default]
    Idle,
    /// The program has given an address.
    NewAddress,
    /// The heads move, or the control waits for the record to come around.
    Seeking,
    /// The record is about to come under the heads: a command now is for this record.
    Ready,
    Alert,
    Selected,
    Transfer,
    RecordEnd,
}

impl DiskPhase {
    /// Returns `true` if a command is being carried out.
    fn is_busy(self) -> bool {
        self >= DiskPhase::Alert
    }
}

/// A disk unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct DiskUnit {
    /// The disk; `None` if the unit is not operational.
    image: Option<DiskImage>,
    writable: bool,
    /// `true` if anything has been written.
    changed: bool,
    /// The position of the heads of each disc.
    positions: [u8; 16],
    /// The records written but not yet reported to the host; not part of snapshots.
    #[serde(skip)]
    fresh: BTreeSet<u32>,
}

/// The disk control and its units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DiskControl {
    units: [DiskUnit; UNITS],
    phase: DiskPhase,
    /// The channel, the enable bits and the command from CONO.
    conditions: u32,
    /// END or CLEAR was given: the record is the last one.
    ending: bool,
    status: u32,
    record_ended: bool,
    address: u32,
    /// The words of the record that have passed the head.
    passed: Vec<Word>,
}

impl DiskControl {
    fn command(&self) -> u32 {
        self.conditions & COMMAND
    }

    fn unit(&mut self) -> &mut DiskUnit {
        &mut self.units[(self.address >> 16 & 3) as usize]
    }

    /// Returns the number of the addressed record in the image; `None` if no record has this address.
    fn record(&self) -> Option<u32> {
        let (track, record) = (self.address >> 6 & 0o1777, self.address & RECORD);
        (record < RECORDS_PER_POSITION).then_some(track * RECORDS_PER_POSITION + record)
    }

    fn enter(&mut self, phase: DiskPhase, length: Nanos, context: &mut Context<'_>) {
        self.phase = phase;
        context.schedule(length, DUE);
    }

    fn become_idle(&mut self, context: &mut Context<'_>) {
        (self.phase, self.ending) = (DiskPhase::Idle, false);
        self.conditions &= !COMMAND;
        context.cancel(DUE);
    }

    fn fail(&mut self, error: u32, context: &mut Context<'_>) {
        self.status |= error | FILE_ERROR;
        self.become_idle(context);
    }

    /// Moves the heads of the addressed disc, and waits for the record.
    fn seek(&mut self, context: &mut Context<'_>) {
        if self.unit().image.is_none() || self.record().is_none() {
            return self.fail(ADDRESS_ERROR, context);
        }
        let (disc, position) = ((self.address >> 12 & 0o17) as usize, (self.address >> 6 & 0o77) as u8);
        let before = std::mem::replace(&mut self.unit().positions[disc], position);
        let time = match u64::from(before.abs_diff(position)) {
            0 => Nanos(REVOLUTION.get() / 2),
            passed => SEEK.saturating_add(Nanos(passed * POSITION.get())),
        };
        self.enter(DiskPhase::Seeking, time, context);
    }

    fn select(&mut self, context: &mut Context<'_>) {
        if self.command() == WRITE && !self.unit().writable {
            return self.fail(WRITE_LOCK, context);
        }
        self.passed.clear();
        self.enter(DiskPhase::Selected, SELECTED_TIME, context);
    }

    /// Transfers the word that is under the head.
    fn word(&mut self, context: &mut Context<'_>) {
        let index = self.passed.len();
        let address = self.record().unwrap_or_default();
        let stored = self.unit().image.as_ref().map_or(Word::ZERO, |image| image.word(address, index));
        let data = context.data_control().filter(|_| self.status & DATA_LATE == 0);
        let (late, word) = if self.command() == READ {
            (!data.is_some_and(|data| data.put_word(PORT, stored)), stored)
        } else {
            let word = data.and_then(|data| data.take_word(PORT));
            (word.is_none() && !self.ending, word.unwrap_or_default())
        };
        if late {
            self.status |= DATA_LATE;
        } else if self.command() == COMPARE && !self.ending && word != stored {
            self.status |= COMPARE_ERROR;
        }
        self.passed.push(word);
        if self.passed.len() >= RECORD_WORDS {
            self.end_record(context);
        } else {
            context.schedule(WORD, DUE);
        }
    }

    /// Writes the record, if that is the command.
    fn end_record(&mut self, context: &mut Context<'_>) {
        if self.command() == WRITE
            && let Some(record) = self.record()
        {
            let words = std::mem::take(&mut self.passed);
            let unit = self.unit();
            if let Some(image) = &mut unit.image {
                image.set(record, &words);
                unit.changed = true;
                unit.fresh.insert(record);
            }
        }
        self.record_ended = true;
        self.enter(DiskPhase::RecordEnd, RECORD_END_TIME, context);
    }

    /// Continues with the next record of the position, or ends the operation.
    fn next_record(&mut self, context: &mut Context<'_>) {
        let record = self.address & RECORD;
        let next = if record + 1 < RECORDS_PER_POSITION { record + 1 } else { 0 };
        self.address = self.address & !RECORD | next;
        if self.ending || !context.data_control().is_some_and(|data| data.is_open(PORT)) {
            self.become_idle(context);
        } else {
            self.select(context);
        }
    }

    /// END and CLEAR during a command. Before the transfer, and while reading, the operation ends at once;
    /// writing and comparing end with the record.
    fn end(&mut self, context: &mut Context<'_>) {
        match self.phase {
            DiskPhase::Alert | DiskPhase::Selected => self.become_idle(context),
            DiskPhase::Transfer if self.command() == READ => {
                self.ending = true;
                self.end_record(context);
            }
            _ => self.ending = true,
        }
    }
}

impl Device for DiskControl {
    fn name(&self) -> &'static str {
        "dsk"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["disk", "disc"]
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[DISK]
    }

    fn requests(&self) -> u8 {
        let DiskControl { phase, conditions, status, record_ended, .. } = *self;
        let enabled = |mask: u32| conditions & mask != 0;
        let asks = enabled(WHEN_IDLE) && phase == DiskPhase::Idle
            || enabled(WHEN_READY) && phase == DiskPhase::Ready
            || enabled(AT_RECORD_END) && record_ended
            || enabled(AT_ERROR) && status & REQUESTING_ERRORS != 0;
        request_line(asks, conditions & CHANNEL)
    }

    fn cono(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        let bits = word.right();
        if bits & CLEAR_ERRORS != 0 {
            (self.status, self.record_ended) = (0, false);
        }
        self.conditions = self.conditions & !SET | bits & SET;
        match (self.phase.is_busy(), bits & (END | CLEAR)) {
            (true, 0) => {}
            (true, _) => self.end(context),
            (false, ends) if ends & CLEAR != 0 => self.become_idle(context),
            (false, _) => {
                self.conditions = self.conditions & !COMMAND | bits & COMMAND;
                if self.phase == DiskPhase::Ready && self.command() != 0 {
                    self.enter(DiskPhase::Alert, ALERT_TIME, context);
                }
            }
        }
    }

    fn coni(&mut self, _: DeviceCode, _: Nanos) -> Word {
        let flag = |on: bool, mask: u32| if on { mask } else { 0 };
        let phase = IDLE >> self.phase as u8;
        let status = self.status | flag(self.unit().image.is_none(), NOT_OPERATIONAL);
        Word::halves(self.conditions | flag(self.ending, END), phase | status)
    }

    fn datao(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        if self.phase <= DiskPhase::Seeking {
            let is_next = word.left() & NEXT_RECORD != 0;
            self.address = word.right() & if is_next { !7 } else { !0 };
            self.enter(DiskPhase::NewAddress, ADDRESS_TIME, context);
        }
    }

    fn event(&mut self, _: u32, context: &mut Context<'_>) {
        match self.phase {
            DiskPhase::Idle => {}
            DiskPhase::NewAddress => self.seek(context),
            DiskPhase::Seeking if self.command() != 0 => {
                self.enter(DiskPhase::Alert, ALERT_TIME, context);
            }
            DiskPhase::Seeking => self.enter(DiskPhase::Ready, READY_TIME, context),
            DiskPhase::Ready => self.enter(DiskPhase::Seeking, REVOLUTION, context),
            DiskPhase::Alert => self.select(context),
            DiskPhase::Selected => {
                self.phase = DiskPhase::Transfer;
                self.word(context);
            }
            DiskPhase::Transfer => self.word(context),
            DiskPhase::RecordEnd => self.next_record(context),
        }
    }

    fn reset(&mut self, _: bool, context: &mut Context<'_>) {
        let units = std::mem::take(&mut self.units);
        *self = DiskControl { units, ..DiskControl::default() };
        context.cancel(DUE);
    }

    fn units(&self) -> &'static [Units] {
        const DISKS: Units = Units {
            numbers: 0..=UNITS as u8 - 1,
            file: FileUse::Reel,
            help: "a disk image in the format of SIMH, saved as it is written; with -r it is write-protected",
        };
        &[DISKS]
    }

    /// Mounts a disk without disturbing the operation: this is how a resumed run gets its disk's file back.
    fn mount(&mut self, unit: u8, medium: Medium, _: &mut Context<'_>) -> Result<(), DeviceError> {
        let error = DeviceError::NoUnit { unit: "disk unit", number: unit, first: 0, last: UNITS as u8 - 1 };
        let disk = self.units.get_mut(usize::from(unit)).ok_or(error)?;
        let image = DiskImage::read(&medium.bytes).map_err(|error| DeviceError::NoDisk(unit, error))?;
        let positions = disk.positions;
        let writable = medium.writable;
        *disk = DiskUnit { image: Some(image), writable, positions, ..DiskUnit::default() };
        Ok(())
    }

    fn unmount(&mut self, unit: u8, _: &mut Context<'_>) -> Option<Medium> {
        let disk = self.units.get_mut(usize::from(unit))?;
        let image = disk.image.take()?;
        Some(Medium { bytes: image.write(), writable: disk.writable })
    }

    fn image(&mut self, unit: u8, _: &mut Context<'_>) -> Option<(Vec<u8>, bool)> {
        let disk = self.units.get(usize::from(unit))?;
        disk.image.as_ref().map(|image| (image.write(), disk.changed))
    }

    fn fresh(&mut self, unit: u8, _: Nanos) -> Vec<Piece> {
        let Some(DiskUnit { image: Some(image), fresh, .. }) = self.units.get_mut(usize::from(unit)) else {
            return Vec::new();
        };
        let pieces = std::mem::take(fresh).into_iter().map(|record| image.piece(record));
        pieces.map(|(at, bytes)| Piece { at, bytes }).collect()
    }

    fn fields(&self, _: DeviceCode) -> &'static [Field] {
        &FIELDS
    }

    fn details(&self) -> Vec<String> {
        let (track, record) = (self.address >> 6, self.address & RECORD);
        let (unit, disc, position) = (track >> 10 & 3, track >> 6 & 0o17, track & 0o77);
        let mut lines =
            vec![format!("address: unit {unit}, disc {disc}, position {position}, record {record}")];
        for (number, unit) in self.units.iter().enumerate().filter(|(_, unit)| unit.image.is_some()) {
            let lock = if unit.writable { "writable" } else { "write-locked" };
            let changed = if unit.changed { ", changed" } else { "" };
            lines.push(format!("unit {number}: {lock}{changed}"));
        }
        lines
    }

    save_state!();
}

#[cfg(test)]
mod tests;
