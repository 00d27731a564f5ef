//! The chess program from outside, in one binary: its tests run side by side and it is linked once.

#[cfg(feature = "cli")]
mod analysis;
mod classic;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod documents;
#[cfg(feature = "cli")]
mod files;
#[cfg(feature = "cli")]
mod journal;
#[cfg(feature = "cli")]
mod record;
mod twins;
#[cfg(feature = "cli")]
mod uci;
#[cfg(feature = "cli")]
mod xboard;
