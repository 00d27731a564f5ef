// Adds the derived files to web/dist/: the samples, the machine for pages that are opened from a disk, the
// version in the addresses of the page's files, and the list of the files needed by a page without a network.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("dist/", import.meta.url);
const samples = new URL("page/samples/", import.meta.url);
const read = (name) => readFileSync(new URL(name, dist));
const write = (name, contents) => writeFileSync(new URL(name, dist), contents);

const texts = readdirSync(samples).sort().map((name) => [name, readFileSync(new URL(name, samples), "utf8")]);
write("samples.js", `"use strict";\nvar SAMPLES = ${JSON.stringify(Object.fromEntries(texts))};\n`);

const files = readdirSync(dist).filter((name) => name !== "offline.js" && name !== "machine.wasm.js").sort();
const hash = createHash("sha256");
files.forEach((name) => hash.update(name).update(read(name)));
const version = hash.digest("hex").slice(0, 16);

// A page never mixes files of two versions: their addresses differ.
const page = read("index.html").toString().replace("<html ", `<html data-version="${version}" `);
write("index.html", page.replace(/(src|href)="([\w.]+\.(?:js|css))"/g, `$1="$2?v=${version}"`));

const integrity = (name) => `sha256-${createHash("sha256").update(read(name)).digest("base64")}`;
const address = (name) => (name === "index.html" ? name : `${name}?v=${version}`);
const needed = [["./", integrity("index.html")], ...files.map((name) => [address(name), integrity(name)])];
const worker = read("offline.js").toString();
write("offline.js", worker.replace("@VERSION@", version).replace("@FILES@", JSON.stringify(needed)));

const sizes = [...files, "offline.js"].map((name) => gzipSync(read(name), { level: 9 }).length);
const total = sizes.reduce((sum, size) => sum + size, 0);
write("machine.wasm.js", `var MACHINE_WASM = "${read("machine.wasm").toString("base64")}";\n`);
console.log(`web/dist: ${files.length + 1} files, ${(total / 1e6).toFixed(2)} MB compressed`);
