//! The priority interrupt system, device 004, and the processor's own conditions, device 000 (processor
//! reference, sections 7, 8.2 and 8.3).

use super::{Apr, Cpu, Pi, condition, flag};
use crate::time::Nanos;
use crate::word::Word;

/// Line frequency in the United States.
const HERTZ: u64 = 60;
const SECOND: u64 = 1_000_000_000;

/// Returns the time of a tick, numbered from power-up.
fn tick_time(number: u64) -> u64 {
    number / HERTZ * SECOND + number % HERTZ * SECOND / HERTZ
}

fn ticks_until(time: u64) -> u64 {
    let whole = time / SECOND;
    // The time of tick n, n / 60 seconds, is rounded down, so the tick has come if n / 60 s < `time` + 1 ns.
    whole * HERTZ + ((time % SECOND + 1) * HERTZ - 1) / SECOND
}

impl Cpu {
    /// Plugs the 60-cycle clock in or out. Its ticks are at whole sixtieths of a second of virtual time.
    pub fn set_clock(&mut self, plugged_in: bool) {
        self.next_tick = if plugged_in { Nanos(tick_time(ticks_until(self.time.0) + 1)) } else { Nanos::MAX };
    }

    #[inline]
    pub(super) fn tick(&mut self, now: Nanos) {
        if self.next_tick <= now {
            self.apr.clock = true;
            self.next_tick = Nanos(tick_time(ticks_until(now.0) + 1));
        }
    }

    /// Returns the request line driven by the processor's conditions, as a mask; 0 if none.
    #[inline]
    pub(super) fn request_line(&self) -> u8 {
        let Apr { pdl_ov, violation, nonexistent, clock, clock_enable, pc_chg_enable, ar_ov_enable, channel } =
            self.apr;
        let wanted = pdl_ov
            || violation
            || nonexistent
            || clock && clock_enable
            || pc_chg_enable && self.flags & flag::PC_CHG != 0
            || ar_ov_enable && self.flags & flag::AR_OV != 0;
        if wanted { Pi::mask(channel) } else { 0 }
    }

    /// Returns what CONI APR reads.
    pub fn apr_conditions(&self) -> Word {
        let apr = &self.apr;
        let bits = [
            (apr.pdl_ov, condition::PDL_OV),
            (self.flags & flag::IOT_USER != 0, condition::IOT_USER),
            (self.flags & flag::USER != 0, condition::USER),
            (apr.violation, condition::VIOLATION),
            (apr.nonexistent, condition::NONEXISTENT),
            (apr.clock_enable, condition::CLOCK_ENABLE),
            (apr.clock, condition::CLOCK),
            (apr.pc_chg_enable, condition::PC_CHG_ENABLE),
            (self.flags & flag::PC_CHG != 0, condition::PC_CHG),
            (apr.ar_ov_enable, condition::AR_OV_ENABLE),
            (self.flags & flag::AR_OV != 0, condition::AR_OV),
        ];
        let bits = bits.iter().filter(|(on, _)| *on).map(|(_, bit)| bit).sum::<u32>();
        Word::halves(0, bits | u32::from(apr.channel))
    }

    /// Executes CONO APR, except for the reset of the devices: returns `true` if the caller must reset them.
    /// If both bits of a set-and-clear pair are on, clearing wins.
    pub(super) fn set_apr_conditions(&mut self, e: u32) -> bool {
        let on = |bit: u32| e & bit != 0;
        let apr = &mut self.apr;
        apr.pdl_ov &= !on(0o400000);
        apr.violation &= !on(0o020000);
        apr.nonexistent &= !on(0o010000);
        apr.clock &= !on(0o001000);
        apr.clock_enable = (apr.clock_enable || on(0o002000)) && !on(0o004000);
        apr.pc_chg_enable = (apr.pc_chg_enable || on(0o000200)) && !on(0o000400);
        apr.ar_ov_enable = (apr.ar_ov_enable || on(0o000020)) && !on(0o000040);
        apr.channel = (e & 7) as u8;
        let mut flags = self.flags;
        if on(0o040000) {
            flags |= flag::IOT_USER;
        }
        if on(0o100000) || on(0o200000) {
            flags &= !flag::IOT_USER;
        }
        if on(0o000100) {
            flags &= !flag::PC_CHG;
        }
        if on(0o000010) {
            flags &= !flag::AR_OV;
        }
        self.flags = flags;
        on(0o200000)
    }

    /// Returns what CONI PI reads.
    pub fn pi_conditions(&self) -> Word {
        Word::halves(0, u32::from(self.pi.active) << 7 | u32::from(self.pi.on))
    }

    /// Executes CONO PI. The bit that clears the system acts before the other bits.
    pub(super) fn set_pi_conditions(&mut self, e: u32) {
        let on = |bit: u32| e & bit != 0;
        let pi = &mut self.pi;
        if on(0o010000) {
            *pi = Pi { cycle: pi.cycle, overflow: pi.overflow, ..Pi::default() };
        }
        let channels = (e & 0o177) as u8;
        if on(0o002000) {
            pi.on |= channels;
        }
        if on(0o001000) {
            pi.on &= !channels;
        }
        if on(0o004000) {
            pi.requests |= channels & !pi.held;
        }
        if on(0o000200) {
            pi.active = true;
        }
        if on(0o000400) {
            pi.active = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_ticks_sixty_times_a_second() {
        let mut cpu = Cpu::new();
        cpu.set_clock(true);
        let mut ticks = Vec::new();
        while cpu.next_tick <= Nanos::from_seconds(10) {
            ticks.push(cpu.next_tick.0);
            let now = cpu.next_tick;
            cpu.time = now;
            cpu.tick(now);
            assert!(cpu.apr.clock);
        }
        assert_eq!(ticks.len(), 600);
        assert_eq!(ticks[..4], [16_666_666, 33_333_333, 50_000_000, 66_666_666]);
        assert_eq!(ticks[599], 10_000_000_000);
    }

    /// CONO never ends the cycle of an interrupt (processor reference, section 7.4).
    #[test]
    fn clearing_the_system_leaves_the_cycle_that_clears_it() {
        let mut cpu = Cpu::new();
        cpu.pi = Pi { cycle: true, overflow: true, active: true, on: 0o177, ..Pi::default() };
        cpu.set_pi_conditions(0o010000);
        assert!(cpu.pi.cycle && cpu.pi.overflow && !cpu.pi.active && cpu.pi.on == 0);
    }

    #[test]
    fn a_tick_belongs_to_its_own_nanosecond() {
        // Only every third tick is at a whole number of nanoseconds.
        for number in 1..2_000 {
            let time = tick_time(number);
            assert_eq!((ticks_until(time - 1), ticks_until(time)), (number - 1, number));
        }
    }

    #[test]
    fn two_condition_bits_clear_user_in_out() {
        for (bits, user) in [(0o040000, flag::IOT_USER), (0o100000, 0), (0o200000, 0)] {
            let mut cpu = Cpu::new();
            cpu.flags |= flag::IOT_USER;
            cpu.set_apr_conditions(bits);
            assert_eq!(cpu.flags & flag::IOT_USER, user, "{bits:o}");
        }
    }

    #[test]
    fn several_missed_ticks_set_one_clock_flag() {
        let mut cpu = Cpu::new();
        cpu.set_clock(true);
        cpu.tick(Nanos::from_millis(100));
        assert!(cpu.apr.clock);
        assert_eq!(cpu.next_tick, Nanos(116_666_666));
    }
}
