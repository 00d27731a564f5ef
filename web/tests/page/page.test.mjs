// The page in a real browser.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import * as b from "./browser.mjs";

/** Ten moves against the machine at depth 2 without the book. Each is legal after the machine's answers. */
const MOVES = ["P-K4", "N-KB3", "B-B4", "P-Q3", "B-QN3", "N-B3", "O-O", "PXP", "B-N5", "P-KR3"];

b.startForTests();

/** A new browser profile, with nothing saved. */
async function newContext(options = {}) {
  const context = await b.browser.newContext({ viewport: { width: 1300, height: 1000 }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(b.PATIENCE);
  return context;
}

/** Opens a page in a new profile. Also returns the function that ends the test and checks that the console has no errors. */
async function openPage(options = {}, address = b.server.address) {
  const context = await newContext(options);
  const page = await context.newPage();
  const wrong = b.problemsOf(page);
  await b.open(page, address);
  return { page, context, done: async () => {
    assert.deepEqual(wrong, [], "the browser's console has no errors");
    await context.close();
  } };
}

test("it boots to the chess program's prompt", async (t) => {
  const { page, done } = await openPage();
  await b.waitForPrompt(page);
  assert.match(await b.paper(page), /^MAC HACK SIX\n1 W FANCY 2\n1 W $/);
  const ready = await page.evaluate(() => document.body.dataset.ready);
  t.diagnostic(`time to the prompt: ${ready} ms after the page was asked for`);
  await done();
});

test("a game of ten moves, its picture, its link, its reload", async (t) => {
  const { page, done } = await openPage();
  await b.waitForPrompt(page);
  for (const line of ["BOOK 0", "SETD 2", "PB", ...MOVES]) await b.type(page, line);
  const paper = await b.paper(page);
  assert.doesNotMatch(paper, /ILLEGAL|\?/);
  assert.match(paper, /\n 10\. P-KR3\n 10\. \.\.\. \S+\n11 W $/);

  // The machine is stopped, so state and picture remain the same.
  await page.keyboard.press("F8");
  await page.waitForFunction(() => page.tube.drawn === page.app.machine.time());
  const [end, game] = [await b.end(page), await page.evaluate(() => page.app.machine.game_text())];
  const picture = join(mkdtempSync(join(tmpdir(), "page-")), "tube.png");
  const native = b.native(game, picture);
  assert.deepEqual(end, native.end, "the native build reaches the same state at the same nanosecond");
  assert.equal(paper.trimEnd(), native.paper);
  t.diagnostic(`a link of ${game.length} characters; ${end.time} ns, ${end.instructions} instructions, state ${end.digest}`);
  const difference = await page.evaluate(compare, readFileSync(picture).toString("base64"));
  t.diagnostic(`pixels lit: ${difference.lit}; largest difference of a colour to the native picture: ${difference.largest} of 255`);
  assert.ok(difference.lit > 5000, "the board is on the tube");
  assert.ok(difference.largest <= 16, `colours differ by ${difference.largest}`);

  // A reload continues the game instead of starting again.
  const time = Number(end.time);
  await page.reload();
  await b.ready(page);
  assert.equal((await b.paper(page)).trimEnd(), paper.trimEnd());
  const later = await page.evaluate(() => page.app.machine.time());
  assert.ok(later >= time && later < time + 10e9, `${later} after ${time}`);
  await b.type(page, "PG");
  assert.match(await b.paper(page), / 10 P-KR3/);

  // A page that opens the link has the same game.
  const other = await (await newContext()).newPage();
  await b.open(other, `${b.server.address}#game=${game}`);
  assert.equal((await b.paper(other)).trimEnd(), paper.trimEnd());
  await other.keyboard.press("F8");
  const linked = nativeEnd(await other.evaluate(() => page.app.machine.game_text()));
  assert.deepEqual(await b.end(other), linked, "the linked game continues as in the native build");
  await other.context().close();
  await done();
});

/** Returns the end of a game in the native build. */
function nativeEnd(game) {
  return b.native(game).end;
}

/** Runs in the page; compares the tube with a PNG file. @param {string} png */
async function compare(png) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 768;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const theirs = context.getImageData(0, 0, 768, 768).data;
  const ours = document.querySelector("#tube").getContext("2d").getImageData(0, 0, 768, 768).data;
  let [largest, lit] = [0, 0];
  for (let i = 0; i < ours.length; i++) {
    largest = Math.max(largest, Math.abs(ours[i] - theirs[i]));
    if (i % 4 === 0 && ours[i] > 100) lit += 1;
  }
  return { largest, lit };
}

test("the light pen chooses, by mouse and by keys", async () => {
  const { page, done } = await openPage();
  await page.keyboard.press("Alt+4");
  await page.selectOption("#samples", "pick.mid");
  await page.click("#start");
  await page.waitForFunction(() => page.app.machine.lit() > 100);
  const box = await page.locator("#tube").boundingBox();
  const at = (x, y) => [box.x + (box.width * (x + 0.5)) / 1024, box.y + box.height * (1 - (y + 0.5) / 1024)];
  await page.mouse.move(...at(300, 600));
  await page.mouse.down();
  await page.waitForFunction(() => document.querySelector("#paper").textContent.endsWith("3"));
  // Between two lines the pen sees nothing; at another line it sees that line.
  await page.mouse.move(...at(300, 700));
  await page.mouse.move(...at(500, 200));
  await page.waitForFunction(() => document.querySelector("#paper").textContent.endsWith("31"));
  await page.mouse.up();
  // From the middle, 512, fourteen steps of eight points down: the line at 400.
  await page.focus("#tube");
  for (let step = 0; step < 14; step++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  await page.waitForFunction(() => document.querySelector("#paper").textContent.endsWith("312"));
  await page.keyboard.press(" ");
  await done();
});

test("tapes are taken out and put in again", async () => {
  const { page, done } = await openPage();
  await b.waitForPrompt(page);
  for (const line of ["P-K4", "P-K4", "N-KB3", "SAVE"]) await b.type(page, line);
  const tape = await b.downloaded(page, () => page.click("text=Tear off and save"));
  assert.equal(tape.name, "punched.ptp");
  await page.locator(".unit", { hasText: "DECtape 2" }).getByText("Blank").click();
  await b.type(page, "KEEP KNIGHT");
  const reel = await b.downloaded(page, () => page.locator(".unit", { hasText: "DECtape 2" }).getByText("Save").click());
  await page.locator(".unit", { hasText: "DECtape 2" }).getByText("Unload").click();
  await b.type(page, "RESET");

  await b.mount(page, "Paper tape reader", tape.name, tape.bytes);
  await b.type(page, "RS");
  await b.type(page, "PG");
  assert.match(await b.paper(page), /RS\n[^]*PG\n +1 P-K4 +P-K4\n +2 N-KB3/);
  await b.type(page, "RESET");
  await b.mount(page, "DECtape drive 2", reel.name, reel.bytes);
  for (const line of ["GAMES", "FETCH KNIGHT", "PG"]) await b.type(page, line);
  assert.match(await b.paper(page), /GAMES\n[^]*KNIGHT[^]*FETCH KNIGHT\n[^]*PG\n +1 P-K4 +P-K4\n +2 N-KB3/);
  await done();
});

test("what is dropped on the page runs", async () => {
  const { page, done } = await openPage();
  await page.click("#tab-midas");
  await page.selectOption("#samples", "hello.mid");
  const tape = await b.downloaded(page, () => page.click("#tape"));
  assert.equal(tape.name, "hello.rim");
  await b.drop(page, "main", tape.name, tape.bytes);
  await b.waitForText(page, "#paper", { is: "HELLO FROM 1967..." });
  await b.waitForText(page, "#state", { has: "halted" });
  // An ITS dump: a jump, a block with its checksum, and the start instruction.
  await b.drop(page, "main", "ts.p", dump());
  await b.waitForText(page, "#paper", { is: "P" });
  await b.drop(page, "main", "noise.bin", Buffer.from([255, 255, 1, 2, 255, 255, 127]));
  await b.waitForText(page, "#notices", { has: "not a program" });
  await b.drop(page, "main", "mine.mid", Buffer.from("TITLE MINE\n\tEND\n"));
  await page.waitForFunction(() => document.querySelector("#name").value === "mine.mid");
  assert.equal(await page.inputValue("#text"), "TITLE MINE\n\tEND\n");
  // The previous program can be restored, because the invalid file has not replaced it.
  await page.click("#tab-machine");
  await page.click("#before");
  await b.waitForText(page, "#paper", { is: "HELLO FROM 1967..." });
  await done();
});

/** MOVEI 1,120; DATAO TTY,1; JRST 102 at 100, in the format of ITS dumps: each word in five bytes, the last of which holds four bits. */
function dump() {
  const words = [0o201040000120n, 0o712140000001n, 0o254000000102n];
  const header = (0o777777n << 18n) - (3n << 18n) + (1n << 18n) + 0o100n;
  const mask = (1n << 36n) - 1n;
  const sum = [header, ...words].reduce((sum, word) => {
    const turned = ((sum << 1n) | (sum >> 35n)) & mask;
    return (turned + word) & mask;
  }, 0n);
  const all = [0o254000000001n, header, ...words, sum, 0o254000000100n];
  return Buffer.from(all.flatMap((word) => [word >> 28n, word >> 20n, word >> 12n, word >> 4n, word & 15n].map((byte) => Number(byte & 255n))));
}

test("files that do not run leave the game alone and say what does", async () => {
  const { page, done } = await openPage();
  await b.waitForPrompt(page);
  await b.type(page, "P-K4");
  const row = page.locator(".unit", { hasText: "DECtape 2" });
  await row.getByText("Blank").click();
  await b.type(page, "KEEP KING");
  const reel = await b.downloaded(page, () => row.getByText("Save").click());
  await row.getByText("Unload").click();
  const paper = await b.paper(page);
  const drops = [
    ["paper.pdf", Buffer.from("%PDF-1.4\n"), "PDF document"],
    ["games.dta", reel.bytes, "on drive 2: GAMES lists its games"],
  ];
  for (const [name, bytes, expected] of drops) {
    await b.drop(page, "main", name, bytes);
    await b.waitForText(page, "#notices", { has: expected });
    assert.match(await page.textContent("#notices"), name === "games.dta" ? /FETCH/ : /The page opens paper tapes/);
    assert.equal(await b.paper(page), paper);
  }
  await b.type(page, "GAMES");
  assert.match(await b.paper(page), /KING/);
  await done();
});

test("keys struck right after loading go to the teletype, and a refused line gets a hint", async () => {
  const { page, done } = await openPage();
  await b.waitForPrompt(page);
  await page.keyboard.type("nf3");
  await page.keyboard.press("Enter");
  await b.waitForText(page, "#advice", { is: "Type N-KB3 or G1F3 for NF3." });
  await page.focus("text=RUBOUT");
  await page.keyboard.type("e5\n");
  await b.waitForText(page, "#advice", { is: "Not understood. Moves look like P-K4 or E2E4." });
  await b.type(page, "P-K5");
  await b.waitForText(page, "#advice", { is: "Not legal here." });
  await b.type(page, "P-K4");
  await b.waitForText(page, "#state", { is: "Your turn." });
  await b.waitForText(page, "#advice", { is: "" });
  // Keys that belong to another control, or to another tab, stay there.
  const typed = await b.paper(page);
  await page.focus("#pace");
  await page.keyboard.type("8");
  await page.click("#tab-help");
  await page.keyboard.type("P-Q4");
  await page.click("#tab-machine");
  assert.equal(await b.paper(page), typed);
  await done();
});

test("messages go when the player goes on", async () => {
  const { page, context, done } = await openPage();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await b.waitForPrompt(page);
  await page.click("#link");
  await b.waitForText(page, "#notices", { has: "Link copied. Anyone who opens it sees this game." });
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#game=UERQ/);
  await page.click("#tab-debugger");
  await b.waitForText(page, "#notices", { is: "" });
  await page.click("#tab-machine");
  await b.drop(page, "main", "g.pdf", Buffer.from("%PDF-1.4\n"));
  await b.waitForText(page, "#notices", { has: "PDF" });
  await page.click("#notices button");
  await b.waitForText(page, "#notices", { is: "" });
  await done();
});

test("the debugger stops, steps and goes back", async () => {
  const { page, done } = await openPage();
  await b.waitForPrompt(page);
  await page.keyboard.press("Alt+3");
  await page.click("#go");
  await page.selectOption("#files", "moves.mid");
  const make = page.locator("#source > div", { has: page.locator("button"), hasText: /^\s*\d+\s*MAKE:/ });
  const line = Number(await make.locator("button").textContent());
  await make.locator("button").click();
  await b.eventually(() => make.getAttribute("class"), "stop");
  await page.click("#go");
  await page.click("#tab-machine");
  await page.focus("#keys");
  await page.keyboard.type("P-K4\n");
  await b.waitForText(page, "#state", { has: "breakpoint" });
  await page.click("#tab-debugger");
  const here = () => page.locator("#source .here button").textContent().then(Number);
  const instructions = () => page.evaluate(() => page.app.machine.instructions());
  await b.eventually(here, line);
  const stopped = await instructions();
  await page.click("[data-do='line']");
  await b.eventually(here, line + 1);
  await page.click("[data-do='back line']");
  await b.eventually(here, line);
  await b.eventually(instructions, stopped);
  await page.click("[data-do='back']");
  await b.eventually(instructions, stopped - 1);
  await page.fill("#line", "who wrote KEY");
  await page.keyboard.press("Enter");
  await b.eventually(() => page.textContent("#log"), /who wrote KEY\n.+/);
  // Without the breakpoint, the move is made and answered.
  await page.selectOption("#files", "moves.mid");
  await make.locator("button").click();
  await page.click("#go");
  await b.waitForPrompt(page);
  assert.match(await page.evaluate(() => page.app.machine.paper_text()), / {2}1\. P-K4\n1 B $/);
  await done();
});

test("after New game the debugger shows nothing of the old one", async () => {
  const { page, done } = await openPage();
  await b.waitForPrompt(page);
  await b.type(page, "P-K4");
  await page.click("#tab-debugger");
  await page.click("#go");
  await page.fill("#line", "print 1+2");
  await page.keyboard.press("Enter");
  await b.eventually(() => page.textContent("#log"), /print 1\+2/);
  const time = () => page.locator("#where tr", { hasText: "instructions" }).textContent();
  const before = await time();
  await page.click("#tab-machine");
  await page.click("#new");
  await b.waitForText(page, "#notices", { has: "A new game." });
  await b.waitForPrompt(page);
  await page.click("#tab-debugger");
  await b.waitForText(page, "#log", { is: "" });
  assert.notEqual(await time(), before);
  await done();
});

test("messages of the assembler lead to their lines", async () => {
  const { page, done } = await openPage();
  await page.click("#tab-midas");
  await page.fill("#text", "TITLE WRONG\n\tMOVEI 1,NOWHER\n\tEND\n");
  await page.click("#assemble");
  await b.eventually(() => page.textContent("#result"), /^No tape: .*1 error,/);
  await page.click("#problems button");
  const chosen = () => page.evaluate(() => {
    const { value, selectionStart, selectionEnd } = document.querySelector("#text");
    return value.slice(selectionStart, selectionEnd);
  });
  await b.eventually(chosen, "\tMOVEI 1,NOWHER");
  // The text is still there after a reload.
  await page.reload();
  await b.ready(page);
  assert.match(await page.inputValue("#text"), /^TITLE WRONG/);
  await done();
});

test("the console works: switches, keys, lamps", async () => {
  const { page, done } = await openPage();
  await b.waitForPrompt(page);
  await page.getByRole("button", { name: "INST STOP" }).click();
  await b.waitForText(page, "#state", { has: "halted" });
  await page.fill("[aria-label='DATA in octal']", "254200000100");
  await page.keyboard.press("Tab");
  await page.fill("[aria-label='MAS in octal']", "100");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "DEPOSIT", exact: true }).click();
  await page.getByRole("button", { name: "START", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("[aria-label='PC in octal']").value === "000100");
  const pressed = await page.locator("[aria-label='DATA 0']").getAttribute("aria-pressed");
  await page.locator("[aria-label='DATA 0']").click();
  await page.waitForFunction(() => document.querySelector("[aria-label='DATA in octal']").value === "654200000100");
  assert.equal(pressed, "false");
  await done();
});

test("a page in the background pauses and does not catch up", async () => {
  const { page, done } = await openPage();
  await b.waitForPrompt(page);
  await page.selectOption("#pace", "100");
  const hide = (hidden) => page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
    return page.app.machine.time();
  }, hidden);
  const gone = await hide(true);
  await page.waitForTimeout(1500);
  assert.equal(await page.evaluate(() => page.app.machine.time()), gone);
  const back = await hide(false);
  await page.waitForFunction((back) => page.app.machine.time() > back, back);
  assert.equal(back, gone);
  await done();
});

test("it runs without a network, and from a disk", async () => {
  const { page, context, done } = await openPage();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length === 1 && navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await b.reload(page);
  assert.match(await b.paper(page), /^MAC HACK SIX/);
  await done();
  const disk = await openPage({}, pathToFileURL(join(b.dist, "index.html")).href);
  await b.waitForPrompt(disk.page);
  await b.type(disk.page, "P-K4");
  assert.match(await b.paper(disk.page), / {2}1\. P-K4/);
  await b.reload(disk.page);
  assert.match(await b.paper(disk.page), / {2}1\. P-K4/);
  await disk.done();
});

test("by keys alone, on a phone, in the dark, for a screen reader", async () => {
  const phone = await openPage({ viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true, isMobile: true });
  const { page } = phone;
  await b.waitForPrompt(page);
  for (const view of ["machine", "debugger", "midas", "help"]) {
    await page.click(`#tab-${view}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${view} is ${width} wide on a phone`);
  }
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await b.eventually(ground, "rgb(22, 23, 26)");
  await page.click("#settings summary");
  await page.selectOption("#look", "light");
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor !== "rgb(22, 23, 26)");
  await phone.done();

  const { page: desktop, done } = await openPage();
  await b.waitForPrompt(desktop);
  // Tab reaches the keyboard, the paper announces printed lines, and no control traps the focus.
  await desktop.evaluate(() => document.activeElement.blur());
  const reached = new Set();
  for (let press = 0; press < 80; press++) {
    await desktop.keyboard.press("Tab");
    reached.add(await desktop.evaluate(() => document.activeElement.id || document.activeElement.textContent));
  }
  for (const wanted of ["keys", "paper", "tube", "tab-machine", "pause", "START", "Blank", "link"]) assert.ok(reached.has(wanted), wanted);
  await b.type(desktop, "PN");
  await b.eventually(() => desktop.textContent("#spoken"), /1 W PN/);
  for (const view of ["machine", "debugger", "midas"]) {
    await desktop.click(`#tab-${view}`);
    const nameless = await desktop.evaluate(() => [...document.querySelectorAll("button, input, select, textarea, canvas, [role=region]")]
      .filter((one) => one.offsetParent && !one.ariaHidden && !one.textContent.trim() && !one.getAttribute("aria-label") && !one.closest("label"))
      .map((one) => one.outerHTML));
    assert.deepEqual(nameless, []);
  }
  await done();
});

test("figures", async (t) => {
  const { page, done } = await openPage();
  await b.waitForPrompt(page);
  const figures = await page.evaluate(async () => {
    const counted = [page.frames, page.tube.pictures, performance.now()];
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const passed = (performance.now() - counted[2]) / 1000;
    const { machine } = page.app;
    page.app.paused = true;
    machine.type_text("BOOK 0\nSETD 3\nP-K4\nM\n");
    const [begun, instructions, time] = [performance.now(), machine.instructions(), machine.time()];
    do machine.run(machine.time() + 1e8);
    while (!machine.is_waiting());
    const seconds = (performance.now() - begun) / 1000;
    const draws = performance.now();
    for (let i = 0; i < 20; i++) machine.scope(768);
    return {
      frames: (page.frames - counted[0]) / passed,
      pictures: (page.tube.pictures - counted[1]) / passed,
      instructions: (machine.instructions() - instructions) / seconds / 1e6,
      speed: (machine.time() - time) / 1e9 / seconds,
      draw: (performance.now() - draws) / 20,
      memory: memory.buffer.byteLength / 1e6,
    };
  });
  t.diagnostic(Object.entries(figures).map(([name, value]) => `${name} ${value?.toFixed(1)}`).join(", "));
  assert.ok(figures.pictures > 0, "the tube is drawn repeatedly");
  await done();
});
