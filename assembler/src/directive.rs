//! Pseudo-ops: dispatches each kind to its implementation.

mod algebra;
pub(crate) mod block;
pub(crate) mod byte;
pub(crate) mod condition;
pub(crate) mod end;
pub(crate) mod execute;
pub(crate) mod file;
pub(crate) mod halves;
mod late;
pub(crate) mod list;
pub(crate) mod location;
pub(crate) mod repeat;
pub(crate) mod setting;
pub(crate) mod text;
pub(crate) mod value;
pub(crate) mod variable;

use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Flow, InputResult, TextKind};
use crate::pass::{Assembler, Evaluation};
use crate::pseudo::{Area, Listing, Pseudo, Row, Stop, Storage, TerminatorRule};
use crate::state::collector::Item;
use crate::symbol::SymbolId;
use crate::value::Value;
use emulator::word::Word;

impl Assembler<'_> {
    /// Executes the pseudo-op `row`, which was read as the symbol `id`.
    pub(crate) fn pseudo(&mut self, row: &'static Row, id: SymbolId) -> InputResult<Evaluation> {
        use Pseudo as P;
        if row.complains_in(self.dialect) {
            self.check_context(row, id)?;
        }
        self.after_name(row.after);
        match row.op {
            P::Here => return Ok(Evaluation::Value(self.checked_here())),
            P::Constant(op) => return Ok(Evaluation::Value(self.constant(op))),
            P::Setting(op) => return Ok(Evaluation::Value(self.setting(op))),
            P::Text(op) => return Ok(Evaluation::Consumed(self.text_pseudo(op)?)),
            P::Measure(op) => return Ok(Evaluation::Consumed(self.measure(op)?.into())),
            P::WordOf(op) => return self.nth_word(op),
            P::Xwd => return self.xwd(),
            P::InRadix => return Ok(Evaluation::Consumed(self.field_in_radix()?)),
            P::Value(op) => return Ok(Evaluation::Consumed(self.value_pseudo(op)?.into())),
            P::Type => return Ok(Evaluation::Consumed(self.symbol_type()?.into())),
            P::Squoze(op) => return Ok(Evaluation::Consumed(self.squoze_op(op)?.into())),
            P::Execute => return Ok(Evaluation::Consumed(self.execute()?.into())),
            P::Equals => {
                if let Some(code) = self.equals()? {
                    return Ok(Evaluation::Consumed(code.into()));
                }
            }
            P::ExecuteOnly => {
                self.execute()?;
            }
            P::Invisible | P::Auxiliary => {}
            P::Location(op) => self.location_pseudo(op)?,
            P::Area(Area::Constants) => self.dump_constants()?,
            P::Area(Area::Variables) => self.allocate_variables()?,
            P::WordOut => self.word_out()?,
            P::End => self.end()?,
            P::Storage(op) => self.forbid_storage(op),
            P::Byte => self.byte_sizes()?,
            P::AlignWord => self.align_word()?,
            P::Radix => self.set_radix()?,
            P::Remark(op) => self.remark(op)?,
            P::TypeOut(op) => self.type_out(op)?,
            P::Line(op) => self.line_pseudo(op)?,
            P::SkipLine => self.input.skip_to_cr()?,
            P::State(op) => self.state_condition(op)?,
            P::Condition(op) => self.condition(op)?,
            P::Null => self.null_condition()?,
            P::Insert => self.insert_file()?,
            P::EndFile => self.input.end_file(),
            P::Output(op) => self.output_pseudo(op),
            P::Loading(op) => self.loader_pseudo(op)?,
            P::List(op) => self.list_pseudo(op)?,
            P::Block(op) => self.block_pseudo(op)?,
            P::Declare(op) => self.declare_variables(op)?,
            P::Format => self.format_pseudo()?,
            P::SetGenerated => self.set_generated()?,
            P::Define => self.define()?,
            P::TypedMacro => self.typed_macro(id)?,
            P::Quote => self.outside_definition(".QUOTE"),
            P::Termin => self.outside_definition("TERMIN"),
            P::Repeat => self.repeat()?,
            P::Loop(op) => self.loop_pseudo(op)?,
            P::Stop(op) => self.stop_text(op),
            P::Go => self.go_to_tag()?,
            P::Tag => self.pass_tag()?,
            P::Algebra(op) => self.algebra(op, id)?,
            P::Listing(op) => self.switch_listing(op),
            P::Foreign => self.foreign_pseudo(id)?,
        }
        Ok(if row.goes_on_in(self.dialect) { Evaluation::Nothing } else { Evaluation::Statement })
    }

    /// Reports a pseudo-op without a value if the late assembler did not allow it in this context.
    fn check_context(&mut self, row: &Row, id: SymbolId) -> InputResult<()> {
        let name = self.symbols[id].name;
        let span = self.here();
        let cannot_be_inside = matches!(row.op, Pseudo::Location(_) | Pseudo::Area(_) | Pseudo::Block(_));
        if cannot_be_inside && self.reader.bracket_depth > 0 && self.is_line_in_bracket(span) {
            self.close_forgotten_brackets(span, &format!("{name} is inside the bracket"));
            return Ok(());
        }
        let wanted = self.reader.word.fields > 0
            || self.reader.word.touched
            || self.reader.in_expression
            || self.reader.in_argument;
        if wanted {
            let message = format!("{name} has no value and cannot be used in an expression");
            self.error_about(Code::NoValue, name, message);
        }
        if self.reader.bracket_depth > 0 {
            let message = format!("{name} cannot be used inside a bracket");
            match row.op {
                Pseudo::Location(_) => {
                    self.error_about(Code::NotInBracket, name, message);
                    return Err(Flow::NextStatement);
                }
                Pseudo::Area(_) | Pseudo::Block(_) => {
                    let labels = self.opened_label();
                    self.symbol_error(Code::NotInBracket, name, span, message, &labels);
                    self.reader.give_up();
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Puts back the character that ended the name of a pseudo-op, if the pseudo-op is to read it again.
    fn after_name(&mut self, after: TerminatorRule) {
        let late = self.dialect == Dialect::D;
        let ends_line = matches!(self.reader.term, CR | LF);
        let closes = late && self.reader.bracket_depth > 0 && matches!(self.reader.term, b')' | b'>' | b']');
        let again = match after {
            TerminatorRule::InHand | TerminatorRule::Gone => false,
            TerminatorRule::Again => true,
            TerminatorRule::Argument => ends_line || closes,
            TerminatorRule::Count => late && ends_line || closes,
            TerminatorRule::Condition => ends_line && self.dialect >= Dialect::C,
        };
        if again {
            self.input.back_with(self.reader.term);
        }
    }

    /// Returns the value of `.`. If the location is unknown, reports this and returns 0.
    fn checked_here(&mut self) -> Value {
        let Some(unknown) = self.location.unknown else { return self.here_value() };
        let labels = [(unknown, "unknown from here on")];
        self.error_with(Code::LocationUnknown, self.here(), "the location is not known here", &labels);
        Value::default()
    }

    fn word_out(&mut self) -> InputResult<()> {
        let value = self.argument_word()?;
        if self.pass == 2 {
            let value = self.settle(value, Code::Undefined);
            self.collector.end_block();
            self.put_item(Item::Raw(value.word));
        }
        Ok(())
    }

    /// Executes `.NSTGW` or `.YSTGW`, which forbid and allow storage words.
    fn forbid_storage(&mut self, op: Storage) {
        if op == Storage::Forbidden && self.settings.stgsw == Word::ZERO {
            self.settings.forbidden_at = Some(self.here());
        }
        self.settings.forbid_storage(op == Storage::Forbidden, self.dialect);
    }

    /// Executes `RADIX number`.
    fn set_radix(&mut self) -> InputResult<()> {
        let value = if self.dialect < Dialect::C {
            let value = self.argument_word()?;
            self.absolute(value, Code::UndefinedInArgument, "RADIX")
        } else {
            self.absolute_field("RADIX")?
        };
        self.radix = value.word.bits();
        Ok(())
    }

    /// Executes `.GSSET number`, which sets the number of the last generated symbol.
    fn set_generated(&mut self) -> InputResult<()> {
        let value = self.argument_word()?;
        let value = self.absolute(value, Code::UndefinedInArgument, ".GSSET");
        self.macros.generated = value.word.bits();
        Ok(())
    }

    /// Reports a pseudo-op that is allowed only in a definition or loop.
    fn outside_definition(&mut self, name: &str) {
        if self.dialect >= Dialect::C {
            let message = format!("{name} is outside a definition or loop");
            self.error(Code::OutsideDefinition, message);
        }
    }

    /// Executes `.STOP` or `.ISTOP`. In the classic dialects, `.ISTOP` in a REPEAT acts like `.STOP`.
    fn stop_text(&mut self, op: Stop) {
        let innermost = self.input.frames().iter().rfind(|f| !matches!(f.kind, TextKind::Argument));
        let in_repeat = innermost.is_some_and(|f| matches!(f.kind, TextKind::Repeat { .. }));
        self.input.stop(op == Stop::Loop && !(in_repeat && self.dialect.is_classic()));
    }

    /// Executes `.GO tag`, which continues reading after `.TAG tag`.
    fn go_to_tag(&mut self) -> InputResult<()> {
        let Some(tag) = self.name()? else { return Ok(()) };
        self.input.next()?;
        if !self.input.go(tag)? {
            let message = format!("no .TAG {tag} in the file, macro or loop being read");
            self.error_about(Code::NoTag, tag, message);
        }
        Ok(())
    }

    /// Executes `.TAG tag`: skips the tag and the character after it.
    fn pass_tag(&mut self) -> InputResult<()> {
        self.name()?;
        self.input.next()?;
        Ok(())
    }

    fn switch_listing(&mut self, op: Listing) {
        match op {
            Listing::ShowLines => self.listing.hidden = false,
            Listing::HideLines => self.listing.hidden = true,
            Listing::NoteUses => self.collector.uses_hidden = false,
            Listing::OmitUses => self.collector.uses_hidden = true,
        }
    }

    /// Reports a pseudo-op of another system and skips its line.
    fn foreign_pseudo(&mut self, id: SymbolId) -> InputResult<()> {
        let name = self.symbols[id].name;
        let message = format!("{name} belongs to another system and is not supported");
        self.error_about(Code::ForeignFormat, name, message);
        self.input.skip_to_cr()
    }
}
