//! The lights and switches of the operator's console, and some of those on the bays (processor
//! reference, section 9.1).

use super::fetched::next_instruction;
use crate::cpu::flag;
use crate::machine::{Machine, Register};

/// The lights of a register or a flag, or a group of switches.
pub struct Group {
    /// The name on the panel.
    pub name: &'static str,
    /// The number of lights or switches.
    pub bits: u32,
    /// `true` for switches, `false` for lights.
    pub switches: bool,
    /// Returns the present state of the lights or switches, with the rightmost in the lowest bit.
    pub read: fn(&Machine) -> u64,
}

const fn lights(name: &'static str, bits: u32, read: fn(&Machine) -> u64) -> Group {
    Group { name, bits, switches: false, read }
}

const fn switches(name: &'static str, bits: u32, read: fn(&Machine) -> u64) -> Group {
    Group { name, bits, switches: true, read }
}

const fn lamp(name: &'static str, read: fn(&Machine) -> u64) -> Group {
    lights(name, 1, read)
}

fn has(machine: &Machine, flag: u32) -> u64 {
    (machine.cpu.flags & flag != 0).into()
}

/// The rows of the panel. IR has the instruction that the machine is about to execute.
pub const ROWS: [&[Group]; 7] = [
    &[
        lights("PC", 18, |machine| machine.cpu.pc.get().into()),
        lights("IR", 18, |machine| next_instruction(&machine.cpu, &machine.memory).left().into()),
    ],
    &[
        lights("MA", 18, |machine| machine.cpu.ma.get().into()),
        switches("MAS", 18, |machine| machine.cpu.switches.address.get().into()),
    ],
    &[lights("MI", 36, |machine| machine.cpu.mi.bits())],
    &[lights("AR", 36, |machine| machine.cpu.ar.bits())],
    &[switches("DATA", 36, |machine| machine.cpu.switches.data.bits())],
    &[
        lights("PIO", 7, |machine| machine.register(Register::Pio).bits()),
        lights("PIR", 7, |machine| machine.register(Register::Pir).bits()),
        lights("PIH", 7, |machine| machine.register(Register::Pih).bits()),
        lamp("PI ON", |machine| machine.cpu.pi.active.into()),
    ],
    &[
        lamp("RUN", |machine| machine.is_running().into()),
        lamp("MC STOP", |machine| machine.cpu.waits_for_memory().into()),
        lamp("AR OV", |machine| has(machine, flag::AR_OV)),
        lamp("CRY", |machine| has(machine, flag::CRY_0 | flag::CRY_1)),
        lamp("PC CHG", |machine| has(machine, flag::PC_CHG)),
        lamp("USER", |machine| has(machine, flag::USER)),
    ],
];

/// Returns the panel in ASCII: `*` for a light that is on, `.` for one that is off, `^` for a switch that is
/// up, `_` for one that is down. Each group of three is an octal digit.
pub fn text(machine: &Machine) -> String {
    ROWS.iter()
        .map(|row| row.iter().map(|group| group.text(machine)).collect::<Vec<_>>().join("  ") + "\n")
        .collect()
}

impl Group {
    fn text(&self, machine: &Machine) -> String {
        let word = (self.read)(machine);
        let (on, off) = if self.switches { ('^', '_') } else { ('*', '.') };
        let mut text = if self.bits >= 18 { format!("{:<5}", self.name) } else { format!("{} ", self.name) };
        for bit in (0..self.bits).rev() {
            text.push(if word >> bit & 1 == 0 { off } else { on });
            if bit > 0 && bit.is_multiple_of(3) {
                text.push(' ');
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::word::Word;

    #[test]
    fn lights_are_octal_digits() {
        let mut machine = Machine::default();
        machine.cpu.pc = Address::new(0o123456);
        machine.deposit(Address::new(0o123456), Word::halves(0o254200, 0));
        machine.cpu.switches.data = Word::halves(0o700000, 1);
        machine.cpu.pi.on = 0o105;
        machine.cpu.flags = flag::AR_OV;
        let text = text(&machine);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[0], "PC   ..* .*. .** *.. *.* **.  IR   .*. *.* *.. .*. ... ...");
        assert_eq!(rows[4], format!("DATA ^^^{} __^", " ___".repeat(10)));
        assert_eq!(rows[5], "PIO * ... *.*  PIR . ... ...  PIH . ... ...  PI ON .");
        assert_eq!(rows[6], "RUN .  MC STOP .  AR OV *  CRY .  PC CHG .  USER .");
    }
}
