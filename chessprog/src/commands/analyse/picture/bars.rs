//! Bars that show the contribution of each heuristic to each move.

use crate::commands::analyse::report::{PlausibilityTerm, PlausibleMove};
use crate::picture::{Anchor, Colour, FAINT, GREY, INK, Scene};

/// Groups of heuristics with their colours.
const FAMILIES: [(&str, Colour); 7] = [
    ("constant", Colour::of(0xbd_bd_bd)),
    ("development", Colour::of(0x4c_86_b8)),
    ("attacks", Colour::of(0xc8_4b_31)),
    ("lines, blocks", Colour::of(0x3a_9d_8f)),
    ("captures", Colour::of(0xe0_9f_3e)),
    ("safety of the piece", Colour::of(0x7d_5b_a6)),
    ("king, castling", Colour::of(0x6a_8f_3c)),
];

/// Returns the group of a term, by the number of its heuristic (specification 7.4).
fn family(part: &PlausibilityTerm) -> usize {
    match part.heuristic {
        1 | 2 | 12 | 43 => 1,
        3..=11 => 2,
        16..=18 | 20 | 21 | 23..=27 => 3,
        32..=41 => 4,
        15 | 42 => 5,
        13 | 14 | 19 | 28..=31 | 44 => 6,
        _ => 0,
    }
}

/// Returns the sums of a move's positive and negative terms, by group.
pub(crate) fn sums(parts: &[PlausibilityTerm]) -> [(i32, i32); FAMILIES.len()] {
    let mut sums = [(0, 0); FAMILIES.len()];
    for part in parts {
        let (more, less) = &mut sums[family(part)];
        *(if part.points > 0 { more } else { less }) += part.points;
    }
    sums
}

const ROW_HEIGHT: f32 = 23.0;
const NAME_WIDTH: f32 = 92.0;
const TOTAL_WIDTH: f32 = 52.0;

/// Draws the moves. `(left, top)` is the upper left corner of the bars. Returns the height.
pub(crate) fn draw(scene: &mut Scene, (left, top): (f32, f32), width: f32, moves: &[PlausibleMove]) -> f32 {
    let sides = moves.iter().map(|entry| {
        let sums = sums(&entry.parts);
        (sums.iter().map(|sum| sum.0).sum::<i32>(), sums.iter().map(|sum| sum.1).sum::<i32>())
    });
    let (most, least) = sides.fold((1, 0), |(most, least), (more, less)| (most.max(more), least.min(less)));
    let room = width - NAME_WIDTH - TOTAL_WIDTH;
    let unit = room / (most - least) as f32;
    let zero = left + NAME_WIDTH - least as f32 * unit;
    for (row, entry) in (0u16..).zip(moves) {
        let y = top + f32::from(row) * ROW_HEIGHT;
        scene.words((left, y + 15.0), 14.0, Anchor::Start, INK, format!("{}. {}", row + 1, entry.mv.short()));
        scene.words((left + NAME_WIDTH - 6.0, y + 14.0), 10.0, Anchor::End, GREY, entry.marks());
        bar(scene, zero, y + 3.0, unit, &sums(&entry.parts));
        let total = entry.plausibility.to_string();
        scene.words((left + width, y + 15.0), 14.0, Anchor::End, INK, total);
    }
    let height = moves.len() as f32 * ROW_HEIGHT;
    scene.line(&[(zero, top), (zero, top + height)], INK, 1.0);
    height + legend(scene, (left, top + height + 16.0), width)
}

/// Draws a bar: positive terms to the right of zero, negative ones to the left.
fn bar(scene: &mut Scene, zero: f32, top: f32, unit: f32, sums: &[(i32, i32)]) {
    let (mut right, mut left) = (zero, zero);
    for (&(more, less), (_, colour)) in sums.iter().zip(FAMILIES) {
        let (up, down) = (more as f32 * unit, -less as f32 * unit);
        if more > 0 {
            scene.rect((right, top), (up, ROW_HEIGHT - 7.0), colour);
        }
        if less < 0 {
            scene.rect((left - down, top), (down, ROW_HEIGHT - 7.0), colour.covering(150));
        }
        (right, left) = (right + up, left - down);
    }
    scene.line(&[(right, top - 1.0), (right, top + ROW_HEIGHT - 6.0)], FAINT, 1.0);
}

/// Draws the colours of the groups. Returns the height.
fn legend(scene: &mut Scene, (left, top): (f32, f32), width: f32) -> f32 {
    let column = width / 4.0;
    for (place, (name, colour)) in (0u16..).zip(FAMILIES) {
        let (x, y) = (left + f32::from(place % 4) * column, top + f32::from(place / 4) * 18.0);
        scene.rect((x, y), (10.0, 10.0), colour);
        scene.words((x + 15.0, y + 9.5), 11.0, Anchor::Start, INK, name);
    }
    16.0 + 2.0 * 18.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_of_the_families_are_the_sum_of_the_parts() {
        let parts: Vec<PlausibilityTerm> = (1..=45)
            .map(|number| PlausibilityTerm {
                heuristic: number,
                comment: String::new(),
                points: i32::from(number) * if number % 3 == 0 { -1 } else { 1 },
            })
            .collect();
        let sums = sums(&parts);
        let all: i32 = sums.iter().map(|(more, less)| more + less).sum();
        assert_eq!(all, parts.iter().map(|part| part.points).sum::<i32>());
        assert!(sums.iter().all(|&(more, less)| more >= 0 && less <= 0 && (more, less) != (0, 0)));
    }
}
