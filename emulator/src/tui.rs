//! The machine on a terminal's screen: the teletype's paper, the tube of the 340, the lights and switches of the console.
//!
//! [`Front`] is what is to be seen and knows no terminal; [`Screen`] is the terminal it is seen on. Whoever runs the machine
//! gives the screen what the teletype prints, lets it look at the machine between two slices, and asks it what the keys mean.

mod arrange;
mod asking;
mod board;
mod canvas;
pub mod debugger;
mod front;
mod help;
mod lights;
mod look;
mod onlooker;
mod pace;
mod paper;
mod pixels;
mod scope;
mod screen;

pub use board::Board;
pub use front::{Front, Panel};
pub use look::{Dots, Graphics, Look};
pub use onlooker::Onlooker;
pub use pace::Rate;
pub use paper::Paper;
pub use pixels::{Pixels, Protocol};
pub use scope::Mark;
pub use screen::{Reaction, Screen};
