//! `machack play`: the teletype.
//!
//! What sits at the other end of the line, the emulated machine or the native twin, is a [`Partner`]; how a person
//! sits at this end, in a pipe or at a terminal, is `plain` or `terminal`. Neither knows more of the other.

pub mod pace;
pub mod plain;
pub mod terminal;

use std::time::Duration;

/// What the teletype is connected to.
pub trait Partner {
    /// Sends one key. Carriage return is 15 octal, rubout 177, altmode 33.
    fn key(&mut self, key: u8);

    /// Whether the program waits for a key, having typed all it has to say.
    fn waits(&self) -> bool;

    /// Runs for at most this much of the machine's time, less if it comes to wait; appends what was typed to `paper`.
    /// Gives the machine's time that passed.
    fn run(&mut self, most: Duration, paper: &mut Vec<u8>) -> anyhow::Result<Duration>;

    /// Lets machine time pass while the program waits for a key: its clocks go on.
    fn idle(&mut self, time: Duration) -> anyhow::Result<()>;
}
