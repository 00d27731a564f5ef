//! A teletype whose paper and games are kept in files, with a margin if one is wanted.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use emulator::machine::Machine;
use emulator::tui::Panel;

use super::super::file;
use super::hint::Hints;
use super::margin::{Margin, algebraic};
use super::score::Scores;
use super::standing::Standing;
use super::{Args, Notation, Partner, read_files};
use crate::emulated::Drawn;
use crate::program::Case;
use crate::vocabulary::Made;

/// A partner, and what is kept of it.
pub(crate) struct Recorded {
    partner: Box<dyn Partner>,
    margin: Option<Margin>,
    scores: Option<(PathBuf, Scores)>,
    transcript: Option<(PathBuf, Vec<u8>)>,
    hints: Hints,
}

impl Recorded {
    /// The partner with what the options want kept.
    ///
    /// # Errors
    /// A file cannot be written, or is another one of the run.
    pub(crate) fn new(mut partner: Box<dyn Partner>, args: &Args) -> Result<Recorded> {
        let mut places = read_files(args);
        for (option, path) in [("--pgn-out", &args.pgn_out), ("--transcript", &args.transcript)] {
            path.iter().try_for_each(|path| file::declare(option, path, &mut places))?;
        }
        let margin = (args.notation == Notation::Algebraic).then(Margin::default);
        let scores = args.pgn_out.clone().map(|path| (path, Scores::default()));
        let transcript = args.transcript.clone().map(|path| (path, Vec::new()));
        if margin.is_some() || scores.is_some() || transcript.is_some() {
            partner.watch_game()?;
        }
        Ok(Recorded { partner, margin, scores, transcript, hints: Hints::default() })
    }

    /// The moves that were made are noted; then the files are brought up to date.
    fn note(&mut self) -> Result<()> {
        let made = self.partner.take_made();
        if made.is_empty() {
            return Ok(());
        }
        if let Some(case) = self.partner.game()? {
            self.note_moves(&case, &made)?;
        }
        self.write()
    }

    fn note_moves(&mut self, case: &Case, made: &[Made]) -> Result<()> {
        if let Some((_, scores)) = &mut self.scores {
            made.iter().for_each(|made| scores.add(made));
            scores.stands(case)?;
        }
        let Some(margin) = &mut self.margin else { return Ok(()) };
        let mut game = Case { moves: Vec::new(), ..case.clone() }.played()?;
        for (ply, mv) in case.played()?.moves().enumerate() {
            if made.iter().any(|made| made.ply == ply && made.mv == mv) {
                margin.expect(game.position(), mv, vec![algebraic(game.position(), mv)]);
            }
            game.make(mv);
        }
        margin.stands(&game);
        Ok(())
    }

    fn write(&self) -> Result<()> {
        if let Some((path, scores)) = &self.scores {
            file::replace(path, scores.text().as_bytes())?;
        }
        if let Some((path, paper)) = &self.transcript {
            file::replace(path, paper)?;
        }
        Ok(())
    }

    /// What the game has come to, which may have been taken back since its last move.
    fn end(&mut self) -> Result<()> {
        if let (Some((_, scores)), Some(case)) = (&mut self.scores, self.partner.game()?) {
            scores.stands(&case)?;
        }
        self.write()
    }
}

impl Partner for Recorded {
    fn key(&mut self, key: u8) {
        self.partner.key(key);
    }

    fn waits(&self) -> bool {
        self.partner.waits()
    }

    fn run(&mut self, most: Duration, paper: &mut Vec<u8>) -> Result<Duration> {
        let mut typed = Vec::new();
        let ran = self.partner.run(most, &mut typed);
        if let Some((_, kept)) = &mut self.transcript {
            kept.extend(typed.iter().copied().filter(|&key| key >= b' ' || key == b'\n'));
        }
        self.hints.read(&typed);
        let noted = self.note();
        match &mut self.margin {
            Some(margin) => paper.extend(margin.annotated(&typed)),
            None => paper.extend(typed),
        }
        noted.and(ran)
    }

    fn idle(&mut self, time: Duration) -> Result<()> {
        self.partner.idle(time)
    }

    fn typed_before(&mut self) -> Vec<u8> {
        self.partner.typed_before()
    }

    fn journals(&self) -> bool {
        self.partner.journals()
    }

    fn keep(&mut self, ahead: &[u8], touched: bool) -> Option<String> {
        self.partner.keep(ahead, touched)
    }

    fn work(&self) -> String {
        self.partner.work()
    }

    fn next(&mut self) -> String {
        let partner = &self.partner;
        let hint = self.hints.say(|| partner.game());
        hint.unwrap_or_else(|| self.partner.next())
    }

    fn standing(&mut self) -> Option<Standing> {
        self.partner.standing()
    }

    fn is_at_node(&self) -> bool {
        self.partner.is_at_node()
    }

    fn would_lose(&self, leaves: bool) -> bool {
        self.partner.would_lose(leaves)
    }

    fn save(&mut self) -> Result<String> {
        self.partner.save()
    }

    fn plausible(&mut self) -> Result<Option<Panel>> {
        self.partner.plausible()
    }

    fn drawn(&self) -> Vec<Drawn> {
        self.partner.drawn()
    }

    fn machine(&mut self) -> Option<&mut Machine> {
        self.partner.machine()
    }

    fn has_left(&self) -> bool {
        self.partner.has_left()
    }

    fn leave(&mut self) -> Result<()> {
        let ended = self.end();
        self.partner.leave().and(ended)
    }
}
