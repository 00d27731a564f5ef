//! The weights of the plausible move generator, the static evaluator and the modifications.
//!
//! Each heuristic has a number H1 to H45 in specification 7. All amounts are from the 1967 program, in
//! points, 128 to a pawn. `ALL` lists the single amounts with their symbols in the MIDAS text. The tables
//! after it are separate.

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident, $symbol:literal = $value:expr, $remark:literal;)*) => {
        $($(#[$doc])* pub const $name: i32 = $value;)*

        /// Symbol in the MIDAS text, amount, and remark in that text.
        pub const ALL: &[(&str, i32, &str)] = &[$(($symbol, $name, $remark)),*];
    };
}

weights! {
    /// Square value: the squares round the enemy king (specification 7.1).
    SQUARE_KING, "SQKING" = 16, "SQUARE VALUE: NEXT TO HIS KING";
    /// Square value: a square with an own piece other than queen and king (specification 7.1).
    SQUARE_OWN, "SQOWN" = 8, "  AN OWN PIECE";
    /// H1, too early to move this piece.
    TOO_EARLY, "WEARLY" = 256, "H1";
    /// H1: from this game ply on, no piece is too early.
    EARLY_PLIES, "EARLYN" = 8, "  BEFORE THIS GAME PLY";
    /// H1: before this game ply, every piece but a pawn is too early.
    FIRST_PLIES, "EARLYP" = 2, "  BEFORE THIS ONE FOR ALL BUT PAWNS";
    /// H3, pawn attacks centre.
    PAWN_CENTER, "WPCENT" = 40, "H3";
    /// H4, pawn break.
    PAWN_BREAK, "WBREAK" = 40, "H4";
    /// H5, pinned pawn defended by pawn.
    PINNED_GUARDED, "WPINGD" = 16, "H5";
    /// H6, attacking pinned piece.
    PINNED, "WPIN" = 64, "H6";
    /// H7: the maximum for an attack.
    GREATER_LIMIT, "WGRLIM" = 256, "H7, NO MORE THAN THIS";
    /// H8, shifting balance of power.
    TIPS, "WTIPS" = 96, "H8";
    /// H9, overattacking.
    OVERATTACKS, "WOVER" = 16, "H9";
    /// H11, offering trade.
    TRADE, "WTRADE" = 16, "H11";
    /// H11: applies up to this deficit in material.
    TRADE_LIMIT, "WTRLIM" = 416, "  NOT IF FURTHER BEHIND THAN THIS";
    /// H13, first king move.
    FIRST_KING_MOVE, "WKFIRS" = 32, "H13";
    /// H14, moving the king when castling is possible.
    KING_LOSES_CASTLING, "WKLOSE" = 128, "H14";
    /// H17, moving a backward pawn.
    WAS_BACKWARD, "WBACKW" = 32, "H17";
    /// H19: per rank of the king.
    KING_BACK, "WKBACK" = 8, "H19, A RANK";
    /// H22, constant.
    CONSTANT, "WCONST" = 512, "H22";
    /// H23 and H24, blocking KP at K3, QP at Q3.
    BLOCKS_CENTER_PAWN, "WBLOCK" = 96, "H23, H24";
    /// H26, unblocking a square for the opponent.
    UNBLOCKS_HIS, "WHISUN" = 8, "H26";
    /// H27: an exposed piece that has enough defenders and is not dearer than the attacker.
    EXPOSES, "WEXPOS" = 8, "H27, A PIECE NOT DEARER";
    /// H28, moving the rook when castling is possible.
    ROOK_LOSES_CASTLING, "WRLOSE" = 48, "H28";
    /// H29, same rank as the king.
    KING_RANK, "WKRANK" = 32, "H29";
    /// H30, same file as the king.
    KING_FILE, "WKFILE" = 32, "H30";
    /// H31, same diagonal as the king.
    KING_DIAGONAL, "WKDIAG" = 32, "H31";
    /// Limit of the loss on a target that another own piece guards (specification 7.2.6): a quiet move that
    /// loses this much is losing; a capture is losing if it loses more.
    RISK, "WRISK" = 32, "A LOSS OF LESS IS NONE";
    /// H37, have more attacks.
    MORE_ATTACKS, "WMORE" = 128, "H37";
    /// H40, calc gain 2.
    GAIN_2, "WGAIN2" = 128, "H40";
    /// H44, castling.
    CASTLES, "WCASTL" = 768, "H44";
    /// A move that loses this much in position is developmentally poor (specification 7.3).
    POOR, "POORLM" = 48, "A MOVE THAT LOSES THIS MUCH POS IS POOR";
    /// Number of threats that make a fork (specification 7.3).
    FORK, "NFORK" = 2, "THIS MANY THREATS ARE A FORK";
    /// The last game ply of OPENING (specification 2.6).
    OPENING_PLIES, "OPENPL" = 16, "OPENING LASTS TO THIS GAME PLY";
    /// The last game ply of MIDDLE (specification 2.6).
    MIDDLE_PLIES, "MIDPL" = 40, "MIDDLE TO THIS ONE";
    /// The gain of a promotion among plausible captures (specification 8.2).
    PROMOTION_GAIN, "PROGAI" = 512, "GAIN BY A PROMOTION";
    /// A backward pawn where the enemy has no pawn on the file (specification 6.4).
    BACKWARD_OPEN, "WBKOPN" = 20, "A BACKWARD PAWN, OPEN FILE";
    /// A backward pawn where the enemy has a pawn on the file (specification 6.4).
    BACKWARD_CLOSED, "WBKCLO" = 12, "  ELSE";
    /// King safety: per rank of the king (paper, Evaluation).
    KING_SAFETY, "WKSAFE" = 8, "KING SAFETY, A RANK";
    /// King safety: a square that the enemy commands and that is not guarded enough (specification 6.5).
    KING_HOLE, "WKHOLE" = 40, "  A SQUARE COMMANDED BY THE ENEMY";
    /// King safety: a flight square that is missing (specification 6.5).
    KING_FLIGHT, "WKNEED" = 24, "  A FLIGHT SQUARE MISSING";
    /// Modification (specification 9.4): a developmentally poor move.
    MOD_POOR, "MDPOOR" = 3, "MODIFICATION: A POOR MOVE";
    /// Modification (specification 9.4): the same piece moves twice in the first eight moves.
    MOD_OPENING, "MDOPEN" = 1, "  THE SAME PIECE TWICE IN THE OPENING";
    /// The game ply before which `MOD_OPENING` applies (paper, Modifications: the first eight moves).
    MOD_OPENING_PLIES, "MDOPPL" = 16, "  WHICH ENDS AT THIS GAME PLY";
    /// Modification (specification 9.4): a piece goes back to where it came from.
    MOD_BACK, "MDBACK" = 4, "  BACK WHERE IT CAME FROM";
    /// Modification (specification 9.4): a piece made two moves for what one could do.
    MOD_TEMPO, "MDTEMP" = 2, "  TWO MOVES FOR WHAT ONE DOES";
}

/// PPP of H16 and H18 by rank, 1 to 8; index 0 is unused (specification 7.2.4).
pub const PASSED_PUSH: [i32; 9] = [0, 0, 32, 48, 64, 96, 128, 192, 256];

/// PASS, the value of a passed pawn by relative rank (specification 6.4).
pub const PASSED: [i32; 9] = [0, 0, 8, 12, 24, 52, 112, 236, 0];

/// M, the deduction for a file, by the number of own pawns on it (specification 6.4).
pub const MULTIPLE: [i32; 7] = [0, 0, 0, 32, 96, 160, 224];

/// IM, the deduction for an isolated file where the enemy has a pawn, by the number of own pawns
/// (specification 6.4).
pub const ISOLATED: [i32; 7] = [0, 16, 32, 64, 128, 192, 256];

/// OM, the deduction for an isolated file where the enemy has no pawn (specification 6.4).
pub const ISOLATED_OPEN: [i32; 7] = [0, 40, 80, 160, 240, 320, 400];
