// @ts-check
"use strict";

/** A longer link is not one any more. */
const LONGEST_LINK = 30000;
/** So often, in milliseconds, the inputs are kept if there are new ones, and the whole machine. */
const KEEP_INPUTS = 1000;
const KEEP_MACHINE = 20000;

/**
 * What this browser remembers.
 * @param {string} name
 * @returns {string | null}
 */
function recall(name) {
  try {
    return localStorage.getItem(`pdp6-${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 * @returns {boolean} whether there was room
 */
function remember(name, value) {
  try {
    localStorage.setItem(`pdp6-${name}`, value);
    return true;
  } catch {
    return false;
  }
}

/** The whole machine in the browser's database: a shelf of one place. */
class Shelf {
  /** @returns {Promise<IDBObjectStore>} @param {IDBTransactionMode} mode */
  open(mode) {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open("pdp6", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("machine");
      request.onsuccess = () => resolve(request.result.transaction("machine", mode).objectStore("machine"));
      request.onerror = () => reject(request.error);
    });
  }

  /** @param {Uint8Array} bytes */
  async put(bytes) {
    (await this.open("readwrite")).put(bytes, "last");
  }

  /** @returns {Promise<Uint8Array | undefined>} */
  async get() {
    const request = (await this.open("readonly")).get("last");
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }
}

/**
 * Keeps the game: its inputs at once, they are short; the machine from time to time, so that a reload need not play it all again.
 */
class Keeper {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
    this.shelf = new Shelf();
    this.inputs = 0;
    this.machine = performance.now();
    this.executed = 0;
    addEventListener("pagehide", () => this.keep());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.keep();
    });
  }

  /** Looks whether it is time. @param {number} now */
  look(now) {
    if (this.house.dirty && now - this.inputs > KEEP_INPUTS) {
      this.inputs = now;
      this.house.dirty = false;
      this.keep();
    }
    const executed = this.house.room.instructions();
    const far = Math.abs(executed - this.executed) > 2e7;
    if (now - this.machine > KEEP_MACHINE && far) {
      this.machine = now;
      this.keepMachine();
    }
  }

  /** Keeps the inputs; if they are too many for that place, the machine alone, from which it goes on as well. */
  keep() {
    if (remember("game", this.house.room.game_text())) return;
    localStorage.removeItem("pdp6-game");
    this.keepMachine();
  }

  /** The machine that is kept alone, if there is one. @returns {Promise<wasm_bindgen.Room | undefined>} */
  async machineAlone() {
    const kept = await this.shelf.get().catch(() => undefined);
    return kept && wasm_bindgen.Room.resume(kept);
  }

  keepMachine() {
    this.executed = this.house.room.instructions();
    return this.shelf.put(this.house.room.keep()).catch(() => undefined);
  }

  /** A link to this game, or nothing if it would be too long. */
  link() {
    const text = this.house.room.game_text();
    return text.length > LONGEST_LINK ? null : `${location.href.split("#")[0]}#game=${text}`;
  }

  /**
   * Goes on with a game.
   * @param {string} text
   * @returns {Promise<string>} what was wrong
   */
  async restore(text) {
    const { room } = this.house;
    try {
      const kept = await this.shelf.get().catch(() => undefined);
      try {
        if (!kept) throw new Error("nothing is on the shelf");
        room.open_kept(kept, text);
      } catch {
        room.open_game(text);
      }
      await this.catchUp();
      return "";
    } catch (error) {
      return String(error);
    }
  }

  /** Runs to the end of a game that was opened, the page alive meanwhile. */
  async catchUp() {
    const { room } = this.house;
    const begun = performance.now();
    for (;;) {
      const until = performance.now() + 30;
      let part = 0;
      do part = room.catch_up(2e8);
      while (part < 1 && performance.now() < until);
      if (part >= 1) break;
      $("progress").hidden = performance.now() - begun < 200;
      $("part").value = part;
      await new Promise((resolve) => setTimeout(resolve));
    }
    $("progress").hidden = true;
    this.house.changed();
  }
}
