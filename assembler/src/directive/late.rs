//! Pseudo-ops of the late dialect only.

pub(super) mod block;
pub(super) mod declare;
pub(super) mod setting;
pub(super) mod text;
pub(super) mod value;
