// @ts-check
"use strict";

/** What the parts of the page share: the room, and whether its time passes. */
class House {
  constructor() {
    /** @type {wasm_bindgen.Room} */
    this.room = /** @type {any} */ (null);
    /** The machine has not been stopped. */
    this.going = true;
    /** A person has paused it. */
    this.paused = false;
    /** How many times as fast as ours its time passes; 0: as fast as it goes. */
    this.pace = 0;
    /** @type {Array<() => void>} */
    this.listeners = [];
    /** Something was done that is not kept yet. */
    this.dirty = false;
  }

  /**
   * Does something to the machine, which then goes on. What cannot be done is told.
   * @template T
   * @param {(room: wasm_bindgen.Room) => T} what
   * @returns {T | undefined}
   */
  act(what) {
    try {
      const done = what(this.room);
      this.going = true;
      this.dirty = true;
      return done;
    } catch (error) {
      tell(String(error));
      return undefined;
    }
  }

  /** Another room stands here. */
  changed() {
    this.going = true;
    this.dirty = true;
    for (const listener of this.listeners) listener();
  }
}

/**
 * An element of the page.
 * @param {string} id
 * @returns {any}
 */
function $(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * A new element.
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * A button that does something.
 * @param {string} text
 * @param {() => void} click
 * @param {Record<string, string>} [attributes]
 */
function button(text, click, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", click);
  return made;
}

/** What will be said in a moment, unless something else is said before. */
let telling = 0;

/**
 * Says something in the line under the title, at once or after some milliseconds.
 * @param {string} text
 * @param {number} [after]
 */
function tell(text, after) {
  clearTimeout(telling);
  if (after === undefined) {
    const state = $("state");
    if (state.textContent !== text) state.textContent = text;
  } else {
    telling = setTimeout(() => tell(text), after);
  }
}

/**
 * Gives a person a file.
 * @param {string} name
 * @param {Uint8Array | string} contents
 */
function download(name, contents) {
  const url = URL.createObjectURL(new Blob([/** @type {any} */ (contents)], { type: "application/octet-stream" }));
  const anchor = make("a", { href: url, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/**
 * Asks a person for a file.
 * @param {(name: string, bytes: Uint8Array) => void} take
 */
function choose(take) {
  const input = $("file");
  input.value = "";
  input.onchange = async () => {
    const file = input.files[0];
    if (file) take(file.name, new Uint8Array(await file.arrayBuffer()));
  };
  input.click();
}

/**
 * Files can be dropped on an element.
 * @param {HTMLElement} element
 * @param {(name: string, bytes: Uint8Array) => void} take
 */
function drop(element, take) {
  const over = (/** @type {boolean} */ on) => element.classList.toggle("over", on);
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    event.stopPropagation();
    over(true);
  });
  element.addEventListener("dragleave", () => over(false));
  element.addEventListener("drop", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    over(false);
    const file = event.dataTransfer?.files[0];
    if (file) take(file.name, new Uint8Array(await file.arrayBuffer()));
  });
}
