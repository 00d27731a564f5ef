//! The kinds of messages: each has a stable code, the original assemblers' abbreviation, for warnings a name
//! for the option `-W`, and an explanation with a wrong and a corrected example.

use super::Severity;
use super::explain::Explanation;
use crate::dialect::Dialect;
use std::fmt;

macro_rules! codes {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident $([$($dialect:ident)*])?
            $code:literal $period:literal $severity:ident $warning:literal $help:literal
            $text:literal $wrong:literal $right:literal;
    )*) => {
        /// The kind of a message.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $($(#[doc = $doc])* $name,)* }

        impl Code {
            /// Every kind, in order of declaration.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The stable code, such as `M0301`.
            pub fn code(self) -> &'static str {
                match self { $(Code::$name => $code,)* }
            }

            /// The abbreviation that the original assemblers printed, or empty.
            pub fn period(self) -> &'static str {
                match self { $(Code::$name => $period,)* }
            }

            /// The severity, unless the user sets another one.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* }
            }

            /// The name of a warning for `-W`, otherwise empty.
            pub fn warning_name(self) -> &'static str {
                match self { $(Code::$name => $warning,)* }
            }

            /// The remedy in a few words, or empty.
            pub fn help(self) -> &'static str {
                match self { $(Code::$name => $help,)* }
            }

            /// The meaning in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => concat!($($doc, " "),*).trim_ascii(),)* }
            }

            /// The explanation, with examples.
            pub fn explanation(self) -> Explanation {
                match self {
                    $(Code::$name => Explanation {
                        text: $text,
                        wrong: $wrong,
                        right: $right,
                        dialects: &[$($(Dialect::$dialect),*)?],
                    },)*
                }
            }
        }
    };
}

codes! {
    /// unexpected character
    BadFormat "M0101" "ILF" Error "" ""
        "A character has no meaning where it is: for example a colon that does not follow a name, a \
        quote after something that cannot have one, or in dialects A and B a text constant of more \
        than one character."
        "\t5:\t6\n" "FIVE:\t6\n";
    /// a number does not fit in 36 bits
    NumberTooLarge "M0102" "XSG" Error ""
        "the largest number is 777777777777 octal"
        "A number needs more than the 36 bits of a word; its low 36 bits are used."
        "\t1777777777777\n" "\t777777777777\n";
    /// the exponent of a floating-point number does not fit
    ExponentOverflow "M0103" "EPO" Error ""
        "numbers reach from about 10^-39 to 10^38"
        "The exponent of a floating-point number does not fit in eight bits: numbers reach \
        from about 10^-39 to 10^38."
        "\t1.0^99.\n" "\t1.0^30.\n";
    /// a character has no SIXBIT code
    NotSixbit "M0104" "N6B" Error ""
        "SIXBIT has the characters from blank to underscore: capitals, digits and punctuation"
        "SIXBIT has codes only for the characters from blank to underscore. Dialects C and D use the \
        code of the capital letter for a small letter, and of [ ] for { }."
        "\tSIXBIT /\t/\n" "\tSIXBIT / /\n";
    /// a digit 8 or 9 in an octal number
    OctalDigit "M0105" "" Warning "octal-digit"
        "for a decimal number write a point after it; -W no-octal-digit turns this warning off"
        "In an octal number, 8 and 9 are accepted and count as eight and nine: 18 is 1*8+8, which is \
        20 octal. This is rarely intended."
        "\tMOVEI 1,18\n" "\tMOVEI 1,18.\n";
    /// a separator is missing between two parts of a word
    NotSeparated "M0201" "NOS" Error ""
        "put a blank, a comma or an operator between them"
        "Two numbers, symbols, texts or brackets follow each other without a separator. Put an \
        operator, a blank or a comma between them."
        "\t<1>2\n" "\t<1>+2\n";
    /// a bracket is closed by the wrong character
    IllegalClose "M0202" "ILC" Error ""
        "close the brackets in the reverse order of opening: < >, ( ), [ ]"
        "A bracket is closed by a bracket of another kind."
        "\t<1)\n" "\t<1>\n";
    /// a closing bracket is missing
    MissingClose [D] "M0203" "ILC" Error ""
        "write the closing bracket; in dialects A to C it must be on the same line"
        "A bracket is not closed. In dialect D a literal may continue over several lines, to \
        its closing bracket; in dialects A to C it ends with its line."
        "\tMOVE 1,[5\n" "\tMOVE 1,[5]\n";
    /// a closing bracket has no opening one
    StrayClose [D] "M0204" "ILC" Error ""
        "remove it, or write the opening bracket"
        "A closing bracket has no matching opening one. Note that ] also ends a conditional such \
        as IFN 1,[...]."
        "\t5 ]\n" "\t[5]\n";
    /// fields and separators form no known pattern
    UndefinedFormat "M0205" "UFM" Error ""
        "the usual pattern is INSTRUCTION ACCUMULATOR,ADDRESS(INDEX)"
        "The fields and commas of a word are arranged in a way that has no meaning. In `MOVE \
        1,FOO` they are instruction, blank, accumulator, comma, address."
        "\t1,2,3\n" "\t1 2,3\n";
    /// too many commas in a word
    CommaAfterThird [D] "M0206" "" Error ""
        "end the word before this comma"
        "A word has at most two commas, and none after its third field. In MOVE 1,2 the three fields are \
        MOVE, 1 and 2."
        "\tMOVE 1,2,3\n" "\tMOVE 1,2\n";
    /// a conditional is not closed
    UnclosedConditional [D] "M0207" "" Warning "unclosed-conditional"
        "close it with ]; if .STOP leaves it before the ], write { } instead of [ ]"
        "The ] of a conditional that was true is missing. The output is correct, but if \
        the condition were false the rest of the program would be skipped, and a later ] may close this \
        conditional instead of its own bracket."
        "IFN 1,[\t5\n" "IFN 1,[\t5\n]\n";
    /// an accumulator has more than four bits
    LargeAccumulator "M0208" "" Warning "large-accumulator"
        "accumulators are 0 to 17 octal"
        "Only the low four bits of an accumulator are used: MOVE 20,X is assembled as MOVE \
        0,X."
        "\tMOVE 20,100\n" "\tMOVE 17,100\n";
    /// an address has more than 18 bits
    LargeAddress "M0209" "" Warning "large-address"
        "put a constant that is too large into a literal: [VALUE]"
        "Only the right half of an address is used, and its left half is ignored."
        "\tMOVEI 1,1000000\n" "\tMOVE 1,[1000000]\n";
    /// a division by zero
    DivisionByZero "M0210" "" Warning "division-by-zero"
        "the divisor must not be 0"
        "A division by zero yields the dividend, because the machine's IDIV then leaves its \
        accumulator unchanged."
        "N==0\n\t5/N\n" "N==2\n\t4/N\n";
    /// a symbol is not defined
    Undefined "M0301" "USW" Error ""
        "define it as a label or with an equal sign, or correct its name"
        "A symbol is used in a word but never defined. Its value is taken as 0. Define it as a label \
        or with an equal sign, or correct its name."
        "\tJRST THERE\n" "\tJRST THERE\nTHERE:\t5\n";
    /// a symbol used in a literal is not defined
    UndefinedInLiteral "M0302" "USC" Error ""
        "define it as a label or with an equal sign, or correct its name"
        "A symbol is used in a literal but never defined. Its value is taken as 0. Define \
        it as a label or with an equal sign, or correct its name."
        "\tMOVE 1,[SIZE]\n" "SIZE==5\n\tMOVE 1,[SIZE]\n";
    /// a symbol in the argument of a pseudo-op is not defined
    UndefinedInArgument "M0303" "US" Error ""
        "define it before this statement: its value is needed on both passes"
        "The argument of a pseudo-op must be known when it is read, on both passes. \
        Define its symbols before it."
        "\tBLOCK SIZE\nSIZE==5\n" "SIZE==5\n\tBLOCK SIZE\n";
    /// a symbol on the right of an equal sign is not defined
    UndefinedInAssignment "M0304" "USP" Error ""
        "define it before this line"
        "The right side of an assignment must be known when it is read. The assignment \
        is ignored."
        "A=B\nB=5\n" "B=5\nA=B\n";
    /// a label is defined twice with different values
    MultiplyDefined "M0305" "MDT" Error "" ""
        "A label is defined twice, or has different values on the two passes. Dialects A to C \
        keep the first value, dialect D takes the last."
        "A:\t1\nA:\t2\n" "A:\t1\nB:\t2\n";
    /// a label has the name of a pseudo-op or macro
    ReservedLabel "M0306" "RES" Error ""
        "choose another name"
        "The name of a pseudo-op or macro cannot be a label."
        "LOC:\t5\n" "PLACE:\t5\n";
    /// a label inside a word
    LabelInField "M0307" "ILT" Error ""
        "put the label at the beginning of a statement"
        "A label is inside a word. Put it at the beginning of a statement."
        "\t1+A:\t2\n" "A:\t1+2\n";
    /// an equal sign has no name on its left
    IllegalAssignment "M0308" "IPA" Error ""
        "write NAME=value as a separate statement, without a blank before the equal sign"
        "An equal sign needs a name directly before it, and an assignment is a separate \
        statement."
        "FOO =5\n" "FOO=5\n";
    /// an assignment replaces a pseudo-op or macro
    AssignedPseudo "M0309" "QPA" Warning "reassigned-pseudo"
        "if this is not intended, choose another name"
        "An assignment gives a number to the name of a pseudo-op or macro. This is allowed, \
        but rarely intended."
        "LOC=5\n" "PLACE=5\n";
    /// EQUALS or a similar pseudo-op with an unknown symbol
    UnknownSymbol [A B C] "M0310" "IEQ" Error ""
        "define it before this line"
        "EQUALS gives a name the whole meaning of another name, which must exist."
        "EQUALS A,NOSUCH\n" "EQUALS A,MOVE\n";
    /// a symbol that already has a value is declared a variable
    DefinedAsVariable "M0311" "MDV" Error ""
        "leave the quote out, or choose another name for the variable"
        "NAME' declares a variable, but the name already has a value. The quote is ignored."
        "A:\tMOVE 1,A'\n" "A:\tMOVE 1,B'\n";
    /// a pseudo-op or macro cannot be declared a variable or a global symbol
    PseudoAsVariable [A B C] "M0312" "ILV" Error ""
        "choose another name"
        "A pseudo-op or macro can be neither a variable nor global."
        "\t.GLOBAL LOC\n" "\t.GLOBAL PLACE\n";
    /// the location is unknown
    LocationUnknown [A B C] "M0313" "CLI" Error ""
        "set the location with LOC and a value that is known there"
        "The location was set to an undefined value. Until the next LOC no word or \
        label can be placed."
        "\tLOC NOSUCH\nA:\t5\n" "\tLOC 200\nA:\t5\n";
    /// two blocks have the same name
    RepeatedBlock [D] "M0314" "" Error ""
        "give the block another name"
        "Two blocks in the same block have the same name, so their symbols would be mixed."
        ".BEGIN A\n.END A\n.BEGIN A\n.END A\n" ".BEGIN A\n.END A\n.BEGIN B\n.END B\n";
    /// .BEGIN and .END do not match
    UnbalancedBlock [D] "M0315" "" Error ""
        "every .BEGIN needs an .END"
        "Every .BEGIN needs its .END, of the same name."
        ".BEGIN INNER\n\t5\n" ".BEGIN INNER\n\t5\n.END INNER\n";
    /// a label has the name of an instruction, or of a symbol defined with -D
    InitialRedefined [D] "M0316" "" Warning "redefined-instruction"
        "if this is not intended, choose another name"
        "A label has the name of an instruction, or of a symbol defined with -D on the \
        command line. From here on the name means the label."
        "ADD:\t5\n" "ADDER:\t5\n";
    /// a symbol made unchangeable by =: is redefined
    FixedRedefined [D] "M0317" "" Error ""
        "if the value must change, define it with = instead of =:"
        "=: fixes the value of a symbol. It cannot be changed later."
        "A=:5\nA=6\n" "A=5\nA=6\n";
    /// EQUALS with an undefined second name, which dialect D accepts
    NothingEqualled [D] "M0318" "" Warning "nothing-equalled"
        "define it before this line"
        "The second name after EQUALS is not defined. The assembler of dialect D typed no \
        message and put a meaningless word into the program."
        "EQUALS A,NOSUCH\n" "EQUALS A,MOVE\n";
    /// the constants are not where pass 1 put them
    ConstantsMoved "M0401" "CLD" Error ""
        "look for something that assembles a different number of words on the two passes"
        "The constants are not where they were on pass 1: something assembled a different \
        number of words on the two passes."
        "IF1 5\nCONSTANTS\n" "\t5\nCONSTANTS\n";
    /// there are more literals (constants) than on pass 1
    MoreConstants "M0402" "CLD" Error ""
        "look for literals that only pass 2 reads"
        "Pass 2 has more literals (constants) than pass 1, so there is no space for the additional \
        ones."
        "IF2 [\t[5]\n]\n" "\t[5]\n";
    /// the variables are not where pass 1 put them
    VariablesMoved "M0403" "VLD" Error ""
        "look for something that assembles a different number of words on the two passes"
        "The variables are not where they were on pass 1: something assembled a different \
        number of words on the two passes."
        "IF1 5\nVARIABLES\n" "\t5\nVARIABLES\n";
    /// a variable did not occur on pass 1
    NewVariable "M0404" "VND" Error ""
        "declare it in a line that pass 1 reads, too"
        "A variable that did not occur on pass 1 has no space."
        "IF2 X'\n" "\tX'\n";
    /// more areas of constants or variables than the assembler had room for
    TooManyAreas [A B] "M0407" "TCA" Fatal ""
        "omit a CONSTANTS or VARIABLES: END places the remaining constants and variables"
        "The assemblers of dialects A and B had tables for 64 areas of constants and 64 areas \
        of variables. Each CONSTANTS or VARIABLES makes one, and END adds one of each."
        "REPEAT 100,[CONSTANTS\n]\n" "\t[5]\nCONSTANTS\n";
    /// the location wraps from the end of memory to 0
    LocationWraps [C D] "M0408" "" Warning "location-wraps"
        "place the program at a lower address"
        "The last word of memory has been assembled, and the next one is assembled at 0."
        "LOC 777777\n\t1\n\t2\n" "LOC 777777\n\t1\n";
    /// a pseudo-op that is not allowed inside a bracket
    NotInBracket [D] "M0405" "" Error ""
        "close the bracket first"
        "LOC, BLOCK, CONSTANTS, VARIABLES and similar pseudo-ops are not allowed inside a \
        bracket."
        "\t[LOC 200]\n" "\tLOC 200\n";
    /// a pseudo-op without a value is used as a value
    NoValue [D] "M0406" "" Error ""
        "make it a separate statement"
        "A pseudo-op that has no value cannot be part of a word or argument."
        "\tMOVE 1,RADIX 10.\n" "RADIX 10.\n\tMOVE 1,9\n";
    /// a pseudo-op has a wrong argument
    BadArgument [D] "M0501" "" Error "" ""
        "A pseudo-op or macro has an argument that it does not accept."
        "DEFINE M +A=1\n\tA\nTERMIN\n\tM B=2\n" "DEFINE M +A=1\n\tA\nTERMIN\n\tM A=2\n";
    /// a word is stored where .NSTGW forbids it
    StorageForbidden "M0502" "SWD" Error ""
        "write a .YSTGW before it for each .NSTGW"
        "After .NSTGW no word may be stored (assembled into memory) until .YSTGW."
        ".NSTGW\n\t5\n" ".NSTGW\n.YSTGW\n\t5\n";
    /// the start word is negative
    NegativeStart [B C D] "M0503" "EWN" Error ""
        "write END with the start address, such as END 100"
        "The argument of END is the instruction that starts the program. A negative word \
        is not a jump."
        "END -1\n" "END 100\n";
    /// the source reports an error itself
    UserError [D] "M0504" "ERR" Error "" ""
        "The source itself reports an error with .ERR or .FATAL."
        "\t.ERR too large\n" "\t5\n";
    /// a relocatable value where an absolute one is required
    Relocation "M0505" "IRL" Error ""
        "the difference of two labels is not relocatable"
        "A relocatable value (an address that the linking loader moves) can be added, subtracted \
        and moved to the other half. It cannot be multiplied, masked or used as a number."
        "\tRELOCATABLE\nA:\tA&7\n" "\tRELOCATABLE\nA:\tA+7\n";
    /// a global symbol where a known value is required
    GlobalNotAllowed "M0506" "ILA" Error ""
        "use a symbol of this program; in a relocatable program a global symbol can be added to a word"
        "Only the loader knows the value of a global symbol of another program. Here the \
        value is needed during assembly."
        "\tRELOCATABLE\n\tX\"/2\n" "\tRELOCATABLE\n\tX\"\n";
    /// an instruction cannot be executed at assembly time
    CannotExecute "M0507" "" Error ""
        "arithmetic, logical, half-word, shift and test instructions can be executed, and IBP"
        ".OP executes only arithmetic, logical, half-word, shift and test instructions, and \
        IBP."
        "\t.OP XCT 1 2\n" "\t.OP ADD 1 2\n";
    /// a pseudo-op belongs to another output format
    WrongOutput "M0508" "ILO" Error ""
        "begin the program with RELOCATABLE"
        "Requests to the linking loader are allowed in relocatable programs only."
        "\t.LIBRA SQRT\n" "\tRELOCATABLE\n\t.LIBRA SQRT\n";
    /// an output format or pseudo-op of another system
    ForeignFormat [D] "M0509" "" Error ""
        "remove it"
        "Output formats and pseudo-ops of other systems are not supported."
        "\t.DECREL\n" "\tRELOCATABLE\n";
    /// an arithmetic statement cannot be compiled
    BadStatement [C D] "M0510" "" Error ""
        "the usual form is .F RESULT=LEFT+RIGHT, with A0, A1 and so on defined as accumulators"
        "An arithmetic statement (.F or .I) needs an operator between two operands, and \
        balanced parentheses. It computes in the accumulators A0, A1 and so on, which the source must define."
        "A0==1\nA: 0\nB: 0\n.F A=B+)\n" "A0==1\nA: 0\nB: 0\n.F A=B+1.0\n";
    /// .TTYMAC finds no line of input
    NothingTyped "M0511" "" Error ""
        "give the line on standard input: midas FILE < ANSWERS"
        ".TTYMAC defines a macro and calls it at once, with a line of standard input as its \
        arguments. The second pass reads the same lines again."
        "" "";
    /// an operator or argument that ignores a global symbol
    GlobalOperand [A B] "M0512" "" Warning "global-operand"
        "apply the operator to the known part only, and add the symbol: X\"+<3&7>"
        "Only the loader knows the value of a global symbol. An operator works on the \
        part of its operand that is known, and the loader adds the symbol to the result: <X\"+3>&7 is \
        X\"+<3&7>. In dialects C and D the operators & \\ and # are errors with such an operand, and in D so \
        are shifts and products. \
        In the argument of a pseudo-op the symbol counts as 0."
        "\tRELOCATABLE\n\t<X\"+3>&7\n" "\tRELOCATABLE\n\tX\"+<3&7>\n";
    /// .OP asks the monitor for time or date
    UnknownDate [D] "M0513" "" Warning "unknown-date"
        "define a symbol for the date with -D NAME=VALUE, and use it in the source"
        ".OP with .RTIME, .RDATE or .RDATIM asked the time-sharing monitor for the time or date. \
        This assembler never reads the clock, so that a source always assembles to the same program. The \
        answer is -1, as from a monitor that did not know the date."
        ".OPER=:42000,,\n.RDATE=:42000,,46\n\t.OP .RDATE\n" "IFNDEF DATE,DATE==-1\n\tDATE\n";
    /// TERMIN or .QUOTE outside a definition
    OutsideDefinition [C D] "M0601" "TTL" Error ""
        "remove it, or look for an earlier TERMIN that ended the definition too soon"
        "TERMIN ends a DEFINE or IRP, and .QUOTE quotes inside one, but no definition or \
        loop is open here. A REPEAT needs no TERMIN. TERMIN in a comment or text also ends a definition."
        "\tTERMIN\n" "DEFINE M\nTERMIN\n";
    /// a macro has too many dummy arguments
    TooManyDummies "M0602" "TMD" Fatal ""
        "use fewer dummy arguments: at most 15 in dialects A to C, 120 in D"
        "A macro or loop has too many dummy arguments. The limit is 15 in dialects A to C, as \
        in the assemblers of the time, and 120 in D."
        "" "";
    /// a macro has a name that is already in use
    MacroReplaces [D] "M0603" "" Warning "macro-replaces"
        "if this is not intended, choose another name"
        "A macro is given a name that was defined as a number."
        "M=5\nDEFINE M\nTERMIN\n" "DEFINE M\nTERMIN\n";
    /// .GO finds no .TAG of this name
    NoTag "M0604" "" Error ""
        "put .TAG with this name into the file, macro or loop"
        ".GO continues reading at the .TAG of the same name, in the file, macro or loop that is being \
        read or in one around it."
        ".GO THERE\n" ".GO THERE\n.TAG THERE\n";
    /// DEFINE has no name
    NoMacroName [D] "M0605" "ILF" Error ""
        "write the name of the macro on the line of the DEFINE"
        "DEFINE needs the name of the macro on the same line."
        "DEFINE\nM\nTERMIN\n" "DEFINE M\nTERMIN\n";
    /// the program has no END
    NoEnd "M0701" "NED" Error ""
        "end the source with END and the start address"
        "The source ends without END. Perhaps a text, a bracket or a definition is not closed."
        "" "";
    /// a file cannot be read
    CannotRead [C D] "M0801" "FNF" Error "" ""
        "A file cannot be read. An inserted file is searched for in the folder of the inserting \
        file and in the folders of --include, also with .mid added to its name and in lower case."
        "\t.INSRT NOSUCH\n" "; omit the line, or give the name of an existing file\n";
    /// macros or loops are nested too deeply
    ExpansionTooDeep "M0901" "PDL" Fatal ""
        "look for a macro that calls itself; --limit expansion-depth=N allows more"
        "Macros or loops are nested endlessly, or deeper than --limit expansion-depth allows."
        "DEFINE M\nM\nTERMIN\nM\n" "DEFINE M\n\t5\nTERMIN\nM\n";
    /// macros or loops produce too much text
    ExpansionTooLong "M0902" "PDL" Fatal ""
        "look for a loop without end; --limit expanded-characters=N allows more"
        "Macros and loops produced more text than --limit expanded-characters allows. Look \
        for a macro whose argument grows with each call, or for nested loops."
        "" "";
    /// brackets are nested too deeply
    BracketsTooDeep "M0903" "PDL" Fatal ""
        "--limit bracket-depth=N allows more"
        "More brackets are open than --limit bracket-depth allows."
        "" "";
    /// a loop has too many repetitions
    TooManyRepeats "M0904" "PDL" Error ""
        "--limit repeat-count=N allows more"
        "A REPEAT count is larger than --limit repeat-count allows. Only the right half of the \
        count is used."
        "\tREPEAT 777777,5\n" "\tREPEAT 10,5\n";
    /// too many files are inserted
    TooManyInsertions "M0905" "IOV" Fatal ""
        "look for files that insert each other; --limit insertion-depth=N and insertions=N allow more"
        "Files insert each other endlessly, or deeper than --limit insertion-depth allows, \
        or more files are inserted than --limit insertions allows."
        "" "";
    /// more symbols than the assembler had room for
    TooManySymbols [A] "M0907" "SCE" Fatal ""
        "EXPUNGE unused symbols, or assemble with --dialect C or D"
        "The symbol table had room for 1663 symbols in A and 26608 in B, including pseudo-ops \
        and instructions. Dialects C and D have no limit."
        "" "";
    /// the output is too large
    OutputTooLarge "M0906" "" Fatal ""
        "--limit output-words=N allows more"
        "The program has more words than --limit output-words allows."
        "" "";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl Code {
    /// Returns `true` for a warning about a likely slip. It is reported only on request
    /// ([`crate::Options::slips`]).
    pub fn is_slip(self) -> bool {
        use Code::{DivisionByZero, LargeAccumulator, LargeAddress, LocationWraps};
        matches!(self, LargeAccumulator | LargeAddress | DivisionByZero | LocationWraps)
    }

    /// Returns the kind with this code or warning name, in upper or lower case.
    pub fn by_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|c| {
            c.code().eq_ignore_ascii_case(name)
                || !c.warning_name().is_empty() && c.warning_name().eq_ignore_ascii_case(name)
        })
    }
}
