//! Drawing: the shapes of a page, boards and plots made of them, and the page as SVG or PNG.

mod board;
mod panel;
mod pieces;
mod png;
mod scene;
mod svg;
mod typeface;

pub(crate) use board::{Arrow, Board};
pub(crate) use panel::{Panel, legend};
pub(crate) use png::png;
pub(crate) use scene::{Anchor, Colour, FAINT, GREY, INK, Scene, Step, WHITE};
pub(crate) use svg::svg;
