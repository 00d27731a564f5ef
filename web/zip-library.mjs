// What the page uses of fflate, for web/pack.mjs as board-library.mjs is.
export { unzipSync } from "fflate";
