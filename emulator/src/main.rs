//! The command `pdp6`.

use std::process::ExitCode;

fn main() -> ExitCode {
    emulator::cli::main()
}
