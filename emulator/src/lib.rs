//! A PDP-6 of 1967: the Type 166 processor, 256K words of memory, its devices, its console and a debugger.
//!
//! The crate contains neither the chess program nor the assembler. It has what other tools need to talk about
//! the machine: words, the instruction table, file formats and symbols.
//!
//! ```
//! use emulator::isa::disassemble;
//! use emulator::word::Word;
//!
//! assert_eq!(disassemble(Word::halves(0o254000, 0o100)), "JRST 100");
//! ```
//!
//! It also has the machine, which never uses a clock, file or terminal of the host: the caller deposits a
//! program or boots one from a tape ([`machine::Machine`] has that example), and
//! [`run_until`](machine::Machine::run_until) advances the machine's time.
//!
//! ```
//! use emulator::address::Address;
//! use emulator::formats::octal;
//! use emulator::machine::{Machine, Until, StopReason};
//! use emulator::time::Nanos;
//!
//! // MOVEI 1,2; ADDI 1,3; HALT 100.
//! let program = octal::parse(b"100/ 201040000002\n271040000003\n254200000100\n").expect("it is octal text");
//! let mut machine = Machine::default();
//! for (address, word) in program.iter() {
//!     machine.deposit(address, word);
//! }
//! machine.start(Address::new(0o100));
//! let reason = machine.run_until(Until::after_seconds(&machine, 1));
//! assert_eq!(reason, StopReason::Halt);
//! assert_eq!(machine.examine(Address::new(1)).bits(), 5);
//! assert!(machine.time() < Nanos::from_micros(20));
//! ```
//!
//! # Features
//!
//! - `cli`, on by default: the command `pdp6` ([`cli`]), its prompt ([`prompt`]), the debug adapter
//!   ([`dap`]), the terminal ([`terminal`]), and the full screen ([`tui`]). For the library alone use
//!   `default-features = false`.
//!
//! `emulator/examples/` has complete programs that use the crate.

pub mod address;
pub mod bus;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
mod commands;
pub mod cpu;
#[cfg(feature = "cli")]
pub mod dap;
pub mod debug;
pub mod event;
pub mod formats;
pub mod io;
pub mod isa;
pub mod journal;
pub mod machine;
pub mod memory;
mod names;
pub mod picture;
#[cfg(feature = "cli")]
pub mod prompt;
mod shared;
pub mod snapshot;
pub mod symbols;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod time;
#[cfg(feature = "cli")]
pub mod tui;
pub mod word;
