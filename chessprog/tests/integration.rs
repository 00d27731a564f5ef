//! The chess program from outside, in one binary: its tests run side by side and it is linked once.

mod classic;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod documents;
#[cfg(feature = "cli")]
mod files;
#[cfg(feature = "cli")]
mod journal;
mod twins;
#[cfg(feature = "cli")]
mod uci;
#[cfg(feature = "cli")]
mod xboard;
