// The pieces on the board have the same outlines as those in the pictures (chessprog/src/picture/pieces.rs).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const rust = readFileSync(new URL("../../../chessprog/src/picture/pieces.rs", import.meta.url), "utf8");
const sprite = readFileSync(new URL("../../page/pieces.svg", import.meta.url), "utf8");
const LETTERS = { To: "M", Line: "L", Curve: "C", Close: "Z" };
/** Scale from the pictures, where a square has 100 points, to the sprite, where it has 40. */
const SCALE = 0.4;

/** Returns the path of a constant in pieces.rs, in the notation of the sprite. */
function path(name) {
  const [, steps] = rust.match(new RegExp(`const ${name}: [^=]*= &?\\[([^\\]]*)\\];`));
  return [...steps.matchAll(/(To|Line|Curve|Close)(?:\(([^)]*)\))?/g)].map(([, step, numbers = ""]) => {
    const scaled = numbers.split(",").filter((number) => number.trim()).map((number) => String(Number((Number(number) * SCALE).toFixed(2))));
    return LETTERS[step] + scaled.join(" ");
  }).join("");
}

test("the pieces of the board are those of the pictures", () => {
  const pieces = { p: "PAWN", n: "KNIGHT", b: "BISHOP", r: "ROOK", q: "QUEEN", k: "KING" };
  for (const [letter, name] of Object.entries(pieces)) {
    for (const side of ["w", "b"]) {
      const [, group] = sprite.match(new RegExp(`<g id="${side}${letter}"[^>]*>(.*?)</g>`));
      assert.ok(group.includes(`"${path("FOOT")}"`), `${name} has the foot ${path("FOOT")}: ${group}`);
      assert.ok(group.includes(`"${path(name)}"`), `${name} is ${path(name)}: ${group}`);
    }
  }
});
