//! The debugger for the page: its commands, the state of the machine, the source text.

use emulator::address::Address;
use emulator::cpu::flag;
use emulator::debug::{Flow, SessionStop, Stop, Trigger, find_command};
use serde_json::{Value, json};

use crate::web_machine::WebMachine;

/// Commands that run the machine without a limit. The page runs the machine instead, and remains responsive.
const RUNNING: [&str; 4] = ["boot", "run", "go", "continue"];
/// Maximum number of polls for keys by any other command that runs the machine: one minute of machine time.
const PATIENCE: u32 = 6000;
/// Maximum number of lines of a source file that the page shows.
const LONGEST: usize = 20_000;

impl WebMachine {
    /// Executes a debugger command; its output is in [`WebMachine::take_said`]. Returns `true` if the page
    /// must run the machine.
    ///
    /// # Errors
    ///
    /// Returns an error, with the reason, if the command is invalid or cannot be executed.
    pub fn execute(&mut self, line: &str) -> Result<bool, String> {
        let runs = runs_on(line);
        self.host.patience = Some(if runs { 0 } else { PATIENCE });
        self.session.take_stopped();
        let said = self.host.said.len();
        let done = self.session.execute(line, &mut self.host);
        self.host.patience = None;
        self.begin_anew_if_past_is_lost();
        let stopped = self.session.take_stopped();
        self.host.idle.disturb(self.session.target.machine.time());
        let goes_on = runs && stopped == Some(SessionStop::Interrupted);
        if goes_on {
            self.host.said.truncate(said);
        }
        match done {
            Err(error) => Err(error.to_string()),
            Ok(Flow::Exit(_)) => Err("a page's debugger cannot exit; to leave, close the page".to_owned()),
            Ok(Flow::Continue) => Ok(goes_on),
        }
    }

    /// Sets a breakpoint at the first word of a source line, or removes the breakpoints at its words.
    ///
    /// # Errors
    ///
    /// Returns an error if no word comes from that line.
    pub fn toggle_stop(&mut self, file: &str, line: u32) -> Result<(), String> {
        let addresses = self.session.target.symbols.addresses_of(file, line);
        let wordless = || format!("line {line} of {file} produced no word; choose a line with a button");
        let first = *addresses.first().ok_or_else(wordless)?;
        let here = |stop: &Stop| matches!(stop.trigger, Trigger::Place(at) if addresses.contains(&at));
        if self.session.stops.remove(here, &mut self.session.target) == 0 {
            let added = self.session.stops.add(Stop::at(Trigger::Place(first)), &mut self.session.target);
            added.map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Returns the state of the machine: registers, place, line, breakpoints, calls.
    pub fn standing(&self) -> Value {
        let session = &self.session;
        let cpu = &session.target.machine.cpu;
        let (pc, machine) = (cpu.pc, &session.target.machine);
        let word = machine.examine(pc);
        let accumulators: Vec<String> =
            (0..16).map(|ac| machine.examine(Address::new(ac)).to_string()).collect();
        let frames = session.target.backtrace();
        let frames: Vec<Value> = frames.iter().map(|frame| self.place(frame.at)).collect();
        let stops: Vec<Value> = session.stops.list().iter().map(|stop| self.stop(stop)).collect();
        json!({
            "time": machine.time().to_string(),
            "nanos": machine.time().get().to_string(),
            "instructions": machine.instructions().to_string(),
            "running": machine.is_running(),
            "user": cpu.flags & flag::USER != 0,
            "here": self.place(pc),
            "instruction": session.target.instruction(word),
            "word": word.to_string(),
            "accumulators": accumulators,
            "stops": stops,
            "calls": frames,
        })
    }

    fn place(&self, at: Address) -> Value {
        let symbols = &self.session.target.symbols;
        let place = symbols.origin(at).map(|origin| origin.place);
        let file = place.map(|place| symbols.file_of(place));
        let name = self.session.target.place(at);
        json!({ "at": at.to_string(), "name": name, "file": file, "line": place.map(|place| place.line) })
    }

    fn stop(&self, stop: &Stop) -> Value {
        let place = match stop.trigger {
            Trigger::Place(at) => Some(self.place(at)),
            _ => None,
        };
        json!({
            "number": stop.number,
            "what": stop.trigger.to_string(),
            "enabled": stop.enabled,
            "hits": stop.hits(),
            "place": place,
        })
    }

    /// Returns the source files of the program in the machine.
    pub fn source_files(&self) -> Vec<String> {
        self.session.target.symbols.files().to_vec()
    }

    /// Returns the text of a source file.
    pub fn source(&self, file: &str) -> Option<String> {
        let bytes = self.host.files.get(file)?;
        let text = String::from_utf8_lossy(bytes);
        Some(text.lines().take(LONGEST).collect::<Vec<_>>().join("\n"))
    }

    /// Returns the numbers of the lines of a source file that produced words of the program.
    pub fn lines_with_words(&self, file: &str) -> Vec<u32> {
        let lines = self.source(file).map_or(0, |text| text.lines().count() as u32);
        (1..=lines).filter(|&line| !self.session.target.symbols.addresses_of(file, line).is_empty()).collect()
    }
}

/// Returns `true` if a command runs the machine without a limit.
fn runs_on(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let runs = find_command(words.next().unwrap_or_default()).is_ok_and(|it| RUNNING.contains(&it.name));
    runs && !words.any(|word| matches!(word, "until" | "for"))
}

#[cfg(test)]
mod tests {
    use super::runs_on;

    #[test]
    fn verbs_that_run_on_are_known() {
        for line in ["c", "go GO", "continue", "boot echo.rim", "start 100"] {
            assert!(runs_on(line), "{line}");
        }
        for line in ["c for 10ms", "go 100 until 200", "step", "examine 0", "", "break GO"] {
            assert!(!runs_on(line), "{line}");
        }
    }
}
