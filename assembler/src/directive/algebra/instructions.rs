//! The instructions compiled for each operator of an arithmetic statement.

use super::{AlgebraOperator, Outcome, Statement};

impl Statement {
    pub(super) fn perform(&mut self, operator: AlgebraOperator) -> Outcome<()> {
        use AlgebraOperator as O;
        let immediate = self.is_immediate();
        let pick = |float: &'static str, integer: &'static str, short: &'static str| {
            if immediate {
                short
            } else if self.integer {
                integer
            } else {
                float
            }
        };
        match operator {
            O::Add => self.binary(pick("FADR", "ADD", "ADDI")),
            O::Subtract => self.binary(pick("FSBR", "SUB", "SUBI")),
            O::Multiply => self.binary(pick("FMPR", "IMUL", "IMULI")),
            O::Divide => self.binary(pick("FDVR", "IDIV", "IDIVI")),
            O::Negate => self.unary("MOVNS", if immediate { "MOVNI" } else { "MOVN" }),
            O::Absolute => self.unary("MOVMS", if immediate { "MOVMI" } else { "MOVM" }),
            O::Reciprocal => self.reciprocal(),
            O::Power => self.power(),
            O::Comma => {
                if let Some(count) = self.commas.last_mut() {
                    *count += 1;
                }
                self.load()
            }
            O::Assignment(name) => {
                self.leave();
                self.load()?;
                self.operand = name;
                self.instruction("MOVEM", self.held - 1)
            }
            O::Call(name) => {
                self.load()?;
                let arguments = self.leave();
                self.call(name, arguments)
            }
            O::Statement | O::Parenthesis => Ok(()),
        }
    }

    /// Loads the operand, if there is one, into the next accumulator. For an operand marked with `&`, only
    /// reserves the accumulator, because the value is already in it.
    pub(super) fn load(&mut self) -> Outcome<()> {
        if self.operand.is_empty() {
            return Ok(());
        }
        if self.operand.first() != Some(&b'&') {
            self.instruction(if self.is_immediate() { "MOVEI" } else { "MOVE" }, self.held)?;
        }
        self.held += 1;
        self.operand.clear();
        Ok(())
    }

    fn binary(&mut self, name: &str) -> Outcome<()> {
        if self.operand.is_empty() {
            self.held -= 1;
            return self.between(name, self.held - 1, self.held);
        }
        self.instruction(name, self.held - 1)
    }

    fn unary(&mut self, in_place: &str, loading: &str) -> Outcome<()> {
        if self.operand.is_empty() {
            let digit = digit(self.held - 1)?;
            self.line(&[in_place.as_bytes(), b" A", &[digit]]);
            return Ok(());
        }
        self.instruction(loading, self.held)?;
        self.held += 1;
        Ok(())
    }

    /// Compiles 1.0 divided by the operand.
    fn reciprocal(&mut self) -> Outcome<()> {
        if self.integer {
            return Err("an integer has no reciprocal");
        }
        let mut one = self.held;
        if self.operand.is_empty() {
            self.between("MOVE", self.held, self.held - 1)?;
            one -= 1;
        }
        let one = digit(one)?;
        self.line(&[b"HRLZI A", &[one], b",201400"]);
        self.held += 1;
        self.binary(if self.is_immediate() { "IDIVI" } else { "FDVR" })
    }

    /// Raises the last value to the power of the operand: by multiplication for 1 to 4, otherwise by EXPLOG.
    fn power(&mut self) -> Outcome<()> {
        let multiply = if self.integer { "IMUL" } else { "FMPR" };
        let base = self.held - 1;
        match &self.operand[..] {
            b"1" => {}
            b"2" => self.between(multiply, base, base)?,
            b"3" => {
                self.between("MOVE", base + 1, base)?;
                self.between(multiply, base + 1, base + 1)?;
                self.between(multiply, base, base + 1)?;
            }
            b"4" => {
                self.between(multiply, base, base)?;
                self.between(multiply, base, base)?;
            }
            _ => {
                self.load()?;
                self.held -= 1;
                return self.call(b"EXPLOG".to_vec(), 1);
            }
        }
        self.operand.clear();
        Ok(())
    }

    /// Compiles a call of a subroutine with its arguments in A0 and up. Values in use there are exchanged
    /// with the arguments before the call, and exchanged back after it.
    fn call(&mut self, name: Vec<u8>, arguments: i32) -> Outcome<()> {
        if !self.after_operand {
            self.held += 1;
            self.after_operand = true;
        }
        let first = self.held - 1;
        if first != 0 {
            for at in 0..=arguments {
                self.between("EXCH", at, first + at)?;
            }
        }
        self.line(&[b"PUSHJ P,", &name]);
        if first != 0 {
            for at in (0..=arguments).rev() {
                self.between("EXCH", at, first + at)?;
            }
        }
        self.operand.clear();
        Ok(())
    }

    /// Writes an instruction with the operand as its address, and clears the operand. A number that is not
    /// immediate becomes a literal.
    fn instruction(&mut self, name: &str, accumulator: i32) -> Outcome<()> {
        let digit = digit(accumulator)?;
        let constant = self.is_number() && !self.is_immediate();
        let (open, close): (&[u8], &[u8]) = if constant { (b"[", b"]") } else { (b"", b"") };
        let operand: Vec<u8> = self.operand.iter().copied().filter(|c| *c != b'#').collect();
        self.line(&[name.as_bytes(), b" A", &[digit], b",", open, &operand, close]);
        self.operand.clear();
        Ok(())
    }

    /// Writes an instruction whose address is an accumulator.
    fn between(&mut self, name: &str, accumulator: i32, address: i32) -> Outcome<()> {
        let (accumulator, address) = (digit(accumulator)?, digit(address)?);
        self.line(&[name.as_bytes(), b" A", &[accumulator], b",A", &[address]]);
        Ok(())
    }

    fn line(&mut self, parts: &[&[u8]]) {
        self.text.push(b'\t');
        parts.iter().for_each(|part| self.text.extend_from_slice(part));
        self.text.extend(b"\r\n");
    }
}

/// Returns the digit in the name of an accumulator.
fn digit(accumulator: i32) -> Outcome<u8> {
    match accumulator {
        0..=9 => Ok(b'0' + accumulator as u8),
        10.. => Err("the statement needs more than ten accumulators"),
        _ => Err("an operand is missing"),
    }
}
