// @ts-check
"use strict";

/** State shared by the parts of the page: the machine, and whether its time passes. */
class App {
  constructor() {
    /** @type {wasm_bindgen.Room} */
    this.machine = /** @type {any} */ (null);
    /** A game is being loaded: the machine takes no input, and nothing is saved. */
    this.loading = true;
    /** The machine has not stopped. */
    this.running = true;
    /** The player has paused it. */
    this.paused = false;
    /** Machine seconds per second; 0: as fast as possible. */
    this.pace = 0;
    /** Something was done that is not saved yet. */
    this.dirty = false;
    /** Called when another machine has taken the place of this one. @type {Array<() => void>} */
    this.onReplaced = [];
    /** Called when the player does something to the machine. @type {() => void} */
    this.onTouched = () => {};
  }

  /**
   * Does something to the machine for the player; the machine then continues. Reports errors.
   * @template T
   * @param {(machine: wasm_bindgen.Room) => T} action
   * @returns {T | undefined}
   */
  act(action) {
    if (this.loading) {
      notify("The game is still being loaded.");
      return undefined;
    }
    clearNotices();
    try {
      const result = action(this.machine);
      this.running = true;
      this.touch();
      return result;
    } catch (error) {
      notify(sentence(error));
      return undefined;
    }
  }

  /** Sets how fast the machine's time passes, until the player chooses another pace. @param {string} pace */
  setPace(pace) {
    $("pace").value = pace;
    this.pace = Number(pace);
  }

  /** Records that the player has done something worth saving. */
  touch() {
    this.dirty = true;
    this.onTouched();
  }

  /** Notifies all parts of the page that `machine` is a different machine now. */
  replaced() {
    this.running = true;
    for (const listener of this.onReplaced) listener();
  }
}
