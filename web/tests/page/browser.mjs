// A headless browser, a file server, and the queries that the tests make of a page.
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

/** Milliseconds that a test waits. A busy computer takes its time; a test fails by what it sees, not by how long that takes. */
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

/** The server and the browser of a file's tests, after `startForTests`. */
export let server, browser;

/** Starts a server of the page and a browser before the tests of a file, and ends them afterwards. */
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

/** Returns the errors and warnings of a page: an array that grows with each new one. */
export function problemsOf(page) {
  const wrong = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("requestfailed", (request) => {
    const error = request.failure()?.errorText;
    // A page that is left cancels its requests.
    if (error !== "net::ERR_ABORTED") wrong.push(`${request.url()} ${error}`);
  });
  return wrong;
}

/** Loads the page, waits until the machine is there, and turns to a tab. */
export async function open(page, address, tab = "machine") {
  await page.goto(address);
  await ready(page, tab);
}

/** Waits until the machine is there and its paper is shown, and turns to a tab. */
export async function ready(page, tab = "machine") {
  await page.waitForSelector("body[data-ready]");
  // Turning to a tab removes messages; those of loading stay for the test.
  await page.evaluate((tab) => {
    const notices = document.querySelector("#notices");
    const kept = [...notices.children];
    globalThis.page.showTab(tab);
    notices.replaceChildren(...kept);
  }, tab);
}

/** Loads the page again. A machine that was saved while it read or printed first comes to the end of that. */
export async function reload(page) {
  await page.reload();
  await ready(page);
  await waitForPrompt(page);
}

/** Waits until the machine waits for the player. Until then its time passes faster than in the frames of the page. */
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

/** Waits until an element's text is, or has in it, what is wanted. */
export async function waitForText(page, selector, wanted) {
  await page.waitForFunction(
    ({ selector, wanted }) => {
      const text = document.querySelector(selector).textContent;
      return wanted.is === undefined ? text.includes(wanted.has) : text === wanted.is;
    },
    { selector, wanted },
  );
}

/** Types a line at the teletype, key by key, and waits until the program asks for more. */
export async function type(page, line) {
  await page.focus("#keys");
  await page.keyboard.type(line);
  await page.keyboard.press("Enter");
  await waitForPrompt(page);
}

/** The text on the paper, after the page has drawn everything that has happened. */
export async function paper(page) {
  await drawn(page);
  return page.evaluate(() => [...document.querySelectorAll("#paper div")].map((line) => line.textContent).join("\n"));
}

/** Waits until the page has drawn a frame: it requests each frame before the test does. */
export function drawn(page) {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve())));
}

/** Waits until a query gives the expected value, or a text that matches the expected pattern. */
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

/** Time, instructions and checksum of the machine's state. */
export async function end(page) {
  return JSON.parse(await page.evaluate(() => page.app.machine.end()));
}

/** A game run again by the native build: how it ends, its paper; and the tube as a PNG file, if a place for that is given. */
export function native(game, picture) {
  const binary = process.env.REPLAY ?? join(root, "target/debug/examples/replay");
  const told = execFileSync(binary, picture ? [game, picture] : [game], { encoding: "utf8", maxBuffer: 1 << 26 });
  const [first, ...rest] = told.split("\n");
  return { end: JSON.parse(first), paper: rest.join("\n").trimEnd() };
}

/** Drops a tape on a unit, and waits until it is there. */
export async function mount(page, unit, name, bytes) {
  const row = `[aria-label^='${unit}']`;
  await drop(page, row, name, bytes);
  await waitForText(page, `${row} span`, { is: name });
}

/** Drops a file on an element; it is read after that. */
export async function drop(page, selector, name, bytes) {
  await page.evaluate(({ selector, name, bytes }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], name));
    for (const kind of ["dragover", "drop"]) {
      document.querySelector(selector).dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  }, { selector, name, bytes: [...bytes] });
}

/** The bytes of the file that a click gives. */
export async function downloaded(page, click) {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
