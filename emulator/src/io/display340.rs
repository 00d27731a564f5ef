//! The Type 340 display with its 344 interface, 342 characters and 370 light pen: device 130, DIS.
//!
//! The program sends 36-bit words. The display takes each as two 18-bit words, left half first, and draws by
//! itself while the processor continues. Each point goes into a [`Picture`] with the time when it lights
//! up. Source: device reference, section 3; where it is in doubt, this module follows its advice ("Do").

mod beam;
mod lookahead;
mod vector;
mod words;

use super::{Action, Context, Device, DeviceError, Field, Setting, Value, ValueError, save_state};
use crate::isa::DeviceCode;
use crate::picture::{Picture, RASTER};
use crate::time::Nanos;
use crate::word::Word;
use beam::Beam;
use lookahead::Lookahead;
use serde::{Deserialize, Serialize};

/// The display. It draws lazily: when the program addresses it, the picture is read, or a flag is due. The
/// time of each point is exact nevertheless.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Display340 {
    beam: Beam,
    picture: Picture,
    #[serde(skip)]
    ahead: Lookahead,
}

/// The event: a flag changes.
const FLAG: u32 = 0;

impl Display340 {
    pub(crate) fn picture(&mut self, now: Nanos) -> &Picture {
        self.advance(now);
        &self.picture
    }

    fn advance(&mut self, now: Nanos) {
        let Display340 { beam, picture, ahead } = self;
        ahead.advance(beam, picture, now);
    }

    /// Schedules the next flag that changes without an action of the program.
    fn foretell(&mut self, context: &mut Context<'_>) {
        match self.ahead.foretell(self.beam) {
            Nanos::MAX => context.cancel(FLAG),
            time => context.schedule_at(time, FLAG),
        }
    }
}

impl Device for Display340 {
    fn name(&self) -> &'static str {
        "dis"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["dpy", "display"]
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[DeviceCode::DIS]
    }

    fn requests(&self) -> u8 {
        self.beam.requests()
    }

    fn cono(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        self.advance(context.now);
        self.beam.cono(word.right(), context.now);
        self.foretell(context);
    }

    fn coni(&mut self, _: DeviceCode, now: Nanos) -> Word {
        self.advance(now);
        self.beam.conditions()
    }

    /// Returns when a flag or the mode changes. CONI shows both, but no event announces the mode.
    fn conditions_until(&self, _: DeviceCode) -> Nanos {
        self.beam.next_condition()
    }

    /// Loads two 18-bit words, or one in half-word mode.
    fn datao(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        self.advance(context.now);
        self.beam.load(word, context.now);
        self.foretell(context);
    }

    /// Returns the position of the beam, Y in the left half and X in the right.
    fn datai(&mut self, _: DeviceCode, context: &mut Context<'_>) -> Word {
        self.advance(context.now);
        self.beam.position()
    }

    fn event(&mut self, _: u32, context: &mut Context<'_>) {
        self.advance(context.now);
        self.foretell(context);
    }

    /// Clears channels, flags and requests; the beam stays where it is.
    fn reset(&mut self, _: bool, context: &mut Context<'_>) {
        self.advance(context.now);
        self.beam.reset();
        self.foretell(context);
    }

    fn settings(&self) -> &'static [Setting] {
        const PEN: Setting = Setting {
            name: "pen",
            usage: "X,Y|off",
            help: "hold the light pen to a point of the screen (decimal, 0-1023); initially off",
            act: |value| Ok(Action::LightPen { at: pen(value)? }),
        };
        &[PEN]
    }

    fn act(&mut self, action: &Action, context: &mut Context<'_>) -> Result<(), DeviceError> {
        let Action::LightPen { at } = *action else {
            return Err(DeviceError::Cannot(self.name()));
        };
        if let Some((x, y)) = at.filter(|&(x, y)| x >= RASTER || y >= RASTER) {
            return Err(DeviceError::OffScreen { x, y, side: RASTER });
        }
        self.advance(context.now);
        self.beam.pen = at;
        self.foretell(context);
        Ok(())
    }

    fn fields(&self, _: DeviceCode) -> &'static [Field] {
        const FIELDS: [Field; 8] = [
            Field::named(0o700000, "mode", words::MODE_NAMES),
            Field::new(0o4000, "vertical-edge"),
            Field::new(0o2000, "light-pen"),
            Field::new(0o1000, "horizontal-edge"),
            Field::new(0o400, "stop"),
            Field::new(0o200, "done"),
            Field::new(0o70, "special-channel"),
            Field::new(0o7, "data-channel"),
        ];
        &FIELDS
    }

    fn details(&self) -> Vec<String> {
        self.beam.details()
    }

    save_state!();
}

fn pen(value: &Value<'_>) -> Result<Option<(u16, u16)>, ValueError> {
    if value.text.eq_ignore_ascii_case("off") {
        return Ok(None);
    }
    let (x, y) = value
        .text
        .split_once(',')
        .ok_or(ValueError::Form("expected X,Y, each from 0 to 1023 (decimal), or off"))?;
    let coordinate = |text: &str| match (Value { text: text.trim(), ..*value }).number()? {
        number @ 0..=1023 => Ok(number as u16),
        _ => Err(ValueError::Form("expected X,Y, each from 0 to 1023 (decimal), or off")),
    };
    Ok(Some((coordinate(x)?, coordinate(y)?)))
}

#[cfg(test)]
mod tests;
