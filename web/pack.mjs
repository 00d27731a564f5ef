// Adds the derived files to web/dist/: the samples, the board and the ZIP reader as scripts, the typeface, the page for other sites, the
// module as a script for a page opened from a disk, the version in the addresses of the page's files, and the list of files that the page needs
// offline.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("dist/", import.meta.url);
const samples = new URL("page/samples/", import.meta.url);
const read = (name) => readFileSync(new URL(name, dist));
const write = (name, contents) => writeFileSync(new URL(name, dist), contents);

const texts = readdirSync(samples).sort().map((name) => [name, readFileSync(new URL(name, samples), "utf8")]);
texts.push(["tune.mid", readFileSync(new URL("../tests/data/programs/tune.mid", import.meta.url), "utf8")]);
write("samples.js", `"use strict";\nvar SAMPLES = ${JSON.stringify(Object.fromEntries(texts))};\n`);

// The board. Its library sets styles through attributes, which the page's security policy forbids. Setting them as text has the same
// effect. Its headings follow the page's first heading, so they are one level higher, and an empty cell is not a heading.
const changed = (path, from, to) => {
  const text = readFileSync(path, "utf8");
  const result = text.replaceAll(from, to);
  if (result === text) throw new Error(`${path} has no ${from}: adapt web/pack.mjs to the new version of the board`);
  return { contents: result };
};
const styles = {
  name: "styles",
  setup(bundle) {
    bundle.onLoad({ filter: /VisualMoveInput\.js$/ }, ({ path }) => changed(path, /\.setAttribute\("style",\s*(.*)\)\n/g, ".style.cssText = $1\n"));
    bundle.onLoad({ filter: /Accessibility\.js$/ }, ({ path }) => changed(path, /<th><\/th>|<(\/?)h([34])/g,
      (tag, slash, level) => (level ? `<${slash}h${level - 1}` : "<td></td>")));
    bundle.onLoad({ filter: /Svg\.js$/ }, ({ path }) => changed(path, "element.setAttribute(attribute, attributes[attribute])",
      'if (attribute === "style") element.style.cssText = attributes[attribute]; else element.setAttribute(attribute, attributes[attribute])'));
  },
};
const library = new URL("node_modules/cm-chessboard/", import.meta.url);
const asset = (name) => readFileSync(new URL(name, library), "utf8");
const licence = `/*! cm-chessboard\n\n${asset("LICENSE").trim()}\n*/`;
const bundle = (name, globalName, licence, plugins = []) => build({
  entryPoints: [new URL(`${name}.mjs`, import.meta.url).pathname],
  outfile: new URL(`${name}.js`, dist).pathname,
  bundle: true, format: "iife", globalName, minify: true, plugins, banner: { js: licence }, logLevel: "warning",
});
await bundle("board-library", "BoardLibrary", licence, [styles]);
const fflate = readFileSync(new URL("node_modules/fflate/LICENSE", import.meta.url), "utf8");
await bundle("zip-library", "ZipLibrary", `/*! fflate\n\n${fflate.trim()}\n*/`);
const sheets = ["assets/chessboard.css", "assets/extensions/markers/markers.css", "assets/extensions/arrows/arrows.css",
  "assets/extensions/promotion-dialog/promotion-dialog.css"].map((name) => asset(name).replace(/\/\*# sourceMapping.*?\*\//g, ""));
write("board-library.css", [licence, ...sheets].join("\n"));
const sprites = {
  "cm-chessboard-sprite": readFileSync(new URL("page/pieces.svg", import.meta.url), "utf8"),
  "cm-chessboard-markers": asset("assets/extensions/markers/markers.svg"),
  "cm-chessboard-arrows": asset("assets/extensions/arrows/arrows.svg"),
};
write("board-sprites.js", `"use strict";\nvar BOARD_SPRITES = ${JSON.stringify(sprites)};\n`);

// The typeface of paper and scores, embedded in a style sheet, because a page opened from a disk may not load it from a file.
const typeface = new URL("node_modules/@fontsource/courier-prime/", import.meta.url);
const face = readFileSync(new URL("files/courier-prime-latin-400-normal.woff2", typeface)).toString("base64");
write("typeface.css", `/*!\n${readFileSync(new URL("LICENSE", typeface), "utf8").trim()}\n*/
@font-face { font-family: "Courier Prime"; src: url("data:font/woff2;base64,${face}") format("woff2"); font-display: swap; }\n`);

// The link in the page's help is hidden unless there is an address.
if (process.env.DOCUMENTATION) {
  const link = `<p id="documentation"><a href="${process.env.DOCUMENTATION}">`;
  write("index.html", read("index.html").toString().replace('<p id="documentation" hidden><a href="">', link));
}

// The page for other sites: only the board. The class hides the tabs, the controls and the teletype (play.css).
const whole = read("index.html").toString();
write("embed.html", whole.replace("<body>", '<body class="embed">'));

const files = readdirSync(dist).filter((name) => name !== "offline.js" && name !== "machine.wasm.js").sort();
const hash = createHash("sha256");
files.forEach((name) => hash.update(name).update(read(name)));
const version = hash.digest("hex").slice(0, 16);

// Each version has its own addresses, so a page never mixes files of two versions.
for (const name of ["index.html", "embed.html"]) {
  const page = read(name).toString().replace("<html ", `<html data-version="${version}" `);
  write(name, page.replace(/(src|href)="([\w.-]+\.(?:js|css|svg|webmanifest))"/g, `$1="$2?v=${version}"`));
}

const integrity = (name) => `sha256-${createHash("sha256").update(read(name)).digest("base64")}`;
const address = (name) => (name.endsWith(".html") ? name : `${name}?v=${version}`);
const needed = [["./", integrity("index.html")], ...files.map((name) => [address(name), integrity(name)])];
const worker = read("offline.js").toString();
write("offline.js", worker.replace("@VERSION@", version).replace("@FILES@", JSON.stringify(needed)));

const sizes = [...files, "offline.js"].map((name) => gzipSync(read(name), { level: 9 }).length);
const total = sizes.reduce((sum, size) => sum + size, 0);
write("machine.wasm.js", `var MACHINE_WASM = "${read("machine.wasm").toString("base64")}";\n`);
console.log(`web/dist: ${files.length + 1} files, ${(total / 1e6).toFixed(2)} MB compressed`);
