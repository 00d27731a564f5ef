// What web/pack.mjs makes for the page, as far as the checker of types needs to know it.
declare const BoardLibrary: any;
declare const ZipLibrary: {
  unzipSync(archive: Uint8Array, options: { filter(file: { name: string, originalSize: number }): boolean }): Record<string, Uint8Array>;
};
declare const BOARD_SPRITES: Record<string, string>;
