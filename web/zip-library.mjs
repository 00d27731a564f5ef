// The part of fflate that the page uses. web/pack.mjs bundles it into a classic script, like board-library.mjs.
export { unzipSync } from "fflate";
