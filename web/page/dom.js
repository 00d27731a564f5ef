// @ts-check
"use strict";

/**
 * Returns an element of the page.
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
 * Lets the player choose a file, and reads it.
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
 * Lets the player choose several files, or a folder with its contents.
 * @param {boolean} folder
 * @param {(files: File[]) => void} take
 */
function chooseFiles(folder, take) {
  const input = make("input", { type: "file", multiple: "" });
  input.webkitdirectory = folder;
  input.addEventListener("change", () => take([...input.files]));
  input.click();
}

/**
 * Returns the dropped files, including those in dropped folders.
 * @param {DataTransfer} dropped
 * @returns {Promise<File[]>}
 */
async function droppedFiles(dropped) {
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry?.());
  if (!entries.some((entry) => entry?.isDirectory)) return [...dropped.files];
  const files = /** @type {File[]} */ ([]);
  const walk = async (/** @type {any} */ entry) => {
    if (entry?.isFile) files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    if (!entry?.isDirectory) return;
    const reader = entry.createReader();
    for (;;) {
      // Each call returns only part of the folder.
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const one of some) await walk(one);
    }
  };
  for (const entry of entries) await walk(entry);
  return files;
}

/**
 * Makes an element accept dropped files.
 * @param {HTMLElement} element
 * @param {(name: string, bytes: Uint8Array) => void} take
 * @param {(files: File[]) => void} [takeAll] what to do with several files, a folder or an archive
 */
function acceptDrops(element, take, takeAll) {
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
    if (!event.dataTransfer) return;
    const files = await droppedFiles(event.dataTransfer);
    if (takeAll && (files.length > 1 || /\.zip$/i.test(files[0]?.name ?? ""))) takeAll(files);
    else if (files[0]) take(files[0].name, new Uint8Array(await files[0].arrayBuffer()));
  });
}
