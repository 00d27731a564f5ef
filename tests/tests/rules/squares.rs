//! Specification 7.1: the value of a square for the side to move.

use super::{check, index, set};

/// Position, square, its value. For pieces en prise see the table of test A.
#[rustfmt::skip]
const VALUES: &[(&str, &str, i32)] = &[
    ("4k3/8/8/8/8/8/8/4K3", "a1", 8),
    ("4k3/8/8/8/8/8/8/4K3", "d4", 8 + 12),                        // centre, the own half
    ("4k3/8/8/8/8/8/8/4K3", "e4", 8 + 12),
    ("4k3/8/8/8/8/8/8/4K3", "d5", 8 + 20),                        // the far half
    ("4k3/8/8/8/8/8/8/4K3", "e5", 8 + 20),
    ("4k3/8/8/8/8/8/8/4K3", "c3", 8 + 8),                         // around the centre
    ("4k3/8/8/8/8/8/8/4K3", "f4", 8 + 8),
    ("4k3/8/8/8/8/8/8/4K3", "c5", 8 + 8),
    ("4k3/8/8/8/8/8/8/4K3", "f6", 8 + 8),
    ("4k3/8/8/8/8/8/8/4K3", "d3", 8 + 8),
    ("4k3/8/8/8/8/8/8/4K3", "e6", 8 + 8),
    ("4k3/8/8/8/8/8/8/4K3", "b4", 8),
    ("4k3/8/8/8/8/8/8/4K3", "d2", 8),
    ("4k3/8/8/8/8/8/8/4K3", "a8", 8),                             // ranks add nothing
    ("4k3/8/8/8/8/8/8/4K3 b - - 0 30", "d5", 8 + 12),             // for Black this is the own half
    ("4k3/8/8/8/8/8/8/4K3 b - - 0 30", "e4", 8 + 20),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "d4", 8 + 12),              // the ply adds nothing
    ("4k3/8/8/8/8/8/8/4K3", "e7", 8 + 16),                        // beside the enemy king
    ("4k3/8/8/8/8/8/8/4K3", "d8", 8 + 16),
    ("4k3/8/8/8/8/8/8/4K3", "e8", 8),                             // not the enemy king's own square
    ("4k3/8/8/8/8/8/8/4K3", "e2", 8),                             // not beside the own king
    ("8/8/8/8/3k4/8/8/K7", "d5", 8 + 20 + 16),                    // in the centre and beside the enemy king
    ("4k3/8/8/8/8/8/8/4K3 b - - 0 30", "f2", 8 + 16),
    ("7k/8/8/8/8/8/8/K7", "g8", 8 + 16),                          // at the edge of the board, too
    ("7k/8/8/8/8/8/8/K7", "a8", 8),
    ("4k3/8/8/8/8/8/P7/4K3", "a2", 8 + 8),                        // an own piece
    ("4k3/8/8/8/3R4/8/8/4K3", "d4", 8 + 12 + 8),
    ("4k3/8/8/8/8/8/Q7/4K3", "a2", 8),                            // queen and king do not count
    ("4k3/8/8/8/8/8/8/4K3", "e1", 8),
    ("4k3/8/8/8/8/8/P7/4K3 b - - 0 30", "a2", 8),                 // nor do enemy pieces
    ("4k3/8/8/8/8/8/8/4KR2", "f1", 8 + 8),
];

#[test]
fn square_values_are_as_specified() {
    check(VALUES, |subject, &(text, name, expected)| {
        set(subject, text)?;
        Ok((subject.generate(&[], false)?.squares[index(name)], expected))
    });
}
