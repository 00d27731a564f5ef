//! What the commands `pdp6`, `midas` and `machack` need from their host. Nothing here depends on the PDP-6.
//!
//! Without features: [`limited_reader`], input of limited length; [`number`], numbers in arguments;
//! [`parse`], errors of parsers with line and column; [`text`], which makes text of unknown origin harmless
//! for a terminal. The feature `commands` adds [`mod@file`], files that are replaced as a whole and never
//! half written; [`report`], messages and exit statuses; [`signals`]; [`clock`], for measurements;
//! [`manual`], shell completions and manual pages.

#[cfg(feature = "commands")]
pub mod clock;
#[cfg(feature = "commands")]
pub mod file;
pub mod limited_reader;
#[cfg(feature = "commands")]
pub mod manual;
pub mod number;
pub mod parse;
#[cfg(feature = "commands")]
pub mod report;
#[cfg(feature = "commands")]
pub mod signals;
pub mod text;
