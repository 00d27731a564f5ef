//! The board, with moves as arrows.

use super::pieces;
use super::scene::{Anchor, Colour, GREY, Scene, Step};
use crate::vocabulary::{Diagram, Square};

const LIGHT: Colour = Colour::of(0xf3_ea_d8);
const DARK: Colour = Colour::of(0xc9_ad_86);

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arrow {
    pub from: Square,
    pub to: Square,
    pub colour: Colour,
    /// The relative width, from 0 for the thinnest arrow to 1 for the thickest.
    pub weight: f32,
}

pub(crate) struct Board {
    /// The upper left corner.
    pub corner: (f32, f32),
    /// The side of a square.
    pub square: f32,
}

impl Board {
    fn middle(&self, square: Square) -> (f32, f32) {
        let (left, top) = self.place(square);
        (left + self.square / 2.0, top + self.square / 2.0)
    }

    /// Returns the upper left corner of a square. White's side is at the bottom, and files are numbered from
    /// h.
    fn place(&self, square: Square) -> (f32, f32) {
        let (file, rank) = (f32::from(8 - square.file()), f32::from(8 - square.rank()));
        (self.corner.0 + file * self.square, self.corner.1 + rank * self.square)
    }

    /// Draws a diagram, then the arrows above all pieces, the first arrow on top.
    pub(crate) fn draw(&self, scene: &mut Scene, diagram: &Diagram, arrows: &[Arrow]) {
        for square in Square::all() {
            let colour = if (square.file() + square.rank()) % 2 == 1 { DARK } else { LIGHT };
            scene.rect(self.place(square), (self.square, self.square), colour);
        }
        self.names(scene);
        for square in Square::all() {
            if let Some(man) = diagram.board[square] {
                pieces::draw(scene, man, self.place(square), self.square);
            }
        }
        arrows.iter().rev().for_each(|arrow| self.arrow(scene, arrow));
    }

    fn names(&self, scene: &mut Scene) {
        let (left, top) = self.corner;
        let size = self.square * 0.26;
        for (index, name) in (0..8u8).zip("abcdefgh".chars()) {
            let along = (f32::from(index) + 0.5) * self.square;
            let low = top + 8.0 * self.square + 1.25 * size;
            scene.words((left + along, low), size, Anchor::Middle, GREY, name);
            let rank = (8 - index).to_string();
            scene.words((left - 0.7 * size, top + along + 0.35 * size), size, Anchor::Middle, GREY, rank);
        }
    }

    fn arrow(&self, scene: &mut Scene, arrow: &Arrow) {
        let ((x, y), (to_x, to_y)) = (self.middle(arrow.from), self.middle(arrow.to));
        let (dx, dy) = (to_x - x, to_y - y);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let half = self.square * (0.03 + 0.06 * arrow.weight);
        let (head, wide) = (self.square * 0.3, half + self.square * 0.1);
        // Returns the point `along` from the middle of the first square and `aside` to the arrow's right.
        let at = |along: f32, aside: f32| (x + ux * along - uy * aside, y + uy * along + ux * aside);
        let (begin, neck, tip) = (self.square * 0.2, length - head, length);
        let outline = [
            at(begin, half),
            at(neck, half),
            at(neck, wide),
            at(tip, 0.0),
            at(neck, -wide),
            at(neck, -half),
            at(begin, -half),
        ];
        let mut steps: Vec<Step> = outline.iter().map(|&(x, y)| Step::Line(x, y)).collect();
        steps[0] = Step::To(outline[0].0, outline[0].1);
        steps.push(Step::Close);
        scene.path(steps, Some(arrow.colour), None);
    }
}
