//! Magnetic tape: the Type 516 control (devices 220, 224 and 230), its own Type 136 data control (device 204)
//! and eight transports, units 0 to 7. Sites other than MIT had them (device reference 4.11).

mod bits;
mod control;
mod transport;

use super::data_control::{self, DoubleBuffer};
use super::{Context, Device, DeviceError, Field, FileUse, Medium, Piece, Units, save_state};
use crate::formats::magtape::MagTape;
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use control::{OPERATION, TapeControl};
use serde::{Deserialize, Serialize};
use transport::{MountedReel, TapeTransport};

const UNITS: usize = 8;
/// The tape control's port on the data control.
const PORT: u8 = 3;

const DATA: DeviceCode = DeviceCode::new(0o204);
const COMMAND: DeviceCode = DeviceCode::new(0o220);
const STATUS: DeviceCode = DeviceCode::new(0o224);
const MONITOR: DeviceCode = DeviceCode::new(0o230);

type DataBuffer = DoubleBuffer<PORT>;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MagTapeControl {
    data: DataBuffer,
    control: TapeControl,
    transports: [TapeTransport; UNITS],
}

impl MagTapeControl {
    fn transport(&mut self, unit: u8) -> Result<&mut TapeTransport, DeviceError> {
        let error =
            DeviceError::NoUnit { unit: "magnetic tape unit", number: unit, first: 0, last: UNITS as u8 - 1 };
        self.transports.get_mut(usize::from(unit)).ok_or(error)
    }

    fn reel(&mut self, unit: u8) -> Option<&mut MountedReel> {
        self.transport(unit).ok()?.reel.as_mut()
    }
}

impl Device for MagTapeControl {
    fn name(&self) -> &'static str {
        "mt"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["mtc", "magtape"]
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[DATA, COMMAND, STATUS, MONITOR]
    }

    fn requests(&self) -> u8 {
        self.data.requests() | self.control.requests(&self.transports)
    }

    fn cono(&mut self, code: DeviceCode, word: Word, context: &mut Context<'_>) {
        let MagTapeControl { data, control, transports } = self;
        match code {
            DATA => data.cono(word.right()),
            COMMAND => control.command(word.right(), transports, context),
            STATUS => control.enable(word.right()),
            _ => {}
        }
    }

    fn coni(&mut self, code: DeviceCode, _: Nanos) -> Word {
        let MagTapeControl { data, control, transports } = &*self;
        match code {
            DATA => data.coni(),
            COMMAND => Word::halves(0, control.command),
            STATUS => control.status(transports),
            _ => Word::halves(0, control.monitor()),
        }
    }

    fn datao(&mut self, code: DeviceCode, word: Word, _: &mut Context<'_>) {
        if code == DATA {
            self.data.datao(word);
        }
    }

    fn datai(&mut self, code: DeviceCode, _: &mut Context<'_>) -> Word {
        if code == DATA { self.data.datai() } else { Word::ZERO }
    }

    fn event(&mut self, tag: u32, context: &mut Context<'_>) {
        let MagTapeControl { data, control, transports } = self;
        if tag == OPERATION {
            control.act(data, transports, context);
        } else {
            transports[tag as usize % UNITS].end_rewind();
            control.begin_held(transports, context);
        }
    }

    fn reset(&mut self, _: bool, context: &mut Context<'_>) {
        self.data.reset();
        self.control = TapeControl::default();
        context.cancel(OPERATION);
    }

    fn units(&self) -> &'static [Units] {
        const TRANSPORTS: Units = Units {
            numbers: 0..=UNITS as u8 - 1,
            file: FileUse::Reel,
            help: "a magnetic tape image in the format of SIMH, saved as it is written; with -r it is \
                   write-protected",
        };
        &[TRANSPORTS]
    }

    fn mount(&mut self, unit: u8, medium: Medium, context: &mut Context<'_>) -> Result<(), DeviceError> {
        let transport = self.transport(unit)?;
        let tape = MagTape::read(&medium.bytes).map_err(|error| DeviceError::NoMagTape(unit, error))?;
        transport.load(Some(MountedReel::new(tape, medium.writable)));
        context.cancel(unit.into());
        let MagTapeControl { control, transports, .. } = self;
        control.begin_held(transports, context);
        Ok(())
    }

    fn unmount(&mut self, unit: u8, context: &mut Context<'_>) -> Option<Medium> {
        let reel = self.transport(unit).ok()?.load(None)?;
        context.cancel(unit.into());
        Some(Medium { bytes: reel.tape.write(), writable: reel.writable })
    }

    fn image(&mut self, unit: u8, _: &mut Context<'_>) -> Option<(Vec<u8>, bool)> {
        self.reel(unit).map(|reel| (reel.tape.write(), reel.changed))
    }

    fn fresh(&mut self, unit: u8, _: Nanos) -> Vec<Piece> {
        let piece = self.reel(unit).and_then(|reel| {
            let first = reel.fresh.take()?;
            Some(Piece { at: reel.tape.offset(first), bytes: reel.tape.write_from(first) })
        });
        piece.into_iter().collect()
    }

    fn fields(&self, code: DeviceCode) -> &'static [Field] {
        match code {
            DATA => &data_control::FIELDS,
            COMMAND => &bits::COMMAND_FIELDS,
            STATUS => &bits::STATUS_FIELDS,
            _ => &bits::MONITOR_FIELDS,
        }
    }

    fn details(&self) -> Vec<String> {
        let mut lines = vec![self.data.details()];
        let loaded = self.transports.iter().enumerate().filter(|(_, unit)| unit.reel.is_some());
        lines.extend(loaded.map(|(unit, transport)| format!("unit {unit}: {}", transport.details())));
        lines
    }

    save_state!();
}

#[cfg(test)]
mod tests;
