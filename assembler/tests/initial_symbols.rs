//! The predefined symbols: the instructions in the table of the PDP-6 manual, the monitor's calls, and the
//! pseudo-ops of docs/internals/midas.md.

use assembler::{Dialect, MemoryFiles, Options, assemble};

/// Returns the word assembled for a line that has only `name`.
fn word(name: &str, options: &Options) -> Option<u64> {
    let files = MemoryFiles::new().with("source", format!("TITLE T\n\t{name}\nEND\n"));
    let (output, diagnostics) = assemble("source", &files, options);
    diagnostics.is_empty().then(|| output.words().next().unwrap().1.bits())
}

/// Returns the names with all their suffixes and with consecutive codes from `first` on; `-` is a code
/// without a name.
fn expand(first: u64, names: &str, suffixes: &str) -> Vec<(String, u64)> {
    let suffixes: Vec<&str> = suffixes.split(' ').collect();
    let full = names.split(' ').flat_map(|name| suffixes.iter().map(move |suffix| format!("{name}{suffix}")));
    (first..).zip(full).filter(|(_, name)| !name.starts_with('-')).map(|(code, name)| (name, code)).collect()
}

/// Returns the instructions with their codes, family by family, in the order of the PDP-6 manual.
fn instructions() -> Vec<(String, u64)> {
    let mut all = Vec::new();
    all.extend(expand(0o132, "FSC IBP ILDB LDB IDPB DPB", ""));
    all.extend(expand(0o140, "FAD FSB FMP FDV", " L M B R RL RM RB"));
    all.extend(expand(0o200, "MOVE MOVS MOVN MOVM", " I M S"));
    all.extend(expand(0o220, "IMUL MUL IDIV DIV", " I M B"));
    all.extend(expand(0o240, "ASH ROT LSH - ASHC ROTC LSHC", ""));
    all.extend(expand(0o250, "EXCH BLT AOBJP AOBJN JRST JFCL XCT", ""));
    all.extend(expand(0o260, "PUSHJ PUSH POP POPJ JSR JSP JSA JRA", ""));
    all.extend(expand(0o270, "ADD SUB", " I M B"));
    all.extend(expand(0o300, "CAI CAM JUMP SKIP AOJ AOS SOJ SOS", " L E LE A GE N G"));
    let logic = "SETZ AND ANDCA SETM ANDCM SETA XOR IOR ANDCB EQV SETCA ORCA SETCM ORCM ORCB SETO";
    all.extend(expand(0o400, logic, " I M B"));
    for (at, ways) in ["HLL HRL", "HRR HLR"].into_iter().enumerate() {
        for (row, fill) in ["", "Z", "O", "E"].into_iter().enumerate() {
            let pair: Vec<String> = ways.split(' ').map(|way| format!("{way}{fill}")).collect();
            let first = 0o500 + 0o40 * at as u64 + 0o10 * row as u64;
            all.extend(expand(first, &pair.join(" "), " I M S"));
        }
    }
    for (at, change) in ["N", "Z", "C", "O"].into_iter().enumerate() {
        let first = 0o600 + 0o20 * at as u64;
        for (code, (pair, skip)) in [
            ("RL", ""),
            ("RL", "E"),
            ("RL", "A"),
            ("RL", "N"),
            ("DS", ""),
            ("DS", "E"),
            ("DS", "A"),
            ("DS", "N"),
        ]
        .into_iter()
        .enumerate()
        {
            for (which, side) in pair.chars().enumerate() {
                all.push((format!("T{side}{change}{skip}"), first + 2 * code as u64 + which as u64));
            }
        }
    }
    all
}

#[test]
fn every_instruction_has_its_code() {
    let all = instructions();
    assert_eq!(all.len(), 6 + 32 + 16 + 16 + 6 + 7 + 8 + 8 + 64 + 64 + 64 + 64);
    for dialect in Dialect::ALL {
        let options = Options { dialect, ..Options::default() };
        for (name, code) in &all {
            assert_eq!(word(name, &options), Some(code << 27), "{name} in {dialect}");
        }
    }
}

#[test]
fn the_monitors_calls_are_known_on_request() {
    let calls = [
        (".IOT", 0o040000_000000),
        (".OPEN", 0o041000_000000),
        (".OPER", 0o042000_000000),
        (".CALL", 0o043000_000000),
        (".VALUE", 0o043200_000000),
        (".CORE", 0o043300_000000),
        (".SUSET", 0o043540_000000),
        (".CLOSE", 0o042000_000007),
    ];
    let with = Options { monitor_calls: true, ..Options::default() };
    for (name, value) in calls {
        assert_eq!(word(name, &with), Some(value), "{name}");
        assert_eq!(word(name, &Options::default()), None, "{name}");
    }
}

/// Returns the names in the first cells of the page's tables, with the dialects in the second cells.
fn documented_pseudo_ops() -> Vec<(String, String)> {
    let page = include_str!("../../docs/internals/midas.md");
    let mut all = Vec::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split(" | ").collect();
        for name in cells[0].split('`').skip(1).step_by(2) {
            let name = name.split(' ').next().unwrap_or_default();
            all.push((name.to_owned(), cells[1].to_owned()));
        }
    }
    all
}

#[test]
fn each_dialect_knows_the_pseudo_ops_that_the_page_says() {
    let all = documented_pseudo_ops();
    assert!(all.len() > 150, "only {} are found on the page", all.len());
    for dialect in Dialect::ALL {
        let options = Options { dialect, ..Options::default() };
        for (name, dialects) in &all {
            // .TYPE returns 1 for a pseudo-op, and 17 for a name that the assembler does not know.
            let known = dialects.contains(dialect.letter());
            let expected = if known { 1 } else { 0o17 };
            assert_eq!(word(&format!(".TYPE {name}"), &options), Some(expected), "{name} in {dialect}");
        }
    }
}
