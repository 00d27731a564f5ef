// Delivery of the page to the browser, from a server and from a disk: the content security policy and updates.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import * as b from "./browser.mjs";

let browser;
before(async () => (browser = await b.launch()));
after(() => browser?.close());

async function newContext() {
  const context = await browser.newContext({ viewport: { width: 1300, height: 1000 }, acceptDownloads: true });
  context.setDefaultTimeout(b.PATIENCE);
  await context.addInitScript(() => {
    globalThis.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => violations.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  return context;
}

test("the content security policy stops foreign scripts and nothing of the page, served and from a disk", async () => {
  const server = await b.serve();
  for (const address of [server.address, pathToFileURL(join(b.dist, "index.html")).href]) {
    const context = await newContext();
    const page = await context.newPage();
    const problems = b.problemsOf(page);
    await b.open(page, address);
    await b.waitForPrompt(page);
    await b.type(page, "P-K4");
    await page.click("#settings summary");
    await page.check("#sound");
    for (const tab of ["debugger", "midas", "help", "machine"]) await page.click(`#tab-${tab}`);
    await page.click("#tab-midas");
    await page.click("#assemble");
    await b.downloaded(page, () => page.click("#tape"));
    await page.click("#start");
    await page.waitForFunction(() => page.app.machine.paper_text().length > 0);
    await b.downloaded(page, () => page.click("#save"));
    await page.focus("#tube");
    await page.keyboard.press("ArrowDown");
    await page.click("#new");
    assert.deepEqual(await page.evaluate(() => violations), [], address);
    assert.deepEqual(problems, [], address);
    // The policy must block this script.
    const ran = await page.evaluate(() => new Promise((resolve) => {
      const script = document.createElement("script");
      script.textContent = "globalThis.intruder = true";
      document.head.append(script);
      const image = new Image();
      image.onerror = image.onload = () => setTimeout(() => resolve([globalThis.intruder, violations.length]), 100);
      image.src = "http://127.0.0.1:9/picture.png";
    }));
    assert.deepEqual(ran, [undefined, 2], address);
    await context.close();
  }
  server.close();
});

/** Publishes another version to a folder, with a change in one script, a new version and new checksums. */
function publish(folder) {
  const path = (name) => join(folder, name);
  const read = (name) => readFileSync(path(name), "utf8");
  const checksum = (name) => `sha256-${createHash("sha256").update(readFileSync(path(name))).digest("base64")}`;
  const old = read("index.html").match(/data-version="(\w+)"/)[1];
  const version = createHash("sha256").update(old).digest("hex").slice(0, 16);
  const before = ["main.js", "index.html"].map(checksum);
  appendFileSync(path("main.js"), `globalThis.published = ${JSON.stringify(version)};\n`);
  writeFileSync(path("index.html"), read("index.html").replaceAll(old, version));
  const after = ["main.js", "index.html"].map(checksum);
  const worker = before.reduce((text, sum, index) => text.replaceAll(sum, after[index]), read("offline.js"));
  writeFileSync(path("offline.js"), worker.replaceAll(old, version));
  return version;
}

test("an update arrives whole, past the browser's HTTP cache", async () => {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  cpSync(b.dist, folder, { recursive: true });
  const server = await b.serve(folder, { "cache-control": "max-age=600" });
  const context = await newContext();
  const page = await context.newPage();
  const problems = b.problemsOf(page);
  await b.open(page, server.address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const other = await context.newPage();
  await b.open(other, server.address);

  for (let update = 1; update <= 3; update++) {
    const version = publish(folder);
    const cached = await page.evaluate(async (version) => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      while (registration.active?.state !== "activated" || registration.installing || registration.waiting
        || !(await caches.has(`pdp6-${version}`))) await new Promise((resolve) => setTimeout(resolve, 50));
      const cache = await caches.open(`pdp6-${version}`);
      return (await cache.match(`main.js?v=${version}`)).text();
    }, version);
    assert.match(cached, new RegExp(`published = "${version}"`));
    const names = await page.evaluate(() => caches.keys());
    assert.ok(names.length <= 2 && names.includes(`pdp6-${version}`), names.join());
    // The next load has only files of the new version, also without a network.
    for (const offline of [false, true]) {
      await context.setOffline(offline);
      await page.reload();
      await b.ready(page);
      const loaded = await page.evaluate(() => [globalThis.published, document.documentElement.dataset.version,
        ...performance.getEntriesByType("resource").map(({ name }) => new URL(name).searchParams.get("v")).filter(Boolean)]);
      assert.deepEqual(new Set(loaded), new Set([version]));
    }
    await context.setOffline(false);
  }
  assert.deepEqual(problems, []);
  await context.close();
  server.close();
});

test("a version that is only half on the server is not taken", async () => {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  cpSync(b.dist, folder, { recursive: true });
  const server = await b.serve(folder, { "cache-control": "max-age=600" });
  const context = await newContext();
  const page = await context.newPage();
  await b.open(page, server.address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const main = readFileSync(join(folder, "main.js"));
  publish(folder);
  writeFileSync(join(folder, "main.js"), main);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await page.reload();
  await b.ready(page);
  assert.equal(await page.evaluate(() => globalThis.published), undefined);
  await context.close();
  server.close();
});
