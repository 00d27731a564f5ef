//! Lists the files of the chess program's MIDAS text, so that they are built into the commands.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets this variable"));
    fs::write(out.join("midas_sources.rs"), midas_sources()?)
}

fn midas_sources() -> io::Result<String> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets this variable"));
    let midas = manifest.join("midas");
    println!("cargo::rerun-if-changed=midas");
    let mut files = Vec::new();
    if midas.is_dir() {
        collect(&midas, &mut files)?;
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file
            .strip_prefix(&midas)
            .expect("`collect` returns files in this folder")
            .to_string_lossy()
            .replace('\\', "/");
        list += &format!("    ({name:?}, include_str!({:?})),\n", file.to_string_lossy());
    }
    Ok(list + "]\n")
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "mid") {
            files.push(path);
        }
    }
    Ok(())
}
