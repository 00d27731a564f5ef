//! Generates the WebAssembly module for the page, and the script that calls it, from a compiled library:
//! `bindgen INPUT FOLDER`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder] = &arguments[..] else {
        eprintln!("usage: bindgen INPUT FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    // A classic script, because browsers do not load JavaScript modules from a disk.
    let made = bindgen
        .input_path(input)
        .no_modules(true)
        .and_then(|bindgen| bindgen.typescript(true).out_name("machine").generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
