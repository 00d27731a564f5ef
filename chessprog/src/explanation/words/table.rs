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
    Book = "{move} is from the program's opening book. It was played at once, without a search.";
    /// No move found.
    Nothing = "The search found no move that is worth playing.";
    /// A search that was stopped.
    Stopped = "The search was stopped before it ended, so its choice has no explanation.";
    /// There was no choice.
    Only = "{move} is the only legal move.";

    // Why the move is high in the list.
    /// The first move of the list.
    First = "The program most wanted to play {move} ({points} points, first of {count} moves): it {reasons}.";
    /// Another move of the list.
    Ranked = "{move} was number {rank} of {count} in the list of plausible moves ({points} points): it \
        {reasons}.";
    /// A move of the list with no reason but the constant.
    RankedPlain = "{move} was number {rank} of {count} in the list of plausible moves ({points} points).";
    /// A move whose reasons the program does not reveal.
    OnlySum = "The program of 1967 shows only the sum of the points, not the reasons.";
    /// The constant.
    Constant = "Every move except castling starts with {constant} points.";
    /// A move marked poor.
    Poor = "It counts as a poor developing move.";
    /// A move to a square that is not safe.
    Unsafe = "It goes to a square that is not safe.";

    // How the moves to investigate were chosen.
    /// The width.
    Investigated = "It investigated {tried} of {count} moves: the first {width} of the list are always \
        tried{more}.";
    /// The width was extended to reach different pieces.
    MorePieces = ", then as many as it takes to see moves of different pieces ({places} in all)";
    /// Marked moves were added.
    MoreMarked = ", and every capture, check or double threat";
    /// This move was only investigated as a capture, check or fork.
    ByMark = "{move} came too late in the list for the width, but a capture, check or double threat is \
        always tried.";
    /// This move was only investigated for the sake of different pieces.
    ByPieces = "{move} was tried because the moves before it belong to too few pieces.";
    /// This move took the place of one that loses to mate.
    ByGiven = "{move} was tried because a move before it loses to a mate, which does not count.";

    // What the search expects.
    /// The replies and the best one.
    Replies = "It looked at {replies}. After {reply}, the best for {enemy}, it {expects}.";
    /// The best reply, if the replies are not known.
    BestReply = "After {reply}, the best for {enemy}, it {expects}.";
    /// The rest of the line and the judgement.
    ExpectsLine = "expected the line {line} and judged the position {judgement} ({value})";
    /// Nothing after the reply.
    Expects = "judged the position {judgement} ({value})";
    /// No reply in the line.
    Judged = "It judged the position after it {judgement} ({value}).";
    /// The mover mates.
    Mates = "It saw a mate: {line} ({value}).";
    /// The mover is mated.
    GetsMated = "It saw that {enemy} mates: {line} ({value}).";
    /// The move mates at once.
    MatesNow = "{move} mates ({value}).";
    /// Introduces the other replies.
    OtherReplies = "None of the other replies is better for {enemy}.";
    /// Another reply with its value.
    EarlierReply = "{reply} would have led to {value}.";
    /// What is won on the way.
    Wins = "In the line after {move}, {side} wins {taken}.";
    /// What is lost on the way.
    Loses = "In the line after {move}, {side} loses {taken}.";
    /// An exchange on the way.
    Trades = "In the line after {move}, {side} wins {taken} and loses {lost}.";

    // Where the value comes from.
    /// A static value at the end of the line.
    EndStatic = "The value comes from the position at the end of this line: {terms}.";
    /// The end of the line is mate.
    EndMate = "The value means mate.";
    /// The end of the line is stalemate.
    EndStalemate = "The line ends in stalemate.";
    /// The end of the line is a repetition.
    EndRepetition = "The line ends in a position that has been on the board before, which counts as a draw.";
    /// The end of the line is a draw by the 50-move rule.
    EndQuiet = "The line ends in a draw by the 50-move rule.";
    /// The line is cut short.
    EndCutShort = "The line is cut short, because the rest of its value was remembered from another part \
        of the search.";
    /// The static value of the position itself.
    Now = "Before the move, the program values the position at {value}: {terms}.";
    /// Pieces en prise.
    EnPrise = "It sees that {pieces} can be captured.";
    /// A feedover condition: check.
    InCheck = "At the end of a line it would look further here, because the king is in check.";
    /// A feedover condition: pieces of the mover.
    CannotSave = "At the end of a line it would look further here, because {side} has pieces that it \
        cannot all save.";
    /// A feedover condition: one piece on each side.
    BothHang = "At the end of a line it would look further here, because each side has a piece that can \
        be captured.";
    /// The answer to a draw offer.
    AcceptsDraw = "Offered a draw, it would accept. It accepts only when it is ahead: a fault of 1967.";

    // Other moves.
    /// The chosen move, if asked why not that one.
    IsChosen = "{move} is the move that it chose.";
    /// A lower exact value.
    Lower = "{move} was valued lower by {by} ({value}).";
    /// A lower value, with the term that makes the difference.
    LowerTerm = "{move} was valued lower by {by} ({value}), mainly because of {term} at the end of its line \
        ({other} instead of {chosen}).";
    /// Further terms that differ at the ends of both lines.
    OtherTerms = "The ends of the two lines also differ in {terms}.";
    /// A term with both amounts.
    TermInstead = "{term} ({other} instead of {chosen})";
    /// Equal values.
    Equal = "{move} was valued the same ({value}), and of equal moves the program plays the one that \
        comes first in its list.";
    /// Lost to the deduction.
    Modified = "{move} had the better value ({value}), but the program deducts {deduction}, because {why}.";
    /// A reason for the deduction.
    DeductPoor = "it is a poor developing move";
    /// A reason for the deduction.
    DeductEarly = "the same piece would move twice early in the game";
    /// A reason for the deduction.
    DeductBack = "the piece would move back again";
    /// A reason for the deduction.
    DeductDetour = "the piece would need two moves";
    /// Lost to the secondary search.
    Secondary = "{move} looked best ({before}), until the program looked deeper along its line and found \
        {after}.";
    /// A repetition.
    Repetition = "{move} leads to a position that has been on the board before, which counts as a draw \
        ({value}).";
    /// Refuted by a reply.
    Refuted = "{move} is answered by {reply}, and then {side} does no better than with the best move found \
        before ({sure}).";
    /// Refuted by a reply that takes a piece.
    RefutedTaking = "{move} is answered by {reply}, which captures {piece}, and then {side} does no better \
        than with the best move found before ({sure}).";
    /// All moves refuted against the same value.
    RefutedGroup = "After each of these moves a reply (in brackets) leaves {side} no better off than the \
        best move found before ({sure}): {moves}.";
    /// Refuted by a reply, and nothing is sure.
    RefutedUnsure = "{move} is refuted by {reply}.";
    /// Refuted without a known reply.
    RefutedSomehow = "With {move}, {side} does no better than with the best move found before ({sure}).";
    /// Below the width.
    BelowWidth = "{move} was number {rank} of {count} in the list ({points} points) and was not \
        investigated.";
    /// How many points were missing.
    ShortOf = "It was {short} short of a place.";
    /// What it lacked.
    Lacks = "Compared with it, {chosen} {reasons}.";
    /// Not legal.
    Illegal = "{move} is not legal: it leaves the king in check.";
    /// Dropped by the generator.
    Dropped = "{move} was dropped from the list, because it seems to uncover the king.";
    /// Legal, but not generated.
    NotListed = "{move} is legal, but not in the program's list: it promotes only to queens.";
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
    BestYet = "Of the moves on the board it has tried {tried}, and the best yet is {move} ({value}).";
    /// The moves that will be tried at the node.
    WillTry = "Of the moves here, the first {width} of the list and every capture, check or double threat \
        are tried.";
    /// A move among the first of the list.
    WithinWidth = "It is among the first {width} moves, which are always tried here.";
    /// A marked move after those.
    AlwaysTried = "It comes after the first {width} moves, but a capture, check or double threat is tried.";
    /// Another move after those.
    BeyondWidth = "It comes after the first {width} moves, so it is tried only if those belong to too few \
        pieces, or if one of them loses to a mate.";
    /// A node at the basic depth.
    IsDeep = "The basic depth of {depth} plies is reached, so the position is only evaluated, unless it has \
        to look further.";
    /// The static value of the node.
    ValueHere = "The static value of the position is {value}: {terms}.";

    // Judgements.
    /// A value near zero.
    IsEqual = "equal";
    /// A small advantage.
    IsSlightlyBetter = "a little better for {side}";
    /// An advantage of this many pawns.
    IsBetter = "better for {side} by {pawns} pawns";
    /// A mate.
    IsMate = "won for {side} by mate";
    /// Numbers of replies.
    OneReply = "one reply";
    /// Numbers of replies.
    ManyReplies = "{number} replies";
    /// A number of points.
    OnePoint = "1 point";
    /// Numbers of points.
    ManyPoints = "{number} points";
    /// Reasons for a move, and reasons against it.
    But = "{good}, but {bad}";
    /// The last of several things.
    And = "{first} and {last}";
    /// A piece on a square.
    ManAt = "the {kind} on {square}";
    /// The same without the article.
    BareManAt = "{kind} on {square}";
    /// A piece whose square is clear from the move.
    TheMan = "the {kind}";
    /// An attack on a king.
    AttacksKing = "attacks {piece}";
    /// The end of an attack on a king.
    LeavesKing = "no longer attacks {piece}";
}
