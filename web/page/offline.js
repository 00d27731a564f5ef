// @ts-check
"use strict";

/** The cache of this version; its name changes with the contents of the files. */
const CACHE = "pdp6-@VERSION@";
/** Address and checksum of each file of this version. @type {Array<[string, string]>} */
const FILES = JSON.parse('@FILES@');

const worker = /** @type {any} */ (globalThis);

/** Fetches all files, bypassing the HTTP cache, which may have older ones. The checksums prevent a mix of versions. */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map(([file, integrity]) => new Request(file, { cache: "reload", integrity })));
  await worker.skipWaiting();
}

/** Removes all versions except this one and the previous one: a page may still be loading from the latter. */
async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith("pdp6-") && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Answers a request for a page from the cache of this version, and for any other file from all caches: the addresses of all files except
 * pages contain a version.
 * @param {Request} request
 */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const isPage = request.mode === "navigate";
  const found = isPage ? await cache.match(request, { ignoreSearch: true }) : await caches.match(request);
  return found ?? fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
