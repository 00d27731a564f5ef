//! Divides the screen among paper, tube and console.

use ratatui::layout::Rect;

use super::lights;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PaneChoice {
    /// All panes that fit.
    #[default]
    All,
    Paper,
    Scope,
    Console,
}

impl PaneChoice {
    pub(super) fn next(self) -> PaneChoice {
        match self {
            PaneChoice::All => PaneChoice::Scope,
            PaneChoice::Scope => PaneChoice::Paper,
            PaneChoice::Paper => PaneChoice::Console,
            PaneChoice::Console => PaneChoice::All,
        }
    }
}

/// The areas of the panes, frames included; `None` for a pane without room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrangement {
    pub(super) paper: Option<Rect>,
    pub(super) scope: Option<Rect>,
    pub(super) console: Option<Rect>,
}

/// Fewest columns of paper beside a tube, frame included: the longest move of a score fits.
const MIN_PAPER: u16 = 34;
/// Most columns of paper beside a tube: the 72 of the teletype and the frame.
const MAX_PAPER: u16 = 74;
/// Fewest rows of paper above a console or below a tube, frame included.
const PAPER_ROWS: u16 = 8;
/// Fewest rows of a tube, without its frame, on which a picture can be recognised.
const SCOPE_ROWS: u16 = 10;
const CONSOLE: u16 = lights::WIDTH + 2;
const CONSOLE_ROWS: u16 = lights::HEIGHT + 2;

pub(super) fn arrange(area: Rect, view: PaneChoice) -> Arrangement {
    let rest = match view {
        PaneChoice::Paper => return Arrangement { paper: Some(area), ..Arrangement::default() },
        PaneChoice::Scope => return Arrangement { scope: Some(area), ..Arrangement::default() },
        PaneChoice::Console => return paper_over_console(area),
        PaneChoice::All => area,
    };
    // Put the tube where it is larger. A character is twice as high as wide, and a frame takes two rows and
    // two columns.
    let rows = |width: u16, height: u16| (width.saturating_sub(2) / 2).min(height.saturating_sub(2));
    let beside = rows(rest.width.saturating_sub(MIN_PAPER), rest.height);
    let above = rows(rest.width, rest.height.saturating_sub(PAPER_ROWS));
    if beside.max(above) < SCOPE_ROWS {
        return paper_over_console(rest);
    }
    if beside >= above {
        let (left, right) = split_right(rest, (beside * 2 + 2).max(rest.width.saturating_sub(MAX_PAPER)));
        return Arrangement { scope: Some(right), ..paper_over_console(left) };
    }
    let (top, bottom) = split_bottom(rest, rest.height - above - 2);
    Arrangement { scope: Some(top), ..paper_over_console(bottom) }
}

/// Arranges the console below the paper. Without room for both, arranges only the paper.
fn paper_over_console(area: Rect) -> Arrangement {
    if area.width < CONSOLE || area.height < CONSOLE_ROWS + PAPER_ROWS {
        return Arrangement { paper: Some(area), ..Arrangement::default() };
    }
    let (paper, console) = split_bottom(area, CONSOLE_ROWS);
    Arrangement { paper: Some(paper), console: Some(console), scope: None }
}

/// Divides an area into a panel of `rows` rows, but at most half the height, and the paper below it.
pub(super) fn panel_over_paper(area: Rect, rows: u16) -> (Rect, Rect) {
    let paper = area.height.saturating_sub(rows).max(area.height.div_ceil(2));
    split_bottom(area, paper)
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
        arrange(Rect::new(0, 0, width, height), PaneChoice::All)
    }

    #[test]
    fn panes_that_fit_are_shown() {
        let wide = all(160, 49);
        assert_eq!(wide.scope, Some(Rect::new(64, 0, 96, 49)));
        assert_eq!(wide.paper, Some(Rect::new(0, 0, 64, 40)));
        assert_eq!(wide.console, Some(Rect::new(0, 40, 64, 9)));
        // Paper wider than the 72 columns of the teletype is of no use.
        let wider = all(230, 59);
        assert_eq!(
            (wider.paper.map(|paper| paper.width), wider.scope.map(|scope| scope.width)),
            (Some(74), Some(156))
        );
        let high = all(80, 60);
        assert!(high.scope.is_some_and(|scope| scope.height == 41) && high.console.is_some());
        // The tube takes precedence over the lights.
        let usual = all(80, 23);
        assert_eq!(usual.paper, Some(Rect::new(0, 0, 36, 23)));
        assert_eq!(usual.scope, Some(Rect::new(36, 0, 44, 23)));
        assert_eq!(usual.console, None);
        assert!(all(60, 14).scope.is_some());
        let small = all(40, 10);
        assert_eq!(small, Arrangement { paper: Some(Rect::new(0, 0, 40, 10)), ..Arrangement::default() });
    }

    #[test]
    fn panes_do_not_overlap() {
        for (width, height) in (0..200).flat_map(|width| (0..70).map(move |height| (width, height))) {
            let area = Rect::new(0, 0, width, height);
            let mut view = PaneChoice::All;
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
            assert_eq!(view, PaneChoice::All);
        }
    }
}
