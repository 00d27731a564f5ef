//! The part of the tube that is shown.

use crate::picture::RASTER;
use crate::picture::raster::Window;

/// Side of the narrowest window, a sixteenth of the tube.
const NARROWEST: u16 = RASTER / 16;

/// A window on the tube, chosen among a few views until the user aims it.
#[derive(Clone, Debug)]
pub(super) struct TubeWindow {
    window: Window,
    /// The views from the widest to the narrowest; each is inside the one before.
    views: &'static [Window],
    /// `true` once the user has aimed.
    is_users: bool,
}

impl Default for TubeWindow {
    fn default() -> TubeWindow {
        TubeWindow::among(&[Window::WHOLE])
    }
}

impl TubeWindow {
    pub(super) fn among(views: &'static [Window]) -> TubeWindow {
        TubeWindow { window: views.first().copied().unwrap_or(Window::WHOLE), views, is_users: false }
    }

    pub(super) fn window(&self) -> Window {
        self.window
    }

    /// Aims at the widest view that can be recognised, or at the narrowest, unless the user has aimed.
    pub(super) fn choose(&mut self, is_recognisable: impl Fn(Window) -> bool) {
        if let Some(&narrowest) = self.views.last().filter(|_| !self.is_users) {
            self.window = self.views.iter().copied().find(|&view| is_recognisable(view)).unwrap_or(narrowest);
        }
    }

    pub(super) fn is_narrowest_view(&self) -> bool {
        self.views.last() == Some(&self.window)
    }

    fn view(&self) -> Option<usize> {
        self.views.iter().position(|&view| view == self.window)
    }

    /// Goes to the next narrower view. Without one, halves the window around its middle down to a side of
    /// [`NARROWEST`].
    pub(super) fn narrow(&mut self) {
        self.is_users = true;
        let Window { left, low, side } = self.window;
        if let Some(&next) = self.view().and_then(|view| self.views.get(view + 1)) {
            self.window = next;
        } else if side > NARROWEST {
            let half = (side / 2).max(NARROWEST);
            let shift = (side - half) / 2;
            self.window = Window { left: left + shift, low: low + shift, side: half };
        }
    }

    /// Goes to the next wider view. Without one, doubles the window, as far as the tube goes.
    pub(super) fn widen(&mut self) {
        self.is_users = true;
        let old = self.window;
        if let Some(wider) = self.view().and_then(|view| view.checked_sub(1)) {
            self.window = self.views[wider];
            return;
        }
        let side = (old.side * 2).min(RASTER);
        let shift = (side - old.side) / 2;
        let least = |from: u16| from.saturating_sub(shift).min(RASTER - side);
        self.window = Window { left: least(old.left), low: least(old.low), side };
    }

    /// Moves the window by quarters of its side, right and up.
    pub(super) fn shift(&mut self, right: i32, up: i32) {
        self.is_users = true;
        let Window { left, low, side } = self.window;
        let moved = |from: u16, by: i32| {
            (i32::from(from) + by * i32::from(side) / 4).clamp(0, i32::from(RASTER - side)) as u16
        };
        self.window = Window { left: moved(left, right), low: moved(low, up), side };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_stays_on_the_tube() {
        let mut aim = TubeWindow::default();
        aim.narrow();
        assert_eq!(aim.window(), Window { left: 256, low: 256, side: 512 });
        aim.shift(1, -1);
        assert_eq!(aim.window(), Window { left: 384, low: 128, side: 512 });
        aim.shift(9, -9);
        assert_eq!(aim.window(), Window { left: 512, low: 0, side: 512 });
        aim.widen();
        aim.widen();
        assert_eq!(aim.window(), Window::WHOLE);
        (0..9).for_each(|_| aim.narrow());
        assert_eq!(aim.window().side, 64);
    }

    const BOARD: Window = Window { left: 34, low: 244, side: 550 };

    #[test]
    fn zooming_goes_through_the_views() {
        let mut aim = TubeWindow::among(&[Window::WHOLE, BOARD]);
        aim.narrow();
        assert!(aim.window() == BOARD && aim.is_narrowest_view());
        aim.narrow();
        assert_eq!(aim.window(), Window { left: 34 + 137, low: 244 + 137, side: 275 });
        let mut narrowest = aim.clone();
        (0..9).for_each(|_| narrowest.narrow());
        assert_eq!(narrowest.window().side, 64, "a sixteenth of 1024, although 550 is not a multiple of 64");
        aim.choose(|_| true);
        assert_eq!(aim.window().side, 275, "the user has aimed");
        let mut aim = TubeWindow::among(&[Window::WHOLE, BOARD]);
        aim.narrow();
        aim.widen();
        assert_eq!(aim.window(), Window::WHOLE);
    }

    #[test]
    fn the_widest_recognisable_view_is_chosen() {
        let mut aim = TubeWindow::among(&[Window::WHOLE, BOARD]);
        for (limit, expected) in [(1024, 1024), (1000, 550), (100, 550), (2000, 1024)] {
            aim.choose(|view| view.side <= limit);
            assert_eq!(aim.window().side, expected);
        }
    }
}
