// @ts-check
"use strict";

/** What is on the page: a game of the player, a game of the tour, or another program. @typedef {"game" | "tour" | "program"} RunKind */

/** State shared by all parts of the page: the machine, and whether it runs. */
class App {
  constructor() {
    /** @type {wasm_bindgen.Room} */
    this.machine = /** @type {any} */ (null);
    /** Whether a game is being loaded. The machine then takes no input, and nothing is saved. */
    this.loading = true;
    /** Whether the machine runs: `false` after it stopped by itself or was stopped in the debugger. */
    this.running = true;
    /** Whether the player has paused the machine. */
    this.paused = false;
    /** Machine time per real time; 0 is as fast as possible. */
    this.pace = 0;
    /** Whether there are changes that are not saved. */
    this.dirty = false;
    /** Whether the player has done something since the machine was replaced by a new game. */
    this.touched = true;
    /** Called after `machine` has been replaced. @type {Array<() => void>} */
    this.onReplaced = [];
    /** Called when the player acts on the machine. @type {() => void} */
    this.onTouched = () => {};
  }

  /**
   * Performs an action of the player on the machine, which then continues. Reports errors.
   * @template T
   * @param {(machine: wasm_bindgen.Room) => T} action
   * @param {boolean} [isWorthSaving]
   * @returns {T | undefined}
   */
  act(action, isWorthSaving = true) {
    if (this.loading) {
      notify("The game is still being loaded.");
      return undefined;
    }
    clearNotices();
    try {
      const result = action(this.machine);
      this.running = true;
      if (isWorthSaving) this.touch();
      return result;
    } catch (error) {
      notify(sentence(error));
      return undefined;
    }
  }

  /** Sets the pace until the player selects another. @param {string} pace */
  setPace(pace) {
    $("pace").value = pace;
    this.pace = Number(pace);
  }

  /** Records that the player has done something worth saving. */
  touch() {
    this.dirty = true;
    this.touched = true;
    this.onTouched();
  }

  /** Notifies all parts of the page that `machine` was replaced. */
  replaced() {
    this.running = true;
    for (const listener of this.onReplaced) listener();
  }
}
