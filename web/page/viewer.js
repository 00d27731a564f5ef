// @ts-check
"use strict";

/** Milliseconds between moves when a game plays automatically. */
const STEP_TIME = 1500;
/** Number of bytes that are read of a file with games. */
const MAX_SCORE_SIZE = 4 << 20;
/** The beginning of a position in Forsyth-Edwards notation. */
const FEN = /^\s*[pnbrqk1-8]+(\/[pnbrqk1-8]+){7}\s/i;

/**
 * A game that the player steps through: from the menu, from a file, or pasted. It is typed to the machine only when the player continues
 * it.
 */
class Viewer {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** The text of the games, and the name in the menu; empty for a text that was pasted or dropped. */
    this.text = "";
    this.name = "";
    /** The titles of the games in the text; `null` for a game that cannot be read. @type {any[]} */
    this.titles = [];
    /** The game shown and its place in the text. @type {any} */
    this.score = null;
    this.number = 0;
    /** Number of half-moves made in the game shown. */
    this.ply = 0;
    this.timer = 0;
    const groups = ["Printed in the paper of 1967", "Other games"].map((label) => make("optgroup", { label }));
    for (const [name, text] of JSON.parse(wasm_bindgen.named_games())) {
      // Only the tags are read, because parsing the games would take longer than the rest of the startup.
      const [white, black, result, date, source] = ["White", "Black", "Result", "Date", "Source"].map((tag) => text.match(`\\[${tag} "(.*)"`)?.[1] ?? "");
      const option = make("option", { value: name }, `${white} - ${black} ${result}, ${date.slice(0, 4)}`);
      option.text_of_game = text;
      groups[source.startsWith("The paper") ? 0 : 1].append(option);
    }
    $("paper-games").append(...groups);
    $("paper-games").addEventListener("change", () => this.openPaperGame($("paper-games").value));
    $("score-games").addEventListener("change", () => this.choose(Number($("score-games").value)));
    const steps = { first: -Infinity, previous: -1, next: 1, final: Infinity };
    for (const [id, by] of Object.entries(steps)) $(id).addEventListener("click", () => this.step(by));
    $("by-itself").addEventListener("click", () => this.runByItself(!this.timer));
    $("its-choice").addEventListener("click", () => this.showChoice());
    $("why-here").addEventListener("click", () => play.showReasons($("reasons").hidden));
    $("to-machine").addEventListener("click", () => this.continueHere());
    $("leave").addEventListener("click", () => this.close());
    $("score-open").addEventListener("click", () => this.openText($("score-text").value));
    addEventListener("keydown", (event) => this.key(event));
  }

  /** The arrow keys step through the game, unless they have a use where the focus is. @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const place = event.target instanceof Element ? event.target : document.body;
    const used = event.altKey || event.ctrlKey || event.metaKey || place.closest("#board, #paper, [role=tab], input, select, textarea");
    if (!by || used || !this.score || $("play").hidden) return;
    event.preventDefault();
    this.step(by);
  }

  /**
   * Opens the game of the menu with this name.
   * @param {string} name
   * @param {number} [ply]
   */
  openPaperGame(name, ply = 0) {
    const option = [...$("paper-games").options].find((one) => one.value === name);
    if (!name) this.close();
    else if (option) this.openScores(option.text_of_game, ply, name);
    else notify(`Unknown game "${name}". The games are ${[...$("paper-games").options].slice(1).map((one) => one.value).join(", ")}.`);
  }

  /**
   * Opens a pasted or dropped text: games in PGN, or a position in FEN.
   * @param {string} text
   */
  openText(text) {
    clearNotices();
    const fen = text.trim();
    if (!fen) notify("Paste a game in PGN or a position in FEN first.");
    else if (FEN.test(`${fen} `)) this.openFen(fen);
    else this.openScores(text);
  }

  /** Types the commands for a position at the teletype. @param {string} fen */
  async openFen(fen) {
    let lines;
    try {
      lines = wasm_bindgen.lines_of_fen(fen);
    } catch (error) {
      notify(`The position cannot be used. ${sentence(error)}`);
      return;
    }
    const fields = fen.trim().split(/\s+/);
    if (await this.play.begin(lines, { then: () => this.reportMissing(fields) })) this.play.board.turn(fields[1] !== "b");
  }

  /** Reports the fields of a position that the machine's position does not have. The number of the move alone is not worth a message. @param {string[]} wanted */
  reportMissing(wanted) {
    const actual = this.play.game?.fen.split(" ") ?? wanted;
    const sorted = (/** @type {string | undefined} */ field) => [...(field ?? "")].sort().join("");
    const missing = ["castling", "en passant", "half-moves without a capture or a pawn move", "move number"]
      .map((name, index) => ({ name, has: actual[index + 2], wants: wanted[index + 2] }))
      .filter(({ has, wants }) => wants !== undefined && sorted(has) !== sorted(wants))
      .map(({ name, has, wants }) => `${name} ${has} (in your position ${wants})`);
    if (missing.some((field) => !field.startsWith("move number"))) notify(`The program of 1967 takes only the pieces and the side to move. It has ${missing.join(", ")}.`);
  }

  /**
   * @param {string} text
   * @param {number} [ply]
   * @param {string} [name] in the menu
   */
  openScores(text, ply = 0, name = "") {
    let titles;
    let score = null;
    try {
      titles = JSON.parse(wasm_bindgen.titles(text));
      // A text with one game that cannot be read changes nothing.
      if (titles.length === 1) score = JSON.parse(wasm_bindgen.read_score(text, 0));
    } catch (error) {
      notify(`The game cannot be read. ${sentence(error)}`);
      return;
    }
    this.close();
    Object.assign(this, { text, name, titles });
    $("paper-games").value = name;
    $("score-games-label").hidden = titles.length < 2;
    const options = titles.map((/** @type {any} */ one, /** @type {number} */ index) => (
      make("option", { value: String(index) }, `${index + 1}. ${one ? title(one) : "(cannot be read)"}`)
    ));
    $("score-games").replaceChildren(...options);
    if (score) this.showGame(score, 0, ply);
    else this.choose(0, ply);
  }

  /**
   * Reads and shows a game of the text.
   * @param {number} number
   * @param {number} [ply]
   */
  choose(number, ply = 0) {
    clearNotices();
    try {
      this.showGame(JSON.parse(wasm_bindgen.read_score(this.text, number)), number, ply);
    } catch (error) {
      notify(`Game ${number + 1} of ${this.titles.length} cannot be read; choose another one. ${sentence(error)}`);
      // Without a game shown, nothing is selected.
      $("score-games").value = this.score ? String(this.number) : "";
    }
  }

  /**
   * @param {any} score
   * @param {number} number
   * @param {number} ply
   */
  showGame(score, number, ply) {
    this.runByItself(false);
    this.score = score;
    this.number = number;
    this.ply = 0;
    $("score-games").value = String(number);
    $("viewer").hidden = false;
    $("play").classList.add("recorded");
    $("viewer-title").textContent = title(this.score);
    $("viewer-source").textContent = this.score.source && `Source: ${this.score.source}`;
    this.step(Math.trunc(ply));
  }

  /** @param {number} by */
  step(by) {
    this.ply = Math.max(0, Math.min(this.score.moves.length, this.ply + by));
    if (this.ply === this.score.moves.length) this.runByItself(false);
    this.show();
  }

  /** @param {boolean} on */
  runByItself(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.step(1), STEP_TIME) : 0;
    $("by-itself").setAttribute("aria-pressed", String(on));
    $("by-itself").textContent = on ? "Stop" : "Play automatically";
  }

  show() {
    const { score, ply } = this;
    const last = score.moves[ply - 1];
    this.play.board.show(this.fen(), [], last);
    this.play.hidePanels();
    this.play.showScore(score.moves, score.start, ply);
    const number = `${Math.floor((ply - 1) / 2) + 1}${ply % 2 ? "." : "..."}`;
    const seconds = last?.seconds === null || !last ? "" : ` In 1967 the program took ${last.seconds} seconds${last.doubtful ? " (hard to read in the print)" : ""}.`;
    const book = last?.book ? " The program took this move from its book." : "";
    $("turn").textContent = last ? `${number} ${last.descriptive} (${last.algebraic}).${seconds}${book}` : "The start of the game.";
    this.play.say("");
  }

  /** Computes and shows the move that the program would play in the position shown. */
  showChoice() {
    const { score, ply } = this;
    const choice = JSON.parse(wasm_bindgen.choice_in(this.text, this.number, ply));
    if (!choice) {
      this.play.say("The game is over here.");
      return;
    }
    const played = score.moves[ply];
    const same = played && played.from === choice.from && played.to === choice.to && played.promotion === choice.promotion;
    const instead = played ? (same ? " That was played." : ` In the game, ${played.descriptive} (${played.algebraic}) was played.`) : "";
    this.play.say(`The program, searching four plies, plays ${choice.descriptive} (${choice.algebraic}).${instead}`);
    this.play.board.setArrows([{ ...choice, type: ARROWS.success }, ...(played && !same ? [{ ...played, type: ARROWS.info }] : [])]);
  }

  /** Types the moves up to the one shown at the teletype, so that the game continues there on the machine. */
  continueHere() {
    try {
      this.play.begin(wasm_bindgen.lines_of_game(this.text, this.number, this.ply));
    } catch (error) {
      notify(sentence(error));
    }
  }

  /** Returns the position shown, in Forsyth-Edwards notation. */
  fen() {
    return this.score.moves[this.ply - 1]?.fen ?? this.score.start;
  }

  /** Copies a link that opens the game shown, at this move. */
  copyLink() {
    if (this.name) copyText(`${location.href.split(/[?#]/)[0]}?game=${this.name}&move=${this.ply}`, "Link");
    else notify("This game is not in the menu and has no link. Press \"Continue from here\", and copy the link of the game on the machine.");
  }

  /** Returns to the game on the machine. */
  close() {
    this.runByItself(false);
    this.score = null;
    $("viewer").hidden = true;
    $("score-games-label").hidden = true;
    $("play").classList.remove("recorded");
    $("paper-games").value = "";
    this.play.refresh();
  }
}

/** @param {any} score @returns {string} */
function title(score) {
  const players = score.players.map((/** @type {string} */ name) => name || "?").join(" - ");
  return [players, score.result, score.occasion].filter(Boolean).join(", ");
}

/**
 * Returns the text of a file if it is a score (PGN) or a position (FEN).
 * @param {string} name
 * @param {Uint8Array} bytes
 */
function scoreText(name, bytes) {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_SCORE_SIZE));
  const isScore = /\.(pgn|fen|epd)$/i.test(name) || /^\s*(\[[A-Z]\w* "|1\.\s*[a-hNO])/.test(text) || FEN.test(`${text} `);
  return isScore ? text : undefined;
}
