//! The JSON form of a case.

use super::{MAX_CASE_NANOSECONDS, MAX_CASE_STEPS};
use emulator::address::Address;
use emulator::cpu::{Apr, Cpu, Pi, flag};
use emulator::word::Word;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;

/// A state of the machine, how far to run it, and the state afterwards.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Vector {
    /// Opcode or subject, mnemonic, and number.
    pub name: String,
    /// The reason why the result differs from the definition of the operation.
    #[serde(default)]
    pub peculiar: Option<String>,
    /// The state before execution.
    pub before: State,
    /// A device that requests an interrupt.
    #[serde(default)]
    pub request: Option<Request>,
    /// The number of instructions to execute.
    pub steps: u64,
    /// The state after execution; memory has only the words that changed.
    pub after: State,
    /// The processor time in nanoseconds.
    #[serde(default)]
    pub p_ns: Option<u64>,
    /// The elapsed time in nanoseconds for each memory set: `moby`, `163C`, `161C`.
    #[serde(default)]
    pub ns: BTreeMap<String, u64>,
    /// The memory references.
    #[serde(default)]
    pub bus: Option<String>,
}

impl Vector {
    /// Checks that the case is within the limits. The error names the limit that it exceeds.
    pub(super) fn check_limits(&self) -> Result<(), String> {
        if self.steps > MAX_CASE_STEPS {
            return Err(format!("{} steps: a case has at most {}", self.steps, MAX_CASE_STEPS));
        }
        match self.ns.iter().find(|(_, ns)| **ns > MAX_CASE_NANOSECONDS) {
            Some((set, ns)) => {
                Err(format!("{ns} ns with {set}: a case takes at most {}", MAX_CASE_NANOSECONDS))
            }
            None => Ok(()),
        }
    }
}

/// A device that raises interrupt request lines at a given time, and holds them.
#[derive(Clone, Copy, Debug, Deserialize)]
#[non_exhaustive]
pub struct Request {
    /// Nanoseconds from the start of the case until the lines are raised.
    pub ns: u64,
    /// The lines as a bit mask, from 100 (octal) for channel 1 to 1 for channel 7.
    #[serde(deserialize_with = "octal")]
    pub lines: u8,
}

/// A state of processor and memory.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct State {
    /// Program counter.
    #[serde(deserialize_with = "octal")]
    pub pc: u32,
    /// Left half of the PC word.
    #[serde(deserialize_with = "octal")]
    pub flags: u32,
    /// Words by physical address.
    #[serde(deserialize_with = "memory")]
    pub mem: BTreeMap<Address, Word>,
    /// Protection register.
    #[serde(deserialize_with = "octal")]
    pub pr: u8,
    /// Relocation register.
    #[serde(deserialize_with = "octal")]
    pub rlr: u8,
    /// The right half of the word that CONI APR reads.
    #[serde(deserialize_with = "octal")]
    pub apr: u32,
    /// The interrupt system.
    pub pi: PiState,
    /// EX ILL OP.
    pub ex_ill_op: bool,
    /// The DATA switches.
    #[serde(deserialize_with = "octal")]
    pub switches: u64,
    /// The size of core: the first address without core.
    #[serde(deserialize_with = "octal")]
    pub core: u32,
    /// Whether the processor stopped (RUN off).
    pub halted: bool,
}

/// The interrupt system, in the form of the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct PiState {
    /// PI ACTIVE.
    pub active: bool,
    /// PIO: the channels that are on.
    #[serde(deserialize_with = "octal")]
    pub on: u8,
    /// PIR: the channels with a request.
    #[serde(deserialize_with = "octal")]
    pub requests: u8,
    /// PIH: the channels being held.
    #[serde(deserialize_with = "octal")]
    pub held: u8,
    /// PI CYC.
    pub cycle: bool,
    /// PI OV.
    pub overflow: bool,
}

impl fmt::Display for PiState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PiState { active, on, requests, held, cycle, overflow } = self;
        write!(f, "active {active} on {on:03o} requests {requests:03o} held {held:03o}")?;
        write!(f, " cycle {cycle} overflow {overflow}")
    }
}

impl State {
    /// Returns a running processor with these registers, and otherwise in its initial state.
    pub fn processor(&self) -> Cpu {
        let mut cpu = Cpu::new();
        cpu.pc = Address::new(self.pc);
        cpu.flags = self.flags & flag::ALL;
        cpu.ill_op = self.ex_ill_op;
        (cpu.pr, cpu.rlr) = (self.pr, self.rlr);
        cpu.apr = Apr::of(self.apr);
        let PiState { active, on, requests, held, cycle, overflow } = self.pi;
        cpu.pi = Pi { active, on, requests, held, cycle, overflow };
        cpu.switches.data = Word::new(self.switches);
        cpu.running = true;
        cpu
    }

    /// Returns the state of a processor in the form of the files, where a pending USER counts as set.
    pub fn of(cpu: &Cpu) -> State {
        let mut shown = cpu.clone();
        if shown.mode_sync {
            shown.flags |= flag::USER;
        }
        let Pi { active, on, requests, held, cycle, overflow } = cpu.pi;
        State {
            pc: cpu.pc.get(),
            flags: shown.flags,
            pr: cpu.pr,
            rlr: cpu.rlr,
            apr: shown.apr_conditions().right(),
            pi: PiState { active, on, requests, held, cycle, overflow },
            ex_ill_op: cpu.ill_op,
            halted: !cpu.running,
            ..State::default()
        }
    }
}

fn number<E: serde::de::Error>(text: &str) -> Result<u64, E> {
    u64::from_str_radix(text, 8).map_err(|_| E::custom(format_args!("`{text}` is not an octal number")))
}

fn octal<'de, D: Deserializer<'de>, T: TryFrom<u64>>(deserializer: D) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    let number = number::<D::Error>(&text)?;
    T::try_from(number).map_err(|_| D::Error::custom(format_args!("octal number {text} is too large")))
}

fn memory<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<Address, Word>, D::Error> {
    let texts = BTreeMap::<String, String>::deserialize(deserializer)?;
    texts
        .iter()
        .map(|(address, word)| {
            let (address, word) = (number::<D::Error>(address)?, number::<D::Error>(word)?);
            if address > 0o777777 || word > Word::ONES.bits() {
                return Err(D::Error::custom(format_args!(
                    "memory entry {address:o}: {word:o} is too large"
                )));
            }
            Ok((Address::new(address as u32), Word::new(word)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_fields_are_zero_and_numbers_are_octal() {
        let case: Vector = serde_json::from_str(
            r#"{"name":"x","before":{"pc":"001000","flags":"040000","mem":{"000001":"777777777674"}},
                "steps":1,"after":{"flags":"000000","pi":{"active":true,"on":"177"}},"ns":{"moby":5}}"#,
        )
        .unwrap();
        assert_eq!((case.before.pc, case.before.flags), (0o1000, 0o40000));
        assert_eq!(case.before.mem[&Address::new(1)], Word::from_i64(-0o104));
        assert_eq!(case.after.pi, PiState { active: true, on: 0o177, ..PiState::default() });
        assert_eq!((case.p_ns, case.ns["moby"], case.after.halted), (None, 5, false));
    }

    #[test]
    fn numbers_too_large_are_rejected() {
        for state in [r#"{"pr":"400"}"#, r#"{"pc":"9"}"#, r#"{"mem":{"1000000":"0"}}"#] {
            assert!(serde_json::from_str::<State>(state).is_err(), "{state}");
        }
    }

    #[test]
    fn a_state_survives_a_round_trip_through_a_processor() {
        let mut state =
            State { pc: 0o1234, flags: 0o774000, apr: 0o373337, pr: 5, rlr: 6, ..State::default() };
        state.pi = PiState { active: true, on: 1, requests: 2, held: 4, cycle: true, overflow: true };
        let again = State::of(&state.processor());
        assert_eq!(
            (again.pc, again.flags, again.apr, again.pi),
            (state.pc, state.flags, state.apr, state.pi)
        );
    }
}
