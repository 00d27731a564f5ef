// Measures the machine in the browser and a native build on the same host, in turn, in processor time: node web/tests/speed.mjs FOLDER PDP6
// [PROGRAM...] Then measures the page in real time while the chess program plays itself, with the tube dark and lit. FOLDER has benchmark
// programs as octal text (NAME.oct); PDP6 is a release build of the command pdp6. The page must be built.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import * as b from "./page/browser.mjs";

const ROUNDS = 3;
/** Seconds for which the page plays chess, and the lines that start the game. */
const PLAYING_TIME = 6;
const DARK = "FANCY 0\nBOOK 0\nPS\n", LIT = "FANCY 2\nBOOK 0\nPS\n";
/** Nanoseconds of machine time per call, and milliseconds per measurement. */
const SLICE = 2e8, MEASURING_TIME = 2000;

const [folder, pdp6, ...chosen] = process.argv.slice(2);
if (!folder || !pdp6) {
  console.error("usage: node web/tests/speed.mjs FOLDER PDP6 [PROGRAM...]");
  process.exit(2);
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Returns the millions of instructions per second of processor time, over the whole program. */
function native(file) {
  const run = spawnSync("bash", ["-c", 'TIMEFORMAT=%U; time "$0" run "$1" </dev/null', pdp6, file], { encoding: "utf8" });
  const said = run.stdout + run.stderr;
  const instructions = Number(said.match(/(\d+) instructions/)[1]);
  return instructions / 1e6 / Number(said.trim().split("\n").at(-1));
}

/** Returns the processor time of the page's main thread in seconds. */
async function threadTime(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "ThreadTime").value;
}

/** Returns the millions of instructions per second of processor time in the page, without frames, over part of a program. */
async function inPage(page, session, text) {
  await page.evaluate(({ text, SLICE }) => {
    const machine = new wasm_bindgen.Room();
    machine.open_file("program.oct", new TextEncoder().encode(text));
    globalThis.runProgram = (until) => {
      const [from, begun] = [machine.instructions(), performance.now()];
      while (machine.is_running() && performance.now() - begun < until) machine.run(machine.time() + SLICE);
      return machine.instructions() - from;
    };
  }, { text, SLICE });
  const run = (until) => page.evaluate((until) => runProgram(until), until);
  await run(MEASURING_TIME / 2);
  const begun = await threadTime(session);
  const instructions = await run(MEASURING_TIME);
  return instructions / 1e6 / (await threadTime(session) - begun);
}

/** Returns the page's millions of instructions per second and frames per second while the chess program plays itself. */
async function inFrames(page, lines) {
  await page.evaluate(async (lines) => {
    globalThis.page.pause(false);
    globalThis.page.showTab("machine");
    await globalThis.page.newGame();
    page.app.machine.type_text(lines);
  }, lines);
  const count = () => page.evaluate(() => [page.app.machine.instructions(), globalThis.page.frames, performance.now(), page.app.machine.lit()]);
  await page.waitForTimeout(3000);
  const [before, frames, begun] = await count();
  await page.waitForTimeout(PLAYING_TIME * 1000);
  const [after, later, ended, lit] = await count();
  const seconds = (ended - begun) / 1000;
  return { speed: (after - before) / 1e6 / seconds, frames: (later - frames) / seconds, lit };
}

const server = await b.serve();
const browser = await b.launch();
const page = await browser.newPage();
const session = await page.context().newCDPSession(page);
await session.send("Performance.enable");
await b.open(page, server.address);
await page.evaluate(() => globalThis.page.pause(true));
const names = readdirSync(folder).filter((name) => name.endsWith(".oct") && (chosen.length === 0 || chosen.includes(basename(name, ".oct"))));
console.log("program      native  browser  ratio   (millions of instructions a second, medians)");
const ratios = [];
for (const name of names.sort()) {
  const file = join(folder, name);
  const text = readFileSync(file, "utf8");
  const [natives, pages] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    natives.push(native(file));
    pages.push(await inPage(page, session, text));
  }
  const [here, there] = [median(natives), median(pages)];
  ratios.push(there / here);
  console.log(`${basename(name, ".oct").padEnd(12)} ${here.toFixed(0).padStart(6)} ${there.toFixed(0).padStart(8)} ${(there / here).toFixed(2).padStart(6)}`);
}
console.log(`mean ratio ${Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length).toFixed(2)}`);
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, lines] of [["dark", DARK], ["lit", LIT]]) {
    const { speed, frames, lit } = await inFrames(page, lines);
    console.log(`chess, ${name.padEnd(4)} ${speed.toFixed(1)} million instructions and ${frames.toFixed(0)} frames a second, ${lit} points glow`);
  }
}
await browser.close();
server.close();
