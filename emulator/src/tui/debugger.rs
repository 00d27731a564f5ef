//! The debugger on the full screen: a line for the commands of the prompt at the bottom, and above it panes
//! that show the machine.

mod line;
mod pane_texts;
mod panes;
mod terminal;
mod view;

#[cfg(test)]
mod tests;

pub use terminal::run;
