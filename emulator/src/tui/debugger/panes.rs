//! Divides the debugger's screen among its panes.

use ratatui::layout::Rect;

/// A pane of the lower right part, which does not always have room for all four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LowerPane {
    Memory,
    Stack,
    Teletype,
    Scope,
}

/// The panes in the order that F2 brings them to the top.
const ORDER: [LowerPane; 4] = [LowerPane::Memory, LowerPane::Stack, LowerPane::Teletype, LowerPane::Scope];
/// Two accumulators of 17 characters, a blank between them, and the frame.
const REGISTERS: u16 = 37;
/// PC and flags, eight rows of accumulators, and the frame.
const REGISTER_ROWS: u16 = 11;
/// Fewest rows of a pane, frame included.
const LEAST: u16 = 6;
/// Fewest rows for source text and listing together.
const LISTED: u16 = 18;
/// Fewest rows of the tube's pane, frame included.
const SCOPE: u16 = 14;

/// The areas of the panes, frames included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PaneAreas {
    pub source: Rect,
    /// `None` without room: the listing then replaces a missing source text.
    pub listing: Option<Rect>,
    pub text: Rect,
    pub registers: Rect,
    pub lower: Vec<(LowerPane, Rect)>,
    pub line: Rect,
}

/// Arranges a screen; `first` is the index in [`ORDER`] of the uppermost lower pane.
pub(super) fn arrange(area: Rect, first: usize) -> PaneAreas {
    let height = area.height.saturating_sub(1);
    let right = (area.width / 2).max(REGISTERS).min(area.width);
    let left = Rect { width: area.width - right, height, ..area };
    let right = Rect { x: area.x + left.width, width: right, height, ..area };
    let above = (height / 2).max(REGISTER_ROWS.min(height));
    let (upper, text) = split(left, above);
    let listed = upper.height >= LISTED;
    let (source, listing) =
        if listed { split(upper, upper.height - upper.height / 3) } else { (upper, upper) };
    let (registers, rest) = split(right, REGISTER_ROWS);
    PaneAreas {
        source,
        listing: listed.then_some(listing),
        text,
        registers,
        lower: lower(rest, first),
        line: Rect { y: area.y + height, height: area.height - height, ..area },
    }
}

/// Stacks as many of the lower panes as `area` has room for, at least one.
fn lower(area: Rect, first: usize) -> Vec<(LowerPane, Rect)> {
    let order: Vec<LowerPane> = (0..ORDER.len()).map(|at| ORDER[(first + at) % ORDER.len()]).collect();
    let wants = |pane: &LowerPane| if *pane == LowerPane::Scope { SCOPE } else { LEAST };
    let mut taken = 0;
    let fitting = order.iter().enumerate().take_while(|(at, pane)| {
        taken += wants(pane);
        *at == 0 || taken <= area.height
    });
    let panes: Vec<LowerPane> = fitting.map(|(_, pane)| *pane).collect();
    let needed: u16 = panes.iter().map(wants).sum();
    let (spare, mut rest, mut placed) = (area.height.saturating_sub(needed), area, Vec::new());
    for (at, pane) in panes.iter().enumerate() {
        // The last pane takes the remainder of the division.
        let share = spare / panes.len() as u16;
        let height = if at + 1 == panes.len() { rest.height } else { wants(pane) + share };
        let (here, below) = split(rest, height);
        placed.push((*pane, here));
        rest = below;
    }
    placed
}

fn split(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    (Rect { height: rows, ..area }, Rect { y: area.y + rows, height: area.height - rows, ..area })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_cover_the_screen_once() {
        for (width, height) in [(80, 24), (120, 36), (160, 50), (40, 10), (20, 3), (1, 1), (0, 0)] {
            for first in 0..4 {
                let area = Rect::new(0, 0, width, height);
                let PaneAreas { source, listing, text, registers, lower, line } = arrange(area, first);
                let all = [Some(source), listing, Some(text), Some(registers), Some(line)];
                let all = all.into_iter().flatten().chain(lower.iter().map(|(_, area)| *area));
                let cells: u32 = all.map(|area| u32::from(area.width) * u32::from(area.height)).sum();
                assert_eq!(cells, u32::from(width) * u32::from(height), "{width}x{height} from {first}");
            }
        }
    }

    #[test]
    fn a_larger_screen_shows_more_panes() {
        let panes = |width, height, first| -> Vec<LowerPane> {
            arrange(Rect::new(0, 0, width, height), first).lower.into_iter().map(|(pane, _)| pane).collect()
        };
        assert_eq!(panes(80, 24, 0), [LowerPane::Memory, LowerPane::Stack]);
        assert_eq!(panes(80, 24, 3), [LowerPane::Scope]);
        assert_eq!(panes(120, 36, 2), [LowerPane::Teletype, LowerPane::Scope]);
        assert_eq!(
            panes(160, 50, 0),
            [LowerPane::Memory, LowerPane::Stack, LowerPane::Teletype, LowerPane::Scope]
        );
    }
}
