//! Tests of the narrow interface that the page drives.

mod board;
mod room;
