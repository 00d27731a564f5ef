//! Explains each kind of message, with a wrong and a corrected example.

use super::Code;
use crate::dialect::Dialect;
use std::fmt::Write as _;

/// The explanation of one kind of message.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// The kind of message.
    pub code: Code,
    /// The explanation, one paragraph.
    pub text: &'static str,
    /// A source that causes the message; empty if a few lines cannot show it.
    pub wrong: &'static str,
    /// The corrected source.
    pub right: &'static str,
    /// The dialects of the examples; empty if they apply in all dialects.
    pub dialects: &'static [Dialect],
}

macro_rules! explanations {
    ($($code:ident $([$($dialect:ident)*])? $text:literal $wrong:literal $right:literal;)*) => {
        /// One explanation for each kind of message.
        pub const ALL: &[Explanation] = &[$(Explanation {
            code: Code::$code,
            text: $text,
            wrong: $wrong,
            right: $right,
            dialects: &[$($(Dialect::$dialect),*)?],
        },)*];
    };
}

explanations! {
    BadFormat "A character has no meaning where it is: for example a colon that does not follow a name, a \
        quote after something that cannot have one, or in dialects A and B a text constant of more \
        than one character."
        "\t5:\t6\n" "FIVE:\t6\n";
    NumberTooLarge "A number needs more than the 36 bits of a word; its low 36 bits are used."
        "\t1777777777777\n" "\t777777777777\n";
    ExponentOverflow "The exponent of a floating-point number does not fit in eight bits: numbers reach \
        from about 10^-39 to 10^38."
        "\t1.0^99.\n" "\t1.0^30.\n";
    NotSixbit "SIXBIT has codes only for the characters from blank to underscore. Dialects C and D use the \
        code of the capital letter for a small letter, and of [ ] for { }."
        "\tSIXBIT /\t/\n" "\tSIXBIT / /\n";
    OctalDigit "In an octal number, 8 and 9 are accepted and count as eight and nine: 18 is 1*8+8, which is \
        20 octal. This is rarely intended."
        "\tMOVEI 1,18\n" "\tMOVEI 1,18.\n";
    NotSeparated "Two numbers, symbols, texts or brackets follow each other without a separator. Put an \
        operator, a blank or a comma between them."
        "\t<1>2\n" "\t<1>+2\n";
    IllegalClose "A bracket is closed by a bracket of another kind."
        "\t<1)\n" "\t<1>\n";
    MissingClose [D] "A bracket is not closed. In dialect D a literal may continue over several lines, to \
        its closing bracket; in dialects A to C it ends with its line."
        "\tMOVE 1,[5\n" "\tMOVE 1,[5]\n";
    StrayClose [D] "A closing bracket has no matching opening one. Note that ] also ends a conditional such \
        as IFN 1,[...]."
        "\t5 ]\n" "\t[5]\n";
    UndefinedFormat "The fields and commas of a word are arranged in a way that has no meaning. In `MOVE \
        1,FOO` they are instruction, blank, accumulator, comma, address."
        "\t1,2,3\n" "\t1 2,3\n";
    CommaAfterThird [D] "A word has two commas at most, and none after its third field."
        "\tMOVE 1,2,3\n" "\tMOVE 1,2\n";
    UnclosedConditional [D] "The ] of a conditional that was true is missing. The output is correct, but if \
        the condition were false the rest of the program would be skipped, and a later ] may close this \
        conditional instead of its own bracket."
        "IFN 1,[\t5\n" "IFN 1,[\t5\n]\n";
    LargeAccumulator "Only the low four bits of an accumulator are used: MOVE 20,X is assembled as MOVE \
        0,X."
        "\tMOVE 20,100\n" "\tMOVE 17,100\n";
    LargeAddress "Only the right half of an address is used, and its left half is ignored."
        "\tMOVEI 1,1000000\n" "\tMOVE 1,[1000000]\n";
    DivisionByZero "A division by zero yields the dividend, because the machine's IDIV then leaves its \
        accumulator unchanged."
        "N==0\n\t5/N\n" "N==2\n\t4/N\n";
    Undefined "A symbol is used in a word but never defined. Its value is taken as 0. Define it as a label \
        or with an equal sign, or correct its name."
        "\tJRST THERE\n" "\tJRST THERE\nTHERE:\t5\n";
    UndefinedInLiteral "A symbol is used in a literal but never defined. Its value is taken as 0. Define \
        it as a label or with an equal sign, or correct its name."
        "\tMOVE 1,[SIZE]\n" "SIZE==5\n\tMOVE 1,[SIZE]\n";
    UndefinedInArgument "The argument of a pseudo-op must be known when it is read, on both passes. \
        Define its symbols before it."
        "\tBLOCK SIZE\nSIZE==5\n" "SIZE==5\n\tBLOCK SIZE\n";
    UndefinedInAssignment "The right side of an assignment must be known when it is read. The assignment \
        is ignored."
        "A=B\nB=5\n" "B=5\nA=B\n";
    MultiplyDefined "A label is defined twice, or has different values on the two passes. Dialects A to C \
        keep the first value, dialect D takes the last."
        "A:\t1\nA:\t2\n" "A:\t1\nB:\t2\n";
    ReservedLabel "The name of a pseudo-op or macro cannot be a label."
        "LOC:\t5\n" "PLACE:\t5\n";
    LabelInField "A label is inside a word. Put it at the beginning of a statement."
        "\t1+A:\t2\n" "A:\t1+2\n";
    IllegalAssignment "An equal sign needs a name directly before it, and an assignment is a separate \
        statement."
        "FOO =5\n" "FOO=5\n";
    AssignedPseudo "An assignment gives a number to the name of a pseudo-op or macro. This is allowed, \
        but rarely intended."
        "LOC=5\n" "PLACE=5\n";
    UnknownSymbol [A B C] "EQUALS gives a name the whole meaning of another name, which must exist."
        "EQUALS A,NOSUCH\n" "EQUALS A,MOVE\n";
    DefinedAsVariable "NAME' declares a variable, but the name already has a value. The quote is ignored."
        "A:\tMOVE 1,A'\n" "A:\tMOVE 1,B'\n";
    PseudoAsVariable [A B C] "A pseudo-op or macro can be neither a variable nor global."
        "\t.GLOBAL LOC\n" "\t.GLOBAL PLACE\n";
    LocationUnknown [A B C] "The location was set to an undefined value. Until the next LOC no word or \
        label can be placed."
        "\tLOC NOSUCH\nA:\t5\n" "\tLOC 200\nA:\t5\n";
    RepeatedBlock [D] "Two blocks in the same block have the same name, so their symbols would be mixed."
        ".BEGIN A\n.END A\n.BEGIN A\n.END A\n" ".BEGIN A\n.END A\n.BEGIN B\n.END B\n";
    UnbalancedBlock [D] "Every .BEGIN needs its .END, of the same name."
        ".BEGIN INNER\n\t5\n" ".BEGIN INNER\n\t5\n.END INNER\n";
    InitialRedefined [D] "A label has the name of an instruction, or of a symbol defined with -D on the \
        command line. From here on the name means the label."
        "ADD:\t5\n" "ADDER:\t5\n";
    FixedRedefined [D] "=: fixes the value of a symbol. It cannot be changed later."
        "A=:5\nA=6\n" "A=5\nA=6\n";
    NothingEqualled [D] "The second name after EQUALS is not defined. The assembler of dialect D typed no \
        message and put a word with the value 3 or -1 into the program, which is rarely intended."
        "EQUALS A,NOSUCH\n" "EQUALS A,MOVE\n";
    ConstantsMoved "The constants are not where they were on pass 1: something assembled a different \
        number of words on the two passes."
        "IF1 5\nCONSTANTS\n" "\t5\nCONSTANTS\n";
    MoreConstants "Pass 2 has more literals (constants) than pass 1, so there is no space for the additional \
        ones."
        "IF2 [\t[5]\n]\n" "\t[5]\n";
    VariablesMoved "The variables are not where they were on pass 1: something assembled a different \
        number of words on the two passes."
        "IF1 5\nVARIABLES\n" "\t5\nVARIABLES\n";
    NewVariable "A variable that did not occur on pass 1 has no space."
        "IF2 X'\n" "\tX'\n";
    LocationWraps [C D] "The last word of memory has been assembled, and the next one is assembled at 0."
        "LOC 777777\n\t1\n\t2\n" "LOC 777777\n\t1\n";
    TooManyAreas [A B] "The assemblers of dialects A and B had tables for 64 areas of constants and 64 areas \
        of variables. Each CONSTANTS or VARIABLES makes one, and END adds one of each."
        "REPEAT 100,[CONSTANTS\n]\n" "\t[5]\nCONSTANTS\n";
    NotInBracket [D] "LOC, BLOCK, CONSTANTS, VARIABLES and similar pseudo-ops are not allowed inside a \
        bracket."
        "\t[LOC 200]\n" "\tLOC 200\n";
    NoValue [D] "A pseudo-op that has no value cannot be part of a word or argument."
        "\tMOVE 1,RADIX 10.\n" "RADIX 10.\n\tMOVE 1,9\n";
    BadArgument [D] "A pseudo-op or macro has an argument that it does not accept."
        "DEFINE M +A=1\n\tA\nTERMIN\n\tM B=2\n" "DEFINE M +A=1\n\tA\nTERMIN\n\tM A=2\n";
    StorageForbidden "After .NSTGW no word may be stored (assembled into memory) until .YSTGW."
        ".NSTGW\n\t5\n" ".NSTGW\n.YSTGW\n\t5\n";
    NegativeStart [B C D] "The argument of END is the instruction that starts the program. A negative word \
        is not a jump."
        "END -1\n" "END 100\n";
    UserError [D] "The source itself reports an error with .ERR or .FATAL."
        "\t.ERR too large\n" "\t5\n";
    Relocation "A relocatable value (an address that the linking loader moves) can be added, subtracted \
        and moved to the other half. It cannot be multiplied, masked or used as a number."
        "\tRELOCATABLE\nA:\tA&7\n" "\tRELOCATABLE\nA:\tA+7\n";
    GlobalNotAllowed "Only the loader knows the value of a global symbol of another program. Here the \
        value is needed during assembly."
        "\tRELOCATABLE\n\tX\"/2\n" "\tRELOCATABLE\n\tX\"\n";
    CannotExecute ".OP executes only arithmetic, logical, half-word, shift and test instructions, and \
        IBP."
        "\t.OP XCT 1 2\n" "\t.OP ADD 1 2\n";
    WrongOutput "Requests to the linking loader are allowed in relocatable programs only."
        "\t.LIBRA SQRT\n" "\tRELOCATABLE\n\t.LIBRA SQRT\n";
    ForeignFormat [D] "Output formats and pseudo-ops of other systems are not supported."
        "\t.DECREL\n" "\tRELOCATABLE\n";
    BadStatement [C D] "An arithmetic statement (.F or .I) needs an operator between two operands, and \
        balanced parentheses. It computes in the accumulators A0, A1 and so on, which the source must define."
        "A0==1\nA: 0\nB: 0\n.F A=B+)\n" "A0==1\nA: 0\nB: 0\n.F A=B+1.0\n";
    NothingTyped ".TTYMAC defines a macro and calls it at once, with a line of standard input as its \
        arguments. The second pass reads the same lines again."
        "" "";
    GlobalOperand [A B] "Only the loader knows the value of a global symbol. An operator works on the \
        part of its operand that is known, and the loader adds the symbol to the result: <X\"+3>&7 is \
        X\"+<3&7>. In dialects C and D the operators & \\ and # are errors with such an operand, and in D so \
        are shifts and products. \
        In the argument of a pseudo-op the symbol counts as 0."
        "\tRELOCATABLE\n\t<X\"+3>&7\n" "\tRELOCATABLE\n\tX\"+<3&7>\n";
    UnknownDate [D] ".OP with .RTIME, .RDATE or .RDATIM asked the time-sharing monitor for the time or date. \
        This assembler never reads the clock, so that a source always assembles to the same program. The \
        answer is -1, as from a monitor that did not know the date."
        ".OPER=:42000,,\n.RDATE=:42000,,46\n\t.OP .RDATE\n" "IFNDEF DATE,DATE==-1\n\tDATE\n";
    OutsideDefinition [C D] "TERMIN ends a DEFINE or IRP, and .QUOTE quotes inside one, but no definition or \
        loop is open here. A REPEAT needs no TERMIN. TERMIN in a comment or text also ends a definition."
        "\tTERMIN\n" "DEFINE M\nTERMIN\n";
    TooManyDummies "A macro or loop has too many dummy arguments. The limit is 15 in dialects A to C, as \
        in the assemblers of the time, and 120 in D."
        "" "";
    MacroReplaces [D] "A macro is given a name that was defined as a number."
        "M=5\nDEFINE M\nTERMIN\n" "DEFINE M\nTERMIN\n";
    NoTag ".GO continues reading at the .TAG of the same name, in the file, macro or loop that is being \
        read or in one around it."
        ".GO THERE\n" ".GO THERE\n.TAG THERE\n";
    NoMacroName [D] "DEFINE needs the name of the macro on the same line."
        "DEFINE\nM\nTERMIN\n" "DEFINE M\nTERMIN\n";
    NoEnd "The source ends without END. Perhaps a text, a bracket or a definition is not closed."
        "" "";
    CannotRead [C D] "A file cannot be read. An inserted file is searched for in the folder of the inserting \
        file and in the folders of --include, also with .mid added to its name and in lower case."
        "\t.INSRT NOSUCH\n" "; omit the line, or give the name of an existing file\n";
    ExpansionTooDeep "Macros or loops are nested endlessly, or deeper than --limit expansion-depth allows."
        "DEFINE M\nM\nTERMIN\nM\n" "DEFINE M\n\t5\nTERMIN\nM\n";
    ExpansionTooLong "Macros and loops produced more text than --limit expanded-characters allows. Look \
        for a macro whose argument grows with each call, or for nested loops."
        "" "";
    BracketsTooDeep "More brackets are open than --limit bracket-depth allows."
        "" "";
    TooManyRepeats "A REPEAT count is larger than --limit repeat-count allows. Only the right half of the \
        count is used."
        "\tREPEAT 777777,5\n" "\tREPEAT 10,5\n";
    TooManyInsertions "Files insert each other endlessly, or deeper than --limit insertion-depth allows, \
        or more files are inserted than --limit insertions allows."
        "" "";
    TooManySymbols [A] "The symbol table had room for 1663 symbols in A and 26608 in B, including pseudo-ops \
        and instructions. Dialects C and D have no limit."
        "" "";
    OutputTooLarge "The program has more words than --limit output-words allows."
        "" "";
}

/// Returns the explanation of `code` as text.
pub fn text(code: Code) -> String {
    let mut text = format!("{}: {}\n", code.code(), code.title());
    if !code.period().is_empty() {
        let _ = writeln!(text, "(the original assemblers typed {})", code.period());
    }
    let name = code.warning_name();
    if code.is_slip() {
        let _ = writeln!(
            text,
            "A warning: -W slips or -W {name} turns it on, -W error={name} makes it an error."
        );
    } else if !name.is_empty() {
        let _ = writeln!(text, "A warning: -W no-{name} silences it, -W error={name} makes it an error.");
    }
    let Some(found) = ALL.iter().find(|e| e.code == code) else { return text };
    let _ = writeln!(text, "\n{}", found.text);
    let indent = |source: &str| source.lines().map(|line| format!("    {line}\n")).collect::<String>();
    if !found.wrong.is_empty() {
        let (wrong, right) = (indent(found.wrong), indent(found.right));
        let _ = write!(text, "\nWrong{}:\n{wrong}\nRight:\n{right}", limited_to(found.dialects));
    }
    text
}

/// Returns a phrase that names the dialects of an example, empty if it applies in all of them.
fn limited_to(dialects: &[Dialect]) -> String {
    match dialects {
        [] => String::new(),
        [only] => format!(" in dialect {}", only.letter()),
        [first, second] => format!(" in dialects {} and {}", first.letter(), second.letter()),
        [first, .., last] => format!(" in dialects {} to {}", first.letter(), last.letter()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MemoryFiles, Options, assemble};

    fn codes(source: &str, dialect: Dialect) -> Vec<Code> {
        let end = if source.starts_with("END") { "" } else { "END 100\n" };
        let files = MemoryFiles::new().with("x", format!("TITLE T\n{source}{end}"));
        let options = Options { dialect, slips: true, ..Options::default() };
        assemble("x", &files, &options).1.into_iter().map(|d| d.code).collect()
    }

    #[test]
    fn wrong_examples_are_wrong_and_right_ones_right() {
        for e in ALL.iter().filter(|e| !e.wrong.is_empty()) {
            let holds_in = |dialect: &Dialect| {
                codes(e.wrong, *dialect).contains(&e.code) && codes(e.right, *dialect).is_empty()
            };
            let holds: Vec<Dialect> = Dialect::ALL.into_iter().filter(holds_in).collect();
            let claimed = if e.dialects.is_empty() { &Dialect::ALL } else { e.dialects };
            assert_eq!(holds, claimed, "{:?}", e.code);
        }
    }

    #[test]
    fn every_code_is_explained_once() {
        for code in Code::ALL {
            let count = ALL.iter().filter(|e| e.code == *code).count();
            assert_eq!(count, 1, "{code:?}");
        }
    }
}
