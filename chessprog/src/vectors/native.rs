//! The native engine as seen by the vector files.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};

use super::{
    AttackTables, BookReply, Captures, Engine, Evaluation, Found, MoveGen, PlausibleMove, Played, Root,
    Setup, Traces, Verdict, case, feed_name,
};
use crate::engine::attack::Attacks;
use crate::engine::board::{Color, Game, Move, Position, Square, Squares};
use crate::engine::book::look_up;
use crate::engine::evaluate::{PawnFacts, Reference, Terms};
use crate::engine::feedover::{captures, condition};
use crate::engine::listing::{move_trace, static_trace, traced_moves};
use crate::engine::moves::{Guard, in_check, legal, perft};
use crate::engine::notation::{self, Reading};
use crate::engine::plausible::{Importance, Scored};
use crate::engine::probe::NoProbe;
use crate::engine::search::{Memory, Thought};
use crate::parameters::limits::QUIET_PLIES;
use crate::parameters::settings::Settings;

/// The native twin.
#[derive(Default)]
pub struct Native {
    memory: Memory,
}

fn position(fen: &str) -> Result<Position> {
    Position::from_fen(fen).with_context(|| format!("set up `{fen}`"))
}

impl Native {
    fn think(&mut self, game: &Game, settings: &Settings) -> Thought {
        self.memory.think(game, settings, &AtomicBool::new(false), &mut NoProbe)
    }
}

fn coordinates(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

impl Engine for Native {
    fn movegen(&mut self, fen: &str) -> Result<MoveGen> {
        let mut position = position(fen)?;
        let moves = legal(&position);
        let after = moves.iter().map(|&mv| {
            let mut after = position.clone();
            after.make(mv);
            format!("{:o}", after.key())
        });
        Ok(MoveGen {
            key: format!("{:o}", position.key()),
            check: in_check(&position).into(),
            moves: coordinates(&moves),
            words: moves.iter().map(|mv| format!("{:o}", mv.word())).collect(),
            after: after.collect(),
            perft: (1..=3).map(|depth| perft(&mut position, depth)).collect(),
        })
    }

    fn attacks(&mut self, fen: &str) -> Result<AttackTables> {
        let position = position(fen)?;
        let attacks = Attacks::of(&position);
        let importance = Importance::of(&position, &attacks);
        let pinned = |square: Square| attacks.pin(square) != 0;
        let development = position.pieces().filter_map(|square| {
            let (color, kind) = position.at(square).get()?;
            Some((square.number(), importance.development(&position, color, kind, square, Square::NONE)))
        });
        Ok(AttackTables {
            n0: table(|square| attacks.count(Color::White, square)),
            n1: table(|square| attacks.count(Color::Black, square)),
            lv0: table(|square| attacks.least(Color::White, square)),
            lv1: table(|square| attacks.least(Color::Black, square)),
            pin: table(|square| attacks.pin(square)),
            pdir: table(|square| if pinned(square) { attacks.pin_direction(square) } else { 0 }),
            pbase: table(|square| if pinned(square) { attacks.pin_base(square).number() } else { 0 }),
            enp: table(|square| attacks.prise(square)),
            duty: table(|square| attacks.duty(square)),
            duties: attacks.duties().iter().map(|(by, square)| (by.number(), square.number())).collect(),
            trapped: position
                .pieces()
                .filter(|&at| attacks.trapped(&position, at))
                .map(Square::number)
                .collect(),
            sqv0: table(|square| importance.of_square(Color::White, square)),
            sqv1: table(|square| importance.of_square(Color::Black, square)),
            dev: development.collect(),
        })
    }

    fn evaluation(&mut self, fen: &str, w0: i32, b0: i32) -> Result<Evaluation> {
        let position = position(fen)?;
        let facts = PawnFacts::of(&position);
        let Terms { b, r, p, k, c, s } = Terms::of(&position, &facts, Reference { white: w0, black: b0 });
        let squares = |set| Squares(set).map(Square::number).collect();
        Ok(Evaluation {
            b,
            r,
            p,
            k,
            c,
            s,
            isolated: squares(facts.isolated),
            passed: squares(facts.passed),
            defended: squares(facts.defended),
            backward: squares(facts.backward),
        })
    }

    fn plausible(&mut self, fen: &str) -> Result<Vec<PlausibleMove>> {
        let moves = traced_moves(&position(fen)?).into_iter().map(|(scored, terms)| {
            let Scored { plausibility, positional, index, .. } = scored;
            (scored.mv.to_string(), plausibility, positional, scored.letters(), index, terms)
        });
        Ok(moves.collect())
    }

    fn trace(&mut self, fen: &str) -> Result<Traces> {
        let position = position(fen)?;
        let traced = traced_moves(&position).into_iter();
        let moves = traced
            .map(|(scored, terms)| (scored.mv.to_string(), move_trace(&position, &scored, &terms)))
            .collect();
        Ok(Traces { evaluator: static_trace(&position, Reference::of(&position)), moves })
    }

    fn captures(&mut self, fen: &str) -> Result<Captures> {
        let position = position(fen)?;
        let attacks = Attacks::of(&position);
        let feed = condition(&position, &attacks, in_check(&position), &mut NoProbe);
        let mut list = Vec::new();
        captures(&position, &attacks, &Guard::new(&position), &mut list, &mut NoProbe);
        Ok(Captures {
            feed: feed_name(feed),
            captures: list.iter().map(|capture| (capture.mv.to_string(), capture.gain)).collect(),
        })
    }

    fn search(&mut self, setup: &Setup) -> Result<Found> {
        let game = case(&setup.fen, &setup.before)?.played();
        let Thought { tried, answer, .. } = self.think(&game, &setup.settings);
        let answer = answer.context("there is no legal move")?;
        let digest = self.memory.table().digest();
        let tried = tried
            .iter()
            .map(|tried| (tried.mv.to_string(), tried.value, tried.secondary, u8::from(tried.best)));
        let counters = answer.counters;
        Ok(Found {
            mv: answer.best.to_string(),
            value: answer.value,
            pv: coordinates(&answer.variation),
            pmg: counters.pmg,
            eval: counters.eval,
            feed: counters.feed,
            nodes: counters.nodes,
            hash: counters.hash,
            rep: counters.rep,
            cut: counters.cut,
            sec: counters.sec,
            table: Some((
                digest.entries,
                digest.drafts,
                digest.lower,
                digest.upper,
                format!("{:o}", digest.keys),
            )),
            tried: Some(tried.collect()),
        })
    }

    fn root(&mut self, fen: &str, before: &[String]) -> Result<Root> {
        let game = case(fen, before)?.played();
        let position = game.position();
        Ok(Root {
            root: position.fen(),
            key: Some(format!("{:o}", position.key())),
            quiet: Some(position.quiet()),
            game_ply: Some(position.game_ply()),
            times: Some(game.times()),
        })
    }

    fn game(&mut self, setup: &Setup, plies: usize) -> Result<Played> {
        let mut game = case(&setup.fen, &setup.before)?.played();
        let mut moves = Vec::new();
        let result = loop {
            let position = game.position();
            if legal(position).is_empty() {
                break if in_check(position) { "mate" } else { "stalemate" };
            } else if game.times() >= 3 {
                break "repetition";
            } else if position.quiet() >= QUIET_PLIES {
                break "50 moves";
            } else if moves.len() == plies {
                break "unfinished";
            }
            let answer = self.think(&game, &setup.settings).answer.context("the search found no move")?;
            game.make(answer.best);
            moves.push((answer.best.to_string(), answer.value, answer.counters.nodes));
        };
        Ok(Played { moves, last: game.position().fen(), result: result.to_owned() })
    }

    fn book(&mut self, fen: &str) -> Result<BookReply> {
        let position = position(fen)?;
        let reply = look_up(&position);
        Ok(BookReply {
            key: format!("{:o}", position.key()),
            mv: reply.map(|mv| mv.to_string()),
            word: reply.map(|mv| format!("{:o}", mv.word())),
        })
    }

    fn write_moves(&mut self, fen: &str) -> Result<Vec<(String, String)>> {
        let position = position(fen)?;
        Ok(legal(&position).into_iter().map(|mv| (mv.to_string(), notation::write(&position, mv))).collect())
    }

    fn read_moves(&mut self, fen: &str, texts: &[&str]) -> Result<Vec<Verdict>> {
        let position = position(fen)?;
        let verdict = |text: &&str| match notation::read(&position, text) {
            Reading::Move(mv, _) => Verdict::Ok(mv.to_string()),
            Reading::Illegal => Verdict::Illegal,
            Reading::Ambiguous(moves) => Verdict::Ambiguous(coordinates(&moves), notation::ambiguous(&moves)),
            Reading::Unreadable => Verdict::Unreadable,
        };
        Ok(texts.iter().map(verdict).collect())
    }
}

fn table<T>(entry: impl FnMut(Square) -> T) -> Vec<T> {
    Square::all().map(entry).collect()
}
