// @ts-check
"use strict";

/** Milliseconds between moves when a game plays automatically. */
const STEP_TIME = 1500;

/**
 * A game that the player steps through: from the menu, from a file, or pasted. It is typed to the machine only when the player continues
 * it.
 */
class Viewer {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** The text of the games, and the games in it. */
    this.text = "";
    /** @type {any[]} */
    this.scores = [];
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
    $("to-machine").addEventListener("click", () => this.continueHere());
    $("leave").addEventListener("click", () => this.close());
    $("score-open").addEventListener("click", () => this.openText($("score-text").value));
  }

  /** @returns {any} the game shown, or `undefined` */
  get score() {
    return this.scores[this.number];
  }

  /**
   * Opens the game of the menu with this name.
   * @param {string} name
   * @param {number} [ply]
   */
  openPaperGame(name, ply = 0) {
    const option = [...$("paper-games").options].find((one) => one.value === name);
    if (!name) this.close();
    else if (option) this.openScores(option.text_of_game, ply);
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
    else if (/^[pnbrqk1-8]+(\/[pnbrqk1-8]+){7}\s/i.test(`${fen} `)) this.openFen(fen);
    else this.openScores(text);
  }

  /** Types the commands for a position at the teletype. @param {string} fen */
  openFen(fen) {
    try {
      this.play.typeLines(wasm_bindgen.lines_of_fen(fen));
      this.close();
    } catch (error) {
      notify(`The position cannot be used. ${sentence(error)}`);
    }
  }

  /**
   * @param {string} text
   * @param {number} [ply]
   */
  openScores(text, ply = 0) {
    try {
      this.scores = JSON.parse(wasm_bindgen.read_scores(text));
    } catch (error) {
      notify(`The game cannot be read. ${sentence(error)}`);
      return;
    }
    this.text = text;
    $("score-games-label").hidden = this.scores.length < 2;
    $("score-games").replaceChildren(...this.scores.map((score, index) => make("option", { value: String(index) }, title(score))));
    this.choose(0, ply);
  }

  /**
   * @param {number} number
   * @param {number} [ply]
   */
  choose(number, ply = 0) {
    this.number = number;
    this.ply = Math.min(ply, this.score.moves.length);
    $("viewer").hidden = false;
    $("viewer-title").textContent = title(this.score);
    $("viewer-source").textContent = this.score.source && `Source: ${this.score.source}`;
    this.show();
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
    this.play.board.show(last?.fen ?? score.start, [], last);
    this.play.board.setArrows([]);
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
      this.play.typeLines(wasm_bindgen.lines_of_game(this.text, this.number, this.ply));
      this.close();
    } catch (error) {
      notify(sentence(error));
    }
  }

  /** Returns to the game on the machine. */
  close() {
    this.runByItself(false);
    this.scores = [];
    $("viewer").hidden = true;
    $("paper-games").value = "";
    this.play.refresh();
  }
}

/** @param {any} score @returns {string} */
function title(score) {
  const players = score.players.map((/** @type {string} */ name) => name || "?").join(" - ");
  return [players, score.result, score.occasion].filter(Boolean).join(", ");
}
