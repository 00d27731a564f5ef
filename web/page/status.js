// @ts-check
"use strict";

/** Milliseconds for which a confirmation is shown. */
const CONFIRMATION_TIME = 10000;

/** Timer for a state that is shown later, unless another state is shown first. */
let stateTimer = 0;

/**
 * Shows what the machine is doing in the line under the title, at once or after a delay.
 * @param {string} text
 * @param {number} [delay]
 */
function showState(text, delay = 0) {
  clearTimeout(stateTimer);
  if (delay > 0) stateTimer = setTimeout(() => showState(text), delay);
  else if ($("state").textContent !== text) $("state").textContent = text;
}

/**
 * Shows a message until the player dismisses it or acts.
 * @param {string} text
 * @param {...Node} controls that belong to it
 */
function notify(text, ...controls) {
  const notices = [...$("notices").children];
  notices.find((one) => one.firstElementChild?.textContent === text)?.remove();
  const notice = make("div", { class: "notice" }, make("span", {}, text), ...controls);
  notice.append(button("Dismiss", () => notice.remove()));
  $("notices").append(notice);
  return notice;
}

/** Confirms what the player did; the message disappears by itself. @param {string} text */
function confirmDone(text) {
  const notice = notify(text);
  setTimeout(() => notice.remove(), CONFIRMATION_TIME);
}

/** Removes all messages. Called when the player acts. */
function clearNotices() {
  $("notices").replaceChildren();
}

/**
 * Shows that this tab does not save, with a button; an empty text removes both.
 * @param {string} text
 * @param {string} [label] of the button
 * @param {() => void} [action]
 */
function showNotSaving(text, label = "", action = () => {}) {
  $("not-saving").hidden = !text;
  if (text) $("not-saving").replaceChildren(make("span", {}, text), button(label, action));
}

/** Returns an error as a sentence. @param {unknown} error */
function sentence(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}
