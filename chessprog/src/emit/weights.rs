//! `weights.mid`: the tables of weights of the chapters evaluate and plausible.

use super::{Emitted, Text, decimal};
use crate::engine::board::{Color, Square};
use crate::parameters::squares::{IMPORTANCE, edge_distance};
use crate::parameters::values::{MATERIAL_AT_START, RATIO_LIMIT};
use crate::parameters::weights::{
    BACKWARD, BACKWARD_EXPOSED, BASE, BLOCKS_CENTER, CASTLES, CENTER, CHECK, DANGEROUS, DOUBLED, EARLIEST,
    EXPOSES, FIRST_MOVE, FORK, FREES_CENTER, GUARDS, HITS_DEFENDER, HITS_ON_FILE, HITS_PINNED, HITS_WEAK,
    ISOLATED, KING_CENTRALIZES, KING_FILE, KING_FILE_OPEN, KING_FORFEITS, KING_LINE, KING_RANK,
    KING_RETREATS, KNIGHT_CENTER, LATE, LEAVES_CHAIN, MOD_BACK, MOD_OPENING, MOD_OPENING_PLIES, MOD_POOR,
    MOD_TEMPO, OPENS_KING, OVERATTACKS, OVERLOADED, PASSED, PAWN_BREAK, PAWN_CENTER, PAWN_RETAKES, PINS,
    PINS_PAWN, POOR, PROMOTES, PROMOTES_INTO_PRISE, PROMOTION_GAIN, PUSH, QUADRUPLED, READY, ROOK_FILE,
    ROOK_FORFEITS, ROOK_SEVENTH, SQUARE_KING, SQUARE_OWN, SQUARE_PRISE, THREAT_LIMIT, TIPS, TOO_EARLY,
    TRAPS_BISHOP, TRIPLED, UNPINS, WAS_BACKWARD, WAS_ISOLATED,
};

pub(super) fn file() -> Emitted {
    let mut text = Text::new("THE WEIGHTS OF EVALUATE AND PLAUSIBLE.");
    text.remark("DEDUCTION FOR AN ISOLATED PAWN, BY FILE 0-9");
    text.decimal("ISOTB", ISOLATED.map(i64::from));
    text.remark("A PASSED PAWN, BY RELATIVE RANK 0-8");
    text.decimal("PASSTB", PASSED.map(i64::from));
    text.remark("BLOCKADE AND ADVANCE OF A PASSED PAWN, BY RELATIVE RANK 0-8");
    text.decimal("PPPTB", PUSH.map(i64::from));
    text.remark("A PIN, BY RELATIVE RANK 0-8 OF THE PINNED PIECE");
    text.decimal("PINVTB", PINS.map(i64::from));
    text.remark("MULTIPLE THREATS, BY THEIR NUMBER, 5 FOR MORE");
    text.decimal("FORKTB", FORK.map(i64::from));
    text.remark("TOO EARLY BEFORE THIS GAME PLY, BY TYPE");
    text.decimal("EARLTB", EARLIEST[..7].iter().map(|&ply| ply.into()));
    text.remark("PROMOTION, BY TYPE OF THE NEW PIECE");
    // By generation order =Q, =R, =B, =N in the parameters, by type N, B, R, Q here.
    let [queen, rook, bishop, knight] = PROMOTES.map(i64::from);
    text.decimal("PROMTB", [0, 0, knight, bishop, rook, queen]);
    text.remark("CENTRE VALUE OF A SQUARE FOR WHITE");
    text.decimal("CFTBW", by_square(|square| center(Color::White, square)));
    text.remark("THE SAME FOR BLACK");
    text.decimal("CFTBB", by_square(|square| center(Color::Black, square)));
    text.remark("LEAST DISTANCE OF A SQUARE TO AN EDGE");
    text.decimal("KCTB", by_square(|square| edge_distance(square).into()));
    for (label, color, late) in [
        ("SQVEW", Color::White, false),
        ("SQVEB", Color::Black, false),
        ("SQVLW", Color::White, true),
        ("SQVLB", Color::Black, true),
    ] {
        let (when, side) =
            (["FIRST 40 PLIES", "LATER"][usize::from(late)], ["WHITE", "BLACK"][color.index()]);
        text.remark(&format!("SQUARE IMPORTANCE WITHOUT KINGS AND PIECES, {when}, {side}"));
        let table = &IMPORTANCE[usize::from(late)][color.index()];
        let word =
            |square: Square| if square.on_board() { decimal(table[square].into()) } else { EDGE.to_owned() };
        text.lines(label, Square::places().map(word));
    }
    text.remark("SINGLE NUMBERS");
    for (name, value, what) in single() {
        text.symbol(name, value, what);
    }
    text.remark("WEIGHTS BY WHICH IS MULTIPLIED: AS SHIFTS TO THE LEFT");
    for (name, weight, what) in FACTORS {
        assert!(weight.count_ones() == 1, "{name}: only a power of two is a shift");
        text.symbol(name, weight.ilog2().into(), what);
    }
    text.file("weights.mid")
}

/// The weights by which is multiplied: symbol, weight, and what it is for.
const FACTORS: [(&str, i32, &str); 5] = [
    ("SKRANK", KING_RANK, "KING SAFETY, A RANK"),
    ("SPCENT", PAWN_CENTER, "H21"),
    ("SNCENT", KNIGHT_CENTER, "H22"),
    ("SKRETR", KING_RETREATS, "H44"),
    ("SKCENT", KING_CENTRALIZES, "H45"),
];

/// A table by square, nothing off the board.
fn by_square(entry: impl Fn(Square) -> i64) -> impl Iterator<Item = i64> {
    Square::places().map(move |square| if square.on_board() { entry(square) } else { 0 })
}

fn center(color: Color, square: Square) -> i64 {
    CENTER[usize::from(color.relative(square.rank()))][usize::from(square.file())].into()
}

/// What stands in the left half off the board: a walk stops there (`plausible/importance.mid`).
const EDGE: &str = "777000,,0";

/// The weights that are no tables: symbol, value, and what it is for.
fn single() -> [(&'static str, i64, &'static str); 58] {
    [
        ("WPAWN2", i64::from(DOUBLED), "TWO PAWNS ON A FILE, ISOLATED"),
        ("WPAWN3", i64::from(TRIPLED), "THREE"),
        ("WPAWN4", i64::from(QUADRUPLED), "FOUR OR MORE"),
        ("WBKWRD", i64::from(BACKWARD), "A BACKWARD PAWN"),
        ("WBKEXP", i64::from(BACKWARD_EXPOSED), "  ON AN OPEN FILE OR FACING HEAVY PIECES"),
        ("RSTART", i64::from(MATERIAL_AT_START), "M OF THE PIECE RATIO"),
        ("RLIMIT", i64::from(RATIO_LIMIT), "R GOES NO FARTHER"),
        ("WSQKNG", i64::from(SQUARE_KING), "SQV: NEXT TO HIS KING"),
        ("WSQOWN", i64::from(SQUARE_OWN), "SQV: OWN PIECE"),
        ("WSQPRI", i64::from(SQUARE_PRISE), "SQV: MOST FOR ONE EN PRISE"),
        ("WLATE", i64::from(LATE), "GAME PLY FROM WHICH THE CENTRE COUNTS LESS"),
        ("WMID", i64::from(DANGEROUS), "MID"),
        ("WTHLIM", i64::from(THREAT_LIMIT), "MOST FOR A THREAT"),
        ("WBASE", i64::from(BASE), "H1"),
        ("WTIPS", i64::from(TIPS), "H6"),
        ("WOVER", i64::from(OVERATTACKS), "H7"),
        ("WPINN", i64::from(HITS_PINNED[0]), "H8"),
        ("WPINPD", i64::from(HITS_PINNED[1]), "  A DEFENDED PAWN"),
        ("WWEAK", i64::from(HITS_WEAK), "H9"),
        ("WFILE", i64::from(HITS_ON_FILE[0]), "H10"),
        ("WFILEP", i64::from(HITS_ON_FILE[1]), "  MORE IF PASSED"),
        ("WBREAK", i64::from(PAWN_BREAK), "H11"),
        ("WDEFND", i64::from(HITS_DEFENDER), "H12"),
        ("WGUARD", i64::from(GUARDS), "H14"),
        ("WKFILE", i64::from(KING_FILE), "H16"),
        ("WKOPEN", i64::from(KING_FILE_OPEN), "H17"),
        ("WKLINE", i64::from(KING_LINE), "H18"),
        ("WRHALF", i64::from(ROOK_FILE[0]), "H19, HIS PAWNS ON THE FILE"),
        ("WROPEN", i64::from(ROOK_FILE[1]), "  NONE"),
        ("WSEVEN", i64::from(ROOK_SEVENTH), "H20"),
        ("WEXPOS", i64::from(EXPOSES), "H26"),
        ("WBLKCP", i64::from(BLOCKS_CENTER), "H30"),
        ("WFRECP", i64::from(FREES_CENTER), "H31"),
        ("WCHAIN", i64::from(LEAVES_CHAIN), "H35"),
        ("WBACKW", i64::from(WAS_BACKWARD), "H36"),
        ("WISOLA", i64::from(WAS_ISOLATED), "H37"),
        ("WOPENK", i64::from(OPENS_KING), "H38"),
        ("WEARLY", i64::from(TOO_EARLY), "H39"),
        ("WOO", i64::from(CASTLES[0]), "H40 O-O"),
        ("WOOO", i64::from(CASTLES[1]), "  O-O-O"),
        ("WMINOR", i64::from(FIRST_MOVE), "H41"),
        ("WKLOSE", i64::from(KING_FORFEITS), "H42"),
        ("WRLOSE", i64::from(ROOK_FORFEITS), "H43"),
        ("WPRETK", i64::from(PAWN_RETAKES), "H49"),
        ("WOVRLD", i64::from(OVERLOADED), "H50"),
        ("WPRISE", i64::from(PROMOTES_INTO_PRISE), "H52, A PROMOTION"),
        ("WCHECK", i64::from(CHECK), "H54"),
        ("WPINPN", i64::from(PINS_PAWN), "H56, A PAWN"),
        ("WREADY", i64::from(READY), "H57"),
        ("WTRAP", i64::from(TRAPS_BISHOP), "H58"),
        ("WUNPIN", i64::from(UNPINS), "H59"),
        ("WPOOR", i64::from(POOR), "DEVELOPMENTALLY POOR IF LESS"),
        ("PROMGN", i64::from(PROMOTION_GAIN), "GAIN BY A PROMOTION IN THE EVALUATOR"),
        ("MODPOR", i64::from(MOD_POOR), "VALUE MODIFICATION: A POOR MOVE"),
        ("MODOPN", i64::from(MOD_OPENING), "  THE SAME PIECE TWICE IN THE OPENING"),
        ("MODPLY", i64::from(MOD_OPENING_PLIES), "  WHICH LASTS SO MANY PLIES"),
        ("MODBCK", i64::from(MOD_BACK), "  BACK WHERE IT CAME FROM"),
        ("MODTMP", i64::from(MOD_TEMPO), "  TWO MOVES FOR WHAT ONE DOES"),
    ]
}
