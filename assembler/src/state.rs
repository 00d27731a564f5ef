//! The parts of an assembly's state. No part depends on `pass::Assembler`, which combines them.

pub(crate) mod area;
pub(crate) mod bytes;
pub(crate) mod collector;
pub(crate) mod formats;
pub(crate) mod linkage;
pub(crate) mod listing;
pub(crate) mod location;
pub(crate) mod macros;
pub(crate) mod messages;
pub(crate) mod pool;
pub(crate) mod reader;
pub(crate) mod settings;
pub(crate) mod source_map;
