// @ts-check
"use strict";

/** So much of what the debugger has said stays. */
const LOG = 200000;

/** Source text, steps, stops, the prompt. */
class Debugger {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
    /** The file whose text is shown. */
    this.file = "";
    /** The instructions executed when it was last shown standing still. */
    this.stood = "";
    /** @type {string[]} */
    this.said = [];
    this.asked = 0;
    $("go").addEventListener("click", () => (this.runs() ? this.stop() : this.run()));
    for (const step of document.querySelectorAll("[data-do]")) {
      step.addEventListener("click", () => this.execute(step.getAttribute("data-do") ?? ""));
    }
    $("files").addEventListener("change", () => this.open($("files").value));
    $("ask").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      const line = $("line").value.trim();
      if (!line) return;
      this.said.push(line);
      this.asked = this.said.length;
      $("line").value = "";
      this.log(`pdp6> ${line}\n`);
      this.execute(line);
    });
    $("line").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.recall(event));
    house.listeners.push(() => (this.file = ""));
  }

  runs() {
    return this.house.going && !this.house.paused && this.house.room.is_running();
  }

  run() {
    this.house.paused = false;
    this.execute("continue");
  }

  stop() {
    this.hold();
    this.show();
  }

  /** Its time does not pass until somebody lets it. */
  hold() {
    this.house.going = false;
    tell("The machine is held. Run goes on.");
  }

  /** @param {string} line */
  execute(line) {
    const { house } = this;
    try {
      house.going = house.room.execute(line);
      if (house.going) house.paused = false;
      else this.hold();
    } catch (error) {
      this.hold();
      this.log(`${error}\n`);
    }
    house.dirty = true;
    this.listen();
    this.show();
  }

  /** Takes what the debugger has said to the log. */
  listen() {
    const said = this.house.room.take_said();
    if (said) this.log(said);
    return said;
  }

  /** @param {string} text */
  log(text) {
    const log = $("log");
    log.textContent = (log.textContent + text).slice(-LOG);
    log.scrollTop = log.scrollHeight;
  }

  /** @param {KeyboardEvent} event */
  recall(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.asked = Math.max(0, Math.min(this.said.length, this.asked + step));
    $("line").value = this.said[this.asked] ?? "";
  }

  /** Shows where the machine stands. */
  show() {
    const at = JSON.parse(this.house.room.standing());
    const runs = this.runs();
    $("go").textContent = runs ? "Stop" : "Run";
    const files = this.house.room.source_files();
    if (files.length !== $("files").length || files.some((file, index) => $("files").options[index].value !== file)) {
      $("files").replaceChildren(...files.map((file) => make("option", { value: file }, file)));
      this.file = "";
    }
    const here = at.here.file;
    // Who looks at another file while the machine stands still goes on looking at it.
    const moved = this.stood !== at.instructions;
    if (!runs) this.stood = at.instructions;
    if (here && !runs && moved && here !== this.file) this.open(here, at);
    else if (!this.file && files.length > 0) this.open(here ?? files[0], at);
    else this.mark(at);
    this.where(at, runs);
  }

  /**
   * @param {string} file
   * @param {any} [at]
   */
  open(file, at = JSON.parse(this.house.room.standing())) {
    this.file = file;
    $("files").value = file;
    const text = this.house.room.source(file);
    const stops = new Set(this.house.room.lines_with_words(file));
    const lines = (text ?? "The text of this file is not on this page.").split("\n").map((line, index) => {
      const number = index + 1;
      const gutter = stops.has(number)
        ? button(String(number), () => this.toggle(number), { "aria-label": `stop at line ${number}`, "aria-pressed": "false", tabindex: "-1" })
        : make("i", {}, String(number));
      return make("div", {}, gutter, line || " ");
    });
    $("source").replaceChildren(...lines);
    this.mark(at);
  }

  /** @param {number} line */
  toggle(line) {
    try {
      this.house.room.toggle_stop(this.file, line);
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
      ["RUN", at.running ? (runs ? "on" : "on, held here") : "off"],
    ].map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value)));
    const registers = at.accumulators.map((/** @type {string} */ word, /** @type {number} */ ac) =>
      make("tr", {}, make("th", { scope: "row" }, ac.toString(8).padStart(2, " ")), make("td", {}, word)));
    const calls = at.calls.slice(0, 12).map((/** @type {any} */ call) => make("li", {}, place(call)));
    const stops = at.stops.map((/** @type {any} */ stop) =>
      make("li", {}, `${stop.number}: ${stop.what}${stop.place?.file ? ` [${stop.place.file}:${stop.place.line}]` : ""}, came ${stop.hits} times `,
        button("delete", () => this.execute(`delete ${stop.number}`))));
    $("where").replaceChildren(
      make("table", {}, ...rows),
      make("h3", {}, "Accumulators"), make("table", {}, ...registers),
      make("h3", {}, "Calls"), make("ol", {}, ...calls),
      make("h3", {}, "Stops"), stops.length ? make("ul", {}, ...stops) : "none: the buttons before the lines set them",
    );
  }
}
