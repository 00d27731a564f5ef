// @ts-check
"use strict";

/** Milliseconds of a frame in which the machine may run. */
const BUDGET = 10;
/** After a longer pause the machine does not make up for it. */
const LONGEST_FRAME = 100;

/** The page: it lets time pass, and shows what comes of it. */
class Page {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
    this.teletype = new Teletype(house);
    this.tube = new Tube(house);
    this.console = new Console(house);
    this.tapes = new Tapes(house);
    this.debugger = new Debugger(house);
    this.keeper = new Keeper(house);
    this.workshop = new Workshop(house, () => this.view("machine", "keys"));
    this.last = performance.now();
    /** Nanoseconds of the machine's time that are run at once. */
    this.slice = 1e7;
    this.frames = 0;
    this.shown = 0;
    /** What the line under the title said last of the machine. */
    this.does = "";
    this.tabs();
    this.bar();
    this.games();
  }

  // ---- Views -----------------------------------------------------------------------------------------------------

  tabs() {
    const tabs = [...document.querySelectorAll('[role="tab"]')];
    tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => this.view(tab.getAttribute("aria-controls") ?? ""));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[/** @type {KeyboardEvent} */ (event).key];
        if (!step) return;
        const next = tabs[(index + step + tabs.length) % tabs.length];
        this.view(next.getAttribute("aria-controls") ?? "", next.id);
      });
    });
    addEventListener("keydown", (event) => {
      if (event.key === "F8") this.pause(!this.house.paused);
      else if (event.altKey && /^[1-4]$/.test(event.key)) this.view(["machine", "debugger", "midas", "help"][Number(event.key) - 1]);
      else return;
      event.preventDefault();
    });
  }

  /**
   * @param {string} name
   * @param {string} [focus]
   */
  view(name, focus) {
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      const chosen = tab.getAttribute("aria-controls") === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.setAttribute("tabindex", chosen ? "0" : "-1");
      $(tab.getAttribute("aria-controls") ?? "").hidden = !chosen;
    }
    if (focus) $(focus).focus();
    if (name === "debugger") this.debugger.show();
  }

  // ---- The bar ---------------------------------------------------------------------------------------------------

  bar() {
    const { house } = this;
    $("pause").addEventListener("click", () => this.pause(!house.paused));
    $("pace").addEventListener("change", () => {
      house.pace = Number($("pace").value);
      remember("pace", $("pace").value);
    });
    $("look").addEventListener("change", () => {
      document.documentElement.dataset.look = $("look").value;
      remember("look", $("look").value);
    });
    $("pace").value = recall("pace") ?? "0";
    house.pace = Number($("pace").value);
    $("look").value = recall("look") ?? "";
    document.documentElement.dataset.look = $("look").value;
  }

  /** @param {boolean} on */
  pause(on) {
    this.house.paused = on;
    $("pause").setAttribute("aria-pressed", String(on));
    $("pause").textContent = on ? "Go on" : "Pause";
  }

  // ---- Games and files -------------------------------------------------------------------------------------------

  games() {
    const { house } = this;
    $("new").addEventListener("click", () => this.renew());
    $("link").addEventListener("click", () => this.link());
    $("save").addEventListener("click", () => download("game.pdp6", house.room.game_bytes()));
    $("open").addEventListener("click", () => choose((name, bytes) => this.bring(name, bytes)));
    $("before").hidden = !recall("before");
    $("before").addEventListener("click", async () => {
      const before = recall("before");
      const wrong = before ? await this.open(before) : "There is none.";
      tell(wrong || "The game from before goes on.");
    });
    drop(document.body, (name, bytes) => this.bring(name, bytes));
  }

  renew() {
    this.lay();
    this.house.room = wasm_bindgen.Room.chess();
    this.house.changed();
    tell("A new game.");
  }

  /** The game that is here is laid aside when another takes its place. */
  lay(game = this.house.room.game_text()) {
    remember("before", game);
    $("before").hidden = false;
  }

  async link() {
    const link = this.keeper.link();
    if (!link) {
      tell("This game has too much in it for a link: save it as a file.");
      return;
    }
    $("link").dataset.link = link;
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    if (!copied) history.replaceState(null, "", link);
    tell(copied ? "The link is copied. Whoever opens it has the game as it is now." : "The link stands in the address.");
  }

  /** Takes over a game. @param {string} text @returns {Promise<string>} what was wrong */
  async open(text) {
    const running = this.house.going;
    this.house.going = false;
    this.lay();
    const wrong = await this.keeper.restore(text);
    if (wrong) this.house.going = running;
    return wrong;
  }

  /**
   * Makes something of a file.
   * @param {string} name
   * @param {Uint8Array} bytes
   */
  async bring(name, bytes) {
    if (/\.(mid|midas)$/i.test(name)) {
      this.workshop.put(name.toLowerCase(), new TextDecoder("latin1").decode(bytes));
      $("text").dispatchEvent(new Event("input"));
      this.view("midas", "text");
      tell(`“${name}” is in the editor.`);
      return;
    }
    try {
      const game = this.house.room.game_text();
      const what = this.house.room.bring(name, bytes);
      this.lay(game);
      if (what === undefined) await this.keeper.catchUp();
      this.house.changed();
      tell(what ?? `The game of “${name}” goes on.`);
    } catch (error) {
      tell(String(error));
    }
  }

  // ---- Time ------------------------------------------------------------------------------------------------------

  /** Lets the machine's time pass for a frame. @param {number} passed milliseconds of ours */
  advance(passed) {
    const { house } = this;
    const { room } = house;
    // A page in the background pauses.
    if (!house.going || house.paused || document.hidden) return;
    const waiting = room.is_waiting();
    const pace = waiting ? 1 : house.pace || Infinity;
    const target = room.time() + passed * 1e6 * pace;
    const end = performance.now() + BUDGET;
    while (house.going && room.time() < target) {
      const before = performance.now();
      if (before >= end) break;
      const upto = Math.min(target, room.time() + this.slice);
      house.going = room.run(upto);
      const took = performance.now() - before;
      if (took < BUDGET / 8) this.slice = Math.min(this.slice * 1.5, 1e9);
      else if (took > BUDGET / 3) this.slice = Math.max(this.slice / 2, 1e5);
      if (!waiting && !house.pace && room.is_waiting()) break;
    }
    if (!house.going) this.stopped();
  }

  /** Something has stopped the machine. */
  stopped() {
    const said = this.debugger.listen();
    const first = said.split("\n")[0] || "stopped";
    tell(`The machine has stopped: ${first}. START or INST CONT at the console, or Run in the debugger, goes on.`);
    if (!$("debugger").hidden) this.debugger.show();
    this.house.dirty = true;
  }

  /** @param {number} now */
  frame(now) {
    requestAnimationFrame((next) => this.frame(next));
    const passed = Math.min(Math.max(now - this.last, 0), LONGEST_FRAME);
    this.last = now;
    this.frames += 1;
    this.advance(passed);
    this.teletype.draw();
    if (!$("machine").hidden) {
      this.tube.draw();
      this.console.draw();
      this.tapes.draw();
    }
    if (!$("debugger").hidden && this.debugger.runs() && now - this.shown > 250) {
      this.shown = now;
      this.debugger.show();
    }
    this.report();
    this.keeper.look(now);
  }

  /** What the machine does, in the line under the title, as long as nothing else stands there. */
  report() {
    const { house } = this;
    if (!house.going) {
      this.does = "";
      return;
    }
    const does = house.paused ? "paused" : house.room.is_waiting() ? "waits for you" : "works";
    if (does === this.does) return;
    this.does = does;
    document.body.dataset.does = does;
    const words = { paused: "Paused.", "waits for you": "The machine waits for you.", works: "The machine works." }[does];
    tell(words ?? "", does === "works" ? 400 : 0);
  }
}

/** The WebAssembly, also where a browser does not load it: from a page on a disk. */
async function machine() {
  if (location.protocol !== "file:") return fetch("machine.wasm");
  await new Promise((resolve, reject) => {
    const script = make("script", { src: "machine.wasm.js" });
    script.onload = resolve;
    script.onerror = () => reject(new Error("machine.wasm.js is missing"));
    document.head.append(script);
  });
  const text = atob(/** @type {any} */ (globalThis).MACHINE_WASM);
  return Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer;
}

async function begin() {
  const { memory } = await wasm_bindgen({ module_or_path: machine() });
  const house = new House();
  const [linked, kept] = [location.hash.match(/^#game=([\w-]+)$/)?.[1], recall("game")];
  house.room = linked || kept ? new wasm_bindgen.Room() : wasm_bindgen.Room.chess();
  const page = new Page(house);
  let wrong = "";
  if (linked || kept) {
    if (linked && kept && linked !== kept) remember("before", kept);
    $("before").hidden = !recall("before");
    wrong = await page.keeper.restore(linked ?? kept ?? "");
    if (linked) history.replaceState(null, "", location.href.split("#")[0]);
    if (wrong) house.room = wasm_bindgen.Room.chess();
  } else {
    house.room = (await page.keeper.machineAlone().catch(() => undefined)) ?? house.room;
  }
  house.changed();
  Object.assign(globalThis, { page, memory });
  if (wrong) tell(`A new game: ${wrong}.`);
  requestAnimationFrame((now) => {
    page.frame(now);
    document.body.dataset.ready = performance.now().toFixed(0);
  });
  if (location.protocol.startsWith("http")) await navigator.serviceWorker?.register("offline.js").catch(() => undefined);
}

begin().catch((error) => tell(`The machine cannot be set up: ${error}`));
