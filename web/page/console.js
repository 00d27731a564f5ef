// @ts-check
"use strict";

/** Fraction of a lamp's brightness that remains from one frame to the next. */
const INERTIA = 0.6;

/** The keys, grouped by lever; a lever with two keys is pushed up or down (processor reference, section 9.1). */
const LEVERS = [["START", "READ IN"], ["INST CONT", "MEM CONT"], ["INST STOP"], ["I/O RESET", "EXECUTE"], ["DEPOSIT", "DEP NEXT"], ["EXAMINE", "EX NEXT"]];

/** Lamps, switches and keys of the console. */
class Console {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Array<{bits: HTMLElement[], switches: boolean, glow: number[], octal: any}>} */
    this.groups = [];
    const panel = JSON.parse(app.machine.panel());
    for (const row of panel.rows) {
      const line = make("div", { class: "lamps" });
      for (const group of row) line.append(this.group(group));
      $("panel").append(line);
    }
    const key = (/** @type {string} */ name) => button(name, () => app.act((machine) => machine.press(name)));
    const paired = new Set(LEVERS.flat());
    const levers = [...LEVERS, ...panel.keys.filter((/** @type {string} */ name) => !paired.has(name)).map((/** @type {string} */ name) => [name])];
    $("panel").append(make("div", { class: "levers", role: "group", "aria-label": "Keys of the console" },
      ...levers.map((names) => make("div", { class: "lever" }, ...names.map(key)))));
    this.switches = panel.switches.map((/** @type {{name: string, legend: string}} */ { name, legend }) => {
      const box = make("input", { type: "checkbox" });
      box.addEventListener("change", () => app.act((machine) => machine.turn(name, box.checked)));
      return { box, label: make("label", {}, box, ` ${legend}`) };
    });
    const labels = this.switches.map((/** @type {{label: any}} */ one) => one.label);
    $("panel").append(make("div", { class: "toggles", role: "group", "aria-label": "Switches of the console" }, ...labels));
  }

  /** @param {{name: string, bits: number, switches: boolean}} group */
  group({ name, bits, switches }) {
    const element = make("div", { class: "group", role: "group", "aria-label": name }, make("b", {}, name));
    const made = [];
    for (let bit = 0; bit < bits; bit++) {
      const one = switches
        ? button("", () => this.flip(name, bits, bit), { class: "bit", tabindex: "-1", "aria-label": `${name} ${bit}`, "aria-pressed": "false" })
        : make("span", { class: "lamp", "aria-hidden": "true" });
      if (bit > 0 && (bits - bit) % 3 === 0) one.classList.add(bits - bit === 18 ? "half" : "third");
      element.append(one);
      made.push(one);
    }
    const octal = switches || bits >= 18 ? make("input", { class: "octal", "aria-label": `${name} in octal`, spellcheck: "false" }) : null;
    if (octal && !switches) octal.readOnly = true;
    if (octal) {
      octal.addEventListener("change", () => this.set(name, parseInt(octal.value.replace(/\D/g, ""), 8) || 0));
      element.append(octal);
    }
    this.groups.push({ bits: made, switches, glow: new Array(bits).fill(0), octal });
    return element;
  }

  /**
   * @param {string} name
   * @param {number} bits
   * @param {number} bit
   */
  flip(name, bits, bit) {
    const index = [...document.querySelectorAll(".group")].findIndex((group) => group.getAttribute("aria-label") === name);
    const word = this.app.machine.lamps()[index];
    const weight = 2 ** (bits - 1 - bit);
    this.set(name, Math.floor(word / weight) % 2 === 0 ? word + weight : word - weight);
  }

  /**
   * @param {string} name
   * @param {number} word
   */
  set(name, word) {
    this.app.act((machine) => (name === "DATA" ? machine.set_data(word % 2 ** 36) : machine.set_address(word % 2 ** 18)));
  }

  /** Shows the lamps. */
  draw() {
    const running = this.app.machine.is_running() && this.app.running && !this.app.paused;
    this.app.machine.lamps().forEach((word, index) => {
      const group = this.groups[index];
      const count = group.bits.length;
      for (let bit = 0; bit < count; bit++) {
        const on = Math.floor(word / 2 ** (count - 1 - bit)) % 2;
        if (group.switches) {
          if (group.glow[bit] !== on) group.bits[bit].setAttribute("aria-pressed", String(on === 1));
          group.glow[bit] = on;
          continue;
        }
        const glow = running ? INERTIA * group.glow[bit] + (1 - INERTIA) * on : on;
        if (Math.abs(glow - group.glow[bit]) > 0.004) group.bits[bit].style.setProperty("--glow", glow.toFixed(2));
        group.glow[bit] = glow;
      }
      const octal = group.octal;
      if (octal && document.activeElement !== octal) {
        const text = word.toString(8).padStart(count / 3, "0");
        if (octal.value !== text) octal.value = text;
      }
    });
    this.app.machine.switches().forEach((on, index) => (this.switches[index].box.checked = on === 1));
  }
}
