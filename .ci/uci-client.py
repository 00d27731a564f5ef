"""Plays a few moves with a UCI engine by the library python-chess, which checks every move: `uci-client.py COMMAND...`."""

import sys
import time

import chess
import chess.engine

PLIES = 6
SECONDS_PER_MOVE = 0.5
SECONDS_TO_STOP = 5

with chess.engine.SimpleEngine.popen_uci(sys.argv[1:], timeout=60) as engine:
    board = chess.Board()
    for _ in range(PLIES):
        board.push(engine.play(board, chess.engine.Limit(time=SECONDS_PER_MOVE)).move)
    with engine.analysis(board) as analysis:
        time.sleep(1)
        begun = time.monotonic()
        analysis.stop()
        analysis.wait()
    took = time.monotonic() - begun
    if took > SECONDS_TO_STOP:
        sys.exit(f"the engine stopped only after {took:.1f} s")
    print(chess.Board().variation_san(board.move_stack))
