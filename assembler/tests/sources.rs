//! Small sources with their expected results. Each source is a separate test that can be run by name:
//! `cargo test -p midas-pdp6 --test sources -- rules/loops/`.

mod cases;
mod rules;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let trials: Vec<Trial> = rules::trials().into_iter().chain(cases::trials()).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
