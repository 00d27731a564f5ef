// What web/pack.mjs makes for the page, as far as the checker of types needs to know it.
declare const BoardLibrary: any;
declare const BOARD_SPRITES: Record<string, string>;
