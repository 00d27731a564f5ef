//! The command `machack`.

fn main() {}
