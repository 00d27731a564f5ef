//! `.SCALAR` and `.VECTOR`: variables declared with their sizes.

use crate::diagnostic::Code;
use crate::input::InputResult;
use crate::pass::Assembler;
use crate::pseudo::Declare;
use crate::symbol::Kind;

impl Assembler<'_> {
    /// Executes `.SCALAR A,B(3)` or `.VECTOR V(5),W`.
    pub(crate) fn declare_variables(&mut self, op: Declare) -> InputResult<()> {
        loop {
            let Some(name) = self.qualified_name()? else {
                if self.input.accept(b',')? {
                    continue;
                }
                return Ok(());
            };
            let mut size = None;
            let mut c = self.input.next()?;
            if c == b'(' {
                let value = self.bracket(b'(')?;
                let value = self.absolute(value, Code::UndefinedInArgument, "a size");
                size = Some(value.word.right()).filter(|size| *size != 0);
                c = self.input.next()?;
            }
            let size = match op {
                Declare::Scalar => size.unwrap_or(1),
                // A vector without a size has the size of the previous vector.
                Declare::Vector => {
                    self.variables.vector_size = size.unwrap_or(self.variables.vector_size);
                    self.variables.vector_size
                }
            };
            let known = self.find(name).filter(|id| self.symbols[*id].kind != Kind::Undefined);
            let id = known.unwrap_or_else(|| self.own_entry(name));
            self.make_variable(id, size);
            while matches!(c, b' ' | b'\t') {
                c = self.input.next()?;
            }
            if c != b',' {
                self.input.back();
                return Ok(());
            }
        }
    }
}
