//! The MIDAS program on the emulated machine as seen by the vector files.
//!
//! Every position is deposited, a driver of chapter `drivers.mid` started, and what it leaves examined.

use anyhow::{Context, Result, ensure};
use emulator::address::Address;
use emulator::time::Nanos;
use emulator::word::Word;

use super::{
    AttackTables, BookReply, Captures, Engine, Evaluation, Found, MoveGen, PlausibleMove, Played, Root,
    Setup, Traces, Verdict, case, feed_name,
};
use crate::emulated::{Emulated, Fault, Program};
use crate::engine::board::{Color, Kind, Move, Position, Square};
use crate::engine::feedover::Feedover;
use crate::engine::moves::{in_check, legal};
use crate::parameters::limits::{HASH_ENTRIES, LINE_LENGTH, QUIET_PLIES};
use crate::parameters::values::{INF, NO_ATTACKER};
use crate::sources::Sources;

/// No record takes longer in the machine's time.
const LONGEST: Nanos = Nanos::from_seconds(1_000_000);

/// Words of an entry of a move list (`defs.mid`).
const ENTRY: u32 = 4;

/// The MIDAS program, assembled and loaded when it is first asked.
#[derive(Default)]
pub struct Machine {
    machine: Option<Emulated>,
}

impl Machine {
    fn ready(&mut self) -> Result<&mut Emulated> {
        if self.machine.is_none() {
            let program = Program::assemble(&Sources::default())?;
            self.machine = Some(Emulated::load(program.into())?);
        }
        self.machine.as_mut().context("the program was just loaded")
    }

    /// The machine with a position set up.
    fn at(&mut self, fen: &str) -> Result<(&mut Emulated, Position)> {
        let position = Position::from_fen(fen).with_context(|| format!("set up `{fen}`"))?;
        let machine = self.ready()?;
        machine.set_position(&position)?;
        Ok((machine, position))
    }

    /// The machine with a game played up to a position.
    fn after(&mut self, fen: &str, before: &[String]) -> Result<&mut Emulated> {
        let case = case(fen, before)?;
        let machine = self.ready()?;
        machine.set_case(&case)?;
        Ok(machine)
    }
}

/// The words at a label by square, as a number each.
fn table<T>(
    machine: &Emulated,
    label: &str,
    offset: u32,
    entry: impl Fn(Square, Word) -> T,
) -> Result<Vec<T>, Fault> {
    Square::all()
        .map(|square| Ok(entry(square, machine.word(label, offset + u32::from(square.number()))?)))
        .collect()
}

/// The entries of the move list that a driver has left: address of each and its move.
fn list(machine: &mut Emulated) -> Result<Vec<(Address, Move)>> {
    let (first, end) = (machine.word("XRES", 0)?.right(), machine.word("XRES", 1)?.right());
    ensure!(
        first <= end && (end - first).is_multiple_of(ENTRY),
        "the move list is from {first:o} to {end:o}"
    );
    let entries = (first..end).step_by(ENTRY as usize).map(Address::new);
    Ok(entries.map(|at| (at, Move::from_word(machine.machine().examine(at)))).collect())
}

/// The entries of the plausible moves that a driver has left: address of each and its move (`plausible.mid`, GENPLA).
fn plausible_list(machine: &mut Emulated) -> Result<Vec<(Address, Move)>> {
    let end = machine.program().label("PLNIL")?;
    let mut entries = Vec::new();
    let mut at = Address::of(machine.word("XRES", 0)?);
    while at != end {
        ensure!(entries.len() < MOST_MOVES, "the chain of plausible moves has no end");
        entries.push((at, Move::from_word(machine.machine().examine(at))));
        at = Address::of(machine.machine().examine(at.offset(1)));
    }
    Ok(entries)
}

/// More moves than any position has.
const MOST_MOVES: usize = 4000;

/// The number of attackers in a word of ATO (`attack.mid`).
fn count(word: Word) -> i32 {
    word.field(15, 19) as i32
}

/// The least attacker there.
fn least(word: Word) -> i32 {
    // The king has no field: it is the one attacker that leaves no trace but the number.
    let fields = [
        (20, 21, Kind::Pawn),
        (22, 25, Kind::Knight),
        (26, 28, Kind::Bishop),
        (29, 31, Kind::Rook),
        (32, 35, Kind::Queen),
        (15, 19, Kind::King),
    ];
    let found = fields.into_iter().find(|&(first, last, _)| word.field(first, last) != 0);
    found.map_or(NO_ATTACKER.into(), |(_, _, kind)| kind.value())
}

/// A signed right half.
fn half(word: Word) -> i32 {
    ((word.right() << 14) as i32) >> 14
}

impl Engine for Machine {
    fn movegen(&mut self, fen: &str) -> Result<MoveGen> {
        let (machine, position) = self.at(fen)?;
        let key = format!("{:o}", machine.word("KEY", 0)?);
        machine.drive("XMOVES", LONGEST)?;
        let check = u8::from(machine.word("GCHK", 0)?.is_negative());
        let moves: Vec<Move> = list(machine)?.into_iter().map(|(_, mv)| mv).collect();
        let mut after = Vec::new();
        for mv in &moves {
            machine.put("XARG", 0, mv.word())?;
            machine.drive("XMAKE", LONGEST)?;
            after.push(format!("{:o}", machine.word("XRES", 0)?));
            machine.drive("XUNMK", LONGEST)?;
        }
        let perft = (1..=3).map(|depth| machine.perft(&position, depth)).collect::<Result<_, _>>()?;
        Ok(MoveGen {
            key,
            check,
            moves: moves.iter().map(ToString::to_string).collect(),
            words: moves.iter().map(|mv| format!("{:o}", mv.word())).collect(),
            after,
            perft,
        })
    }

    fn attacks(&mut self, fen: &str) -> Result<AttackTables> {
        let (machine, position) = self.at(fen)?;
        machine.drive("XATTK", LONGEST)?;
        let occupied = |square| !position.at(square).is_empty();
        let piece = |label| {
            table(machine, label, 0, |square, word| if occupied(square) { word.signed() as i32 } else { 0 })
        };
        let (own, his) = (0, Square::PLACES.into());
        let (white, black, walk) = match position.side() {
            Color::White => (own, his, ["WKO", "WKE"]),
            Color::Black => (his, own, ["WKE", "WKO"]),
        };
        let mut duties = Vec::new();
        for list in ["ODUTY", "HDUTY"] {
            for i in 0.. {
                let word = machine.word(list, i)?;
                if word == Word::ZERO {
                    break;
                }
                duties.push((word.left() as u8, word.right() as u8));
            }
        }
        duties.sort_by_key(|&(_, square)| square);
        let trapped = table(machine, "XTAB", 0, |square, word| {
            (occupied(square) && word.is_negative()).then_some(square.number())
        })?;
        let dev = table(machine, "XTAB", 0, |square, word| {
            occupied(square).then(|| (square.number(), half(word)))
        })?;
        Ok(AttackTables {
            n0: table(machine, "ATO", white, |_, word| count(word))?,
            n1: table(machine, "ATO", black, |_, word| count(word))?,
            lv0: table(machine, "ATO", white, |_, word| least(word))?,
            lv1: table(machine, "ATO", black, |_, word| least(word))?,
            pin: table(machine, "PINW", 0, |_, word| {
                u8::from(word != Word::ZERO) + u8::from(word.is_negative())
            })?,
            pdir: table(machine, "PINW", 0, |_, word| word.field(15, 17) as usize)?,
            pbase: table(machine, "PINW", 0, |_, word| word.right() as u8)?,
            enp: piece("ENP")?,
            duty: piece("DUTY")?.into_iter().map(|duty| duty as u8).collect(),
            duties,
            trapped: trapped.into_iter().flatten().collect(),
            sqv0: table(machine, walk[0], 0, |_, word| half(word))?,
            sqv1: table(machine, walk[1], 0, |_, word| half(word))?,
            dev: dev.into_iter().flatten().collect(),
        })
    }

    fn evaluation(&mut self, fen: &str, w0: i32, b0: i32) -> Result<Evaluation> {
        let (machine, position) = self.at(fen)?;
        machine.put("W0", 0, Word::from_i64(w0.into()))?;
        machine.put("B0", 0, Word::from_i64(b0.into()))?;
        machine.drive("XEVAL", LONGEST)?;
        let term = |number| Ok::<_, Fault>(machine.word("EVT", number)?.signed() as i32);
        let pawn = |square| position.at(square).kind() == Some(Kind::Pawn);
        let facts = table(machine, "PWF", 0, |square, word| {
            (square.number(), if pawn(square) { word.right() } else { 0 })
        })?;
        let squares =
            |fact| facts.iter().filter(|(_, facts)| facts & fact != 0).map(|&(square, _)| square).collect();
        Ok(Evaluation {
            b: term(1)?,
            r: term(2)?,
            p: term(3)?,
            k: term(4)?,
            c: term(5)?,
            s: term(6)?,
            isolated: squares(0o1),
            passed: squares(0o4),
            defended: squares(0o10),
            backward: squares(0o2),
        })
    }

    fn plausible(&mut self, fen: &str) -> Result<Vec<PlausibleMove>> {
        let (machine, _) = self.at(fen)?;
        machine.drive("XPMG", LONGEST)?;
        let mut scored = Vec::new();
        for (at, mv) in plausible_list(machine)? {
            let [plausibility, positional, flags] =
                [1, 2, 3].map(|i| machine.machine().examine(at.offset(i)));
            let marks = [(2, true, 'P'), (1, false, 'U'), (0, true, 'F')];
            let letters = marks
                .into_iter()
                .filter(|&(bit, shown, _)| flags.bit(bit) == shown)
                .map(|(_, _, letter)| letter);
            scored.push((
                mv,
                plausibility.left() as i32,
                positional.signed() as i32,
                letters.collect::<String>(),
                flags.right() as u16,
            ));
        }
        let mut moves = Vec::new();
        for (mv, plausibility, positional, letters, index) in scored {
            machine.put("XARG", 0, mv.word())?;
            machine.drive("XTRMV", LONGEST)?;
            let traced = (machine.word("XRES", 0)?.signed(), machine.word("XRES", 1)?.signed());
            ensure!(
                traced == (plausibility.into(), positional.into()),
                "{mv} has plausibility {plausibility}, positional {positional}, but {traced:?} when traced"
            );
            let mut terms = Vec::new();
            for i in (0..machine.word("TRCNT", 0)?.right()).step_by(3) {
                let [number, term, extra] = [i, i + 1, i + 2].map(|i| machine.word("TRBUF", i));
                terms.push((number?.signed(), term?.signed(), extra?.signed()));
            }
            moves.push((mv.to_string(), plausibility, positional, letters, index, terms));
        }
        Ok(moves)
    }

    fn trace(&mut self, fen: &str) -> Result<Traces> {
        let (machine, _) = self.at(fen)?;
        machine.put("XARG", 0, Word::ZERO)?;
        machine.drive("XTRAC", LONGEST)?;
        let evaluator = lines(machine)?;
        machine.drive("XPMG", LONGEST)?;
        let mut moves = Vec::new();
        for (_, mv) in plausible_list(machine)? {
            machine.put("XARG", 0, mv.word())?;
            machine.drive("XTRAC", LONGEST)?;
            moves.push((mv.to_string(), lines(machine)?));
        }
        Ok(Traces { evaluator, moves })
    }

    fn captures(&mut self, fen: &str) -> Result<Captures> {
        let (machine, _) = self.at(fen)?;
        machine.drive("XCAPT", LONGEST)?;
        let number = machine.word("XRES", 2)?.right() as usize;
        let &feed =
            Feedover::ALL.get(number).with_context(|| format!("there is no feedover condition {number}"))?;
        let captures = list(machine)?
            .into_iter()
            .map(|(at, mv)| (mv.to_string(), machine.machine().examine(at.offset(1)).signed() as i32))
            .collect();
        Ok(Captures { feed: feed_name(feed), captures })
    }

    fn search(&mut self, setup: &Setup) -> Result<Found> {
        let machine = self.after(&setup.fen, &setup.before)?;
        machine.set(&setup.settings)?;
        machine.drive("XSRCH", LONGEST)?;
        let answer = machine.answer()?;
        let [pmg, eval, feed, nodes, hash, rep, cut, sec] = answer.counters.array();
        let mut tried = Vec::new();
        let first = machine.program().label("ROOTL")?;
        let end = machine.word("ROOTP", 0)?.right();
        for at in (first.get()..end).step_by(4) {
            let [mv, value, secondary, best] =
                [0, 1, 2, 3].map(|i| machine.machine().examine(Address::new(at + i)));
            let secondary = Some(secondary.signed() as i32).filter(|&value| value != INF);
            tried.push((
                Move::from_word(mv).to_string(),
                value.signed() as i32,
                secondary,
                u8::from(best.is_negative()),
            ));
        }
        Ok(Found {
            mv: answer.best.context("there is no legal move")?.to_string(),
            value: answer.value as i32,
            pv: answer.variation.iter().map(ToString::to_string).collect(),
            pmg,
            eval,
            feed,
            nodes,
            hash,
            rep,
            cut,
            sec,
            table: Some(digest(machine)?),
            tried: Some(tried),
        })
    }

    fn root(&mut self, fen: &str, before: &[String]) -> Result<Root> {
        let machine = self.after(fen, before)?;
        Ok(Root {
            root: machine.position()?.fen(),
            key: Some(format!("{:o}", machine.word("KEY", 0)?)),
            quiet: Some(machine.word("HCOUNT", 0)?.bits() as u16),
            game_ply: Some(machine.word("GPLY", 0)?.bits() as u16),
            times: Some(machine.times()?),
        })
    }

    fn game(&mut self, setup: &Setup, plies: usize) -> Result<Played> {
        let machine = self.after(&setup.fen, &setup.before)?;
        machine.set(&setup.settings)?;
        let mut moves = Vec::new();
        let result = loop {
            let position = machine.position()?;
            if legal(&position).is_empty() {
                break if in_check(&position) { "mate" } else { "stalemate" };
            } else if machine.times()? >= 3 {
                break "repetition";
            } else if position.quiet() >= QUIET_PLIES {
                break "50 moves";
            } else if moves.len() == plies {
                break "unfinished";
            }
            machine.drive("XSRCH", LONGEST)?;
            let answer = machine.answer()?;
            let best = answer.best.context("the search found no move")?;
            moves.push((best.to_string(), answer.value as i32, answer.counters.nodes));
            machine.put("XARG", 0, best.word())?;
            machine.drive("XGAME", LONGEST)?;
        };
        Ok(Played { moves, last: machine.position()?.fen(), result: result.to_owned() })
    }

    fn book(&mut self, fen: &str) -> Result<BookReply> {
        let (machine, _) = self.at(fen)?;
        machine.drive("XBOOK", LONGEST)?;
        let reply = match machine.word("XRES", 0)? {
            Word::ZERO => None,
            _ => Some(Move::from_word(machine.word("XRES", 1)?)),
        };
        Ok(BookReply {
            key: format!("{:o}", machine.word("KEY", 0)?),
            mv: reply.map(|mv| mv.to_string()),
            word: reply.map(|mv| format!("{:o}", mv.word())),
        })
    }

    fn write_moves(&mut self, fen: &str) -> Result<Vec<(String, String)>> {
        let (machine, _) = self.at(fen)?;
        machine.drive("XMOVES", LONGEST)?;
        let mut moves = Vec::new();
        for (_, mv) in list(machine)? {
            machine.put("XARG", 0, mv.word())?;
            machine.drive("XNOTE", LONGEST)?;
            moves.push((mv.to_string(), lines(machine)?.concat()));
        }
        Ok(moves)
    }

    fn read_moves(&mut self, fen: &str, texts: &[&str]) -> Result<Vec<Verdict>> {
        let (machine, _) = self.at(fen)?;
        let mut verdicts = Vec::new();
        for text in texts {
            // The teletype has capitals only.
            let typed = text.to_ascii_uppercase();
            ensure!(typed.len() <= LINE_LENGTH, "`{text}` is longer than a line");
            for (i, character) in typed.bytes().chain([0]).enumerate() {
                machine.put("LINBUF", i as u32, Word::new(character.into()))?;
            }
            machine.drive("XREAD", LONGEST)?;
            let found = (0..machine.word("NFOUND", 0)?.right())
                .map(|i| Ok(Move::from_word(machine.word("FOUND", i)?).to_string()))
                .collect::<Result<Vec<String>, Fault>>()?;
            verdicts.push(match (machine.word("XRES", 0)?, found.as_slice()) {
                (Word::ZERO, _) => Verdict::Unreadable,
                (_, []) => Verdict::Illegal,
                (_, [only]) => Verdict::Ok(only.clone()),
                _ => {
                    machine.drive("XAMB", LONGEST)?;
                    Verdict::Ambiguous(found, lines(machine)?.concat())
                }
            });
        }
        Ok(verdicts)
    }
}

/// What a driver has typed into XTEXT, by lines.
fn lines(machine: &Emulated) -> Result<Vec<String>, Fault> {
    let length = machine.word("XRES", 0)?.right();
    let text = (0..length)
        .map(|i| Ok(char::from((machine.word("XTEXT", i)?.bits() & 0o177) as u8)))
        .collect::<Result<String, Fault>>()?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// The sum over the entries of the hash table as the files have it (`hash.mid`).
fn digest(machine: &Emulated) -> Result<(u32, u64, i64, i64, String), Fault> {
    let generation = machine.word("HGEN", 0)?.field(24, 29);
    let (mut entries, mut drafts, mut lower, mut upper, mut keys) = (0, 0, 0, 0, Word::ZERO);
    for slot in (0..2 * HASH_ENTRIES as u32).step_by(2) {
        let (head, bounds) = (machine.word("HTAB", slot)?, machine.word("HTAB", slot + 1)?);
        let (low, high) = (half(bounds.swapped()), half(bounds));
        if head.field(24, 29) != generation || (low == -INF && high == INF) {
            continue;
        }
        entries += 1;
        drafts += head.field(31, 35);
        lower += if low == -INF { 0 } else { i64::from(low) };
        upper += if high == INF { 0 } else { i64::from(high) };
        keys = keys ^ head.with_field(21, 35, u64::from(slot / 2));
    }
    Ok((entries, drafts, lower, upper, format!("{keys:o}")))
}
