// Tests that a game which replaces another does not lose it: from the board, the address, the tour, another program, or in another site.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as b from "./browser.mjs";
import { openPage, playedGame, profile, stored, storedMeanwhile } from "./saved-games.mjs";

b.startForTests();

test("another game at the board or from the address sets the player's own aside", async () => {
  const context = await profile();
  await (await playedGame(context, ["P-Q4"])).close();
  let own = await storedMeanwhile(context, "game");
  const page = await openPage(context, "?side=black");
  const show = () => page.evaluate(() => page.showTab("play"));
  const typed = (pattern) => b.eventually(() => page.evaluate(() => page.app.machine.paper_text()), pattern);

  // A position and a side from the address are like a link: nothing is saved, and a reload opens them again.
  for (const [query, pattern] of [["?fen=7k/P7/8/8/8/8/8/K7%20w", /SIDE W\n21 W $/], ["?side=black", /1 W PW\n {2}1\. P-K4 BOOK\n1 B $/]]) {
    for (let visit = 0; visit < 2; visit++) {
      await b.open(page, b.server.address + query, "play");
      await typed(pattern);
      await page.evaluate(() => dispatchEvent(new Event("pagehide")));
      assert.deepEqual([await stored(page, "game"), await stored(page, "before")], [own, null]);
      await b.eventually(() => page.locator("#before").evaluate((before) => before.hidden), false);
    }
  }
  await b.open(page, b.server.address);
  assert.match(await b.paper(page), /1\. P-Q4/);

  // The tour changes nothing that is saved either.
  await show();
  await page.click("#tour-start");
  await page.click("#tour-do");
  // The player's own game is saved before that.
  own = await stored(page, "game");
  await typed(/P-K4\n {2}1\. \.\.\. P-K4/);
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.deepEqual([await stored(page, "game"), await stored(page, "before")], [own, null]);
  // The player plays in the game of the tour, and in the next one. Neither takes the place of the earlier game.
  for (let step = 0; step < 2; step++) {
    await b.type(page, "N-KB3");
    await page.waitForFunction(() => page.saver.continues && !page.app.dirty);
    assert.equal(await stored(page, "before"), own);
    for (let next = 0; next < 2; next++) await page.click("#tour-next");
    await page.click("#tour-do");
    await b.waitForPrompt(page);
  }
  await page.evaluate(() => page.showTab("machine"));
  await page.click("#before");
  await b.waitForText(page, "#notices", { has: "earlier game" });
  assert.match(await b.paper(page), /1\. P-Q4\n1 B $/);

  // Of two new games, the second does not set the first aside, which has no moves of the player.
  for (const side of ["#play-white", "#play-black"]) {
    await show();
    await page.click(side);
    await b.waitForPrompt(page);
    await page.waitForFunction(() => page.saver.continues && !page.app.dirty);
  }
  await page.evaluate(() => page.showTab("machine"));
  await page.click("#before");
  await b.waitForText(page, "#notices", { has: "earlier game" });
  assert.match(await b.paper(page), /1\. P-Q4\n1 B $/);
  await show();
  await page.waitForFunction(() => page.play.game?.moves[0]?.descriptive === "P-Q4" && page.play.board.chessboard.getOrientation() === "w");
  assert.deepEqual(page.problems, []);
  await context.close();
});

test("programs do not take the place of the earlier game", async () => {
  const context = await profile();
  const page = await playedGame(context, ["P-Q4"]);
  let own = null;
  for (let run = 0; run < 2; run++) {
    await page.evaluate(() => page.showTab("midas"));
    await page.selectOption("#samples", "hello.mid");
    await page.click("#start");
    await b.waitForText(page, "#state", { has: "halted" });
    await page.waitForFunction(() => page.saver.continues && !page.app.dirty);
    own ??= await stored(page, "before");
    assert.equal(await stored(page, "before"), own);
    await b.eventually(() => page.isVisible("#before"), true);
  }
  await page.click("#tune");
  await page.waitForFunction(() => page.loudspeaker.context !== null);
  await page.evaluate(() => page.saver.save());
  await page.click("#new");
  await b.waitForPrompt(page);
  await page.waitForFunction(() => page.saver.continues && !page.app.dirty);
  assert.equal(await stored(page, "before"), own);
  await page.click("#before");
  await b.waitForText(page, "#notices", { has: "earlier game" });
  assert.match(await b.paper(page), /1\. P-Q4\n1 B $/);
  assert.deepEqual(page.problems, []);
  await context.close();
});

test("a page in another site neither shows nor changes the saved game", async () => {
  const context = await profile();
  await (await playedGame(context, ["P-Q4"])).close();
  const own = await storedMeanwhile(context, "game");
  const page = await openPage(context, "embed.html");
  await b.ready(page, "play");
  await b.waitForPrompt(page);
  assert.equal(await b.paper(page), "MAC HACK SIX\n1 W FANCY 2\n1 W ");
  await page.click("#play-black");
  await page.waitForFunction(() => page.play.game?.moves.length === 1);
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await page.waitForTimeout(1500);
  assert.deepEqual([await stored(page, "game"), await stored(page, "before")], [own, null]);
  assert.deepEqual(page.problems, []);
  await context.close();
});
