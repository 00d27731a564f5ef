// @ts-check
"use strict";

/** The buttons of a Spacewar player, in a field of nine bits. */
const BUTTONS = { left: 0o400, right: 0o200, thrust: 0o100, hyperspace: 0o40, fire: 0o20 };
/** Number of bits per player. */
const PLAYER_BITS = 9;
/** The field of each player, counted from the right of the word: 0 is the upper right ship, 1 lower right, 2 lower left, 3 upper left. */
const SHIPS = [3, 0, 2, 1];
/** The keys of the two players at the keyboard, named by their positions on a US keyboard. */
const BUTTON_KEYS = /** @type {Record<string, [number, number]>} */ ({
  KeyA: [0, BUTTONS.left], KeyD: [0, BUTTONS.right], KeyW: [0, BUTTONS.thrust], KeyS: [0, BUTTONS.fire], KeyQ: [0, BUTTONS.hyperspace],
  KeyJ: [1, BUTTONS.left], KeyL: [1, BUTTONS.right], KeyI: [1, BUTTONS.thrust], KeyK: [1, BUTTONS.fire], KeyU: [1, BUTTONS.hyperspace],
});
/** Smallest deflection of a stick that counts as pressed. */
const STICK = 0.4;

/** The Spacewar consoles: while they are on, keys and gamepads act as their buttons. */
class ConsoleButtons {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.on = false;
    /** The keys that are down. @type {Set<string>} */
    this.down = new Set();
    this.pressed = 0;
    $("buttons").addEventListener("click", () => this.turn(!this.on));
    app.onReplaced.push(() => ($("buttons").hidden = app.machine.is_chess()));
    // Captured before the teletype gets the key.
    addEventListener("keydown", (event) => this.key(event, true), { capture: true });
    addEventListener("keyup", (event) => this.key(event, false), { capture: true });
    addEventListener("blur", () => this.down.clear());
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.down.clear();
    $("buttons").setAttribute("aria-pressed", String(on));
    this.poll();
  }

  /** @param {KeyboardEvent} event @param {boolean} down */
  key(event, down) {
    if (!this.on || !BUTTON_KEYS[event.code] || event.ctrlKey || event.altKey || event.metaKey) return;
    if ($("machine").hidden || down && /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "")) return;
    if (down) this.down.add(event.code);
    else this.down.delete(event.code);
    event.preventDefault();
    event.stopPropagation();
    this.poll();
  }

  /** Sends the pressed buttons to the machine if they have changed. */
  poll() {
    let pressed = 0;
    const press = (/** @type {number} */ player, /** @type {number} */ button) => {
      const shift = 2 ** (PLAYER_BITS * SHIPS[player]);
      if (Math.floor(pressed / (shift * button)) % 2 === 0) pressed += shift * button;
    };
    if (this.on) {
      for (const code of this.down) press(...BUTTON_KEYS[code]);
      const pads = [...(navigator.getGamepads?.() ?? [])].filter((pad) => pad !== null);
      pads.slice(0, SHIPS.length).forEach((pad, player) => buttonsOf(pad).forEach((button) => press(player, button)));
    }
    if (pressed === this.pressed) return;
    this.pressed = pressed;
    this.app.act((machine) => machine.press_buttons(pressed));
  }
}

/** @param {Gamepad} pad with the standard layout: the stick or D-pad turns; of the buttons at the right, 0 is thrust, 1 hyperspace and 2 fire */
function buttonsOf(pad) {
  const held = (/** @type {number[]} */ ...numbers) => numbers.some((number) => pad.buttons[number]?.pressed);
  const [x = 0] = pad.axes;
  return [
    [x < -STICK || held(14), BUTTONS.left], [x > STICK || held(15), BUTTONS.right],
    [held(0, 7, 12), BUTTONS.thrust], [held(1), BUTTONS.hyperspace], [held(2, 5), BUTTONS.fire],
  ].filter(([on]) => on).map(([, button]) => Number(button));
}
