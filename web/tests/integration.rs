//! Tests of [`web::WebMachine`], the interface that the page uses.

mod board;
mod room;
