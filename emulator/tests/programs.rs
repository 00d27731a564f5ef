//! Programs that the tests of `pdp6` run, as deposits at its prompt.

/// Prints a line HI, punches a frame, halts: what a program does from 106 on.
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

/// Sends one character back, prints, punches, halts.
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

/// Types P on the console, prints, punches, halts.
pub(crate) fn types() -> String {
    let begins = "\
d 102 201040000120 ; MOVEI 1,120
d 103 712140000001 ; DATAO TTY,1
d 104 712300000020 ; CONSZ TTY,20
d 105 254000000104 ; JRST .-1
";
    format!("{begins}{PRINTS}g 102\n")
}

/// The same, and then goes round for ever.
pub(crate) fn types_and_stays() -> String {
    types().replace("d 114 254200000100 ; HALT 100", "d 114 254000000114 ; JRST .")
}
