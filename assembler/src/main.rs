//! The command `midas`.

fn main() {}
