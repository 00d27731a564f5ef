//! The command `midas`: its output, its messages and its exit status.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

use crate::streams::{files, row, take_nothing, wrong};

/// Runs `midas` with `arguments` in a new folder that contains `prog.mid`.
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
    // A word is six lines of tape with the eighth hole. The loader has 39 words, the block has 3 (one word
    // with its header and checksum), and the start has 1.
    let (folder, _) = midas(GOOD, "prog.mid -o prog.rim");
    let holes = contents(&folder, "prog.rim").iter().filter(|line| **line & 0o200 != 0).count();
    assert_eq!(holes, 6 * (39 + 3 + 1));
    // A word is eight bytes. The loader has 38 words and a jump to its start. The block follows, whose
    // checksum is 777777,,100 rotated, plus the word; then the start.
    let (folder, _) = midas(GOOD, "prog.mid -f sblk -o prog.bin");
    let words: Vec<u64> = contents(&folder, "prog.bin")
        .chunks(8)
        .map(|chunk| u64::from_be_bytes(chunk.try_into().expect("whole words")))
        .collect();
    assert_eq!(words[39..43], [0o777777_000100, 0o254000_000100, 0o253776_000301, 0o254000_000100]);
    let (_, output) = midas(GOOD, "prog.mid -f reloc -o -");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("must begin with RELOCATABLE"), "{}", said(&output));
}

#[test]
fn errors_write_only_the_listing() {
    let (folder, output) = midas(BAD, "prog.mid -o prog.rim --symbols prog.sym --listing prog.lst");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).ends_with("2 errors; no output written\n"), "{}", said(&output));
    assert_eq!((contents(&folder, "prog.rim"), contents(&folder, "prog.sym")), (Vec::new(), Vec::new()));
    let listing = contents(&folder, "prog.lst");
    assert!(String::from_utf8_lossy(&listing).contains("M0301 B is not defined"));
}

#[test]
fn symbols_can_be_defined_beforehand() {
    let source = "TITLE T\n\tLOC 100\nIFDEF EXTRA,\tEXTRA\nIFNDEF EXTRA,\t0\n\tSIZE+1\nEND 100\n";
    for (arguments, words) in [
        ("-D SIZE=7", "000100 000000000000\n000101 000000000010\n"),
        ("-D SIZE=9. -D EXTRA", "000100 000000000001\n000101 000000000012\n"),
        ("-D extra=-2 --define SIZE=0", "000100 777777777776\n000101 000000000001\n"),
    ] {
        let (_, output) = midas(source, &format!("prog.mid -f octal -o - {arguments}"));
        assert_eq!(output.status.code(), Some(0), "{arguments}: {}", said(&output));
        let typed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(typed.starts_with(words), "{arguments}: {typed}");
    }
    for (arguments, expected) in [
        ("-D 12=3", "is not a symbol"),
        ("-D A&B=3", "is not a symbol"),
        ("-D N=8", "is not an octal number"),
    ] {
        let (_, output) = midas(source, &format!("prog.mid {arguments}"));
        assert!(output.status.code() == Some(2) && said(&output).contains(expected), "{}", said(&output));
    }
}

/// With `--despite-errors`, `midas` writes its output in spite of errors, as the original assemblers did.
#[test]
fn output_is_written_despite_errors_on_request() {
    let (folder, output) = midas(BAD, "prog.mid -o prog.oct -f octal --despite-errors --symbols prog.sym");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).ends_with("2 errors; output written anyway\n"), "{}", said(&output));
    let octal = contents(&folder, "prog.oct");
    assert_eq!(
        String::from_utf8_lossy(&octal),
        "000100 000000000000\n000101 000000000000\nstart  254000000000\n"
    );
    assert!(String::from_utf8_lossy(&contents(&folder, "prog.sym")).contains('A'));
}

/// The last line needs no line end. Padding from files of the time, such as ^C, may follow it.
#[test]
fn the_last_line_needs_no_end() {
    let program = "TITLE T\n\tLOC 100\nGO:\tJRST GO\n";
    for end in
        ["END GO", "END GO\u{3}\u{3}\u{3}", "END GO ;IT IS OVER", "END GO\n\u{3}", "END GO\r", "\tEND GO?"]
    {
        for dialect in ["A", "B", "C", "D"] {
            let (_, output) =
                midas(&format!("{program}{end}"), &format!("prog.mid -d {dialect} -f octal -o -"));
            let octal = String::from_utf8_lossy(&output.stdout).into_owned();
            let message = said(&output);
            assert_eq!(
                octal, "000100 254000000100\nstart  254000000100\n",
                "{end:?} in {dialect}: {message}"
            );
        }
    }
    let (_, output) = midas("TITLE T\nGO: 5", "prog.mid");
    assert!(said(&output).contains("the program has no END"), "{}", said(&output));
}

/// A word at an address of the tape's own loader is reported with its line.
#[test]
fn a_tape_cannot_have_words_under_its_loader() {
    let (_, output) = midas("TITLE T\n\tLOC 33\n\t5\n\tEND\n", "prog.mid -o prog.rim");
    assert_eq!(output.status.code(), Some(1));
    let message = said(&output);
    assert!(message.contains("prog.mid:3") && message.contains("a word for 33"), "{message}");

    // The message also has the line if the word comes from a macro that was called before.
    let source = format!(
        "TITLE T\nDEFINE F X\n\tX\nTERMIN\n\tLOC 100\n{}\tLOC 17\n\tF 5\n\tEND\n",
        "\tF 1\n".repeat(20)
    );
    let (_, output) = midas(&source, "prog.mid -o prog.rim");
    assert_eq!(output.status.code(), Some(1));
    let message = said(&output);
    assert!(message.contains("prog.mid:3") && message.contains("a word for 17"), "{message}");
}

#[test]
fn non_ascii_names_are_reported_whole() {
    let (_, output) = midas("TITLE T\n\tMOVE 1,naïve+1\n\tEND\n", "prog.mid");
    assert!(said(&output).contains("naïve has a character outside ASCII"), "{}", said(&output));
    // A comment may contain any character.
    let (_, output) = midas("TITLE T ;ç\n\tMOVE 1,2 ;naïve\n\tEND\n", "prog.mid");
    assert_eq!(said(&output), "");
}

/// Slips are reported on request, all kinds or a single one.
#[test]
fn slips_are_reported_on_request() {
    let source = "TITLE T\n\tLOC 100\n\tMOVE 20,18\n\tEND\n";
    for (options, warnings, status) in [
        ("", 1, 0),
        ("-W no-octal-digit", 0, 0),
        ("-W slips", 2, 0),
        ("-W slips -W no-octal-digit", 1, 0),
        ("-W large-accumulator", 2, 0),
        ("-W error=large-accumulator", 2, 1),
        ("-W error=large-accumulator -W no-large-accumulator", 1, 0),
        ("-W no-large-accumulator -W large-accumulator", 2, 0),
        ("-W error=octal-digit", 1, 1),
        ("-W slips -W error", 2, 1),
        ("-W slips -W no-slips", 1, 0),
        ("-W error=slips", 2, 1),
        ("-W slips -W error -W no-error", 2, 0),
    ] {
        let (_, output) = midas(source, &format!("prog.mid {options}"));
        let found = said(&output).matches("[M0").count();
        assert_eq!((found, output.status.code()), (warnings, Some(status)), "{options}: {}", said(&output));
    }
}

/// `.INSRT` finds files that are named as in sources of the time, with a directory and a version.
#[test]
fn versions_and_directories_are_found() {
    let folder = TempDir::new().expect("a folder");
    std::fs::create_dir_all(folder.path().join("lib/system")).expect("a folder");
    for (name, value) in [("lib/system/bits.9", 1), ("lib/system/bits.10", 2), ("lib/macros.3", 3)] {
        std::fs::write(folder.path().join(name), format!("\t{value}\n")).expect("a file");
    }
    let source = "TITLE T\nLOC 100\n.INSRT SYSTEM;BITS >\n.INSRT DSK:SYSTEM;BITS 9\t; BY ITS NUMBER\n\
        .INSRT MACROS\nEND 100\n";
    std::fs::write(folder.path().join("prog.mid"), source).expect("a file");
    let arguments = ["prog.mid", "-I", "lib", "-f", "octal", "-o", "-"];
    let output = midas_to(folder.path(), &arguments, Stdio::piped(), Stdio::piped());
    let octal = String::from_utf8_lossy(&output.stdout).into_owned();
    let words: Vec<&str> = octal.lines().take(3).map(|line| &line[18..]).collect();
    assert_eq!(words, ["2", "1", "3"], "{octal}{}", said(&output));
}

/// A name that ends in `>` means the highest version, even if letters come before the version's digits.
#[test]
fn versions_with_letters_are_found() {
    let folder = TempDir::new().expect("a folder");
    std::fs::create_dir_all(folder.path().join("system")).expect("a folder");
    for (name, value) in [("system/rp10.defs9", 1), ("system/rp10.defs16", 2), ("system/rp10.defs16~", 3)] {
        std::fs::write(folder.path().join(name), format!("\t{value}\n")).expect("a file");
    }
    let source =
        "TITLE T\nLOC 100\n.INSRT SYSTEM;RP10 >\n.INSRT SYSTEM;RP10 <\n.INSRT system/rp10 >\nEND 100\n";
    std::fs::write(folder.path().join("prog.mid"), source).expect("a file");
    let output =
        midas_to(folder.path(), &["prog.mid", "-f", "octal", "-o", "-"], Stdio::piped(), Stdio::piped());
    let octal = String::from_utf8_lossy(&output.stdout).into_owned();
    let words: Vec<&str> = octal.lines().take(3).map(|line| &line[18..]).collect();
    assert_eq!(words, ["2", "1", "2"], "{octal}{}", said(&output));
}

#[test]
fn an_insertion_needs_a_name() {
    for line in ["\t.INSRT", "\t.INSRT ; LATER"] {
        let (_, output) = midas(&format!("TITLE T\n{line}\nEND\n"), "prog.mid");
        let message = "error[M0801]: .INSRT has no file name (expected .INSRT NAME)";
        assert!(said(&output).starts_with(message), "{line}: {}", said(&output));
    }
}

/// A label with the name of a symbol of `-D` or of an instruction replaces it. The warning says which.
#[test]
fn a_replaced_definition_is_named() {
    for (label, what) in [("DEBUG", "defined with -D"), ("ADD", "an instruction")] {
        let (_, output) = midas(&format!("TITLE T\n{label}:\t5\nEND\n"), "prog.mid -D debug=3");
        let message = format!("warning[M0316]: {label} is {what}; from here on it is this label");
        assert!(said(&output).starts_with(&message), "{label}: {}", said(&output));
    }
}

/// The command finds the chapters of the chess program on disk, and writes the same tape as the one in
/// `chessprog/images/`.
#[test]
fn the_chess_program_is_assembled_from_its_files() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let kept = std::fs::read(top.join("chessprog/images/machack.rim")).expect("the kept tape");
    for (folder, source) in
        [(top.as_path(), "chessprog/midas/machack.mid"), (&top.join("chessprog/midas"), "machack.mid")]
    {
        let output = midas_to(folder, &[source, "--dialect", "C", "-o", "-"], Stdio::piped(), Stdio::piped());
        assert_eq!(said(&output), "", "{source}");
        assert!(output.stdout == kept, "{source} differs from chessprog/images/machack.rim");
    }
}

/// With the option, all monitor calls are defined, and a name may have any length.
#[test]
fn calls_of_the_monitor() {
    let source = "TITLE T\n\tLOC 100\n\t.SLEEP 1,\n\t.IOTLSR 2,\n\t.DSTART 3\n\t.SUSET 4\n\tEND 100\n";
    let words = ["042040000003", "042100000051", "043400000003", "043540000004"];
    let (_, output) = midas(source, "prog.mid --monitor-calls -d C -f octal -o -");
    let octal = String::from_utf8_lossy(&output.stdout).into_owned();
    let found: Vec<&str> = octal.lines().take(4).map(|line| &line[7..]).collect();
    assert_eq!(found, words, "{}", said(&output));
    let (_, output) =
        midas(source, "prog.mid -d C -D .SLEEP=1 -D .IOTLSR=0 -D .DSTART=2 -D .SUSET=3 -f octal -o -");
    let octal = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && octal.contains("000101 000100000000"), "{octal}{}", said(&output));
}

/// A source cannot send control characters to the terminal through messages.
#[test]
fn no_control_character_of_a_source_is_printed() {
    let source = "TITLE T\n\tXYZ ;\u{9b}31m\u{1b}[2J\u{202e}\nDEFINE M A\n\tA ;\u{9b}\nTERMIN\n\
        \tM UNDEF\u{85}\n\tEND\n";
    for format in ["human", "json"] {
        let (_, output) = midas(source, &format!("prog.mid --message-format {format}"));
        let found = said(&output).chars().find(|c| c.is_control() && !"\n\t".contains(*c));
        assert_eq!((found, output.status.code()), (None, Some(1)), "{format}: {:?}", said(&output));
    }
}

#[test]
fn json_messages_are_never_cut_off() {
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
        ("-W redefined-instruction", 0, "warning[M0316]"),
        ("-W error=redefined-instruction", 1, "error[M0316]"),
        ("-W error", 1, "error[M0316]"),
        (
            "-W nonsense",
            2,
            "unknown warning nonsense (expected error, slips or one of octal-digit, unclosed-conditional",
        ),
        ("-W error=error", 2, "unknown warning error (expected slips or one of octal-digit"),
    ] {
        let (_, output) = midas(source, &format!("prog.mid {switches}"));
        assert_eq!(output.status.code(), Some(code), "{switches}");
        assert!(said(&output).contains(words) && said(&output).is_empty() == words.is_empty(), "{switches}");
    }
}

#[test]
fn outputs_cannot_replace_the_source_or_each_other() {
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

/// Runs `midas` with `arguments` in `folder`, with the given output streams.
fn midas_to(folder: &Path, arguments: &[&str], out: Stdio, err: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_midas"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(out).stderr(err);
    command.spawn().and_then(|child| child.wait_with_output()).expect("midas runs")
}

const ALL_OUTPUTS: [&str; 4] = ["--output", "--listing", "--symbols", "--cross-reference"];

#[cfg(unix)]
#[test]
fn impossible_outputs_are_rejected_before_assembly() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let write = |name: &str, text: &str| std::fs::write(at(name), text).expect("a file");
    write("prog.mid", "TITLE T\n.INSRT part\nEND\n");
    write("part.mid", "A==5\n");
    write("locked", "old");
    std::fs::set_permissions(at("locked"), PermissionsExt::from_mode(0o444)).expect("a mode");
    symlink("prog.mid", at("link")).expect("a link");
    symlink("part.mid", at("inserted")).expect("a link");
    let before = std::fs::read_dir(folder.path()).expect("a folder").count();
    for option in ALL_OUTPUTS {
        for (path, code, why) in [
            ("none/out", 1, "the folder does not exist"),
            (".", 1, "it is a folder"),
            ("locked", 1, "it is read-only"),
            ("link", 2, "would replace the source"),
            ("inserted", 2, "which the source inserts"),
            ("part.mid", 2, "which the source inserts"),
        ] {
            let arguments = ["prog.mid", option, path];
            let output = midas_to(folder.path(), &arguments, Stdio::piped(), Stdio::piped());
            assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", said(&output));
            assert!(said(&output).contains(why), "{arguments:?}: {}", said(&output));
            assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), before);
            assert_eq!(contents(&folder, "part.mid"), b"A==5\n");
        }
        for other in ALL_OUTPUTS.into_iter().filter(|other| *other != option) {
            let arguments = ["prog.mid", option, "new", other, "./new"];
            let output = midas_to(folder.path(), &arguments, Stdio::piped(), Stdio::piped());
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", said(&output));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_failed_output_does_not_affect_the_others() {
    for full in ALL_OUTPUTS {
        let folder = TempDir::new().expect("a folder");
        std::fs::write(folder.path().join("prog.mid"), GOOD).expect("a file");
        let mut arguments = vec!["prog.mid"];
        for option in ALL_OUTPUTS {
            arguments.extend([option, if option == full { "/dev/full" } else { &option[2..] }]);
        }
        let output = midas_to(folder.path(), &arguments, Stdio::piped(), Stdio::piped());
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(said(&output).contains("midas: cannot write /dev/full: "), "{}", said(&output));
        for other in ALL_OUTPUTS.into_iter().filter(|other| *other != full) {
            assert!(!contents(&folder, &other[2..]).is_empty(), "{full}: no {other}");
        }
    }
}

/// In each row, the output or the messages of a command go to a full disk and to a closed pipe.
#[cfg(target_os = "linux")]
#[test]
fn full_and_closed_streams_are_handled() {
    let folder = TempDir::new().expect("a folder");
    for (name, source) in
        [("good.mid", GOOD), ("bad.mid", BAD), ("typed.mid", "TITLE T\nPRINTX /HELLO/\nEND\n")]
    {
        std::fs::write(folder.path().join(name), source).expect("a file");
    }
    let rows = [
        row(&["--help"], ""),
        row(&["--version"], ""),
        row(&["--explain", "M0301"], ""),
        row(&["good.mid", "-o", "-"], ""),
        row(&["good.mid", "-l", "-"], ""),
        row(&["-", "-o", "-"], GOOD),
        row(&["completions", "bash"], ""),
        row(&["manual"], ""),
        wrong(&["bad.mid"], "", 1),
        wrong(&["bad.mid", "--message-format", "json"], "", 1),
        wrong(&["typed.mid"], "", 0),
        wrong(&["none.mid"], "", 1),
        wrong(&["--nonsense"], "", 2),
    ];
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_midas"));
        command.current_dir(folder.path());
        command
    };
    take_nothing(&assembler::cli::command(), &rows, command);
    let closed = Stdio::from(std::io::pipe().expect("a pipe").1);
    let status = midas_to(folder.path(), &["bad.mid", "-l", "-"], closed, Stdio::null()).status.code();
    assert_eq!(status, Some(1), "the status reports the errors of the source");
}

/// Every argument that names a file is either an input or in the table of outputs.
#[test]
fn every_file_argument_is_known() {
    const OTHERS: [&str; 12] = [
        "A|B|C|D",
        "CODE",
        "FORMAT",
        "MESSAGE_FORMAT",
        "N",
        "NAME=N",
        "NAME[=VALUE]",
        "SHELL",
        "SUBCOMMAND",
        "WARNING",
        "LIMIT",
        "host|its",
    ];
    const READ: [&str; 3] = ["source", "--include", "manual --dir"];
    let known = READ.into_iter().chain(ALL_OUTPUTS).map(str::to_owned).collect();
    assert_eq!(files(&assembler::cli::command(), &OTHERS), known);
}

/// A file that exceeds the process's size limit fails like one on a full disk.
#[cfg(unix)]
#[test]
fn a_file_may_grow_too_long() {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("prog.mid"), GOOD).expect("a file");
    let script = format!("ulimit -f 0; exec '{}' prog.mid -o prog.rim -l -", env!("CARGO_BIN_EXE_midas"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output();
    let output = output.expect("a shell");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).starts_with("midas: cannot write prog.rim: "), "{}", said(&output));
    assert!(!output.stdout.is_empty(), "the listing is still written");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "a temporary file is left");
}

/// A source can insert files in and below its own folder and the folders of -I.
#[cfg(unix)]
#[test]
fn insertions_stay_in_the_allowed_folders() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    for name in ["src/sub", "lib", "secret"] {
        std::fs::create_dir_all(at(name)).expect("a folder");
    }
    for name in ["src/sub/a.mid", "lib/b.mid", "secret/c.mid"] {
        std::fs::write(at(name), "A==5\n").expect("a file");
    }
    std::os::unix::fs::symlink("../secret/c.mid", at("src/link.mid")).expect("a link");
    let absolute = at("secret/c.mid").display().to_string();
    let within = "it is not below the folder of the source or one of -I";
    for (name, options, wrong) in [
        ("sub/a.mid", &[][..], ""),
        ("../src/sub/a.mid", &[], ""),
        ("b", &["-I", "lib"], ""),
        ("../lib/b.mid", &["-I", "lib"], ""),
        ("../lib/b.mid", &[], within),
        ("../secret/c.mid", &[], within),
        ("link.mid", &[], within),
        (&absolute, &[], within),
        (&absolute, &["--insert-anywhere"], ""),
        ("link.mid", &["--insert-anywhere"], ""),
        ("sub", &[], "not a regular file"),
        ("nowhere", &[], "no such file"),
    ] {
        std::fs::write(at("src/prog.mid"), format!("TITLE T\n.INSRT {name}\nEND\n")).expect("a file");
        let arguments = [&["src/prog.mid"], options].concat();
        let output = midas_to(folder.path(), &arguments, Stdio::piped(), Stdio::piped());
        assert_eq!(output.status.success(), wrong.is_empty(), "{name} {options:?}: {}", said(&output));
        assert!(said(&output).contains(wrong), "{name} {options:?}: {}", said(&output));
        let helped = said(&output).contains("help: name the folder");
        assert_eq!(helped, wrong == "no such file", "{name} {options:?}: {}", said(&output));
    }
}

#[test]
fn control_characters_of_a_source_are_not_printed() {
    let escape = "TITLE T\nPRINTX /\u{1B}]0;x\u{7}/\n.INSRT \u{1B}[31m\nA:\t\u{1B}[2J\nEND\n";
    let (_, output) = midas(escape, "prog.mid");
    let text = said(&output);
    assert!(text.contains('␛') && !text.contains(['\u{1B}', '\u{7}']), "{text}");
}

/// A line of 30 KB full of mistakes: all messages share one copy of the line. A copy for each would take 180
/// MB.
#[cfg(target_os = "linux")]
#[test]
fn a_line_of_mistakes_takes_no_more_memory_than_it_should() {
    let folder = TempDir::new().expect("a folder");
    let wrong = "@#$ ]".repeat(6_000);
    for source in [
        format!("TITLE X\n{wrong}\nEND\n"),
        format!("TITLE X\nDEFINE M\n{wrong}\nTERMIN\nM\nEND\n"),
        format!("TITLE X\nREPEAT 2,[{}]\nEND\n", "@#$ ".repeat(6_000)),
    ] {
        std::fs::write(folder.path().join("prog.mid"), source).expect("a file");
        // The limit leaves 100 MB of address space in addition to the program itself. The run needs 20 MB.
        let limited = format!("ulimit -v 120000; exec '{}' prog.mid", env!("CARGO_BIN_EXE_midas"));
        let output = Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).output();
        let output = output.expect("a shell");
        assert_eq!(output.status.code(), Some(1), "{}", said(&output).chars().take(2000).collect::<String>());
        assert!(said(&output).len() < 100_000, "{}", said(&output).len());
    }
}

#[test]
fn limits_and_codes_have_names() {
    let loops = "TITLE T\nREPEAT 100,5\nEND\n";
    let (_, output) = midas(loops, "prog.mid --limit repeat-count=50");
    assert!(said(&output).contains("error[M0904]"), "{}", said(&output));
    let (_, output) = midas(loops, "prog.mid --limit repeats=50");
    assert_eq!((output.status.code(), said(&output).contains("unknown limit repeats")), (Some(2), true));
    for name in ["M0316", "m0316", "redefined-instruction"] {
        let (_, output) = midas("", &format!("--explain {name}"));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.starts_with("M0316: a label has the name of an instruction"), "{text}");
    }
    let (_, output) = midas("", "--explain M9999");
    assert_eq!((output.status.code(), said(&output).contains("no message has the code")), (Some(2), true));
}

#[test]
fn read_and_write_failures_are_reported() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (_, output) = midas(GOOD, &path("nowhere.mid"));
    assert!(said(&output).contains("error[M0801]: ") && said(&output).contains("nowhere.mid: "));
    let (_, output) = midas(GOOD, &folder.path().display().to_string());
    assert_eq!((output.status.code(), said(&output).contains("cannot read ")), (Some(1), true));
    let (_, output) = midas(GOOD, &format!("prog.mid -o {}", path("no/prog.rim")));
    assert_eq!((output.status.code(), said(&output).contains("midas: cannot write ")), (Some(1), true));
}

/// The guide shows the current message of its example.
#[test]
fn guide_shows_the_message_of_its_mistake() {
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

#[test]
fn one_source_is_assembled_at_a_time() {
    let (_folder, output) = midas(GOOD, "prog.mid other.mid");
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("one source is assembled at a time") && said(&output).contains(".INSRT"));
}

#[test]
fn a_missing_folder_of_insertions_is_named() {
    for folder in ["nowhere", "prog.mid"] {
        let (_folder, output) = midas(GOOD, &format!("-I . -I {folder} prog.mid"));
        assert_eq!(output.status.code(), Some(1), "{folder}");
        assert_eq!(said(&output), format!("midas: -I {folder} is not a folder\n"));
    }
}
