// Tests that no game is lost: by reloads during loading, by links, by two tabs, or by storage that is full, forbidden or damaged.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32, deflateRawSync } from "node:zlib";
import * as b from "./browser.mjs";
import { openPage, playedGame, profile, saved, stored, storedMeanwhile } from "./saved-games.mjs";

b.startForTests();

const gameText = (page) => page.evaluate(() => page.app.machine.game_text());

/** Removes the saved machine, so that a reload replays the whole game. */
async function forgetMachine(page) {
  await page.evaluate(() => page.saver.database.remove("last"));
}

/** Fills the localStorage of the page's origin to the last character. */
function fillStorage() {
  for (let length = 1 << 22; length > 0; length >>= 1) {
    const old = localStorage.getItem("filler") ?? "";
    try {
      localStorage.setItem("filler", old + "x".repeat(length));
    } catch {
      // A shorter text may fit.
    }
  }
}

test("leaving at any moment while the page loads keeps the game", async () => {
  const context = await profile();
  const page = await playedGame(context, ["BOOK 0", "SETD 2", "PB", "P-K4", "N-KB3"]);
  const paper = await b.paper(page);
  await forgetMachine(page);
  for (const moment of [0, 50, 150, 300, 500, 800, 1200, 2000]) {
    await page.reload({ waitUntil: "commit" });
    await page.waitForTimeout(moment);
  }
  // Simulates hiding and leaving the page repeatedly until it is ready.
  await page.addInitScript(() => {
    const leave = setInterval(() => {
      if (document.body?.dataset.ready) return clearInterval(leave);
      dispatchEvent(new Event("pagehide"));
      Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
      document.dispatchEvent(new Event("visibilitychange"));
      delete document.hidden;
      return undefined;
    }, 1);
  });
  await b.reload(page);
  assert.equal((await b.paper(page)).trimEnd(), paper.trimEnd());
  assert.equal(await page.isVisible("#before"), false);
  assert.deepEqual(page.problems, []);
  await context.close();
});

test("a cancelled load keeps the saved game", async () => {
  const context = await profile();
  const page = await playedGame(context, ["BOOK 0", "SETD 2", "PB", "P-K4", "N-KB3"]);
  const paper = await b.paper(page);
  await forgetMachine(page);
  await page.addInitScript(() => addEventListener("DOMContentLoaded", () => {
    const cancel = setInterval(() => {
      if (!document.querySelector("#progress").hidden) {
        document.querySelector("#cancel").click();
        clearInterval(cancel);
      }
    }, 1);
  }));
  await page.reload();
  await b.ready(page);
  await b.waitForText(page, "#notices", { has: "loading was cancelled" });
  assert.match(await b.paper(page), /^MAC HACK SIX/);
  const text = await stored(page, "game");
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.equal(await stored(page, "game"), text);
  await b.type(page, "P-Q4");
  await page.waitForFunction(() => page.saver.continues);
  assert.equal(await stored(page, "before"), text);
  await page.click("#before");
  await b.waitForText(page, "#notices", { has: "earlier game" });
  assert.equal((await b.paper(page)).trimEnd(), paper.trimEnd());
  await context.close();
});

test("a link changes nothing that is saved until the player acts", async () => {
  const guest = await profile();
  const link = `#game=${await gameText(await playedGame(guest, ["N-KB3"]))}`;
  await guest.close();
  const context = await profile();
  const own = await playedGame(context);
  const paper = await b.paper(own);
  await own.close();
  const text = await storedMeanwhile(context, "game");

  let page = await openPage(context, link);
  assert.match(await b.paper(page), /N-KB3/);
  for (let visit = 0; visit < 2; visit++) {
    await b.reload(page);
    assert.match(await b.paper(page), /N-KB3/, "a reload opens the link again");
  }
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.deepEqual([await stored(page, "game"), await stored(page, "before")], [text, null]);
  await b.eventually(() => page.isVisible("#before"), true);
  await page.close();

  // The player's own game appears without the link, and after a click on the button.
  page = await openPage(context);
  assert.equal((await b.paper(page)).trimEnd(), paper.trimEnd());
  await page.close();
  page = await openPage(context, link);
  await page.click("#before");
  await b.waitForText(page, "#notices", { has: "earlier game" });
  assert.match(await b.paper(page), /P-K4/);
  await page.close();

  // A move in the linked game makes it the player's own, and sets the other game aside.
  page = await openPage(context, link);
  await b.type(page, "P-Q4");
  await page.waitForFunction(() => page.saver.continues && !page.app.dirty);
  assert.match(await stored(page, "before"), /^UERQ/);
  assert.equal(new URL(page.url()).hash, "");
  await b.reload(page);
  assert.match(await b.paper(page), /N-KB3\n[^]*P-Q4/);
  await page.click("#before");
  await b.waitForText(page, "#notices", { has: "earlier game" });
  assert.match(await b.paper(page), /P-K4/);
  assert.deepEqual(page.problems, []);
  await context.close();
});

test("a link that is broken or never ends says so until the player acts", async () => {
  const context = await profile();
  const page = await playedGame(context);
  const link = await gameText(page);
  const links = [
    [link.slice(0, link.length / 2), "cut off or damaged"],
    ["", "cut off or damaged"],
    ["%E2%82%AC", "cut off or damaged"],
    [farGame(), "days of the machine's time"],
  ];
  for (const [linked, expected] of links) {
    await page.goto("about:blank");
    await b.open(page, `${b.server.address}#game=${linked}`);
    await b.waitForText(page, "#notices", { has: expected });
    await page.waitForTimeout(1500);
    assert.ok((await page.textContent("#notices")).includes("This is your own game."));
    assert.match(await b.paper(page), /P-K4/);
    assert.equal(await stored(page, "before"), null);
  }
  await b.type(page, "PG");
  // The message disappears when the player acts.
  await b.waitForText(page, "#notices", { is: "" });
  assert.deepEqual(page.problems, []);
  await context.close();
});

/** Returns a game of a machine just switched on, without inputs, that ends after 2^63 nanoseconds, in the format of web/src/game.rs. */
function farGame() {
  const varint = (value) => {
    const bytes = [];
    for (; value > 127n; value >>= 7n) bytes.push(Number(value & 127n) | 128);
    return [...bytes, Number(value)];
  };
  const contents = Buffer.from([0, 0, ...varint(1n << 63n), ...varint((1n << 64n) - 1n), ...varint(1n)]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(contents));
  return Buffer.concat([Buffer.from("PDP6GAME\x01", "latin1"), sum, deflateRawSync(contents)]).toString("base64url");
}

test("of two tabs one saves, and the other says that it does not", async () => {
  const context = await profile();
  const first = await playedGame(context, ["P-K4"]);
  const second = await openPage(context);
  await second.waitForSelector("#not-saving:not([hidden])");
  for (const line of ["N-KB3", "B-K2"]) await b.type(second, line);
  await second.evaluate(() => {
    document.querySelector("#text").value = "TITLE SECOND\n";
    document.querySelector("#text").dispatchEvent(new Event("input"));
  });
  await b.type(first, "P-QR3");
  await saved(first);
  await second.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.deepEqual([await stored(first, "midas"), await stored(first, "before")], [null, null]);

  // The player chooses the second tab. The first tab's game becomes the previous game, and the first tab reports it.
  const firsts = await stored(first, "game");
  await second.click("#not-saving button");
  await second.waitForFunction(() => page.saver.lock.held && !page.app.dirty && page.saver.continues);
  assert.equal(await stored(second, "before"), firsts);
  assert.match(await stored(second, "midas"), /TITLE SECOND/);
  await first.waitForSelector("#not-saving:not([hidden])");
  await b.type(first, "P-QR4");
  await first.close();
  await second.close();
  const third = await openPage(context);
  assert.match(await b.paper(third), /B-K2/);
  assert.doesNotMatch(await b.paper(third), /P-QR3/);
  await third.click("#before");
  await b.waitForText(third, "#notices", { has: "earlier game" });
  assert.match(await b.paper(third), /P-QR3/);
  assert.deepEqual([first.problems, second.problems, third.problems], [[], [], []]);
  await context.close();
});

test("the second tab saves when the first is closed and has changed nothing", async () => {
  const context = await profile();
  const first = await playedGame(context, ["P-K4"]);
  await first.evaluate(() => page.saver.save());
  await first.keyboard.press("F8");
  await saved(first);
  await first.evaluate(() => page.saver.save());
  const second = await openPage(context);
  await second.waitForSelector("#not-saving:not([hidden])");
  await first.close();
  await second.waitForFunction(() => page.saver.lock.held);
  await b.eventually(() => second.isVisible("#not-saving"), false);
  await b.type(second, "N-KB3");
  await saved(second);
  await second.close();
  assert.match(await b.paper(await openPage(context)), /N-KB3/);
  await context.close();
});

test("without the Web Locks API no tab overwrites what another has saved", async () => {
  const context = await profile(() => Object.defineProperty(navigator, "locks", { value: undefined }));
  const first = await playedGame(context, ["P-K4"]);
  const second = await openPage(context);
  await b.type(second, "N-KB3");
  await saved(second);
  const seconds = await stored(second, "game");
  await first.waitForSelector("#not-saving:not([hidden])");
  await b.type(first, "P-QR3");
  await first.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.equal(await stored(first, "game"), seconds);
  await first.click("#not-saving button");
  await first.waitForFunction(() => page.saver.continues && !page.app.dirty);
  assert.equal(await stored(first, "before"), seconds);
  assert.match(await b.paper(first), /P-QR3/);
  await context.close();
});

test("with the storage full the database has the game, and New game keeps it", async () => {
  const context = await profile();
  const page = await playedGame(context);
  await page.evaluate(fillStorage);
  await b.type(page, "N-KB3");
  await b.waitForText(page, "#paper", { has: "2. N-KB3" });
  await b.waitForPrompt(page);
  await page.waitForFunction(() => page.saver.alone && !page.app.dirty);
  // Writing to the database takes time.
  assert.ok(await page.evaluate(() => page.saver.save()));
  const paper = await b.paper(page);
  await b.reload(page);
  assert.equal((await b.paper(page)).trimEnd(), paper.trimEnd());
  await page.evaluate(fillStorage);
  await page.click("#new");
  await b.waitForText(page, "#notices", { has: "A new game." });
  await b.waitForPrompt(page);
  await page.evaluate(fillStorage);
  await b.type(page, "P-Q4");
  await page.waitForFunction(() => page.saver.continues && !page.app.dirty);
  await page.click("#before");
  await b.waitForText(page, "#notices", { has: "earlier game" });
  assert.match(await b.paper(page), /N-KB3/);
  assert.deepEqual(page.problems, []);
  await context.close();
});

test("where nothing can be stored the page says so and drops no game unasked", async () => {
  for (const script of [
    // localStorage is forbidden, as by a browser setting.
    () => {
      const forbidden = { get: () => { throw new DOMException("forbidden", "SecurityError"); } };
      Object.defineProperty(globalThis, "localStorage", forbidden);
      Object.defineProperty(globalThis, "indexedDB", forbidden);
    },
    // localStorage and the database are full.
    () => {
      Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
      IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
    },
  ]) {
    const context = await profile(script);
    const page = await openPage(context);
    await b.waitForPrompt(page);
    await b.type(page, "P-K4");
    await page.waitForSelector("#not-saving:not([hidden])");
    assert.match(await page.textContent("#not-saving"), /Save it as a file/);
    await page.click("#new");
    await b.waitForText(page, "#notices", { has: "is not saved" });
    assert.match(await b.paper(page), /P-K4/);
    assert.equal(await page.isVisible("#before"), false);
    await page.click("#new");
    await b.waitForText(page, "#paper", { is: "MAC HACK SIX1 W FANCY 21 W " });
    assert.deepEqual(page.problems, []);
    await context.close();
  }
});

test("damaged storage does not block the page", async () => {
  const damages = [
    ["midas", "not JSON {", "MIDAS source is damaged"],
    ["midas", "null", "MIDAS source is damaged"],
    ["midas", '{"name":1}', "MIDAS source is damaged"],
    ["game", "rubbish", "saved game cannot be opened"],
    ["game", "%%%", "saved game cannot be opened"],
    ["before", "rubbish", ""],
    ["pace", "fast", ""],
    ["look", "\u0000", ""],
  ];
  for (const [name, value, message] of damages) {
    const context = await profile(({ name, value }) => {
      if (!localStorage.getItem("damaged")) localStorage.setItem(`pdp6-${name}`, value);
      localStorage.setItem("damaged", "yes");
    }, { name, value });
    const page = await openPage(context);
    await b.waitForPrompt(page);
    assert.match(await b.paper(page), /^MAC HACK SIX/, `${name}: ${value}`);
    assert.ok((await page.textContent("#notices")).includes(message), `${name}: ${value}`);
    if (name === "midas") assert.equal(await stored(page, "midas-damaged"), value);
    await b.type(page, "P-K4");
    if (name === "game") {
      await page.waitForFunction(() => page.saver.continues && !page.app.dirty);
      assert.equal(await stored(page, "before"), value, "the damaged game is not lost");
    }
    await saved(page);
    await b.reload(page);
    assert.match(await b.paper(page), /P-K4/);
    assert.deepEqual(page.problems, [], `${name}: ${value}`);
    await context.close();
  }
});

test("a damaged database does not block the page", async () => {
  const scripts = [
    // A database of the same name that belongs to another page.
    () => new Promise((resolve) => {
      const request = indexedDB.open("pdp6", 7);
      request.onupgradeneeded = () => request.result.createObjectStore("theirs");
      request.onsuccess = () => resolve(request.result.close());
    }),
    () => new Promise((resolve) => {
      const request = indexedDB.open("pdp6", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("machine");
      request.onsuccess = () => {
        const transaction = request.result.transaction("machine", "readwrite");
        transaction.objectStore("machine").put(new Uint8Array([1, 2, 3]), "last");
        transaction.oncomplete = () => resolve(request.result.close());
      };
    }),
  ];
  for (const damage of scripts) {
    const context = await profile();
    const page = await context.newPage();
    await page.goto(`${b.server.address}style.css`);
    await page.evaluate(damage);
    await b.open(page, b.server.address);
    await b.waitForPrompt(page);
    await b.type(page, "P-K4");
    await b.waitForText(page, "#paper", { has: "1. P-K4" });
    await b.waitForPrompt(page);
    await saved(page);
    await b.reload(page);
    assert.match(await b.paper(page), /P-K4/);
    await context.close();
  }
});
