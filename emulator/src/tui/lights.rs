//! The lights and switches of the operator's console, and some of those on the bays (processor reference,
//! section 9.1).
//!
//! A light shows the average of its flip-flop over the last frames, so the lights of a running machine glow.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::theme::Theme;
use crate::debug::panel::{Group, ROWS};
use crate::machine::Machine;

pub(super) const HEIGHT: u16 = ROWS.len() as u16;
/// Width in columns: two groups, each a name and 18 lights in threes.
pub(super) const WIDTH: u16 = 2 * (5 + 18 + 5) + 2;

/// Share of the previous brightness that a light keeps in the next frame.
const INERTIA: f32 = 0.6;
const MIN_BRIGHT: f32 = 0.7;
const MIN_GLOW: f32 = 0.15;

#[derive(Clone, Debug, Default)]
pub(super) struct Lights {
    /// Brightness by group and bit, 0 to 1; empty before the first [`Lights::look`].
    glow: Vec<Vec<f32>>,
}

impl Lights {
    pub(super) fn look(&mut self, machine: &Machine) {
        let groups = || ROWS.iter().copied().flatten();
        let first = self.glow.is_empty();
        if first {
            self.glow = groups().map(|group| vec![0.0; group.bits as usize]).collect();
        }
        for (glow, group) in self.glow.iter_mut().zip(groups()) {
            let word = (group.read)(machine);
            for (glow, bit) in glow.iter_mut().zip((0..group.bits).rev()) {
                let now = (word >> bit & 1) as f32;
                // Switches and the lights of a halted machine have no afterglow.
                let steady = first || group.switches || !machine.is_running();
                *glow = if steady { now } else { INERTIA * *glow + (1.0 - INERTIA) * now };
            }
        }
    }

    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer, theme: Theme) {
        buffer.set_style(area, theme.ground());
        let mut glows = self.glow.iter();
        for (y, row) in (area.y..area.bottom()).zip(ROWS) {
            let mut x = area.x;
            for group in row {
                let Some(glow) = glows.next() else { return };
                x = draw_group(group, glow, (x, y), area, buffer, theme) + 2;
            }
        }
    }
}

/// Draws a group at a place. Returns the column after it.
fn draw_group(
    group: &Group,
    glow: &[f32],
    (mut x, y): (u16, u16),
    area: Rect,
    buffer: &mut Buffer,
    theme: Theme,
) -> u16 {
    let mut put = |x: u16, symbol: &str, style| {
        if x < area.right() && y < area.bottom() {
            buffer.set_stringn(x, y, symbol, usize::from(area.right() - x), style);
        }
    };
    let name = if group.bits >= 18 { format!("{:<5}", group.name) } else { format!("{} ", group.name) };
    put(x, &name, Style::new());
    x += name.len() as u16;
    for (index, &light) in glow.iter().enumerate() {
        if index > 0 && (glow.len() - index).is_multiple_of(3) {
            x += 1;
        }
        let (symbol, style) = appearance(light, group.switches, theme);
        put(x, symbol, style);
        x += 1;
    }
    x
}

fn appearance(glow: f32, switch: bool, theme: Theme) -> (&'static str, Style) {
    let sign = |unicode, ascii| if theme.unicode { unicode } else { ascii };
    match (switch, glow) {
        (true, 0.5..) => (sign("▀", "^"), theme.ground()),
        (true, _) => (sign("▄", "_"), theme.ground()),
        (false, MIN_BRIGHT..) => (sign("●", "*"), theme.ink(Color::Indexed(229), Modifier::BOLD)),
        (false, MIN_GLOW..) => (sign("●", "+"), theme.ink(Color::Indexed(136), Modifier::DIM)),
        (false, _) => (sign("○", "."), theme.ink(Color::Indexed(240), Modifier::empty())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::cpu::flag;
    use crate::machine::Config;
    use crate::word::Word;

    fn text(lights: &Lights, width: u16) -> Vec<String> {
        let area = Rect::new(0, 0, width, HEIGHT);
        let mut buffer = Buffer::empty(area);
        lights.draw(area, &mut buffer, Theme { colours: false, ..Theme::default() });
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..HEIGHT).map(|y| row(y).trim_end().to_owned()).collect()
    }

    #[test]
    fn registers_are_shown_in_octal_digits() {
        let mut machine = Machine::new(Config::default());
        machine.deposit(Address::new(0o123456), Word::halves(0o254200, 0));
        machine.cpu.pc = Address::new(0o123456);
        machine.cpu.switches.data = Word::halves(0o700000, 0o000001);
        machine.cpu.pi.on = 0o105;
        machine.cpu.flags = flag::AR_OV;
        let mut lights = Lights::default();
        lights.look(&machine);
        let rows = text(&lights, 60);
        assert_eq!(rows[0], "PC   ○○● ○●○ ○●● ●○○ ●○● ●●○  IR   ○●○ ●○● ●○○ ○●○ ○○○ ○○○");
        assert_eq!(rows[4], format!("DATA ▀▀▀{} ▄▄▀", " ▄▄▄".repeat(10)));
        assert_eq!(rows[5], "PIO ● ○○○ ●○●  PIR ○ ○○○ ○○○  PIH ○ ○○○ ○○○  PI ON ○");
        assert_eq!(rows[6], "RUN ○  MC STOP ○  AR OV ●  CRY ○  PC CHG ○  USER ○");
        // A narrower area cuts the lines.
        assert_eq!(text(&lights, 10)[0], "PC   ○○● ○");
    }

    #[test]
    fn blinking_lights_glow() {
        let mut machine = Machine::new(Config::default());
        machine.cpu.running = true;
        let mut lights = Lights::default();
        for theme in 0..20 {
            machine.cpu.pc = Address::new(theme % 2);
            lights.look(&machine);
        }
        let blinking = lights.glow[0][17];
        assert!(blinking > MIN_GLOW && blinking < MIN_BRIGHT, "{blinking}");
        assert_eq!(lights.glow[0][0], 0.0);
    }
}
