//! The kinds of messages: each has a stable code, the original assemblers' abbreviation and, for
//! warnings, a name for the option `-W`.

use super::Severity;
use std::fmt;

macro_rules! codes {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident $code:literal $period:literal $severity:ident $warning:literal $help:literal;
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
        }
    };
}

codes! {
    /// unexpected character
    BadFormat "M0101" "ILF" Error "" "";
    /// a number does not fit in 36 bits
    NumberTooLarge "M0102" "XSG" Error ""
        "the largest number is 777777777777 octal";
    /// the exponent of a floating-point number does not fit
    ExponentOverflow "M0103" "EPO" Error ""
        "numbers reach from about 10^-39 to 10^38";
    /// a character has no SIXBIT code
    NotSixbit "M0104" "N6B" Error ""
        "SIXBIT has the characters from blank to underscore: capitals, digits and punctuation";
    /// a digit 8 or 9 in an octal number
    OctalDigit "M0105" "" Warning "octal-digit"
        "for a decimal number write a point after it; -W no-octal-digit turns this warning off";
    /// a separator is missing between two parts of a word
    NotSeparated "M0201" "NOS" Error ""
        "put a blank, a comma or an operator between them";
    /// a bracket is closed by the wrong character
    IllegalClose "M0202" "ILC" Error ""
        "close the brackets in the reverse order of opening: < >, ( ), [ ]";
    /// a closing bracket is missing
    MissingClose "M0203" "ILC" Error ""
        "write the closing bracket; in dialects A to C it must be on the same line";
    /// a closing bracket has no opening one
    StrayClose "M0204" "ILC" Error ""
        "remove it, or write the opening bracket";
    /// fields and separators form no known pattern
    UndefinedFormat "M0205" "UFM" Error ""
        "the usual pattern is INSTRUCTION ACCUMULATOR,ADDRESS(INDEX)";
    /// too many commas in a word
    CommaAfterThird "M0206" "" Error ""
        "end the word before this comma";
    /// a conditional is not closed
    UnclosedConditional "M0207" "" Warning "unclosed-conditional"
        "close it with ]; if .STOP leaves it before the ], write { } instead of [ ]";
    /// an accumulator has more than four bits
    LargeAccumulator "M0208" "" Warning "large-accumulator"
        "accumulators are 0 to 17 octal";
    /// an address has more than 18 bits
    LargeAddress "M0209" "" Warning "large-address"
        "put a constant that is too large into a literal: [VALUE]";
    /// a division by zero
    DivisionByZero "M0210" "" Warning "division-by-zero"
        "the divisor must not be 0";
    /// a symbol is not defined
    Undefined "M0301" "USW" Error ""
        "define it as a label or with an equal sign, or correct its name";
    /// a symbol used in a literal is not defined
    UndefinedInLiteral "M0302" "USC" Error ""
        "define it as a label or with an equal sign, or correct its name";
    /// a symbol in the argument of a pseudo-op is not defined
    UndefinedInArgument "M0303" "US" Error ""
        "define it before this statement: its value is needed on both passes";
    /// a symbol on the right of an equal sign is not defined
    UndefinedInAssignment "M0304" "USP" Error ""
        "define it before this line";
    /// a label is defined twice with different values
    MultiplyDefined "M0305" "MDT" Error "" "";
    /// a label has the name of a pseudo-op or macro
    ReservedLabel "M0306" "RES" Error ""
        "choose another name";
    /// a label inside a word
    LabelInField "M0307" "ILT" Error ""
        "put the label at the beginning of a statement";
    /// an equal sign has no name on its left
    IllegalAssignment "M0308" "IPA" Error ""
        "write NAME=value as a separate statement, without a blank before the equal sign";
    /// an assignment replaces a pseudo-op or macro
    AssignedPseudo "M0309" "QPA" Warning "reassigned-pseudo"
        "if this is not intended, choose another name";
    /// EQUALS or a similar pseudo-op with an unknown symbol
    UnknownSymbol "M0310" "IEQ" Error ""
        "define it before this line";
    /// a symbol that already has a value is declared a variable
    DefinedAsVariable "M0311" "MDV" Error ""
        "leave the quote out, or choose another name for the variable";
    /// a pseudo-op or macro cannot be declared a variable or a global symbol
    PseudoAsVariable "M0312" "ILV" Error ""
        "choose another name";
    /// the location is unknown
    LocationUnknown "M0313" "CLI" Error ""
        "set the location with LOC and a value that is known there";
    /// two blocks have the same name
    RepeatedBlock "M0314" "" Error ""
        "give the block another name";
    /// .BEGIN and .END do not match
    UnbalancedBlock "M0315" "" Error ""
        "every .BEGIN needs an .END";
    /// a label has the name of an instruction, or of a symbol defined with -D
    InitialRedefined "M0316" "" Warning "redefined-instruction"
        "if this is not intended, choose another name";
    /// a symbol made unchangeable by =: is redefined
    FixedRedefined "M0317" "" Error ""
        "if the value must change, define it with = instead of =:";
    /// EQUALS with an undefined second name, which dialect D accepts
    NothingEqualled "M0318" "" Warning "nothing-equalled"
        "define it before this line";
    /// the constants are not where pass 1 put them
    ConstantsMoved "M0401" "CLD" Error ""
        "look for something that assembles a different number of words on the two passes";
    /// there are more literals (constants) than on pass 1
    MoreConstants "M0402" "CLD" Error ""
        "look for literals that only pass 2 reads";
    /// the variables are not where pass 1 put them
    VariablesMoved "M0403" "VLD" Error ""
        "look for something that assembles a different number of words on the two passes";
    /// a variable did not occur on pass 1
    NewVariable "M0404" "VND" Error ""
        "declare it in a line that pass 1 reads, too";
    /// more areas of constants or variables than the assembler had room for
    TooManyAreas "M0407" "TCA" Fatal ""
        "omit a CONSTANTS or VARIABLES: END places the remaining constants and variables";
    /// the location wraps from the end of memory to 0
    LocationWraps "M0408" "" Warning "location-wraps"
        "place the program at a lower address";
    /// a pseudo-op that is not allowed inside a bracket
    NotInBracket "M0405" "" Error ""
        "close the bracket first";
    /// a pseudo-op without a value is used as a value
    NoValue "M0406" "" Error ""
        "make it a separate statement";
    /// a pseudo-op has a wrong argument
    BadArgument "M0501" "" Error "" "";
    /// a word is stored where .NSTGW forbids it
    StorageForbidden "M0502" "SWD" Error ""
        "write .YSTGW before it";
    /// the start word is negative
    NegativeStart "M0503" "EWN" Error ""
        "write END with the start address, such as END 100";
    /// the source reports an error itself
    UserError "M0504" "ERR" Error "" "";
    /// a relocatable value where an absolute one is required
    Relocation "M0505" "IRL" Error ""
        "the difference of two labels is not relocatable";
    /// a global symbol where a known value is required
    GlobalNotAllowed "M0506" "ILA" Error ""
        "use a symbol of this program; in a relocatable program a global symbol can be added to a word";
    /// an instruction cannot be executed at assembly time
    CannotExecute "M0507" "" Error ""
        "arithmetic, logical, half-word, shift and test instructions can be executed, and IBP";
    /// a pseudo-op belongs to another output format
    WrongOutput "M0508" "ILO" Error ""
        "begin the program with RELOCATABLE";
    /// an output format or pseudo-op of another system
    ForeignFormat "M0509" "" Error ""
        "remove it";
    /// an arithmetic statement cannot be compiled
    BadStatement "M0510" "" Error ""
        "the usual form is .F RESULT=LEFT+RIGHT, with A0, A1 and so on defined as accumulators";
    /// .TTYMAC finds no line of input
    NothingTyped "M0511" "" Error ""
        "give the line on standard input: midas FILE < ANSWERS";
    /// an operator or argument that ignores a global symbol
    GlobalOperand "M0512" "" Warning "global-operand"
        "apply the operator to the known part only, and add the symbol: X\"+<3&7>";
    /// .OP asks the monitor for time or date
    UnknownDate "M0513" "" Warning "unknown-date"
        "define a symbol for the date with -D NAME=VALUE, and use it in the source";
    /// TERMIN or .QUOTE outside a definition
    OutsideDefinition "M0601" "TTL" Error ""
        "remove it, or look for an earlier TERMIN that ended the definition too soon";
    /// a macro has too many dummy arguments
    TooManyDummies "M0602" "TMD" Fatal ""
        "use fewer dummy arguments: at most 15 in dialects A to C, 120 in D";
    /// a macro has a name that is already in use
    MacroReplaces "M0603" "" Warning "macro-replaces"
        "if this is not intended, choose another name";
    /// .GO finds no .TAG of this name
    NoTag "M0604" "" Error ""
        "put .TAG with this name into the file, macro or loop";
    /// DEFINE has no name
    NoMacroName "M0605" "ILF" Error ""
        "write the name of the macro on the line of the DEFINE";
    /// the program has no END
    NoEnd "M0701" "NED" Error ""
        "end the source with END and the start address";
    /// a file cannot be read
    CannotRead "M0801" "FNF" Error "" "";
    /// macros or loops are nested too deeply
    ExpansionTooDeep "M0901" "PDL" Fatal ""
        "look for a macro that calls itself; --limit expansion-depth=N allows more";
    /// macros or loops produce too much text
    ExpansionTooLong "M0902" "PDL" Fatal ""
        "look for a loop without end; --limit expanded-characters=N allows more";
    /// brackets are nested too deeply
    BracketsTooDeep "M0903" "PDL" Fatal ""
        "--limit bracket-depth=N allows more";
    /// a loop has too many repetitions
    TooManyRepeats "M0904" "PDL" Error ""
        "--limit repeat-count=N allows more";
    /// too many files are inserted
    TooManyInsertions "M0905" "IOV" Fatal ""
        "look for files that insert each other; --limit insertion-depth=N and insertions=N allow more";
    /// more symbols than the assembler had room for
    TooManySymbols "M0907" "SCE" Fatal ""
        "EXPUNGE unused symbols, or assemble with --dialect C or D";
    /// the output is too large
    OutputTooLarge "M0906" "" Fatal ""
        "--limit output-words=N allows more";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl Code {
    /// Returns `true` for a warning of a slip, which is reported only if it is
    /// requested ([`crate::Options::slips`]).
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
