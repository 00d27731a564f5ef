//! DDT's keys, for users who know them by heart.
//!
//! Each key acts at once. `FOO/` opens a word and types its contents. RETURN, LINE FEED, `^` and TAB store
//! the text typed after that in the word. Then RETURN closes the word, and the others open another: LINE FEED
//! the next, `^` the previous, TAB the one that the word addresses. ALTMODE, shown as `$`, begins a command:
//! `$G`, `$B`, `$P`, `$X`.

use super::error::CommandError;
use super::expression::ExpressionError;
use super::format::Format;
use super::host::Host;
use super::session::Session;
use super::session_stop::SessionStop;
use super::stops::Stop;
use super::trigger::Trigger;
use crate::address::Address;
use crate::debug::drive::Goal;
use crate::machine::{Input, Key};
use crate::symbols::Symbol;
use crate::word::Word;

/// The key ALTMODE, which is Escape on today's keyboards.
const ALTMODE: char = '\u{1b}';
const RUBOUT: char = '\u{7f}';
/// Number of DDT's breakpoints, which are numbered from 1.
const BREAKPOINTS: usize = 8;

/// The state between keys.
#[derive(Debug, Default)]
pub(crate) struct Ddt {
    /// The characters typed and not used yet.
    typed: String,
    /// The digits typed since an ALTMODE; `None` if no ALTMODE was typed.
    command: Option<String>,
    /// The open word, if any: typed text replaces its contents.
    open: Option<Address>,
    /// `.`: the word opened last.
    point: Address,
    /// `$Q`: the word that was typed out or in last.
    quantity: Word,
    /// The format of typed-out words; `None` for instructions.
    format: Option<Format>,
    /// For each of DDT's breakpoints, the number of its stop in the session.
    breakpoints: [Option<u32>; BREAKPOINTS],
}

enum DdtError {
    /// A symbol or an instruction is not known.
    Unknown,
    /// Any other mistake.
    Mistake,
}

impl From<CommandError> for DdtError {
    fn from(_: CommandError) -> DdtError {
        DdtError::Mistake
    }
}

impl From<ExpressionError> for DdtError {
    fn from(error: ExpressionError) -> DdtError {
        if error.is_unknown_name() { DdtError::Unknown } else { DdtError::Mistake }
    }
}

impl Session {
    /// Does what DDT does when a key is typed. The answer to a mistake is `?`, to an unknown symbol `U`.
    pub fn ddt(&mut self, key: char, host: &mut dyn Host) {
        if let Err(refused) = self.struck(key, host) {
            let ddt = &mut self.ddt;
            (ddt.command, ddt.open) = (None, None);
            ddt.typed.clear();
            host.print(match refused {
                DdtError::Unknown => " U\n",
                DdtError::Mistake => " ?\n",
            });
        }
    }

    fn struck(&mut self, key: char, host: &mut dyn Host) -> Result<(), DdtError> {
        if self.ddt.command.is_some() {
            return self.after_altmode(key, host);
        }
        match key {
            '\r' => {
                self.store()?;
                self.ddt.open = None;
                host.print("\n");
            }
            '\n' => {
                self.store()?;
                self.open_at(self.ddt.point.next(), host);
            }
            '^' => {
                self.store()?;
                self.open_at(self.ddt.point.offset(-1), host);
            }
            '\t' => {
                if let Some(value) = self.typed()? {
                    self.ddt.quantity = value;
                }
                let there = Address::of(self.ddt.quantity);
                self.store()?;
                self.open_at(there, host);
            }
            '/' | '!' | '[' | ']' => self.open(key, host)?,
            '=' | '_' => {
                let value = self.typed()?.unwrap_or(self.ddt.quantity);
                self.ddt.typed.clear();
                self.ddt.quantity = value;
                let format = if key == '=' { Format::Octal } else { Format::Instruction };
                host.print(&format!("{key}{}   ", format.render(value, &self.target.symbols)));
            }
            ':' => {
                let name = std::mem::take(&mut self.ddt.typed).to_ascii_uppercase();
                if name.is_empty() || !name.bytes().all(|c| c.is_ascii_alphanumeric() || b".$%".contains(&c))
                {
                    return Err(DdtError::Mistake);
                }
                let value = Word::from(self.ddt.point);
                self.target.symbols.define(Symbol {
                    name,
                    value,
                    label: true,
                    half_killed: false,
                    global: false,
                });
                host.print(":\n");
            }
            ALTMODE => {
                self.ddt.command = Some(String::new());
                host.print("$");
            }
            RUBOUT => {
                self.ddt.typed.clear();
                host.print("XXX ");
            }
            other => {
                self.ddt.typed.push(other);
                host.print(&other.to_string());
            }
        }
        Ok(())
    }

    fn typed(&self) -> Result<Option<Word>, ExpressionError> {
        let text = self.ddt.typed.trim();
        (!text.is_empty()).then(|| self.target.word_at(text, self.ddt.point)).transpose()
    }

    fn store(&mut self) -> Result<(), DdtError> {
        if let (Some(word), Some(address)) = (self.typed()?, self.ddt.open) {
            self.input(Input::Deposit { address, word })?;
            self.ddt.quantity = word;
        }
        self.ddt.typed.clear();
        Ok(())
    }

    /// Opens the word at the typed address, or at the address in the last quantity.
    fn open(&mut self, key: char, host: &mut dyn Host) -> Result<(), DdtError> {
        let address = Address::of(self.typed()?.unwrap_or(self.ddt.quantity));
        self.ddt.typed.clear();
        (self.ddt.open, self.ddt.point) = (Some(address), address);
        self.ddt.quantity = self.target.machine.examine(address);
        let format = match key {
            '[' => Format::Octal,
            ']' => Format::Instruction,
            _ => self.ddt.format.unwrap_or(Format::Instruction),
        };
        let contents = format.render(self.ddt.quantity, &self.target.symbols);
        host.print(&if key == '!' { "!".to_owned() } else { format!("{key}   {contents}   ") });
        Ok(())
    }

    fn open_at(&mut self, address: Address, host: &mut dyn Host) {
        (self.ddt.open, self.ddt.point) = (Some(address), address);
        self.ddt.quantity = self.target.machine.examine(address);
        let contents =
            self.ddt.format.unwrap_or(Format::Instruction).render(self.ddt.quantity, &self.target.symbols);
        host.print(&format!("\n{}/   {contents}   ", self.target.symbols.render(address)));
    }

    fn after_altmode(&mut self, key: char, host: &mut dyn Host) -> Result<(), DdtError> {
        let mut number = self.ddt.command.take().unwrap_or_default();
        let key = key.to_ascii_uppercase();
        if key.is_ascii_digit() || key == ALTMODE {
            host.print(&if key == ALTMODE { "$".to_owned() } else { key.to_string() });
            number.extend(Some(key).filter(char::is_ascii_digit));
            self.ddt.command = Some(number);
            return Ok(());
        }
        host.print(&key.to_string());
        let value = if key == 'Q' { None } else { self.typed()? };
        if key != 'Q' {
            self.ddt.typed.clear();
        }
        match key {
            'Q' => self.ddt.typed += &format!("{:o}", self.ddt.quantity.bits()),
            'S' => self.types_as(Format::Instruction, host),
            'C' | 'H' => self.types_as(Format::Octal, host),
            'F' => self.types_as(Format::Float, host),
            'T' if number == "6" => self.types_as(Format::Sixbit, host),
            'T' => self.types_as(Format::Ascii, host),
            'B' => self.set_breakpoint(value, &number, host)?,
            'G' => {
                let start = value.map_or(self.target.machine.cpu.pc, Address::of);
                host.print("\n");
                self.input(Input::Key(Key::Start(start)))?;
                self.proceed(host);
            }
            'P' => {
                host.print("\n");
                if let Some(times) = value {
                    self.pass(times.bits())?;
                }
                self.go_on()?;
                self.proceed(host);
            }
            'X' => {
                let switches = self.target.machine.cpu.switches.data;
                let instruction = value.ok_or(DdtError::Mistake)?;
                self.input(Input::DataSwitches(instruction))?;
                let done = self.input(Input::Key(Key::Execute));
                self.input(Input::DataSwitches(switches))?;
                done?;
                host.print("\n");
            }
            _ => return Err(DdtError::Mistake),
        }
        Ok(())
    }

    fn types_as(&mut self, format: Format, host: &mut dyn Host) {
        self.ddt.format = Some(format);
        host.print("   ");
    }

    /// Handles `$B`: `FOO$B` and `FOO$3B` set a breakpoint; `0$3B` removes number 3, `$B` removes all.
    fn set_breakpoint(
        &mut self,
        value: Option<Word>,
        number: &str,
        host: &mut dyn Host,
    ) -> Result<(), DdtError> {
        let chosen: Option<usize> =
            number.parse().ok().filter(|n| (1..=BREAKPOINTS).contains(n)).map(|n: usize| n - 1);
        if !number.is_empty() && chosen.is_none() {
            return Err(DdtError::Mistake);
        }
        let free = || self.ddt.breakpoints.iter().position(Option::is_none);
        let (index, place) = match value {
            None => {
                let all = std::mem::take(&mut self.ddt.breakpoints);
                self.stops.remove(|stop| all.contains(&Some(stop.number)), &mut self.target);
                host.print("\n");
                return Ok(());
            }
            Some(place) => (chosen.or_else(free).ok_or(DdtError::Mistake)?, Address::of(place)),
        };
        if let Some(old) = self.ddt.breakpoints[index].take() {
            self.stops.remove(|stop| stop.number == old, &mut self.target);
        }
        if place.get() != 0 {
            self.ddt.breakpoints[index] =
                Some(self.stops.add(Stop::at(Trigger::Place(place)), &mut self.target)?);
        }
        host.print("\n");
        Ok(())
    }

    /// Changes the breakpoint at the program counter: the next `times` - 1 hits do not stop the machine, all
    /// later ones do.
    fn pass(&mut self, times: u64) -> Result<(), DdtError> {
        let here = Trigger::Place(self.target.machine.cpu.pc);
        let number = self.stops.list().iter().find(|stop| stop.trigger == here).map(|stop| stop.number);
        let number = number.ok_or(DdtError::Mistake)?;
        Ok(self.stops.change(number, |stop| stop.ignore(times.saturating_sub(1)), &mut self.target)?)
    }

    /// Runs, and types out where the machine has stopped: `$1B>>FOO`.
    fn proceed(&mut self, host: &mut dyn Host) {
        let stopped = self.drive(Goal::endless(), host);
        let pc = self.target.machine.cpu.pc;
        (self.ddt.point, self.ddt.open, self.next) = (pc, None, pc);
        self.ddt.quantity = self.target.machine.examine(pc);
        let number = match stopped {
            SessionStop::Hit(number, _) => {
                self.ddt.breakpoints.iter().position(|known| *known == Some(number))
            }
            _ => None,
        };
        let why = number.map_or_else(|| format!("{stopped};"), |index| format!("${}B>>", index + 1));
        let contents = Format::Instruction.render(self.ddt.quantity, &self.target.symbols);
        host.print(&format!("{why}{}/   {contents}\n", self.target.symbols.render(pc)));
    }
}
