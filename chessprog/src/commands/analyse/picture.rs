//! Pictures of reports: `scene` has the shapes, which are drawn as SVG or PNG.

mod bars;
mod board;
mod pieces;
mod plot;
mod png;
mod scene;
mod sheet;
mod svg;
mod tree;

pub(crate) use plot::plot;
pub(crate) use png::png;
pub(crate) use sheet::sheet;
pub(crate) use svg::svg;
pub(crate) use tree::tree;
