// @ts-check
"use strict";

/**
 * A move as the WebAssembly module returns it.
 * @typedef {{from: string, to: string, promotion: string | null, descriptive: string, algebraic: string}} Move
 */

/** The kinds of arrows that the board library draws; each kind has its own colour. */
const ARROWS = BoardLibrary.ARROW_TYPE;

/** The board: shows a position and lets the player choose moves. It knows no rules; the caller supplies the legal moves. */
class Board {
  /**
   * @param {HTMLElement} place
   * @param {(move: Move) => void} onMove a legal move was chosen
   * @param {(text: string) => void} onRefused a sentence for an illegal choice
   */
  constructor(place, onMove, onRefused) {
    for (const [id, sprite] of Object.entries(BOARD_SPRITES)) addSprite(id, sprite);
    this.onMove = onMove;
    this.onRefused = onRefused;
    /** The legal moves; empty while no move is expected. @type {Move[]} */
    this.legal = [];
    this.fen = "";
    /** Whether White is at the bottom, or will be when the board has turned. */
    this.whiteBelow = true;
    this.turning = false;
    /** Whether changes are animated. */
    this.animates = true;
    /** The arrows on the board, as JSON. */
    this.arrows = "";
    this.chessboard = new BoardLibrary.Chessboard(place, {
      position: "8/8/8/8/8/8/8/8",
      assetsUrl: "./",
      style: { cssClass: "house", borderType: "frame", animationDuration: reducedMotion() ? 0 : 200 },
      extensions: [
        { class: BoardLibrary.Markers },
        { class: BoardLibrary.Arrows },
        { class: BoardLibrary.PromotionDialog, props: { language: "en" } },
        { class: BoardLibrary.Accessibility, props: { language: "en", keyboardMoveInput: true, movePieceForm: false } },
      ],
    });
    this.chessboard.enableMoveInput((/** @type {any} */ event) => this.input(event));
  }

  /** @param {any} event */
  input(event) {
    const type = BoardLibrary.INPUT_EVENT_TYPE;
    if (event.type === type.moveInputStarted) return this.started(event.squareFrom);
    if (event.type === type.validateMoveInput) return this.chosen(event.squareFrom, event.squareTo);
    this.chessboard.removeMarkers(BoardLibrary.MARKER_TYPE.dot);
    this.chessboard.removeMarkers(BoardLibrary.MARKER_TYPE.bevel);
    return true;
  }

  /** @param {string} from */
  started(from) {
    const moves = this.legal.filter((move) => move.from === from);
    if (moves.length === 0) {
      const mover = this.fen.split(" ")[1] === "b" ? "Black" : "White";
      const isMovers = this.chessboard.getPiece(from)?.startsWith(mover[0].toLowerCase());
      this.onRefused(this.legal.length === 0 ? "" : isMovers ? `The piece on ${from} has no legal move.` : `It is ${mover}'s move.`);
      return false;
    }
    for (const to of new Set(moves.map((move) => move.to))) {
      const taken = this.chessboard.getPiece(to);
      this.chessboard.addMarker(taken ? BoardLibrary.MARKER_TYPE.bevel : BoardLibrary.MARKER_TYPE.dot, to);
    }
    return true;
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  chosen(from, to) {
    const moves = this.legal.filter((move) => move.from === from && move.to === to);
    if (moves.length === 0) {
      this.onRefused(`${from}-${to} is not a legal move.`);
      return false;
    }
    if (moves.length === 1) this.onMove(moves[0]);
    else this.promote(moves);
    return true;
  }

  /** Asks for the piece of a promotion. @param {Move[]} moves */
  promote(moves) {
    const color = moves[0].to.endsWith("8") ? BoardLibrary.COLOR.white : BoardLibrary.COLOR.black;
    this.chessboard.showPromotionDialog(moves[0].to, color, (/** @type {any} */ answer) => {
      const move = moves.find((one) => answer.piece?.endsWith(one.promotion));
      if (move) this.onMove(move);
      else this.chessboard.setPosition(this.fen, false);
    });
  }

  /**
   * @param {string} fen
   * @param {Move[]} legal moves that may be chosen now
   * @param {Move | undefined} last the move that led here
   */
  show(fen, legal, last) {
    this.legal = legal;
    this.fen = fen;
    this.chessboard.setPosition(fen, this.animates);
    this.chessboard.removeMarkers(BoardLibrary.MARKER_TYPE.square);
    for (const square of last ? [last.from, last.to] : []) {
      this.chessboard.addMarker(BoardLibrary.MARKER_TYPE.square, square);
    }
  }

  /** Turns the board. If it is already turning, that turn is finished first. @param {boolean} white is at the bottom */
  async turn(white) {
    this.whiteBelow = white;
    if (this.turning) return;
    this.turning = true;
    for (;;) {
      const color = this.whiteBelow ? BoardLibrary.COLOR.white : BoardLibrary.COLOR.black;
      if (this.chessboard.getOrientation() === color) break;
      await this.chessboard.setOrientation(color, this.animates && !reducedMotion());
    }
    this.turning = false;
  }

  /** @param {Array<{from: string, to: string, type?: any}>} arrows */
  setArrows(arrows) {
    const key = JSON.stringify(arrows);
    if (key === this.arrows) return;
    this.arrows = key;
    this.chessboard.removeArrows();
    for (const { from, to, type } of arrows) this.chessboard.addArrow(type ?? ARROWS.info, from, to);
  }
}

/** Inserts a sprite into the page for the board library. @param {string} id @param {string} svg */
function addSprite(id, svg) {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const holder = make("div", { id, "aria-hidden": "true", class: "sprite" });
  holder.append(document.importNode(picture, true));
  document.body.append(holder);
}

/** @returns {boolean} whether the player wants no animation */
function reducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
