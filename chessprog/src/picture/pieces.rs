//! The outlines of the pieces on a square of 100 by 100 points: our own, and just detailed enough to
//! distinguish them.

use super::scene::{Colour, Scene, Step, circle};
use crate::vocabulary::{Kind, Side};
use Step::{Close, Curve, Line, To};

const LIGHT: Colour = Colour::of(0xfd_fb_f5);
const DARK: Colour = Colour::of(0x2b_2b_2b);

/// The base of every piece.
const FOOT: [Step; 5] = [To(24.0, 89.0), Line(24.0, 80.0), Line(76.0, 80.0), Line(76.0, 89.0), Close];

const PAWN: &[Step] = &[
    To(50.0, 44.0),
    Curve(36.0, 50.0, 42.0, 66.0, 30.0, 78.0),
    Line(70.0, 78.0),
    Curve(58.0, 66.0, 64.0, 50.0, 50.0, 44.0),
    Close,
];

const KNIGHT: &[Step] = &[
    To(32.0, 78.0),
    Curve(32.0, 62.0, 52.0, 56.0, 50.0, 46.0),
    Curve(44.0, 47.0, 40.0, 56.0, 31.0, 57.0),
    Curve(23.0, 57.0, 21.0, 50.0, 24.0, 45.0),
    Line(36.0, 28.0),
    Line(37.0, 14.0),
    Line(47.0, 22.0),
    Curve(70.0, 24.0, 78.0, 48.0, 72.0, 78.0),
    Close,
];

const BISHOP: &[Step] = &[
    To(50.0, 21.0),
    Curve(32.0, 34.0, 30.0, 52.0, 42.0, 62.0),
    Line(34.0, 78.0),
    Line(66.0, 78.0),
    Line(58.0, 62.0),
    Curve(70.0, 52.0, 68.0, 34.0, 50.0, 21.0),
    Close,
];

const ROOK: &[Step] = &[
    To(27.0, 18.0),
    Line(27.0, 34.0),
    Line(36.0, 41.0),
    Line(38.0, 68.0),
    Line(30.0, 78.0),
    Line(70.0, 78.0),
    Line(62.0, 68.0),
    Line(64.0, 41.0),
    Line(73.0, 34.0),
    Line(73.0, 18.0),
    Line(63.0, 18.0),
    Line(63.0, 26.0),
    Line(55.0, 26.0),
    Line(55.0, 18.0),
    Line(45.0, 18.0),
    Line(45.0, 26.0),
    Line(37.0, 26.0),
    Line(37.0, 18.0),
    Close,
];

const QUEEN: &[Step] = &[
    To(17.0, 30.0),
    Line(33.0, 56.0),
    Line(37.0, 21.0),
    Line(50.0, 52.0),
    Line(63.0, 21.0),
    Line(67.0, 56.0),
    Line(83.0, 30.0),
    Line(70.0, 78.0),
    Line(30.0, 78.0),
    Close,
];

const KING: &[Step] = &[
    To(50.0, 36.0),
    Curve(42.0, 20.0, 15.0, 28.0, 22.0, 48.0),
    Curve(25.0, 58.0, 34.0, 62.0, 32.0, 78.0),
    Line(68.0, 78.0),
    Curve(66.0, 62.0, 75.0, 58.0, 78.0, 48.0),
    Curve(85.0, 28.0, 58.0, 20.0, 50.0, 36.0),
    Close,
];

/// Returns the outlines of a piece, lowest first.
fn outlines(kind: Kind) -> Vec<Vec<Step>> {
    let body = match kind {
        Kind::Pawn => PAWN,
        Kind::Knight => KNIGHT,
        Kind::Bishop => BISHOP,
        Kind::Rook => ROOK,
        Kind::Queen => QUEEN,
        Kind::King => KING,
    };
    let knobs: &[((f32, f32), f32)] = match kind {
        Kind::Pawn => &[((50.0, 33.0), 13.5)],
        Kind::Bishop => &[((50.0, 17.0), 5.5)],
        Kind::Queen => &[((17.0, 28.0), 4.5), ((37.0, 18.0), 4.5), ((63.0, 18.0), 4.5), ((83.0, 28.0), 4.5)],
        Kind::Knight | Kind::Rook | Kind::King => &[],
    };
    let knobs = knobs.iter().map(|&(centre, radius)| circle(centre, radius));
    [FOOT.to_vec(), body.to_vec()].into_iter().chain(knobs).collect()
}

/// Returns the lines drawn on a piece in a contrasting colour: a knight's eye, a bishop's cross, the line
/// down the middle of a king.
fn marks(kind: Kind) -> &'static [&'static [(f32, f32)]] {
    match kind {
        Kind::Knight => &[&[(42.0, 35.0), (44.0, 35.0)]],
        Kind::Bishop => &[&[(50.0, 35.0), (50.0, 51.0)], &[(43.0, 43.0), (57.0, 43.0)]],
        Kind::King => &[&[(50.0, 34.0), (50.0, 60.0)]],
        Kind::Pawn | Kind::Rook | Kind::Queen => &[],
    }
}

pub(crate) fn draw(scene: &mut Scene, (side, kind): (Side, Kind), (left, top): (f32, f32), size: f32) {
    let (x, y) = (|x: f32| left + x * size / 100.0, |y: f32| top + y * size / 100.0);
    let (fill, ink) = if side == Side::White { (LIGHT, DARK) } else { (DARK, LIGHT) };
    let width = size / 28.0;
    if kind == Kind::King {
        for cross in [[(50.0, 10.0), (50.0, 26.0)], [(43.0, 16.0), (57.0, 16.0)]] {
            scene.line(&cross.map(|(a, b)| (x(a), y(b))), DARK, 1.3 * width);
        }
    }
    for outline in outlines(kind) {
        let placed = outline.into_iter().map(|step| match step {
            To(a, b) => To(x(a), y(b)),
            Line(a, b) => Line(x(a), y(b)),
            Curve(a, b, c, d, e, f) => Curve(x(a), y(b), x(c), y(d), x(e), y(f)),
            Close => Close,
        });
        scene.path(placed.collect(), Some(fill), Some((DARK, width)));
    }
    for mark in marks(kind) {
        let points: Vec<_> = mark.iter().map(|&(a, b)| (x(a), y(b))).collect();
        scene.line(&points, ink, width);
    }
}
