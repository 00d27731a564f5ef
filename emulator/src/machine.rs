//! The machine: processor, memory and devices together, and the actions of its operator.
//!
//! A run is a function of the machine's state and of the [inputs](Input) with their times.
//! Every action of the user is logged as an input, so a run can be recorded and repeated.

pub mod boot;
mod config;
mod input;
mod log;
mod register;
mod repeat;
mod state;
mod until;

pub use crate::cpu::{Key, StopReason};
pub use config::{Config, PrinterModel};
pub use input::{Input, InputError, Switch};
pub(crate) use log::{Cursor, InputLog, LoggedInput};
pub use register::Register;
pub use repeat::{Repeat, RepeatSpeed};
pub(crate) use state::MachineState;
pub use until::Until;

use crate::address::Address;
use crate::bus::Bus;
use crate::cpu::{self, AddressSet, Cpu, Observer};
use crate::io::card_punch::CardPunch;
use crate::io::card_reader::CardReader;
use crate::io::data_lines::DataLines;
use crate::io::datanet::Datanet;
use crate::io::dectape::DecTape;
use crate::io::disk::DiskControl;
use crate::io::display340::Display340;
use crate::io::loudspeaker::Loudspeaker;
use crate::io::magtape::MagTapeControl;
use crate::io::printer::Printer;
use crate::io::printer646::Printer646;
use crate::io::punch::Punch;
use crate::io::reader::Reader;
use crate::io::real_time_clock::RealTimeClock;
use crate::io::second_processor::SecondProcessor;
use crate::io::sense_register::SenseRegister;
use crate::io::spacewar::Consoles;
use crate::io::teletype::{self, Teletype};
use crate::io::{Action, Device, DeviceOutput, InOut, Medium, units};
use crate::isa::DeviceCode;
use crate::memory::Memory;
use crate::picture::Picture;
use crate::time::Nanos;
use crate::word::Word;
use std::collections::VecDeque;

/// A PDP-6 with its devices.
///
/// Booting a tape, typing at the console and reading what it prints:
///
/// ```
/// use emulator::address::Address;
/// use emulator::formats::{Image, rim};
/// use emulator::machine::{Config, Machine, StopReason, Until};
/// use emulator::word::Word;
///
/// // A program that sends one character back and stops.
/// let mut program: Image = [
///     Word::halves(0o712340, 0o40),  // CONSO TTY,40
///     Word::halves(0o254000, 0o100), // JRST .-1
///     Word::halves(0o712040, 1),     // DATAI TTY,1
///     Word::halves(0o712140, 1),     // DATAO TTY,1
///     Word::halves(0o712300, 0o20),  // CONSZ TTY,20
///     Word::halves(0o254000, 0o104), // JRST .-1
///     Word::halves(0o254200, 0o100), // HALT 100
/// ]
/// .into_iter()
/// .enumerate()
/// .map(|(i, word)| (Address::new(0o100 + i as u32), word))
/// .collect();
/// program.start = Some(Word::halves(0o254000, 0o100));
///
/// let mut machine = Machine::new(Config::default());
/// machine.boot_tape(rim::write(&program)?);
/// machine.type_text("p");
/// let reason = machine.run_until(Until::after_seconds(&machine, 10));
/// assert_eq!(reason, StopReason::Halt);
/// assert_eq!(machine.take_text(0), "P");
/// assert_eq!(machine.examine(Address::new(1)), Word::new(0o120));
/// # Ok::<(), emulator::formats::FormatError>(())
/// ```
pub struct Machine {
    /// The processor, with the switches of the console.
    pub cpu: Cpu,
    /// Core and fast memory.
    pub memory: Memory,
    /// The devices. Prefer [`Machine::input`] for the user's actions: it is logged, so it can be repeated.
    pub io: InOut,
    breakpoints: AddressSet,
    /// The number of breakpoints; 0 during a run that ignores them.
    armed: usize,
    /// The number of instructions executed when a breakpoint was last reported. The next run
    /// continues past it.
    reported: Option<u64>,
    plans: VecDeque<(Nanos, Input)>,
    repeat: Repeat,
    log: InputLog,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new(Config::default())
    }
}

impl Machine {
    /// Returns a machine just switched on: stopped, with its memory clear.
    pub fn new(config: Config) -> Machine {
        let mut memory = Memory::new(config.memory);
        memory.set_size(config.words);
        let mut io = InOut::new();
        io.connect(Box::new(Teletype::new(config.character_time)));
        io.connect(Box::new(Reader::default()));
        io.connect(Box::new(Punch::default()));
        match config.printer {
            PrinterModel::DataProducts => io.connect(Box::new(Printer::default())),
            PrinterModel::Type646 => io.connect(Box::new(Printer646::default())),
        }
        io.connect(Box::new(Display340::default()));
        io.connect(Box::new(DecTape::default()));
        io.connect(Box::new(Datanet::default()));
        io.connect(Box::new(Consoles::first()));
        io.connect(Box::new(Consoles::second()));
        io.connect(Box::new(SenseRegister::default()));
        io.connect(Box::new(RealTimeClock));
        io.connect(Box::new(Loudspeaker::default()));
        io.connect(Box::new(MagTapeControl::default()));
        io.connect(Box::new(SecondProcessor::default()));
        io.connect(Box::new(CardReader::default()));
        io.connect(Box::new(CardPunch::default()));
        io.connect(Box::new(DataLines::default()));
        io.connect(Box::new(DiskControl::default()));
        let mut cpu = Cpu::new();
        cpu.set_clock(config.clock);
        Machine {
            cpu,
            memory,
            io,
            breakpoints: AddressSet::default(),
            armed: 0,
            reported: None,
            plans: VecDeque::new(),
            repeat: Repeat::default(),
            log: InputLog::default(),
        }
    }

    /// Returns the virtual time since the machine was switched on.
    pub fn time(&self) -> Nanos {
        self.cpu.time
    }

    /// Returns the number of instructions executed since the machine was switched on.
    pub fn instructions(&self) -> u64 {
        self.cpu.instructions
    }

    /// Returns `true` if the RUN light is on.
    pub fn is_running(&self) -> bool {
        self.cpu.running
    }

    // ---- Running

    /// Runs until a limit in `stop` is reached, the program halts, or a breakpoint is reached. Returns at
    /// once if the machine is not running, no output is in progress and REPEAT repeats no key.
    ///
    /// A halt stops the processor, not the teletype: time continues until the devices have printed
    /// or punched everything that the program gave them. Only then does this return
    /// [`StopReason::Halt`] or [`StopReason::MemoryStop`].
    ///
    /// A breakpoint that has been reported is not reported again before an instruction has been executed, so
    /// another call continues the run.
    pub fn run_until(&mut self, stop: Until) -> StopReason {
        self.run(stop, None)
    }

    /// Runs like [`Machine::run_until`], with an observer. The run is the same, but slower.
    pub fn run_observed(&mut self, stop: Until, observer: &mut dyn Observer) -> StopReason {
        self.run(stop, Some(observer))
    }

    fn run(&mut self, stop: Until, mut observer: Option<&mut dyn Observer>) -> StopReason {
        loop {
            self.carry_out_plans();
            self.repeat_key();
            let (stopped, again) = (self.cpu.stopped(), self.repetition());
            let output = if stopped.is_some() { self.io.next_output() } else { Nanos::MAX };
            let finishes = output < Nanos::MAX && again.is_none();
            if let Some(reason) = stopped.filter(|_| again.is_none() && !finishes) {
                return reason;
            }
            if stop.output && self.io.has_made(DeviceCode::TTY) {
                return StopReason::Output;
            }
            if self.cpu.time >= stop.time {
                return StopReason::Time;
            }
            if self.cpu.instructions >= stop.instructions && !finishes {
                return StopReason::Instructions;
            }
            let again = again.unwrap_or(Nanos::MAX);
            if stopped.is_some() {
                self.idle(stop, again.min(output));
                continue;
            }
            if let Some(address) = self.at_breakpoint() {
                return StopReason::Breakpoint(address);
            }
            let planned = self.plans.front().map_or(Nanos::MAX, |(time, _)| *time);
            let mut until = stop.time.min(planned).min(again);
            if stop.output {
                until = until.min(self.io.next_event().max(self.cpu.time + Nanos(1)));
            }
            let bounds = cpu::Bounds {
                until,
                instructions: stop.instructions,
                breakpoints: (self.armed > 0).then_some(&self.breakpoints),
            };
            let result = match &mut observer {
                None => self.cpu.run(&mut self.memory, &mut self.io, bounds),
                Some(observer) => self.cpu.run_observed(&mut self.memory, &mut self.io, bounds, *observer),
            };
            match result {
                StopReason::Breakpoint(_) => {
                    self.reported = Some(self.cpu.instructions);
                    return result;
                }
                StopReason::Observer => return result,
                // Whether any other reason ends the run depends on the state.
                _ => {}
            }
        }
    }

    /// Runs like [`Machine::run_until`], but ignores breakpoints.
    pub fn run_quietly(&mut self, stop: Until) -> StopReason {
        self.quietly(stop, None)
    }

    /// Runs like [`Machine::run_observed`], but ignores breakpoints.
    pub(crate) fn run_quietly_observed(&mut self, stop: Until, observer: &mut dyn Observer) -> StopReason {
        self.quietly(stop, Some(observer))
    }

    fn quietly(&mut self, stop: Until, observer: Option<&mut dyn Observer>) -> StopReason {
        let armed = std::mem::take(&mut self.armed);
        let reason = self.run(stop, observer);
        self.armed = armed;
        reason
    }

    /// Returns the address of the next instruction if it has a breakpoint that has not been reported yet.
    fn at_breakpoint(&mut self) -> Option<Address> {
        let here = self.armed > 0 && self.cpu.is_before_one_of(&self.breakpoints);
        if !here || self.reported == Some(self.cpu.instructions) {
            return None;
        }
        self.reported = Some(self.cpu.instructions);
        Some(self.cpu.pc)
    }

    /// Sets a breakpoint: from now on [`Machine::run_until`] stops before the instruction at `address`.
    pub fn set_breakpoint(&mut self, address: Address) {
        self.armed += usize::from(!self.breakpoints.contains(address));
        self.breakpoints.insert(address);
    }

    /// Removes the breakpoint at `address`.
    pub fn clear_breakpoint(&mut self, address: Address) {
        self.armed -= usize::from(self.breakpoints.contains(address));
        self.breakpoints.remove(address);
    }

    // ---- The console

    /// Returns the word at `address`; 0-17 are the accumulators.
    pub fn examine(&self, address: Address) -> Word {
        self.memory.get(address)
    }

    /// Puts a word into memory. At an address without core it has no effect, which [`Machine::input`] reports
    /// as an error.
    pub fn deposit(&mut self, address: Address, word: Word) {
        let _ = self.input(Input::Deposit { address, word });
    }

    /// Presses START with `address` in the switches. Like most keys, it has no effect while the processor
    /// waits in a memory cycle.
    pub fn start(&mut self, address: Address) {
        let _ = self.input(Input::Key(Key::Start(address)));
    }

    /// Presses INST CONT.
    pub fn resume(&mut self) {
        let _ = self.input(Input::Key(Key::Continue));
    }

    // ---- Inputs

    /// Carries out an action of the user now.
    ///
    /// # Errors
    ///
    /// The input is not possible, for the reason in the [`InputError`]; nothing has happened.
    pub fn input(&mut self, input: Input) -> Result<(), InputError> {
        let logged = self.logged(input, false);
        self.perform(&logged.input)?;
        self.log.push(logged);
        Ok(())
    }

    /// Takes a tape off a device and returns it.
    ///
    /// # Errors
    ///
    /// The device does not exist, or has no tape.
    pub fn unmount(&mut self, device: &str, unit: u8) -> Result<Medium, InputError> {
        let medium = self.take_off(device, unit)?;
        let logged = self.logged(Input::Unmount { device: device.to_owned(), unit }, false);
        self.log.push(logged);
        Ok(medium)
    }

    /// Plans an input: it is carried out before the first instruction that begins at or after `time`.
    /// Inputs for the same time are carried out in the order they were planned. An input that proves
    /// impossible is skipped.
    pub fn input_at(&mut self, time: Nanos, input: Input) {
        let place = self.plans.partition_point(|(known, _)| *known <= time);
        self.plans.insert(place, (time, input));
    }

    fn logged(&self, input: Input, planned: bool) -> LoggedInput {
        LoggedInput { time: self.cpu.time, instructions: self.cpu.instructions, input, planned }
    }

    /// Carries out an input that is always possible.
    fn must(&mut self, input: Input) {
        let done = self.input(input);
        debug_assert!(done.is_ok(), "{done:?}");
    }

    /// Returns the planned inputs, by time.
    pub fn plans(&self) -> impl Iterator<Item = &(Nanos, Input)> {
        self.plans.iter()
    }

    /// Cancels all planned inputs.
    pub fn forget_plans(&mut self) {
        self.plans.clear();
    }

    /// Returns `true` if a planned input puts a tape on a unit or takes it off.
    pub(crate) fn plans_tape_for(&self, device: &str, unit: u8) -> bool {
        self.plans.iter().any(|(_, input)| input.unit() == Some((device, unit)))
    }

    /// Cancels the planned inputs that put a tape on a unit or take it off.
    pub(crate) fn forget_tapes_for(&mut self, device: &str, unit: u8) {
        self.plans.retain(|(_, input)| input.unit() != Some((device, unit)));
    }

    fn carry_out_plans(&mut self) {
        while self.plans.front().is_some_and(|(time, _)| *time <= self.cpu.time) {
            let Some((_, input)) = self.plans.pop_front() else { return };
            let logged = self.logged(input, true);
            // Errors are ignored: they recur identically on replay.
            if self.perform(&logged.input).is_ok() {
                self.log.push(logged);
            }
        }
    }

    /// Strikes keys of the console teletype, given as the codes they send. They arrive at the speed of a
    /// teletype. A patient typist, the default, strikes each key after the program has taken the previous
    /// one.
    pub fn strike(&mut self, keys: &[u8]) {
        let now = self.cpu.time;
        let struck = self.io.with_type(now, |tty: &mut Teletype, context| tty.strike(0, keys, context));
        debug_assert_eq!(struck, Some(Ok(())));
        let action = Action::Type { line: 0, characters: keys.to_vec() };
        let logged = self.logged(Input::Act { device: Teletype::NAME.to_owned(), action }, false);
        self.log.push(logged);
    }

    /// Strikes the keys that [`teletype::keys`] returns for a text: a new line is the RETURN key.
    pub fn type_text(&mut self, text: &str) {
        self.strike(&teletype::keys(text));
    }

    /// Returns the number of characters still to be typed on a teletype line, including the one on its way.
    pub fn keys_left(&self, line: u8) -> usize {
        self.io.get::<Teletype>().map_or(0, |teletype| Device::keys_left(teletype, line))
    }

    /// Returns `true` if the paper tape reader has no tape, or has read its tape to the end, and the program
    /// has taken everything that was read.
    pub fn reader_is_spent(&self) -> bool {
        self.io.get::<Reader>().is_none_or(Reader::is_spent)
    }

    /// Returns the devices for which the program waits in vain: its loop only tests their conditions, and
    /// none of them will act without an input. Empty if the program does not wait, or also tests the
    /// teletypes.
    pub fn awaited_in_vain(&self) -> Vec<&'static str> {
        let awaited = self.cpu.awaited();
        let codes =
            (0..128).filter(|index| awaited >> index & 1 != 0).map(|index| DeviceCode::new(4 * index));
        let mut names = Vec::new();
        for device in codes.filter_map(|code| self.io.at(code)) {
            if device.name() == Teletype::NAME || self.io.is_busy(device.name()) {
                return Vec::new();
            }
            if !names.contains(&device.name()) {
                names.push(device.name());
            }
        }
        names
    }

    /// Returns `true` if a character is on its way to the printer of a teletype line.
    pub fn is_printing(&self) -> bool {
        self.io.get::<Teletype>().is_some_and(Teletype::is_printing)
    }

    // ---- Output

    /// Returns the characters printed on all teletype lines since the last call, with their times.
    pub fn take_printed(&mut self) -> Vec<DeviceOutput> {
        self.io.take(DeviceCode::TTY)
    }

    /// Returns as text what has been printed on `line` since the last call of this or of
    /// [`Machine::take_printed`]. Output on other lines is lost.
    pub fn take_text(&mut self, line: u8) -> String {
        teletype::text(&self.take_printed(), line)
    }

    /// Returns the output of the device at `code`, which has one unit, since the last call: the frames of the
    /// punch, the paper of the printer.
    pub fn take_bytes(&mut self, code: DeviceCode) -> Vec<u8> {
        units::bytes_of(&self.io.take(code), 0)
    }

    /// Returns what the display's screen shows now: the points of the last two seconds.
    pub fn picture(&mut self) -> &Picture {
        let now = self.cpu.time;
        self.io.get_mut::<Display340>().expect("every machine has a display").picture(now)
    }
}
