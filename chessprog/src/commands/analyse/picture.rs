//! Pictures of reports.

mod bars;
mod plot;
mod sheet;
mod tree;

pub(crate) use plot::plot;
pub(crate) use sheet::sheet;
pub(crate) use tree::tree;
