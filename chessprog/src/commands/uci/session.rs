//! A UCI session: a queue of commands and the search started by one of them.
//!
//! Commands are executed in order. These rules apply during a search:
//!
//! 1. `ucinewgame`, `position` and `go` wait until the search has ended, and so does every command after
//!    them. All others are executed at once: `isready` is answered, and `setoption` applies to the next
//!    search. `isready` also waits for a search that is about to end: after `stop`, and in the first moments
//!    of a limited search ([`FIRST_MOMENTS`]). So `go depth 2` and `isready` in a pipe are answered in order.
//! 2. A search ends when its limits are reached, or at the first `stop` sent after its `go`, even if that
//!    `stop` waits after other commands.
//! 3. An unlimited search (`go infinite`, `go ponder` before `ponderhit`) also ends when a command waits for
//!    it.
//! 4. `quit` acts like the end of the input: the commands before it are executed. A limited search then has
//!    one more second; an unlimited one ends at once.
//!
//! Every `go` is answered with one `bestmove`.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use support::file::LONGEST_LINE;

use super::super::{engine, position};
use super::choose::{FinishedSearch, choose};
use super::command::Command;
use super::limits::Limits;
use super::options::Options;
use super::reply::{SearchInfo, SessionReply};
use super::score;
use super::search::{RunningSearch, SearchProgress};
use crate::engine::{book, moves};
use crate::program::Case;
use crate::running::RunningProgram;

/// Time that a search may continue after the end of the input: enough for `go depth 2` in a pipe, and not too
/// long for an interface that waits for the process to end.
const GRACE: Duration = Duration::from_secs(1);

/// Maximum time that `isready` waits for a limited search, counted from its start. It is too short for
/// interfaces to notice.
pub(super) const FIRST_MOMENTS: Duration = Duration::from_millis(200);

/// The null move: the answer to a search without a move.
const NO_MOVE: SessionReply = SessionReply::Best { mv: None, ponder: None };

pub(super) enum Event {
    Line(String),
    /// The interface sent a line longer than [`LONGEST_LINE`].
    TooLong,
    /// Standard input ended, or reading it failed.
    End(std::io::Result<()>),
    /// The search of a root move has begun or ended.
    Progress(SearchProgress),
    /// The search has ended: its result, and the program.
    Done(FinishedSearch, RunningProgram),
    /// The first moments of a search have passed.
    Underway,
    /// The input has ended, and a search that cannot be stopped has used up its time.
    Abandoned,
}

pub(super) struct Session {
    /// The program for the next search; `None` during a search, unless another engine has been chosen since.
    idle: Option<RunningProgram>,
    search: Option<RunningSearch>,
    options: Options,
    /// The options from the command line, which `uci` announces as defaults.
    announced: Options,
    /// The position to search; `None` after an invalid one.
    case: Option<Case>,
    sender: Sender<Event>,
    /// Commands that have not been executed, in order of arrival.
    waiting: VecDeque<Command>,
    /// Whether the input has ended or `quit` has been read.
    ended: bool,
}

impl Session {
    /// Searches report to `sender`.
    pub(super) fn new(mut options: Options, sender: Sender<Event>) -> Result<Session> {
        options.fit();
        Ok(Session {
            idle: Some(engine::start(options.engine)?),
            search: None,
            announced: options.clone(),
            options,
            case: Some(position::parse("startpos")?),
            sender,
            waiting: VecDeque::new(),
            ended: false,
        })
    }

    /// Adds a command to the queue. [`Session::advance`] executes it.
    pub(super) fn queue(&mut self, command: Command) {
        match command {
            _ if self.ended => {}
            Command::Quit => self.end(),
            command => self.waiting.push_back(command),
        }
    }

    /// Handles an event and executes the commands that need not wait. Returns `true` if the session
    /// continues.
    pub(super) fn handle(&mut self, event: Event, out: &mut Vec<SessionReply>) -> Result<bool> {
        match event {
            Event::Line(_) | Event::Underway => {}
            Event::TooLong => {
                out.push(SessionReply::Message(format!(
                    "line ignored: longer than {LONGEST_LINE} characters"
                )));
            }
            Event::End(ended) => {
                ended.context("cannot read standard input")?;
                self.end();
            }
            Event::Progress(progress) => out.extend(self.report(&progress)),
            Event::Done(found, program) => {
                // Another engine may have been chosen during the search.
                self.idle.get_or_insert(program);
                self.done(found, out);
            }
            Event::Abandoned => {
                self.done(FinishedSearch::nothing(), out);
                let unanswered = self.waiting.iter().filter(|command| matches!(command, Command::Go(..)));
                out.extend(unanswered.map(|_| NO_MOVE));
                return Ok(false);
            }
        }
        self.advance(out);
        Ok(!self.ended || self.search.is_some())
    }

    /// Waits for the next event, and stops the search when its time is up. Returns `None` if there can be no
    /// more events.
    pub(super) fn next(&mut self, events: &Receiver<Event>) -> Option<Event> {
        loop {
            let (deadline, underway) = (self.deadline(), self.underway());
            let Some(wake) = deadline.into_iter().chain(underway).min() else { return events.recv().ok() };
            match events.recv_timeout(wake.saturating_duration_since(Instant::now())) {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if deadline != Some(wake) => return Some(Event::Underway),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(search) = &self.search {
                        search.stop.store(true, Ordering::Relaxed);
                        if self.ended && !search.can_stop {
                            return Some(Event::Abandoned);
                        }
                    }
                }
            }
        }
    }

    /// Returns the time when the search must be stopped, or abandoned if it cannot be stopped.
    fn deadline(&self) -> Option<Instant> {
        let search = self.search.as_ref()?;
        let can_be_left = self.ended && !search.can_stop;
        search.deadline.filter(|_| !search.is_stopped() || can_be_left)
    }

    /// Returns the time when `isready` stops waiting, if it is the next command and waits.
    fn underway(&self) -> Option<Instant> {
        let search = self.search.as_ref().filter(|search| !search.is_unlimited() && !search.is_ending())?;
        (self.waiting.front() == Some(&Command::IsReady)).then_some(search.began + FIRST_MOMENTS)
    }

    /// Handles the end of the input: the running search gets the time of rule 4.
    fn end(&mut self) {
        self.ended = true;
        self.limit_to_grace();
    }

    fn limit_to_grace(&mut self) {
        if let Some(search) = &mut self.search {
            let end = Instant::now() + if search.is_unlimited() { Duration::ZERO } else { GRACE };
            search.deadline = Some(search.deadline.map_or(end, |deadline| deadline.min(end)));
        }
    }

    /// Executes the commands that need not wait, and ends the search if a waiting command demands it.
    fn advance(&mut self, out: &mut Vec<SessionReply>) {
        loop {
            while let Some(command) = self.take_next() {
                if let Err(error) = self.execute(command, out) {
                    out.push(SessionReply::Message(format!("{error:#}")));
                }
                if self.ended {
                    self.limit_to_grace();
                }
            }
            if !self.is_interrupted() {
                return;
            }
            self.stop(out);
            if self.search.is_some() {
                return;
            }
        }
    }

    /// Takes the first command from the queue, unless it must wait for the search (rule 1).
    fn take_next(&mut self) -> Option<Command> {
        let waits = match (&self.search, self.waiting.front()) {
            (Some(search), Some(Command::IsReady)) => search.ends_soon(),
            (Some(_), Some(command)) => command.waits_for_search(),
            _ => false,
        };
        if waits { None } else { self.waiting.pop_front() }
    }

    /// Returns `true` if a waiting command or the end of the input ends the search (rules 2 to 4).
    fn is_interrupted(&self) -> bool {
        self.search.as_ref().is_some_and(|search| {
            let unlimited = search.is_unlimited() && (self.ended || !self.waiting.is_empty());
            unlimited || self.waiting.contains(&Command::Stop)
        })
    }

    /// Ends the search. Adds a move that was held back to `out`.
    fn stop(&mut self, out: &mut Vec<SessionReply>) {
        if let Some(search) = &self.search {
            search.stop.store(true, Ordering::Relaxed);
        }
        self.release(out);
    }

    fn execute(&mut self, command: Command, out: &mut Vec<SessionReply>) -> Result<()> {
        match command {
            Command::Uci => out.push(SessionReply::Options(self.announced.rows())),
            Command::IsReady => out.push(SessionReply::Ready),
            Command::Stop => self.stop(out),
            Command::PonderHit => {
                if self.search.as_mut().is_some_and(RunningSearch::ponder_hit) {
                    self.release(out);
                }
            }
            Command::Nothing | Command::Quit => {}
            Command::NewGame => self.case = Some(position::parse("startpos")?),
            Command::Position(Ok(case)) => self.case = Some(case),
            Command::Position(Err(why)) => {
                self.case = None;
                bail!(why)
            }
            Command::SetOption { name, value } => self.set(&name, &value)?,
            Command::Go(limits, wrong) => {
                out.extend(wrong.into_iter().map(SessionReply::Message));
                self.go(limits, out)?;
            }
            Command::Invalid(why) => bail!(why),
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let mut options = self.options.clone();
        options.set(name, value)?;
        options.fit();
        if options.engine != self.options.engine {
            self.idle = Some(engine::start(options.engine)?);
        }
        self.options = options;
        Ok(())
    }

    fn go(&mut self, mut limits: Limits, out: &mut Vec<SessionReply>) -> Result<()> {
        let message = |text: &str| SessionReply::Message(text.to_owned());
        let Some(case) = &self.case else {
            out.extend([message("no position to search: the last one was refused"), NO_MOVE]);
            return Ok(());
        };
        let root = case.root()?;
        let (moves, illegal): (Vec<_>, Vec<_>) =
            limits.moves.into_iter().partition(|mv| mv.legal_in(&root).is_some());
        if !illegal.is_empty() {
            let illegal: Vec<String> = illegal.iter().map(ToString::to_string).collect();
            let rest = if moves.is_empty() { "; all moves are searched" } else { "" };
            out.push(message(&format!(
                "searchmoves: not legal in this position and ignored: {}{rest}",
                illegal.join(" ")
            )));
        }
        limits.moves = moves;
        let mut settings = self.options.settings.clone();
        settings.depth = limits.depth.unwrap_or(settings.depth);
        let reply = if self.options.book && limits.moves.is_empty() { book::look_up(&root) } else { None };
        let end = (!moves::has_legal_move(&root)).then(|| score::of_the_end(&root));
        let mut search = RunningSearch::new(root, limits.clone(), settings.depth);
        if let Some(end) = end {
            let info = SearchInfo { score: Some(end), ..SearchInfo::default() };
            self.answer(search, vec![SessionReply::Info(info), NO_MOVE], out);
            return Ok(());
        }
        if let Some(mv) = reply {
            let best = SessionReply::Best { mv: Some(mv.into()), ponder: None };
            self.answer(search, vec![message("book"), best], out);
            return Ok(());
        }
        let mut program = self.idle.take().context("the program failed while thinking")?;
        search.can_stop = !program.is_original();
        let (case, sender, stop) = (case.clone(), self.sender.clone(), search.stop.clone());
        let explain = self.options.explain && limits.moves.is_empty();
        self.search = Some(search);
        thread::spawn(move || {
            // If the command has ended, the receiver is gone.
            let tell = |progress| drop(sender.send(Event::Progress(progress)));
            let mut found = choose(&mut program, &case, &settings, &limits, &stop, tell);
            if explain {
                found.explain(&case, &settings);
            }
            let _ = sender.send(Event::Done(found, program));
        });
        Ok(())
    }

    /// Returns the root move whose search begins, or a root move's result if it is better than all before it.
    fn report(&mut self, progress: &SearchProgress) -> Option<SessionReply> {
        let search = self.search.as_mut()?;
        let info = match progress {
            SearchProgress::Begun { mv, number } => Some(search.begin(*mv, *number)),
            SearchProgress::Tried(tried) => search.improve(tried),
        };
        info.map(SessionReply::Info)
    }

    fn done(&mut self, mut found: FinishedSearch, out: &mut Vec<SessionReply>) {
        let Some(search) = self.search.take() else { return };
        let reasons = std::mem::take(&mut found.reasons).into_iter().map(SessionReply::Message);
        let replies = match &found.answer {
            Ok(_) => reasons.chain(search.last_replies(&found)).collect(),
            // After an error of the program, the answer is the null move.
            Err(error) => vec![SessionReply::Message(format!("{error:#}")), NO_MOVE],
        };
        self.answer(search, replies, out);
    }

    /// Adds the last answers of a search to `out`, or holds them back until the search may end.
    fn answer(&mut self, mut search: RunningSearch, replies: Vec<SessionReply>, out: &mut Vec<SessionReply>) {
        if search.is_unlimited() && !search.is_stopped() {
            search.held = Some(replies);
            self.search = Some(search);
        } else {
            out.extend(replies);
        }
    }

    /// Adds the answers that were held back to `out`.
    fn release(&mut self, out: &mut Vec<SessionReply>) {
        if let Some(replies) = self.search.as_mut().and_then(|search| search.held.take()) {
            self.search = None;
            out.extend(replies);
        }
    }
}
