#!/bin/sh
# Measures how much each feature that the paper describes gains in games: one
# match per row.
#
#   strength.sh [GAMES] [ROW...]
#
# Needs fastchess and machack in PATH, or FASTCHESS and MACHACK with their full
# paths.  Both sides search to a fixed depth on a clock that never runs out, so
# a busy host changes only the duration.  Openings are the lines of the
# program's own book, five moves deep, each played with both colours.

set -eu
games=${1:-400}
[ $# -gt 0 ] && shift
wanted=$*
here=$(cd "$(dirname "$0")" && pwd)
# fastchess writes its settings to the current directory.
cd "$(mktemp -d)"

# row NAME "OPTIONS OF ONE" "OPTIONS OF THE OTHER"
row() {
    case " ${wanted:-$1} " in *" $1 "*) ;; *) return 0 ;; esac
    echo "$1: machack uci $2 against machack uci $3"
    "${FASTCHESS:-fastchess}" \
        -engine cmd="${MACHACK:-machack}" args="uci $2" name=one \
        -engine cmd="${MACHACK:-machack}" args="uci $3" name=other \
        -each tc=3600+60 \
        -openings file="$here/openings.pgn" format=pgn plies=10 order=random \
        -srand 1967 -rounds $((games / 2)) -games 2 -repeat \
        -concurrency "${JOBS:-1}" -maxmoves 200 2>&1 |
        grep -E '^(Elo|LLR|Games|Results|Ptnml)' | tail -4
}

row widths "--depth 3 --widths 15,15,9,9,7" "--depth 3"
row depth-4 "--depth 4" "--depth 3"
row depth-5 "--depth 5" "--depth 4"
row secondary "--depth 3" "--depth 3 --secondary 0"
row secondary-4 "--depth 4" "--depth 4 --secondary 0"
row secondary-tournament "--depth 3 --widths 15,15,9,9,7" \
    "--depth 3 --widths 15,15,9,9,7 --secondary 0"
row hash "--depth 3" "--depth 3 --hash 0"
row modifications "--depth 3" "--depth 3 --no-mods"
row feedovers "--depth 3" "--depth 3 --feedover 0"
row paper "--depth 3" "--depth 3 --orig"
