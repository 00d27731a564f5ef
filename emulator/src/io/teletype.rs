//! Teletype lines, device 120: the console's Type 626 and four more (AI memo 105, August 1966).
//!
//! The lines are full duplex: what is typed is printed only if the program sends it back (devices reference, section 1).

use super::units::bytes_of;
use super::{
    Action, Context, Device, DeviceError, Field, FileUse, Produced, Setting, Units, request_line, save_state,
};
use crate::isa::DeviceCode;
use crate::names::names;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The number of lines: the console, 0, and 1 to 4.
pub const LINES: usize = 5;
/// A character at 110 baud: start bit, eight data bits, two stop bits.
pub const CHARACTER_TIME: Nanos = Nanos::from_millis(100);

/// ALTMODE as the key of a Model 35 sends it.
pub const ALTMODE: u8 = 0o175;
/// RUBOUT.
pub const RUBOUT: u8 = 0o177;

/// Events: a character has been sent, the input flag comes on, the next key is struck. The line is added.
const SENT: u32 = 0o00;
const RECEIVED: u32 = 0o10;
const STRUCK: u32 = 0o20;

const CHANNEL: u32 = 0o7;
const OUTPUT_DONE: u32 = 0o10;
const OUTPUT_BUSY: u32 = 0o20;
const INPUT_DONE: u32 = 0o40;
const INPUT_BUSY: u32 = 0o100;
/// A flag's bit, moved up by this many places, clears it.
const CLEAR_SHIFT: u32 = 4;
const SELECT: u32 = 0o400000;
const ANY_LINE: u32 = 0o100000;

/// The eighth bit of what the keyboards send.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Parity {
    /// Always off: what all software takes.
    #[default]
    Zero,
    /// So that the number of ones is even.
    Even,
    /// Always on.
    Mark,
}

names!(Parity { Zero "zero", Even "even", Mark "mark" });

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Line {
    /// OUTPUT_DONE, OUTPUT_BUSY, INPUT_DONE, INPUT_BUSY.
    flags: u32,
    /// The character being sent.
    sending: Option<u8>,
    /// A reset has come since: the character's end sets no flag.
    forgotten: bool,
    /// The character received.
    received: u8,
    /// What the typist has still to type.
    keys: VecDeque<u8>,
    /// No key is struck before this time.
    free_at: Nanos,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    lines: [Line; LINES],
    channel: u8,
    selected: u8,
    any_line: bool,
    character_time: Nanos,
    parity: Parity,
    patient: bool,
    /// Whether the program has turned to the teletypes since the last reset by the key.
    heeded: bool,
}

/// The teletypes. They give all eight bits of what a program prints; the printers ignore the first.
#[derive(Clone, Debug)]
pub struct Teletype {
    state: State,
}

impl Default for Teletype {
    fn default() -> Teletype {
        Teletype::new(CHARACTER_TIME)
    }
}

impl Teletype {
    /// What it is called in commands.
    pub const NAME: &'static str = "tty";

    /// Five lines on which a character takes `character_time`.
    pub fn new(character_time: Nanos) -> Teletype {
        let state = State {
            lines: Default::default(),
            channel: 0,
            selected: 0,
            any_line: false,
            character_time,
            parity: Parity::Zero,
            patient: true,
            heeded: false,
        };
        Teletype { state }
    }

    /// How many characters the typist at `line` has still to type, the one on its way included.
    pub fn keys_left(&self, line: u8) -> usize {
        let Some(line) = self.state.lines.get(usize::from(line)) else { return 0 };
        line.keys.len() + usize::from(line.flags & INPUT_BUSY != 0)
    }

    /// Whether a character is on its way to the printer of a line.
    pub fn is_printing(&self) -> bool {
        self.state.lines.iter().any(|line| line.sending.is_some())
    }

    /// The typist at a line strikes keys when those before are struck.
    ///
    /// # Errors
    ///
    /// There is no such line.
    pub fn strike(&mut self, line: u8, keys: &[u8], context: &mut Context<'_>) -> Result<(), DeviceError> {
        let index = usize::from(line);
        let Some(typist) = self.state.lines.get_mut(index) else {
            return Err(DeviceError::NoUnit {
                none: "no teletype line",
                number: line,
                but: "there are lines",
                first: 0,
                last: LINES as u8 - 1,
            });
        };
        typist.keys.extend(keys);
        self.next_key(index, context);
        Ok(())
    }

    fn selected(&mut self) -> &mut Line {
        &mut self.state.lines[usize::from(self.state.selected)]
    }

    /// Lets the typist at a line strike the next key, if he has one to strike and does not wait.
    fn next_key(&mut self, index: usize, context: &mut Context<'_>) {
        let line = &self.state.lines[index];
        let waits = self.state.patient && line.flags & INPUT_DONE != 0;
        if line.keys.is_empty() || line.flags & INPUT_BUSY != 0 || waits {
            return;
        }
        let tag = STRUCK + index as u32;
        if self.state.patient && !self.state.heeded {
            // He looks up from time to time.
            if context.due(tag).is_none() {
                context.schedule(self.state.character_time, tag);
            }
        } else if context.due(tag).is_none() && context.due(RECEIVED + index as u32).is_none() {
            context.schedule_at(line.free_at.max(context.now), tag);
        }
    }

    fn with_parity(&self, key: u8) -> u8 {
        match self.state.parity {
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
        let asks = |line: &Line| line.flags & (OUTPUT_DONE | INPUT_DONE) != 0;
        let lines = &self.state.lines;
        let any =
            asks(&lines[usize::from(self.state.selected)]) || self.state.any_line && lines.iter().any(asks);
        request_line(any, self.state.channel.into())
    }

    fn cono(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        self.state.heeded = true;
        let bits = word.right();
        self.state.channel = (bits & CHANNEL) as u8;
        if bits & SELECT != 0 {
            self.state.any_line = bits & ANY_LINE != 0;
            // Lines 5-7 are not there; what the real register did with them nobody wrote down.
            self.state.selected = (bits >> 12 & 7).min(LINES as u32 - 1) as u8;
        }
        let console = self.state.selected == 0;
        let (settable, clearable) = if console {
            let all = OUTPUT_DONE | OUTPUT_BUSY | INPUT_DONE | INPUT_BUSY;
            (all, all)
        } else {
            (OUTPUT_DONE, OUTPUT_DONE)
        };
        let line = self.selected();
        line.flags |= bits & settable;
        line.flags &= !(bits >> CLEAR_SHIFT & clearable);
        self.next_key(self.state.selected.into(), context);
    }

    fn coni(&mut self, _: DeviceCode, _: Nanos) -> Word {
        self.state.heeded = true;
        let shown = if self.state.selected == 0 { !0 } else { !INPUT_BUSY };
        let selection = u32::from(self.state.selected) << 12 | if self.state.any_line { ANY_LINE } else { 0 };
        Word::halves(0, self.selected().flags & shown | u32::from(self.state.channel) | selection)
    }

    fn datao(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        let time = self.state.character_time;
        let index = self.state.selected;
        let line = self.selected();
        line.flags = line.flags & !OUTPUT_DONE | OUTPUT_BUSY;
        line.sending = Some(word.bits() as u8);
        line.forgotten = false;
        context.schedule(time, SENT + u32::from(index));
    }

    fn datai(&mut self, _: DeviceCode, context: &mut Context<'_>) -> Word {
        let line = self.selected();
        line.flags &= !INPUT_DONE;
        let character = Word::from(u32::from(line.received));
        self.next_key(self.state.selected.into(), context);
        character
    }

    fn event(&mut self, tag: u32, context: &mut Context<'_>) {
        let index = (tag & 7) as usize;
        let character_time = self.state.character_time;
        match tag & !7 {
            SENT => {
                let line = &mut self.state.lines[index];
                if let Some(character) = line.sending.take() {
                    context.produce(index as u8, &[character]);
                }
                if !line.forgotten {
                    line.flags = line.flags & !OUTPUT_BUSY | OUTPUT_DONE;
                }
            }
            STRUCK if self.state.patient && !self.state.heeded => self.next_key(index, context),
            STRUCK => {
                let line = &mut self.state.lines[index];
                line.flags |= INPUT_BUSY;
                let pause = if self.state.patient { character_time.get() / 50 } else { 0 };
                line.free_at = context.now.saturating_add(character_time + Nanos(pause));
                // The flag comes in the middle of the ninth unit of eleven.
                context.schedule(Nanos(character_time.get() * 9 / 11), RECEIVED + index as u32);
            }
            _ => {
                let key = self.state.lines[index].keys.pop_front();
                let key = key.map(|key| self.with_parity(key));
                let line = &mut self.state.lines[index];
                line.flags &= !INPUT_BUSY;
                if let Some(key) = key {
                    line.received = key;
                    line.flags |= INPUT_DONE;
                }
                self.next_key(index, context);
            }
        }
    }

    fn reset(&mut self, key: bool, context: &mut Context<'_>) {
        for (index, line) in self.state.lines.iter_mut().enumerate() {
            line.flags = 0;
            line.forgotten = true;
            if context.due(RECEIVED + index as u32).is_some() {
                // The character on its way is lost.
                context.cancel(RECEIVED + index as u32);
                line.keys.pop_front();
            }
        }
        self.state.channel = 0;
        if key {
            self.state.heeded = false;
            self.state.selected = 0;
            self.state.any_line = false;
        }
        (0..LINES).for_each(|index| self.next_key(index, context));
    }

    fn units(&self) -> &'static [Units] {
        const LINES_BESIDE: Units = Units {
            numbers: 1..=LINES as u8 - 1,
            file: FileUse::Text,
            help: "what the other teletypes print goes into the file",
        };
        &[LINES_BESIDE]
    }

    fn settings(&self) -> &'static [Setting] {
        &SETTINGS
    }

    fn has_keyboards(&self) -> bool {
        true
    }

    fn act(&mut self, action: &Action, context: &mut Context<'_>) -> Result<(), DeviceError> {
        match action {
            Action::Type { line, characters } => return self.strike(*line, characters, context),
            Action::Parity { parity } => self.state.parity = *parity,
            Action::Typist { patient } => {
                self.state.patient = *patient;
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
        let waiting = |(index, line): (usize, &Line)| {
            let sending = line.sending.map(|character| format!("line {index}: printing {character:03o}"));
            let keys = (!line.keys.is_empty())
                .then(|| format!("line {index}: {} keys to be typed", line.keys.len()));
            [sending, keys]
        };
        self.state.lines.iter().enumerate().flat_map(waiting).flatten().collect()
    }

    save_state!();
}

const SETTINGS: [Setting; 2] = [
    Setting {
        name: "parity",
        usage: "zero|even|mark",
        help: "the eighth bit of what the keyboards of the teletypes send; zero, until it is set",
        act: |value| {
            Ok(Action::Parity { parity: value.choice(&Parity::ALL.map(|parity| (parity.name(), parity)))? })
        },
    },
    Setting {
        name: "typist",
        usage: "patient|hasty",
        help: "whether keys are struck as the program takes them, or at full speed; then it can miss some",
        act: |value| Ok(Action::Typist { patient: value.choice(&[("patient", true), ("hasty", false)])? }),
    },
];

/// The key to strike for a character: letters are capital on a Model 35, a new line is RETURN, Escape is ALTMODE, Delete is
/// RUBOUT; `None` for what the keyboard does not have.
pub fn key(character: u8) -> Option<u8> {
    match character {
        b'\n' => Some(0o15),
        0x1b => Some(ALTMODE),
        0x7f => Some(RUBOUT),
        _ => character.is_ascii().then(|| character.to_ascii_uppercase()),
    }
}

/// The keys to strike for `text`, whose lines may end in a new line, a carriage return or both.
pub fn keys(text: &str) -> Vec<u8> {
    text.replace("\r\n", "\n").bytes().filter_map(key).collect()
}

/// The keys to strike for `text`, in which a new line is LINE FEED.
pub fn struck(text: &str) -> Vec<u8> {
    let line_feed = |character: u8| (character == b'\n').then_some(character);
    text.bytes().filter_map(|character| line_feed(character).or_else(|| key(character))).collect()
}

/// The keys to strike for what comes through a pipe: text as for [`keys`], and a character with its eighth bit on for just
/// that key, LINE FEED (212) among them.
pub fn keys_of_bytes(bytes: &[u8]) -> Vec<u8> {
    let of_chunk = |chunk: std::str::Utf8Chunk<'_>| {
        let exactly = chunk.invalid().iter().map(|byte| byte & 0o177);
        keys(chunk.valid()).into_iter().chain(exactly).collect::<Vec<u8>>()
    };
    bytes.utf8_chunks().flat_map(of_chunk).collect()
}

/// What the paper of `line` shows, as text: seven bits a character, carriage returns and the characters that print nothing
/// left out.
pub fn text(printed: &[Produced], line: u8) -> String {
    bytes_of(printed, line).into_iter().filter_map(shown).collect()
}

/// What a character is in a file of text; carriage returns and other controls are nothing.
pub fn shown(character: u8) -> Option<char> {
    let seven = char::from(character & 0o177);
    matches!(seven, '\n' | '\t' | '\x07' | ' '..='~').then_some(seven)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Bus;
    use crate::io::InOut;

    const TTY: DeviceCode = DeviceCode::TTY;

    fn bus() -> InOut {
        let mut bus = InOut::new();
        bus.connect(Box::new(Teletype::default()));
        bus
    }

    fn cono(bus: &mut InOut, bits: u32, now: u64) {
        bus.cono(TTY, Word::halves(bits, bits), Nanos::from_millis(now));
    }

    fn coni(bus: &mut InOut) -> u64 {
        bus.coni(TTY, Nanos::ZERO).bits()
    }

    fn act(bus: &mut InOut, action: Action) {
        bus.with("TTY", Nanos::ZERO, |device, context| device.act(&action, context)).unwrap().unwrap();
    }

    fn type_on(bus: &mut InOut, line: u8, characters: &[u8]) {
        act(bus, Action::Type { line, characters: characters.to_vec() });
    }

    #[test]
    fn a_character_takes_a_tenth_of_a_second() {
        let mut bus = bus();
        assert_eq!(coni(&mut bus), 0, "no flag before the first character");
        cono(&mut bus, 4, 0);
        bus.datao(TTY, Word::new(0o301), Nanos::ZERO);
        assert_eq!(coni(&mut bus), 0o24);
        assert_eq!(bus.next_event(), Nanos::from_millis(100));
        bus.advance(Nanos::from_millis(100));
        assert_eq!(coni(&mut bus), 0o14);
        assert_eq!(bus.requests(), 0o010);
        cono(&mut bus, 0o204, 101);
        assert_eq!(bus.requests(), 0);
        let printed = bus.take(TTY);
        assert_eq!(printed, [Produced { time: Nanos::from_millis(100), unit: 0, bytes: vec![0o301] }]);
        assert_eq!(text(&printed, 0), "A");
    }

    #[test]
    fn a_patient_typist_waits_for_the_program() {
        let mut bus = bus();
        cono(&mut bus, 6, 0);
        type_on(&mut bus, 0, b"AB");
        bus.advance(Nanos::ZERO);
        assert_eq!(coni(&mut bus), 0o106);
        bus.advance(Nanos::from_millis(500));
        assert_eq!(coni(&mut bus), 0o46);
        assert_eq!(bus.requests(), 0o002);
        assert_eq!(bus.datai(TTY, Nanos::from_millis(500)), Word::new(0o101));
        bus.advance(Nanos::from_millis(600));
        assert_eq!(bus.datai(TTY, Nanos::from_millis(600)), Word::new(0o102));
        assert_eq!(coni(&mut bus), 6);
    }

    #[test]
    fn a_patient_typist_waits_for_somebody_to_listen() {
        let mut bus = bus();
        type_on(&mut bus, 0, b"A");
        bus.advance(Nanos::from_seconds(5));
        cono(&mut bus, 0o3600, 5_010);
        bus.advance(Nanos::from_millis(5_181));
        assert_eq!(coni(&mut bus), 0o100, "struck at the next look, 5.1 s");
        bus.advance(Nanos::from_millis(5_182));
        assert_eq!(coni(&mut bus), 0o40);
    }

    #[test]
    fn an_impatient_typist_loses_characters() {
        let mut bus = bus();
        act(&mut bus, Action::Typist { patient: false });
        type_on(&mut bus, 0, b"AB");
        bus.advance(Nanos::from_millis(181));
        assert_eq!(bus.datai(TTY, Nanos::from_millis(181)), Word::new(0o101));
        type_on(&mut bus, 0, b"C");
        bus.advance(Nanos::from_millis(600));
        assert_eq!(bus.datai(TTY, Nanos::from_millis(600)), Word::new(0o103));
    }

    #[test]
    fn lines_are_selected_and_interrupt_together_or_alone() {
        let mut bus = bus();
        cono(&mut bus, 0o400005, 0);
        type_on(&mut bus, 3, b"X");
        bus.advance(Nanos::from_millis(90));
        assert_eq!(bus.requests(), 0, "only the selected line may interrupt");
        cono(&mut bus, 0o500005, 90);
        assert_eq!(bus.requests(), 0o004);
        cono(&mut bus, 0o530005, 90);
        assert_eq!(coni(&mut bus), 0o130045);
        assert_eq!(bus.datai(TTY, Nanos::from_millis(91)), Word::new(0o130));
        assert_eq!(bus.requests(), 0);
        // Kicking a line's output interrupt, as ITS does.
        cono(&mut bus, 0o520015, 92);
        assert_eq!(coni(&mut bus), 0o120015);
        // A program's reset leaves the selection alone, the key does not.
        bus.reset(Nanos::from_millis(93));
        assert_eq!(coni(&mut bus), 0o120000);
        bus.reset_key(Nanos::from_millis(93));
        assert_eq!(coni(&mut bus), 0);
    }

    #[test]
    fn other_lines_have_fewer_conditions() {
        let mut bus = bus();
        cono(&mut bus, 0o411000 | 0o160, 0);
        assert_eq!(coni(&mut bus), 0o10000, "busy and input flags of line 1 cannot be set");
    }

    #[test]
    fn keyboards_have_capitals_only() {
        assert_eq!(keys("p-k4\r\n\x1b\x7fé"), [0o120, 0o55, 0o113, 0o64, 0o15, 0o175, 0o177]);
    }

    /// A is 101, with two ones; C is 103, with three.
    #[test]
    fn keyboards_send_an_eighth_bit() {
        for (parity, a, c) in
            [(Parity::Zero, 0o101, 0o103), (Parity::Even, 0o101, 0o303), (Parity::Mark, 0o301, 0o303)]
        {
            let mut bus = bus();
            act(&mut bus, Action::Parity { parity });
            act(&mut bus, Action::Typist { patient: false });
            type_on(&mut bus, 0, b"AC");
            for (now, expected) in [(90, a), (190, c)] {
                bus.advance(Nanos::from_millis(now));
                assert_eq!(bus.datai(TTY, Nanos::from_millis(now)), Word::new(expected), "{parity:?}");
            }
        }
    }
}
