//! DECtape: the Type 136 data control (device 200, DC), the Type 551 control (210, UTC, and 214, UTS) and
//! four Type 555 transports, units 1 to 4.
//!
//! Everything happens line by line, at the time when a line of the tape passes the heads. A selected tape
//! that only moves costs one event per block; while data are transferred it costs one event per line.

mod control;
mod marks;
mod transport;

use super::data_control::{self, DataControl};
use super::{
    Action, Context, Device, DeviceError, Field, FileUse, Medium, Piece, Setting, Units, Value, ValueError,
    save_state,
};
use crate::formats::dectape::{self, ReelLayout};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use control::Control;
use serde::{Deserialize, Serialize};
use transport::{Reel, Transport};

/// Number of transports. Their unit numbers are 1 to 4.
const UNITS: usize = 4;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DecTape {
    data: DataControl,
    control: Control,
    transports: [Transport; UNITS],
    /// Time of the last event, for [`Device::details`].
    now: Nanos,
}

/// The event: a delay ends, a tape reaches full speed or comes to rest, or a line passes the heads.
const DUE: u32 = 0;

impl DecTape {
    fn advance(&mut self, now: Nanos) {
        let DecTape { data, control, transports, now: last } = self;
        *last = now;
        control.advance(now, transports, data);
        for transport in transports {
            transport.settle(now);
        }
    }

    fn foretell(&self, context: &mut Context<'_>) {
        match self.control.next_due(&self.transports) {
            Nanos::MAX => context.cancel(DUE),
            time => context.schedule_at(time, DUE),
        }
    }

    fn transport(&mut self, unit: u8) -> Result<&mut Transport, DeviceError> {
        let index = usize::from(unit).wrapping_sub(1);
        let transport = self.transports.get_mut(index);
        transport.ok_or(DeviceError::NoUnit {
            unit: "DECtape unit",
            number: unit,
            first: 1,
            last: UNITS as u8,
        })
    }
}

impl Device for DecTape {
    fn name(&self) -> &'static str {
        "dt"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["ut", "utc", "dtc", "microtape"]
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[DeviceCode::DC, DeviceCode::UTC, DeviceCode::UTS]
    }

    fn requests(&self) -> u8 {
        self.data.requests() | self.control.requests()
    }

    fn cono(&mut self, code: DeviceCode, word: Word, context: &mut Context<'_>) {
        self.advance(context.now);
        let DecTape { data, control, transports, .. } = self;
        match code {
            DeviceCode::DC => data.cono(word.right()),
            DeviceCode::UTC => control.cono(word.right(), transports, context.now),
            _ => {}
        }
        self.foretell(context);
    }

    fn coni(&mut self, code: DeviceCode, now: Nanos) -> Word {
        self.advance(now);
        match code {
            DeviceCode::DC => self.data.coni(),
            DeviceCode::UTC => self.control.command(),
            _ => self.control.status(),
        }
    }

    fn datao(&mut self, code: DeviceCode, word: Word, context: &mut Context<'_>) {
        if code == DeviceCode::DC {
            self.advance(context.now);
            self.data.datao(word);
            self.foretell(context);
        }
    }

    fn datai(&mut self, code: DeviceCode, context: &mut Context<'_>) -> Word {
        if code != DeviceCode::DC {
            return Word::ZERO;
        }
        self.advance(context.now);
        let word = self.data.datai();
        self.foretell(context);
        word
    }

    fn event(&mut self, _: u32, context: &mut Context<'_>) {
        self.advance(context.now);
        self.foretell(context);
    }

    fn reset(&mut self, _: bool, context: &mut Context<'_>) {
        self.advance(context.now);
        let DecTape { data, control, transports, .. } = self;
        data.reset();
        control.reset(transports, context.now);
        self.foretell(context);
    }

    fn units(&self) -> &'static [Units] {
        const TRANSPORTS: Units = Units {
            numbers: 1..=UNITS as u8,
            file: FileUse::Reel,
            help: "a DECtape image; written blocks are saved in it. With -r it is write-protected",
        };
        &[TRANSPORTS]
    }

    fn settings(&self) -> &'static [Setting] {
        &SETTINGS
    }

    fn act(&mut self, action: &Action, context: &mut Context<'_>) -> Result<(), DeviceError> {
        self.advance(context.now);
        match *action {
            Action::WriteSwitch { unit: 0, on } => self.control.write_marks = on,
            Action::WriteSwitch { unit, on } => match &mut self.transport(unit)?.reel {
                Some(reel) => reel.writable = on,
                None => return Err(DeviceError::NoReel(unit)),
            },
            Action::Checksums { tested } => self.control.trusting = !tested,
            _ => return Err(DeviceError::Cannot(self.name())),
        }
        Ok(())
    }

    /// Mounts a reel. The bytes are an image in one of the known layouts; no bytes mean a blank reel.
    /// If the tape of the unit is moving, the image is taken as the current contents of its file and the tape
    /// keeps moving: this is how a resumed run gets its tape's file back. To mount another tape, unmount the
    /// moving one first.
    fn mount(&mut self, unit: u8, medium: Medium, context: &mut Context<'_>) -> Result<(), DeviceError> {
        self.advance(context.now);
        self.transport(unit)?;
        let (tape, layout) =
            dectape::read(&medium.bytes, None).map_err(|error| DeviceError::NoImage(unit, error))?;
        let reel = Reel::new(tape, layout, medium.writable);
        let transport = self.transport(unit)?;
        if transport.is_moving() {
            transport.exchange(reel, context.now);
        } else {
            transport.load(Some(reel), context.now);
        }
        self.foretell(context);
        Ok(())
    }

    fn unmount(&mut self, unit: u8, context: &mut Context<'_>) -> Option<Medium> {
        self.advance(context.now);
        let transport = self.transport(unit).ok()?;
        let reel = transport.reel.take()?;
        transport.load(None, context.now);
        self.foretell(context);
        Some(Medium { bytes: image(&reel), writable: reel.writable })
    }

    fn image(&mut self, unit: u8, context: &mut Context<'_>) -> Option<(Vec<u8>, bool)> {
        self.advance(context.now);
        let reel = self.transport(unit).ok()?.reel.as_ref()?;
        Some((image(reel), reel.changed))
    }

    fn fresh(&mut self, unit: u8, now: Nanos) -> Vec<Piece> {
        let reel = self.transport(unit).ok().and_then(|transport| transport.reel.as_mut());
        reel.map(|reel| reel.take_fresh(now)).unwrap_or_default()
    }

    fn data_control(&mut self) -> Option<&mut DataControl> {
        Some(&mut self.data)
    }

    fn fields(&self, code: DeviceCode) -> &'static [Field] {
        match code {
            DeviceCode::DC => &data_control::FIELDS,
            DeviceCode::UTC => &control::COMMAND_FIELDS,
            _ => &control::STATUS_FIELDS,
        }
    }

    fn details(&self) -> Vec<String> {
        let mut lines = vec![self.data.details(), self.control.details()];
        for (index, transport) in self.transports.iter().enumerate() {
            lines.push(format!("unit {}: {}", index + 1, transport.details(self.now)));
        }
        lines
    }

    save_state!();
}

const SETTINGS: [Setting; 3] = [
    Setting {
        name: "write",
        usage: "N on|off",
        help: "the switch of DECtape unit N that allows writing; off after attach -r, otherwise on",
        act: write_switch,
    },
    Setting {
        name: "checksums",
        usage: "on|off",
        help: "test the checksums of DECtape blocks, initially on; off for images that have garbage there",
        act: |value| Ok(Action::Checksums { tested: value.on()? }),
    },
    Setting {
        name: "wrtm",
        usage: "on|off",
        help: "the switch of the DECtape control that allows writing timing and mark tracks; initially off",
        act: |value| Ok(Action::WriteSwitch { unit: 0, on: value.on()? }),
    },
];

/// Parses the setting of a transport's write switch. Unit 0 is not valid here: it would mean the switch of
/// the control.
fn write_switch(value: &Value<'_>) -> Result<Action, ValueError> {
    let (unit, state) = value.split();
    let number = unit.number().ok().and_then(|number| u8::try_from(number).ok()).filter(|unit| *unit != 0);
    let unit = number.ok_or_else(|| ValueError::Expected {
        text: unit.text.to_owned(),
        choices: "a DECtape unit from 1 to 4".to_owned(),
    })?;
    Ok(Action::WriteSwitch { unit, on: state.on()? })
}

/// Returns the image of a reel in its original layout, or in the layout of lines if it can no longer be
/// represented as words.
fn image(reel: &Reel) -> Vec<u8> {
    dectape::write(&reel.tape, reel.layout)
        .or_else(|_| dectape::write(&reel.tape, ReelLayout::Lines))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
