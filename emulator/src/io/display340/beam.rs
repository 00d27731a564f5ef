//! The state of the display and its steps in time.

use super::vector;
use super::words::{self, DisplayMode, Parameter, Point, Vector};
use crate::io::character_generator::{self, CharacterAction};
use crate::io::request_line;
use crate::picture::{self, TubeHit};
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// Time to fetch an 18-bit word into the display register. For this and the following times see
/// device reference, section 3.4.
const SYNC: Nanos = Nanos(2_800);
/// Time before the first action of a word.
const DELAY: Nanos = Nanos(500);
/// Time for the deflection to settle after a coordinate is set.
const SETTLE: Nanos = Nanos(35_000);
/// Additional time for a word that sets Y.
const SET_Y: Nanos = Nanos(200);
/// Time of one count of the vector generator, one increment, or one stroke of a character.
const COUNT: Nanos = Nanos(1_000);
/// Time to show a point.
const SHOW: Nanos = Nanos(500);

/// The flags of CONI: ready for data, stopped with an interrupt, at an edge, held by the pen (device
/// reference, section 3.2).
const DONE: u32 = 0o200;
const STOP: u32 = 0o400;
const HORIZONTAL_EDGE: u32 = 0o1000;
const PEN: u32 = 0o2000;
const VERTICAL_EDGE: u32 = 0o4000;
const EDGES: u32 = HORIZONTAL_EDGE | VERTICAL_EDGE;

const RASTER: i32 = picture::RASTER as i32;
/// Radius of the light pen's field of view, in points. The device reference, section 3.6, recommends 2 to 4.
const PEN_RADIUS: i32 = 3;

/// The display's next step, due at [`Beam::at`].
// The tag and the counters are `u32`, not `u8`: a load of a word after stores of its bytes stalls the host,
// at every stroke.
#[repr(u32)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// Idle until INITIALIZE.
    #[default]
    Stopped,
    /// Idle until there is data.
    Ready,
    /// Take the next 18-bit word.
    Sync,
    /// Execute a parameter word.
    Parameter(u32),
    /// Set a coordinate.
    Point(u32),
    /// Show the point, if the word says so.
    PointShow(u32),
    /// Count once.
    Vector { word: u32, counter: u32, moved: bool },
    /// Make move `index`.
    Increment { word: u32, index: u32 },
    /// Make stroke `stroke` of code `index`.
    Character { word: u32, index: u32, stroke: u32 },
    /// Wait for the program after an edge was hit.
    Edge,
    /// End the word; the next one is in this mode.
    Finish(DisplayMode),
}

/// Interface and display without the screen. It is small, so that a copy can run ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Beam {
    buffer: Word,
    /// 18-bit words of the buffer not taken yet.
    unread: u8,
    /// One 18-bit word per DATAO, the left half.
    half_words: bool,
    data_channel: u8,
    special_channel: u8,
    /// The flags at their positions in CONI: in one word, because each step of the beam checks
    /// whether one has changed.
    flags: u32,

    x: u16,
    y: u16,
    scale: u8,
    intensity: u8,
    mode: DisplayMode,
    /// The lower set of characters is selected.
    lower: bool,
    pen_enabled: bool,
    /// The pen has seen a point, and since then the display has neither stopped for the pen nor escaped to
    /// parameter mode.
    find: bool,
    /// The point that the light pen is held to; `None` if it hangs at the side of the console.
    pub(super) pen: Option<(u16, u16)>,

    stage: Stage,
    /// When the stage is due; `None` while the display waits for the program.
    at: Option<Nanos>,
}

impl Beam {
    /// Executes everything due at or before `now` and passes each point that lights up to `show`.
    pub(super) fn advance(&mut self, now: Nanos, show: &mut impl FnMut(TubeHit)) {
        while let Some(at) = self.at.filter(|&at| at <= now) {
            self.step(at, now, show);
        }
    }

    /// Runs until a flag changes and passes each point that lights up to `show`. Returns the time of the
    /// change, [`Nanos::MAX`] if the beam comes to rest first.
    pub(super) fn run_to_flag(&mut self, show: &mut impl FnMut(TubeHit)) -> Nanos {
        self.run_to_change(|beam| beam.flags, show)
    }

    /// Returns when the flags or the mode will next change by themselves.
    pub(super) fn next_condition(mut self) -> Nanos {
        self.run_to_change(Beam::conditions, &mut |_| {})
    }

    fn run_to_change<T: PartialEq>(
        &mut self,
        of: impl Fn(&Beam) -> T,
        show: &mut impl FnMut(TubeHit),
    ) -> Nanos {
        let before = of(self);
        while let Some(at) = self.at {
            self.step(at, Nanos::MAX, show);
            if of(self) != before {
                return at;
            }
        }
        Nanos::MAX
    }

    /// Returns `true` if the pen has seen a point, and the display is to stop before its next count.
    fn is_found(&self) -> bool {
        self.find && self.pen_enabled
    }

    /// Executes the step due at `now`. In an increment word, also executes the moves that are due at or
    /// before `until`, up to an edge or a hit of the pen.
    fn step(&mut self, now: Nanos, until: Nanos, show: &mut impl FnMut(TubeHit)) {
        let counting = matches!(
            self.stage,
            Stage::Sync | Stage::Vector { .. } | Stage::Increment { .. } | Stage::Character { .. }
        );
        if counting && self.is_found() {
            (self.find, self.at) = (false, None);
            self.flags |= PEN;
            return;
        }
        match self.stage {
            Stage::Stopped | Stage::Ready | Stage::Edge => self.at = None,
            Stage::Sync => self.take(now),
            Stage::Parameter(word) => self.parameter(word, now),
            Stage::Point(word) => self.point(word, now),
            Stage::PointShow(word) => {
                if Point::of(word).lit {
                    self.show(now, show);
                }
                self.then(Stage::Finish(DisplayMode::of(word)), now + SHOW);
            }
            Stage::Vector { word, counter, moved } => self.vector(word, counter, moved, now, show),
            Stage::Increment { word, index } => self.increment(word, index, now, until, show),
            Stage::Character { word, index, stroke } => self.character(word, index, stroke, now, show),
            Stage::Finish(mode) => {
                self.mode = mode;
                self.finish(now);
            }
        }
    }

    fn then(&mut self, stage: Stage, at: Nanos) {
        (self.stage, self.at) = (stage, Some(at));
    }

    fn take(&mut self, now: Nanos) {
        self.flags &= !EDGES;
        let word = if self.unread == 2 || self.half_words { self.buffer.left() } else { self.buffer.right() };
        self.unread = self.unread.saturating_sub(1);
        let counting = now + DELAY + COUNT;
        match self.mode {
            DisplayMode::Parameter => self.then(Stage::Parameter(word), now + DELAY),
            DisplayMode::Point => self.then(Stage::Point(word), now + DELAY),
            DisplayMode::Vector | DisplayMode::VectorContinue => {
                self.then(Stage::Vector { word, counter: 0, moved: false }, counting);
            }
            DisplayMode::Increment => self.then(Stage::Increment { word, index: 0 }, counting),
            DisplayMode::Character => self.then(Stage::Character { word, index: 0, stroke: 0 }, counting),
            DisplayMode::Slave | DisplayMode::Subroutine => self.stop(),
        }
    }

    /// Ends the current word and continues with the next one.
    fn finish(&mut self, now: Nanos) {
        self.flags &= !EDGES;
        if matches!(self.mode, DisplayMode::Slave | DisplayMode::Subroutine) {
            // The options are not installed: nothing answers.
            self.stop();
        } else if self.unread > 0 {
            self.then(Stage::Sync, now + SYNC);
        } else {
            (self.stage, self.at) = (Stage::Ready, None);
            self.flags |= DONE;
        }
    }

    fn stop(&mut self) {
        (self.stage, self.at) = (Stage::Stopped, None);
    }

    /// Returns parameter mode, the next mode after an escape bit or code or at an edge, and forgets whether
    /// the light pen has seen a point.
    fn escape(&mut self) -> DisplayMode {
        self.find = false;
        DisplayMode::Parameter
    }

    fn show(&mut self, now: Nanos, show: &mut impl FnMut(TubeHit)) {
        self.find |= self.pen.is_some_and(|pen| sees(pen, self.x, self.y));
        show(TubeHit { time: now, x: self.x, y: self.y, intensity: self.intensity });
    }

    /// Moves by units of the scale; the counters wrap around.
    fn shift(&mut self, right: i32, up: i32) {
        let moved = |from: u16, units: i32| {
            let to = i32::from(from) + (units << self.scale);
            ((to & (RASTER - 1)) as u16, to & !(RASTER - 1) != 0)
        };
        let ((x, horizontal), (y, vertical)) = (moved(self.x, right), moved(self.y, up));
        (self.x, self.y) = (x, y);
        self.flags |= if horizontal { HORIZONTAL_EDGE } else { 0 } | if vertical { VERTICAL_EDGE } else { 0 };
    }

    fn at_edge(&self) -> bool {
        self.flags & EDGES != 0
    }

    fn parameter(&mut self, word: u32, now: Nanos) {
        let parameter = Parameter::of(word);
        self.scale = parameter.scale.unwrap_or(self.scale);
        self.intensity = parameter.intensity.unwrap_or(self.intensity);
        self.pen_enabled = words::pen_enable(word).unwrap_or(self.pen_enabled);
        self.mode = DisplayMode::of(word);
        if parameter.stop {
            self.flags |= if parameter.interrupt { STOP } else { 0 };
            self.stop();
        } else {
            self.finish(now);
        }
    }

    fn point(&mut self, word: u32, now: Nanos) {
        let point = Point::of(word);
        self.pen_enabled = words::pen_enable(word).unwrap_or(self.pen_enabled);
        *(if point.vertical { &mut self.y } else { &mut self.x }) = point.coordinate;
        let own = if point.vertical { SET_Y } else { Nanos::ZERO };
        let settle = if point.vertical && !point.lit { Nanos::ZERO } else { SETTLE };
        self.then(Stage::PointShow(word), now + own + settle);
    }

    fn vector(&mut self, word: u32, counter: u32, moved: bool, now: Nanos, show: &mut impl FnMut(TubeHit)) {
        let vector = Vector::of(word);
        let endless = self.mode == DisplayMode::VectorContinue;
        if endless && (vector.dx, vector.dy) == (0, 0) {
            // The beam will never reach an edge.
            self.at = None;
            return;
        }
        let count = vector::count(counter as u8, vector.dx, vector.dy);
        self.shift(if count.x { vector.right } else { 0 }, if count.y { vector.up } else { 0 });
        if self.at_edge() {
            if endless {
                let mode = self.escape();
                self.flags &= !EDGES;
                self.then(Stage::Finish(mode), now + SHOW);
            } else {
                (self.stage, self.at) = (Stage::Edge, None);
            }
            return;
        }
        let moved = moved || count.x || count.y;
        if moved && word & words::LIT != 0 {
            self.show(now, show);
        }
        if count.counter != vector::END || endless {
            self.then(Stage::Vector { word, counter: count.counter.into(), moved }, now + SHOW + COUNT);
        } else {
            self.end_of_moves(word, now);
        }
    }

    fn increment(
        &mut self,
        word: u32,
        mut index: u32,
        mut now: Nanos,
        until: Nanos,
        show: &mut impl FnMut(TubeHit),
    ) {
        loop {
            let (right, up) = words::increment(word, index);
            self.shift(right, up);
            if self.at_edge() {
                (self.stage, self.at) = (Stage::Edge, None);
                return;
            }
            if word & words::LIT != 0 {
                self.show(now, show);
            }
            if index == 3 {
                return self.end_of_moves(word, now);
            }
            (index, now) = (index + 1, now + SHOW + COUNT);
            if now > until || self.is_found() {
                return self.then(Stage::Increment { word, index }, now);
            }
        }
    }

    fn end_of_moves(&mut self, word: u32, now: Nanos) {
        let mode = if word & words::ESCAPE != 0 { self.escape() } else { self.mode };
        self.then(Stage::Finish(mode), now + SHOW);
    }

    fn character(&mut self, word: u32, index: u32, stroke: u32, now: Nanos, show: &mut impl FnMut(TubeHit)) {
        let mut next = (index + 1, 0);
        match character_generator::action(words::character(word, index), self.lower) {
            CharacterAction::Draw(strokes) => {
                if let Some(&now_drawn) = strokes.get(stroke as usize) {
                    self.shift(now_drawn.x.into(), now_drawn.y.into());
                    if now_drawn.lit {
                        self.show(now, show);
                    }
                }
                if stroke as usize + 1 < strokes.len() {
                    next = (index, stroke + 1);
                }
            }
            CharacterAction::CarriageReturn => self.x = 0,
            CharacterAction::ShiftIn => self.lower = false,
            CharacterAction::ShiftOut => self.lower = true,
            CharacterAction::Escape => {
                let mode = self.escape();
                self.then(Stage::Finish(mode), now + SHOW);
                return;
            }
        }
        match next {
            (3.., _) => self.then(Stage::Finish(DisplayMode::Character), now + SHOW),
            (index, stroke) => self.then(Stage::Character { word, index, stroke }, now + SHOW + COUNT),
        }
    }

    /// DATAO: loads the buffer.
    pub(super) fn load(&mut self, word: Word, now: Nanos) {
        (self.buffer, self.unread) = (word, if self.half_words { 1 } else { 2 });
        self.flags &= !DONE;
        if self.stage == Stage::Ready {
            self.then(Stage::Sync, now + SYNC);
        }
    }

    pub(super) fn cono(&mut self, conditions: u32, now: Nanos) {
        self.data_channel = (conditions & 7) as u8;
        self.special_channel = (conditions >> 3 & 7) as u8;
        if conditions & 0o100 != 0 {
            self.initialize();
        } else {
            self.resume(now);
        }
        // "No ink" (2000 and 4000) is deliberately ignored: LISP of 1966 sets it and never clears it.
        match conditions & 0o1400 {
            0o400 => self.half_words = true,
            0o1000 => self.half_words = false,
            _ => {}
        }
    }

    fn initialize(&mut self) {
        self.clear();
        self.stage = Stage::Ready;
        self.flags |= DONE;
    }

    fn clear(&mut self) {
        *self = Beam {
            data_channel: self.data_channel,
            special_channel: self.special_channel,
            x: self.x,
            y: self.y,
            scale: self.scale,
            intensity: self.intensity,
            pen: self.pen,
            ..Beam::default()
        };
    }

    pub(super) fn reset(&mut self) {
        self.clear();
        (self.data_channel, self.special_channel) = (0, 0);
    }

    /// Continues after an edge or a hit of the pen. A display that is stopped or waits for data does not
    /// continue.
    fn resume(&mut self, now: Nanos) {
        let held_by_pen = self.is_held_by_pen();
        self.flags &= !(PEN | EDGES);
        if self.stage == Stage::Edge {
            self.mode = self.escape();
            self.finish(now);
        } else if held_by_pen {
            self.at = Some(now + if self.stage == Stage::Sync { SYNC } else { COUNT });
        }
    }

    fn is_held_by_pen(&self) -> bool {
        self.flags & PEN != 0 && self.at.is_none()
    }

    /// Returns the conditions that CONI reads.
    pub(super) fn conditions(&self) -> Word {
        let channels = u32::from(self.data_channel) | u32::from(self.special_channel) << 3;
        Word::halves(0, channels | self.flags | (self.mode as u32) << 15)
    }

    /// Returns the word that DATAI reads.
    pub(super) fn position(&self) -> Word {
        Word::halves(self.y.into(), self.x.into())
    }

    /// Returns a mask of the channels with a request; the mask of channel 1 is 100 (octal).
    pub(super) fn requests(&self) -> u8 {
        let special = self.flags & (STOP | EDGES | PEN) != 0;
        request_line(self.flags & DONE != 0, self.data_channel.into())
            | request_line(special, self.special_channel.into())
    }

    pub(super) fn details(&self) -> Vec<String> {
        let doing = match self.stage {
            Stage::Stopped => "stopped",
            _ if self.is_held_by_pen() => "held by the light pen",
            Stage::Ready => "waiting for data",
            Stage::Edge => "held at the edge",
            _ => "drawing",
        };
        let set = if self.lower { "lower" } else { "upper" };
        let pen = match self.pen {
            Some((x, y)) => format!("at x {x} y {y}"),
            None => "away".to_owned(),
        };
        let Beam { x, y, scale, intensity, .. } = self;
        vec![
            format!("{doing}, mode {}, {} half words unread", self.mode.name(), self.unread),
            format!("beam at x {x} y {y}, scale {scale}, intensity {intensity}, {set} set"),
            format!("light pen {pen}, {}", if self.pen_enabled { "enabled" } else { "disabled" }),
        ]
    }
}

/// Returns `true` if a light pen (a Type 370) that is held to a point sees the point X, Y.
fn sees(pen: (u16, u16), x: u16, y: u16) -> bool {
    let (dx, dy) = (i32::from(pen.0) - i32::from(x), i32::from(pen.1) - i32::from(y));
    dx * dx + dy * dy <= PEN_RADIUS * PEN_RADIUS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_pen_field_is_round() {
        let sees = |x, y| sees((500, 500), x, y);
        assert!(sees(500, 500) && sees(503, 500) && sees(498, 502));
        assert!(!sees(503, 503) && !sees(504, 500) && !sees(0, 0));
    }
}
