//! What comes out of each kind of record, asked of a program.

use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::record::*;
use super::{Entry, Examined, Generated, Subject, Terms, Verdict, trees};
use crate::parameters::limits::QUIET_PLIES;
use crate::program::{Answer, Case, Placed, Refused};
use crate::vocabulary::{Move, Piece, Settings, Side, Square};

/// What a program makes of a record of a file of this name, in the record's form. A chain's records must come one after the other.
pub(super) fn check<S: Subject>(name: &str, subject: &mut S, record: &Value) -> Result<Value> {
    match name {
        "roots" => roots(subject, record),
        "nodes" => nodes(subject, record),
        "evaluator" => evaluator(subject, record),
        "trees" => tree(subject, record),
        "movegen" => movegen(subject, record),
        "positions" => positions(subject, record),
        "search" => search(subject, record),
        "repetition" => repetition(subject, record),
        "games" => game(subject, record),
        "trace" => trace(subject, record),
        "notation" => notation(subject, record),
        "book" => book(subject, record),
        _ => original_search(subject, record),
    }
}

/// Reads what is given.
fn given<T: DeserializeOwned>(record: &Value) -> Result<T> {
    T::deserialize(record).context("the record is not as its file's name demands")
}

fn form(outcome: impl Serialize) -> Result<Value> {
    Ok(serde_json::to_value(outcome)?)
}

/// The program of 1967 with these widths and depth.
fn original(widths: Vec<u32>, depth: i32, feedover: i32) -> Settings {
    Settings { depth, feedover, ..Settings { widths, ..Settings::normal() }.original() }
}

fn octal(word: emulator::word::Word) -> String {
    format!("{:012o}", word.bits())
}

// ---- Original files ---------------------------------------------------------------------------------------------

fn roots(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    subject.set_up(&given::<Origin>(record)?.of_moves()?)?;
    let tables = subject.tables()?;
    let terms = subject.statics(false)?;
    let placed = subject.placed()?;
    let Generated { entries, squares, prise, safe, .. } = subject.generate(&[], false)?;
    let list = entries.iter().map(|entry| {
        let Entry { plausibility, threats, .. } = *entry;
        (entry.mv.to_string(), plausibility, original_marks(entry), threats, entry.counted_piece())
    });
    let [white, black] = tables.attacks;
    form(Roots {
        list: list.collect(),
        squares,
        enprise: prise,
        white,
        black,
        pinned: tables.pinned,
        values: placed.working.to_vec(),
        safe: safe.to_vec(),
        terms: OriginalTerms {
            b: terms.b,
            r: terms.r,
            white_king: terms.kings[0],
            black_king: terms.kings[1],
            p: terms.p,
            total: terms.s,
        },
    })
}

/// `A` always, `P` poor.
fn original_marks(entry: &Entry) -> String {
    [(entry.always, "A"), (entry.poor, "P")].iter().filter(|(on, _)| *on).map(|(_, letter)| *letter).collect()
}

/// The state that a real search has brought to the node is not told. Of it only QRPIN has ever made a difference: if the list is
/// another, it is asked for again as if a node before had pinned piece 32.
fn nodes(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    let path = given::<NodeGiven>(record)?.path.read()?;
    let case = given::<Origin>(record)?.of_moves()?;
    let mut list = |pinned| -> Result<Value> {
        subject.set_up(&case)?;
        let generated = subject.generate(&path, pinned)?;
        let list = generated.entries.iter();
        form(Nodes {
            list: list
                .map(|entry| (entry.mv.to_string(), entry.plausibility, original_marks(entry)))
                .collect(),
        })
    };
    let got = list(false)?;
    if got["list"] == record["list"] {
        return Ok(got);
    }
    let pinned = list(true)?;
    Ok(if pinned["list"] == record["list"] { pinned } else { got })
}

fn evaluator(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    let case = given::<Origin>(record)?.of_moves()?;
    subject.set_up(&case)?;
    let check = subject.legal()?.check;
    let Examined { prise, captures, .. } = subject.examine(false)?;
    let mut found = [0, 2].map(|feedover| {
        subject.set_up(&case)?;
        subject.think(&original(vec![6], 0, feedover))
    });
    let [without, with] = &mut found;
    let take = |answer: &mut Result<Answer>| std::mem::replace(answer, Ok(Answer::default()));
    let (without, with) = (take(without)?, take(with)?);
    form(Evaluator {
        check,
        enprise: prise.iter().map(|&number| name(number)).collect(),
        captures: gains(&captures),
        without: (&without).into(),
        feedovers: (&with).into(),
    })
}

/// The names that the program of 1967 has for the pieces 1-32.
fn name(number: u8) -> &'static str {
    const NAMES: [&str; 33] = [
        "-", "WKRP", "WKNP", "WKBP", "WKP", "WQP", "WQBP", "WQNP", "WQRP", "WKR", "WKN", "WKB", "WK", "WQ",
        "WQB", "WQN", "WQR", "BKRP", "BKNP", "BKBP", "BKP", "BQP", "BQBP", "BQNP", "BQRP", "BKR", "BKN",
        "BKB", "BK", "BQ", "BQB", "BQN", "BQR",
    ];
    NAMES.get(usize::from(number)).copied().unwrap_or("-")
}

fn gains(captures: &[(Move, i32)]) -> Vec<(String, i32)> {
    captures.iter().map(|(mv, gain)| (mv.to_string(), *gain)).collect()
}

/// A search of depth 2 and width 6, every event of it.
fn tree(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    subject.set_up(&given::<Origin>(record)?.of_moves()?)?;
    let events = subject.events(&original(vec![6], 2, 2), &trees::points())?;
    trees::compare(record, &events)?;
    Ok(json!({}))
}

fn original_search(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    let OriginalSearch { widths, depth, .. } = given(record)?;
    subject.set_up(&given::<Origin>(record)?.of_moves()?)?;
    form(OriginalSearched::from(&subject.think(&original(widths, depth, 2))?))
}

// ---- Positions --------------------------------------------------------------------------------------------------

fn movegen(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    subject.set_up(&given::<Origin>(record)?.of_diagram()?)?;
    let Placed { key, squares, moved, working, castlings, ghost, .. } = subject.placed()?;
    let legal = subject.legal()?;
    let perft = (1..=3).map(|depth| subject.perft(depth)).collect::<Result<_>>()?;
    let or_nothing = |square: Square| if square.on_board() { square.to_string() } else { String::new() };
    form(MoveGen {
        key: octal(key),
        check: legal.check.into(),
        moves: legal.moves.iter().map(ToString::to_string).collect(),
        words: legal.moves.iter().map(|mv| octal(mv.word())).collect(),
        after: legal.after.into_iter().map(octal).collect(),
        perft,
        numbers: squares.map(or_nothing).to_vec(),
        moved: moved.to_vec(),
        working: working.to_vec(),
        castlings,
        ghost: or_nothing(ghost),
    })
}

fn positions(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    let case = given::<Origin>(record)?.of_diagram()?;
    match subject.set_up(&case) {
        Err(error) if error.is::<Refused>() => return Ok(json!({"refused": 1})),
        other => other?,
    }
    if !record["refused"].is_null() {
        return Ok(json!({"refused": null}));
    }
    let Placed { key, squares, moved, working, fixed, castlings, ghost, quiet, game_ply } =
        subject.placed()?;
    let state = subject.state()?.context("the program tells no state")?;
    let mut numbers: Vec<(Square, u8)> =
        squares.into_iter().zip(1..).filter(|(at, _)| at.on_board()).collect();
    numbers.sort_unstable();
    let paper0 = valued(subject, &case, false)?;
    let paper1 = valued(subject, &case, true)?;
    subject.set_up(&case)?;
    let tables = subject.tables()?;
    let Generated { entries, squares, prise, safe, with_safe } = subject.generate(&[], false)?;
    let list = entries.iter().map(|entry| {
        let Entry { plausibility, positional, threats, .. } = *entry;
        (entry.mv.to_string(), plausibility, positional, entry.letters(), threats, entry.counted_piece())
    });
    form(Positions {
        key: octal(key),
        numbers: numbers.into_iter().map(|(square, number)| (square.to_string(), number)).collect(),
        moved: moved.to_vec(),
        castlings,
        working: working.to_vec(),
        fixed: fixed.to_vec(),
        ghost: ghost.on_board().then(|| ghost.to_string()),
        quiet,
        game_ply,
        queens_rook_pinned: state.queens_rook_pinned.into(),
        list: list.collect(),
        squares,
        enprise: prise,
        pinned: tables.pinned,
        safe: (1..).zip(safe).filter(|(_, count)| *count > 0).collect(),
        with_safe,
        paper0,
        paper1,
    })
}

fn valued(subject: &mut impl Subject, case: &Case, paper: bool) -> Result<Valued> {
    subject.set_up(case)?;
    let Terms { b, r, p, k, c, s, kings: [white, black] } = subject.statics(paper)?;
    let Examined { prise, captures, condition } = subject.examine(paper)?;
    let side = if subject.placed()?.game_ply % 2 == 0 { Side::White } else { Side::Black };
    let own = prise.iter().filter(|&&number| Piece::new(number).is_of(side)).count();
    let mut found = Vec::new();
    for feedover in [0, 2] {
        subject.set_up(case)?;
        let answer = subject.think(&Settings { paper, ..original(vec![6], 0, feedover) })?;
        found.push(AdditionFound::from(&answer));
    }
    let (Some(with), Some(without)) = (found.pop(), found.pop()) else {
        bail!("two searches gave no two results")
    };
    Ok(Valued {
        terms: AdditionTerms {
            b,
            r,
            p,
            k,
            white_king: (!paper).then_some(white),
            black_king: (!paper).then_some(black),
            c: paper.then_some(c),
            s,
        },
        own,
        theirs: prise.len() - own,
        prise,
        condition,
        captures: gains(&captures),
        without,
        with,
    })
}

// ---- Searches and games -----------------------------------------------------------------------------------------

fn found(subject: &mut impl Subject, answer: &Answer) -> Result<Found> {
    let digest = subject.digest()?;
    Ok(Found {
        mv: answer.best.map(|mv| mv.to_string()),
        value: answer.value,
        pv: coordinates(&answer.variation),
        counters: all_counters(&answer.counters),
        table: (digest.entries, digest.drafts, digest.lower, digest.upper, octal(digest.keys)),
        tried: None,
        state: None,
    })
}

fn search(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    let origin: Origin = given(record)?;
    let SearchGiven { settings, index } = given(record)?;
    let case = origin.case()?;
    match (index.unwrap_or(0), case.moves.last()) {
        (0, _) => subject.set_up(&case)?,
        (_, Some(&last)) => subject.play(last)?,
        (_, None) => bail!("a later search of a chain has no move before it"),
    }
    let answer = subject.think(&settings)?;
    let state = subject.state()?.context("the program tells no state")?;
    let state = (state.queens_rook_pinned.into(), state.also_white, state.last_pos);
    form(Found { tried: Some(tried(&answer)), state: Some(state), ..found(subject, &answer)? })
}

fn repetition(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    let origin: Origin = given(record)?;
    let case = origin.case()?;
    subject.set_up(&case)?;
    let Placed { key, quiet, game_ply, .. } = subject.placed()?;
    let root = Root { key: octal(key), quiet, game_ply, times: subject.times()? };
    let mut got = form(root)?;
    let searches = record["results"].as_array().context("there are no results")?;
    let mut results = Vec::new();
    for search in searches {
        let SearchGiven { settings, .. } = given(search)?;
        subject.set_up(&case)?;
        let answer = subject.think(&settings)?;
        let mut result = form(found(subject, &answer)?)?;
        // So that a difference is told with its parameters.
        result["par"] = search["par"].clone();
        results.push(result);
    }
    got["results"] = Value::Array(results);
    Ok(got)
}

fn game(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    let SearchGiven { settings, .. } = given(record)?;
    let GameGiven { fen, before, moves: expected } = given(record)?;
    let origin = Origin { fen, before: Some(before), ..Origin::default() };
    subject.set_up(&origin.of_diagram()?)?;
    let mut moves = Vec::new();
    let result = loop {
        let legal = subject.legal()?;
        if legal.moves.is_empty() {
            break if legal.check { "mate" } else { "stalemate" };
        } else if subject.times()? >= 3 {
            break "repetition";
        } else if subject.placed()?.quiet >= i64::from(QUIET_PLIES) {
            break "50 moves";
        } else if moves.len() == expected.len() {
            break "unfinished";
        }
        let answer = subject.think(&settings)?;
        let best = answer.best.context("the search found no move")?;
        moves.push((best.to_string(), answer.value, answer.counters.nodes));
        subject.play(best)?;
    };
    form(Played { moves, key: octal(subject.placed()?.key), result })
}

// ---- Texts ------------------------------------------------------------------------------------------------------

fn trace(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    subject.set_up(&given::<Origin>(record)?.case()?)?;
    let state = subject.state()?.context("the program tells no state")?;
    let (original, paper) = (subject.static_trace(false)?, subject.static_trace(true)?);
    let traces = subject.traces()?;
    // The terms are told again by the lines, and only those are asked for.
    let terms = |file: &str, i: usize, place: usize| record[file][i][place].clone();
    let list = traces.list.iter().enumerate();
    let list = list.map(|(i, (mv, plausibility, lines))| {
        json!([mv.to_string(), plausibility, terms("list", i, 2), lines])
    });
    let dropped = traces.dropped.iter().enumerate();
    let dropped = dropped.map(|(i, (mv, lines))| json!([mv.to_string(), terms("dropped", i, 1), lines]));
    let mut got = json!({
        "qrpin": u8::from(state.queens_rook_pinned),
        "list": list.collect::<Vec<_>>(),
        "T0": original,
        "T1": paper,
    });
    if !traces.dropped.is_empty() || !record["dropped"].is_null() {
        got["dropped"] = dropped.collect();
    }
    Ok(got)
}

fn notation(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    subject.set_up(&given::<Origin>(record)?.of_diagram()?)?;
    let mut output = Vec::new();
    for mv in subject.legal()?.moves {
        output.push((mv.to_string(), subject.write(mv)?));
    }
    let mut input = Vec::new();
    for typed in given::<NotationGiven>(record)?.input {
        let text = typed.first().and_then(Value::as_str).context("an input has no text")?;
        input.push(match subject.read(&line(text))? {
            Verdict::Ok(mv) => json!([text, "OK", [mv.to_string()]]),
            Verdict::Illegal => json!([text, "ILLEGAL", []]),
            Verdict::Ambiguous(moves, line) => json!([text, "AMBIGUOUS", coordinates(&moves), line]),
            Verdict::Unreadable => json!([text, "?", []]),
            Verdict::Over => json!([text, "GAME OVER", []]),
        });
    }
    form(Notation { output, input })
}

/// What a line typed in leaves of a text: comments and the blanks at both ends are skipped (specification 13.1).
fn line(text: &str) -> String {
    let mut line = String::new();
    let mut in_comment = false;
    for character in text.chars() {
        match character {
            '[' => in_comment = true,
            ']' if in_comment => in_comment = false,
            _ if in_comment => {}
            character => line.push(character),
        }
    }
    line.trim_matches(' ').to_owned()
}

fn book(subject: &mut impl Subject, record: &Value) -> Result<Value> {
    subject.set_up(&given::<Origin>(record)?.of_diagram()?)?;
    let key = octal(subject.placed()?.key);
    let reply = subject.book()?;
    // The word is that of the legal move without the numbers of pieces, which depend on the game.
    let word = reply.map(|mv| octal(mv.without_pieces().word()));
    form(BookReply { key, mv: reply.map(|mv| mv.to_string()), word })
}
