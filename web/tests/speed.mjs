// Measures the machine in the browser beside a native build on the same host, in turn:
//   node web/tests/speed.mjs FOLDER PDP6 [PROGRAM...]
// FOLDER has benchmark programs as octal text (NAME.oct); PDP6 is a release build of the command pdp6. The page must be built.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import * as b from "./page/browser.mjs";

const ROUNDS = 3;
/** Nanoseconds of the machine's time in one call, and milliseconds of a measurement. */
const SLICE = 2e8, MEASURING_TIME = 2000;

const [folder, pdp6, ...chosen] = process.argv.slice(2);
if (!folder || !pdp6) {
  console.error("usage: node web/tests/speed.mjs FOLDER PDP6 [PROGRAM...]");
  process.exit(2);
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Millions of instructions a second of processor time, over the whole program. */
function native(file) {
  const run = spawnSync("bash", ["-c", 'TIMEFORMAT=%U; time "$0" run "$1" </dev/null', pdp6, file], { encoding: "utf8" });
  const said = run.stdout + run.stderr;
  const instructions = Number(said.match(/(\d+) instructions/)[1]);
  return instructions / 1e6 / Number(said.trim().split("\n").at(-1));
}

/** The same in the page, without its frames, for a part of the program. */
function inPage(page, text) {
  return page.evaluate(({ text, SLICE, MEASURING_TIME }) => {
    const machine = new wasm_bindgen.Room();
    machine.open_file("program.oct", new TextEncoder().encode(text));
    const run = (until) => {
      const [from, begun] = [machine.instructions(), performance.now()];
      while (machine.is_running() && performance.now() - begun < until) machine.run(machine.time() + SLICE);
      return (machine.instructions() - from) / 1e3 / (performance.now() - begun);
    };
    run(MEASURING_TIME / 2);
    const speed = run(MEASURING_TIME);
    machine.free();
    return speed;
  }, { text, SLICE, MEASURING_TIME });
}

const server = await b.serve();
const browser = await b.launch();
const page = await browser.newPage();
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
    pages.push(await inPage(page, text));
  }
  const [here, there] = [median(natives), median(pages)];
  ratios.push(there / here);
  console.log(`${basename(name, ".oct").padEnd(12)} ${here.toFixed(0).padStart(6)} ${there.toFixed(0).padStart(8)} ${(there / here).toFixed(2).padStart(6)}`);
}
console.log(`mean ratio ${Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length).toFixed(2)}`);
await browser.close();
server.close();
