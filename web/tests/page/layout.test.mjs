// Where things are on screens of several sizes, and what axe-core says about each tab in light and dark colours.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as b from "./browser.mjs";

const AXE = readFileSync(fileURLToPath(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");

b.startForTests();

/** Opens a page with a viewport. Also returns the function that ends the test and checks that the console has no errors. */
async function openPage(width, height, query = "", options = {}) {
  const context = await b.browser.newContext({ viewport: { width, height }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(b.PATIENCE);
  const page = await context.newPage();
  const wrong = b.problemsOf(page);
  await b.open(page, b.server.address + query, "play");
  await b.waitForPrompt(page);
  return { page, done: async () => {
    assert.deepEqual(wrong, [], "the browser's console has no errors");
    await context.close();
  } };
}

/** Asserts that the whole element is on the screen. */
async function isOnScreen(page, selector) {
  const { width, height } = page.viewportSize();
  const box = await page.evaluate((selector) => document.querySelector(selector).getBoundingClientRect().toJSON(), selector);
  assert.ok(box.width > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= height && box.right <= width, `${selector} ${JSON.stringify(box)}`);
}

test("the page for other sites fits into the frame of the guide, with game and tour", async () => {
  const { page, done } = await openPage(760, 560, "embed.html?game=machack-landey&move=41");
  for (const selector of ["#board", "#turn", "#next", "#viewer-title"]) await isOnScreen(page, selector);
  for (const selector of ["#tabs", "#score-text", "#paper-games", "#teletype"]) assert.equal(await page.locator(selector).isVisible(), false, selector);
  // No key leads to a tab from which no tab leads back.
  await page.keyboard.press("Alt+2");
  await isOnScreen(page, "#board");
  await b.open(page, `${b.server.address}embed.html?tour=1`, "play");
  for (const selector of ["#board", "#tour-text", "#tour-do", "#tour-next"]) await isOnScreen(page, selector);
  for (let step = 0; step < 4; step++) await page.click("#tour-next");
  assert.equal(await page.locator("#tour-do").isVisible(), false);
  await done();
});

test("the tour is beside the board on a projector, and under it on a phone", async () => {
  for (const [width, height] of [[1024, 700], [390, 844]]) {
    const { page, done } = await openPage(width, height);
    await page.click("#tour-start");
    await page.click("#tour-do");
    await page.waitForFunction(() => globalThis.page.play.board.chessboard.getArrows().length === 6);
    for (const selector of ["#board", "#tour-title", "#tour-next"]) await isOnScreen(page, selector);
    await page.click("#tour-next");
    assert.equal(await page.evaluate(() => document.activeElement.id), "tour-title");
    await done();
  }
});

test("the board and the tabs fit on a phone, upright and on its side", async () => {
  const { page, done } = await openPage(844, 390, "", { hasTouch: true, isMobile: true });
  await isOnScreen(page, "#board");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const selector of ["#tab-play", "#tab-help", "#board"]) await isOnScreen(page, selector);
  await done();
});

test("a switch shows the tube in place of the board", async () => {
  const { page, done } = await openPage(1300, 900);
  const visible = () => page.evaluate(() => ["#board svg", "#board-side #tube", "#display #tube"].filter((one) => document.querySelector(one)?.clientWidth > 100));
  await page.click("#show-tube");
  await b.eventually(visible, ["#board-side #tube"]);
  const pictures = () => page.evaluate(() => globalThis.page.tube.pictures);
  const before = await pictures();
  await page.waitForFunction((before) => globalThis.page.tube.pictures > before, before);
  // The picture is not black.
  const lit = () => page.evaluate(() => document.querySelector("#tube").getContext("2d").getImageData(0, 0, 768, 768).data.some((value, at) => at % 4 === 1 && value > 100));
  await b.eventually(lit, true);
  // A recorded game is shown on the board.
  await page.selectOption("#paper-games", "machack-landey");
  await b.eventually(visible, ["#board svg"]);
  await page.click("#leave");
  await b.eventually(visible, ["#board-side #tube"]);
  await page.click("#tab-machine");
  await b.eventually(visible, ["#display #tube"]);
  await page.click("#tab-play");
  await b.eventually(visible, ["#board-side #tube"]);
  await page.click("#show-tube");
  await b.eventually(visible, ["#board svg"]);
  await done();
});

test("axe-core finds nothing in any tab, in light and dark colours, with the panels open", async () => {
  const { page, done } = await openPage(1300, 900);
  await b.type(page, "BOOK 0");
  await b.type(page, "SETD 2");
  await b.type(page, "PB");
  await b.type(page, "P-K4");
  for (const selector of ["#moves-it-sees", "#why", "#tour-start", "#texts summary"]) await page.click(selector);
  await page.waitForFunction(() => document.querySelector("#reasons-short").textContent !== "" && document.querySelector("#weights li"));
  await page.evaluate(AXE);
  const found = [];
  const check = async (label) => {
    const violations = await page.evaluate(async () => (await globalThis.axe.run(document)).violations
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).slice(0, 3).join(" ")}`));
    found.push(...violations.map((violation) => `${label}: ${violation}`));
  };
  for (const look of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: look });
    for (const tab of ["play", "machine", "debugger", "midas", "help"]) {
      await page.click(`#tab-${tab}`);
      await b.drawn(page);
      await check(`${look} ${tab}`);
    }
    await page.click("#tab-play");
    await page.selectOption("#paper-games", "machack-landey");
    await page.click("#final");
    await check(`${look} recorded game`);
    await page.click("#leave");
  }
  assert.deepEqual(found, []);
  await done();
});
