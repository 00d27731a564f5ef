//! What only the late dialect has.

pub(super) mod block;
pub(super) mod declare;
pub(super) mod setting;
pub(super) mod text;
pub(super) mod value;
