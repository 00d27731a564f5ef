//! The conditions of the processor (device 000) and the interrupt system (device 004) as registers.

use serde::{Deserialize, Serialize};

/// The bits of CONI APR (processor reference, section 8.2).
pub mod condition {
    /// Pushdown overflow.
    pub const PDL_OV: u32 = 0o200000;
    /// IOT USER, a flag of the PC word.
    pub const IOT_USER: u32 = 0o100000;
    /// USER, a flag of the PC word.
    pub const USER: u32 = 0o040000;
    /// Protection violation.
    pub const VIOLATION: u32 = 0o020000;
    /// NON EXIST MEM.
    pub const NONEXISTENT: u32 = 0o010000;
    /// Clock interrupts are enabled.
    pub const CLOCK_ENABLE: u32 = 0o002000;
    /// The clock has ticked.
    pub const CLOCK: u32 = 0o001000;
    /// PC CHG interrupts are enabled.
    pub const PC_CHG_ENABLE: u32 = 0o000200;
    /// PC CHG, a flag of the PC word.
    pub const PC_CHG: u32 = 0o000100;
    /// AR OV interrupts are enabled.
    pub const AR_OV_ENABLE: u32 = 0o000020;
    /// AR OV, a flag of the PC word.
    pub const AR_OV: u32 = 0o000010;
    /// The interrupt channel of the processor.
    pub const CHANNEL: u32 = 0o7;
}

/// The conditions of device 000 that are not flags of the PC word (processor reference, section 8.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Apr {
    /// Pushdown overflow.
    pub pdl_ov: bool,
    /// Protection violation (ILL OP).
    pub violation: bool,
    /// NON EXIST MEM.
    pub nonexistent: bool,
    /// The 60-cycle clock has ticked.
    pub clock: bool,
    /// Clock interrupts are enabled.
    pub clock_enable: bool,
    /// PC CHG interrupts are enabled.
    pub pc_chg_enable: bool,
    /// AR OV interrupts are enabled.
    pub ar_ov_enable: bool,
    /// The interrupt channel of the processor, 0 (none) to 7.
    pub channel: u8,
}

impl Apr {
    /// Returns the conditions that CONI APR would show as `bits`.
    pub fn of(bits: u32) -> Apr {
        let on = |bit: u32| bits & bit != 0;
        Apr {
            pdl_ov: on(condition::PDL_OV),
            violation: on(condition::VIOLATION),
            nonexistent: on(condition::NONEXISTENT),
            clock: on(condition::CLOCK),
            clock_enable: on(condition::CLOCK_ENABLE),
            pc_chg_enable: on(condition::PC_CHG_ENABLE),
            ar_ov_enable: on(condition::AR_OV_ENABLE),
            channel: (bits & condition::CHANNEL) as u8,
        }
    }
}

/// The priority interrupt system (processor reference, section 7). Channel 1 is bit 100
/// (octal), channel 7 bit 001.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pi {
    /// PI ACTIVE.
    pub active: bool,
    /// PIO: channels turned on.
    pub on: u8,
    /// PIR: requests.
    pub requests: u8,
    /// PIH: interrupts in progress.
    pub held: u8,
    /// PI CYC: the next instruction comes from an interrupt location.
    pub cycle: bool,
    /// PI OV: the next instruction is the second of the interrupt's pair.
    pub overflow: bool,
}

impl Pi {
    /// Returns `true` if, with these request lines, there may be an interrupt to handle.
    #[inline]
    pub(super) fn is_disturbed_by(&self, lines: u8) -> bool {
        (self.requests | lines & self.on) & !self.held != self.requests || self.granted().is_some()
    }

    /// Returns the channel (1-7) that would be granted now: the highest request, if no
    /// channel as high is held.
    #[inline]
    pub fn granted(&self) -> Option<u8> {
        let highest = self.requests.leading_zeros();
        (self.active && self.requests != 0 && highest < self.held.leading_zeros()).then_some(highest as u8)
    }

    /// Returns the mask of a channel: 100 (octal) for channel 1, 001 for channel 7, 0 for no channel.
    #[inline]
    pub const fn mask(channel: u8) -> u8 {
        if channel == 0 { 0 } else { 0o200 >> (channel & 7) }
    }

    /// Clears the highest channel held, if the system is active.
    pub fn dismiss(&mut self) {
        if self.active && self.held != 0 {
            self.held &= !(0o200u8 >> self.held.leading_zeros());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_request_above_all_held_is_granted() {
        let mut pi = Pi { active: true, requests: 0o024, held: 0o010, ..Pi::default() };
        assert_eq!(pi.granted(), Some(3));
        pi.held = 0o020;
        assert_eq!(pi.granted(), None);
        pi.held = 0o100;
        assert_eq!(pi.granted(), None);
        pi.dismiss();
        assert_eq!(pi.granted(), Some(3));
        pi.active = false;
        assert_eq!(pi.granted(), None);
        assert_eq!((1..=7).map(Pi::mask).collect::<Vec<_>>(), [0o100, 0o40, 0o20, 0o10, 4, 2, 1]);
    }

    #[test]
    fn dismissing_clears_the_highest_and_needs_an_active_system() {
        let mut pi = Pi { active: false, held: 0o050, ..Pi::default() };
        pi.dismiss();
        assert_eq!(pi.held, 0o050);
        pi.active = true;
        pi.dismiss();
        assert_eq!(pi.held, 0o010);
    }
}
