//! The table of English sentences, one row per kind of statement. A value replaces each `{name}`.

/// Declares [`Phrase`] and the English sentence of each variant.
macro_rules! phrases {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal;)*) => {
        /// A kind of statement. Each variant states when its sentence is used.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Phrase {
            $($(#[doc = $doc])* $name,)*
        }

        impl Phrase {
            /// All variants, in the order of the table.
            pub const ALL: &'static [Phrase] = &[$(Phrase::$name),*];
        }

        pub(super) fn english(phrase: Phrase) -> &'static str {
            match phrase {
                $(Phrase::$name => $text,)*
            }
        }
    };
}

phrases! {
    // What the program decided.
    /// If the side to move is mated.
    Mated = "{Side} is mated. The game is over.";
    /// If the side to move has no legal move and is not in check.
    Stalemated = "{Side} has no legal move and is not in check: stalemate. The game is over.";
    /// If the program plays a move from its opening book.
    Book = "{move} is from the program's opening book. The program plays it at once, without a search.";
    /// If the search found no move.
    Nothing = "The search found no move that is worth playing.";
    /// If the search was stopped.
    Stopped = "The search was stopped before it ended, so its choice has no explanation.";
    /// If the chosen move is the only legal move.
    Only = "{move} is the only legal move.";

    // Why the move is high in the list.
    /// If the move is the first of the plausible list.
    First = "The program most wanted to play {move} ({points} points, number 1 in its list of \
        {count}){reasons}.";
    /// If the move is in the plausible list, but not the first.
    Ranked = "{move} was number {rank} in the list of {count} plausible moves ({points} points){reasons}.";
    /// If there are more reasons than the sentence before has room for.
    Also = "It also {reasons}.";
    /// If there are still more reasons: their number and sum.
    Smaller = "{number} smaller reasons together give {points}.";
    /// If the move opens a line and has further effects along it.
    Opens = "{line}, which {effects}";
    /// In `{reasons}`, if all the reasons shown are for the move.
    Because = ": it {good}";
    /// In `{reasons}`, if reasons for the move and reasons against it are shown.
    But = ": it {good}, but {bad}";
    /// In `{reasons}`, if all the reasons shown are against the move.
    Although = ", although it {bad}";
    /// If the program does not reveal the terms of the plausibility.
    OnlySum = "The program of 1967 shows only the sum of the points, not the reasons.";
    /// If the chosen move has the points that every move except castling gets (H22).
    Constant = "Every move except castling starts with {constant} points.";
    /// If the chosen move is marked poor (specification 7.3).
    Poor = "{move} counts as a poor developing move.";
    /// If the chosen move is not marked safe (specification 7.3).
    Unsafe = "{move} goes to a square that is not safe.";

    // How the moves to investigate were chosen.
    /// If every move of the list was investigated.
    InvestigatedAll = "The program investigated all moves of the list.";
    /// If some moves of the list were not investigated.
    Investigated = "The program investigated {tried} of {count} moves: the {first} of the list{more}.";
    /// In `{more}`, if there were more places than the width, so that enough different pieces move.
    MorePieces = ", then the next ones up to number {places}, so that enough different pieces move";
    /// In `{more}`, if a move took the place of one that loses to mate.
    MoreGiven = ", and the next ones in place of moves that allow a mate";
    /// In `{more}`, if moves without a place were investigated as captures, checks or forks.
    MoreMarked = ", and every capture, check or double threat";
    /// If the chosen move had no place and was investigated as a capture, check or fork.
    ByMark = "{move} was tried only because it is a capture, check or double threat.";
    /// If the chosen move has one of the places that were added for different pieces.
    ByPieces = "{move} was tried because the moves before it move too few different pieces.";
    /// If the chosen move took the place of one that loses to mate.
    ByGiven = "{move} was tried because a move before it allows a mate, and so does not \
        count towards the width.";

    // What the search expects.
    /// If the search investigated one reply to the chosen move.
    OneReply = "The program looked at one reply, {enemy}'s {reply}.";
    /// If the search investigated several replies to the chosen move.
    BestOfReplies = "Of {number} replies, the program found {enemy}'s {reply} best.";
    /// If the program does not reveal which replies it investigated.
    BestReply = "The program found {enemy}'s {reply} the best reply.";
    /// If the line has a reply and does not end in a mate or a draw by rule.
    Expects = "It expected the line {line} and judged the position at its end {judgement} ({value}).";
    /// In `{line}`, if the explanation shows only the first moves of the line.
    Longer = "{line} (and so on)";
    /// If the line has no reply and does not end in a mate or a draw by rule.
    Judged = "After {move} the program judged the position {judgement} ({value}).";
    /// If the line has a reply and ends in a mate or a draw by rule.
    Sees = "The program saw {end}, and expected the line {line}.";
    /// If the line has no reply and ends in a mate or a draw by rule.
    SeesAtOnce = "After {move} the program saw {end}.";
    /// If the chosen move mates.
    MatesNow = "{side} mates at once.";
    /// At the end of every full explanation of a move that the search found.
    Unit = "Points are from the mover's side. Values are from White's side, 128 to a pawn.";
    /// If the search investigated several replies to the chosen move, before the next sentence.
    OtherReplies = "None of the other replies is better for {enemy}.";
    /// If other replies were the best before the search tried the expected one.
    EarlierReplies = "Until the search came to {reply}, the best reply was {replies}.";
    /// In `{replies}`, between two replies.
    Then = ", then ";
    /// If the search valued a move that it did not choose, and its line is known.
    ItsLine = "The program expected the line {line}.";
    /// If the mover captures pieces in the line and loses none.
    Wins = "In this line {side} captures {taken}.";
    /// If the mover loses pieces in the line and captures none.
    Loses = "In this line {side} loses {lost}.";
    /// If both sides capture pieces in the line.
    Trades = "In this line {side} trades {lost} for {taken}.";
    /// In `{taken}` and `{lost}`, for a single piece of its type.
    OneMan = "a {kind}";
    /// In `{taken}` and `{lost}`, for several pieces of a type.
    ManyMen = "{number} {kinds}";

    // Where the value comes from.
    /// If the value of a line is the static value of its last position.
    EndStatic = "The value comes from the position at the end of this line: {terms}.";
    /// If the value of a line is from the hash table, or from a search whose moves were not kept.
    EndCutShort = "The line shown is not complete: the program remembered the value of its end from another \
        part of the search.";
    /// If the static value of the position before the move is known.
    Now = "Before the move, the program values the position at {value}: {terms}.";
    /// In `{terms}`, if all terms of the static value are 0.
    AllZero = "nothing in it favours either side";
    /// If pieces are en prise.
    EnPrise = "The program sees that {pieces} can be captured{counted}.";
    /// In `{counted}`, if an enemy piece is en prise and squares are in descriptive notation.
    Counted = " (squares as {side} counts them)";
    /// If feedover condition 1 holds (specification 8.1).
    InCheck = "A line that ended here would be searched further, because the king is in check.";
    /// If feedover condition 2 is the first that holds.
    CannotSave = "A line that ended here would be searched further, because {side} has two pieces in danger, \
        or one that cannot move away.";
    /// If feedover condition 3 is the only one that holds.
    BothHang = "A line that ended here would be searched further, because each side has a piece in danger.";
    /// If the program would accept a draw (fault F33).
    AcceptsDraw = "It would accept a draw although it is ahead: by an error of the program of 1967, it \
        accepts a draw only when it is ahead.";

    // Other moves.
    /// If the user asks why the chosen move was not chosen.
    IsChosen = "{move} is the move that the program chose.";
    /// If the value of the move is worse, and no static term is worse at the end of its line.
    Lower = "{move} was judged worse for {side} than {best} ({value} instead of {sure}).";
    /// If the value of the move is worse, and a static term is worse at the end of its line.
    LowerTerm = "{move} was judged worse for {side} than {best} ({value} instead of {sure}), mainly because \
        of {term} at the end of its line ({other} instead of {chosen}).";
    /// After `LowerTerm`, if further static terms differ.
    OtherTerms = "The ends of the two lines also differ in {terms}.";
    /// In `{terms}` of `OtherTerms`, for each term.
    TermInstead = "{term} ({other} instead of {chosen})";
    /// If the move after deductions has the same value as the best move before it.
    Equal = "{move} was valued the same as {best} ({value}), and of equal moves the program prefers the one \
        that comes first in its list.";
    /// If only a deduction made the move worse than the best move before it.
    Modified = "{move} was judged better than {best} ({value}), but not after a deduction.";
    /// If an amount was deducted from the value of the move (specification 9.4).
    Deducted = "The program deducts {deduction} from the value of {move}, because {why}.";
    /// In `{why}`, if the move is marked poor.
    DeductPoor = "it is a poor developing move";
    /// In `{why}`, if the line moves a piece twice before game ply 16.
    DeductEarly = "the same piece would move twice early in the game";
    /// In `{why}`, if the next move of the line goes back.
    DeductBack = "the piece would move back again";
    /// In `{why}`, if one move could have replaced two moves of the line.
    DeductDetour = "the piece would reach in two moves a square that it could have reached in one";
    /// If only the secondary search made the move no better than the best move before it.
    Secondary = "{move} looked best ({before}), until the program looked deeper along its line and found \
        {after}. This is no better than {best}.";
    /// If the position after the move has been on the board before.
    Repetition = "{move} leads to a position that has been on the board before. This counts as a draw, no \
        better than {best}.";
    /// If a reply refutes the move.
    Refuted = "{move} is no better than {best}, the best move tried before it ({sure}){answer}.";
    /// In `{answer}`, if the reply is not a capture and does not lead to mate.
    Answer = ": after {enemy}'s {reply}, {side} gets nothing better than {sure}";
    /// In `{answer}`, if the reply is a capture and does not lead to mate.
    AnswerTaking = ": after {enemy}'s {reply}, which captures the {kind}, {side} gets nothing better than \
        {sure}";
    /// In `{answer}`, if the reply captures the piece that captured, and does not lead to mate.
    AnswerTakingBack = ": after {enemy}'s {reply}, which takes back, {side} gets nothing better than {sure}";
    /// In `{answer}`, if the reply mates.
    AnswerMate = ": {enemy} answers {reply}";
    /// In `{answer}`, if the reply leads to a later mate.
    AnswerMating = ": {enemy} answers {reply}, which leads to mate";
    /// If several moves were refuted because the same move was better.
    RefutedGroup = "These moves are no better than {best} ({sure}){because}: {moves}.";
    /// In `{because}`, if a reply to any of the moves is known.
    InBrackets = ", because of {enemy}'s replies in brackets";
    /// If moves were refuted because the best move before them mates.
    NoSoonerMate = "No other move mates sooner than {best} ({sure}).";
    /// If the move was not investigated because it had no place.
    BelowWidth = "{move} was number {rank} in the list of {count} plausible moves ({points} points), too \
        far down the list to be investigated.";
    /// If a listed move that was not investigated has fewer points than the last move with a place.
    ShortOf = "It was {short} short.";
    /// After `BelowWidth`, if the chosen move has fewer points and was investigated by its mark.
    ChosenByMark = "{chosen} has fewer points, but it is a capture, check or double threat, which is \
        always tried.";
    /// After `BelowWidth`, if the chosen move has reasons for it that the other move does not have.
    HasMore = "{chosen} got more points, because it {good}.";
    /// After `BelowWidth`, if the other move has reasons against it that the chosen move does not have.
    HasLess = "{move} got fewer points, because it {bad}.";
    /// If the move is in the list, but leaves the king in check.
    Illegal = "{move} is not legal: it leaves the king in check.";
    /// If the generator dropped the move (specification 7.2.5).
    Dropped = "{move} was dropped from the list, because it seems to expose the king.";
    /// If the move is legal, but the generator does not make it.
    NotListed = "{move} is legal, but not in the program's list: the program promotes only to queens.";
    /// If the move played in the game is not the chosen one.
    OtherPlayed = "In the game {played} was played, but the search prefers {move}.";

    // A node of a search.
    /// If the node is the root.
    AtRoot = "The search is at the position on the board.";
    /// If the node is not the root.
    AtNode = "The search is looking at the position after {line}.";
    /// If the move that led to the node is not in the list of the position before.
    OffList = "{move} is not in the list of plausible moves: the evaluator tries it as a capture.";
    /// If the search has found a best move of the root.
    BestYet = "Moves tried so far from the position on the board: {tried}. The best of them is {move} \
        ({value}).";
    /// If the node is above the basic depth.
    WillTry = "Of the moves here, the {first} of the list and every capture, check or double threat \
        are tried.";
    /// If the rank of the move is at most the width at the node.
    WithinWidth = "Its place is within the width of {width}, so it is always tried here.";
    /// If the rank of the move is greater than the width at the node, and the move is marked *always*.
    AlwaysTried = "Its place is beyond the width of {width}, but it is a capture, check or double threat, \
        and these are always tried.";
    /// If the rank of the move is greater than the width at the node, and the move has no mark *always*.
    BeyondWidth = "Its place is beyond the width of {width}, so it is tried only if the moves within the width \
        move too few different pieces, or if one of them allows a mate.";
    /// If the node is at the basic depth or below it.
    IsDeep = "The basic depth of {depth} plies is reached, so the position is only evaluated, unless the \
        program has to look further.";
    /// For each node.
    ValueHere = "The static value of the position is {value}: {terms}.";

    // Judgements.
    /// In `{judgement}`, if the value is about zero.
    IsEqual = "equal";
    /// In `{judgement}`, if the advantage does not round to 1.0 pawns.
    IsBetter = "better for {side} by {pawns} pawns";
    /// In `{judgement}`, if the advantage rounds to 1.0 pawns.
    IsBetterByOne = "better for {side} by a pawn";
    /// In `{end}`, or instead of a value, for a mate.
    IsMate = "mate in {moves} by {side}";
    /// In `{end}`, or instead of a value, for a stalemate.
    IsStalemate = "a draw by stalemate";
    /// In `{end}`, or instead of a value, for a repetition.
    IsRepetition = "a draw by repetition";
    /// In `{end}`, or instead of a value, for a draw by the 50-move rule.
    IsQuiet = "a draw by the 50-move rule";
    /// For a number of points, if it is 1.
    OnePoint = "1 point";
    /// For a number of points, if it is not 1.
    ManyPoints = "{number} points";
    /// Between the last two things of an enumeration.
    And = "{first} and {last}";
    /// Between the last two things of an enumeration, if the first of the two contains a comma.
    CommaAnd = "{first}, and {last}";
    /// In `{piece}` and `{slider}`: a piece and its square, with the article.
    ManAt = "the {kind} on {square}";
    /// In `{man}` and `{opened}`: a piece and its square, without the article.
    BareManAt = "{kind} on {square}";
    /// In `{pieces}`: a piece with its side.
    SidesMan = "{side}'s {man}";
    /// Instead of a clause of H5 to H10, if the attacked piece is a king.
    AttacksKing = "checks {piece}";
    /// Instead of the clause of H3, if the square is not in the centre (fault F15).
    FalseCenter = "counts {square} as a centre square by mistake";
}
