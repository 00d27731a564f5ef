//! Adds the outputs that options of `play` request: a transcript of the paper, the games in PGN, and the
//! margin with moves in algebraic notation.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use support::file::Kept;
use support::report;

use super::Args;
use super::margin::{Margin, algebraic};
use super::program::{Console, GameRecord, NO_DECTAPE, NO_PUNCH_BUT_PGN, TAPE_ERROR, TypingLine};
use super::score::{GamePrefix, Scores};
use crate::explanation::words::Notation;
use crate::hints::{Hint, Hints};
use crate::program::Case;
use crate::vocabulary::GameMove;

pub(crate) struct RecordingConsole {
    program: Box<dyn TypingLine>,
    margin: Option<Margin>,
    scores: Option<(Output, Scores)>,
    transcript: Option<(Output, Vec<u8>)>,
    /// Whether any key was typed or move made. Until then the transcript is not written.
    typed: bool,
    /// Whether the transcript lacks the line of the last move.
    unwritten: bool,
    /// Whether the hint about the line that the program rejected last has been reported.
    reported: bool,
    /// The text printed since the last call of `take_unpunched`, which looks for [`TAPE_ERROR`] in it. `None`
    /// with a DECtape or in a resumed game, which may have one.
    printed: Option<Vec<u8>>,
    hints: Hints,
}

/// A file that is named by an option and locked for this run.
struct Output {
    path: PathBuf,
    kept: Kept,
}

impl Output {
    fn open(option: &str, path: &Option<PathBuf>) -> Result<Option<Output>> {
        let Some(path) = path else { return Ok(None) };
        let kept = Kept::open(path).with_context(|| format!("{option} `{}`", path.display()))?;
        Ok(Some(Output { path: path.clone(), kept }))
    }

    /// Brings the file up to date. Without contents, the file stays as it was before the run.
    fn put(&mut self, contents: &[u8]) -> Result<()> {
        if contents.is_empty() {
            return Ok(());
        }
        self.kept.put(contents).with_context(|| format!("cannot write `{}`", self.path.display()))
    }

    fn finish(&mut self) -> Result<()> {
        self.kept.finish().with_context(|| format!("cannot write `{}`", self.path.display()))
    }
}

impl RecordingConsole {
    /// `beginning` is the game from a file that the first game continues, if any.
    pub(crate) fn new(
        mut program: Box<dyn TypingLine>,
        args: &Args,
        beginning: Option<GamePrefix>,
    ) -> Result<RecordingConsole> {
        let scores = Output::open("--pgn-out", &args.pgn_out)?;
        let scores = scores.map(|output| (output, Scores::new(beginning)));
        let transcript = Output::open("--transcript", &args.transcript)?;
        let transcript = transcript.map(|output| (output, Vec::new()));
        let margin = (args.notation == Notation::Algebraic).then(Margin::default);
        if margin.is_some() || scores.is_some() || transcript.is_some() {
            program.record().watch()?;
        }
        let hints = Hints::default();
        let (typed, unwritten, reported) = (false, false, false);
        let printed = (args.dectape.is_empty() && args.resume.is_none()).then(Vec::new);
        Ok(RecordingConsole {
            program,
            margin,
            scores,
            transcript,
            typed,
            unwritten,
            reported,
            printed,
            hints,
        })
    }

    /// Records the moves that were made, and brings the files up to date.
    fn note(&mut self) -> Result<()> {
        let made = self.program.record().take_made();
        if made.is_empty() {
            return if self.unwritten && self.program.waits() { self.write_transcript() } else { Ok(()) };
        }
        self.typed = true;
        self.unwritten = true;
        if let Some(case) = self.program.record().game()? {
            self.note_moves(&case, &made)?;
        }
        self.write()
    }

    fn note_moves(&mut self, case: &Case, made: &[GameMove]) -> Result<()> {
        if let Some((_, scores)) = &mut self.scores {
            made.iter().for_each(|made| scores.add(made));
            scores.set_game(case)?;
        }
        let Some(margin) = &mut self.margin else { return Ok(()) };
        let game = case.played()?;
        let mut plies = 0..;
        game.walk(|position, mv| {
            let ply = plies.next();
            if made.iter().any(|made| Some(made.ply) == ply && made.mv == mv) {
                margin.expect(position, mv, vec![algebraic(position, mv)]);
            }
        });
        margin.set_game(&game);
        Ok(())
    }

    fn write(&mut self) -> Result<()> {
        let scores = self.scores.as_mut().map(|(output, scores)| output.put(scores.text().as_bytes()));
        let written = report::all([scores.unwrap_or(Ok(())), self.write_transcript()]);
        // The program may still be printing the line of the last move.
        self.unwritten = !self.program.waits();
        written
    }

    fn write_transcript(&mut self) -> Result<()> {
        self.unwritten = false;
        let paper = self.transcript.as_mut().filter(|_| self.typed);
        paper.map_or(Ok(()), |(output, paper)| output.put(paper))
    }

    /// Returns the hint for the line that the program has just rejected.
    fn hint(&mut self) -> Option<Hint> {
        let program = &mut self.program;
        self.hints.hint(|| program.record().game().ok().flatten())
    }

    /// Records the final state of the game, since moves may have been taken back after the last one.
    fn end(&mut self) -> Result<()> {
        if let (Some((_, scores)), Some(case)) = (&mut self.scores, self.program.record().game()?) {
            scores.set_game(&case)?;
        }
        let written = self.write();
        let scores = self.scores.as_mut().map(|(output, _)| output.finish());
        let paper = self.transcript.as_mut().map(|(output, _)| output.finish());
        report::all([Some(written), scores, paper].into_iter().flatten())
    }
}

impl TypingLine for RecordingConsole {
    fn key(&mut self, key: u8) {
        self.typed = true;
        self.program.key(key);
    }

    fn waits(&self) -> bool {
        self.program.waits()
    }

    fn run(&mut self, most: Duration, paper: &mut Vec<u8>) -> Result<Duration> {
        let mut typed = Vec::new();
        let ran = self.program.run(most, &mut typed);
        if let Some((_, kept)) = &mut self.transcript {
            kept.extend(typed.iter().copied().filter(|&key| key >= b' ' || key == b'\n'));
        }
        self.hints.read(&typed);
        if let Some(printed) = &mut self.printed {
            printed.extend(&typed);
        }
        self.reported &= !typed.contains(&b'\n');
        let noted = self.note();
        match &mut self.margin {
            Some(margin) => paper.extend(margin.annotated(&typed)),
            None => paper.extend(typed),
        }
        noted.and(ran)
    }

    fn record(&mut self) -> &mut dyn GameRecord {
        self.program.record()
    }

    fn console(&mut self) -> Option<&mut dyn Console> {
        self.program.console()
    }

    fn work(&self) -> String {
        self.program.work()
    }

    fn next(&mut self) -> String {
        if let Some(missing) = self.program.missing() {
            return missing.to_owned();
        }
        match self.hint() {
            Some(hint) => hint.key().map_or_else(|| hint.to_string(), |key| format!("{hint}. {key}")),
            None => self.program.next(),
        }
    }

    fn take_hint(&mut self) -> Option<String> {
        let hint = self.hint();
        let reported = std::mem::replace(&mut self.reported, hint.is_some());
        match hint {
            Some(hint @ (Hint::Algebraic { .. } | Hint::Argument { .. })) if !reported => {
                Some(hint.to_string())
            }
            _ => None,
        }
    }

    fn take_unpunched(&mut self) -> Option<&'static str> {
        if let Some(printed) = self.printed.as_mut().map(std::mem::take)
            && printed.windows(TAPE_ERROR.len()).any(|text| text == TAPE_ERROR)
        {
            return Some(NO_DECTAPE);
        }
        let said = self.program.take_unpunched()?;
        Some(if self.scores.is_some() { NO_PUNCH_BUT_PGN } else { said })
    }

    fn missing(&self) -> Option<&'static str> {
        self.program.missing()
    }

    fn stuck(&self) -> Option<String> {
        self.program.stuck()
    }

    fn is_at_node(&self) -> bool {
        self.program.is_at_node()
    }

    fn has_left(&self) -> bool {
        self.program.has_left()
    }

    fn leave(&mut self) -> Result<()> {
        let ended = self.end();
        self.program.leave().and(ended)
    }
}
