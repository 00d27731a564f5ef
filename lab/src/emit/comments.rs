//! `comments.mid`: the comment on each heuristic in traces.

use std::fmt::Write as _;

use super::{GeneratedFile, MidasText};
use chessprog::parameters::comments::{self, COMMENTS, CommentSuffix};

pub(super) fn file() -> GeneratedFile {
    let mut text = MidasText::new("THE COMMENTS OF THE TRACE, BY NUMBER OF THE HEURISTIC.");
    text.remark(
        "LEFT HALF WHAT FOLLOWS THE WORDS: 0 NOTHING, 1 A PIECE WITH ITS SQUARE, \
         2 A SQUARE FROM THE MOVER'S SIDE, 3 A SLIDER AND A SQUARE",
    );
    writeln!(text.0, "COMTTB:\t0").expect("a string grows");
    for (words, tail) in COMMENTS {
        let tail = match tail {
            CommentSuffix::None => 0,
            CommentSuffix::Piece => 1,
            CommentSuffix::Square => 2,
            CommentSuffix::SliderAtSquare => 3,
        };
        writeln!(text.0, "\t{tail},,[ASCIZ /{words}/]").expect("a string grows");
    }
    text.blank();
    for (label, words) in [
        ("MWAT", comments::AT),
        ("MTOTAL", comments::TOTAL),
        ("MPOS", comments::POS),
        ("MPOOR", comments::MARKS[0]),
        ("MUNSAF", comments::MARKS[1]),
        ("MALWAY", comments::MARKS[2]),
        ("MUNCOV", comments::UNCOVERS_KING),
    ] {
        text.lines(label, [format!("ASCIZ /{words}/")]);
    }
    text.file("comments.mid")
}
