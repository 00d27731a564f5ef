//! The keys of the operator's console (processor reference, section 9).

use super::slow::Slow;
use super::{Apr, Cpu, Pi};
use crate::address::Address;
use crate::bus::Bus;
use crate::memory::Memory;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// A key of the operator's console (processor reference, section 9.3), with the MA switches if it reads
/// them.
///
/// Each key acts once when pressed. The two STOP keys, when held down, are switches:
/// [`Switches::single_instruction`](super::Switches::single_instruction) and
/// [`Switches::single_cycle`](super::Switches::single_cycle).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Key {
    /// START: PC from the MA switches; run.
    Start(Address),
    /// READ IN: START with core in place of fast memory until an instruction is fetched from 20 or above.
    ReadIn(Address),
    /// INST CONT: run from PC.
    Continue,
    /// INST STOP: RUN off after the instruction in progress.
    Stop,
    /// MEM CONT: continue the memory cycle that the processor waits in.
    MemoryContinue,
    /// I/O RESET: clear the interrupt system, all flags, protection and relocation, and all devices. PC, AR,
    /// MB, MI and memory stay.
    Reset,
    /// EXECUTE: execute the DATA switches as an instruction.
    Execute,
    /// EXAMINE: show the word at the MA switches.
    Examine(Address),
    /// EXAMINE NEXT: show the word at the address after MA.
    ExamineNext,
    /// DEPOSIT: store the DATA switches at the address in the MA switches.
    Deposit(Address),
    /// DEPOSIT NEXT: store the DATA switches at the address after MA.
    DepositNext,
}

impl Key {
    /// Returns the setting of the MA switches if the key reads them.
    pub const fn address(self) -> Option<Address> {
        match self {
            Key::Start(address) | Key::ReadIn(address) | Key::Examine(address) | Key::Deposit(address) => {
                Some(address)
            }
            _ => None,
        }
    }
}

impl Cpu {
    /// Presses a key between two instructions. Keys that read the MA switches set them first. Returns `false`
    /// if the key has no effect now.
    ///
    /// While the processor runs, only EXAMINE, DEPOSIT (not their NEXT) and INST STOP act (section 9.3).
    /// While it waits in a memory cycle, only MEM CONT, INST STOP and I/O RESET act.
    pub fn press(&mut self, key: Key, memory: &mut Memory, bus: &mut dyn Bus) -> bool {
        self.switches.address = key.address().unwrap_or(self.switches.address);
        let waits = self.partial.is_some();
        let always = matches!(key, Key::Examine(_) | Key::Deposit(_) | Key::Stop | Key::MemoryContinue);
        if self.running && !waits && !always {
            return false;
        }
        match key {
            Key::MemoryContinue => {
                if let Some(partial) = &mut self.partial {
                    partial.go_on = true;
                }
                return waits;
            }
            Key::Stop => {
                self.running = false;
                if let Some(partial) = &mut self.partial {
                    partial.cpu.running = false;
                }
                return true;
            }
            Key::Reset => {}
            // In the middle of an instruction the other keys have no effect.
            _ if waits => return false,
            _ => {}
        }
        self.master_clear();
        if key != Key::Continue {
            self.read_in = false;
        }
        match key {
            Key::Start(address) | Key::ReadIn(address) => {
                self.read_in = matches!(key, Key::ReadIn(_));
                self.pc = address;
                self.running = true;
            }
            Key::Continue => self.running = true,
            Key::Reset => {
                self.reset();
                bus.reset(self.time);
            }
            Key::Execute => {
                let instruction = self.switches.data;
                // The instruction passes AR and MB on its way to the instruction register.
                (self.ar, self.mb) = (instruction, instruction);
                Slow::new(self, memory, bus, &mut ()).execute_key(instruction);
            }
            Key::Examine(_) | Key::ExamineNext => {
                let next = key == Key::ExamineNext;
                self.ma = if next { self.ma.next() } else { self.switches.address };
                self.mb = self.key_reference(memory, None);
                self.indicate(next);
            }
            Key::Deposit(_) | Key::DepositNext => {
                let next = key == Key::DepositNext;
                self.ma = if next { self.ma.next() } else { self.switches.address };
                (self.ar, self.mb) = (self.switches.data, self.switches.data);
                self.key_reference(memory, Some(self.switches.data));
                self.indicate(next);
            }
            Key::MemoryContinue | Key::Stop => {}
        }
        true
    }

    /// Executes MR CLR, which begins the action of every key but INST STOP and MEM CONT.
    fn master_clear(&mut self) {
        if self.mode_sync {
            self.mode_sync = false;
            self.flags |= super::flag::USER;
        }
    }

    /// Copies MB to MI after a NEXT key, and after any reference to the address in the MA switches.
    fn indicate(&mut self, next: bool) {
        if next || self.ma == self.switches.address {
            self.mi = self.mb;
        }
    }

    /// Makes a reference for a key. In user mode the address is relocated.
    fn key_reference(&mut self, memory: &mut Memory, word: Option<Word>) -> Word {
        let address = self.ma;
        let user = self.relocates() && !address.is_accumulator();
        let physical = if user { self.relocate(address) } else { Some(address) };
        let Some(physical) = physical else {
            self.apr.violation = true;
            return Word::ZERO;
        };
        if !memory.exists(physical) {
            self.apr.nonexistent = true;
            return Word::ZERO;
        }
        // The address before relocation selects the fast memory.
        if physical.is_accumulator() && (user || self.switches.rim_maint) {
            if let Some(word) = word {
                memory.put_shadow(physical.index(), word);
            }
            return memory.shadow(physical.index());
        }
        if let Some(word) = word {
            memory.put(physical, word);
        }
        memory.get(physical)
    }

    /// MR START, as at power-up and I/O RESET: clears the interrupt system, the conditions, the flags, and
    /// the protection and relocation registers (section 13). The caller resets the devices.
    pub fn reset(&mut self) {
        self.pi = Pi::default();
        self.apr = Apr::default();
        self.flags = 0;
        self.mode_sync = false;
        self.ill_op = false;
        self.pr = 0;
        self.rlr = 0;
        self.read_in = false;
        self.partial = None;
        self.bus_free = Nanos::ZERO;
    }

    /// Returns `true` if the processor waits in a memory cycle (the light MC STOP).
    pub fn waits_for_memory(&self) -> bool {
        self.partial.is_some()
    }

    /// Does what the START key does with `address` in the MA switches, but leaves the switches unchanged, and
    /// also acts while the processor runs or waits.
    pub fn start(&mut self, address: Address) {
        self.master_clear();
        self.partial = None;
        self.read_in = false;
        self.pc = address;
        self.running = true;
    }
}
