//! The full screen: the machine's paper, tube and console for a run, and the panes of the debugger.
//!
//! [`Layout`] draws a run screen without a terminal; [`Screen`] shows it on one. The host of a run passes the
//! output of the teletype to the screen, lets the screen read the machine between two slices of the run, and
//! asks the screen what the keys mean. [`RunScreen`] is such a host; the chess program is another. The
//! debugger has different panes on the same terminal (`full_screen.rs`).

mod arrange;
mod board;
mod buttons;
pub mod debugger;
mod full_screen;
mod help;
mod layout;
mod lights;
mod paper;
mod pixels;
#[cfg_attr(not(unix), allow(dead_code, reason = "only terminals of Unix are queried"))]
mod query;
mod run_screen;
mod scope;
mod screen;
mod theme;
mod tube_window;

pub use board::Board;
pub use layout::{Layout, Panel};
pub use paper::Paper;
pub use pixels::{Pixels, Protocol};
pub use run_screen::RunScreen;
pub use scope::Mark;
pub use screen::{Screen, ScreenInput};
pub use theme::{Dots, Graphics, Theme};
