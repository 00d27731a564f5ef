//! Implements [`Subject`] for the MIDAS program on the emulated PDP-6.
//!
//! Most methods run a driver, an entry point in `drivers.mid`, on the position on the board, and read the
//! words that the driver leaves in memory.

use emulator::word::Word;

use super::{
    AttackCounts, Digest, EvaluatorReport, GeneratedMoves, LegalMoves, MoveReading, StaticTerms, Subject,
    TypedTraces,
};
use crate::emulated::{Emulated, EmulatedError, ProbeEvent, ROUTINE_TIME, half};
use crate::engine::{CommentSubject, Entry, Term, TracedMove};
use crate::parameters::limits::{HASH_ENTRIES, LINE_LENGTH};
use crate::parameters::values::INF;
use crate::program::{Answer, BoardState, Coordinates, NoAnswer};
use crate::vocabulary::probe::{DROPPED, HEURISTIC, Row, SCORED};
use crate::vocabulary::{Move, Piece, Settings, Square};

/// Maximum number of moves read from FOUND, the table of the moves that match a text.
const MOST_FOUND: u32 = 300;

impl Emulated {
    /// Makes the position on the board the root of a tree.
    fn root(&mut self, paper: bool) -> Result<(), EmulatedError> {
        self.set(&Settings { paper, ..Settings::normal() })?;
        self.drive("XROOT", ROUTINE_TIME)
    }

    /// Returns the words of the pieces 1-32 from the table at a label.
    fn men(&self, label: &str) -> Result<[Word; 32], EmulatedError> {
        let mut words = [Word::ZERO; 32];
        for (word, piece) in words.iter_mut().zip(1..) {
            *word = self.word(label, piece)?;
        }
        Ok(words)
    }

    /// Applies `of` to the word of each square in the table at a label: a1, b1, ... h8.
    fn by_square<T>(&self, label: &str, of: impl Fn(Word) -> T) -> Result<Vec<T>, EmulatedError> {
        Square::all().map(|square| Ok(of(self.word(label, square.number().into())?))).collect()
    }

    /// Returns the numbers of the pieces whose word at a label is not zero.
    fn marked(&self, label: &str) -> Result<Vec<u8>, EmulatedError> {
        let words = self.men(label)?.into_iter().zip(1..);
        Ok(words.filter(|(word, _)| *word != Word::ZERO).map(|(_, number)| number).collect())
    }

    /// Returns the numbers of the pieces on the board.
    fn alive(&self) -> Result<Vec<u8>, EmulatedError> {
        self.marked("LOC")
    }

    fn lines(&self) -> Result<Vec<String>, EmulatedError> {
        Ok(self.text()?.lines().map(str::to_owned).collect())
    }

    /// Makes the list of plausible moves. Returns the terms of its moves in sorted order, then the terms of
    /// the moves that were dropped, in the order of generation.
    fn traced_list(&mut self) -> Result<Vec<TracedMove>, EmulatedError> {
        let (mut traced, mut terms) = (Vec::new(), Vec::new());
        let probes = self.start_driver_probed("XPMG", &[&HEURISTIC.row, &SCORED.row, &DROPPED.row])?;
        while let Some(event) = self.next_probe(&probes)? {
            match *event.values() {
                [heuristic, amount, about] => {
                    let heuristic = heuristic as u8;
                    let about = CommentSubject::unpacked(heuristic, about);
                    terms.push(Term { heuristic, amount: amount as i32, about });
                }
                [mv, plausibility, positional, marks, threats] => {
                    let mv = Move::from_word(Word::new(mv as u64));
                    let entry = Some(Entry {
                        mv,
                        plausibility: plausibility as i32,
                        positional: positional as i32,
                        always: marks & 4 != 0,
                        safe: marks & 2 != 0,
                        poor: marks & 1 != 0,
                        threats: threats as u32,
                    });
                    traced.push(TracedMove { mv, terms: std::mem::take(&mut terms), entry });
                }
                [mv] => {
                    let mv = Move::from_word(Word::new(mv as u64));
                    traced.push(TracedMove { mv, terms: std::mem::take(&mut terms), entry: None });
                }
                _ => {}
            }
        }
        self.stop_probes(&probes)?;
        let list: Vec<Entry> = self.list()?.into_iter().map(entry).collect();
        let place = |traced: &TracedMove| list.iter().position(|entry| Some(*entry) == traced.entry);
        // Dropped moves have no place in the list and keep their order after it.
        traced.sort_by_key(|traced| place(traced).unwrap_or(usize::MAX));
        Ok(traced)
    }

    /// Returns the lines that XTRAC writes for a move word; for zero, the trace of the static evaluator.
    fn traced(&mut self, word: Word) -> Result<Vec<String>, EmulatedError> {
        self.put("XARG", 0, word)?;
        self.drive("XTRAC", ROUTINE_TIME)?;
        self.lines()
    }
}

fn entry([word, plausibility, positional, flags]: [Word; 4]) -> Entry {
    Entry {
        mv: Move::from_word(word),
        plausibility: plausibility.signed() as i32,
        positional: positional.signed() as i32,
        always: flags.bit(0),
        safe: flags.bit(1),
        poor: flags.bit(2),
        threats: flags.right(),
    }
}

impl Subject for Emulated {
    fn observe(
        &mut self,
        settings: &Settings,
        points: &[&'static Row],
    ) -> Result<(Answer, Vec<ProbeEvent>), NoAnswer> {
        let mut events = Vec::new();
        let probes = self.start_probed(settings, points)?;
        while let Some(event) = self.next_probe(&probes)? {
            events.push(event);
        }
        self.stop_probes(&probes)?;
        Ok((self.answer()?, events))
    }

    fn placed(&mut self) -> Result<BoardState, NoAnswer> {
        Ok(Emulated::placed(self)?)
    }

    fn legal(&mut self) -> Result<LegalMoves, NoAnswer> {
        let (moves, check) = Emulated::legal(self)?;
        let mut after = Vec::new();
        for mv in &moves {
            self.put("XARG", 0, mv.word())?;
            self.drive("XMAKE", ROUTINE_TIME)?;
            after.push(self.word("XRES", 0)?);
            self.drive("XUNMK", ROUTINE_TIME)?;
        }
        Ok(LegalMoves { moves, after, check })
    }

    fn perft(&mut self, depth: u32) -> Result<u64, NoAnswer> {
        Ok(Emulated::perft(self, depth)?)
    }

    fn times(&mut self) -> Result<usize, NoAnswer> {
        Ok(Emulated::times(self)?)
    }

    fn tables(&mut self) -> Result<AttackCounts, NoAnswer> {
        self.root(false)?;
        let pair = |word: Word| (word.left(), word.right());
        let attacks = [self.by_square("ATW", pair)?, self.by_square("ATB", pair)?];
        Ok(AttackCounts { attacks, pinned: self.marked("PIN")? })
    }

    fn evaluate(
        &mut self,
        path: &[Coordinates],
        paper: bool,
    ) -> Result<(StaticTerms, EvaluatorReport), NoAnswer> {
        self.root(paper)?;
        for &mv in path {
            self.step(mv)?;
        }
        self.drive("XSTAT", ROUTINE_TIME)?;
        let number = |label, offset| Ok::<_, EmulatedError>(self.word(label, offset)?.signed() as i32);
        let terms = StaticTerms {
            material: number("EVT", 1)?,
            ratio: number("EVT", 2)?,
            pawns: number("EVT", 3)?,
            king_safety: number("EVT", 4)?,
            center: number("EVT", 5)?,
            value: number("XRES", 0)?,
            kings: [number("KWPART", 0)?, number("KBPART", 0)?],
        };
        self.drive("XCAPT", ROUTINE_TIME)?;
        let mut prise = self.marked("XTAB")?;
        prise.retain(|&number| !paper || Piece::new(number).first_kind() != crate::vocabulary::Kind::King);
        let captures = self.list()?;
        let examined = EvaluatorReport {
            prise,
            captures: captures.into_iter().map(entry).map(|entry| (entry.mv, entry.plausibility)).collect(),
            condition: self.word("XRES2", 0)?.right() as u8,
        };
        Ok((terms, examined))
    }

    fn generate(&mut self, path: &[Coordinates], pinned: bool) -> Result<GeneratedMoves, NoAnswer> {
        self.root(false)?;
        if pinned {
            self.put("QRPIN", 0, Word::ONES)?;
        }
        for &mv in path {
            self.step(mv)?;
        }
        self.drive("XPRISE", ROUTINE_TIME)?;
        let alive = self.alive()?;
        let side = self.word("STM", 0)?.bits() as usize;
        let mut prise = self.marked("XTAB")?;
        prise.retain(|&number| alive.contains(&number) && Piece::new(number).side().index() == side);
        self.drive("XPMG", ROUTINE_TIME)?;
        Ok(GeneratedMoves {
            entries: self.list()?.into_iter().map(entry).collect(),
            squares: self.by_square("SQV", half)?,
            prise,
            safe: self.men("NSM")?.map(|word| word.right()),
            with_safe: self.word("PCSWSM", 0)?.right(),
        })
    }

    fn digest(&mut self) -> Result<Digest, NoAnswer> {
        let generation = self.word("HGEN", 0)?.field(24, 29);
        let mut digest = Digest::default();
        for slot in 0..HASH_ENTRIES as u32 {
            let (head, bounds) = (self.word("HTAB", 2 * slot)?, self.word("HTAB", 2 * slot + 1)?);
            let (lower, upper) = (half(bounds.swapped()), half(bounds));
            if head.field(24, 29) != generation || (lower == -INF && upper == INF) {
                continue;
            }
            digest.entries += 1;
            digest.drafts += head.field(31, 35);
            digest.lower += if lower == -INF { 0 } else { i64::from(lower) };
            digest.upper += if upper == INF { 0 } else { i64::from(upper) };
            digest.keys = digest.keys ^ head.with_field(21, 35, slot.into());
        }
        Ok(digest)
    }

    fn traces(&mut self) -> Result<Vec<TracedMove>, NoAnswer> {
        self.root(false)?;
        let before = self.word("LASTPO", 0)?;
        let traced = self.traced_list()?;
        self.put("LASTPO", 0, before)?;
        Ok(traced)
    }

    fn typed_traces(&mut self) -> Result<TypedTraces, NoAnswer> {
        self.root(false)?;
        // The generator changes LASTPOS (fault F12). The traces need the value that LASTPOS had before the
        // list was made.
        let before = self.word("LASTPO", 0)?;
        let mut typed = TypedTraces::default();
        for TracedMove { mv, entry, .. } in self.traced_list()? {
            self.put("LASTPO", 0, before)?;
            let (mv, lines) = (mv.into(), self.traced(mv.word())?);
            match entry {
                Some(entry) => typed.list.push((mv, entry.plausibility, lines)),
                None => typed.dropped.push((mv, lines)),
            }
        }
        Ok(typed)
    }

    fn static_trace(&mut self, paper: bool) -> Result<Vec<String>, NoAnswer> {
        self.root(paper)?;
        Ok(self.traced(Word::ZERO)?)
    }

    fn book(&mut self) -> Result<Option<Move>, NoAnswer> {
        self.drive("XBOOK", ROUTINE_TIME)?;
        let found = self.word("XRES", 0)? != Word::ZERO;
        Ok(if found { Some(Move::from_word(self.word("XRES1", 0)?)) } else { None })
    }

    fn write(&mut self, mv: Move) -> Result<String, NoAnswer> {
        Ok(self.noted(mv)?)
    }

    fn read(&mut self, text: &str) -> Result<MoveReading, NoAnswer> {
        // The teletype has only capitals.
        let typed = text.to_ascii_uppercase();
        if typed.len() > LINE_LENGTH {
            return Err(NoAnswer::LongLine { text: text.to_owned() });
        }
        for (i, character) in typed.bytes().chain([0]).enumerate() {
            self.put("LINBUF", i as u32, Word::new(character.into()))?;
        }
        self.drive("XREAD", ROUTINE_TIME)?;
        let readable = self.word("XRES", 0)? != Word::ZERO;
        if readable && Emulated::legal(self)?.0.is_empty() {
            return Ok(MoveReading::Over);
        }
        let count = self.word("NFOUND", 0)?.right().min(MOST_FOUND);
        let found = (0..count)
            .map(|i| Ok(Move::from_word(self.word("FOUND", i)?).into()))
            .collect::<Result<Vec<Coordinates>, EmulatedError>>()?;
        Ok(match (readable, found.as_slice()) {
            (false, _) => MoveReading::Unreadable,
            (_, []) => MoveReading::Illegal,
            (_, [only]) => MoveReading::Ok(*only),
            _ => {
                self.drive("XAMB", ROUTINE_TIME)?;
                MoveReading::Ambiguous(found, self.lines()?.concat())
            }
        })
    }
}
