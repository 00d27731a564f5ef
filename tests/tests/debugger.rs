//! The debugger at the prompt: stops with conditions and commands, steps, calls, reverse execution and its
//! speed, the keys of DDT, invalid commands.

use crate::guide_debug::chess;
use crate::prompt::{host, session};
use std::time::{Duration, Instant};

#[test]
fn conditions_counts_and_commands() {
    let transcript = session(
        &mut host("count"),
        "load count.rim symbols count.sym
         break ADD1 if A=3
         go GO
         examine A,SUM
         delete
         break ADD1 3
         go GO
         examine A
         break
         nobreak ADD1
         watch SUM if SUM > 4 do examine SUM; examine A
         go GO
         delete
         break LOOP do examine A; continue
         tbreak CHAR
         go GO
         break
         condition 4 SUM >= 3 and not A=0
         commands 4
         go GO
         ignore 4 0
         disable
         continue
         break
         enable 4
         break uuo
         break trap
         nobreak uuo
         break
         delete 4 7",
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn steps_by_lines_and_out_of_calls() {
    let transcript = session(
        &mut host("count"),
        "load count.rim symbols count.sym
         until LOOP
         line
         line
         line
         finish
         over
         over
         until
         over 2
         over
         back line
         back out
         back next
         back over 3
         line
         show time",
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn a_script_may_begin_with_a_byte_order_mark() {
    let mut host = host("count");
    host.write("mark.do", "\u{feff}echo read\r\n");
    assert_eq!(session(&mut host, "do mark.do"), "pdp6> do mark.do\nread\n");
}

#[test]
fn a_history_that_shows_nothing_is_still_recorded() {
    let transcript = session(
        &mut host("count"),
        "load count.rim symbols count.sym\nset reverse on\nset history 0\nstep\nhistory\nback\nexamine PC",
    );
    assert!(!transcript.contains("no history is kept"), "{transcript}");
    assert!(transcript.contains("the history is set to show no instructions"), "{transcript}");
    assert!(transcript.ends_with("PC: 000000,,000100\n"), "{transcript}");
}

#[test]
fn every_call_is_in_the_backtrace() {
    let transcript = session(
        &mut host("calls"),
        "load calls.rim symbols calls.sym
         break LINKED
         go GO
         backtrace
         finish
         finish
         bt
         continue
         bt
         nobreak LINKED
         break SAVED+1
         continue
         bt
         next
         finish
         break ADDUP
         continue
         bt
         back out
         bt 1
         next
         tbreak PUSHED
         continue
         list PUSHED
         list calls.mid:14
         nobreak all
         continue
         examine -d SUM, COUNT",
    );
    insta::assert_snapshot!(transcript);
}

/// The main program counts while a subroutine serves interrupts of two devices on channel 5.
#[test]
fn an_interrupt_is_in_the_backtrace() {
    let transcript = session(
        &mut host("echo"),
        r#"load echo.rim symbols echo.sym
         tbreak LINE+4
         send "A"
         go GO
         bt
         finish
         bt
         finish
         bt"#,
    );
    insta::assert_snapshot!(transcript);
}

/// A breakpoint with a hit count of 2 stops at every second hit, forwards and backwards. Log messages are
/// printed only when running forwards.
#[test]
fn hit_counts_and_log_messages() {
    let transcript = session(
        &mut host("count"),
        "load count.rim symbols count.sym
         break ADD1 log \"A is {[A]}\"
         break ADD1 %2
         break
         go GO
         continue
         back continue
         back continue
         log 1
         log 2 \"second: A is {[A]}\"
         watch SUM >3 log \"SUM is {SUM}\"
         go GO
         continue
         continue
         break
         nobreak ADD1
         continue
         break ADD1 log \"x\" do examine A
         break ADD1 log
         break ADD1 %0
         log 9 \"x\"
         break ADD1 log \"{SUMM}\"
         watch SUM log \"SUM is {SUM\"",
    );
    insta::assert_snapshot!(transcript);
}

/// Hit counts also work backwards; a breakpoint whose commands end with `continue` is not a stop.
#[test]
fn hit_counts_work_backwards() {
    let transcript = session(
        &mut host("count"),
        "load count.rim symbols count.sym
         break ADD1 3
         break LOOP do examine A; continue
         go GO
         continue
         back continue
         back continue",
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn reverse_execution_finds_accesses_and_stops() {
    let transcript = session(
        &mut host("count"),
        "load count.rim symbols count.sym
         go GO
         show time
         who wrote SUM
         who read SUM
         who wrote 1
         break ADD1
         watch SUM
         back continue
         back continue
         back continue
         history 3
         delete
         back continue
         continue
         deposit SUM 7
         who wrote SUM
         back to 5
         who SUM
         back for 10us
         back to 20us
         back to 1s
         back to 999999
         break ADD1 2
         continue
         break
         back 1
         break
         back to 0
         break
         who wrote SUM
         set reverse off
         back
         who SUM
         back continue
         history",
    );
    insta::assert_snapshot!(transcript);
}

/// The trigger fires after the XCT that executes the in-out instruction, and the machine goes to the moment
/// before the XCT.
#[test]
fn going_back_to_an_executed_in_out_instruction_stops_before_it() {
    let transcript = session(
        &mut host("count"),
        "deposit 100 JRST 101
         deposit 101 XCT 200
         deposit 102 HALT 102
         deposit 200 CONO TTY,0
         break device TTY
         go 100
         continue
         back continue",
    );
    let (_, back) = transcript.split_once("back continue\n").unwrap();
    assert!(back.starts_with("went back to just before the device 120 TTY at 101\n000101: "), "{transcript}");
}

#[test]
fn the_keys_of_ddt() {
    let transcript = session(
        &mut host("count"),
        r#"load count.rim symbols count.sym
         ddt "GO/\n\n^\r"
         ddt "TABLE/5\r.[=_\r"
         ddt "TABLE!7\rTABLE[\r"
         ddt "LOOP+1/\t\r"
         ddt "CHAR\eB\e6T\eTTABLE/\eS\r"
         ddt "GO\eG"
         ddt ".=\eP2\eP\eB\eP"
         ddt "MOVEI A,123\eX1/\r"
         ddt "SUM/HERE:\rHERE[\eQ+1=\r"
         ddt "NOWHERE/\eZJUNK\17710/\r"
         ddt "0\e9B"
         ddt"#,
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn words_in_other_forms() {
    let transcript = session(
        &mut host("count"),
        r#"load count.rim symbols count.sym
         deposit -a TABLE "HELLO"
         examine -a TABLE
         d -c TABLE mack
         e -c TABLE
         d -q TABLE 4 SUM
         e -q TABLE
         d -f TABLE -1.5
         e -f TABLE
         d -d TABLE -100
         e -d TABLE
         d TABLE 440700,,SUM
         e -b TABLE
         x/3i GO
         p [TABLE]
         info break
         info b
         i registers"#,
    );
    insta::assert_snapshot!(transcript);
}

/// Invalid commands, and the messages for them.
const MISTAKES: &[(&str, &str)] = &[
    ("frobnicate", "unknown command \"frobnicate\"; \"help\" lists them"),
    ("break NOWHERE", "unknown symbol \"NOWHERE\""),
    (
        "break 100-200",
        "expected one address, found the range 100-200; to calculate an address, write (100-200)",
    ),
    ("watch 100/4", "expected one address, found the range 100/4; to calculate an address, write (100/4)"),
    ("break ADD1 if", "expected a condition after \"if\""),
    ("break ADD1 if A=", "expected a number or a symbol, found the end of the line, at column 3 of A="),
    ("break ADD1 if A=3 and and", "unknown symbol \"and\", at column 9 of A=3 and and"),
    ("break ADD1 if NOWHERE", "unknown symbol \"NOWHERE\""),
    ("break ADD1 do", "expected a command after \"do\""),
    ("break if A=3", "expected an address or an event; \"help break\" lists them"),
    ("break opcode BLT many", "\"many\": expected a count, \"if\", \"log\" or \"do\""),
    (
        "break opcode 1000",
        "unknown opcode \"1000\" (expected the name of an instruction, such as MOVE, or 000 to 777)",
    ),
    ("break count.mid:999", "the source map has no line count.mid:999"),
    ("break none.mid:1", "the source map has no line none.mid:1"),
    ("break channel 10", "unknown channel \"10\" (expected 1 to 7)"),
    ("break channel 8", "unknown channel \"8\" (expected 1 to 7)"),
    ("tbreak", "expected an address or an event; \"help break\" lists them"),
    ("nobreak LOOP", "no breakpoint \"LOOP\"; \"break\" lists them"),
    ("nobreak GO 3 4", "expected an operator, found \"3\", at column 4 of GO 3"),
    ("delete 9", "no breakpoint or watchpoint 9; \"break\" lists them"),
    ("delete x", "\"x\": expected the number of a breakpoint or watchpoint; \"break\" lists them"),
    ("condition", "expected the number of a breakpoint or watchpoint; \"break\" lists them"),
    ("condition 9 A=1", "no breakpoint or watchpoint 9; \"break\" lists them"),
    ("ignore 1", "expected a count: ignore NUMBER COUNT"),
    ("watch NOWHERE", "unknown symbol \"NOWHERE\""),
    ("watch -r", "expected a number or a symbol, found the end of the line"),
    ("nowatch SUM", "no watchpoint for changes to 125; \"break\" lists them"),
    ("step -1", "\"-1\" is not a number (counts are decimal)"),
    ("step 1 2", "\"1 2\" is not a number (counts are decimal)"),
    ("next x", "\"x\" is not a number (counts are decimal)"),
    ("until 9x", "\"9x\" is neither an octal number nor a known symbol"),
    ("until GO LOOP", "unexpected \"LOOP\" (expected \"until\" or \"for\")"),
    ("finish", "no call of this subroutine was found; \"help backtrace\" says how calls are found"),
    ("finish 20", "20 is not an accumulator (expected 0 to 17)"),
    (
        "back sideways",
        "\"sideways\": expected a count, next, line, over, out, continue, for, to, wrote or read",
    ),
    ("back 5", "nothing has been executed yet"),
    ("back to", "expected a time such as 20s, or a number of instructions"),
    ("back to 5", "instruction 5 is in the future"),
    ("back to 5s", "5.000000000 s is in the future; the machine is at 0.000000000 s"),
    ("back for", "expected a time: back for 2s"),
    ("back for 5", "\"5\" is not a time (expected a number and a unit: 10s, 200ms, 2min, 1h)"),
    ("back for 5s", "the machine has run for only 0.000000000 s"),
    ("back continue now", "unexpected \"now\" after \"back continue\""),
    ("back line", "the recorded history begins after this step; \"back N\" goes back N instructions"),
    ("who", "expected an address: who wrote ADDRESS"),
    ("who wrote", "expected an address"),
    ("who wrote NOWHERE", "unknown symbol \"NOWHERE\""),
    ("backtrace x", "\"x\" is not a number (counts are decimal)"),
    ("list count.mid:0", "\"0\" is not a line number; lines are counted from 1"),
    ("list count.mid:999", "count.mid has only 40 lines"),
    ("list none.mid:3", "the source map has no file \"none.mid\""),
    (
        "send \"x",
        "expected a quotation mark at the end of the text, found the end of the line, at column 3 of \"x",
    ),
    (
        "ddt \"x",
        "expected a quotation mark at the end of the text, found the end of the line, at column 3 of \"x",
    ),
    ("ddt", "ddt needs a terminal; in a script, give the keys as text: ddt \"KEYS\""),
    ("deposit -z 1 2", "unknown option -z (expected -a, -c, -d, -f, -q or -u)"),
    ("deposit -a TABLE TOOLONG", "\"TOOLONG\" has more than the 5 characters of a word"),
    ("deposit -d TABLE x", "\"x\" is not a decimal number of 36 bits"),
    ("deposit -f TABLE 1e99", "1e99 is too large for a word (expected about 1e-39 to 1e38)"),
    ("examine GO-1", "the range GO-1 ends before it begins; to subtract, write (GO-1)"),
    (
        "view board",
        "unknown structure \"board\"; no structures are known; \"load structures FILE\" reads a table of \
         them",
    ),
    ("load structures none", "cannot read \"none\": no such file"),
    (
        "load structures count.mid",
        "table \"count.mid\": line 1: this is not a table of structures (expected \
         \"pdp6-structures 1\")",
    ),
    ("help frob", "unknown command \"frob\"; \"help\" lists them"),
];

/// Mistakes are reported at the prompt, and in a command file with the line number.
#[test]
fn mistakes_have_their_place() {
    let mut wrong = String::new();
    for (line, message) in MISTAKES {
        let mut host = host("count");
        host.write("bad.do", &format!("echo one\n{line}\n"));
        let load = "load count.rim symbols count.sym\nbreak GO";
        let transcript = session(&mut host, &format!("{load}\n{line}\ndo bad.do"));
        let said = transcript.split_once(&format!("pdp6> {line}\n")).map_or("", |(_, said)| said);
        let expected = format!("{message}\npdp6> do bad.do\none\nbad.do:2: {message}\n");
        if said != expected {
            wrong += &format!("{line}: {said}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A run longer than the limit is rejected, because a truncated run could be mistaken for a complete one.
#[test]
fn a_run_over_the_limit_is_rejected() {
    let lines = "load count.rim symbols count.sym\nset limit 10s\ngo GO for 20s\ngo GO for 10s";
    let transcript = session(&mut host("count"), lines);
    let refused =
        "pdp6> go GO for 20s\n20s is longer than the limit of a run; \"set limit 20s\" raises the limit\n";
    assert!(transcript.contains(refused), "{transcript}");
    assert_eq!(transcript.matches("longer than the limit of a run").count(), 1, "{transcript}");
}

/// After 1,000 s of machine time in the chess program's search, jumps to earlier times take under 10 s each
/// on the host, and the checkpoints take under 64 MiB.
#[test]
fn jumping_back_a_thousand_seconds_is_fast() {
    let (mut session, mut host) = chess();
    let mut type_in = |line: &str| {
        session.execute(line, &mut host).unwrap_or_else(|error| panic!("{line}: {error}"));
        std::mem::take(&mut host.screen)
    };
    type_in("set reverse on");
    type_in("send \"BOOK 0\\rSETD 8\\rM\\r\"");
    let text = type_in("continue for 1000s");
    assert!(text.ends_with("time limit reached\n") || text.contains("time limit reached"), "{text}");
    let settings = type_in("show settings");
    let past = settings.lines().find_map(|line| line.strip_prefix("reverse on; ")).expect("reverse is on");
    let (states, bytes) = past.split_once(" saved states, ").expect("the size is shown");
    let kibibytes: u32 = bytes.trim_end_matches(" KiB").parse().expect("the size is in KiB");
    assert!(states.parse::<u32>().unwrap() > 100, "{past}: too few checkpoints");
    assert!(kibibytes < 64 << 10, "{past}");
    let mut longest = Duration::ZERO;
    for back in ["back for 1s", "back for 99s", "back for 400s", "back for 490s"] {
        let begun = Instant::now();
        type_in(back);
        longest = longest.max(begun.elapsed());
    }
    eprintln!("1,000 s: {past}; the longest way back took {longest:?}");
    // About 100 times the duration measured on an idle machine.
    assert!(longest < Duration::from_secs(10), "{longest:?}");
}
