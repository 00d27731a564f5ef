// @ts-check
"use strict";

/** Maximum time for opening the browser's database, in milliseconds. */
const DATABASE_TIMEOUT = 3000;

/**
 * Reads a text from localStorage.
 * @param {string} name
 * @returns {string | null}
 */
function readStored(name) {
  try {
    return localStorage.getItem(`pdp6-${name}`);
  } catch {
    return null;
  }
}

/**
 * Writes a text to localStorage.
 * @param {string} name
 * @param {string} value
 * @returns {boolean} whether it is stored; localStorage can be full or forbidden
 */
function writeStored(name, value) {
  try {
    localStorage.setItem(`pdp6-${name}`, value);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name */
function removeStored(name) {
  try {
    localStorage.removeItem(`pdp6-${name}`);
  } catch {
    // If localStorage is forbidden, there is nothing to remove.
  }
}

/** An entry of the database: a saved machine, or the text of a game. @typedef {Uint8Array | string} Saved */

/** IndexedDB, which holds more than localStorage but is slower. */
class Database {
  /** @param {IDBTransactionMode} mode @returns {Promise<IDBTransaction>} */
  transaction(mode) {
    return new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("the browser's database does not answer")), DATABASE_TIMEOUT);
      const request = indexedDB.open("pdp6", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("machine");
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error("the browser's database is in use"));
      request.onsuccess = () => {
        try {
          const transaction = request.result.transaction("machine", mode);
          for (const end of ["complete", "abort"]) transaction.addEventListener(end, () => request.result.close());
          resolve(transaction);
        } catch (error) {
          reject(error);
        }
      };
    });
  }

  /**
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => IDBRequest} ask
   * @returns {Promise<any>} the result, after the transaction is complete
   */
  async run(mode, ask) {
    const transaction = await this.transaction(mode);
    const request = ask(transaction.objectStore("machine"));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  /** @param {string} key @param {Saved} value @returns {Promise<boolean>} whether it is stored */
  put(key, value) {
    return this.run("readwrite", (store) => store.put(value, key)).then(() => true, () => false);
  }

  /** @param {string} key @returns {Promise<Saved | undefined>} */
  get(key) {
    return this.run("readonly", (store) => store.get(key)).catch(() => undefined);
  }

  /** @param {string} key */
  remove(key) {
    return this.run("readwrite", (store) => store.delete(key)).catch(() => undefined);
  }
}

/**
 * The lock that lets one tab save at a time. Without the Web Locks API every tab counts as its holder, and only the comparison before each write keeps
 * one tab from overwriting the game of another.
 */
class SaveLock {
  /**
   * @param {() => void} onHeld
   * @param {() => void} onLost
   */
  constructor(onHeld, onLost) {
    this.onHeld = onHeld;
    this.onLost = onLost;
    this.held = false;
    /** @type {AbortController | null} */
    this.waiting = null;
  }

  /** Requests the lock, which is granted when no other tab has it. */
  request() {
    if (this.held || this.waiting) return;
    this.waiting = new AbortController();
    this.ask({ signal: this.waiting.signal });
  }

  /** Takes the lock from the tab that has it. */
  steal() {
    this.waiting?.abort();
    this.waiting = null;
    this.ask({ steal: true });
  }

  /** @param {LockOptions} options */
  ask(options) {
    if (!navigator.locks) {
      this.hold();
      return;
    }
    navigator.locks.request("pdp6-save", options, () => this.hold()).catch((error) => {
      // An `AbortError` means that another tab stole the lock, or that `steal` aborted this request.
      if (error.name !== "AbortError") this.hold();
      else if (this.held) {
        this.held = false;
        this.waiting = null;
        this.onLost();
      }
    });
  }

  /** @returns {Promise<void>} a promise that never settles, so that the lock is held until the tab is closed */
  hold() {
    this.held = true;
    this.onHeld();
    return new Promise(() => {});
  }
}
