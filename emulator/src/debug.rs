//! The debugger: a session with a machine, and the commands of the prompt.
//!
//! A [`Session`] consists of a [`Target`], [`Stops`], a history, a console and the state of DDT. It executes
//! one line at a time and asks a [`Host`] for a terminal and for files. The commands are in `commands`; users
//! of SIMH know most of them. The full screen, the debug adapter and the web page use the same session.

pub(crate) mod command;
pub(crate) mod command_table;
pub(crate) mod commands;
#[cfg(feature = "cli")]
pub(crate) mod completion;
pub mod expression;
pub(crate) mod fetched;
pub(crate) mod format;
pub mod host;
pub mod link;
pub(crate) mod map;
mod marks;
pub mod panel;
pub mod panel_switches;
pub(crate) mod stops;

mod actions;
pub(crate) mod attachment;
mod backtrace;
mod calls;
mod condition;
mod console;
mod ddt;
mod device_files;
mod drive;
mod error;
mod history;
mod hit_condition;
mod line_address;
mod lines;
mod log_message;
mod program;
mod recent;
mod reverse;
mod reverse_stepper;
mod session;
mod session_stop;
mod source;
mod speed;
mod stepper;
mod steps;
mod stop_observer;
mod structure;
mod target;
#[cfg(test)]
mod tests;
mod timeline;
mod trigger;
mod words;

pub use attachment::Attachment;
pub use backtrace::{Frame, RoutineEntry};
pub use calls::Call;
pub use command::Command;
pub use command_table::{COMMANDS, find as find_command};
pub use drive::Goal;
pub use error::CommandError;
pub use hit_condition::{HitCondition, HitConditionError};
pub use host::Host;
pub use line_address::LineAddress;
pub use program::loader_operation;
#[cfg(feature = "cli")]
pub(crate) use program::{LoadOptions, Program, Source};
pub use recent::ExecutedInstruction;
pub use reverse::{AccessKind, PastAccess, PastHit};
pub use reverse_stepper::BackStep;
pub use session::{Flow, Session};
pub use session_stop::SessionStop;
pub use speed::{Speed, SpeedError};
pub use stepper::Stepper;
pub use steps::Step;
pub use stops::{Stop, Stops};
pub use structure::{FieldKind, Grid, Structure, StructureField, Structures};
pub use target::Target;
pub use trigger::{Hit, Trigger};
