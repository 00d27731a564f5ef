//! A plot: axes with round numbers, and the curves and dots between them.

use super::scene::{Anchor, Colour, FAINT, GREY, INK, Scene};

/// A rectangle of the page with its own axes.
pub(crate) struct Panel {
    /// The upper left corner.
    pub corner: (f32, f32),
    pub size: (f32, f32),
    /// The first and the last value on the horizontal axis.
    pub along: (f32, f32),
    /// The lowest and the highest value on the vertical axis.
    pub up: (f32, f32),
}

impl Panel {
    /// Returns the point of the page for a pair of values.
    pub(crate) fn at(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let part = |value: f32, (first, last): (f32, f32)| (value - first) / (last - first);
        (
            self.corner.0 + part(x, self.along) * self.size.0,
            self.corner.1 + self.size.1 * (1.0 - part(y, self.up)),
        )
    }

    /// Draws both axes, and the name of the vertical one above it.
    pub(crate) fn axes(&self, scene: &mut Scene, name: &str) {
        let (left, top) = self.corner;
        let (right, low) = (left + self.size.0, top + self.size.1);
        scene.words((left, top - 8.0), 12.0, Anchor::Start, INK, name);
        for value in ticks(self.up) {
            let (_, y) = self.at((self.along.0, value));
            let (colour, width) = if value == 0.0 { (GREY, 1.0) } else { (FAINT, 0.8) };
            scene.line(&[(left, y), (right, y)], colour, width);
            let text = if self.up.0 < 0.0 && value > 0.0 { format!("+{value}") } else { value.to_string() };
            scene.words((left - 8.0, y + 4.0), 11.0, Anchor::End, GREY, text);
        }
        for number in ticks(self.along) {
            let (x, _) = self.at((number, self.up.0));
            scene.line(&[(x, low), (x, low + 4.0)], GREY, 0.8);
            scene.words((x, low + 17.0), 11.0, Anchor::Middle, GREY, number.to_string());
        }
    }

    pub(crate) fn curve(&self, scene: &mut Scene, values: &[(f32, f32)], colour: Colour) {
        let points: Vec<_> = values.iter().map(|&value| self.at(value)).collect();
        scene.line(&points, colour, 1.4);
    }
}

/// Writes names with dots of their colours, from the right end of a line to the left. The widths of letters
/// are rounded up, because typefaces differ.
pub(crate) fn legend(scene: &mut Scene, (right, y): (f32, f32), names: &[(&str, Colour)]) {
    let mut x = right;
    for &(name, colour) in names {
        scene.words((x, y), 11.0, Anchor::End, INK, name);
        x -= name.chars().map(|letter| if letter.is_uppercase() { 8.0 } else { 5.6 }).sum::<f32>() + 8.0;
        scene.circle((x, y - 4.0), 3.5, colour, None);
        x -= 14.0;
    }
}

/// Returns at most seven evenly spaced round numbers within limits.
fn ticks((low, high): (f32, f32)) -> Vec<f32> {
    let wanted = ((high - low) / 6.0).max(1e-3);
    let power = 10f32.powf(wanted.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= wanted);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i32;
    let last = (high / step).floor() as i32;
    (first..=last).map(|index| index as f32 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_range() {
        assert_eq!(ticks((0.0, 104.0)), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks((-1.2, 3.1)), [-1.0, 0.0, 1.0, 2.0, 3.0]);
        assert_eq!(ticks((10.0, 50.0)), [10.0, 20.0, 30.0, 40.0, 50.0]);
    }
}
