"""Compares two UCI engines in games from random openings: `uci-match.py GAMES COMMAND... -- COMMAND...`.

Both engines search every position to a fixed depth; their moves and their counts of nodes must be equal. The move is then played."""

import random
import sys

import chess
import chess.engine

OPENING_PLIES = 4
MAX_PLIES = 60
DEPTH = 3


def opening(number):
    """Returns the position after a few random moves, the same for each number."""
    chooser = random.Random(number)
    board = chess.Board()
    for _ in range(OPENING_PLIES):
        board.push(chooser.choice(list(board.legal_moves)))
    return board


def answer(engine, board, game):
    result = engine.play(board, chess.engine.Limit(depth=DEPTH), game=game, info=chess.engine.INFO_ALL)
    return str(result.move), result.info.get("nodes")


games = int(sys.argv[1])
split = sys.argv.index("--")
commands = sys.argv[2:split], sys.argv[split + 1 :]
engines = [chess.engine.SimpleEngine.popen_uci(command, timeout=60) for command in commands]
positions = 0
try:
    for game in range(games):
        board = opening(game)
        while not board.is_game_over() and board.ply() < MAX_PLIES:
            first, second = (answer(engine, board, game) for engine in engines)
            if first != second or first[1] is None:
                sys.exit(f"game {game}, {board.fen()}: {first} and {second}")
            board.push_uci(first[0])
            positions += 1
    print(f"{games} games, {positions} positions, 0 different")
finally:
    for engine in engines:
        engine.close()
