//! What only the late dialect has.

pub mod block;
pub mod declare;
pub mod setting;
pub mod text;
pub mod value;
