// Helpers for tests of saved games: profiles, played games, and what the browser has stored.
import * as b from "./browser.mjs";

/** A new browser profile. `script` runs before the scripts of every page. */
export async function profile(script, argument) {
  const context = await b.browser.newContext({ viewport: { width: 1300, height: 1000 }, acceptDownloads: true });
  context.setDefaultTimeout(b.PATIENCE);
  if (script) await context.addInitScript(script, argument);
  return context;
}

export async function openPage(context, hash = "") {
  const page = await context.newPage();
  page.problems = b.problemsOf(page);
  await b.open(page, b.server.address + hash);
  return page;
}

/** Types some lines in a new page, and waits until the game is saved. */
export async function playedGame(context, lines = ["BOOK 0", "P-K4", "P-K4"]) {
  const page = await openPage(context);
  await b.waitForPrompt(page);
  for (const line of lines) await b.type(page, line);
  await saved(page);
  return page;
}

/** Waits until all changes are saved. */
export async function saved(page) {
  await page.waitForFunction(() => !page.app.dirty && page.saver.saving === null);
}

/** Returns a stored text while no page of the game is open. */
export async function storedMeanwhile(context, name) {
  const page = await context.newPage();
  await page.goto(`${b.server.address}style.css`);
  const value = await stored(page, name);
  await page.close();
  return value;
}

export const stored = (page, name) => page.evaluate((name) => localStorage.getItem(`pdp6-${name}`), name);
