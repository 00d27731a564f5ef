//! The sentences: a row for each kind of statement, with the name of what goes into its braces.

/// Declares the kinds of statement with their English sentences.
macro_rules! phrases {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal;)*) => {
        /// A kind of statement.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Phrase {
            $($(#[doc = $doc])* $name,)*
        }

        impl Phrase {
            /// All kinds, in the order of the table.
            pub const ALL: &'static [Phrase] = &[$(Phrase::$name),*];
        }

        /// The English sentences.
        pub(super) fn english(phrase: Phrase) -> &'static str {
            match phrase {
                $(Phrase::$name => $text,)*
            }
        }
    };
}

phrases! {
    // What the program decided.
    /// The side to move is mated.
    Mated = "{Side} is mated. The game is over.";
    /// Stalemate.
    Stalemated = "{Side} has no legal move and is not in check: stalemate. The game is over.";
    /// A book move.
    Book = "{move} is from the program's opening book. The program plays it at once, without a search.";
    /// No move found.
    Nothing = "The search found no move that is worth playing.";
    /// A search that was stopped.
    Stopped = "The search was stopped before it ended, so its choice has no explanation.";
    /// There was no choice.
    Only = "{move} is the only legal move.";

    // Why the move is high in the list.
    /// The first move of the list.
    First = "The program most wanted to play {move} ({points} points, number 1 in its list of \
        {count}){reasons}.";
    /// Another move of the list.
    Ranked = "{move} was number {rank} in the list of {count} plausible moves ({points} points){reasons}.";
    /// The reasons that are smaller than those in the sentence before.
    Also = "It also {reasons}.";
    /// Reasons that are smaller still.
    Smaller = "{number} smaller reasons together give {points}.";
    /// The effects of a line that the move opens.
    Opens = "{line}, which {effects}";
    /// Reasons for the move.
    Because = ": it {good}";
    /// Reasons for the move, and reasons against it.
    But = ": it {good}, but {bad}";
    /// Reasons against the move.
    Although = ", although it {bad}";
    /// A move whose reasons the program does not reveal.
    OnlySum = "The program of 1967 shows only the sum of the points, not the reasons.";
    /// The constant.
    Constant = "Every move except castling starts with {constant} points.";
    /// A move marked poor.
    Poor = "{move} counts as a poor developing move.";
    /// A move to a square that is not safe.
    Unsafe = "{move} goes to a square that is not safe.";

    // How the moves to investigate were chosen.
    /// All moves.
    InvestigatedAll = "The program investigated all moves of the list.";
    /// The width.
    Investigated = "The program investigated {tried} of {count} moves: the first {width} of the list{more}.";
    /// The width was extended to reach different pieces.
    MorePieces = ", then the next ones up to number {places}, so that enough different pieces move";
    /// Moves took the place of those that lose to mate.
    MoreGiven = ", and the next ones in place of moves that allow a mate";
    /// Marked moves were added.
    MoreMarked = ", and every capture, check or double threat";
    /// This move was only investigated as a capture, check or fork.
    ByMark = "{move} was tried only because it is a capture, check or double threat.";
    /// This move was only investigated for the sake of different pieces.
    ByPieces = "{move} was tried because the moves before it are of too few different pieces.";
    /// This move took the place of one that loses to mate.
    ByGiven = "{move} was tried because a move before it allows a mate, and so does not \
        count towards the width.";

    // What the search expects.
    /// The only reply.
    OneReply = "It looked at one reply, {enemy}'s {reply}.";
    /// The number of replies and the best one.
    BestOfReplies = "Of {number} replies, it found {enemy}'s {reply} best.";
    /// The best reply, if the replies are not known.
    BestReply = "It found {enemy}'s {reply} the best reply.";
    /// The line and the judgement.
    Expects = "It expected the line {line} and judged the position at its end {judgement} ({value}).";
    /// A line with moves left out at the end.
    Longer = "{line} (and so on)";
    /// No reply in the line.
    Judged = "After {move} it judged the position {judgement} ({value}).";
    /// A mate or a draw at the end of the line.
    Sees = "It saw {end}, and expected the line {line}.";
    /// The same, if the line is only the move itself.
    SeesAtOnce = "After {move} it saw {end}.";
    /// The move mates at once.
    MatesNow = "{side} mates at once.";
    /// What numbers mean.
    Unit = "Points are from the mover's side. Values are from White's side, 128 to a pawn.";
    /// Introduces the other replies.
    OtherReplies = "None of the other replies is better for {enemy}.";
    /// Replies that were the best until a better one was found, with their values.
    EarlierReplies = "Before {reply}, the best reply was {replies}.";
    /// Comes between two such replies.
    Then = ", then ";
    /// The line of a move that was not chosen.
    ItsLine = "It expected the line {line}.";
    /// What is won on the way.
    Wins = "In this line {side} captures {taken}.";
    /// What is lost on the way.
    Loses = "In this line {side} loses {lost}.";
    /// An exchange on the way.
    Trades = "In this line {side} gives {lost} for {taken}.";
    /// A piece.
    OneMan = "a {kind}";
    /// Several pieces of a type.
    ManyMen = "{number} {kinds}";

    // Where the value comes from.
    /// A static value at the end of the line.
    EndStatic = "The value comes from the position at the end of this line: {terms}.";
    /// The line is cut short.
    EndCutShort = "The line shown is not complete: the program remembered the value of its end from another \
        part of the search.";
    /// The static value of the position itself.
    Now = "Before the move, the program values the position at {value}: {terms}.";
    /// No term of a static value is different from zero.
    AllZero = "nothing in it favors either side";
    /// Pieces en prise.
    EnPrise = "The program sees that {pieces} can be captured{counted}.";
    /// Says how the squares of both sides' pieces are named, in descriptive notation.
    Counted = " (squares as {side} counts them)";
    /// A feedover condition: check.
    InCheck = "A line that ended here would be searched further, because the king is in check.";
    /// A feedover condition: pieces of the mover.
    CannotSave = "A line that ended here would be searched further, because {side} has two pieces in danger, \
        or one that cannot move away.";
    /// A feedover condition: one piece on each side.
    BothHang = "A line that ended here would be searched further, because each side has a piece in danger.";
    /// The answer to a draw offer.
    AcceptsDraw = "Offered a draw, it would accept, although it is ahead. A fault of the program of 1967 is \
        that it accepts only then.";

    // Other moves.
    /// The chosen move, if asked why not that one.
    IsChosen = "{move} is the move that the program chose.";
    /// A lower exact value.
    Lower = "{move} was judged worse for {side} than {best} ({value} instead of {sure}).";
    /// A lower value, with the term that makes the difference.
    LowerTerm = "{move} was judged worse for {side} than {best} ({value} instead of {sure}), mainly because \
        of {term} at the end of its line ({other} instead of {chosen}).";
    /// Further terms that differ at the ends of both lines.
    OtherTerms = "The ends of the two lines also differ in {terms}.";
    /// A term with both amounts.
    TermInstead = "{term} ({other} instead of {chosen})";
    /// Equal values.
    Equal = "{move} was valued the same as {best} ({value}), and of equal moves the program prefers the one \
        that comes first in its list.";
    /// Lost to the deduction.
    Modified = "{move} was judged better than {best} ({value}), but not after a deduction.";
    /// A deduction.
    Deducted = "The program deducts {deduction} from the value of {move}, because {why}.";
    /// A reason for the deduction.
    DeductPoor = "it is a poor developing move";
    /// A reason for the deduction.
    DeductEarly = "the same piece would move twice early in the game";
    /// A reason for the deduction.
    DeductBack = "the piece would move back again";
    /// A reason for the deduction.
    DeductDetour = "the piece would reach in two moves a square that it could have reached in one";
    /// Lost to the secondary search.
    Secondary = "{move} looked best ({before}), until the program looked deeper along its line and found \
        {after}. This is not better than {best}.";
    /// A repetition.
    Repetition = "{move} leads to a position that has been on the board before. This counts as a draw, no \
        better than {best}.";
    /// Refuted, followed by the reply.
    Refuted = "{move} is not better than {best}, the best move tried before it ({sure}){answer}.";
    /// The reply that refutes.
    Answer = ": after {enemy}'s {reply}, {side} gets no more than that";
    /// The reply that refutes and takes a piece.
    AnswerTaking = ": after {enemy}'s {reply}, which captures the {kind}, {side} gets no more than that";
    /// The reply that refutes and takes the piece that has captured.
    AnswerTakingBack = ": after {enemy}'s {reply}, which takes back, {side} gets no more than that";
    /// The reply that mates.
    AnswerMate = ": {enemy} answers {reply}";
    /// The reply that refutes and leads to mate.
    AnswerMating = ": {enemy} answers {reply}, which leads to mate";
    /// Moves refuted against the same move.
    RefutedGroup = "These moves are not better than {best} ({sure}), because of {enemy}'s replies in \
        brackets: {moves}.";
    /// Moves refuted against a mate.
    NoSoonerMate = "No other move mates sooner than {best} ({sure}).";
    /// Below the width.
    BelowWidth = "{move} was number {rank} in the list of {count} plausible moves ({points} points), too \
        late to be investigated.";
    /// How many points were missing.
    ShortOf = "It needed {short} more.";
    /// The chosen move has fewer points.
    ChosenByMark = "{chosen} has fewer points, but it is a capture, check or double threat, which is \
        always tried.";
    /// What the chosen move has more.
    HasMore = "{chosen} got more points, because it {good}.";
    /// What the other move has less.
    HasLess = "{move} got fewer points, because it {bad}.";
    /// Not legal.
    Illegal = "{move} is not legal: it leaves the king in check.";
    /// Dropped by the generator.
    Dropped = "{move} was dropped from the list, because it seems to uncover the king.";
    /// Legal, but not generated.
    NotListed = "{move} is legal, but not in the program's list: the program promotes only to queens.";
    /// Another move was played in the game.
    OtherPlayed = "In the game {played} was played; the program here chooses {move}.";

    // A node of a search.
    /// The root.
    AtRoot = "The search is at the position on the board.";
    /// Another node.
    AtNode = "The search looks at the position after {line}.";
    /// The move that led to a node, if the generator does not have it.
    OffList = "{move} is not in the list of plausible moves: the evaluator tries it as a capture.";
    /// The best move of the root yet.
    BestYet = "Moves tried so far from the position on the board: {tried}. The best of them is {move} \
        ({value}).";
    /// The moves that will be tried at the node.
    WillTry = "Of the moves here, the first {width} of the list and every capture, check or double threat \
        are tried.";
    /// A move among the first of the list.
    WithinWidth = "It is among the first {width} moves, which are always tried here.";
    /// A marked move after those.
    AlwaysTried = "It comes after the first {width} moves, but a capture, check or double threat is tried.";
    /// Another move after those.
    BeyondWidth = "It comes after the first {width} moves, so it is tried only if those are of too few \
        pieces, or if one of them loses to a mate.";
    /// A node at the basic depth.
    IsDeep = "The basic depth of {depth} plies is reached, so the position is only evaluated, unless the \
        program has to look further.";
    /// The static value of the node.
    ValueHere = "The static value of the position is {value}: {terms}.";

    // Judgements.
    /// A value near zero.
    IsEqual = "equal";
    /// An advantage of this many pawns.
    IsBetter = "better for {side} by {pawns} pawns";
    /// An advantage of about a pawn.
    IsBetterByOne = "better for {side} by a pawn";
    /// A mate.
    IsMate = "mate in {moves} by {side}";
    /// Stalemate.
    IsStalemate = "a draw by stalemate";
    /// A repetition.
    IsRepetition = "a draw by repetition";
    /// The 50-move rule.
    IsQuiet = "a draw by the 50-move rule";
    /// A number of points.
    OnePoint = "1 point";
    /// Numbers of points.
    ManyPoints = "{number} points";
    /// The last of several things.
    And = "{first} and {last}";
    /// A piece on a square.
    ManAt = "the {kind} on {square}";
    /// The same without the article.
    BareManAt = "{kind} on {square}";
    /// A piece with its side.
    SidesMan = "{side}'s {man}";
    /// An attack on a king.
    AttacksKing = "checks {piece}";
    /// A bonus for the center by fault F15.
    FalseCenter = "counts {square} as a center square by mistake";
}
