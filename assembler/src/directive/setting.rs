//! Values the assembler itself has: counters, file names, switches.

use super::Pseudo;
use crate::diagnostic::Severity;
use crate::dialect::Dialect;
use crate::pass::Assembler;
use crate::value::Value;
use emulator::word::Word;

/// Switches that a source sets by assignment (late dialect).
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// `.MLLIT`, if it was assigned.
    mllit: Option<i64>,
    /// `.QMTCH`: text constants end with a quote like their first.
    pub quotes_match: bool,
    hkall: bool,
    /// Not zero: literals are errors.
    pub litsw: Word,
    /// Not zero: storage words are errors.
    pub stgsw: Word,
    ttyflg: Word,
    stpln: Word,
    stppg: Word,
}

impl Settings {
    pub fn begin_pass(&mut self, dialect: Dialect) {
        // The stand-alone assemblers did not allow storage words again.
        let stgsw = if dialect < Dialect::C { self.stgsw } else { Word::ZERO };
        *self = Settings { stgsw, ..Settings::default() };
    }

    /// Whether brackets end with their line although the dialect is late: `.MLLIT` is not positive.
    pub fn single_line(&self) -> bool {
        self.mllit.is_some_and(|value| value <= 0)
    }

    /// Whether closing brackets that are missing or stray pass in silence: `.MLLIT` is 0.
    pub fn lenient(&self) -> bool {
        self.mllit == Some(0)
    }

    /// `.NSTGW` and `.YSTGW`, of which the late assembler counted one against the other.
    pub fn forbid_storage(&mut self, forbid: bool, dialect: Dialect) {
        let before = if dialect == Dialect::D { self.stgsw.signed() } else { 0 };
        self.stgsw = Word::from_i64(if forbid { before + 1 } else { (before - 1).max(0) });
    }

    /// Whether all labels are half-killed.
    pub fn half_kills_labels(&self) -> bool {
        self.hkall
    }
}

/// Up to six characters in SIXBIT, left-justified.
pub fn sixbit(text: &str) -> Word {
    let mut bits = 0u64;
    let mut count = 0;
    for c in text.bytes().map(|c| c.to_ascii_uppercase()).filter(|c| (b' '..=b'_').contains(c)) {
        if count == 6 {
            break;
        }
        bits = bits << 6 | u64::from(c - b' ');
        count += 1;
    }
    Word::new(bits << (6 * (6 - count)))
}

/// The two parts of a file name: `NAME 2`, `name.mid`, `DIR;FN1 FN2`.
pub fn name_parts(name: &str) -> (String, String) {
    let base = name.rsplit(['/', ';', ':', '\\']).next().unwrap_or(name).trim();
    let (first, second) = base.split_once(' ').or_else(|| base.rsplit_once('.')).unwrap_or((base, ">"));
    (first.trim().to_owned(), second.trim().to_owned())
}

/// The version of a file: the digits in the second part of its name, -1 if there are none.
fn version(name: &str) -> Word {
    let digits: String = name_parts(name).1.chars().filter(char::is_ascii_digit).collect();
    Word::from_i64(digits.parse().unwrap_or(-1))
}

impl Assembler<'_> {
    /// The file that the one being read has inserted last, itself if there is none.
    fn inserted_name(&self) -> &str {
        let (reading, _) = self.input.file_position();
        &self.sources.get(self.insertions.last_of(reading)).name
    }

    /// The value of a pseudo-op that takes no argument.
    pub fn constant_value(&mut self, pseudo: Pseudo) -> Option<Value> {
        use Pseudo as P;
        let number = |n: u64| Word::new(n);
        let word = match pseudo {
            P::Rpcnt => self.input.repeat_count,
            P::Irpcnt => self.input.irp_count,
            P::Bytc => number(self.byte_count),
            P::Gscnt => number(self.generated),
            P::Aval1 => self.executed.accumulator,
            P::Aval2 => self.executed.memory,
            P::Askip => Word::from_i64(-i64::from(self.executed.skipped)),
            P::Fnam1 | P::Ofnm1 => sixbit(&name_parts(&self.main_name).0),
            P::Fnam2 => sixbit(&name_parts(&self.main_name).1),
            P::Ofnm2 => sixbit("BIN"),
            P::Ifnm1 => sixbit(&name_parts(self.inserted_name()).0),
            P::Ifnm2 => sixbit(&name_parts(self.inserted_name()).1),
            P::Fvers => version(&self.main_name),
            P::Ifvrs => version(self.inserted_name()),
            P::Mrunt => Word::ZERO,
            P::Rl1 => {
                let relocation = number(u64::from(self.relocatable));
                return Some(Value::relocated(Word::ZERO, relocation));
            }
            P::Osmidas => sixbit("ITS"),
            P::PassOp => number(self.pass.into()),
            P::Ppass => number(if self.one_pass { 1 } else { 2 }),
            P::Curpg | P::Curln => {
                let (file, at) = self.input.file_position();
                let (page, line) = self.sources.get(file).page_and_line(at);
                number(if pseudo == P::Curpg { page } else { line } as u64)
            }
            P::Errcnt => {
                let real = self.diagnostics.iter().filter(|d| d.severity > Severity::Warning);
                number(real.count() as u64)
            }
            P::Symcnt => number(self.symbols.count() as u64),
            P::Mllit => Word::from_i64(self.settings.mllit.unwrap_or(1)),
            P::Qmtch => Word::from_i64(-i64::from(self.settings.quotes_match)),
            P::Hkall => Word::from_i64(-i64::from(self.settings.hkall)),
            P::Litsw => self.settings.litsw,
            P::Stgsw => self.settings.stgsw,
            P::Ttyflg => self.settings.ttyflg,
            P::Success => Word::from_i64(-i64::from(self.success)),
            P::Stpln => self.settings.stpln,
            P::Stppg => self.settings.stppg,
            _ => return None,
        };
        Some(word.into())
    }

    /// Assigns to a settable pseudo-symbol; whether it was one.
    pub fn assign_setting(&mut self, pseudo: Pseudo, value: &Value) -> bool {
        use Pseudo as P;
        if self.dialect != Dialect::D {
            return false;
        }
        let word = value.word;
        match pseudo {
            P::Mllit => self.settings.mllit = Some(word.signed()),
            P::Qmtch => self.settings.quotes_match = word != Word::ZERO,
            P::Hkall => self.settings.hkall = word != Word::ZERO,
            P::Litsw => self.settings.litsw = word,
            P::Stgsw => self.settings.stgsw = word,
            P::Ttyflg => self.settings.ttyflg = word,
            P::Success => self.success = word != Word::ZERO,
            P::Gscnt => self.generated = word.bits(),
            P::Stpln => self.settings.stpln = word,
            P::Stppg => self.settings.stppg = word,
            _ => return false,
        }
        true
    }
}
