//! Teletype lines, device 120: the console's Type 626 and four more (AI memo 105, August 1966).
//!
//! The lines are full duplex: a typed character is printed only if the program echoes it
//! (device reference, section 1).

mod characters;

use super::{Action, Context, Device, DeviceError, Field, FileUse, Setting, Units, request_line, save_state};
use crate::isa::DeviceCode;
use crate::names::names;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

pub use characters::{key, key_of, keys, keys_of_bytes, left_out, plain_form, shown, struck, text};

/// The number of lines: the console, 0, and 1 to 4.
pub const LINES: usize = 5;
/// Time of a character at 110 baud: start bit, eight data bits, two stop bits.
pub const CHARACTER_TIME: Nanos = Nanos::from_millis(100);

/// ALTMODE as the key of a Model 35 sends it.
pub const ALTMODE: u8 = 0o175;
/// RUBOUT.
pub const RUBOUT: u8 = 0o177;

/// Events: a character has been sent, the input flag is set, the next key is struck.
/// The line number is added to the tag.
const SENT: u32 = 0o00;
const RECEIVED: u32 = 0o10;
const STRUCK: u32 = 0o20;

const CHANNEL: u32 = 0o7;
const OUTPUT_DONE: u32 = 0o10;
const OUTPUT_BUSY: u32 = 0o20;
const INPUT_DONE: u32 = 0o40;
const INPUT_BUSY: u32 = 0o100;
/// The flags that a program can read on every line; on the console also INPUT_BUSY.
const SHOWN: u32 = OUTPUT_DONE | OUTPUT_BUSY | INPUT_DONE;
/// Left shift from a flag to the bit that clears it.
const CLEAR_SHIFT: u32 = 4;
const SELECT: u32 = 0o400000;
const ANY_LINE: u32 = 0o100000;
/// Internal flag of a line: the program has neither taken the received character nor seen that there is one.
const UNSEEN: u32 = 0o200000;
/// Internal flag of a line: the program has tested for a character since it took the last one.
const AWAITED: u32 = 0o400000;

/// The eighth bit of the characters that the keyboards send.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Parity {
    /// Always off: all software accepts this.
    #[default]
    Zero,
    /// Set so that the number of ones is even.
    Even,
    /// Always on.
    Mark,
}

names!(Parity { Zero "zero", Even "even", Mark "mark" });

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct TeletypeLine {
    /// OUTPUT_DONE, OUTPUT_BUSY, INPUT_DONE, INPUT_BUSY, UNSEEN, AWAITED.
    flags: u32,
    sending: Option<u8>,
    /// `true` if a reset occurred after the character was started: its end sets no flag.
    forgotten: bool,
    received: u8,
    /// The keys that the typist still has to strike, and the key that is being sent.
    keys: VecDeque<u8>,
    /// No key is struck before this time.
    free_at: Nanos,
}

/// The teletypes. The output has all eight bits of what a program prints; the printers ignore the eighth bit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Teletype {
    lines: [TeletypeLine; LINES],
    channel: u8,
    selected: u8,
    any_line: bool,
    character_time: Nanos,
    parity: Parity,
    patient: bool,
    /// `true` if the program has used the teletypes since the last reset by the key.
    heeded: bool,
}

impl Default for Teletype {
    fn default() -> Teletype {
        Teletype::new(CHARACTER_TIME)
    }
}

impl Teletype {
    /// The name in commands.
    pub const NAME: &'static str = "tty";

    /// Returns five lines on which a character takes `character_time`.
    pub fn new(character_time: Nanos) -> Teletype {
        Teletype {
            lines: Default::default(),
            channel: 0,
            selected: 0,
            any_line: false,
            character_time,
            parity: Parity::Zero,
            patient: true,
            heeded: false,
        }
    }

    /// Returns `true` if a character is on its way to the printer of any line.
    pub fn is_printing(&self) -> bool {
        self.lines.iter().any(|line| line.sending.is_some())
    }

    /// Appends keys to those that the typist at a line will strike.
    pub fn strike(&mut self, line: u8, keys: &[u8], context: &mut Context<'_>) -> Result<(), DeviceError> {
        let index = usize::from(line);
        let Some(typist) = self.lines.get_mut(index) else {
            return Err(DeviceError::NoUnit {
                unit: "teletype line",
                number: line,
                first: 0,
                last: LINES as u8 - 1,
            });
        };
        typist.keys.extend(keys);
        self.next_key(index, context);
        Ok(())
    }

    /// Returns the time after which a patient typist checks again whether the program is listening; `None` if
    /// it listens now, or if the typist is impatient. A program listens if it has used the teletypes, and
    /// takes characters by interrupt or has tested for one since it took the last one.
    fn looks_up_after(&self, index: usize) -> Option<Nanos> {
        let listens = self.channel != 0 || self.lines[index].flags & AWAITED != 0;
        match (self.patient, self.heeded, listens) {
            (true, false, _) => Some(self.character_time),
            (true, true, false) => Some(self.pause()),
            _ => None,
        }
    }

    /// Returns the time that a patient typist adds to the character time of each key.
    fn pause(&self) -> Nanos {
        Nanos(self.character_time.get() / 50)
    }

    fn selected(&mut self) -> &mut TeletypeLine {
        &mut self.lines[usize::from(self.selected)]
    }

    /// Lets the typist at a line strike the next key, if there is one and he does not wait.
    fn next_key(&mut self, index: usize, context: &mut Context<'_>) {
        let line = &self.lines[index];
        let waits = self.patient && line.flags & INPUT_DONE != 0;
        if line.keys.is_empty() || line.flags & INPUT_BUSY != 0 || waits {
            return;
        }
        let tag = STRUCK + index as u32;
        if context.due(tag).is_some() || context.due(RECEIVED + index as u32).is_some() {
            return;
        }
        match self.looks_up_after(index) {
            Some(time) => context.schedule(time, tag),
            None => context.schedule_at(line.free_at.max(context.now), tag),
        }
    }

    /// Handles a program that clears characters which it has not seen, as programs do when they start. A
    /// typist who watches the paper notices that and strikes the keys again.
    fn strike_again(&mut self, index: usize, wiped: u32) {
        let line = &mut self.lines[index];
        if wiped & UNSEEN != 0 && line.flags & INPUT_DONE == 0 {
            line.flags &= !UNSEEN;
            if self.patient {
                line.keys.push_front(line.received);
            }
        }
    }

    fn with_parity(&self, key: u8) -> u8 {
        match self.parity {
            Parity::Zero => key,
            Parity::Even => key | ((key.count_ones() as u8 & 1) << 7),
            Parity::Mark => key | 0o200,
        }
    }
}

impl Device for Teletype {
    fn name(&self) -> &'static str {
        Teletype::NAME
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["console"]
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[DeviceCode::TTY]
    }

    fn requests(&self) -> u8 {
        let asks = |line: &TeletypeLine| line.flags & (OUTPUT_DONE | INPUT_DONE) != 0;
        let lines = &self.lines;
        let any = asks(&lines[usize::from(self.selected)]) || self.any_line && lines.iter().any(asks);
        request_line(any, self.channel.into())
    }

    fn cono(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        self.heeded = true;
        let bits = word.right();
        self.channel = (bits & CHANNEL) as u8;
        if bits & SELECT != 0 {
            self.any_line = bits & ANY_LINE != 0;
            // Lines 5-7 do not exist; the effect of selecting them on the real machine is not documented.
            self.selected = (bits >> 12 & 7).min(LINES as u32 - 1) as u8;
        }
        let console = self.selected == 0;
        let (settable, clearable) = if console {
            let all = OUTPUT_DONE | OUTPUT_BUSY | INPUT_DONE | INPUT_BUSY;
            (all, all)
        } else {
            (OUTPUT_DONE, OUTPUT_DONE)
        };
        let line = self.selected();
        let before = line.flags;
        line.flags |= bits & settable;
        line.flags &= !(bits >> CLEAR_SHIFT & clearable);
        let index = usize::from(self.selected);
        self.strike_again(index, before);
        self.next_key(index, context);
    }

    fn coni(&mut self, _: DeviceCode, _: Nanos) -> Word {
        self.heeded = true;
        let shown = if self.selected == 0 { SHOWN | INPUT_BUSY } else { SHOWN };
        let selection = u32::from(self.selected) << 12 | if self.any_line { ANY_LINE } else { 0 };
        Word::halves(0, self.selected().flags & shown | u32::from(self.channel) | selection)
    }

    fn looked(&mut self, _: DeviceCode, mask: u32) {
        if mask & INPUT_DONE != 0 {
            let line = self.selected();
            line.flags &= !UNSEEN;
            // A program that polls while it prints is checking whether to stop: a
            // single key is enough for that.
            if line.sending.is_none() || line.keys.len() == 1 {
                line.flags |= AWAITED;
            }
        }
    }

    fn datao(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        let time = self.character_time;
        let index = self.selected;
        let line = self.selected();
        line.flags = line.flags & !OUTPUT_DONE | OUTPUT_BUSY;
        line.sending = Some(word.bits() as u8);
        line.forgotten = false;
        context.schedule(time, SENT + u32::from(index));
    }

    fn datai(&mut self, _: DeviceCode, context: &mut Context<'_>) -> Word {
        let line = self.selected();
        line.flags &= !(INPUT_DONE | UNSEEN | AWAITED);
        let character = Word::from(u32::from(line.received));
        self.next_key(self.selected.into(), context);
        character
    }

    fn event(&mut self, tag: u32, context: &mut Context<'_>) {
        let index = (tag & 7) as usize;
        let character_time = self.character_time;
        match tag & !7 {
            SENT => {
                let line = &mut self.lines[index];
                if let Some(character) = line.sending.take() {
                    context.produce(index as u8, &[character]);
                }
                if !line.forgotten {
                    line.flags = line.flags & !OUTPUT_BUSY | OUTPUT_DONE;
                }
            }
            STRUCK if self.looks_up_after(index).is_some() => self.next_key(index, context),
            STRUCK => {
                let pause = if self.patient { self.pause() } else { Nanos::ZERO };
                let line = &mut self.lines[index];
                line.flags |= INPUT_BUSY;
                line.free_at = context.now.saturating_add(character_time + pause);
                // The input flag is set after nine of the character's eleven bit times.
                context.schedule(Nanos(character_time.get() * 9 / 11), RECEIVED + index as u32);
            }
            _ => {
                let key = self.lines[index].keys.pop_front();
                let key = key.map(|key| self.with_parity(key));
                let line = &mut self.lines[index];
                line.flags &= !INPUT_BUSY;
                if let Some(key) = key {
                    line.received = key;
                    line.flags |= INPUT_DONE | UNSEEN;
                }
                self.next_key(index, context);
            }
        }
    }

    fn is_output(&self, tag: u32) -> bool {
        tag & !7 == SENT
    }

    fn reset(&mut self, key: bool, context: &mut Context<'_>) {
        for index in 0..LINES {
            let line = &mut self.lines[index];
            let before = std::mem::take(&mut line.flags);
            line.forgotten = true;
            if context.due(RECEIVED + index as u32).is_some() {
                context.cancel(RECEIVED + index as u32);
                if !self.patient {
                    line.keys.pop_front();
                }
            }
            self.strike_again(index, before);
        }
        self.channel = 0;
        if key {
            self.heeded = false;
            self.selected = 0;
            self.any_line = false;
        }
        (0..LINES).for_each(|index| self.next_key(index, context));
    }

    fn units(&self) -> &'static [Units] {
        const ALL_LINES: Units = Units {
            numbers: 0..=LINES as u8 - 1,
            file: FileUse::Text,
            help: "the output of a teletype is written to the file",
        };
        &[ALL_LINES]
    }

    fn settings(&self) -> &'static [Setting] {
        &SETTINGS
    }

    fn has_keyboards(&self) -> bool {
        true
    }

    fn keys_left(&self, line: u8) -> usize {
        self.lines.get(usize::from(line)).map_or(0, |line| line.keys.len())
    }

    fn act(&mut self, action: &Action, context: &mut Context<'_>) -> Result<(), DeviceError> {
        match action {
            Action::Type { line, characters } => return self.strike(*line, characters, context),
            Action::Parity { parity } => self.parity = *parity,
            Action::Typist { patient } => {
                self.patient = *patient;
                (0..LINES).for_each(|index| self.next_key(index, context));
            }
            _ => return Err(DeviceError::Cannot(self.name())),
        }
        Ok(())
    }

    fn fields(&self, _: DeviceCode) -> &'static [Field] {
        const FIELDS: [Field; 7] = [
            Field::new(ANY_LINE as u64, "any-line"),
            Field::new(0o70000, "line"),
            Field::new(INPUT_BUSY as u64, "input-busy"),
            Field::new(INPUT_DONE as u64, "input-flag"),
            Field::new(OUTPUT_BUSY as u64, "output-busy"),
            Field::new(OUTPUT_DONE as u64, "output-flag"),
            Field::new(CHANNEL as u64, "channel"),
        ];
        &FIELDS
    }

    fn details(&self) -> Vec<String> {
        let waiting = |(index, line): (usize, &TeletypeLine)| {
            let sending = line.sending.map(|character| format!("line {index}: printing {character:03o}"));
            let keys = (!line.keys.is_empty())
                .then(|| format!("line {index}: {} keys to be typed", line.keys.len()));
            [sending, keys]
        };
        self.lines.iter().enumerate().flat_map(waiting).flatten().collect()
    }

    save_state!();
}

const SETTINGS: [Setting; 2] = [
    Setting {
        name: "parity",
        usage: "zero|even|mark",
        help: "the eighth bit of each typed character; initially zero",
        act: |value| {
            Ok(Action::Parity { parity: value.choice(&Parity::ALL.map(|parity| (parity.name(), parity)))? })
        },
    },
    Setting {
        name: "typist",
        usage: "patient|hasty",
        help: "patient (initially): each key waits until the program has taken the one before; hasty: keys \
               are typed at full speed, and the program can miss some",
        act: |value| Ok(Action::Typist { patient: value.choice(&[("patient", true), ("hasty", false)])? }),
    },
];

#[cfg(test)]
mod tests;
