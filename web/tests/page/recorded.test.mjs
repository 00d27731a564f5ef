// Recorded games on the board: what belongs to them and what belongs to the machine's game, files with several games, and the reasons.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as b from "./browser.mjs";

b.startForTests();

/** Opens a page that may use the clipboard. Also returns the function that ends the test and checks that the console has no errors. */
async function openPage(query = "") {
  const context = await b.browser.newContext({ viewport: { width: 1300, height: 900 }, reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"] });
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

const text = async (page, selector) => (await page.locator(selector).innerText()).trim();
const shown = (page) => page.evaluate(() => globalThis.page.play.board.chessboard.getPosition());
const isVisible = (page, selector) => page.locator(selector).isVisible();

/** Presses a button that copies, and returns the clipboard's text. */
async function copied(page, selector) {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.click(selector);
  await b.eventually(() => page.evaluate(() => navigator.clipboard.readText()), /./);
  return page.evaluate(() => navigator.clipboard.readText());
}

test("while a recorded game is shown, no button acts on the machine's game, and copies are of the game shown", async () => {
  const { page, done } = await openPage();
  await page.click("#moves-it-sees");
  await page.selectOption("#paper-games", "machack-landey");
  await page.click("#final");
  for (const selector of ["#who", "#take-back", "#hint", "#moves-it-sees", "#why", "#draw", "#both-sides", "#plausible"]) {
    assert.equal(await isVisible(page, selector), false, selector);
  }
  assert.equal(await isVisible(page, "#turn-board"), true);
  await page.click("#texts summary");
  const board = await shown(page);
  assert.ok((await copied(page, "#copy-fen")).startsWith(`${board} b`));
  assert.match(await copied(page, "#copy-pgn"), /\[Source "The paper.*21\. .*#/s);
  const link = await copied(page, "#copy-link");
  assert.equal(link, `${b.server.address}?game=machack-landey&move=41`);
  await page.click("#leave");
  await page.waitForFunction(() => document.querySelector("#take-back").checkVisibility());
  assert.match(await copied(page, "#copy-link"), /#game=/);
  await b.open(page, link, "play");
  await b.eventually(() => shown(page), board);
  // A step of the tour leaves the recorded game.
  await page.click("#tour-start");
  await page.click("#tour-do");
  await page.waitForFunction(() => globalThis.page.play.game?.moves.length === 2);
  assert.equal(await isVisible(page, "#viewer"), false);
  await b.eventually(() => shown(page), /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\//);
  await done();
});

test("arrow keys and clicks on the list of moves step through a recorded game", async () => {
  const { page, done } = await openPage("?game=wagner-machack&move=2.5");
  const ply = () => page.evaluate(() => globalThis.page.play.viewer.ply);
  await b.eventually(ply, 2);
  await page.keyboard.press("ArrowRight");
  await b.eventually(ply, 3);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await b.eventually(ply, 1);
  await page.click("#score td[data-ply='6']");
  await b.eventually(() => text(page, "#turn"), /^3\.\.\. /);
  await b.open(page, `${b.server.address}?game=wagner-machack&move=-4`, "play");
  await page.keyboard.press("ArrowRight");
  await b.eventually(ply, 1);
  await done();
});

test("a recorded position is explained, and so is the move that was played instead", async () => {
  const { page, done } = await openPage("?game=machack-landey&move=2");
  await page.click("#its-choice");
  await b.waitForText(page, "#board-message", { has: "The program, searching four plies, plays " });
  const [, choice] = (await text(page, "#board-message")).match(/plays (\S+) /);
  await page.click("#why-here");
  await b.waitForText(page, "#reasons-short", { has: choice });
  const other = page.locator("#why-not option").last();
  await page.selectOption("#why-not", await other.getAttribute("value"));
  await b.waitForText(page, "#reasons-not", { has: (await other.textContent()).split(" ")[0] });
  // Another position has other reasons.
  await page.click("#next");
  assert.equal(await isVisible(page, "#reasons"), false);
  // The first move of the game that is not the program's choice is compared with it.
  const played = await page.evaluate(() => {
    const { viewer } = globalThis.page.play;
    for (viewer.ply = 3; viewer.ply < 20; viewer.ply++) {
      const choice = JSON.parse(wasm_bindgen.choice_in(viewer.text, 0, viewer.ply));
      const move = viewer.score.moves[viewer.ply];
      if (choice.from + choice.to !== move.from + move.to) break;
    }
    viewer.show();
    return viewer.score.moves[viewer.ply];
  });
  await page.click("#why-here");
  await b.waitForText(page, "#reasons-not", { has: played.descriptive });
  assert.equal(await page.inputValue("#why-not"), played.from + played.to);
  await done();
});

test("a game that cannot be read does not hide the others of its file", async () => {
  const { page, done } = await openPage();
  const games = ["1. e4 { no end", "1. Ke2", "1. d4 d5 2. c4"].map((moves, index) => `[White "${"ABC"[index]}"]\n\n${moves} *\n`).join("\n");
  await b.drop(page, "body", "games.pgn", Buffer.from(games));
  await b.waitForText(page, "#notices", { has: "Game 1 of 3 cannot be read; choose another one." });
  assert.deepEqual(await page.locator("#score-games option").allTextContents(), ["1. (cannot be read)", "2. B - ?, *", "3. C - ?, *"]);
  await page.selectOption("#score-games", "2");
  await b.waitForText(page, "#viewer-title", { has: "C - ?" });
  await page.click("#final");
  const position = await shown(page);
  // The moves of a game are checked when it is chosen. Until another one can be shown, the last one stays.
  await page.selectOption("#score-games", "1");
  await b.waitForText(page, "#notices", { has: "Game 2 of 3 cannot be read" });
  assert.equal(await shown(page), position);
  assert.equal(await page.inputValue("#score-games"), "2");
  await page.click("#texts summary");
  assert.match(await copied(page, "#copy-pgn"), /\[White "C"\][^]*\n1\. d4 d5 2\. c4 \*\n$/);
  // A longer file is read in part, and the page says so.
  await page.evaluate(() => {
    const games = `1. e4 { ${"word ".repeat(100000)} } *\n`.repeat(10);
    globalThis.page.openFile("long.pgn", new TextEncoder().encode(games));
  });
  await b.waitForText(page, "#notices", { has: "Only the first 4 MB of the file were read." });
  // A game in the menu has a link, one from a file has none.
  await page.click("#copy-link");
  await b.waitForText(page, "#notices", { has: "has no link" });
  await done();
});

test("a text file with moves or a position opens on the board", async () => {
  const { page, done } = await openPage();
  await b.drop(page, "body", "moves.txt", Buffer.from("1. e4 e5 2. Nf3 *\n"));
  await b.waitForText(page, "#viewer-title", { has: "? - ?" });
  await b.drop(page, "body", "position.txt", Buffer.from("7k/P7/8/8/8/8/8/K7 w - - 0 30"));
  await page.waitForFunction(() => globalThis.page.play.game?.fen.startsWith("7k/P7/"));
  await b.eventually(() => shown(page), "7k/P7/8/8/8/8/8/K7");
  await done();
});
