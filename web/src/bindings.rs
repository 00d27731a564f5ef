//! The interface of [`WebMachine`] for JavaScript: the same methods, with types that JavaScript can pass.
//! Times in nanoseconds and 36-bit words both fit in JavaScript's numbers.

use chessprog::vocabulary::Settings;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::board::choice;
use crate::game::{CatchUp, Game};
use crate::move_reasons::reasons;
use crate::opened_file::OpenedFile;
use crate::scores;
use crate::web_machine::WebMachine;

type PageResult<T> = Result<T, String>;

/// The machine of the page, `Room` in its scripts.
#[wasm_bindgen(js_name = Room)]
pub struct PageMachine {
    room: WebMachine,
    /// The game being replayed, if any.
    run: Option<CatchUp>,
}

impl From<WebMachine> for PageMachine {
    fn from(room: WebMachine) -> PageMachine {
        PageMachine { room, run: None }
    }
}

/// Returns the games included in the page, as JSON: pairs of name and PGN text.
#[wasm_bindgen]
pub fn named_games() -> String {
    json(&chessprog::games::named().collect::<Vec<_>>())
}

/// Returns the titles of the games in a PGN text as JSON; `null` for a game that cannot be read.
#[wasm_bindgen]
pub fn titles(text: &str) -> PageResult<String> {
    scores::titles(text).map(|titles| json(&titles))
}

/// Reads a game of a PGN text; returns it as JSON.
#[wasm_bindgen]
pub fn read_score(text: &str, number: usize) -> PageResult<String> {
    scores::read_score(text, number).map(|score| json(&score))
}

/// Returns the move that the program chooses after `plies` half-moves of a game in a PGN text, as JSON.
#[wasm_bindgen]
pub fn choice_in(text: &str, number: usize, plies: usize) -> PageResult<String> {
    choice(&scores::case_in(text, number, plies)?).map(|chosen| json(&chosen))
}

/// Returns the reasons for that move, and for not making `other`, a move in coordinates, as JSON.
#[wasm_bindgen]
pub fn why_in(text: &str, number: usize, plies: usize, other: Option<String>) -> PageResult<String> {
    let case = scores::case_in(text, number, plies)?;
    reasons(&case, &Settings::normal(), false, other.as_deref()).map(|why| json(&why))
}

/// Returns the lines to type to put a game of a PGN text on the program's board.
#[wasm_bindgen]
pub fn lines_of_game(text: &str, number: usize, plies: usize) -> PageResult<Vec<String>> {
    scores::lines(&scores::case_in(text, number, plies)?)
}

/// Returns the lines to type to put a FEN position on the program's board.
#[wasm_bindgen]
pub fn lines_of_fen(fen: &str) -> PageResult<Vec<String>> {
    scores::lines(&scores::case_of_fen(fen)?)
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[wasm_bindgen(js_class = Room)]
impl PageMachine {
    #[wasm_bindgen(constructor)]
    pub fn new() -> PageMachine {
        WebMachine::new().into()
    }

    pub fn chess() -> PageResult<PageMachine> {
        WebMachine::with_chess().map(Into::into)
    }

    pub fn resume(bytes: &[u8]) -> PageResult<PageMachine> {
        WebMachine::resume(bytes).map(Into::into)
    }

    // ---- Time and the teletype ----

    pub fn time(&self) -> f64 {
        self.room.time() as f64
    }

    pub fn instructions(&self) -> f64 {
        self.room.instructions() as f64
    }

    pub fn is_running(&self) -> bool {
        self.room.is_running()
    }

    pub fn is_waiting(&self) -> bool {
        self.room.is_waiting()
    }

    pub fn run(&mut self, time: f64) -> bool {
        self.room.run(time as u64)
    }

    pub fn type_text(&mut self, text: &str) -> PageResult<()> {
        self.room.type_text(text)
    }

    pub fn keys_left(&self) -> usize {
        self.room.keys_left()
    }

    pub fn take_sheet(&mut self) -> Option<String> {
        self.room.take_sheet().map(|sheet| json(&sheet))
    }

    pub fn show_paper_again(&mut self) {
        self.room.show_paper_again();
    }

    pub fn hint(&mut self) -> Option<String> {
        self.room.hint()
    }

    pub fn paper_text(&self) -> String {
        self.room.paper_text()
    }

    // ---- The board ----

    pub fn take_board(&mut self) -> Option<String> {
        self.room.take_board().map(|board| json(&board))
    }

    pub fn show_board_again(&mut self) {
        self.room.board_cache.machine_plays = None;
    }

    pub fn is_chess(&self) -> bool {
        self.room.is_chess()
    }

    pub fn thinking(&self) -> Option<String> {
        self.room.thinking().map(|thinking| json(&thinking))
    }

    /// Returns the reasons for the machine's last move, or for its move after `plies` half-moves, and for not
    /// making `other`, a move in coordinates, as JSON.
    pub fn why(&self, other: Option<String>, plies: Option<usize>) -> PageResult<String> {
        self.room.why(other.as_deref(), plies).map(|why| json(&why))
    }

    pub fn plausible(&self) -> PageResult<String> {
        self.room.plausible().map(|moves| json(&moves))
    }

    /// Returns the move that the native program chooses on the board, as JSON; `null` if no move is legal.
    pub fn choice(&self) -> PageResult<String> {
        let case = self.room.recorded_game().ok_or("No game is on the board.")?;
        choice(&case).map(|chosen| json(&chosen))
    }

    pub fn lines_to_take_back(&self) -> Option<String> {
        self.room.lines_to_take_back()
    }

    // ---- Tube and console ----

    pub fn scope(&mut self, size: u32) -> Vec<u8> {
        self.room.scope(size)
    }

    pub fn lit(&self) -> usize {
        self.room.lit()
    }

    pub fn hold_pen(&mut self, x: u16, y: u16) -> PageResult<()> {
        self.room.hold_pen(Some((x, y)))
    }

    pub fn take_pen_away(&mut self) -> PageResult<()> {
        self.room.hold_pen(None)
    }

    pub fn panel(&self) -> String {
        self.room.panel().to_string()
    }

    pub fn lamps(&self) -> Vec<f64> {
        self.room.lamps().into_iter().map(|word| word as f64).collect()
    }

    pub fn switches(&self) -> Vec<u8> {
        self.room.switches().into_iter().map(u8::from).collect()
    }

    pub fn press(&mut self, key: &str) -> PageResult<()> {
        self.room.press(key)
    }

    pub fn turn(&mut self, switch: &str, on: bool) -> PageResult<()> {
        self.room.turn(switch, on)
    }

    pub fn press_buttons(&mut self, pressed: f64) -> PageResult<()> {
        self.room.press_buttons(pressed as u64)
    }

    pub fn set_data(&mut self, word: f64) -> PageResult<()> {
        self.room.set_data(word as u64)
    }

    pub fn set_address(&mut self, address: u32) -> PageResult<()> {
        self.room.set_address(address)
    }

    // ---- The loudspeaker ----

    pub fn listen(&mut self, on: bool) -> PageResult<()> {
        self.room.listen(on)
    }

    pub fn listens(&self) -> bool {
        self.room.listens()
    }

    pub fn take_sound(&mut self) -> Vec<i16> {
        self.room.take_sound()
    }

    // ---- Tapes and files ----

    pub fn load_reader(&mut self, name: &str, bytes: Vec<u8>) -> PageResult<()> {
        self.room.load_reader(name, bytes)
    }

    pub fn boot_reader(&mut self) -> PageResult<()> {
        self.room.boot_reader()
    }

    pub fn mount(&mut self, drive: u8, name: &str, bytes: Vec<u8>) -> PageResult<()> {
        self.room.mount(drive, name, bytes)
    }

    pub fn mount_blank(&mut self, drive: u8) -> PageResult<()> {
        self.room.mount_blank(drive)
    }

    pub fn dectape(&mut self, drive: u8) -> Option<Vec<u8>> {
        self.room.dectape(drive)
    }

    pub fn unmount(&mut self, drive: u8) -> PageResult<()> {
        self.room.unmount(drive)
    }

    pub fn boot_dectape(&mut self) -> PageResult<()> {
        self.room.boot_dectape()
    }

    pub fn tape_name(&self, unit: &str) -> Option<String> {
        self.room.tape_name(unit).map(str::to_owned)
    }

    pub fn punched(&self) -> usize {
        self.room.punched().len()
    }

    pub fn tear_off(&mut self) -> Vec<u8> {
        self.room.tear_off()
    }

    pub fn printed(&self) -> String {
        String::from_utf8_lossy(self.room.printed()).into_owned()
    }

    /// Returns a message, and whether the file runs in place of the previous program, as JSON. Returns `None`
    /// for a game, which [`PageMachine::catch_up`] replays.
    pub fn open_file(&mut self, name: &str, bytes: Vec<u8>) -> PageResult<Option<String>> {
        let (message, replaced) = match self.room.open_file(name, bytes)? {
            OpenedFile::Running(message) => (message, true),
            OpenedFile::Mounted(message) => (message, false),
            OpenedFile::Game(run) => {
                self.run = Some(*run);
                return Ok(None);
            }
        };
        Ok(Some(json(&serde_json::json!({ "message": message, "replaced": replaced }))))
    }

    // ---- Games ----

    pub fn game_text(&mut self) -> String {
        self.room.game().to_text()
    }

    pub fn game_bytes(&mut self) -> Vec<u8> {
        self.room.game().to_bytes()
    }

    pub fn keep(&mut self) -> Vec<u8> {
        self.room.keep()
    }

    /// Returns the time, the instruction count and the checksum of the state, as JSON.
    pub fn end(&mut self) -> String {
        let end = self.room.end();
        let (time, instructions) = (end.time.get().to_string(), end.instructions.to_string());
        json(
            &serde_json::json!({ "time": time, "instructions": instructions, "digest": format!("{:08x}", end.digest) }),
        )
    }

    pub fn open_kept(&mut self, kept: &[u8], text: &str) -> PageResult<()> {
        self.run = Some(CatchUp::from_kept(kept, Game::from_text(text)?)?);
        Ok(())
    }

    pub fn open_game(&mut self, text: &str) -> PageResult<()> {
        self.run = Some(CatchUp::of(Game::from_text(text)?)?);
        Ok(())
    }

    /// Continues a replay for `length` nanoseconds. Returns the completed fraction, 1 at the end.
    pub fn catch_up(&mut self, length: f64) -> PageResult<f64> {
        let Some(mut run) = self.run.take() else { return Ok(1.0) };
        if !run.advance(length as u64)? {
            let part = run.part().min(0.999);
            self.run = Some(run);
            return Ok(part);
        }
        self.room.become_of(run.arrive()?);
        Ok(1.0)
    }

    /// Cancels a replay. The machine is unchanged.
    pub fn cancel_catch_up(&mut self) {
        self.run = None;
    }

    // ---- The debugger and the assembler ----

    pub fn execute(&mut self, line: &str) -> PageResult<bool> {
        self.room.execute(line)
    }

    pub fn take_said(&mut self) -> String {
        self.room.take_said()
    }

    pub fn toggle_stop(&mut self, file: &str, line: u32) -> PageResult<()> {
        self.room.toggle_stop(file, line)
    }

    pub fn standing(&self) -> String {
        self.room.standing().to_string()
    }

    pub fn source_files(&self) -> Vec<String> {
        self.room.source_files()
    }

    pub fn source(&self, file: &str) -> Option<String> {
        self.room.source(file)
    }

    pub fn lines_with_words(&self, file: &str) -> Vec<u32> {
        self.room.lines_with_words(file)
    }

    pub fn assemble(&mut self, name: &str, text: &str, dialect: &str) -> PageResult<String> {
        self.room.assemble(name, text, dialect).map(|assembled| json(assembled))
    }

    pub fn boot_assembled(&mut self) -> PageResult<()> {
        self.room.boot_assembled()
    }

    pub fn assembled_tape(&self) -> Option<Vec<u8>> {
        self.room.assembled.as_ref()?.tape.clone()
    }
}
