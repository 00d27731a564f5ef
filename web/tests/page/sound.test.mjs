// The loudspeaker on the page: its samples, and how the browser plays them.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as b from "./browser.mjs";

const RATE = 48000;
/** Half a period of the tune's first note, in microseconds: TRC, MOVE, 475 times SOJG (processor reference, section 10.3). */
const HALF_PERIOD = 3.7 + 2.9 + 4.0 * 475;

b.startForTests();

test("a click plays the tune at its pitch, piece after piece without a gap", async () => {
  const context = await b.browser.newContext({ viewport: { width: 1300, height: 900 } });
  const page = await context.newPage();
  const wrong = b.problemsOf(page);
  await b.open(page, b.server.address);
  assert.equal(await page.evaluate(() => page.app.machine.listens()), false, "nothing sounds before the click");
  await page.evaluate(() => {
    globalThis.pieces = [];
    const speaker = globalThis.page.loudspeaker;
    const play = speaker.play;
    speaker.play = (context, samples) => {
      pieces.push(samples);
      play.call(speaker, context, samples);
    };
  });
  await page.click("#tune");
  await page.waitForFunction(() => pieces.reduce((sum, piece) => sum + piece.length, 0) > 3 * 48000, undefined, { timeout: 120000 });
  assert.equal(await page.locator("#pace").inputValue(), "1");
  await page.evaluate(() => globalThis.page.pause(true));
  // An offline context renders the same pieces, all scheduled at its time 0.
  const { sound, heard } = await page.evaluate(async () => {
    const sound = pieces.flatMap((piece) => [...piece]);
    const offline = new OfflineAudioContext(1, 0.5 * 48000, 48000);
    const speaker = globalThis.page.loudspeaker;
    speaker.next = 0;
    for (const piece of pieces) Object.getPrototypeOf(speaker).play.call(speaker, offline, piece);
    const rendered = (await offline.startRendering()).getChannelData(0);
    return { sound, heard: [...rendered] };
  });
  const rises = sound.flatMap((sample, at) => (at > 0 && sound[at - 1] <= 0 && sample > 0 ? [at] : []));
  // Before the tune, MI shows the words that the loader reads.
  const expected = (2 * HALF_PERIOD * RATE) / 1e6;
  const begin = rises.findIndex((_, at) => at + 100 < rises.length && Array.from({ length: 100 }, (_, next) => rises[at + next + 1] - rises[at + next])
    .every((length) => Math.abs(length - expected) < 1));
  assert.ok(begin >= 0, "100 periods of the first note");
  const period = (rises[begin + 100] - rises[begin]) / 100;
  assert.ok(Math.abs(period - expected) < 0.03, `a period has ${period} samples, expected ${expected}`);
  // The first sample is delayed by a tenth of a second.
  const from = heard.findIndex((sample) => sample !== 0);
  const first = sound.findIndex((sample) => sample !== 0);
  assert.equal(from - first, 0.1 * RATE);
  // Pieces that would wait longer than half a second are dropped.
  sound.slice(first, 19000).forEach((sample, at) => assert.ok(Math.abs(heard[from + at] - sample / 32768) < 1e-4, `sample ${at}`));
  // Another machine is silent until the player asks for sound again.
  await page.click("#new");
  await page.waitForFunction(() => page.app.machine.is_chess());
  assert.equal(await page.evaluate(() => page.app.machine.listens()), false);
  assert.equal(await page.isChecked("#loudspeaker"), false);
  assert.deepEqual(wrong, []);
  await context.close();
});
