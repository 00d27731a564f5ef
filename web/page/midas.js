// @ts-check
"use strict";

/** The samples, by name; web/build writes them. @type {Record<string, string>} */
var SAMPLES;

/** The text, its assembly, its run. */
class Workshop {
  /**
   * @param {House} house
   * @param {() => void} runs
   */
  constructor(house, runs) {
    this.house = house;
    this.runs = runs;
    const names = Object.keys(SAMPLES);
    const own = recall("midas");
    const choices = ["your own", ...names, ...house.room.source_files()].map((name) => make("option", { value: name }, name));
    $("samples").append(...choices);
    $("samples").addEventListener("change", () => this.take($("samples").value));
    if (own) {
      const { name, text, dialect } = JSON.parse(own);
      this.put(name, text);
      $("dialect").value = dialect;
    } else {
      this.put(names[0], SAMPLES[names[0]]);
      $("samples").value = names[0];
    }
    for (const changed of ["text", "name", "dialect"]) {
      $(changed).addEventListener("input", () => {
        $("samples").value = "your own";
        remember("midas", JSON.stringify({ name: $("name").value, text: $("text").value, dialect: $("dialect").value }));
      });
    }
    $("text").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.tab(event));
    $("assemble").addEventListener("click", () => this.assemble());
    $("start").addEventListener("click", () => this.start());
    $("tape").addEventListener("click", () => this.save());
  }

  /** @param {string} name */
  take(name) {
    const own = recall("midas");
    if (name === "your own" && own) this.put(JSON.parse(own).name, JSON.parse(own).text);
    else if (name !== "your own") this.put(name, SAMPLES[name] ?? this.house.room.source(name) ?? "");
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  put(name, text) {
    $("name").value = name;
    $("text").value = text;
  }

  /** Control and I indents; Tab alone goes on to the next thing, as everywhere. @param {KeyboardEvent} event */
  tab(event) {
    if (event.key !== "i" || !event.ctrlKey) return;
    event.preventDefault();
    $("text").setRangeText("\t", $("text").selectionStart, $("text").selectionEnd, "end");
  }

  /** @returns {boolean} whether there is a tape */
  assemble() {
    const name = $("name").value.trim() || "program.mid";
    let result;
    try {
      result = JSON.parse(this.house.room.assemble(name, $("text").value, $("dialect").value));
    } catch (error) {
      $("result").textContent = String(error);
      return false;
    }
    const errors = result.problems.filter((/** @type {any} */ one) => one.severity !== "warning").length;
    const warnings = result.problems.length - errors;
    const counted = `${result.words} words, ${errors} errors, ${warnings} warnings`;
    $("result").textContent = errors ? `No tape: ${counted}.` : `Assembled: ${counted}.`;
    if (result.typed) $("result").textContent += ` The text typed: ${result.typed}`;
    $("listing").textContent = result.listing;
    $("problems").replaceChildren(...result.problems.map((/** @type {any} */ one) => {
      const go = button("", () => this.goTo(one.line), { class: one.severity === "warning" ? "warning" : "error" });
      go.append(make("pre", {}, one.told));
      return make("li", {}, go);
    }));
    return errors === 0;
  }

  /** @param {number} line */
  goTo(line) {
    const area = $("text");
    const lines = area.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 8);
  }

  start() {
    if (!this.assemble()) return;
    this.house.act((room) => room.boot_assembled());
    this.house.paused = false;
    this.runs();
  }

  save() {
    if (!this.assemble()) return;
    const tape = this.house.room.assembled_tape();
    if (tape) download($("name").value.replace(/\.mid$/, "") + ".rim", tape);
  }
}
