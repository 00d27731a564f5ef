//! The debugger on the whole screen: the verbs of the prompt in a line at the bottom, and above it what they are about.

mod line;
mod panes;
mod seat;
mod seen;
mod view;

#[cfg(test)]
mod tests;

pub use seat::run;
