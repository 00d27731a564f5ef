//! Programs for the tests of `pdp6`, as deposits at its prompt.

/// The part of a program from 106 on: prints the line HI, punches a frame, halts.
const PRINTS: &str = "\
d 106 712540000120 ; DATAO LPT,120
d 107 712540000121 ; DATAO LPT,121
d 110 712540000122 ; DATAO LPT,122
d 111 710140000001 ; DATAO PTP,1
d 112 710340000010 ; CONSO PTP,10
d 113 254000000112 ; JRST .-1
d 114 254200000100 ; HALT 100
d 120 000000000050 ; H
d 121 000000000051 ; I
d 122 000000000400 ; line feed
";

/// Returns a program that echoes one character, prints a line, punches a frame and halts.
pub(crate) fn echo() -> String {
    let begins = "\
d 100 712340000040 ; CONSO TTY,40
d 101 254000000100 ; JRST .-1
d 102 712040000001 ; DATAI TTY,1
d 103 712140000001 ; DATAO TTY,1
d 104 712300000020 ; CONSZ TTY,20
d 105 254000000104 ; JRST .-1
";
    format!("{begins}{PRINTS}g 100\n")
}

/// Returns a program that prints P on the console, prints a line, punches a frame and halts.
pub(crate) fn types() -> String {
    let begins = "\
d 102 201040000120 ; MOVEI 1,120
d 103 712140000001 ; DATAO TTY,1
d 104 712300000020 ; CONSZ TTY,20
d 105 254000000104 ; JRST .-1
";
    format!("{begins}{PRINTS}g 102\n")
}

/// Returns [`types`] with an endless loop in place of the halt.
pub(crate) fn types_and_stays() -> String {
    types().replace("d 114 254200000100 ; HALT 100", "d 114 254000000114 ; JRST .")
}

/// Returns a global name of one letter, as the linking loader encodes it.
pub(crate) fn global(letter: u8) -> u64 {
    // A is 13 (octal) in radix 50; five blanks follow.
    (1 << 32) | ((u64::from(letter - b'A') + 0o13) * 40u64.pow(5))
}

/// Returns a relocatable program with the name `letter` and one block of relocation codes and the words to
/// which they apply.
pub(crate) fn relocatable(letter: u8, words: &[u64]) -> Vec<u8> {
    let block = |kind: u64, words: &[u64]| {
        let mut block = vec![kind << 25 | (words.len() as u64) << 18];
        block.extend(words);
        let sum = block.iter().fold(0u64, |sum, word| {
            let sum = sum + word;
            (sum & 0o777777_777777) + (sum >> 36)
        });
        block.push(!sum & 0o777777_777777);
        block
    };
    let blocks = [block(3, words), block(4, &[global(letter)])].concat();
    blocks.iter().flat_map(|word| word.to_be_bytes()).collect()
}
