// @ts-check
"use strict";

/** Number of points of the tube in each direction. */
const POINTS = 1024;

/** The tube of the 340 display, with its light pen. */
class Tube {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.canvas = $("tube");
    this.context = this.canvas.getContext("2d", { alpha: false });
    /** The machine time of the last picture. */
    this.drawn = -1;
    this.pictures = 0;
    /** The earliest time of the next picture, so that a slow host draws less often. */
    this.next = 0;
    /** The position of the pen when it is moved by keys. */
    this.pen = { x: 512, y: 512, held: false };
    const point = (/** @type {PointerEvent} */ event) => {
      const box = this.canvas.getBoundingClientRect();
      return [(event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height];
    };
    let down = false;
    this.canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      down = true;
      this.canvas.setPointerCapture(event.pointerId);
      this.hold(point(event));
    });
    this.canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => down && this.hold(point(event)));
    for (const end of ["pointerup", "pointercancel"]) {
      this.canvas.addEventListener(end, () => {
        if (down) this.app.act((machine) => machine.take_pen_away());
        down = false;
      });
    }
    this.canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.canvas.addEventListener("blur", () => ($("pen").hidden = true));
    app.onReplaced.push(() => (this.drawn = -1));
    /** Whether the player wants the tube in place of the board. */
    this.replacesBoard = false;
    $("show-tube").addEventListener("click", () => {
      this.replacesBoard = !this.replacesBoard;
      $("show-tube").setAttribute("aria-pressed", String(this.replacesBoard));
      this.place("play");
    });
  }

  /** Puts the only tube into the board's place or into the machine room. @param {string} tab the tab shown */
  place(tab) {
    $("play").classList.toggle("tube", this.replacesBoard);
    if (this.replacesBoard && tab === "play") $("board").before($("glass"));
    else $("display-title").after($("glass"));
    this.drawn = -1;
  }

  /** @param {number[]} part of the tube's width and height */
  hold([x, y]) {
    const place = (/** @type {number} */ part) => Math.max(0, Math.min(POINTS - 1, Math.floor(part * POINTS)));
    this.app.act((machine) => machine.hold_pen(place(x), place(y)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = event.shiftKey ? 1 : 8;
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!move && event.key !== " ") return;
    event.preventDefault();
    const pen = this.pen;
    if (move) {
      pen.x = Math.max(0, Math.min(POINTS - 1, pen.x + move[0] * step));
      pen.y = Math.max(0, Math.min(POINTS - 1, pen.y + move[1] * step));
    } else {
      pen.held = !pen.held;
    }
    if (pen.held) this.app.act((machine) => machine.hold_pen(pen.x, pen.y));
    else if (!move) this.app.act((machine) => machine.take_pen_away());
    const mark = $("pen");
    mark.hidden = false;
    mark.classList.toggle("held", pen.held);
    mark.style.left = `${(pen.x / POINTS) * 100}%`;
    mark.style.top = `${(1 - pen.y / POINTS) * 100}%`;
  }

  /** Draws the tube if the machine has run since the last picture. */
  draw() {
    const [now, begun] = [this.app.machine.time(), performance.now()];
    if (now === this.drawn || begun < this.next) return;
    this.drawn = now;
    const size = this.canvas.width;
    const pixels = new Uint8ClampedArray(/** @type {ArrayBuffer} */ (this.app.machine.scope(size).buffer));
    this.context.putImageData(new ImageData(pixels, size, size), 0, 0);
    this.pictures += 1;
    const ended = performance.now();
    this.next = ended + 0.5 * (ended - begun);
  }
}
