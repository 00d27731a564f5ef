//! The command `machack-uci`: the engine for tools that start it without arguments.

fn main() -> std::process::ExitCode {
    chessprog::cli::bare()
}
