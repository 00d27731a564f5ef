//! The command `midas`.

fn main() -> std::process::ExitCode {
    assembler::cli::main()
}
