//! Teletype lines, device 120: the console's Type 626 and four more (AI memo 105, August 1966).
//!
//! The lines are full duplex: what is typed is printed only if the program sends it back (devices reference, section 1).

use super::{Action, Context, Device, Field, request_line, save_state};
use crate::isa::DeviceCode;
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

impl Parity {
    /// The one of that name, in either case of letters: zero, even or mark.
    pub fn by_name(name: &str) -> Option<Parity> {
        match name.to_ascii_lowercase().as_str() {
            "zero" => Some(Parity::Zero),
            "even" => Some(Parity::Even),
            "mark" => Some(Parity::Mark),
            _ => None,
        }
    }
}

/// A character that has been printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    /// When the last bit of it had arrived.
    pub time: Nanos,
    /// The line, 0 for the console.
    pub line: u8,
    /// All eight bits; the printer ignores the first.
    pub character: u8,
}

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

/// The teletypes.
#[derive(Clone, Debug)]
pub struct Teletype {
    state: State,
    printed: Vec<Printed>,
}

impl Default for Teletype {
    fn default() -> Teletype {
        Teletype::new(CHARACTER_TIME)
    }
}

impl Teletype {
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
        Teletype { state, printed: Vec::new() }
    }

    /// What has been printed since the last call, on all lines, in order of time.
    pub fn take_printed(&mut self) -> Vec<Printed> {
        std::mem::take(&mut self.printed)
    }

    /// Whether something has been printed that was not taken.
    pub fn has_printed(&self) -> bool {
        !self.printed.is_empty()
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

    fn selected(&mut self) -> &mut Line {
        &mut self.state.lines[usize::from(self.state.selected)]
    }

    /// Lets the typist at a line strike the next key, if he has one to strike and does not wait.
    fn strike(&mut self, index: usize, context: &mut Context<'_>) {
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
        "tty"
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
        self.strike(self.state.selected.into(), context);
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
        self.strike(self.state.selected.into(), context);
        character
    }

    fn event(&mut self, tag: u32, context: &mut Context<'_>) {
        let index = (tag & 7) as usize;
        let character_time = self.state.character_time;
        match tag & !7 {
            SENT => {
                let line = &mut self.state.lines[index];
                if let Some(character) = line.sending.take() {
                    self.printed.push(Printed { time: context.now, line: index as u8, character });
                }
                if !line.forgotten {
                    line.flags = line.flags & !OUTPUT_BUSY | OUTPUT_DONE;
                }
            }
            STRUCK if self.state.patient && !self.state.heeded => self.strike(index, context),
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
                self.strike(index, context);
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
        (0..LINES).for_each(|index| self.strike(index, context));
    }

    fn act(&mut self, action: &Action, context: &mut Context<'_>) -> Result<(), String> {
        let (line, characters) = match action {
            Action::Type { line, characters } => (*line, characters),
            Action::Parity { parity } => {
                self.state.parity = *parity;
                return Ok(());
            }
            Action::Typist { patient } => {
                self.state.patient = *patient;
                (0..LINES).for_each(|index| self.strike(index, context));
                return Ok(());
            }
            _ => return Err("the teletype has only a keyboard".to_owned()),
        };
        let index = usize::from(line);
        if index >= LINES {
            return Err(format!("no teletype line {line}: there are lines 0 to {}", LINES - 1));
        }
        self.state.lines[index].keys.extend(characters);
        self.strike(index, context);
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

/// The keys to strike for `text`: letters are capital on a Model 35, a new line is RETURN, Escape is ALTMODE, Delete is
/// RUBOUT; characters that the keyboard does not have are left out.
pub fn keys(text: &str) -> Vec<u8> {
    let key = |character: char| match character {
        '\n' => Some(0o15),
        '\r' => None,
        '\x1b' => Some(ALTMODE),
        '\x7f' => Some(RUBOUT),
        _ if character.is_ascii() => Some(character.to_ascii_uppercase() as u8),
        _ => None,
    };
    text.replace("\r\n", "\n").replace('\r', "\n").chars().filter_map(key).collect()
}

/// What the paper of `line` shows, as text: seven bits a character, carriage returns and the characters that print nothing
/// left out.
pub fn text(printed: &[Printed], line: u8) -> String {
    let of_line = printed.iter().filter(|printed| printed.line == line);
    of_line.filter_map(|printed| shown(printed.character)).collect()
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
        let printed = bus.get_mut::<Teletype>().unwrap().take_printed();
        assert_eq!(printed, [Printed { time: Nanos::from_millis(100), line: 0, character: 0o301 }]);
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
