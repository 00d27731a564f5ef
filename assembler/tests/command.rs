//! The command `midas`: what it puts out, what it says, and with which status it ends.

use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Runs `midas` with `arguments` in a folder that holds `prog.mid`.
fn midas(source: &str, arguments: &str) -> (TempDir, Output) {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("prog.mid"), source).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_midas"));
    let output = command.args(arguments.split_whitespace()).current_dir(folder.path()).output();
    (folder, output.expect("midas runs"))
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn contents(folder: &TempDir, name: &str) -> Vec<u8> {
    std::fs::read(folder.path().join(name)).unwrap_or_default()
}

const GOOD: &str = "TITLE T\n\tLOC 100\nGO:\tJRST GO\nEND GO\n";
const BAD: &str = "TITLE T\nA:\tB\n\tC\n\tEND\n";

#[test]
fn formats() {
    let (_, output) = midas(GOOD, "prog.mid -f octal -o -");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "000100 254000000100\nstart  254000000100\n");
    // On tape six lines with the eighth hole are a word: loader, block of one word, start.
    let (folder, _) = midas(GOOD, "prog.mid -o prog.rim");
    let holes = contents(&folder, "prog.rim").iter().filter(|line| **line & 0o200 != 0).count();
    assert_eq!(holes, 6 * (39 + 3 + 1));
    // Eight bytes are a word; behind the 38 of the loader and the jump to it the block with its checksum (777777,,100
    // rotated, and the word), and the start.
    let (folder, _) = midas(GOOD, "prog.mid -f sblk -o prog.bin");
    let words: Vec<u64> = contents(&folder, "prog.bin")
        .chunks(8)
        .map(|chunk| u64::from_be_bytes(chunk.try_into().expect("whole words")))
        .collect();
    assert_eq!(words[39..43], [0o777777_000100, 0o254000_000100, 0o253776_000301, 0o254000_000100]);
    let (_, output) = midas(GOOD, "prog.mid -f reloc -o -");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("has no RELOCATABLE statement"), "{}", said(&output));
}

#[test]
fn errors_put_out_nothing_but_the_listing() {
    let (folder, output) = midas(BAD, "prog.mid -o prog.rim --symbols prog.sym --listing prog.lst");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).ends_with("2 errors; nothing was put out\n"), "{}", said(&output));
    assert_eq!((contents(&folder, "prog.rim"), contents(&folder, "prog.sym")), (Vec::new(), Vec::new()));
    let listing = contents(&folder, "prog.lst");
    assert!(String::from_utf8_lossy(&listing).contains("M0301 B is not defined"));
}

#[test]
fn messages_for_programs_are_all_there() {
    let (_, output) = midas(BAD, "prog.mid --message-format json --max-messages 1");
    let codes: Vec<String> = said(&output)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("an object a line"))
        .map(|object| format!("{} {}", object["code"], object["span"]["line"]))
        .collect();
    assert_eq!(codes, ["\"M0301\" 2", "\"M0301\" 3"]);
    let (_, output) = midas(BAD, "prog.mid --max-messages 1");
    assert!(
        said(&output).contains("... and 1 more message; --max-messages 2 shows all"),
        "{}",
        said(&output)
    );
}

#[test]
fn warnings_are_silenced_and_made_errors() {
    let source = "TITLE T\nADD:\t5\nEND\n";
    for (switches, code, words) in [
        ("", 0, "warning[M0316]"),
        ("-W no-redefined-instruction", 0, ""),
        ("-W redefined-instruction", 1, "error[M0316]"),
        ("-W error", 1, "error[M0316]"),
        ("-W nonsense", 2, "there are unclosed-conditional, reassigned-pseudo"),
    ] {
        let (_, output) = midas(source, &format!("prog.mid {switches}"));
        assert_eq!(output.status.code(), Some(code), "{switches}");
        assert!(said(&output).contains(words) && said(&output).is_empty() == words.is_empty(), "{switches}");
    }
}

#[test]
fn no_file_is_put_in_the_place_of_another() {
    for (arguments, words) in [
        ("prog.mid -o prog.mid", "--output prog.mid would replace the source"),
        ("prog.mid -o ./prog.mid", "--output ./prog.mid would replace the source"),
        ("prog.mid -o x -l x", "--listing x would replace --output"),
        ("prog.mid -o - -l -", "--listing - would replace --output"),
    ] {
        let (folder, output) = midas(GOOD, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(said(&output).contains(words), "{}", said(&output));
        assert_eq!(contents(&folder, "prog.mid"), GOOD.as_bytes());
    }
}

#[test]
fn limits_and_codes_have_names() {
    let loops = "TITLE T\nREPEAT 100,5\nEND\n";
    let (_, output) = midas(loops, "prog.mid --limit repeat-count=50");
    assert!(said(&output).contains("error[M0904]"), "{}", said(&output));
    let (_, output) = midas(loops, "prog.mid --limit repeats=50");
    assert_eq!((output.status.code(), said(&output).contains("there is no limit repeats")), (Some(2), true));
    for name in ["M0316", "m0316", "redefined-instruction"] {
        let (_, output) = midas("", &format!("--explain {name}"));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.starts_with("M0316: a label replaces an initial symbol"), "{text}");
    }
}

#[test]
fn what_cannot_be_read_or_written_is_told() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (_, output) = midas(GOOD, &path("nowhere.mid"));
    assert!(said(&output).contains("error[M0801]: ") && said(&output).contains("nowhere.mid cannot be read"));
    let (_, output) = midas(GOOD, &folder.path().display().to_string());
    assert_eq!((output.status.code(), said(&output).contains("cannot be read")), (Some(1), true));
    let (_, output) = midas(GOOD, &format!("prog.mid -o {}", path("no/prog.rim")));
    assert_eq!((output.status.code(), said(&output).contains("midas: write ")), (Some(1), true));
}

/// The message that the guide shows.
#[test]
fn the_slip_in_the_guide() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/midas.md"));
    let page = page.expect("the guide");
    let block = |start: &str| {
        let begin = page.find(start).expect("the block") + start.len();
        page[begin..].split("```").next().unwrap_or_default()
    };
    let program = block("```midas\n").replace("\tJRST PRINT\nCPOPJ", "\tJRST PRIMT\nCPOPJ");
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("hello.mid"), program).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_midas"));
    let output = command.args(["hello.mid", "--dialect", "C"]).current_dir(folder.path()).output();
    assert_eq!(said(&output.expect("midas runs")), format!("error[M0301]{}", block("```text\nerror[M0301]")));
}
