//! The command `machack`.

fn main() -> std::process::ExitCode {
    chessprog::cli::main()
}
