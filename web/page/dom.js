// @ts-check
"use strict";

/**
 * An element of the page.
 * @param {string} id
 * @returns {any}
 */
function $(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/**
 * Creates an element.
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
 * Creates a button.
 * @param {string} text
 * @param {() => void} click
 * @param {Record<string, string>} [attributes]
 */
function button(text, click, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", click);
  return made;
}

/**
 * Offers a file for download.
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
 * Lets the player choose a file.
 * @param {(name: string, bytes: Uint8Array) => void} take
 */
function chooseFile(take) {
  const input = $("file");
  input.value = "";
  input.onchange = async () => {
    const file = input.files[0];
    if (file) take(file.name, new Uint8Array(await file.arrayBuffer()));
  };
  input.click();
}

/**
 * Makes an element accept dropped files.
 * @param {HTMLElement} element
 * @param {(name: string, bytes: Uint8Array) => void} take
 */
function acceptDrops(element, take) {
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
