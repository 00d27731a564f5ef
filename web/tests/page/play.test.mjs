// Playing on the board by mouse and by keys, and from links and files.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as b from "./browser.mjs";

/** A position in which White promotes, and one in which the program overlooks that a knight can take a queen (docs/faults-of-1967.md, F20). */
const PROMOTION = "7k/P7/8/8/8/8/8/K7 w - - 0 30";
const BLIND = "7k/8/8/8/4K3/q2p4/2N5/1b6 w - - 0 21";

b.startForTests();

/** Opens a page in a new profile. Also returns the function that ends the test and checks that the console has no errors. */
async function openPage(query = "", options = {}) {
  const context = await b.browser.newContext({ viewport: { width: 1300, height: 900 }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(b.PATIENCE);
  const page = await context.newPage();
  const wrong = b.problemsOf(page);
  await b.open(page, b.server.address + query, "play");
  await b.waitForPrompt(page);
  return { page, done: async () => {
    assert.deepEqual(wrong, [], "the browser's console has no errors");
    await context.close();
  } };
}

const text = async (page, selector) => (await page.locator(selector).innerText()).trim();
const square = (page, name) => page.locator(`#board .square[data-square="${name}"]`);
const fen = (page) => page.evaluate(() => globalThis.page.play.board.chessboard.getPosition());
const waitForText = (page, selector, has) => b.waitForText(page, selector, { has });

/** Makes a move with the mouse, once the page expects one. */
async function move(page, from, to) {
  await page.waitForFunction(() => globalThis.page.play.board.legal.length > 0);
  await square(page, from).click();
  // The target squares of the piece are marked.
  await page.waitForFunction(() => document.querySelector("#board .marker-dot, #board .marker-bevel"));
  await square(page, to).click();
}

test("a class's first minute: click, an answer, take back, a new game as Black", async () => {
  const { page, done } = await openPage();
  await b.eventually(() => text(page, "#who"), "You are White. The year is 1967.");
  await waitForText(page, "#turn", "Your move.");
  await move(page, "e2", "e4");
  // The opening book answers P-K4 with P-K4 (specification 12).
  await page.waitForFunction(() => globalThis.page.play.game?.moves.length === 2);
  await waitForText(page, "#turn", "Your move.");
  await b.eventually(() => text(page, "#score"), /P-K4 e4\s+P-K4 e5/);
  assert.match(await b.paper(page), /1 W P-K4\n {2}1\. P-K4\n1 B PB\n {2}1\. \.\.\. P-K4 BOOK/);
  await page.click("#take-back");
  await page.waitForFunction(() => globalThis.page.play.game?.moves.length === 0);
  await b.eventually(() => fen(page), /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR/);
  await page.click("#play-black");
  await page.waitForFunction(() => globalThis.page.play.game?.moves.length === 1);
  await waitForText(page, "#turn", "Your move.");
  await b.eventually(() => text(page, "#who"), "You are Black. The year is 1967.");
  await page.waitForFunction(() => globalThis.page.play.board.chessboard.getOrientation() === "b");
  await done();
});

test("a board that is turned again while it turns comes to rest as it was turned last", async () => {
  const { page, done } = await openPage("", { reducedMotion: "no-preference" });
  const orientation = () => page.evaluate(() => globalThis.page.play.board.chessboard.getOrientation());
  const turn = (times) => page.evaluate((times) => {
    for (let time = 0; time < times; time++) document.querySelector("#turn-board").click();
  }, times);
  await turn(3);
  await b.eventually(orientation, "b");
  await turn(2);
  await turn(1);
  await b.eventually(orientation, "w");
  assert.equal(await page.evaluate(() => globalThis.page.play.board.whiteBelow), true);
  await done();
});

/** Waits until the program has searched some positions, and pauses the machine then. */
function pauseInThought(page) {
  return page.waitForFunction(() => {
    const { app } = globalThis.page;
    const thinking = app.machine.thinking();
    if (thinking === undefined || JSON.parse(thinking).nodes === 0) return false;
    globalThis.page.pause(true);
    return true;
  });
}

test("the strength and an offer of a draw do not stop the program, which reads them after its move", async () => {
  const { page, done } = await openPage();
  await b.type(page, "BOOK 0");
  await move(page, "e2", "e4");
  await pauseInThought(page);
  await page.selectOption("#strength", "NORMAL,SETD 2");
  await page.click("#draw");
  await b.eventually(() => text(page, "#board-message"), "Typed ahead: the program reads it after its move.");
  await page.keyboard.press("F8");
  await waitForText(page, "#turn", "The machine declines the draw. Your move.");
  assert.match(await b.paper(page), /\n {2}1\. \.\.\. [^\n]+\n2 W NORMAL\n2 W SETD 2\n2 W DRAW\?\nDECLINE\n2 W $/);
  assert.equal(await text(page, "#who"), "You are White. The year is 1967.");
  await done();
});

test("while the machine plays neither side, the page says what to type", async () => {
  const { page, done } = await openPage();
  await b.eventually(() => text(page, "#turn"), "Your move.");
  await b.eventually(() => text(page, "#advice"), "To play here, type PB first: the machine plays Black.");
  await b.type(page, "P-K4");
  await b.eventually(() => text(page, "#advice"), "");
  const advice = "Black to move. Move a piece and the machine plays White, or type PB: the machine plays Black.";
  await b.eventually(() => text(page, "#turn"), advice);
  assert.equal(await text(page, "#who"), "The machine plays neither side. The year is 1967.");
  await b.type(page, "PB");
  await page.waitForFunction(() => globalThis.page.play.game?.moves.length === 2);
  await b.eventually(() => text(page, "#who"), "You are White. The year is 1967.");
  await b.eventually(() => text(page, "#turn"), "Your move.");
  await b.type(page, "BOOK 0");
  await move(page, "a2", "a3");
  await pauseInThought(page);
  await page.click("[data-key='\x07']");
  await page.keyboard.press("F8");
  await b.eventually(() => text(page, "#turn"), advice);
  await done();
});

test("an offer of a draw is answered after a repetition, too", async () => {
  const { page, done } = await openPage();
  await page.check("#both-sides");
  await b.waitForPrompt(page);
  for (const line of ["N-KB3", "N-KB3", "N-N1", "N-N1", "N-KB3", "N-KB3", "N-N1", "N-N1"]) await b.type(page, line);
  await b.eventually(() => text(page, "#turn"), "The position has occurred 3 times: a draw may be claimed. White to move.");
  await page.click("#draw");
  await b.eventually(() => text(page, "#turn"), "The machine declines the draw. The position has occurred 3 times: a draw may be claimed. White to move.");
  await done();
});

test("a stopped machine is not said to think, and a new game loads the chess program again", async () => {
  const { page, done } = await openPage();
  await page.evaluate(() => globalThis.page.debugger.execute("break MAKE"));
  await page.evaluate(() => globalThis.page.debugger.execute("continue"));
  await move(page, "e2", "e4");
  await waitForText(page, "#turn", "The machine has stopped. Press Run in the debugger");
  await square(page, "d2").click();
  await waitForText(page, "#board-message", "The machine has stopped.");
  // The program halts, and it leaves the board of the chess program in memory.
  await page.click("#tab-midas");
  await page.selectOption("#samples", "hello.mid");
  await page.click("#start");
  await waitForText(page, "#state", "halted");
  await page.click("#tab-play");
  await waitForText(page, "#turn", "The machine has stopped.");
  await page.click("#play-white");
  await waitForText(page, "#turn", "Your move.");
  assert.match(await b.paper(page), /RESET\n1 W NORMAL\n1 W PB\n1 W $/);
  await done();
});

test("what the program cannot take from a position is said", async () => {
  const { page, done } = await openPage();
  const open = (position) => page.evaluate((position) => globalThis.page.play.viewer.openText(position), position);
  await open("4k3/8/8/3pP3/8/8/8/4K2R w - d6 7 30");
  await waitForText(page, "#notices", "It has castling K (in your position -), en passant - (in your position d6), "
    + "half-moves without a capture or a pawn move 0 (in your position 7), move number 21 (in your position 30).");
  await open("4k3/8/8/3pP3/8/8/8/4K2R b K - 0 30");
  await page.waitForFunction(() => globalThis.page.play.game?.white_to_move === false);
  await b.waitForPrompt(page);
  await b.drawn(page);
  assert.equal(await text(page, "#notices"), "");
  await page.waitForFunction(() => globalThis.page.play.board.chessboard.getOrientation() === "b");
  await done();
});

test("what is no legal move is said in words, and nothing is typed", async () => {
  const { page, done } = await openPage();
  await move(page, "e2", "e5");
  await b.eventually(() => text(page, "#board-message"), "e2-e5 is not a legal move.");
  await square(page, "a1").click();
  await b.eventually(() => text(page, "#board-message"), "The piece on a1 has no legal move.");
  await square(page, "d7").click();
  await b.eventually(() => text(page, "#board-message"), "It is White's move.");
  assert.doesNotMatch(await b.paper(page), /ILLEGAL/);
  await done();
});

test("a promotion asks for the piece", async () => {
  const { page, done } = await openPage(`?fen=${encodeURIComponent(PROMOTION)}`);
  await page.waitForFunction((fen) => globalThis.page.play.game?.fen.startsWith(fen), PROMOTION.split(" ")[0]);
  await b.waitForPrompt(page);
  await waitForText(page, "#turn", "White to move. Move a piece and the machine plays Black, or type PW: the machine plays White.");
  await move(page, "a7", "a8");
  await page.locator(".promotion-dialog-group [data-piece='wn']").first().click();
  await page.waitForFunction(() => globalThis.page.play.game?.moves[0]?.descriptive === "P-R8=N");
  await done();
});

test("mate and stalemate are said at the board", async () => {
  const { page, done } = await openPage();
  // Fool's mate, with the player moving both sides.
  await page.check("#both-sides");
  await b.waitForPrompt(page);
  for (const [from, to] of [["f2", "f3"], ["e7", "e5"], ["g2", "g4"], ["d8", "h4"]]) {
    await move(page, from, to);
    await b.waitForPrompt(page);
    await page.waitForFunction((to) => globalThis.page.play.game?.moves.at(-1)?.to === to, to);
  }
  await waitForText(page, "#turn", "Checkmate. Black wins.");
  await page.evaluate(() => globalThis.page.play.viewer.openText("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
  await waitForText(page, "#turn", "Stalemate: the game is drawn.");
  await done();
});

test("the plausible moves and a hint", async () => {
  const { page, done } = await openPage();
  await page.click("#moves-it-sees");
  // Six arrows, the program's width in casual games.
  await page.waitForFunction(() => globalThis.page.play.board.chessboard.getArrows().length === 6);
  await b.eventually(() => page.locator("#weights li.examined").count(), 6);
  await page.click("#hint");
  await waitForText(page, "#board-message", "In your place, the program would play ");
  // A move of the list is examined and not made, for a reason.
  await b.type(page, "BOOK 0");
  await b.type(page, "SETD 2");
  const last = page.locator("#weights button").last();
  const [name] = (await last.textContent()).split(" ");
  await last.click();
  await waitForText(page, "#weights-why", name);
  await done();
});

test("it says why it moved there, and why not elsewhere", async () => {
  const { page, done } = await openPage();
  await page.click("#why");
  await waitForText(page, "#board-message", "The machine has not moved yet.");
  await b.type(page, "BOOK 0");
  await b.type(page, "SETD 2");
  await move(page, "e2", "e4");
  await page.waitForFunction(() => globalThis.page.play.game?.moves.length === 2);
  await waitForText(page, "#turn", "Your move.");
  await page.click("#why");
  const { descriptive } = await page.evaluate(() => globalThis.page.play.game.moves[1]);
  await waitForText(page, "#reasons-short", descriptive);
  // The prompt and Black's 19 other moves.
  await b.eventually(() => page.locator("#why-not option").count(), 1 + 19);
  const other = page.locator("#why-not option").last();
  await page.selectOption("#why-not", await other.getAttribute("value"));
  await waitForText(page, "#reasons-not", (await other.textContent()).split(" ")[0]);
  // The panel stays open, and shows the reasons for the next move when it has been made.
  await move(page, "d2", "d4");
  await page.waitForFunction(() => globalThis.page.play.game?.moves.length === 4);
  await waitForText(page, "#turn", "Your move.");
  const next = await page.evaluate(() => globalThis.page.play.game.moves[3].descriptive);
  await waitForText(page, "#reasons-short", next);
  // A click on an earlier move shows the reasons for that one.
  await page.click("#score td[data-ply='2']");
  await waitForText(page, "#reasons-short", descriptive);
  await done();
});

test("the games of the menu are stepped through, each to its end, and one is continued", async () => {
  const { page, done } = await openPage();
  const lengths = { "wagner-machack": 109, "conroy-machack": 66, "machack-landey": 41, "machack-unrated": 100,
    "dreyfus-machack": 74, "charly-machack-1": 82, "machack-charly-2": 43, "charly-machack-3": 52 };
  assert.equal(await page.locator("#paper-games option").count(), 1 + Object.keys(lengths).length);
  for (const [name, plies] of Object.entries(lengths)) {
    await page.selectOption("#paper-games", name);
    await page.click("#final");
    await b.eventually(() => page.evaluate(() => globalThis.page.play.viewer.ply), plies);
    const side = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.querySelector("#play-side");
      return scrollWidth - clientWidth;
    });
    assert.ok(side <= 0, `the list of moves is ${side} points too wide`);
    assert.match(await text(page, "#viewer-source"), /^Source: (The paper|Chess Programming Wiki), /);
    await page.click("#previous");
  }
  // One game has printed times.
  await page.selectOption("#paper-games", "machack-unrated");
  await page.click("#first");
  for (let step = 0; step < 19; step++) await page.click("#next");
  await b.eventually(() => text(page, "#turn"), "10. P-KN3 (g3). In 1967 the program took 18.3 seconds.");
  await page.selectOption("#paper-games", "machack-landey");
  await page.click("#next");
  await page.click("#next");
  await page.click("#its-choice");
  await waitForText(page, "#board-message", "The program, searching four plies, plays ");
  await page.click("#to-machine");
  await page.waitForFunction(() => globalThis.page.play.game?.moves.length === 2);
  await waitForText(page, "#turn", "White to move. Move a piece and the machine plays Black");
  await done();
});

test("the tour shows a kept fault: the knight does not take the queen", async () => {
  const { page, done } = await openPage("?tour=4");
  await b.eventually(() => page.textContent("#tour-title"), /^4\. Where it goes wrong/);
  await page.click("#tour-do");
  await page.waitForFunction((fen) => globalThis.page.play.game?.start.startsWith(fen) && globalThis.page.play.game.moves.length === 1, BLIND.split(" ")[0]);
  assert.doesNotMatch(await page.evaluate(() => globalThis.page.play.game.moves[0].descriptive), /^N/);
  await done();
});

test("PGN and FEN go in and out; what is broken says so and changes nothing", async () => {
  const { page, done } = await openPage();
  const open = async (typed) => {
    await page.evaluate((typed) => { document.querySelector("#score-text").value = typed; document.querySelector("#score-open").click(); }, typed);
  };
  for (const [broken, says] of [
    ["", "Paste a game in PGN or a position in FEN first."],
    ["8/8/8/8/8/8/8/K7 w - - 0 1", "The position cannot be used. "],
    ["[Event \"x\"]\n\n1. e4 e5 2. Ke5 *", "The game cannot be read. "],
    ["hello", "The game cannot be read. "],
  ]) {
    await open(broken);
    await waitForText(page, "#notices", says);
  }
  await open("[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n[White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 2. c4 *\n");
  await b.eventually(() => page.locator("#score-games option").count(), 2);
  await page.evaluate(() => { const games = document.querySelector("#score-games"); games.value = "1"; games.dispatchEvent(new Event("change")); });
  await b.eventually(() => page.textContent("#viewer-title"), /^C - D/);
  await page.click("#final");
  await page.click("#to-machine");
  await page.waitForFunction(() => globalThis.page.play.game?.moves.length === 3);
  const pgn = await page.evaluate(() => globalThis.page.play.pgn());
  assert.match(pgn, /\n1\. d4 d5 2\. c4 \*\n$/);
  await b.drop(page, "body", "game.pgn", Buffer.from("[White \"E\"]\n\n1. Nf3 *\n"));
  await waitForText(page, "#viewer-title", "E - ?");
  await done();
});

test("by keys alone", async () => {
  const { page, done } = await openPage();
  // The board's cursor starts at a1 and moves to e2, then to e4.
  await page.focus("#board svg");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"]) {
    await page.keyboard.press(key);
  }
  await page.waitForFunction(() => globalThis.page.play.game?.moves[0]?.descriptive === "P-K4");
  await done();
});

test("the tree of accessibility has whose turn it is, the moves, their weights and the reasons", async () => {
  const { page, done } = await openPage();
  await b.type(page, "BOOK 0");
  await b.type(page, "SETD 2");
  await move(page, "e2", "e4");
  await page.waitForFunction(() => globalThis.page.play.game?.moves.length === 2);
  await waitForText(page, "#turn", "Your move.");
  await page.click("#moves-it-sees");
  await page.click("#why");
  await page.waitForSelector("#weights li");
  await page.waitForFunction(() => document.querySelector("#reasons-short").textContent !== "");
  const { descriptive, algebraic } = await page.evaluate(() => globalThis.page.play.game.moves[1]);
  const tree = await page.locator("#play").ariaSnapshot();
  assert.match(tree, /status: Your move\./);
  assert.match(tree, /cell "P-K4 e4"/);
  assert.ok(tree.includes(`cell "${descriptive} ${algebraic}`), tree);
  // A plausible move is text with its weight; the reasons are a sentence about the move made.
  assert.match(tree, /listitem:\s+- button "[A-Z][-A-Z0-9/]+ \([a-hKQRBNO][^)]*\)"\s+- text: "-?\d+"/);
  const reasons = await text(page, "#reasons-short");
  assert.ok(reasons.includes(descriptive) && tree.includes(reasons.slice(0, 30)), tree);
  await done();
});

test("the board is played without a network", async () => {
  const { page, done } = await openPage();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await b.ready(page, "play");
  await b.waitForPrompt(page);
  await move(page, "e2", "e4");
  await page.waitForFunction(() => globalThis.page.play.game?.moves.length === 2);
  await done();
});

test("a document is refused with what can be opened, and the game stays", async () => {
  const { page, done } = await openPage();
  await move(page, "e2", "e4");
  await page.waitForFunction(() => globalThis.page.play.game?.moves.length === 2);
  await b.drop(page, "body", "paper.pdf", Buffer.from("%PDF-1.4 text"));
  await waitForText(page, "#notices", "\"paper.pdf\" is a PDF document. The page opens ");
  assert.equal(await page.evaluate(() => globalThis.page.play.game.moves.length), 2);
  await done();
});

test("a browser without WebAssembly is told what is missing", async () => {
  const page = await b.browser.newPage();
  await page.addInitScript(() => { delete globalThis.WebAssembly; });
  await page.goto(b.server.address);
  await waitForText(page, "#state", "This page needs WebAssembly");
  await page.close();
});

test("on a phone a line that is not understood is explained where it was typed", async () => {
  const { page, done } = await openPage("", { viewport: { width: 390, height: 844 } });
  await b.type(page, "NF3");
  await b.eventually(() => text(page, "#advice"), "Type N-KB3 or G1F3 for NF3.");
  const [advice, keys] = await Promise.all(["#advice", "#keys"].map((selector) => page.locator(selector).boundingBox()));
  assert.ok(advice.y > 0 && advice.y < keys.y && keys.y - advice.y < 60, JSON.stringify([advice, keys]));
  await done();
});

test("the page for other sites is the board alone, also on a phone", async () => {
  const { page, done } = await openPage("embed.html?game=machack-landey&move=41", { viewport: { width: 390, height: 844 } });
  await b.eventually(() => text(page, "#turn"), /^21\. .*MATE/);
  assert.equal(await page.locator("#tabs").isVisible(), false);
  const board = await page.locator("#board").boundingBox();
  assert.ok(board.y < 200 && board.width > 340, JSON.stringify(board));
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `${width}`);
  await done();
});
