// @ts-check
"use strict";

/** Maximum number of characters of the debugger's output on the page. */
const MAX_LOG = 200000;

/** The debugger: source text, steps, breakpoints, the prompt. */
class Debugger {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The file whose text is shown. */
    this.file = "";
    /** The instruction count when the machine was last shown stopped. */
    this.shownAt = "";
    /** Lines typed at the prompt, and the index of the one recalled by the arrow keys. @type {string[]} */
    this.typed = [];
    this.recalled = 0;
    $("go").addEventListener("click", () => (this.runs() ? this.stop() : this.run()));
    for (const step of document.querySelectorAll("[data-do]")) {
      step.addEventListener("click", () => this.execute(step.getAttribute("data-do") ?? ""));
    }
    $("files").addEventListener("change", () => this.open($("files").value));
    $("ask").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      const line = $("line").value.trim();
      if (!line) return;
      this.typed.push(line);
      this.recalled = this.typed.length;
      $("line").value = "";
      this.log(`pdp6> ${line}\n`);
      this.execute(line);
    });
    $("line").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.recallLine(event));
    app.onReplaced.push(() => this.restart());
  }

  /** Clears everything shown of the previous machine. */
  restart() {
    this.file = "";
    this.shownAt = "";
    $("log").textContent = "";
    if (!$("debugger").hidden) this.show();
  }

  runs() {
    return this.app.running && !this.app.paused && this.app.machine.is_running();
  }

  run() {
    this.app.paused = false;
    this.execute("continue");
  }

  stop() {
    this.hold();
    this.show();
  }

  /** Stops the machine until the player presses Run. */
  hold() {
    this.app.running = false;
    showState("Stopped; press Run to continue.");
  }

  /** @param {string} line */
  execute(line) {
    const { app } = this;
    if (app.loading) return;
    clearNotices();
    try {
      app.running = app.machine.execute(line);
      if (app.running) app.paused = false;
      else this.hold();
    } catch (error) {
      this.hold();
      this.log(`${error}\n`);
    }
    app.touch();
    this.takeOutput();
    this.show();
  }

  /** Appends the debugger's new output to the log. */
  takeOutput() {
    const said = this.app.machine.take_said();
    if (said) this.log(said);
    return said;
  }

  /** @param {string} text */
  log(text) {
    const log = $("log");
    log.textContent = (log.textContent + text).slice(-MAX_LOG);
    log.scrollTop = log.scrollHeight;
  }

  /** @param {KeyboardEvent} event */
  recallLine(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.recalled = Math.max(0, Math.min(this.typed.length, this.recalled + step));
    $("line").value = this.typed[this.recalled] ?? "";
  }

  /** Shows the current place, the registers and the breakpoints. */
  show() {
    const at = JSON.parse(this.app.machine.standing());
    const runs = this.runs();
    $("go").textContent = runs ? "Stop" : "Run";
    const files = this.app.machine.source_files();
    if (files.length !== $("files").length || files.some((file, index) => $("files").options[index].value !== file)) {
      $("files").replaceChildren(...files.map((file) => make("option", { value: file }, file)));
      this.file = "";
    }
    const here = at.here.file;
    // If the player has opened another file at this stop, it remains open.
    const moved = this.shownAt !== at.instructions;
    if (!runs) this.shownAt = at.instructions;
    if (here && !runs && moved && here !== this.file) this.open(here, at);
    else if (!this.file && files.length > 0) this.open(here ?? files[0], at);
    else this.mark(at);
    this.where(at, runs);
  }

  /**
   * @param {string} file
   * @param {any} [at]
   */
  open(file, at = JSON.parse(this.app.machine.standing())) {
    this.file = file;
    $("files").value = file;
    const text = this.app.machine.source(file);
    const stops = new Set(this.app.machine.lines_with_words(file));
    const lines = (text ?? "The text of this file is not on this page.").split("\n").map((line, index) => {
      const number = index + 1;
      const gutter = stops.has(number)
        ? button(String(number), () => this.toggle(number), { "aria-label": `breakpoint at line ${number}`, "aria-pressed": "false", tabindex: "-1" })
        : make("i", {}, String(number));
      return make("div", {}, gutter, line || " ");
    });
    $("source").replaceChildren(...lines);
    this.mark(at);
  }

  /** @param {number} line */
  toggle(line) {
    try {
      this.app.machine.toggle_stop(this.file, line);
    } catch (error) {
      this.log(`${error}\n`);
    }
    this.show();
  }

  /** @param {any} at */
  mark(at) {
    const lines = $("source").children;
    for (const old of [...$("source").querySelectorAll(".here, .stop")]) {
      old.classList.remove("here", "stop");
      old.removeAttribute("aria-current");
      old.firstElementChild.setAttribute("aria-pressed", "false");
    }
    for (const stop of at.stops) {
      const line = stop.place?.file === this.file && lines[stop.place.line - 1];
      if (!line) continue;
      line.classList.add("stop");
      line.firstElementChild.setAttribute("aria-pressed", "true");
    }
    const here = at.here.file === this.file && lines[at.here.line - 1];
    if (!here) return;
    here.classList.add("here");
    here.setAttribute("aria-current", "true");
    const pane = $("source");
    const [top, height] = [here.offsetTop, pane.clientHeight];
    if (top < pane.scrollTop || top > pane.scrollTop + height - 40) pane.scrollTop = top - height / 3;
  }

  /**
   * @param {any} at
   * @param {boolean} runs
   */
  where(at, runs) {
    const place = (/** @type {any} */ one) => `${one.name}${one.file ? `  [${one.file}:${one.line}]` : ""}`;
    const rows = [
      ["at", `${at.here.name}${at.user ? "  (user)" : ""}`],
      ["next", `${at.word}  ${at.instruction}`],
      ["line", at.here.file ? `${at.here.file}:${at.here.line}` : "no source text"],
      ["time", `${at.time} s, ${at.instructions} instructions`],
      ["RUN", at.running ? (runs ? "on" : "on, stopped here") : "off"],
    ].map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value)));
    const registers = at.accumulators.map((/** @type {string} */ word, /** @type {number} */ ac) =>
      make("tr", {}, make("th", { scope: "row" }, ac.toString(8).padStart(2, " ")), make("td", {}, word)));
    const calls = at.calls.slice(0, 12).map((/** @type {any} */ call) => make("li", {}, place(call)));
    const stops = at.stops.map((/** @type {any} */ stop) =>
      make("li", {}, `${stop.number}: ${stop.what}${stop.place?.file ? ` [${stop.place.file}:${stop.place.line}]` : ""}, hit ${stop.hits === 1 ? "once" : `${stop.hits} times`} `,
        button("delete", () => this.execute(`delete ${stop.number}`))));
    $("where").replaceChildren(
      make("table", {}, ...rows),
      make("h3", {}, "Accumulators"), make("table", {}, ...registers),
      make("h3", {}, "Calls"), make("ol", {}, ...calls),
      make("h3", {}, "Breakpoints"), stops.length ? make("ul", {}, ...stops) : "None. Click a line number to set one.",
    );
  }
}
