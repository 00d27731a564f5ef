//! Pseudo-ops: their names, the dialects that have them, and what each does.

mod algebra;
pub mod block;
pub mod byte;
pub mod condition;
pub mod end;
pub mod execute;
pub mod file;
pub mod halves;
pub mod list;
pub mod location;
pub mod repeat;
pub mod setting;
pub mod text;
pub mod value;
pub mod variable;

use crate::chars::{CR, LF};
use crate::dialect::{Dialect, Options};
use crate::expr::Evaluation;
use crate::input::{Flow, Reading};
use crate::pass::Assembler;
use crate::symbol::{INITIAL, Kind, Squoze, SymbolId, Symbols};
use emulator::isa;
use emulator::word::Word;

macro_rules! pseudo_ops {
    ($($name:literal $op:ident $eras:literal;)*) => {
        /// A pseudo-op.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Pseudo { $($op,)* }

        /// Name, pseudo-op, dialects.
        const PSEUDO_OPS: &[(&str, Pseudo, &str)] = &[$(($name, Pseudo::$op, $eras),)*];
    };
}

pseudo_ops! {
    "LOC" Loc "ABCD"; "BLOCK" Block "ABCD"; "OFFSET" Offset "ABCD"; "CONSTA" Constants "ABCD";
    "VARIAB" Variables "ABCD"; "END" End "ABCD"; "XWD" Xwd "ABCD"; "XWORD" Xword "AB";
    "WORD" WordOut "ABCD"; "EXP" Exp "AB"; "OCT" Oct "AB"; ".NSTGW" Nstgw "ABCD"; ".YSTGW" Ystgw "ABCD";
    "ASCII" Ascii "ABCD"; "ASCIZ" Asciz "BCD"; "ASCIC" Ascic "CD"; ".ASCII" DotAscii "BCD";
    "SIXBIT" Sixbit "ABCD"; "SQUOZE" SquozeOp "ABCD"; ".RSQZ" Rsqz "D"; ".LENGT" Length "ABCD";
    ".1STWD" FirstWord "D"; ".NTHWD" NthWord "D"; ".ASCVL" Ascvl "D"; "COMMEN" Comment "D";
    "PRINTX" Printx "ABCD"; "PRINTC" Printc "ABCD"; ".TYO" Tyo "D"; ".TYO6" Tyo6 "D";
    ".ERR" Err "D"; ".FATAL" FatalOp "D"; "TITLE" Title "ABCD"; "SUBTTL" Subttl "D"; ".AUXIL" Auxil "D";
    "RADIX" Radix "ABCD"; ".RADIX" DotRadix "D"; ".OP" Op "ABCD"; ".AOP" Aop "CD"; ".AVAL1" Aval1 "CD";
    ".AVAL2" Aval2 "CD"; ".ASKIP" Askip "D"; ".FNAM1" Fnam1 "CD"; ".FNAM2" Fnam2 "CD";
    ".IFNM1" Ifnm1 "CD"; ".IFNM2" Ifnm2 "CD"; ".OFNM1" Ofnm1 "D"; ".OFNM2" Ofnm2 "D";
    ".FVERS" Fvers "D"; ".IFVRS" Ifvrs "D"; ".TYPE" Type "ABCD"; ".GSSET" Gsset "ABCD"; ".GSCNT" Gscnt "D";
    ".RPCNT" Rpcnt "ABCD"; ".IRPCN" Irpcnt "BCD"; ".BP" Bp "D"; ".BM" Bm "D"; ".LZ" Lz "D"; ".TZ" Tz "D";
    ".LDB" LdbOp "D"; ".DPB" DpbOp "D"; ".IBP" IbpOp "D"; ".ABSP" Absp "D"; ".RELP" Relp "D"; ".RL1" Rl1 "D";
    ".SITE" Site "D"; ".OSMID" Osmidas "D"; ".PASS" PassOp "D"; ".PPASS" Ppass "D"; ".CURPG" Curpg "D";
    ".CURLN" Curln "D"; ".ERRCN" Errcnt "D"; ".SYMCN" Symcnt "D"; ".MRUNT" Mrunt "D";
    ".MLLIT" Mllit "D"; ".QMTCH" Qmtch "D"; ".HKALL" Hkall "D"; ".LITSW" Litsw "D"; ".STGSW" Stgsw "D";
    ".TTYFL" Ttyflg "D"; ".SUCCE" Success "D"; ".STPLN" Stpln "D"; ".STPPG" Stppg "D";
    "IFE" Ife "ABCD"; "IFN" Ifn "ABCD"; "IFG" Ifg "ABCD"; "IFGE" Ifge "ABCD"; "IFL" Ifl "ABCD"; "IFLE" Ifle "ABCD";
    "IF1" If1 "ABCD"; "IF2" If2 "ABCD"; "IFSE" Ifse "ABCD"; "IFSN" Ifsn "ABCD";
    "IFDEF" Ifdef "CD"; "IFNDEF" Ifndef "CD"; "IFB" Ifb "CD"; "IFNB" Ifnb "CD"; "IFSQ" Ifsq "D"; "IFNSQ" Ifnsq "D";
    "NULL" Null "ABCD"; ".ELSE" Else "D"; ".ALSO" Also "D";
    ".BYTE" Byte "BCD"; ".BYTC" Bytc "BCD"; ".WALGN" Walgn "BCD";
    ".INSRT" Insrt "CD"; ".INEOF" Ineof "CD"; "RELOCA" Relocatable "ABCD"; "1PASS" OnePass "ABCD";
    "SBLK" Sblk "ABCD"; ".SBLK" DotSblk "D"; "RIM" Rim "ABCD"; "RIM10" Rim10 "CD"; "RIM1" Rim1 "AB"; ".SLDR" Sldr "ABCD";
    ".DECRE" Decrel "D"; ".DECTW" Dectwo "D"; ".DECSA" Decsav "D"; ".DECTX" Dectxt "D"; ".FASL" Fasl "D";
    ".ENTRY" Entry "D"; ".ATOM" Atom "D"; ".FUNCT" Function "D"; ".SPECI" Special "D"; ".ARRAY" Array "D";
    ".SX" Sx "D"; ".SXE" Sxe "D"; ".SXEVA" Sxeval "D";
    ".LIBRA" Libra "ABCD"; ".LIBRQ" Librq "ABCD"; ".LIFS" Lifs "ABCD"; ".LIFE" Life "ABCD"; ".LIFN" Lifn "ABCD";
    ".LIFG" Lifg "ABCD"; ".LIFGE" Lifge "ABCD"; ".LIFL" Lifl "ABCD"; ".LIFLE" Lifle "ABCD"; ".ELDC" Eldc "ABCD";
    ".LNKOT" Lnkot "ABCD"; ".LOP" Lop "ABCD"; ".GLOBA" Global "ABCD";
    "EXPUNG" Expunge "ABCD"; "EQUALS" Equals "ABCD"; ".XCREF" Xcref "CD"; ".SEE" See "D"; ".KILL" Kill "D";
    ".HKILL" Hkill "D"; ".BIND" Bind "D"; ".DOWN" Down "D"; "NOSYMS" Nosyms "ABCD"; ".SYMTA" Symtab "D";
    ".BEGIN" Begin "ABCD"; ".END" EndBlock "ABCD"; ".SCALA" Scalar "D"; ".VECTO" Vector "D";
    ".FORMA" Format "ABCD"; ".F" Falgol "CD"; ".I" Ialgol "CD"; ".QUOTE" Quote "ABCD"; ".TTYMA" Ttymac "CD";
    ".STOP" Stop "ABCD"; ".ISTOP" Istop "ABCD"; ".GO" Go "ABCD"; ".TAG" Tag "ABCD";
    ".LSTON" Lston "D"; ".LSTOF" Lstof "D"; ".CRFON" Crfon "D"; ".CRFOF" Crfof "D"; ".CRFIL" Crfil "D";
    "DEFINE" Define "ABCD"; "TERMIN" Termin "ABCD"; "REPEAT" Repeat "ABCD"; "IRP" Irp "ABCD"; "IRPC" Irpc "ABCD";
    "IRPS" Irps "ABCD"; "IRPW" Irpw "CD"; "IRPNC" Irpnc "D"; "." Here "ABCD";
}

/// Instructions that later machines had and later dialects know: name, left half, dialects.
const LATER_INSTRUCTIONS: &[(&str, u32, &str)] = &[
    ("UFA", 0o130000, "CD"),
    ("DFN", 0o131000, "CD"),
    ("JFFO", 0o243000, "CD"),
    ("FADRI", 0o145000, "CD"),
    ("FSBRI", 0o155000, "CD"),
    ("FMPRI", 0o165000, "CD"),
    ("FDVRI", 0o175000, "CD"),
    ("ADJSP", 0o105000, "D"),
    ("MAP", 0o257000, "D"),
    ("DFAD", 0o110000, "D"),
    ("DFSB", 0o111000, "D"),
    ("DFMP", 0o112000, "D"),
    ("DFDV", 0o113000, "D"),
    ("DADD", 0o114000, "D"),
    ("DSUB", 0o115000, "D"),
    ("DMUL", 0o116000, "D"),
    ("DDIV", 0o117000, "D"),
    ("DMOVE", 0o120000, "D"),
    ("DMOVN", 0o121000, "D"),
    ("FIX", 0o122000, "D"),
    ("EXTEND", 0o123000, "D"),
    ("DMOVEM", 0o124000, "D"),
    ("DMOVNM", 0o125000, "D"),
    ("FIXR", 0o126000, "D"),
    ("FLTR", 0o127000, "D"),
    ("ADJBP", 0o133000, "D"),
];

/// Aliases with a fixed field that only the late dialect has from the instruction table.
const LATE_ALIASES: &[&str] = &["JFOV", "JCRY1", "JCRY0", "JCRY", "JOV", "PORTAL", "JRSTF", "HALT", "JEN"];

/// Other names of instructions: name, the instruction, dialects.
const OTHER_NAMES: &[(&str, &str, &str)] = &[
    ("CLEAR", "SETZ", "ABCD"),
    ("CLEARI", "SETZI", "ABCD"),
    ("CLEARM", "SETZM", "ABCD"),
    ("CLEARB", "SETZB", "ABCD"),
    ("LDBI", "ILDB", "ABC"),
    ("DPBI", "IDPB", "ABC"),
];

/// Names of devices, which the late dialect does not know.
const DEVICES: &[(&str, u32, &str)] = &[
    ("APR", 0o0, "ABC"),
    ("PI", 0o4, "ABC"),
    ("PTP", 0o100, "ABC"),
    ("PTR", 0o104, "ABC"),
    ("CR", 0o114, "A"),
    ("TTY", 0o120, "ABC"),
    ("LPT", 0o124, "ABC"),
    ("DIS", 0o130, "ABC"),
    ("DC", 0o200, "ABC"),
    ("UTC", 0o210, "ABC"),
    ("UTS", 0o214, "ABC"),
    ("DCSA", 0o300, "AB"),
    ("DCSB", 0o304, "AB"),
    ("TWX", 0o310, "A"),
    (".UAI", 0, "BC"),
    (".UAO", 1, "BC"),
    (".BAI", 2, "BC"),
    (".BAO", 3, "BC"),
    (".UII", 4, "BC"),
    (".UIO", 5, "BC"),
    (".BII", 6, "BC"),
    (".BIO", 7, "BC"),
];

/// Calls of the time-sharing monitor, known where they are asked for: name, left half, right half.
const MONITOR_CALLS: &[(&str, u32, u32)] = &[
    (".IOT", 0o40000, 0),
    (".OPEN", 0o41000, 0),
    (".OPER", 0o42000, 0),
    (".CALL", 0o43000, 0),
    (".VALUE", 0o43200, 0),
    (".CORE", 0o43300, 0),
    (".SUSET", 0o43540, 0),
    (".CLOSE", 0o42000, 7),
];

/// Symbols of the loader: what `.LOP` left in its accumulator and memory, the location and its relocation, and from C
/// on further ones.
const LOADER_GLOBALS: &[(&str, &str)] =
    &[(".LVAL1", "ABCD"), (".LVAL2", "ABCD"), ("$.", "ABCD"), ("$R.", "ABCD"), ("$O.", "CD"), ("$L.", "CD")];

fn has(eras: &str, dialect: Dialect) -> bool {
    eras.contains(dialect.letter())
}

/// Enters what a program finds defined: instructions, devices, pseudo-ops.
pub fn enter_initial_symbols(symbols: &mut Symbols, options: &Options) {
    let dialect = options.dialect;
    // Names that the loader knows.
    for (name, _) in LOADER_GLOBALS.iter().filter(|(_, eras)| has(eras, dialect)) {
        let id = symbols.insert(Squoze::new(name), INITIAL, Kind::Undefined, Word::ZERO);
        symbols[id].global = true;
    }
    let mut enter = |name: &str, kind: Kind, value: Word| {
        let name = Squoze::new(name);
        if symbols.find_in(name, INITIAL).is_none() {
            symbols.insert(name, INITIAL, kind, value);
        }
    };
    for row in isa::named() {
        let io = isa::IN_OUT.iter().any(|r| r.mnemonic == row.mnemonic);
        enter(row.mnemonic, if io { Kind::InputOutput } else { Kind::Initial }, row.word());
    }
    for (name, left, eras) in LATER_INSTRUCTIONS {
        if has(eras, dialect) {
            enter(name, Kind::Initial, Word::halves(*left, 0));
        }
    }
    for alias in isa::ALIASES.iter().filter(|alias| LATE_ALIASES.contains(&alias.name)) {
        if dialect == Dialect::D {
            enter(alias.name, Kind::Initial, alias.word);
        }
    }
    for (name, instruction, eras) in OTHER_NAMES {
        if has(eras, dialect)
            && let Some(word) = isa::by_mnemonic(instruction)
        {
            enter(name, Kind::Initial, word);
        }
    }
    for (name, number, eras) in DEVICES {
        if has(eras, dialect) {
            enter(name, Kind::Initial, Word::new(u64::from(*number)));
        }
    }
    if options.monitor_calls {
        for (name, left, right) in MONITOR_CALLS {
            enter(name, Kind::Initial, Word::halves(*left, *right));
        }
    }
    for (name, pseudo, eras) in PSEUDO_OPS {
        if has(eras, dialect) {
            enter(name, Kind::Pseudo(*pseudo), Word::ZERO);
        }
    }
}

/// Where a name that is not defined would be: other dialects, or the monitor's calls.
pub fn known_elsewhere(name: Squoze, options: &Options) -> Option<String> {
    let knows = |dialect, monitor_calls| {
        let mut symbols = Symbols::new();
        enter_initial_symbols(&mut symbols, &Options { dialect, monitor_calls, ..Options::default() });
        symbols.find_in(name, INITIAL).is_some_and(|id| symbols[id].kind != Kind::Undefined)
    };
    let dialects: Vec<String> =
        Dialect::ALL.into_iter().filter(|d| knows(*d, false)).map(|d| d.to_string()).collect();
    match dialects.as_slice() {
        [] if knows(options.dialect, true) => Some(format!("--monitor-calls defines {name}")),
        [] => None,
        [one] => Some(format!("the dialect {one} knows {name}: --dialect {one}")),
        [many @ .., last] => {
            let many = many.join(", ");
            Some(format!("the dialects {many} and {last} know {name}: --dialect {last}"))
        }
    }
}

/// The pseudo-ops after which the late assembler still goes on with the word around them.
const WORD_GOES_ON: &[Pseudo] = {
    use Pseudo as P;
    &[
        P::Radix,
        P::Aop,
        P::Termin,
        P::Rim,
        P::Rim10,
        P::Sblk,
        P::DotSblk,
        P::Sldr,
        P::Nosyms,
        P::Xcref,
        P::See,
        P::Kill,
        P::Hkill,
        P::Bind,
        P::Down,
        P::Crfil,
        P::Lston,
        P::Lstof,
        P::Crfon,
        P::Crfof,
        P::Global,
        P::Scalar,
        P::Vector,
        P::Expunge,
        P::Equals,
        P::Subttl,
        P::Auxil,
        P::Nstgw,
        P::Ystgw,
        P::Stop,
        P::Istop,
        P::Go,
        P::Tag,
        P::Printx,
        P::Printc,
        P::Comment,
        P::Tyo,
        P::Tyo6,
    ]
};

/// Those of which the late assembler complains where a value is wanted.
const WITHOUT_VALUE: &[Pseudo] = {
    use Pseudo as P;
    &[
        P::Radix,
        P::Aop,
        P::Rim,
        P::Rim10,
        P::Sblk,
        P::DotSblk,
        P::Sldr,
        P::Nosyms,
        P::Xcref,
        P::Kill,
        P::Hkill,
        P::Bind,
        P::Down,
        P::Symtab,
        P::Scalar,
        P::Vector,
        P::Global,
        P::Expunge,
        P::Equals,
        P::Begin,
        P::EndBlock,
        P::WordOut,
        P::Tyo,
        P::Tyo6,
        P::Printx,
        P::Printc,
        P::Comment,
        P::Byte,
        P::Walgn,
        P::Title,
        P::Define,
        P::Loc,
        P::Block,
        P::Offset,
        P::Constants,
        P::Variables,
        P::End,
    ]
};

impl Assembler<'_> {
    /// Does what `pseudo` asks; `term` is the character after its name.
    pub fn pseudo(&mut self, pseudo: Pseudo, id: SymbolId) -> Reading<Evaluation> {
        use Pseudo as P;
        if pseudo == P::Here {
            if self.location_unknown {
                let labels: Vec<_> =
                    self.unknown_at.map(|at| (at, "unknown from here on")).into_iter().collect();
                let message = "the location is not known here";
                self.error_with(crate::Code::LocationUnknown, self.here(), message, &labels);
                return Ok(Evaluation::Value(Default::default()));
            }
            return Ok(Evaluation::Value(self.here_value()));
        }
        if self.dialect == Dialect::D {
            self.check_context(pseudo, id)?;
        }
        if let Some(value) = self.constant_value(pseudo) {
            return Ok(Evaluation::Value(value));
        }
        match pseudo {
            P::Exp | P::Oct | P::Tag | P::Nstgw | P::Ystgw => {}
            P::Ascii
            | P::Asciz
            | P::Ascic
            | P::DotAscii
            | P::Sixbit
            | P::Length
            | P::Comment
            | P::Printx
            | P::Printc
            | P::Quote
            | P::Ascvl => {
                return self.text_pseudo(pseudo);
            }
            P::If1 | P::If2 | P::Else | P::Also => return self.simple_condition(pseudo),
            P::Stop | P::Istop | P::Ineof => {}
            P::Termin => {}
            // All others read arguments. The character after the name is gone, unless it ends the line or a group.
            _ => {
                let late = self.dialect == Dialect::D;
                let closes = late && self.bracket_depth > 0 && matches!(self.term, b')' | b'>' | b']');
                // The earlier REPEAT took the end of the line, too.
                let ends = matches!(self.term, CR | LF) && (late || pseudo != P::Repeat);
                if closes || ends {
                    self.input.back_with(self.term);
                }
            }
        }
        match pseudo {
            P::Loc | P::Block | P::Offset | P::WordOut | P::End | P::Constants | P::Variables => {
                self.location_pseudo(pseudo)
            }
            P::Xwd | P::Xword => self.xwd(),
            P::Exp | P::Oct => {
                self.input.back_with(self.term);
                Ok(Evaluation::Nothing)
            }
            P::Nstgw | P::Ystgw => {
                self.settings.forbid_storage(pseudo == P::Nstgw, self.dialect);
                self.forbidden_at = Some(self.here());
                self.done(pseudo)
            }
            P::Byte | P::Walgn => self.byte_pseudo(pseudo),
            P::SquozeOp | P::Rsqz => self.squoze_op(pseudo),
            P::FirstWord | P::NthWord => self.nth_word(pseudo),
            P::Tyo | P::Tyo6 | P::Err | P::FatalOp | P::Title | P::Subttl | P::Auxil => {
                self.line_pseudo(pseudo)
            }
            P::Radix => {
                let value = if self.dialect < Dialect::C {
                    let value = self.argument_word()?;
                    self.absolute(value, crate::Code::UndefinedInArgument, "RADIX")
                } else {
                    self.absolute_field(crate::Code::UndefinedInArgument, "RADIX")?
                };
                self.radix = value.word.bits();
                self.done(pseudo)
            }
            P::DotRadix
            | P::Type
            | P::Bp
            | P::Bm
            | P::Lz
            | P::Tz
            | P::LdbOp
            | P::DpbOp
            | P::IbpOp
            | P::Absp
            | P::Relp
            | P::Site => self.value_pseudo(pseudo),
            P::Op | P::Aop => self.execute(pseudo),
            P::Ife
            | P::Ifn
            | P::Ifg
            | P::Ifge
            | P::Ifl
            | P::Ifle
            | P::Ifse
            | P::Ifsn
            | P::Ifdef
            | P::Ifndef
            | P::Ifb
            | P::Ifnb
            | P::Ifsq
            | P::Ifnsq
            | P::Null => self.condition(pseudo),
            P::Insrt | P::Ineof => self.file_pseudo(pseudo),
            P::Relocatable
            | P::OnePass
            | P::Sblk
            | P::DotSblk
            | P::Rim
            | P::Rim10
            | P::Rim1
            | P::Sldr
            | P::Nosyms
            | P::Decrel
            | P::Dectwo
            | P::Decsav
            | P::Dectxt
            | P::Fasl => self.output_pseudo(pseudo),
            P::Libra
            | P::Librq
            | P::Lifs
            | P::Life
            | P::Lifn
            | P::Lifg
            | P::Lifge
            | P::Lifl
            | P::Lifle
            | P::Eldc
            | P::Lnkot
            | P::Lop => self.loader_pseudo(pseudo),
            P::Global
            | P::Expunge
            | P::Equals
            | P::Xcref
            | P::See
            | P::Kill
            | P::Hkill
            | P::Bind
            | P::Down
            | P::Symtab
            | P::Entry
            | P::Crfil => self.list_pseudo(pseudo),
            P::Begin | P::EndBlock => self.block_pseudo(pseudo),
            P::Scalar | P::Vector => self.declare_variables(pseudo),
            P::Format => self.format_pseudo(),
            P::Gsset => {
                let value = self.argument_word()?;
                let value = self.absolute(value, crate::Code::UndefinedInArgument, ".GSSET");
                self.generated = value.word.bits();
                self.done(pseudo)
            }
            P::Define => {
                self.define()?;
                self.done(pseudo)
            }
            P::Termin => {
                if self.dialect >= Dialect::C {
                    let message = "TERMIN stands outside a definition or loop";
                    self.error(crate::Code::OutsideDefinition, message);
                }
                self.done(pseudo)
            }
            P::Repeat | P::Irp | P::Irpc | P::Irps | P::Irpw | P::Irpnc => {
                let mark = self.input.get_mark();
                self.loop_pseudo(pseudo)?;
                self.input.set_mark(mark);
                Ok(Evaluation::Nothing)
            }
            P::Stop | P::Istop => {
                let ends_loops = pseudo == P::Istop;
                self.stop_text(ends_loops);
                self.done(pseudo)
            }
            P::Go => {
                if let Some(tag) = self.name()? {
                    if !self.input.go(tag)? {
                        let message = format!("no .TAG {tag} in the text being read");
                        self.error_about(crate::Code::NoTag, tag, message);
                    }
                } else {
                    self.input.back_with(self.term);
                }
                self.done(pseudo)
            }
            P::Tag => {
                self.input.back_with(self.term);
                self.name()?;
                self.done(pseudo)
            }
            P::Ttymac => {
                self.typed_macro(id)?;
                Ok(Evaluation::Nothing)
            }
            P::Falgol | P::Ialgol => self.algebra(pseudo, id),
            P::Lston | P::Lstof => {
                self.collector.lines_hidden = pseudo == P::Lstof;
                self.done(pseudo)
            }
            P::Crfon | P::Crfof => {
                self.collector.uses_hidden = pseudo == P::Crfof;
                self.done(pseudo)
            }
            _ => {
                let name = self.symbols[id].name;
                self.error_about(
                    crate::Code::ForeignFormat,
                    name,
                    format!("{name} belongs to another system and is not supported"),
                );
                self.input.skip_to_cr()?;
                self.done(pseudo)
            }
        }
    }

    /// The end of a pseudo-op without value: the word around it is given up, or goes on as after a macro.
    fn done(&self, pseudo: Pseudo) -> Reading<Evaluation> {
        let goes_on = match self.dialect {
            Dialect::A | Dialect::B => false,
            Dialect::C => {
                matches!(pseudo, Pseudo::Radix | Pseudo::Aop | Pseudo::Termin | Pseudo::Go | Pseudo::Tag)
            }
            Dialect::D => WORD_GOES_ON.contains(&pseudo),
        };
        if goes_on { Ok(Evaluation::Nothing) } else { Err(Flow::Restart) }
    }

    /// What the late assembler had against a pseudo-op where it stands.
    fn check_context(&mut self, pseudo: Pseudo, id: SymbolId) -> Reading<()> {
        let name = self.symbols[id].name;
        let wanted = self.word.fields > 0 || self.word.touched || self.in_expression || self.in_argument;
        if wanted && WITHOUT_VALUE.contains(&pseudo) {
            let message = format!("{name} returns no value, but one is wanted here");
            self.error_about(crate::Code::NoValue, name, message);
        }
        if self.bracket_depth > 0 {
            let message = format!("{name} cannot stand inside a bracket");
            match pseudo {
                Pseudo::Loc | Pseudo::Block | Pseudo::Offset => {
                    self.error_about(crate::Code::NotInBracket, name, message);
                    return Err(Flow::Restart);
                }
                Pseudo::Constants | Pseudo::Variables | Pseudo::Begin | Pseudo::EndBlock => {
                    let labels = self.opened_label();
                    let spot = self.here();
                    self.symbol_error(crate::Code::NotInBracket, name, spot, message, &labels);
                    self.reset_word();
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn stop_text(&mut self, ends_loops: bool) {
        // The classic .ISTOP ends the whole loop in an IRP only.
        let in_repeat = self
            .input
            .frames()
            .iter()
            .rev()
            .find(|f| !matches!(f.kind, crate::input::Kind::Argument))
            .is_some_and(|f| matches!(f.kind, crate::input::Kind::Repeat { .. }));
        let loops = ends_loops && !(in_repeat && self.dialect.is_classic());
        self.input.stop(loops);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pseudo_ops_have_names_that_symbols_can_hold() {
        for (name, _, eras) in PSEUDO_OPS {
            assert_eq!(Squoze::new(name).to_string(), *name);
            assert!(!eras.is_empty());
        }
    }
}
