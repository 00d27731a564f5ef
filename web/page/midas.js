// @ts-check
"use strict";

/** The samples by name, written by web/build. @type {Record<string, string>} */
var SAMPLES;

/** The assembler: edits a source, shows its messages, and starts the program. */
class MidasEditor {
  /**
   * @param {App} app
   * @param {(text: string) => void} save
   * @param {() => void} onStart
   */
  constructor(app, save, onStart) {
    this.app = app;
    this.onStart = onStart;
    const names = Object.keys(SAMPLES);
    const own = this.storedText();
    const choices = ["your own", ...names, ...app.machine.source_files()].map((name) => make("option", { value: name }, name));
    $("samples").append(...choices);
    $("samples").addEventListener("change", () => this.take($("samples").value));
    if (own) {
      this.put(own.name, own.text);
      if (/^[A-D]$/.test(own.dialect)) $("dialect").value = own.dialect;
    } else {
      this.put(names[0], SAMPLES[names[0]]);
      $("samples").value = names[0];
    }
    for (const changed of ["text", "name", "dialect"]) {
      $(changed).addEventListener("input", () => {
        $("samples").value = "your own";
        save(JSON.stringify({ name: $("name").value, text: $("text").value, dialect: $("dialect").value }));
      });
    }
    $("text").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.tab(event));
    $("assemble").addEventListener("click", () => this.assemble());
    $("start").addEventListener("click", () => this.start());
    $("tape").addEventListener("click", () => this.save());
  }

  /**
   * Returns the stored source of the player. If it is damaged, sets it aside.
   * @returns {{name: string, text: string, dialect: string} | null}
   */
  storedText() {
    const stored = readStored("midas");
    if (stored === null) return null;
    try {
      const { name, text, dialect } = JSON.parse(stored);
      if (typeof name === "string" && typeof text === "string") return { name, text, dialect: String(dialect) };
    } catch {
      // The text is damaged, or from another page.
    }
    if (writeStored("midas-damaged", stored)) removeStored("midas");
    notify("The saved MIDAS source is damaged and cannot be opened. It is kept in this browser's local storage, under pdp6-midas-damaged.");
    return null;
  }

  /** @param {string} name */
  take(name) {
    const own = name === "your own" ? this.storedText() : null;
    if (own) this.put(own.name, own.text);
    else if (name !== "your own") this.put(name, SAMPLES[name] ?? this.app.machine.source(name) ?? "");
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  put(name, text) {
    $("name").value = name;
    $("text").value = text;
  }

  /** Indents on control-I, so that Tab can move to the next control. @param {KeyboardEvent} event */
  tab(event) {
    if (event.key !== "i" || !event.ctrlKey) return;
    event.preventDefault();
    $("text").setRangeText("\t", $("text").selectionStart, $("text").selectionEnd, "end");
  }

  /** @returns {boolean} whether the source produced a tape */
  assemble() {
    const name = $("name").value.trim() || "program.mid";
    let result;
    try {
      result = JSON.parse(this.app.machine.assemble(name, $("text").value, $("dialect").value));
    } catch (error) {
      $("result").textContent = String(error);
      return false;
    }
    const errors = result.problems.filter((/** @type {any} */ one) => one.severity !== "warning").length;
    const warnings = result.problems.length - errors;
    const many = (/** @type {number} */ count, /** @type {string} */ what) => `${count} ${what}${count === 1 ? "" : "s"}`;
    const counted = `${many(result.words, "word")}, ${many(errors, "error")}, ${many(warnings, "warning")}`;
    $("result").textContent = errors ? `No tape: ${counted}.` : `Assembled: ${counted}.`;
    if (result.typed) $("result").textContent += ` The assembler typed: ${result.typed}`;
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
    if (this.assemble()) this.onStart();
  }

  save() {
    if (!this.assemble()) return;
    const tape = this.app.machine.assembled_tape();
    if (tape) download($("name").value.replace(/\.mid$/, "") + ".rim", tape);
  }
}
