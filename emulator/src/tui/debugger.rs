//! The debugger on the full screen: the commands of the prompt in a line at the bottom, and panes above it
//! for what they change.

mod line;
mod panes;
mod seen;
mod terminal;
mod view;

#[cfg(test)]
mod tests;

pub use terminal::run;
