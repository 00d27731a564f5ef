// @ts-check
"use strict";

/** Milliseconds of each frame that the machine may run. */
const FRAME_BUDGET = 10;
/** Longest frame in milliseconds for which the machine catches up. */
const MAX_FRAME = 100;
/** Milliseconds for which the machine must be busy before the page reports it. */
const BUSY_DELAY = 400;
/** `BUSY_DELAY` at real speed, where the program counts as busy for a second after each key. */
const BUSY_DELAY_REAL = 1500;
/** The tabs in their order. */
const TABS = ["play", "machine", "debugger", "midas", "help"];

/** The page: runs the machine in each frame and shows the result. */
class Page {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.saver = new Saver(app);
    this.teletype = new Teletype(app);
    this.tube = new Tube(app);
    this.console = new Console(app);
    this.tapes = new Tapes(app);
    this.debugger = new Debugger(app);
    this.software = new Software(app, this.saver.database, (machine) => this.showProgram(machine));
    this.loudspeaker = new Loudspeaker(app, (machine) => this.showProgram(machine));
    this.play = new Play(app, (name) => this.showTab(name), (kind) => this.makeRoom(kind));
    const saveText = (/** @type {string} */ text) => this.saver.saveText("midas", text);
    this.editor = new MidasEditor(app, saveText, () => this.runAssembled());
    this.last = performance.now();
    /** Nanoseconds of machine time per call of `run`. */
    this.slice = 1e7;
    this.frames = 0;
    this.shown = 0;
    /** The last reported activity of the machine. */
    this.activity = "";
    /** Whether the machine has printed something since it last waited for the player. */
    this.printed = false;
    /** The action that the player must repeat to discard a game that cannot be saved. @type {string | undefined} */
    this.insists = undefined;
    this.initTabs();
    this.placeTeletype("play");
    this.initBar();
    this.initGames();
  }

  // ---- Tabs ------------------------------------------------------------------------------------------------------

  initTabs() {
    const tabs = [...document.querySelectorAll('[role="tab"]')];
    tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => this.showTab(tab.getAttribute("aria-controls") ?? ""));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[/** @type {KeyboardEvent} */ (event).key];
        if (!step) return;
        const next = tabs[(index + step + tabs.length) % tabs.length];
        this.showTab(next.getAttribute("aria-controls") ?? "", next.id);
      });
    });
    addEventListener("keydown", (event) => {
      if (event.key === "F8") this.pause(!this.app.paused);
      else if (event.altKey && /^[1-5]$/.test(event.key)) this.showTab(TABS[Number(event.key) - 1]);
      else return;
      event.preventDefault();
    });
  }

  /**
   * @param {string} name
   * @param {string} [focus]
   */
  showTab(name, focus) {
    // The page for other sites has no tabs, so it shows only the board.
    if (document.body.classList.contains("embed")) name = "play";
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      const chosen = tab.getAttribute("aria-controls") === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.setAttribute("tabindex", chosen ? "0" : "-1");
      $(tab.getAttribute("aria-controls") ?? "").hidden = !chosen;
    }
    clearNotices();
    this.placeTeletype(name);
    if (focus) $(focus).focus();
    if (name === "debugger") this.debugger.show();
  }

  /** Moves the only teletype and the only tube to the tab that is shown. @param {string} name of the tab */
  placeTeletype(name) {
    this.activity = "";
    if (name === "play") $("play-teletype").append($("teletype"));
    if (name === "machine") $("machine").prepend($("teletype"));
    this.tube.place(name);
  }

  // ---- The bar ---------------------------------------------------------------------------------------------------

  initBar() {
    const { app } = this;
    $("pause").addEventListener("click", () => this.pause(!app.paused));
    this.setting("pace", "0", (value) => (app.pace = Number(value)));
    this.setting("look", "", (value) => (document.documentElement.dataset.look = value));
  }

  /**
   * Connects a choice to a value that the browser stores.
   * @param {string} name of the element and of the stored value
   * @param {string} usual the value if the stored one is missing or invalid
   * @param {(value: string) => void} apply
   */
  setting(name, usual, apply) {
    const select = $(name);
    select.value = readStored(name) ?? usual;
    if (select.selectedIndex < 0) select.value = usual;
    apply(select.value);
    select.addEventListener("change", () => {
      apply(select.value);
      writeStored(name, select.value);
    });
  }

  /** @param {boolean} on */
  pause(on) {
    this.app.paused = on;
    $("pause").setAttribute("aria-pressed", String(on));
    $("pause").textContent = on ? "Continue" : "Pause";
  }

  // ---- Games and files -------------------------------------------------------------------------------------------

  initGames() {
    const { app } = this;
    $("new").addEventListener("click", () => this.newGame());
    $("link").addEventListener("click", () => this.copyLink());
    $("copy-link").addEventListener("click", () => (this.play.viewer.score ? this.play.viewer.copyLink() : this.copyLink()));
    $("save").addEventListener("click", () => download("game.pdp6", app.machine.game_bytes()));
    $("open").addEventListener("click", () => chooseFile((name, bytes) => this.openFile(name, bytes)));
    $("before").addEventListener("click", () => this.openGameBefore());
    acceptDrops(document.body, (name, bytes) => this.openFile(name, bytes), (files) => {
      this.showTab("machine");
      this.software.add(files);
    });
    addEventListener("hashchange", () => {
      if (location.hash.startsWith("#game=")) location.reload();
    });
  }

  /** Called after the player has replaced the machine. @param {RunKind} [kind] of the new run */
  replaced(kind = "game") {
    this.saver.replaced(kind);
    this.app.replaced();
    this.app.touch();
    this.offerGameBefore();
  }

  async offerGameBefore() {
    $("before").hidden = (await this.saver.before()) === null;
  }

  /**
   * Saves the game on the page, which is about to be replaced.
   * @param {string} again the action that the player must repeat if saving is not possible
   * @param {RunKind} [kind] of the game that replaces it
   * @param {boolean} [played] whether the player would miss it
   * @returns {Promise<boolean>} whether the game may be replaced
   */
  async release(again, kind = "game", played = this.app.touched) {
    const insists = this.insists === again;
    this.insists = undefined;
    if (await this.saver.release(kind, played) || insists) return true;
    this.insists = again;
    notify(`This game is not saved in this browser. Save it as a file, or ${again} again to discard it.`);
    return false;
  }

  async newGame() {
    if (this.app.loading) return;
    clearNotices();
    if (!(await this.release("press New game"))) return;
    this.app.machine = wasm_bindgen.Room.chess();
    this.replaced();
    this.app.touched = false;
    confirmDone("A new game.");
  }

  /**
   * Sets the game on the page aside for one that is typed next and is saved when the player acts in it. If another program runs, or the machine has
   * halted, loads the chess program.
   * @param {RunKind} kind
   */
  async makeRoom(kind) {
    const { app, saver } = this;
    if (app.loading) return false;
    const boots = !app.machine.is_chess() || !app.machine.is_running();
    if (!(await this.release("press the button", kind, boots || this.play.isPlayed()))) return false;
    if (boots) app.machine = wasm_bindgen.Room.chess();
    saver.replaced(kind);
    if (boots) app.replaced();
    saver.rest();
    this.offerGameBefore();
    return true;
  }

  /** Starts the program that was assembled. */
  async runAssembled() {
    if (this.app.loading || !(await this.release("press \"Assemble and run\"", "program"))) return;
    this.app.act((machine) => machine.boot_assembled());
    this.app.paused = false;
    this.saver.replaced("program");
    this.offerGameBefore();
    this.showTab("machine", "keys");
  }

  /** Replaces the machine and shows the machine room. @param {wasm_bindgen.Room} machine */
  async showProgram(machine) {
    if (this.app.loading || !(await this.release("start the program", "program"))) return false;
    this.app.machine = machine;
    this.replaced("program");
    this.showTab("machine");
    return true;
  }

  async openGameBefore() {
    if (this.app.loading) return;
    clearNotices();
    const before = await this.saver.before();
    if (before === null) {
      notify("No earlier game is saved in this browser.");
      return;
    }
    const isStored = before === this.saver.stored;
    if (!isStored && !(await this.release("press \"Back to the earlier game\""))) return;
    // The two games change places.
    this.saver.yields = false;
    const problem = await this.saver.load(before);
    if (problem) {
      notify(`The earlier game cannot be opened: ${problem}.`);
      return;
    }
    this.replaced(this.app.machine.is_chess() ? "game" : "program");
    if (isStored) this.saver.continues = true;
    confirmDone("This is the earlier game.");
  }

  async copyLink() {
    clearNotices();
    const link = this.saver.link();
    if (!link) {
      notify("This game is too long for a link: save it as a file.");
      return;
    }
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    if (copied) {
      confirmDone("Link copied. Anyone who opens it sees this game.");
      return;
    }
    const field = make("input", { readonly: "", "aria-label": "Link to this game", id: "link-text" });
    field.value = link;
    notify("Copy this link. Anyone who opens it sees this game.", field);
    field.select();
  }

  /**
   * Opens a file: runs a program, mounts a tape, continues a game.
   * @param {string} name
   * @param {Uint8Array} bytes
   */
  async openFile(name, bytes) {
    const { app } = this;
    if (app.loading) return;
    clearNotices();
    if (/\.(mid|midas)$/i.test(name)) {
      this.editor.put(name.toLowerCase(), new TextDecoder("latin1").decode(bytes));
      $("text").dispatchEvent(new Event("input"));
      this.showTab("midas", "text");
      confirmDone(`"${name}" is in the editor.`);
      return;
    }
    const text = scoreText(name, bytes);
    if (text !== undefined) {
      this.showTab("play");
      this.play.viewer.openText(text);
      if (bytes.length > MAX_SCORE_SIZE) notify(`Only the first ${MAX_SCORE_SIZE >> 20} MB of the file were read.`);
      return;
    }
    if (!(await this.release("open the file"))) return;
    let done = { message: `Resumed the game from "${name}".`, replaced: true };
    try {
      const opened = app.machine.open_file(name, bytes);
      if (opened) {
        done = JSON.parse(opened);
      } else {
        app.loading = true;
        await this.saver.catchUp(MAX_REPLAY);
      }
    } catch (error) {
      notify(sentence(error));
      app.machine.cancel_catch_up();
      return;
    } finally {
      app.loading = false;
    }
    if (done.replaced) this.replaced();
    else app.touch();
    notify(done.message);
  }

  // ---- Loading ---------------------------------------------------------------------------------------------------

  /**
   * Shows the linked game, otherwise the saved one, otherwise a new one.
   * @param {string | undefined} linked
   * @param {boolean} opensOther
   */
  async load(linked, opensOther) {
    const { app, saver } = this;
    const own = saver.stored;
    const machine = saver.embedded ? undefined : await saver.database.get("last");
    saver.alone = own === null && machine !== undefined;
    let opened = false;
    if (linked !== undefined && linked !== own) {
      const problem = await saver.load(linked, MAX_REPLAY);
      opened = !problem;
      if (opened) saver.continues = false;
      else notify(`The link cannot be opened: ${problem}. This is ${own ?? machine ? "your own" : "a new"} game.`);
    }
    if (!opened) await this.loadOwn(own ?? machine, opensOther);
    app.replaced();
    app.loading = false;
  }

  /**
   * Opens the game, position or tour in the address: `?game=NAME&move=N`, `?fen=...`, `?side=black`, `?tour=N`.
   * @param {URLSearchParams} wanted
   */
  async openAddress(wanted) {
    const { play } = this;
    const [game, fen, side, tour] = ["game", "fen", "side", "tour"].map((name) => wanted.get(name));
    if (game) play.viewer.openPaperGame(game, Number(wanted.get("move") ?? 0) || 0);
    if (fen) await play.viewer.openFen(fen);
    if (side === "black") await play.begin(play.linesOfNewGame(false));
    if (tour) play.tour.show((Number(tour) || 1) - 1);
    this.offerGameBefore();
  }

  /** @param {Saved | undefined} saved @param {boolean} opensOther the address opens another game */
  async loadOwn(saved, opensOther) {
    const { app, saver } = this;
    const problem = saved === undefined ? "" : await saver.load(saved);
    if (saved === undefined || problem) app.machine = wasm_bindgen.Room.chess();
    if (!problem) {
      if (!opensOther) saver.activate();
      return;
    }
    // The saved game is not overwritten, but set aside when the player acts.
    saver.continues = false;
    notify(`Your saved game cannot be opened: ${problem}. It stays in this browser. This is a new game.`);
  }

  // ---- Time ------------------------------------------------------------------------------------------------------

  /** Runs the machine for a frame. @param {number} passed milliseconds since the last frame */
  advance(passed) {
    const { app } = this;
    const { machine } = app;
    // A page in the background pauses.
    if (!app.running || app.paused || app.loading || document.hidden) return;
    const waiting = machine.is_waiting();
    const pace = waiting ? 1 : app.pace || Infinity;
    const target = machine.time() + passed * 1e6 * pace;
    const end = performance.now() + FRAME_BUDGET;
    while (app.running && machine.time() < target) {
      const before = performance.now();
      if (before >= end) break;
      const upto = Math.min(target, machine.time() + this.slice);
      app.running = machine.run(upto);
      const took = performance.now() - before;
      if (took < FRAME_BUDGET / 8) this.slice = Math.min(this.slice * 1.5, 1e9);
      else if (took > FRAME_BUDGET / 3) this.slice = Math.max(this.slice / 2, 1e5);
      if (!waiting && !app.pace && machine.is_waiting()) break;
    }
    if (!app.running) this.stopped();
  }

  /** Called when the machine has stopped by itself. */
  stopped() {
    const reason = this.debugger.takeOutput().split("\n")[0] || "stopped";
    showState(`The machine has stopped: ${reason}. To continue, press START or INST CONT at the console, or Run in the debugger.`);
    if (!$("debugger").hidden) this.debugger.show();
    this.app.dirty = true;
  }

  /** @param {number} now */
  frame(now) {
    requestAnimationFrame((next) => this.frame(next));
    const passed = Math.min(Math.max(now - this.last, 0), MAX_FRAME);
    this.last = now;
    this.frames += 1;
    this.advance(passed);
    this.printed = this.teletype.draw() || this.printed;
    this.loudspeaker.draw();
    this.play.draw(now);
    if (!$("play").hidden && this.tube.replacesBoard) this.tube.draw();
    if (!$("machine").hidden) {
      this.software.buttons.poll();
      this.tube.draw();
      this.console.draw();
      this.tapes.draw();
    }
    if (!$("debugger").hidden && this.debugger.runs() && now - this.shown > 250) {
      this.shown = now;
      this.debugger.show();
    }
    this.report();
    this.saver.saveIfDue(now);
  }

  /** Shows what the machine is doing in the line under the title. */
  report() {
    const { app } = this;
    if (!app.running) {
      this.activity = "";
      return;
    }
    const activity = this.activityNow();
    if (activity === this.activity && !(activity === "waiting" && this.printed)) return;
    this.activity = activity;
    document.body.dataset.activity = activity;
    if (activity === "waiting") {
      this.printed = false;
      showState($("play").hidden ? "Your turn." : "");
      const hint = app.machine.hint();
      $("advice").textContent = hint ? sentence(hint) : this.play.advice();
    } else if (activity === "working") {
      const working = app.machine.is_chess() ? "Thinking..." : "Running...";
      showState($("play").hidden ? working : "", app.pace === 0 ? BUSY_DELAY : BUSY_DELAY_REAL);
    } else {
      showState(activity === "paused" ? "Paused." : "Loading the game...");
    }
  }

  activityNow() {
    if (this.app.loading) return "loading";
    if (this.app.paused) return "paused";
    return this.app.machine.is_waiting() ? "waiting" : "working";
  }
}

/** Returns the WebAssembly module. On a page opened from a disk it comes from a script, because browsers do not fetch files there. */
async function fetchMachine() {
  const version = document.documentElement.dataset.version;
  if (location.protocol !== "file:") return fetch(`machine.wasm${version ? `?v=${version}` : ""}`);
  await new Promise((resolve, reject) => {
    const script = make("script", { src: "machine.wasm.js" });
    script.onload = resolve;
    script.onerror = () => reject(new Error("machine.wasm.js is missing"));
    document.head.append(script);
  });
  const text = atob(/** @type {any} */ (globalThis).MACHINE_WASM);
  return Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer;
}

/** Returns the text of the game in the address, unchecked, or `undefined`. */
function linkedGame() {
  const text = location.hash.match(/^#game=(.*)$/)?.[1];
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function start() {
  if (typeof WebAssembly === "undefined") {
    showState("This page needs WebAssembly. Switch it on in this browser, or use another browser.");
    return;
  }
  const { memory } = await wasm_bindgen({ module_or_path: fetchMachine() });
  const app = new App();
  app.machine = new wasm_bindgen.Room();
  const page = new Page(app);
  Object.assign(globalThis, { page, memory });
  const wanted = new URLSearchParams(location.search);
  await page.load(linkedGame(), OPENING_PARAMETERS.some((name) => wanted.has(name)));
  await page.openAddress(wanted);
  requestAnimationFrame((now) => {
    page.last = now;
    page.frame(now);
    document.body.dataset.ready = performance.now().toFixed(0);
  });
  if (location.protocol.startsWith("http")) await navigator.serviceWorker?.register("offline.js").catch(() => undefined);
}

start().catch((error) => showState(`The page could not start the machine: ${error?.message ?? error}. Reload the page; if that does not help, download it again.`));
