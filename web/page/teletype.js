// @ts-check
"use strict";

/** Maximum number of lines on the page; the machine keeps more. */
const MAX_LINES = 2000;

/** The teletype: paper, keyboard, printer. */
class Teletype {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.paper = $("paper");
    this.sound = new Sound();
    /** The number of the first line on the page, counted from the beginning of the paper. */
    this.first = 0;
    this.spoken = 0;
    for (const target of [$("keys"), this.paper]) target.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    document.addEventListener("keydown", (event) => this.keyElsewhere(event));
    // Touch keyboards report typed text only in this event.
    $("keys").addEventListener("input", () => {
      const text = $("keys").value;
      $("keys").value = "";
      this.type(text);
    });
    this.paper.addEventListener("paste", (/** @type {ClipboardEvent} */ event) => this.type(event.clipboardData?.getData("text") ?? ""));
    for (const key of document.querySelectorAll("[data-key]")) {
      key.addEventListener("click", () => this.type(key.getAttribute("data-key") ?? ""));
    }
    $("sound").addEventListener("change", () => this.sound.turn($("sound").checked));
    app.onReplaced.push(() => this.restart());
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const special = { Enter: "\n", Backspace: "\x7f", Delete: "\x7f", Escape: "\x1b" }[event.key];
    const control = event.ctrlKey && /^[a-z]$/i.test(event.key) && !/[acvx]/i.test(event.key);
    let text = special;
    if (control) text = String.fromCharCode(event.key.toUpperCase().charCodeAt(0) - 64);
    else if (!special && event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) text = event.key;
    if (text === undefined || event.isComposing || event.key === "Process") return;
    event.preventDefault();
    this.type(text);
  }

  /** Sends the teletype the keys that no other control takes, for example directly after loading. @param {KeyboardEvent} event */
  keyElsewhere(event) {
    const focus = document.activeElement;
    const onPage = !focus || focus === document.body;
    const printable = event.key.length === 1;
    const onButton = focus instanceof HTMLButtonElement;
    const free = onPage && (printable || event.key === "Enter") || onButton && printable && event.key !== " ";
    const modified = event.ctrlKey || event.altKey || event.metaKey;
    if (!free || modified || event.defaultPrevented || $("teletype").offsetParent === null) return;
    this.key(event);
    $("keys").focus({ preventScroll: true });
  }

  /** @param {string} text */
  type(text) {
    if (text) this.app.act((machine) => machine.type_text(text));
  }

  restart() {
    this.paper.replaceChildren();
    this.first = 0;
    this.app.machine.show_paper_again();
    this.spoken = -1;
  }

  /** Shows the new lines of the paper. @returns {boolean} whether there were any */
  draw() {
    const news = this.app.machine.take_sheet();
    if (news === undefined) return false;
    const sheet = JSON.parse(news);
    const paper = this.paper;
    const atEnd = paper.scrollTop + paper.clientHeight >= paper.scrollHeight - 40;
    if (paper.childElementCount === 0) this.first = Math.max(sheet.first, sheet.first + sheet.lines.length - MAX_LINES);
    sheet.lines.forEach((/** @type {string} */ text, /** @type {number} */ index) => {
      const place = sheet.first + index - this.first;
      if (place < 0) return;
      const line = paper.children[place] ?? paper.appendChild(make("div"));
      line.textContent = text;
    });
    while (paper.childElementCount > MAX_LINES) {
      paper.firstElementChild.remove();
      this.first += 1;
    }
    if (atEnd) paper.scrollTop = paper.scrollHeight;
    this.speak();
    this.sound.strike(sheet.struck, sheet.rung);
    return true;
  }

  /** Announces complete lines to a screen reader. */
  speak() {
    const end = this.first + this.paper.childElementCount - 1;
    if (this.spoken < 0) this.spoken = end;
    const from = Math.max(this.spoken, this.first, end - 10);
    const lines = [...this.paper.children].slice(from - this.first, end - this.first).map((line) => line.textContent);
    if (lines.length > 0) $("spoken").textContent = lines.join("\n");
    this.spoken = end;
  }
}

/** The noise of the printer, which the player can turn off. */
class Sound {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
    this.next = 0;
  }

  /** @param {boolean} on */
  turn(on) {
    if (!on) {
      this.context?.close();
      this.context = null;
      return;
    }
    this.context = new AudioContext();
    const { sampleRate } = this.context;
    this.click = this.context.createBuffer(1, sampleRate * 0.03, sampleRate);
    const samples = this.click.getChannelData(0);
    // A hammer stroke: decaying noise and a dull knock.
    for (let i = 0; i < samples.length; i++) {
      const t = i / sampleRate;
      samples[i] = 0.5 * (Math.random() * 2 - 1) * Math.exp(-t * 300) + 0.5 * Math.sin(1100 * t) * Math.exp(-t * 120);
    }
  }

  /**
   * Makes the noise of printed characters, at most three per call, so that the sound does not last longer than the printing.
   * @param {number} count
   * @param {number} bells
   */
  strike(count, bells) {
    const context = this.context;
    if (!context) return;
    this.next = Math.max(this.next, context.currentTime);
    for (let i = 0; i < Math.min(count, 3) && this.next < context.currentTime + 0.2; i++) {
      const source = context.createBufferSource();
      source.buffer = this.click ?? null;
      source.connect(context.destination);
      source.start(this.next);
      this.next += 0.05;
    }
    if (bells > 0) this.ring(context);
  }

  /** @param {AudioContext} context */
  ring(context) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = 2400;
    volume.gain.setValueAtTime(0.2, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.8);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.8);
  }
}
