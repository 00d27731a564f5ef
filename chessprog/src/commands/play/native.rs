//! The Rust program, connected to the teletype. It prints without delay.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use support::report;

use super::super::file::{self, DeviceOutput};
use super::program::{GameRecord, NO_PUNCH, NO_TAPE, TypingLine};
use super::{Args, Opening};
use crate::engine::dialogue::Dialogue;
use crate::engine::game::Game;
use crate::engine::position::Position;
use crate::parameters::limits::TICKS;
use crate::program::{Case, Coordinates, Start};
use crate::vocabulary;

const BELL: u8 = 0o7;

pub(super) struct NativePlayer {
    /// `None` while the program thinks.
    dialogue: Option<Dialogue>,
    /// Set if control-G was typed after the line that makes the program think, but before the search began.
    stop_at_once: bool,
    thinking: Option<NativeSearch>,
    printer: DeviceOutput,
    punch: DeviceOutput,
}

struct NativeSearch {
    stop: Arc<AtomicBool>,
    done: Receiver<Dialogue>,
}

impl NativePlayer {
    pub(super) fn new(args: &Args, opening: Option<&Opening>) -> Result<NativePlayer> {
        if args.save.is_some() || args.resume.is_some() || args.journal.is_some() {
            bail!(report::usage(
                "--save, --resume and --journal work only with --engine emulated: here, save the game with \
                 --punch FILE and the command SAVE"
            ));
        }
        if !args.dectape.is_empty() {
            bail!(report::usage(
                "--dectape works only with --engine emulated: here, save the game with --punch FILE and the \
                 command SAVE"
            ));
        }
        let began = Instant::now();
        let clock = move || (began.elapsed().as_secs_f64() * TICKS as f64) as u64;
        let mut dialogue = Dialogue::start(Box::new(clock));
        if let Some(diagram) = opening.and_then(|opening| opening.diagram.as_ref()) {
            dialogue.place(Game::set_up(diagram)?);
        }
        if let Some(path) = &args.tape {
            dialogue.load_tape(&file::read(path)?);
        }
        Ok(NativePlayer {
            dialogue: Some(dialogue),
            stop_at_once: false,
            thinking: None,
            printer: DeviceOutput::printer(&args.printer, false)?,
            punch: DeviceOutput::punch(&args.punch, false)?,
        })
    }
}

fn case(game: &Game) -> Case {
    let start = game.start();
    let initial = Position::initial();
    let start = if start.key() == initial.key() && start.game_ply() == 0 {
        Start::Initial
    } else {
        Start::Diagram(Box::new(start.diagram()))
    };
    Case { name: String::new(), start, moves: game.moves().map(Coordinates::from).collect() }
}

impl TypingLine for NativePlayer {
    fn key(&mut self, key: u8) {
        if let (BELL, Some(thinking)) = (key, &self.thinking) {
            thinking.stop.store(true, Ordering::Relaxed);
        }
        if let Some(dialogue) = &mut self.dialogue {
            self.stop_at_once = key == BELL && !dialogue.waits();
            dialogue.key(key);
        }
    }

    fn waits(&self) -> bool {
        self.dialogue.as_ref().is_some_and(Dialogue::waits)
    }

    fn missing(&self) -> Option<&'static str> {
        self.dialogue.as_ref().is_some_and(Dialogue::waits_for_tape).then_some(NO_TAPE)
    }

    fn take_unpunched(&mut self) -> Option<&'static str> {
        self.punch.take_discarded().then_some(NO_PUNCH)
    }

    fn run(&mut self, most: Duration, paper: &mut Vec<u8>) -> Result<Duration> {
        let began = Instant::now();
        if let Some(mut dialogue) = self.dialogue.take() {
            if dialogue.waits() {
                self.dialogue = Some(dialogue);
            } else {
                let (sender, done) = sync_channel(1);
                let stop = Arc::new(AtomicBool::new(std::mem::take(&mut self.stop_at_once)));
                let heard = stop.clone();
                std::thread::spawn(move || {
                    dialogue.work(&heard);
                    // If the player has left, the receiver is gone.
                    let _ = sender.send(dialogue);
                });
                self.thinking = Some(NativeSearch { stop, done });
            }
        }
        if let Some(thinking) = &self.thinking {
            match thinking.done.recv_timeout(most) {
                Ok(dialogue) => {
                    self.dialogue = Some(dialogue);
                    self.thinking = None;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => bail!("the native program failed while thinking"),
            }
        }
        if let Some(dialogue) = &mut self.dialogue {
            paper.extend(dialogue.take_paper());
            self.printer.add(dialogue.take_printer());
            self.punch.add(dialogue.take_punched());
        }
        Ok(began.elapsed())
    }

    fn record(&mut self) -> &mut dyn GameRecord {
        self
    }

    fn leave(&mut self) -> Result<()> {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.store(true, Ordering::Relaxed);
            self.dialogue = thinking.done.recv().ok();
        }
        let dialogue = self.dialogue.as_mut().context("the native program failed while thinking");
        let punched = dialogue.map(|dialogue| self.punch.add(dialogue.take_punched()));
        report::all([self.printer.finish(), punched, self.punch.finish()])
    }
}

impl GameRecord for NativePlayer {
    fn take_made(&mut self) -> Vec<vocabulary::GameMove> {
        self.dialogue.as_mut().map(Dialogue::take_made).unwrap_or_default()
    }

    fn game(&self) -> Result<Option<Case>> {
        Ok(self.dialogue.as_ref().and_then(Dialogue::record).map(case))
    }
}
