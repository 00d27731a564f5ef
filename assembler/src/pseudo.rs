//! The table of pseudo-ops. Each row has all properties of one pseudo-op.

use crate::dialect::Dialect;

/// The treatment of the character that ended the name of a pseudo-op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TerminatorRule {
    /// It remains the current character: it follows the value, or delimits the text.
    InHand,
    /// It is consumed.
    Gone,
    /// It is pushed back.
    Again,
    /// It is pushed back if it ends the line or, in the late dialect, closes a bracket. Any other character
    /// is consumed, and arguments follow.
    Argument,
    /// It is pushed back in the late dialect if it ends the line or closes a bracket. Any other character is
    /// consumed. A count follows.
    Count,
    /// It is pushed back if it ends the line in dialect C or D. Any other character is consumed. The text of
    /// a conditional follows.
    Condition,
}

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The first six characters of the name.
    pub name: &'static str,
    pub op: Pseudo,
    pub after: TerminatorRule,
    /// The letters of the dialects that have the pseudo-op.
    dialects: &'static str,
    /// For a pseudo-op without a value: the dialects that continue the word around it. The others discard
    /// that word.
    goes_on: &'static str,
    /// The dialects that report an error if the pseudo-op is used as a value.
    without_value: &'static str,
}

impl Row {
    pub(crate) fn is_known_in(&self, dialect: Dialect) -> bool {
        dialect.is_in(self.dialects)
    }

    pub(crate) fn goes_on_in(&self, dialect: Dialect) -> bool {
        dialect.is_in(self.goes_on)
    }

    pub(crate) fn complains_in(&self, dialect: Dialect) -> bool {
        dialect.is_in(self.without_value)
    }
}

/// The effect of a pseudo-op while the text of a definition or loop is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyEffect {
    /// It begins a nested definition or loop.
    Begins,
    /// It ends a definition or loop.
    Ends,
    /// It quotes text.
    Quotes,
}

impl Pseudo {
    /// Returns the effect of the pseudo-op while the text of a definition or loop is read, if it has one.
    /// REPEAT has none, because its text is in brackets or is one line.
    pub(crate) fn in_body(self) -> Option<BodyEffect> {
        match self {
            Pseudo::Define | Pseudo::TypedMacro | Pseudo::Loop(_) => Some(BodyEffect::Begins),
            Pseudo::Termin => Some(BodyEffect::Ends),
            Pseudo::Quote => Some(BodyEffect::Quotes),
            _ => None,
        }
    }
}

macro_rules! pseudo_ops {
    (
        alone { $(
            $(#[$alone_doc:meta])*
            $alone:ident $alone_after:ident
            $($alone_name:literal $alone_dialects:literal $alone_goes_on:literal $alone_without:literal),+;
        )* }
        $(
            $(#[$doc:meta])*
            $kind:ident $after:ident { $(
                $op:ident $($name:literal $dialects:literal $goes_on:literal $without:literal),+;
            )* }
        )*
    ) => {
        /// A pseudo-op, alone or as a member of a kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Pseudo {
            $($(#[$alone_doc])* $alone,)*
            $($(#[$doc])* $kind($kind),)*
        }

        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub(crate) enum $kind { $($op,)* }
        )*

        /// All pseudo-ops of all dialects.
        pub(crate) static PSEUDO_OPS: &[Row] = &[
            $($(Row {
                name: $alone_name,
                op: Pseudo::$alone,
                after: TerminatorRule::$alone_after,
                dialects: $alone_dialects,
                goes_on: $alone_goes_on,
                without_value: $alone_without,
            },)+)*
            $($($(Row {
                name: $name,
                op: Pseudo::$kind($kind::$op),
                after: TerminatorRule::$after,
                dialects: $dialects,
                goes_on: $goes_on,
                without_value: $without,
            },)+)*)*
        ];
    };
}

// For each kind: how the character after the name is treated. For each pseudo-op: its names, each with the
// dialects that have it, the dialects that continue the word after it, and the dialects that report it if
// used as a value.
pseudo_ops! {
    alone {
        /// `.`, the location.
        Here InHand "." "ABCD" "" "";
        /// A word made of two halves.
        Xwd Argument "XWD" "ABCD" "" "", "XWORD" "AB" "" "";
        /// No effect: the word continues after it.
        Invisible Again "EXP" "AB" "AB" "", "OCT" "AB" "AB" "";
        /// A word that is written unchanged.
        WordOut Argument "WORD" "ABCD" "" "D";
        /// The end of the program.
        End Argument "END" "ABCD" "" "D";
        /// The radix of numbers from here on.
        Radix Argument "RADIX" "ABCD" "CD" "D";
        /// A field read in another radix.
        InRadix Argument ".RADIX" "D" "" "";
        /// The kind of a symbol.
        Type Argument ".TYPE" "ABCD" "" "";
        /// The accumulator after an instruction executed during assembly.
        Execute Argument ".OP" "ABCD" "" "";
        /// Executes an instruction during assembly; no value.
        ExecuteOnly Argument ".AOP" "CD" "CD" "D";
        /// Marks for other programs, ignored by the assembler.
        Auxiliary Argument ".AUXIL" "D" "D" "";
        /// A text whose dummies and TERMIN are not recognised.
        Quote Again ".QUOTE" "ABCD" "ABCD" "";
        /// A conditional that is never true.
        Null Argument "NULL" "ABCD" "ABCD" "";
        /// Turns byte mode on, with the sizes of the bytes, or off.
        Byte Argument ".BYTE" "BCD" "" "D";
        /// Ends the unfinished word of byte mode.
        AlignWord Argument ".WALGN" "BCD" "" "D";
        /// Inserts a file.
        Insert Argument ".INSRT" "CD" "" "";
        /// The end of an inserted file.
        EndFile Gone ".INEOF" "CD" "" "";
        /// Gives a symbol the meaning of another.
        Equals Argument "EQUALS" "ABCD" "D" "D";
        /// Options for the original assembler's own tables and files; the line is skipped.
        SkipLine Argument ".SYMTA" "D" "" "D", ".CRFIL" "D" "D" "";
        /// Changes the table of formats.
        Format Argument ".FORMA" "ABCD" "" "";
        /// Sets the number of the last generated symbol.
        SetGenerated Argument ".GSSET" "ABCD" "" "";
        /// A macro definition.
        Define Argument "DEFINE" "ABCD" "" "D";
        /// The end of a definition or loop, found outside one.
        Termin Gone "TERMIN" "ABCD" "CD" "";
        /// A macro that is called at once with a typed line.
        TypedMacro Argument ".TTYMA" "CD" "CD" "";
        /// A text read several times.
        Repeat Count "REPEAT" "ABCD" "ABCD" "";
        /// Continues reading at a `.TAG`.
        Go Argument ".GO" "ABCD" "CD" "";
        /// A target for `.GO`.
        Tag Again ".TAG" "ABCD" "CD" "";
        /// Descriptions of data for the Lisp system.
        Foreign Argument
            ".ATOM" "D" "" "", ".FUNCT" "D" "" "", ".SPECI" "D" "" "", ".ARRAY" "D" "" "",
            ".SX" "D" "" "", ".SXE" "D" "" "", ".SXEVA" "D" "" "";
    }
    /// Values of the assembler, such as counters and file names.
    Constant InHand {
        RepeatCount ".RPCNT" "ABCD" "" "";
        IrpCount ".IRPCN" "BCD" "" "";
        ByteCount ".BYTC" "BCD" "" "";
        Accumulator ".AVAL1" "CD" "" "";
        Memory ".AVAL2" "CD" "" "";
        Skipped ".ASKIP" "D" "" "";
        MainName1 ".FNAM1" "CD" "" "", ".OFNM1" "D" "" "";
        MainName2 ".FNAM2" "CD" "" "";
        OutputName2 ".OFNM2" "D" "" "";
        InsertedName1 ".IFNM1" "CD" "" "";
        InsertedName2 ".IFNM2" "CD" "" "";
        MainVersion ".FVERS" "D" "" "";
        InsertedVersion ".IFVRS" "D" "" "";
        RunTime ".MRUNT" "D" "" "";
        RelocatableZero ".RL1" "D" "" "";
        System ".OSMID" "D" "" "";
        Pass ".PASS" "D" "" "";
        Passes ".PPASS" "D" "" "";
        Page ".CURPG" "D" "" "";
        Line ".CURLN" "D" "" "";
        Errors ".ERRCN" "D" "" "";
        Symbols ".SYMCN" "D" "" "";
    }
    /// Settings that a source can read and assign.
    Setting InHand {
        Mllit ".MLLIT" "D" "" "";
        Qmtch ".QMTCH" "D" "" "";
        Hkall ".HKALL" "D" "" "";
        Litsw ".LITSW" "D" "" "";
        Stgsw ".STGSW" "D" "" "";
        Ttyflg ".TTYFL" "D" "" "";
        Success ".SUCCE" "D" "" "";
        Generated ".GSCNT" "D" "" "";
        Stpln ".STPLN" "D" "" "";
        Stppg ".STPPG" "D" "" "";
    }
    /// Sets or moves the location, or sets its offset.
    Location Argument {
        Loc "LOC" "ABCD" "" "D";
        Block "BLOCK" "ABCD" "" "D";
        Offset "OFFSET" "ABCD" "" "D";
    }
    /// Places an area.
    Area Argument {
        Constants "CONSTA" "ABCD" "" "D";
        Variables "VARIAB" "ABCD" "" "D";
    }
    /// Allows or forbids storage words.
    Storage Gone {
        Forbidden ".NSTGW" "ABCD" "D" "";
        Allowed ".YSTGW" "ABCD" "D" "";
    }
    /// Text that is assembled into words.
    Text InHand {
        Ascii "ASCII" "ABCD" "" "";
        Asciz "ASCIZ" "BCD" "" "";
        Ascic "ASCIC" "CD" "" "";
        Numbered ".ASCII" "BCD" "" "";
        Sixbit "SIXBIT" "ABCD" "" "";
    }
    /// The length or first character of a text.
    Measure InHand {
        Length ".LENGT" "ABCD" "" "";
        Character ".ASCVL" "D" "" "";
    }
    /// Text printed for the user, or a comment.
    Remark InHand {
        Comment "COMMEN" "D" "D" "D";
        TypeExceptMarks "PRINTX" "ABCD" "D" "D";
        Type "PRINTC" "ABCD" "D" "D";
    }
    /// Prints characters given by their codes.
    TypeOut Argument {
        Ascii ".TYO" "D" "D" "D";
        Sixbit ".TYO6" "D" "D" "D";
    }
    /// Pseudo-ops that take the rest of the line.
    Line Argument {
        Title "TITLE" "ABCD" "" "D";
        Subtitle "SUBTTL" "D" "D" "";
        Error ".ERR" "D" "" "";
        Fatal ".FATAL" "D" "" "";
    }
    /// A name in radix 50.
    Squoze Argument {
        Left "SQUOZE" "ABCD" "" "";
        Right ".RSQZ" "D" "" "";
    }
    /// One word of a text.
    WordOf Argument {
        First ".1STWD" "D" "" "";
        Nth ".NTHWD" "D" "" "";
    }
    /// Functions of their arguments.
    Value Argument {
        BytePointer ".BP" "D" "" "";
        ByteMask ".BM" "D" "" "";
        LeadingZeros ".LZ" "D" "" "";
        TrailingZeros ".TZ" "D" "" "";
        LoadByte ".LDB" "D" "" "";
        DepositByte ".DPB" "D" "" "";
        IncrementPointer ".IBP" "D" "" "";
        Absolute ".ABSP" "D" "" "";
        Relocation ".RELP" "D" "" "";
        Site ".SITE" "D" "" "";
    }
    /// Conditionals without arguments.
    State Condition {
        Pass1 "IF1" "ABCD" "ABCD" "";
        Pass2 "IF2" "ABCD" "ABCD" "";
        Failed ".ELSE" "D" "D" "";
        Succeeded ".ALSO" "D" "D" "";
    }
    /// Conditionals with arguments.
    Condition Argument {
        Ife "IFE" "ABCD" "ABCD" "";
        Ifn "IFN" "ABCD" "ABCD" "";
        Ifg "IFG" "ABCD" "ABCD" "";
        Ifge "IFGE" "ABCD" "ABCD" "";
        Ifl "IFL" "ABCD" "ABCD" "";
        Ifle "IFLE" "ABCD" "ABCD" "";
        Ifse "IFSE" "ABCD" "ABCD" "";
        Ifsn "IFSN" "ABCD" "ABCD" "";
        Ifdef "IFDEF" "CD" "CD" "";
        Ifndef "IFNDEF" "CD" "CD" "";
        Ifb "IFB" "CD" "CD" "";
        Ifnb "IFNB" "CD" "CD" "";
        Ifsq "IFSQ" "D" "D" "";
        Ifnsq "IFNSQ" "D" "D" "";
    }
    /// Selects the output.
    Output Argument {
        Relocatable "RELOCA" "ABCD" "" "";
        OnePass "1PASS" "ABCD" "" "";
        Sblk "SBLK" "ABCD" "D" "D", ".SBLK" "D" "D" "D";
        Rim "RIM" "ABCD" "D" "D";
        Rim10 "RIM10" "CD" "D" "D";
        Rim1 "RIM1" "AB" "" "";
        Loader ".SLDR" "ABCD" "D" "D";
        NoSymbols "NOSYMS" "ABCD" "D" "D";
        Foreign
            ".DECRE" "D" "" "", ".DECTW" "D" "" "", ".DECSA" "D" "" "", ".DECTX" "D" "" "",
            ".FASL" "D" "" "";
    }
    /// Commands to the linking loader.
    Loading Argument {
        Library ".LIBRA" "ABCD" "" "";
        Request ".LIBRQ" "ABCD" "" "";
        Present ".LIFS" "ABCD" "" "";
        Ife ".LIFE" "ABCD" "" "";
        Ifn ".LIFN" "ABCD" "" "";
        Ifg ".LIFG" "ABCD" "" "";
        Ifge ".LIFGE" "ABCD" "" "";
        Ifl ".LIFL" "ABCD" "" "";
        Ifle ".LIFLE" "ABCD" "" "";
        EndCondition ".ELDC" "ABCD" "" "";
        Links ".LNKOT" "ABCD" "" "";
        Execute ".LOP" "ABCD" "" "";
    }
    /// What is done with each symbol of a list.
    List Argument {
        Global ".GLOBA" "ABCD" "D" "D", ".ENTRY" "D" "" "";
        Expunge "EXPUNG" "ABCD" "D" "D";
        Unreferenced ".XCREF" "CD" "D" "D";
        See ".SEE" "D" "D" "";
        Kill ".KILL" "D" "D" "D";
        HalfKill ".HKILL" "D" "D" "D";
        Bind ".BIND" "D" "D" "D";
        Down ".DOWN" "D" "D" "D";
    }
    /// A level or block of symbols.
    Block Argument {
        Begin ".BEGIN" "ABCD" "" "D";
        End ".END" "ABCD" "" "D";
    }
    /// Declares variables with their sizes.
    Declare Argument {
        Scalar ".SCALA" "D" "D" "D";
        Vector ".VECTO" "D" "D" "D";
    }
    /// Arithmetic statements.
    Algebra Argument {
        Floating ".F" "CD" "CD" "";
        Integer ".I" "CD" "CD" "";
    }
    /// Texts repeated for each element of lists.
    Loop Argument {
        Elements "IRP" "ABCD" "ABCD" "";
        Characters "IRPC" "ABCD" "ABCD" "";
        Symbols "IRPS" "ABCD" "ABCD" "";
        Lines "IRPW" "CD" "CD" "";
        Groups "IRPNC" "D" "D" "";
    }
    /// Ends the text being read.
    Stop Gone {
        Pass ".STOP" "ABCD" "D" "";
        Loop ".ISTOP" "ABCD" "D" "";
    }
    /// Selects what the listing and the cross-reference show.
    Listing Argument {
        ShowLines ".LSTON" "D" "D" "";
        HideLines ".LSTOF" "D" "D" "";
        NoteUses ".CRFON" "D" "D" "";
        OmitUses ".CRFOF" "D" "D" "";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::Squoze;
    use std::collections::BTreeMap;

    #[test]
    fn pseudo_op_names_are_unique_valid_symbols() {
        let mut names = std::collections::HashSet::new();
        for row in PSEUDO_OPS {
            assert_eq!(Squoze::new(row.name).to_string(), row.name);
            assert!(names.insert(row.name), "{} occurs twice", row.name);
        }
    }

    #[test]
    fn dialects_are_named_in_order_and_only_those_that_have_it() {
        for row in PSEUDO_OPS {
            let known: String =
                Dialect::ALL.iter().filter(|d| row.is_known_in(**d)).map(|d| d.letter()).collect();
            assert_eq!(row.dialects, known, "{}", row.name);
            assert!(!known.is_empty(), "{}", row.name);
            for letter in row.goes_on.chars().chain(row.without_value.chars()) {
                assert!(known.contains(letter), "{} in {letter}", row.name);
            }
        }
    }

    /// The pseudo-ops implemented in `directive/late` are only in dialect D.
    #[test]
    fn late_pseudo_ops_belong_to_dialect_d_only() {
        use Pseudo as P;
        for row in PSEUDO_OPS {
            let late = matches!(
                row.op,
                P::Setting(_) | P::Value(_) | P::InRadix | P::WordOf(_) | P::TypeOut(_) | P::Declare(_)
            );
            assert!(!late || row.dialects == "D", "{} is known in {}", row.name, row.dialects);
        }
    }

    /// The rows of docs/internals/midas.md: the names are in the first cell, the dialects in the second.
    #[test]
    fn each_is_documented_with_its_dialects() {
        let page = include_str!("../../docs/internals/midas.md");
        let mut documented = BTreeMap::new();
        for line in page.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<&str> = line.split(" | ").collect();
            for name in cells[0].split('`').skip(1).step_by(2) {
                let name = name.split(' ').next().unwrap_or_default();
                let before = documented.insert(Squoze::new(name).to_string(), cells[1]);
                assert_eq!(before, None, "{name} is documented twice");
            }
        }
        let table: BTreeMap<_, _> =
            PSEUDO_OPS.iter().map(|row| (row.name.to_owned(), row.dialects)).collect();
        assert_eq!(documented, table);
    }
}
