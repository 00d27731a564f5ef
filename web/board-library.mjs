// The parts of cm-chessboard that the page uses. web/pack.mjs bundles them into a classic script, because a page opened from a disk cannot
// load modules.
export { Chessboard, COLOR, INPUT_EVENT_TYPE } from "cm-chessboard/src/Chessboard.js";
export { Accessibility } from "cm-chessboard/src/extensions/accessibility/Accessibility.js";
export { ARROW_TYPE, Arrows } from "cm-chessboard/src/extensions/arrows/Arrows.js";
export { MARKER_TYPE, Markers } from "cm-chessboard/src/extensions/markers/Markers.js";
export { PromotionDialog } from "cm-chessboard/src/extensions/promotion-dialog/PromotionDialog.js";
