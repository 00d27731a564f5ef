//! Who gets which part of the screen.

use ratatui::layout::Rect;

use super::lights;

/// What the person wants to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum View {
    /// As much as has room.
    #[default]
    All,
    /// The paper alone.
    Paper,
    /// The tube alone.
    Scope,
    /// The paper and the console.
    Console,
}

impl View {
    /// The one after it, around.
    pub(super) fn next(self) -> View {
        match self {
            View::All => View::Scope,
            View::Scope => View::Paper,
            View::Paper => View::Console,
            View::Console => View::All,
        }
    }
}

/// The areas, frames included; what has no room is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrangement {
    pub(super) paper: Option<Rect>,
    pub(super) scope: Option<Rect>,
    pub(super) console: Option<Rect>,
}

/// The columns of a teletype and a frame.
const PAPER: u16 = 72 + 2;
/// Paper lower than this is of no use.
const PAPER_ROWS: u16 = 8;
/// A tube narrower than this shows nothing that could be recognised.
const SCOPE: u16 = 44;
const SCOPE_ROWS: u16 = SCOPE / 2;
const CONSOLE: u16 = lights::WIDTH + 2;
const CONSOLE_ROWS: u16 = lights::HEIGHT + 2;

/// Arranges a view in an area.
pub(super) fn arrange(area: Rect, view: View) -> Arrangement {
    let rest = match view {
        View::Paper => return Arrangement { paper: Some(area), ..Arrangement::default() },
        View::Scope => return Arrangement { scope: Some(area), ..Arrangement::default() },
        View::Console => return paper_over_console(area),
        View::All => area,
    };
    if rest.width >= PAPER + SCOPE && rest.height >= SCOPE_ROWS {
        // Side by side; a tube wider than high would be dark at its sides.
        let scope = (rest.width - PAPER).min((rest.height - 2) * 2 + 2);
        let (left, right) = split_right(rest, scope);
        return Arrangement { scope: Some(right), ..paper_over_console(left) };
    }
    if rest.width >= SCOPE && rest.height >= SCOPE_ROWS + PAPER_ROWS * 2 {
        let height = (rest.width.div_ceil(2) + 1).min(rest.height - PAPER_ROWS * 2);
        let (top, bottom) = split_bottom(rest, rest.height - height);
        return Arrangement { scope: Some(top), ..paper_over_console(bottom) };
    }
    paper_over_console(rest)
}

/// The console below the paper, if there is room for both.
fn paper_over_console(area: Rect) -> Arrangement {
    if area.width < CONSOLE || area.height < CONSOLE_ROWS + PAPER_ROWS {
        return Arrangement { paper: Some(area), ..Arrangement::default() };
    }
    let (paper, console) = split_bottom(area, CONSOLE_ROWS);
    Arrangement { paper: Some(paper), console: Some(console), scope: None }
}

fn split_right(area: Rect, width: u16) -> (Rect, Rect) {
    let left = area.width - width;
    (Rect { width: left, ..area }, Rect { x: area.x + left, width, ..area })
}

fn split_bottom(area: Rect, height: u16) -> (Rect, Rect) {
    let top = area.height - height;
    (Rect { height: top, ..area }, Rect { y: area.y + top, height, ..area })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(width: u16, height: u16) -> Arrangement {
        arrange(Rect::new(0, 0, width, height), View::All)
    }

    #[test]
    fn what_has_room_is_shown() {
        let wide = all(160, 45);
        assert_eq!(wide.scope, Some(Rect::new(74, 0, 86, 45)));
        assert_eq!(wide.paper, Some(Rect::new(0, 0, 74, 36)));
        assert_eq!(wide.console, Some(Rect::new(0, 36, 74, 9)));
        let high = all(80, 60);
        assert!(high.scope.is_some_and(|scope| scope.height == 41) && high.console.is_some());
        assert_eq!(all(80, 23).scope, None);
        assert!(all(80, 23).console.is_some());
        let small = all(40, 10);
        assert_eq!(small, Arrangement { paper: Some(Rect::new(0, 0, 40, 10)), ..Arrangement::default() });
    }

    /// Whatever the size, the areas lie in the screen and not on each other.
    #[test]
    fn nothing_covers_anything() {
        for (width, height) in (0..200).flat_map(|width| (0..70).map(move |height| (width, height))) {
            let area = Rect::new(0, 0, width, height);
            let mut view = View::All;
            for _ in 0..4 {
                let Arrangement { paper, scope, console } = arrange(area, view);
                let parts: Vec<Rect> = [paper, scope, console].into_iter().flatten().collect();
                assert!(parts.iter().all(|part| area.union(*part) == area), "{width}x{height} {view:?}");
                for (index, part) in parts.iter().enumerate() {
                    assert!(
                        parts[..index].iter().all(|other| !other.intersects(*part)),
                        "{width}x{height} {view:?}"
                    );
                }
                view = view.next();
            }
            assert_eq!(view, View::All);
        }
    }
}
