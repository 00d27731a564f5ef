// @ts-check
"use strict";

/** Signatures and lengths of the records of a ZIP archive. */
const ZIP = { end: 0x06054b50, entry: 0x02014b50, file: 0x04034b50, endLength: 22, entryLength: 46, fileLength: 30 };
/** The end record is within this many bytes of the end of the archive. */
const ZIP_TAIL = ZIP.endLength + 65535;

/**
 * Returns those files of a ZIP archive whose base names are wanted. Only they are read.
 * @param {File} archive
 * @param {Set<string>} wanted
 * @param {number} largest size of a file in bytes; a larger one is left out
 * @returns {Promise<Record<string, Uint8Array>>}
 */
async function unzip(archive, wanted, largest) {
  const part = async (/** @type {number} */ from, /** @type {number} */ length) => (
    new DataView(await archive.slice(from, from + length).arrayBuffer())
  );
  const broken = (/** @type {string} */ what) => new Error(`"${archive.name}" is not a complete ZIP archive: ${what}`);
  const from = Math.max(0, archive.size - ZIP_TAIL);
  const tail = await part(from, ZIP_TAIL);
  let end = tail.byteLength - ZIP.endLength;
  while (end >= 0 && tail.getUint32(end, true) !== ZIP.end) end -= 1;
  if (end < 0) throw broken("it has no directory");
  const directory = await part(tail.getUint32(end + 16, true), tail.getUint32(end + 12, true));
  const found = /** @type {Record<string, Uint8Array>} */ ({});
  for (let at = 0; at + ZIP.entryLength <= directory.byteLength;) {
    if (directory.getUint32(at, true) !== ZIP.entry) throw broken("its directory is damaged");
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => directory.getUint16(at + offset, true));
    const [packed, size, place] = [20, 24, 42].map((offset) => directory.getUint32(at + offset, true));
    const name = baseName(new TextDecoder().decode(new Uint8Array(directory.buffer, at + ZIP.entryLength, Math.min(nameLength, directory.byteLength - at - ZIP.entryLength))));
    const method = directory.getUint16(at + 10, true);
    at += ZIP.entryLength + nameLength + extra + comment;
    if (!wanted.has(name) || size > largest) continue;
    const head = await part(place, ZIP.fileLength);
    if (head.byteLength < ZIP.fileLength || head.getUint32(0, true) !== ZIP.file) throw broken(`"${name}" is missing`);
    const start = place + ZIP.fileLength + head.getUint16(26, true) + head.getUint16(28, true);
    const bytes = await contents(archive.slice(start, start + packed), method, size);
    if (bytes?.length !== size) throw broken(`"${name}" is damaged`);
    found[name] = bytes;
  }
  return found;
}

/**
 * @param {Blob} packed
 * @param {number} method 0: stored, 8: deflated
 * @param {number} size in bytes, as the directory says
 * @returns {Promise<Uint8Array | undefined>} nothing if it cannot be read
 */
async function contents(packed, method, size) {
  if (method === 0) return new Uint8Array(await packed.arrayBuffer());
  if (method !== 8) return undefined;
  const bytes = new Uint8Array(size);
  let length = 0;
  try {
    const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return length === size ? bytes : undefined;
      if (length + value.length > size) return undefined;
      bytes.set(value, length);
      length += value.length;
    }
  } catch {
    return undefined;
  }
}
