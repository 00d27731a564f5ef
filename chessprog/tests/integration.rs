//! Tests the chess program from outside, in one binary that is linked once and runs its tests in parallel.

#[cfg(feature = "cli")]
mod analysis;
mod classic;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod comparing;
#[cfg(feature = "cli")]
mod documents;
mod explanation;
#[cfg(feature = "cli")]
mod files;
#[cfg(feature = "cli")]
mod journal;
// Some messages come from the operating system.
#[cfg(all(feature = "cli", unix))]
mod messages;
#[cfg(feature = "cli")]
mod record;
mod seeded_faults;
#[cfg(feature = "cli")]
#[path = "../../emulator/tests/support/mod.rs"]
mod support;
mod twins;
#[cfg(feature = "cli")]
mod uci;
#[cfg(feature = "cli")]
mod waits;
#[cfg(all(feature = "cli", target_os = "linux"))]
mod window;
#[cfg(feature = "cli")]
mod xboard;
