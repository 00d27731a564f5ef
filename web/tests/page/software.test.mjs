// Software of the 1960s from files that the player supplies: storing, starting, and the buttons of Spacewar.
// PDP6_SOFTWARE names a folder with the collections nts and ITS-138. Without it, the test that starts their programs is skipped.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { crc32, deflateRawSync } from "node:zlib";
import * as b from "./browser.mjs";

const COLLECTIONS = process.env.PDP6_SOFTWARE;
/** DATAI 420,200 and a jump back to it, which puts the buttons into word 200 (device reference, section 7.2). */
const READS_BUTTONS = "start: 000100\n000100: 742040000200\n000101: 254000000100\n";

b.startForTests();

async function openPage(prepare = () => {}) {
  const context = await b.browser.newContext({ viewport: { width: 1300, height: 900 } });
  context.setDefaultTimeout(b.PATIENCE);
  const page = await context.newPage();
  const wrong = b.problemsOf(page);
  await page.addInitScript(prepare);
  await b.open(page, b.server.address);
  return { page, done: async () => {
    assert.deepEqual(wrong, [], "the browser's console has no errors");
    await context.close();
  } };
}

/** Returns a ZIP archive with deflated files. */
function zip(files) {
  const parts = [], entries = [];
  let place = 0;
  for (const [name, text] of Object.entries(files)) {
    const [bytes, path] = [Buffer.from(text), Buffer.from(name)];
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from("PK\x03\x04"), common, path, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(place, 10);
    entries.push(Buffer.from("PK\x01\x02\x14\x00"), common, rest, path);
    place += 4 + 26 + path.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...parts, directory, end]);
}

const notices = async (page) => page.locator("#notices").innerText();
const start = (page, name) => page.locator("#software-list button", { hasText: name });
/** Returns the word at an address in octal. */
const word = (page, address) => page.evaluate((address) => {
  page.app.machine.take_said();
  page.app.machine.execute(`examine ${address}`);
  return page.app.machine.take_said().match(/([0-7]{6}),?,?([0-7]{6})/).slice(1).join("");
}, address);

test("an archive is dropped, kept, and its program started; keys are the players' buttons", async () => {
  const { page, done } = await openPage();
  await b.eventually(() => start(page, "Spacewar").isDisabled(), true);
  await b.drop(page, "#play-teletype", "nts-master.zip", zip({ "nts-master/README.md": "not needed", "nts-master/misc/@.spcwar": READS_BUTTONS }));
  await b.waitForText(page, "#notices", { has: "You can start Spacewar" });
  await b.reload(page);
  await page.waitForFunction(() => !document.querySelector("#software-list button").disabled);
  assert.ok(await start(page, "LISP").isDisabled());
  await start(page, "Spacewar").click();
  await b.waitForText(page, "#software-advice", { has: "turns with A and D" });
  // A bit is 0 while its button is pressed. The first player has the upper left ship, the second the upper right one.
  await page.waitForFunction(() => page.app.machine.instructions() > 1000);
  await b.eventually(() => word(page, "200"), "777777777777");
  await page.keyboard.down("a");
  await page.keyboard.down("i");
  await b.eventually(() => word(page, "200"), "377777777677");
  await page.keyboard.up("a");
  await b.eventually(() => word(page, "200"), "777777777677");
  await page.keyboard.up("i");
  await b.eventually(() => word(page, "200"), "777777777777");
  await page.click("#buttons");
  await page.keyboard.down("a");
  await page.waitForTimeout(300);
  assert.equal(await word(page, "200"), "777777777777", "the keys no longer act as buttons");
  await page.keyboard.up("a");
  await page.click("#software-forget");
  await b.eventually(() => start(page, "Spacewar").isDisabled(), true);
  await done();
});

test("a gamepad is the buttons of its player, and the chess program has none", async () => {
  const { page, done } = await openPage(() => {
    globalThis.pads = [];
    navigator.getGamepads = () => globalThis.pads;
  });
  assert.ok(await page.locator("#buttons").isHidden(), "the Spacewar buttons are hidden beside chess");
  await page.evaluate((text) => globalThis.page.openFile("ships.oct", new TextEncoder().encode(text)), READS_BUTTONS);
  await page.waitForFunction(() => page.app.machine.instructions() > 1000);
  await page.click("#buttons");
  /** Sets the gamepads' pressed buttons and sticks, and waits until the program reads the expected word. */
  const reads = async (expected, ...pads) => {
    await page.evaluate((pads) => {
      globalThis.pads = pads.map((pad) => pad && { axes: pad.axes, buttons: Array.from({ length: 16 }, (_, number) => ({ pressed: pad.held.includes(number) })) });
    }, pads);
    await b.eventually(() => word(page, "200"), expected);
  };
  // Players one to four have the ships at bits 0-8, 27-35, 9-17 and 18-26 (BUTTONS and SHIPS in buttons.js; device reference, section 7.2).
  const [none, left, right] = [{ axes: [0], held: [] }, { axes: [-0.9], held: [] }, { axes: [0.9], held: [] }];
  await reads("777777777777", none);
  // The stick turns left: 400 of the first nine bits.
  await reads("377777777777", left);
  // And right: 200.
  await reads("577777777777", right);
  // The D-pad also turns left. A stick at rest need not be at zero.
  await reads("377777777777", { axes: [0.2], held: [14] });
  // Thrust: 100.
  await reads("677777777777", { axes: [0], held: [0] });
  // Hyperspace: 40.
  await reads("737777777777", { axes: [0], held: [1] });
  // Fire: 20.
  await reads("757777777777", { axes: [0], held: [2] });
  // The second and the fourth player.
  await reads("777777577377", none, left, none, right);
  // An empty gamepad slot is not a player.
  await reads("377777777777", null, left);
  await page.evaluate(() => (globalThis.pads = []));
  // A gamepad that is unplugged releases its buttons.
  await b.eventually(() => word(page, "200"), "777777777777");
  await done();
});

test("files that do not help are refused with what is needed, and storage that is forbidden is reported", async () => {
  const { page, done } = await openPage(() => {
    indexedDB.open = () => { throw new DOMException("forbidden", "SecurityError"); };
  });
  await b.drop(page, "body", "other.zip", zip({ "a/b.txt": "text" }));
  await b.waitForText(page, "#notices", { has: "None of these files is needed" });
  assert.match(await notices(page), /system\.dta/);
  await b.drop(page, "body", "cut.zip", zip({ "a/@.spcwar": READS_BUTTONS }).subarray(0, 50));
  await b.waitForText(page, "#notices", { has: "\"cut.zip\" is not a complete ZIP archive" });
  const damaged = zip({ "a/@.spcwar": READS_BUTTONS });
  damaged.fill(0xff, 45, 55);
  await b.drop(page, "body", "damaged.zip", damaged);
  await b.waitForText(page, "#notices", { has: "\"@.spcwar\" is damaged" });
  await b.drop(page, "body", "good.zip", zip({ "a/@.spcwar": READS_BUTTONS }));
  await b.waitForText(page, "#notices", { has: "they will be lost when you leave the page" });
  await b.eventually(() => start(page, "Spacewar").isEnabled(), true);
  await done();
});

test("the programs of the collections start", { skip: !COLLECTIONS && "PDP6_SOFTWARE is not set" }, async () => {
  const { page, done } = await openPage();
  const files = ["nts/misc/@.spcwar", "nts/system/system.dta", "nts/syseng/syseng.dta", "ITS-138/simh/its.138bin", "ITS-138/simh/ut2.dta"];
  await b.drop(page, "body", "all.zip", zip(Object.fromEntries(files.map((name) => [name, readFileSync(join(COLLECTIONS, name))]))));
  await b.waitForText(page, "#notices", { has: "You can start Spacewar, LISP, TECO, DDT, MIDAS, ITS" });
  const runs = async (name, keys, printed) => {
    await start(page, name).click();
    await b.waitForText(page, "#software-advice", { has: name });
    await page.evaluate((keys) => page.app.machine.type_text(keys), keys);
    await b.waitForText(page, "#paper", { has: printed });
  };
  await runs("LISP", "N(PLUS 1 2) ", "(PLUS 1 2) 3");
  await runs("TECO", "IHELLO\x1b\x1bHT\x1b\x1b", "HT$$HELLO");
  await runs("DDT", "100/MOVEI 1,5\n100/", "100/   MOVEI 1,5");
  await runs("MIDAS", "3EI2ERLPT 11\x1bAEFLPT BIN\x1b\x1b", "CONSTANTS AREA");
  await start(page, "ITS").click();
  await b.waitForText(page, "#paper", { has: "^Z" });
  await page.waitForFunction(() => page.app.machine.time() > 40e9);
  await page.evaluate(() => page.app.machine.type_text("1+2="));
  await b.waitForText(page, "#paper", { has: "1+2=3" });
  await start(page, "Spacewar").click();
  await page.waitForFunction(() => page.app.machine.lit() > 1000);
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "spacewar.png") });
  await done();
});
