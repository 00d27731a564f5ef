//! The Type 370 light pen: a photocell in a pen that notices when a point lights up in its field.

use serde::{Deserialize, Serialize};

/// Radius of the field of view, in points of the 1024 by 1024 raster.
/// The device reference, section 3.6, recommends 2 to 4.
const RADIUS: i32 = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LightPen {
    at: Option<(u16, u16)>,
}

impl LightPen {
    /// Returns a pen pointing at `at` (X, Y; 0 to 1023), or one hanging at the side of the console.
    pub(super) fn new(at: Option<(u16, u16)>) -> LightPen {
        LightPen { at }
    }

    pub(super) fn at(self) -> Option<(u16, u16)> {
        self.at
    }

    pub(super) fn sees(self, x: u16, y: u16) -> bool {
        self.at.is_some_and(|at| {
            let (dx, dy) = (i32::from(at.0) - i32::from(x), i32::from(at.1) - i32::from(y));
            dx * dx + dy * dy <= RADIUS * RADIUS
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_pen_field_is_round() {
        let pen = LightPen::new(Some((500, 500)));
        assert!(pen.sees(500, 500) && pen.sees(503, 500) && pen.sees(498, 502));
        assert!(!pen.sees(503, 503) && !pen.sees(504, 500) && !pen.sees(0, 0));
        assert!(!LightPen::default().sees(0, 0));
    }
}
