//! Tests of [`web::Room`], the interface that the page uses.

mod board;
mod room;
