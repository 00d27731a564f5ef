// A headless browser, a file server, and helpers for tests of the page.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const root = fileURLToPath(new URL("../../../", import.meta.url));

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Longest wait in milliseconds. It is long, so that a test does not fail because the computer is busy. */
export const PATIENCE = Number(process.env.PATIENCE ?? 180000);

/** Serves the files of the page, and nothing else. */
export async function serve(folder = dist, headers = {}) {
  const server = createServer((request, response) => {
    const path = decodeURI(new URL(request.url, "http://page").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", ...headers });
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

export function launch() {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find(existsSync);
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/** The server and the browser for the tests of a file, set by `startForTests`. */
export let server, browser;

/** Starts the server and the browser before the tests of a file, and stops them afterwards. */
export function startForTests() {
  before(async () => {
    server = await serve();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
}

/** Returns an array to which every later error and warning of the page is added. */
export function problemsOf(page) {
  const wrong = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("requestfailed", (request) => {
    const error = request.failure()?.errorText;
    // Leaving a page cancels its requests.
    if (error !== "net::ERR_ABORTED") wrong.push(`${request.url()} ${error}`);
  });
  return wrong;
}

/** Loads the page, waits until it is ready, and selects a tab. */
export async function open(page, address, tab = "machine") {
  await page.goto(address);
  await ready(page, tab);
}

/** Waits until the page is ready, and selects a tab. */
export async function ready(page, tab = "machine") {
  await page.waitForSelector("body[data-ready]");
  // Selecting a tab removes messages, so those shown during loading are put back for the test.
  await page.evaluate((tab) => {
    const notices = document.querySelector("#notices");
    const kept = [...notices.children];
    globalThis.page.showTab(tab);
    notices.replaceChildren(...kept);
  }, tab);
}

/** Reloads the page, and waits until the machine has finished what it was reading or printing. */
export async function reload(page) {
  await page.reload();
  await ready(page);
  await waitForPrompt(page);
}

/** Waits until the machine waits for the player. Until then runs it faster than the page's frames do. */
export async function waitForPrompt(page) {
  await page.waitForFunction(() => {
    const { machine } = page.app;
    const end = performance.now() + 100;
    for (let before = -1; !machine.is_waiting() && machine.time() !== before && performance.now() < end;) {
      before = machine.time();
      page.advance(10);
    }
    return machine.is_waiting();
  });
}

/** Waits until an element's text equals or contains the wanted text. */
export async function waitForText(page, selector, wanted) {
  await page.waitForFunction(
    ({ selector, wanted }) => {
      const text = document.querySelector(selector).textContent;
      return wanted.is === undefined ? text.includes(wanted.has) : text === wanted.is;
    },
    { selector, wanted },
  );
}

/** Types a line at the teletype, key by key, and waits for the prompt. */
export async function type(page, line) {
  await page.focus("#keys");
  await page.keyboard.type(line);
  await page.keyboard.press("Enter");
  await waitForPrompt(page);
}

/** Returns the text on the paper after the next frame is drawn. */
export async function paper(page) {
  await drawn(page);
  return page.evaluate(() => [...document.querySelectorAll("#paper div")].map((line) => line.textContent).join("\n"));
}

/** Waits until the page has drawn a frame. The page's animation callback runs before this one, because it was requested first. */
export function drawn(page) {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve())));
}

/** Waits until a query returns the expected value, or a text that matches the expected pattern. */
export async function eventually(query, expected) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const actual = await query();
    try {
      return expected instanceof RegExp ? assert.match(actual, expected) : assert.deepEqual(actual, expected);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await sleep(20);
  }
}

/** Returns the time, the instruction count and the checksum of the machine's state. */
export async function end(page) {
  return JSON.parse(await page.evaluate(() => page.app.machine.end()));
}

/** Replays a game in the native build; returns its end and its paper. If `picture` is given, writes the tube to this PNG file. */
export function native(game, picture) {
  const binary = process.env.REPLAY ?? join(root, "target/debug/examples/replay");
  const told = execFileSync(binary, picture ? [game, picture] : [game], { encoding: "utf8", maxBuffer: 1 << 26 });
  const [first, ...rest] = told.split("\n");
  return { end: JSON.parse(first), paper: rest.join("\n").trimEnd() };
}

/** Drops a tape on a unit, and waits until it is mounted. */
export async function mount(page, unit, name, bytes) {
  const row = `[aria-label^='${unit}']`;
  await drop(page, row, name, bytes);
  await waitForText(page, `${row} span`, { is: name });
}

/** Drops a file on an element. The page reads it later. */
export async function drop(page, selector, name, bytes) {
  await page.evaluate(({ selector, name, bytes }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], name));
    for (const kind of ["dragover", "drop"]) {
      document.querySelector(selector).dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  }, { selector, name, bytes: [...bytes] });
}

/** Returns the name and the bytes of the file that a click downloads. */
export async function downloaded(page, click) {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
