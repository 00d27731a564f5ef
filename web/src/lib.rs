//! The machine room on a web page: the PDP-6, its assembler, and the chess program.
//!
//! A [`WebMachine`] is the whole interface: keys, time, paper, the tube, lamps and switches, tapes, the
//! debugger and the assembler. A page uses it through `bindings`; programs and tests use it directly. It
//! never reads a clock: the caller says how far to run, so that the same inputs give the same run on any
//! host.
//!
//! ```
//! use web::WebMachine;
//!
//! let mut room = WebMachine::with_chess()?;
//! room.type_text("BOOK 0\nP-K4\n")?;
//! room.run(room.time() + 10_000_000_000);
//! assert!(room.paper_text().contains("1 W BOOK 0"));
//! # Ok::<(), String>(())
//! ```

mod assembly_output;
#[cfg(target_arch = "wasm32")]
mod bindings;
mod board;
mod board_cache;
mod console;
mod debugger;
mod game;
mod idle_detector;
mod midas;
mod move_reasons;
mod opened_file;
mod origin;
mod page_host;
mod paper;
mod scope;
mod scores;
mod sound;
mod tapes;
mod web_machine;

pub use assembly_output::{AssemblyOutput, Problem};
pub use board::{Board, choice};
pub use game::{CatchUp, Game};
pub use move_reasons::{MoveReasons, reasons};
pub use opened_file::OpenedFile;
pub use paper::{Paper, PaperUpdate};
pub use scores::{GameTitle, ScoredMove, ShownScore, case_in, case_of_fen, lines, read_score, titles};
pub use web_machine::WebMachine;
