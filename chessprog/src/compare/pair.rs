//! Two programs, compared side by side.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::campaign::Verdict;
use super::case::Unplayable;
use super::difference::{
    Difference, Extent, ProbeDifference, ProgramValue, of_answers, of_probes, of_states,
};
use super::stream;
use super::tally::Tally;
use crate::emulated::{Emulated, EmulatedError, ProbeEvent};
use crate::engine::game::Game;
use crate::native::Native;
use crate::original::UnsupportedCase;
use crate::parameters::limits::QUIET_PLIES;
use crate::program::{Answer, Case, ChessProgram, Coordinates, NoAnswer};
use crate::running::RunningProgram;
use crate::vocabulary::Settings;
use crate::vocabulary::probe::{ENTER, LEAVE, ROWS, Row};

/// The level of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Every probe
    Probe,
    /// Every node of the search
    Node,
    /// Move, value, counters, variation and root moves of each search
    Move,
    /// The same, for every move of a game played from each position
    Game,
}

impl Level {
    /// Returns the name in options and manifests.
    pub fn name(self) -> &'static str {
        match self {
            Level::Probe => "probe",
            Level::Node => "node",
            Level::Move => "move",
            Level::Game => "game",
        }
    }

    /// Returns the points compared at this level.
    pub fn points(self) -> Vec<&'static Row> {
        match self {
            Level::Probe => ROWS.to_vec(),
            Level::Node => vec![&ENTER.row, &LEAVE.row],
            Level::Move | Level::Game => Vec::new(),
        }
    }
}

const MAX_GAME_PLIES: usize = 60;

/// Why two programs could not be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// A move of the case is illegal, or the game is too long.
    #[error(transparent)]
    Unplayable(Unplayable),
    /// Both programs found the same move, which is not legal.
    #[error("{case}: both programs choose {mv}, which is not legal")]
    #[allow(missing_docs, reason = "the message names the fields")]
    Illegal { case: String, mv: Coordinates },
}

/// A comparison to make: the position and how both programs search it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position and the game before it.
    pub case: Case,
    /// Settings of both searches.
    pub settings: Settings,
    /// Maximum number of consecutive searches. Each move found is made before the next search. 0 means no
    /// search.
    pub searches: usize,
}

impl Question {
    /// Makes a question with the number of searches that the level needs.
    pub fn new(case: Case, settings: Settings, level: Level) -> Question {
        let searches = if level == Level::Game { MAX_GAME_PLIES } else { 1 };
        Question { case, settings, searches }
    }
}

/// Two programs to be compared.
pub struct Pair {
    first: RunningProgram,
    second: RunningProgram,
    tally: Tally,
}

/// The results of both programs for a step, or a difference.
type PairResult<T> = Result<[T; 2], Difference>;

impl Pair {
    /// Makes a pair of any two programs.
    pub fn new(first: impl Into<RunningProgram>, second: impl Into<RunningProgram>) -> Pair {
        Pair { first: first.into(), second: second.into(), tally: Tally::default() }
    }

    /// Returns what was compared since the last call.
    pub fn take_tally(&mut self) -> Tally {
        std::mem::take(&mut self.tally)
    }

    /// Returns the names of the two programs.
    pub fn names(&mut self) -> [&'static str; 2] {
        [self.first.program().name(), self.second.program().name()]
    }

    /// Returns the reason if one of the programs does not support the question.
    pub fn unfit(&self, question: &Question, level: Level) -> Option<UnsupportedCase> {
        if !self.first.is_original() && !self.second.is_original() {
            return None;
        }
        if matches!(level, Level::Probe | Level::Node) {
            return Some(UnsupportedCase::Probes);
        }
        UnsupportedCase::of_1967(&question.case, &question.settings)
    }

    /// Compares both programs on a question, up to the first difference. A question that one of them does not
    /// support is skipped.
    ///
    /// # Errors
    /// Returns an error if a move of the case is illegal, if the game is too long, or if both programs choose
    /// the same illegal move.
    pub fn compare(
        &mut self,
        question: &Question,
        level: Level,
    ) -> Result<Verdict<Difference>, CompareError> {
        if let Some(unfit) = self.unfit(question, level) {
            return Ok(Verdict::Skipped(unfit));
        }
        let mut case = question.case.clone();
        let game = match case.played() {
            Ok(game) => Some(game),
            // Both programs must refuse the diagram.
            Err(Unplayable::Refused(_)) => None,
            Err(why) => return Err(CompareError::Unplayable(why)),
        };
        let found = match (self.set_up(&case), game) {
            (Err(difference), _) => Some(difference),
            (Ok(()), Some(game)) => self.search_on(&mut case, game, question, level)?,
            (Ok(()), None) => None,
        };
        Ok(match found {
            None => Verdict::Same,
            Some(difference) if question.searches > 1 => Verdict::Different(difference.after(&case)),
            Some(difference) => Verdict::Different(difference),
        })
    }

    /// Searches repeatedly and makes the moves found. `case` becomes the game up to the last of them.
    fn search_on(
        &mut self,
        case: &mut Case,
        mut game: Game,
        question: &Question,
        level: Level,
    ) -> Result<Option<Difference>, CompareError> {
        let points = level.points();
        for search in 1..=question.searches {
            let answer = match self.search(&question.settings, &points) {
                Ok(answer) => answer,
                Err(difference) => return Ok(Some(difference)),
            };
            if let Err(difference) = self.states() {
                return Ok(Some(difference));
            }
            let Some(best) = answer.best else { break };
            if search == question.searches || game.is_full() {
                break;
            }
            let mv = best.legal_in(game.position());
            let mv = mv.ok_or_else(|| CompareError::Illegal { case: case.to_string(), mv: best })?;
            case.moves.push(best);
            game.make(mv);
            if let Err(difference) = self.both(|program| program.play(best)).and_then(|_| self.states()) {
                return Ok(Some(difference));
            }
            if game.times() >= 3 || game.position().quiet() >= QUIET_PLIES {
                break;
            }
        }
        Ok(None)
    }

    fn both<T>(
        &mut self,
        mut step: impl FnMut(&mut dyn ChessProgram) -> Result<T, NoAnswer>,
    ) -> PairResult<T> {
        let mut one = |running: &mut RunningProgram| {
            let program = running.program();
            step(program)
                .map_err(|error| Difference::Failed { program: program.name(), why: error.to_string() })
        };
        Ok([one(&mut self.first)?, one(&mut self.second)?])
    }

    /// Sets both programs up. If one refuses the diagram, the other must refuse it too.
    fn set_up(&mut self, case: &Case) -> Result<(), Difference> {
        let accepted = self.both(|program| match program.set_up(case) {
            Err(NoAnswer::Refused(_)) => Ok(false),
            other => other.map(|()| true),
        })?;
        if accepted[0] == accepted[1] {
            return Ok(());
        }
        let answer = |program, accepted| {
            let text = if accepted { "accepts it" } else { "refuses it" };
            ProgramValue { program, text: text.to_owned() }
        };
        let [first, second] = self.names();
        let sides = [answer(first, accepted[0]), answer(second, accepted[1])];
        Err(Difference::Answer { part: "set-up".to_owned(), sides })
    }

    /// Returns the answer that both programs give, or their first difference at these points or in the
    /// answers.
    fn search(&mut self, settings: &Settings, points: &[&'static Row]) -> Result<Answer, Difference> {
        let answers = match (&mut self.first, &mut self.second) {
            (RunningProgram::Native(native), RunningProgram::Emulated(emulated)) if !points.is_empty() => {
                search_probed(native, emulated, settings, points, &mut self.tally)?
            }
            (RunningProgram::Emulated(emulated), RunningProgram::Native(native)) if !points.is_empty() => {
                let [native, emulated] = search_probed(native, emulated, settings, points, &mut self.tally)?;
                [emulated, native]
            }
            _ => self.search_unobserved(settings)?,
        };
        self.tally.searched(&answers[0].counters);
        let original = self.first.is_original() || self.second.is_original();
        let extent = if original { Extent::Of1967 } else { Extent::Whole };
        let [first, second] = answers;
        match of_answers(self.names(), [&first, &second], extent) {
            Some(difference) => Err(difference),
            None => Ok(first),
        }
    }

    fn search_unobserved(&mut self, settings: &Settings) -> PairResult<Answer> {
        let answers = self.both(|program| program.think(settings))?;
        for running in [&mut self.first, &mut self.second] {
            let cost = running.program().cost();
            cost.into_iter().for_each(|cost| self.tally.executed(cost.instructions));
        }
        Ok(answers)
    }

    /// Compares the states of both programs, if both reveal them.
    fn states(&mut self) -> Result<(), Difference> {
        match self.both(|program| program.state())? {
            [Some(first), Some(second)] => of_states(self.names(), [&first, &second]).map_or(Ok(()), Err),
            _ => Ok(()),
        }
    }
}

/// Returns the answers of both programs if their probes agree at all these points, otherwise the first
/// difference.
fn search_probed(
    native: &mut Native,
    emulated: &mut Emulated,
    settings: &Settings,
    points: &[&'static Row],
    tally: &mut Tally,
) -> Result<[Answer; 2], Difference> {
    let (found, native_answer) = std::thread::scope(|scope| {
        let think = |reporter| native.think_until(settings, &AtomicBool::new(false), reporter);
        let (stream, handle) = stream::start(scope, points, think);
        let met = |event: &ProbeEvent| tally.met(event);
        let found = emulated.start_probed(settings, points).and_then(|probes| {
            let found = of_probes(stream, || emulated.next_probe(&probes), met);
            let instruction = emulated.instructions_since(&probes);
            emulated.stop_probes(&probes)?;
            Ok((found.map(|found| ProbeDifference { instruction, ..found }), instruction))
        });
        (found, handle.join().expect("the native program does not panic"))
    });
    let failed = |fault: EmulatedError| Difference::Failed { program: "emulated", why: fault.to_string() };
    let (found, instructions) = found.map_err(failed)?;
    tally.executed(instructions);
    match found {
        Some(difference) => Err(Difference::Probe(Box::new(difference))),
        None => Ok([native_answer.unwrap_or_default(), emulated.answer().map_err(failed)?]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::random;
    use crate::program::{Cost, State};

    /// The native program posing as the program of 1967, which counts no nodes. `more` is added to the value
    /// of each answer.
    struct FakeOriginal {
        native: Native,
        more: i32,
    }

    impl ChessProgram for FakeOriginal {
        fn name(&self) -> &'static str {
            "original"
        }

        fn set_up(&mut self, case: &Case) -> Result<(), NoAnswer> {
            self.native.set_up(case)
        }

        fn play(&mut self, mv: Coordinates) -> Result<(), NoAnswer> {
            self.native.play(mv)
        }

        fn think(&mut self, settings: &Settings) -> Result<Answer, NoAnswer> {
            let mut answer = self.native.think(settings)?;
            answer.counters.nodes = 0;
            answer.value += self.more;
            Ok(answer)
        }

        fn state(&mut self) -> Result<Option<State>, NoAnswer> {
            Ok(None)
        }

        fn cost(&self) -> Option<Cost> {
            None
        }
    }

    fn against_imposter(more: i32) -> Pair {
        let imposter = FakeOriginal { native: Native::new(), more };
        Pair::new(Native::new(), RunningProgram::Original(Box::new(imposter)))
    }

    fn orig() -> Settings {
        Settings { depth: 1, ..Settings::normal().original() }
    }

    fn asked(pair: &mut Pair, case: Case, settings: Settings, level: Level) -> Verdict<Difference> {
        pair.compare(&Question::new(case, settings, level), level).unwrap()
    }

    #[test]
    fn a_program_agrees_with_itself_along_a_game() {
        let mut pair = Pair::new(Native::new(), Native::new());
        let settings = Settings { depth: 1, ..Settings::normal() };
        assert_eq!(asked(&mut pair, random::opening(1, 1), settings, Level::Game), Verdict::Same);
    }

    #[test]
    fn cases_refused_by_both_programs_are_equal() {
        let mut pair = Pair::new(Native::new(), Native::new());
        let no_king = Case::fen("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
        assert_eq!(asked(&mut pair, no_king, orig(), Level::Move), Verdict::Same);
        let illegal = Question::new(Case::game("", "e2e5").unwrap(), orig(), Level::Move);
        let error = pair.compare(&illegal, Level::Move).unwrap_err().to_string();
        assert_eq!(error, "move 1 of the game, `e2e5`, is not legal");
    }

    #[test]
    fn original_is_compared_by_its_printed_answer() {
        let case = || random::game(1, 3);
        assert_eq!(asked(&mut against_imposter(0), case(), orig(), Level::Game), Verdict::Same);
        let Verdict::Different(found) =
            asked(&mut against_imposter(1), Case::game("", "").unwrap(), orig(), Level::Move)
        else {
            panic!("no difference")
        };
        assert_eq!(found.to_string(), "value: native 0, original 1");
        let Verdict::Different(found) =
            asked(&mut against_imposter(1), Case::game("", "e2e4").unwrap(), orig(), Level::Game)
        else {
            panic!("no difference")
        };
        assert_eq!(found.to_string(), "value: native 0, original 1\n  at startpos; moves e2e4");
    }

    #[test]
    fn cases_unfit_for_the_original_are_skipped_with_a_reason() {
        let game = |moves: &str| Case::game("", moves).unwrap();
        let skipped = |case, settings, level| match asked(&mut against_imposter(0), case, settings, level) {
            Verdict::Skipped(why) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(skipped(random::case(1, 0), orig(), Level::Move), UnsupportedCase::SetUp);
        assert_eq!(skipped(game("e2e4"), orig(), Level::Probe), UnsupportedCase::Probes);
        let promotion = "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8n";
        assert_eq!(skipped(game(promotion), orig(), Level::Move), UnsupportedCase::Promotion);
        assert_eq!(
            skipped(game(&"g1f3 g8f6 f3g1 f6g8 ".repeat(75)), orig(), Level::Move),
            UnsupportedCase::Long
        );
        let told = |settings| skipped(game("e2e4"), settings, Level::Move).to_string();
        let says =
            "the original program of 1967 searches only with the settings of ORIG (--orig), not with these: ";
        assert_eq!(told(Settings::normal()), format!("{says}SETSD PAPER HASH REP FIFTY"));
        assert_eq!(told(Settings { depth: 0, captures: 1, ..orig() }), format!("{says}SETD SETC"));
    }
}
