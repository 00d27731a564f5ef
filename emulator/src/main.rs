//! The command `pdp6`.

fn main() {}
