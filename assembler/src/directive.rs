//! Pseudo-ops: their names, the dialects that have them, and what each does.

mod algebra;
pub mod block;
pub mod byte;
pub mod condition;
pub mod end;
pub mod execute;
pub mod file;
pub mod halves;
pub mod initial;
pub mod list;
pub mod location;
pub mod repeat;
pub mod setting;
pub mod text;
pub mod value;
pub mod variable;

use crate::chars::{CR, LF};
use crate::dialect::Dialect;
use crate::expr::Evaluation;
use crate::input::{Flow, Reading};
use crate::pass::Assembler;
use crate::symbol::SymbolId;

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
    use crate::symbol::Squoze;

    #[test]
    fn pseudo_ops_have_names_that_symbols_can_hold() {
        for (name, _, eras) in PSEUDO_OPS {
            assert_eq!(Squoze::new(name).to_string(), *name);
            assert!(!eras.is_empty());
        }
    }
}
