// @ts-check
"use strict";

/** Longest link in characters; browsers and mail programs truncate longer ones. */
const MAX_LINK_LENGTH = 30000;
/** Milliseconds between two saves of the inputs, and of the whole machine. */
const INPUT_INTERVAL = 1000;
const MACHINE_INTERVAL = 20000;
/** Milliseconds between two saves of the machine if the inputs do not fit in localStorage. */
const ALONE_INTERVAL = 5000;
/** Number of instructions after which the whole machine is saved again. */
const MACHINE_INSTRUCTIONS = 2e7;
/** Milliseconds to wait for the lock: a tab that is reloading keeps it for a moment. */
const LOCK_PATIENCE = 1000;
/** Parameters of the address that open another game than the saved one. */
const OPENING_PARAMETERS = ["fen", "side"];
/** Longest replay of a link or a file, in milliseconds. */
const MAX_REPLAY = 10 * 60 * 1000;

/**
 * Saves the game in this browser: the inputs, which are short, within a second; the whole machine from time to time, so that a reload need
 * not replay all inputs.
 *
 * Three rules keep games from being lost.
 * - Nothing is written until loading has finished and, if a link was opened, until the player acts.
 * - Only one tab saves at a time, and it overwrites only a game that it has read.
 * - Before a game replaces another, the other one is set aside. It is then called the previous game.
 *
 * On a page inside another site, nothing is saved, and no saved game is read.
 */
class Saver {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.database = new Database();
    this.lock = new SaveLock(
      () => this.lockHeld(),
      () => this.suspend("Another tab is now saving the game; changes in this tab are not saved."),
    );
    /** The saved game as this tab last read or wrote it. */
    this.embedded = document.body.classList.contains("embed");
    this.stored = this.embedded ? null : readStored("game");
    /** What is on the page. @type {RunKind} */
    this.kind = /** @type {any} */ (readStored("kind")) || "game";
    /** Whether the game on the page is not set aside when another replaces it. */
    this.yields = false;
    /** Whether the game on the page continues the saved one. If not, the saved one is set aside before the next save. */
    this.continues = true;
    /** Whether the game is saved only in the database, because it does not fit in localStorage. */
    this.alone = false;
    /** Whether `activate` has started saving. */
    this.active = false;
    /** Whether saving is suspended until the player decides which tab saves. */
    this.suspended = false;
    /** Texts saved with the game: the stored text, and the text to store. */
    this.texts = /** @type {Record<string, {stored: string | null, wanted: string | null}>} */ ({});
    /** The current save, if one is in progress. @type {Promise<boolean> | null} */
    this.saving = null;
    this.savedInputs = 0;
    this.savedMachine = performance.now();
    this.savedInstructions = 0;
    addEventListener("pagehide", () => this.save());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.save();
    });
    addEventListener("storage", (event) => {
      if (event.key === "pdp6-game" && this.active && !this.suspended) this.isOurs();
    });
    app.onTouched = () => this.activate();
  }

  // ---- The right to save -----------------------------------------------------------------------------------------

  /** Starts saving. The address no longer opens a link or a position. */
  activate() {
    if (this.active || this.embedded) return;
    this.active = true;
    const address = new URL(location.href);
    address.hash = "";
    for (const name of OPENING_PARAMETERS) address.searchParams.delete(name);
    if (address.href !== location.href) history.replaceState(null, "", address);
    this.requestLock();
  }

  /** Stops saving until the player acts. */
  rest() {
    this.active = false;
  }

  requestLock() {
    this.lock.request();
    setTimeout(() => {
      if (!this.lock.held) this.suspend("The game is open in another tab; changes in this tab are not saved.");
    }, LOCK_PATIENCE);
  }

  /** Called when this tab gets the lock. It saves from now on if its game is the saved one. */
  lockHeld() {
    if (readStored("game") !== this.stored) {
      this.suspend("The game was changed in another tab; changes in this tab are not saved.");
      return;
    }
    this.suspended = false;
    showNotSaving("");
    this.saveTexts();
  }

  /** Suspends saving until the player chooses this tab. @param {string} why */
  suspend(why) {
    this.suspended = true;
    showNotSaving(why, "Save in this tab instead", () => this.takeOver());
  }

  /** Starts saving in this tab at the player's request. The other tab's game becomes the previous game. */
  takeOver() {
    const stored = readStored("game");
    if (stored !== this.stored) {
      this.stored = stored;
      this.continues = false;
    }
    for (const [name, text] of Object.entries(this.texts)) text.stored = readStored(name);
    this.suspended = false;
    this.active = true;
    showNotSaving("");
    if (!this.lock.held) this.lock.steal();
    this.app.dirty = true;
  }

  /** Returns `true` if no game is saved, or the one that this tab last read or wrote. If not, suspends saving. */
  isOurs() {
    const now = readStored("game");
    if (now === null || now === this.stored) return true;
    this.suspend("The saved game was changed in another tab; changes in this tab are not saved.");
    return false;
  }

  maySave() {
    return this.active && !this.app.loading && !this.suspended && this.lock.held && this.isOurs();
  }

  // ---- Saving ----------------------------------------------------------------------------------------------------

  /** Saves the inputs or the machine if their interval has passed. @param {number} now */
  saveIfDue(now) {
    const interval = this.alone ? ALONE_INTERVAL : INPUT_INTERVAL;
    if (this.app.dirty && now - this.savedInputs > interval && this.maySave()) {
      this.savedInputs = now;
      this.app.dirty = false;
      this.save();
    }
    const executed = Math.abs(this.app.machine.instructions() - this.savedInstructions);
    const isDue = now - this.savedMachine > MACHINE_INTERVAL && executed > MACHINE_INSTRUCTIONS;
    if (isDue && this.continues && this.maySave()) {
      this.savedMachine = now;
      this.savedInstructions = this.app.machine.instructions();
      this.database.put("last", this.app.machine.keep());
    }
    this.saveTexts();
  }

  /** Saves the game now. @returns {Promise<boolean>} whether it is saved */
  async save() {
    if (!this.maySave()) return false;
    // No `await` before writing, because nothing after it would run on a page that is being left.
    if (this.continues || this.setAside()) return this.write();
    this.saving ??= this.setAsideInDatabase().then((done) => {
      this.saving = null;
      return done && this.maySave() && this.write();
    });
    return this.saving;
  }

  /** Writes the game. If it does not fit in localStorage, the machine is saved in the database. */
  async write() {
    const text = this.app.machine.game_text();
    writeStored("kind", this.kind);
    if (writeStored("game", text)) {
      this.stored = text;
      this.alone = false;
      return true;
    }
    if (!(await this.database.put("last", this.app.machine.keep()))) {
      this.suspended = true;
      const why = "This browser has no room for the game, or does not let the page store it. Save it as a file before you leave.";
      showNotSaving(why, "Try again", () => this.takeOver());
      return false;
    }
    // Otherwise the older game in localStorage would be taken for the newer one.
    removeStored("game");
    this.stored = null;
    this.alone = true;
    return true;
  }

  /** Sets the saved game aside in localStorage. @returns {boolean} whether it fitted */
  setAside() {
    if (this.alone || this.stored !== null && !writeStored("before", this.stored)) return false;
    if (this.stored !== null) this.database.remove("before");
    this.continues = true;
    return true;
  }

  /** Sets the saved game aside in the database. @returns {Promise<boolean>} whether it fitted */
  async setAsideInDatabase() {
    const saved = this.alone ? await this.database.get("last") : this.stored;
    this.continues = !saved || await this.database.put("before", saved);
    if (this.continues) {
      removeStored("before");
      this.alone = false;
      return true;
    }
    this.suspended = true;
    const why = "This browser has no room for two games. The earlier one stays saved; this one is not saved.";
    showNotSaving(why, "Save this one instead", () => {
      this.continues = true;
      this.takeOver();
    });
    return false;
  }

  /**
   * Saves the game on the page, which another is about to replace. A program does not take the place of the previous game, nor does a game of the
   * tour if the tour replaces it.
   * @param {RunKind} kind of the other game
   * @param {boolean} played whether the player would miss the game on the page
   * @returns {Promise<boolean>} whether it is saved or needs no saving
   */
  async release(kind, played) {
    const kept = !this.active || await this.save();
    const passes = this.kind === "program" || this.kind === "tour" && kind === "tour";
    this.yields = !played || passes && await this.before() !== null;
    return kept || !played;
  }

  /** Called after the game was replaced, so that the saved one is not overwritten. @param {RunKind} kind of the new game */
  replaced(kind) {
    if (!this.yields) this.continues = this.stored === null && !this.alone;
    this.yields = false;
    this.kind = kind;
  }

  /**
   * Returns the previous game: the saved one while another is on the page, otherwise the one that was set aside.
   * @returns {Promise<Saved | null>}
   */
  async before() {
    if (!this.continues && !this.alone && this.stored !== null) return this.stored;
    if (!this.continues && this.alone) return (await this.database.get("last")) ?? null;
    return readStored("before") ?? (await this.database.get("before")) ?? null;
  }

  // ---- Other texts -----------------------------------------------------------------------------------------------

  /** Saves a text with the game, as soon as this tab may save. @param {string} name @param {string} value */
  saveText(name, value) {
    this.texts[name] ??= { stored: readStored(name), wanted: null };
    this.texts[name].wanted = value;
    if (!this.lock.held) this.requestLock();
    this.saveTexts();
  }

  saveTexts() {
    if (!this.lock.held || this.suspended) return;
    for (const [name, text] of Object.entries(this.texts)) {
      const { wanted } = text;
      if (wanted === null) continue;
      if (readStored(name) !== text.stored) {
        this.suspend("The saved data was changed in another tab; changes in this tab are not saved.");
        return;
      }
      text.wanted = null;
      if (writeStored(name, wanted)) text.stored = wanted;
      else notify("This browser has no room for the MIDAS source. Copy it to a file before you leave.");
    }
  }

  // ---- Loading ---------------------------------------------------------------------------------------------------

  /** Returns a link to this game, or `null` if it would be too long. */
  link() {
    const text = this.app.machine.game_text();
    return text.length > MAX_LINK_LENGTH ? null : `${location.href.split("#")[0]}#game=${text}`;
  }

  /**
   * Loads a game into the machine on the page. If loading fails, the machine is unchanged.
   * @param {Saved} saved
   * @param {number} [limit] in milliseconds
   * @returns {Promise<string>} why loading failed, empty if it did not
   */
  async load(saved, limit) {
    this.app.loading = true;
    try {
      if (saved instanceof Uint8Array) {
        this.app.machine = wasm_bindgen.Room.resume(saved);
      } else {
        const machine = await this.database.get("last");
        try {
          this.app.machine.open_kept(/** @type {any} */ (machine), saved);
        } catch {
          this.app.machine.open_game(saved);
        }
        await this.catchUp(limit);
      }
      return "";
    } catch (error) {
      this.app.machine.cancel_catch_up();
      return error instanceof Error ? error.message : String(error);
    } finally {
      this.app.loading = false;
    }
  }

  /** Replays an opened game to its end while the page remains responsive. @param {number} [limit] in milliseconds */
  async catchUp(limit = Infinity) {
    const { machine } = this.app;
    const begun = performance.now();
    let cancelled = false;
    $("cancel").onclick = () => (cancelled = true);
    // Nanoseconds of machine time between two checks of the clock.
    let slice = 2e8;
    try {
      for (;;) {
        const until = performance.now() + 30;
        let part = 0;
        while (part < 1 && performance.now() < until) {
          const before = performance.now();
          part = machine.catch_up(slice);
          if (performance.now() - before < 2) slice = Math.min(slice * 2, 1e12);
          else slice = Math.max(slice / 2, 2e8);
        }
        if (part >= 1) return;
        const passed = performance.now() - begun;
        if (cancelled) throw new Error("loading was cancelled");
        if (passed > limit) throw new Error(`replaying it takes more than ${limit / 60000} minutes`);
        $("progress").hidden = passed < 200;
        $("part").value = part;
        await new Promise((resolve) => setTimeout(resolve));
      }
    } finally {
      $("progress").hidden = true;
    }
  }
}
