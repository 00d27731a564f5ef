//! The command `machack-uci`: the engine for tools that give it no arguments.

fn main() -> std::process::ExitCode {
    chessprog::cli::bare()
}
