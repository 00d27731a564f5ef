//! The parts of an assembly's state. Each owns what is its own, and none knows the whole.

pub mod area;
pub mod bytes;
pub mod collector;
pub mod formats;
pub mod linkage;
pub mod location;
pub mod macros;
pub mod messages;
pub mod pool;
pub mod reader;
pub mod settings;
