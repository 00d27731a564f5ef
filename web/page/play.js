// @ts-check
"use strict";

/** Milliseconds between two polls of the line that the program is examining. */
const THINKING_INTERVAL = 100;
/** Number of plausible moves shown as arrows: the program's usual width. */
const WIDTH = 6;
/** Number of occurrences of a position, and number of plies without capture or pawn move, after which a draw may be claimed. */
const REPETITIONS = 3;
const QUIET_PLIES = 100;

/**
 * The board for the machine's game. The game exists only in the machine's memory: the player's moves are typed at the teletype, and the
 * board shows the position in memory after that.
 */
class Play {
  /**
   * @param {App} app
   * @param {(name: string) => void} showTab
   * @param {(kind: RunKind) => Promise<boolean>} makeRoom sets the game on the page aside, and loads the chess program if another one runs
   */
  constructor(app, showTab, makeRoom) {
    this.app = app;
    this.showTab = showTab;
    this.makeRoom = makeRoom;
    /** The game last read from the machine. @type {any} */
    this.game = null;
    /** Whether the machine plays White, and whether it plays Black. */
    this.machinePlays = [false, false];
    /** The action to perform when the lines that begin a game have been executed. @type {(() => void) | null} */
    this.then = null;
    this.lookedAt = 0;
    /** The reasons shown are for the move after this number of half-moves; for the machine's last move if undefined. @type {number | undefined} */
    this.plies = undefined;
    /** Whether the reasons shown are those of an earlier move. */
    this.oldReasons = false;
    /** The machine time when the program began to think, in nanoseconds. */
    this.began = 0;
    this.board = new Board($("board"), (move) => this.choose(move), (text) => this.refuse(text));
    this.viewer = new Viewer(this);
    this.tour = new Tour(this);
    $("play-white").addEventListener("click", () => this.newGame(true));
    $("play-black").addEventListener("click", () => this.newGame(false));
    $("take-back").addEventListener("click", () => this.takeBack());
    $("hint").addEventListener("click", () => this.hint());
    $("draw").addEventListener("click", () => this.typeAhead(["DRAW?"]));
    $("turn-board").addEventListener("click", () => this.board.turn(!this.board.whiteBelow));
    $("why").addEventListener("click", () => this.showReasons($("reasons").hidden));
    $("why-not").addEventListener("change", () => this.showWhyNot($("why-not").value));
    $("moves-it-sees").addEventListener("click", () => this.showPlausible($("plausible").hidden));
    $("both-sides").addEventListener("change", () => this.typeLines([$("both-sides").checked ? "PN" : this.game?.white_to_move ? "PB" : "PW"]));
    $("strength").addEventListener("change", () => this.typeAhead($("strength").value.split(",")));
    $("copy-pgn").addEventListener("click", () => copyText(this.pgn(), "Game"));
    $("copy-fen").addEventListener("click", () => copyText(this.viewer.score ? this.viewer.fen() : this.game?.fen ?? "", "Position"));
    $("score").addEventListener("click", (/** @type {any} */ event) => this.clickMove(event.target.closest("[data-ply]")));
    app.onReplaced.push(() => {
      this.machinePlays = [false, false];
      this.board.turn(true);
      this.refresh();
    });
  }

  // ---- Typing ----------------------------------------------------------------------------------------------------

  isThinking() {
    return !this.app.machine.is_waiting() && this.app.running;
  }

  /**
   * Types lines at the teletype. If the program is thinking, stops it first.
   * @param {string[]} lines
   * @param {{stop?: string, isWorthSaving?: boolean}} [options]
   */
  typeLines(lines, { stop = this.isThinking() ? "\x07" : "", isWorthSaving = true } = {}) {
    if (!this.app.machine.is_chess()) {
      this.say("Another program is running on the machine.");
      return;
    }
    this.app.act((machine) => machine.type_text(`${stop}${lines.join("\n")}\n`), isWorthSaving);
    this.began = this.app.machine.time();
  }

  /** Types lines without stopping the program, which reads them after its move. @param {string[]} lines */
  typeAhead(lines) {
    const isThinking = this.isThinking();
    this.typeLines(lines, { stop: "" });
    if (isThinking) this.say("Typed ahead: the program reads it after its move.");
  }

  /**
   * Sets the game on the page aside and types lines that begin another, which is saved when the player acts in it.
   * @param {string[]} lines
   * @param {{kind?: RunKind, then?: () => void}} [options] what to do when the lines have been executed
   * @returns {Promise<boolean>} whether the lines were typed
   */
  async begin(lines, { kind = "game", then } = {}) {
    if (!(await this.makeRoom(kind))) return false;
    this.viewer.close();
    this.typeLines(lines, { isWorthSaving: false });
    this.then = then ?? null;
    return true;
  }

  /** @param {Move} move */
  choose(move) {
    this.board.legal = [];
    this.showPlausible(false);
    const line = move.descriptive.replace(/ MATE$/, "MATE");
    // After a move on the board the machine plays the other side.
    const [white, black] = this.machinePlays;
    const answers = white || black || $("both-sides").checked ? [] : [this.game.white_to_move ? "PB" : "PW"];
    this.typeLines([line, ...answers]);
  }

  /** @param {string} text */
  refuse(text) {
    const busy = this.game && !this.app.machine.is_waiting();
    if (this.viewer.score) this.say("You are viewing a recorded game. Press \"Continue from here\" to play on from this position.");
    else if (busy && !this.app.running) this.say(STOPPED);
    else this.say(busy ? "It is not your turn: the machine is thinking." : text);
  }

  /** @param {boolean} white the player has White @param {RunKind} [kind] */
  async newGame(white, kind) {
    if (!(await this.begin(this.linesOfNewGame(white), { kind }))) return;
    $("both-sides").checked = false;
    this.app.touch();
  }

  /** @param {boolean} white the player has White */
  linesOfNewGame(white) {
    return ["RESET", ...$("strength").value.split(","), white ? "PB" : "PW"];
  }

  /** Takes back the player's last move. */
  takeBack() {
    const lines = this.app.machine.lines_to_take_back();
    if (lines) this.typeLines(lines.trimEnd().split("\n"));
    else this.say("No move to take back.");
  }

  hint() {
    if (!this.game || !this.app.machine.is_waiting()) {
      this.say("Wait until it is your turn.");
      return;
    }
    const choice = JSON.parse(this.app.machine.choice());
    if (!choice) return;
    this.say(`In your place, the program would play ${choice.descriptive} (${choice.algebraic}).`);
    this.board.setArrows([{ ...choice, type: ARROWS.success }]);
  }

  /** Shows or hides the plausible moves with their weights. @param {boolean} on */
  showPlausible(on) {
    $("plausible").hidden = !on;
    $("moves-it-sees").setAttribute("aria-pressed", String(on));
    this.board.setArrows([]);
    if (!on) return;
    try {
      const moves = JSON.parse(this.app.machine.plausible());
      const entries = moves.slice(0, 2 * WIDTH).map((/** @type {[Move, number]} */ [move, weight], /** @type {number} */ index) => {
        const name = button(`${move.descriptive} (${move.algebraic})`, () => this.showWhyNotHere(move), { title: "Why not this move?" });
        const entry = make("li", {}, name, " ", make("b", {}, String(weight)));
        entry.classList.toggle("examined", index < WIDTH);
        return entry;
      });
      $("weights").replaceChildren(...entries);
      $("weights-why").textContent = "";
      this.board.setArrows(moves.slice(0, WIDTH).map((/** @type {[Move, number]} */ [move]) => move));
    } catch (error) {
      this.say(sentence(error));
    }
  }

  /** Says why the program would not make this plausible move, or why it would. @param {Move} move */
  showWhyNotHere(move) {
    const why = JSON.parse(this.app.machine.why(coordinates(move), this.game.moves.length));
    $("weights-why").textContent = (why.why_not.length ? why.why_not : why.sentences).join(" ");
  }

  /**
   * Returns the reasons in the recorded game, if one is shown, or in the game on the machine.
   * @param {string} [other] a move in coordinates
   */
  why(other) {
    const { text, number, ply, score } = this.viewer;
    return JSON.parse(score ? wasm_bindgen.why_in(text, number, ply, other) : this.app.machine.why(other, this.plies));
  }

  /**
   * Shows or hides the reasons for the machine's last move, or for its move after a number of half-moves; in a recorded game, for the move
   * that it would make in the position shown.
   * @param {boolean} on
   * @param {number} [plies]
   */
  showReasons(on, plies) {
    this.plies = plies;
    this.oldReasons = false;
    $("reasons").hidden = !on;
    for (const id of ["why", "why-here"]) $(id).setAttribute("aria-pressed", String(on));
    if (!on) return;
    try {
      const { score, ply } = this.viewer;
      const made = score ? score.moves[ply] : plies === undefined ? undefined : this.game.moves[plies];
      const why = this.why(made && coordinates(made));
      $("reasons-short").textContent = why.sentences.join(" ");
      $("reasons-not").textContent = why.why_not.join(" ");
      const others = why.others.map((/** @type {[string, string]} */ [value, name]) => make("option", { value }, name));
      $("why-not").replaceChildren(make("option", { value: "" }, "choose another move..."), ...others);
      if (why.why_not.length) $("why-not").value = coordinates(made);
      $("reasons-full").replaceChildren(...why.paragraphs.flatMap((/** @type {[string, string[]]} */ [heading, sentences]) => (
        [make("h4", {}, heading), make("p", {}, sentences.join(" "))]
      )));
    } catch (error) {
      $("reasons").hidden = true;
      this.say(sentence(error));
    }
  }

  /** @param {string} other a move in coordinates */
  showWhyNot(other) {
    $("reasons-not").textContent = other ? this.why(other).why_not.join(" ") : "";
  }

  /** Shows a recorded game after the move that was clicked; in the machine's game, shows the reasons for the move. @param {any} cell */
  clickMove(cell) {
    if (!cell) return;
    const ply = Number(cell.dataset.ply);
    if (this.viewer.score) this.viewer.step(ply - this.viewer.ply);
    else if (this.app.machine.is_waiting()) this.showReasons(true, ply - 1);
  }

  /** Hides what was said about another position. */
  hidePanels() {
    this.showPlausible(false);
    this.showReasons(false);
    $("thinking").hidden = true;
  }

  // ---- Showing ---------------------------------------------------------------------------------------------------

  /** Reads and shows the machine's game from scratch. */
  refresh() {
    this.game = null;
    this.app.machine.show_board_again();
    this.showPlausible(false);
    this.showReasons(false);
  }

  /** Shows the changes since the last frame. @param {number} now */
  draw(now) {
    // The library draws a board again that has just become visible, which must not interrupt an animation.
    if ($("play").hidden) {
      this.board.animates = false;
      return;
    }
    const { machine } = this.app;
    const news = machine.take_board();
    if (news !== undefined) this.show(JSON.parse(news));
    this.board.animates = true;
    const waits = machine.is_waiting();
    if (waits && this.then) {
      const { then } = this;
      this.then = null;
      then();
    }
    if (this.viewer.score) return;
    this.board.legal = waits && this.isPlayersTurn() ? this.game.legal : [];
    if (this.oldReasons && waits) this.showReasons(!$("reasons").hidden);
    if (now - this.lookedAt > THINKING_INTERVAL) {
      this.lookedAt = now;
      this.showThinking(waits ? undefined : machine.thinking());
      this.showTurn(waits);
    }
  }

  /** @param {{game: any, machine_plays: [boolean, boolean]}} board */
  show({ game, machine_plays }) {
    const before = this.machinePlays;
    this.machinePlays = machine_plays;
    this.game = game;
    if (this.viewer.score) return;
    if (!game) {
      this.say("The board is being set up at the teletype.");
      return;
    }
    const [white, black] = machine_plays;
    if (before[0] !== white || before[1] !== black) {
      if (white !== black) this.board.turn(black);
    }
    const waits = this.app.machine.is_waiting();
    this.board.show(game.fen, waits && this.isPlayersTurn() ? game.legal : [], game.moves.at(-1));
    this.board.setArrows([]);
    this.showScore(game.moves, game.start, game.moves.length);
    this.say("");
    if (!$("plausible").hidden) this.showPlausible(waits);
    this.oldReasons = true;
    $("who").textContent = this.who();
  }

  /** @returns {boolean} whether the machine does not play the side to move */
  isPlayersTurn() {
    return this.game !== null && !this.machinePlays[this.game.white_to_move ? 0 : 1];
  }

  who() {
    const [white, black] = this.machinePlays;
    if (white && black) return "The machine plays itself. The year is 1967.";
    if ($("both-sides").checked) return "You move for both sides. The year is 1967.";
    // After the first move on the board, the machine plays Black.
    if (white || black || this.isUntouched()) return `You are ${white ? "Black" : "White"}. The year is 1967.`;
    return "The machine plays neither side. The year is 1967.";
  }

  /** Reads the machine's game. @returns {boolean} whether it has moves, or cannot be read */
  isPlayed() {
    this.app.machine.show_board_again();
    const board = this.app.machine.take_board();
    this.app.machine.show_board_again();
    return board === undefined || JSON.parse(board).game?.moves.length !== 0;
  }

  /** @returns {boolean} whether the game is at the initial position, before the first move */
  isUntouched() {
    return this.game !== null && this.game.moves.length === 0 && this.game.start === INITIAL;
  }

  /** @param {boolean} waits */
  showTurn(waits) {
    const text = this.turnText(waits);
    if ($("turn").textContent !== text) $("turn").textContent = text;
  }

  /** @param {boolean} waits @returns {string} */
  turnText(waits) {
    const { game } = this;
    if (this.app.machine.is_chess() === false) return "Another program is running on the machine. To load the chess program again, choose a side of a new game.";
    if (!game) return "";
    const mover = game.white_to_move ? 0 : 1;
    const machines = this.machinePlays[mover];
    if (game.end === "mate") return `Checkmate. ${this.machinePlays[1 - mover] === this.machinePlays[mover] ? (mover ? "White wins." : "Black wins.") : machines ? "You win." : "Mac Hack wins."}`;
    if (game.end === "stalemate") return "Stalemate: the game is drawn.";
    if (!waits && !this.app.running) return STOPPED;
    if (!waits) return this.app.paused ? "Paused." : "Mac Hack is thinking...";
    const check = game.check ? "Check! " : "";
    const draw = game.times >= REPETITIONS ? `The position has occurred ${game.times} times: a draw may be claimed. `
      : game.quiet >= QUIET_PLIES ? "Fifty moves without a capture or a pawn move: a draw may be claimed. " : "";
    return `${this.answerToDraw()}${check}${draw}${this.movesNext(mover)}`;
  }

  /** Says whose move it is, and what to type if the machine plays neither side. @param {number} mover 0 for White, 1 for Black */
  movesNext(mover) {
    const [name, other] = mover ? ["Black", "White"] : ["White", "Black"];
    if ($("both-sides").checked) return `${name} to move.`;
    if (this.machinePlays[0] || this.machinePlays[1] || this.isUntouched()) return "Your move.";
    // In another site the page has no teletype.
    const typing = document.body.classList.contains("embed") ? "" : `, or type P${name[0]}: the machine plays ${name}`;
    return `${name} to move. Move a piece and the machine plays ${other}${typing}.`;
  }

  /** Returns advice for a game at the teletype, which the machine does not play yet. */
  advice() {
    const isBegun = this.machinePlays[0] || this.machinePlays[1] || $("both-sides").checked || !this.isUntouched();
    return isBegun || $("play").hidden ? "" : "To play here, type PB first: the machine plays Black.";
  }

  /** Returns the machine's answer if it was the last thing printed after an offer of a draw. */
  answerToDraw() {
    const lines = this.app.machine.paper_text().trimEnd().split("\n").slice(-2);
    if (!lines.some((line) => /^(ACCEPT|DECLINE)$/.test(line.trim()))) return "";
    return lines.some((line) => line.trim() === "ACCEPT") ? "The machine accepts the draw. " : "The machine declines the draw. ";
  }

  /** @param {string | undefined} news the line that the program is examining, as JSON */
  showThinking(news) {
    const thinking = news === undefined ? undefined : JSON.parse(news);
    const shown = thinking !== undefined && (thinking.line.length > 0 || thinking.tried > 0);
    if (!shown) {
      if (!$("thinking").hidden) this.board.setArrows([]);
      $("thinking").hidden = true;
      return;
    }
    $("thinking").hidden = false;
    const name = (/** @type {string | null} */ text) => this.game?.legal.find((/** @type {Move} */ move) => text?.startsWith(move.from + move.to));
    const [first, ...rest] = thinking.line;
    const looked = name(first);
    const best = name(thinking.best);
    $("looks-at").textContent = looked ? [`${looked.descriptive} (${looked.algebraic})`, ...rest].join(", ") : "";
    $("best-so-far").textContent = best ? `${best.descriptive} (${best.algebraic}), value ${thinking.value} for White` : "none yet";
    const seconds = (this.app.machine.time() - this.began) / 1e9;
    $("counts").textContent = `${thinking.tried} moves, ${thinking.nodes} positions, ${seconds.toFixed(0)} seconds on the PDP-6`;
    const arrows = [];
    if (best) arrows.push({ from: best.from, to: best.to, type: ARROWS.success });
    if (looked && looked !== best) arrows.push({ from: looked.from, to: looked.to, type: ARROWS.warning });
    this.board.setArrows(arrows);
  }

  /**
   * Fills the score sheet.
   * @param {any[]} moves
   * @param {string} start the position before the first move
   * @param {number} current number of the move to mark
   */
  showScore(moves, start, current) {
    const black = start.split(" ")[1] === "b" ? 1 : 0;
    const first = Number(start.split(" ")[5] ?? 1);
    const rows = [];
    for (let at = -black; at < moves.length; at += 2) {
      const cells = [0, 1].map((side) => {
        const move = moves[at + side];
        if (!move) return make("td", {}, at + side < 0 ? "..." : "");
        const seconds = move.seconds ? ` ${move.seconds}s` : move.book ? " book" : "";
        const cell = make("td", {}, make("b", {}, move.descriptive), " ", make("span", {}, move.algebraic + seconds));
        cell.dataset.ply = String(at + side + 1);
        if (at + side === current - 1) cell.setAttribute("aria-current", "true");
        return cell;
      });
      rows.push(make("tr", {}, make("th", { scope: "row" }, String(first + rows.length)), ...cells));
    }
    $("score").querySelector("tbody").replaceChildren(...rows);
    const marked = $("score").querySelector("[aria-current]");
    if (marked) $("score").scrollTop = marked.offsetTop - $("score").clientHeight / 2;
  }

  /** @param {string} text */
  say(text) {
    $("board-message").textContent = text;
  }

  /** Returns the game shown in PGN. */
  pgn() {
    const { score, text, titles } = this.viewer;
    if (score && titles.length === 1) return text;
    const game = score ?? this.game;
    if (!game) return "";
    const names = score?.players ?? this.machinePlays.map((machine) => (machine ? "Mac Hack Six" : "Player"));
    const result = score ? score.result : game.end === "mate" ? (game.white_to_move ? "0-1" : "1-0") : game.end ? "1/2-1/2" : "*";
    const tags = [["Event", score ? score.occasion : "On an emulated PDP-6"], ["Site", "?"], ["Date", "????.??.??"], ["Round", "-"], ["White", names[0]], ["Black", names[1]], ["Result", result]];
    if (game.start !== INITIAL) tags.push(["SetUp", "1"], ["FEN", game.start]);
    const black = game.start.split(" ")[1] === "b" ? 1 : 0;
    const first = Number(game.start.split(" ")[5]);
    const words = game.moves.map((/** @type {Move} */ move, /** @type {number} */ index) => {
      const ply = index + black;
      const number = first + Math.floor(ply / 2);
      return ply % 2 === 0 ? `${number}. ${move.algebraic}` : index === 0 ? `${number}... ${move.algebraic}` : move.algebraic;
    });
    return `${tags.map(([name, value]) => `[${name} "${value}"]`).join("\n")}\n\n${[...words, result].join(" ")}\n`;
  }
}

/** @param {Move} move @returns {string} the move in coordinates, such as `e7e8q` */
function coordinates({ from, to, promotion }) {
  return from + to + (promotion ?? "");
}

/** Said when the machine has stopped in the middle of its work. */
const STOPPED = "The machine has stopped. Press Run in the debugger, or choose a side of a new game.";
const INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/**
 * Copies a text to the clipboard, or shows it if that is not allowed.
 * @param {string} text
 * @param {string} what
 */
async function copyText(text, what) {
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (copied) confirmDone(`${what} copied.`);
  else $("score-text").value = text;
  if (!copied) notify(`${what} not copied: this browser does not allow it. Copy the text in the field under "PGN, FEN and link".`);
}
