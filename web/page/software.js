// @ts-check
"use strict";

/**
 * An original PDP-6 program and its files: `memory` is loaded into memory, `reels` has the DECtape reels by drive. A program without `memory`
 * is booted from the reel on drive 1. `address` is the start address of a program whose file has none.
 * @typedef {{
 *   name: string, about: string, memory?: string, reels?: Record<number, string | null>, address?: number,
 *   typed?: string, later?: string, advice: string[], buttons?: boolean,
 * }} PeriodProgram
 */

/** The programs. A reel that is `null` is blank. @type {PeriodProgram[]} */
const PERIOD_PROGRAMS = [
  {
    name: "Spacewar", about: "four ships, three suns, torpedoes", memory: "@.spcwar", buttons: true,
    advice: [
      "The first player turns with A and D, thrusts with W, fires with S and goes into hyperspace with Q.",
      "The second player uses J and L, I, K and U. Gamepads steer all four ships.",
      "The suns attract ships and torpedoes. To type at the teletype again, switch the buttons off below the tube.",
    ],
  },
  {
    name: "LISP", about: "the interpreter of 1966", reels: { 1: "system.dta" }, typed: "LISP\n",
    advice: [
      "LISP first asks a question: type N.",
      "Type (PLUS 1 2) and a space, and LISP types the sum. Numbers are octal.",
      "Type (CDR (QUOTE (A B C))) and a space, and LISP types the list without its first element.",
    ],
  },
  {
    name: "TECO", about: "the text editor", reels: { 1: "system.dta" }, typed: "TECO\n",
    advice: [
      "[ALTMODE] is the Escape key. Type IHELLO[ALTMODE][ALTMODE] to insert a text; the tube shows it.",
      "HT[ALTMODE][ALTMODE] types the text. J[ALTMODE][ALTMODE] moves to its start.",
      "5D[ALTMODE][ALTMODE] deletes five characters.",
    ],
  },
  {
    name: "DDT", about: "the debugger", reels: { 1: "system.dta" }, typed: "OPDDT\n",
    advice: [
      "100/ opens address 100. Type MOVEI 1,5 and RETURN after it.",
      "Type 101/ and JRST 4,100 and RETURN: this instruction halts the machine.",
      "Type 100[ALTMODE]G, where [ALTMODE] is the Escape key, to start at 100. The console shows the halt.",
    ],
  },
  {
    name: "MIDAS", about: "the assembler", reels: { 1: "system.dta", 2: "syseng.dta", 3: null }, typed: "MIDAS\n",
    advice: [
      "Type 2EL[ALTMODE][ALTMODE], where [ALTMODE] is the Escape key, to list the sources on drive 2.",
      "3EI2ERLPT 11[ALTMODE]AEFLPT BIN[ALTMODE][ALTMODE] assembles one of them, LPT 11, to the blank reel on drive 3.",
      "It takes about a minute and prints where the constants are.",
    ],
  },
  {
    name: "ITS", about: "time-sharing of 1967", memory: "its.138bin", reels: { 2: "ut2.dta" }, address: 0o100, later: "\x1a",
    advice: [
      "The page types control-Z for you. It creates a job, whose debugger is loaded from drive 2.",
      "After half a minute type 1+2= and the debugger answers 3.",
      "100/ opens address 100 of the job. The job belongs to one user; in 1967 others sat at other teletypes.",
    ],
  },
];

/** Nanoseconds of machine time before the page types to the time-sharing system. */
const SYSTEM_START = 2e9;
/** Largest file in bytes that is kept; a DECtape reel has less than 1 MB. */
const MAX_KEPT_FILE = 1 << 22;

/** Original PDP-6 programs, from files that the player supplies. The files are kept in the browser; a click starts a program. */
class Software {
  /**
   * @param {App} app
   * @param {Database} database
   * @param {(machine: wasm_bindgen.Room) => Promise<boolean>} show puts another machine on the page
   */
  constructor(app, database, show) {
    this.app = app;
    this.database = database;
    this.showMachine = show;
    /** The files by name. @type {Record<string, Uint8Array>} */
    this.files = {};
    this.buttons = new ConsoleButtons(app);
    $("software-files").addEventListener("click", () => chooseFiles(false, (files) => this.add(files)));
    $("software-folder").addEventListener("click", () => chooseFiles(true, (files) => this.add(files)));
    $("software-forget").addEventListener("click", () => this.forget());
    app.onReplaced.push(() => {
      this.buttons.turn(false);
      $("software-advice").hidden = true;
    });
    this.list();
    database.get("software").then((kept) => {
      this.files = /** @type {any} */ (kept) ?? {};
      this.list();
    });
  }

  /** Shows which programs can be started. */
  list() {
    const rows = PERIOD_PROGRAMS.map((program) => {
      const missing = filesOf(program).filter((name) => !this.files[name]);
      const start = button(program.name, () => this.start(program));
      start.disabled = missing.length > 0;
      const note = missing.length > 0 ? `needs ${missing.join(" and ")}` : program.about;
      return make("li", {}, start, ` ${note}`);
    });
    $("software-list").replaceChildren(...rows);
    $("software-forget").hidden = Object.keys(this.files).length === 0;
  }

  /**
   * Keeps the files that some program needs. Archives are unpacked.
   * @param {File[]} dropped
   */
  async add(dropped) {
    clearNotices();
    const needed = new Set(PERIOD_PROGRAMS.flatMap(filesOf));
    const found = /** @type {Record<string, Uint8Array>} */ ({});
    try {
      for (const file of dropped) {
        if (/\.zip$/i.test(file.name)) Object.assign(found, await unzip(file, needed, MAX_KEPT_FILE));
        else if (needed.has(baseName(file.name)) && file.size <= MAX_KEPT_FILE) {
          found[baseName(file.name)] = new Uint8Array(await file.arrayBuffer());
        }
      }
    } catch (error) {
      notify(sentence(error));
      return;
    }
    const names = Object.keys(found);
    if (names.length === 0) {
      notify(`None of these files is needed. The programs need ${[...needed].join(", ")}: drop the folders or ZIP archives of the two collections here.`);
      return;
    }
    this.files = { ...this.files, ...found };
    this.list();
    const kept = await this.database.put("software", /** @type {any} */ (this.files));
    const ready = PERIOD_PROGRAMS.filter((program) => filesOf(program).every((name) => this.files[name])).map(({ name }) => name);
    const can = ready.length > 0 ? ` You can start ${ready.join(", ")}.` : "";
    if (kept) confirmDone(`${names.join(", ")}: kept in this browser.${can}`);
    else notify(`This browser does not let the page store the files, or has no room for them: they will be lost when you leave the page.${can}`);
  }

  async forget() {
    this.files = {};
    this.list();
    await this.database.remove("software");
  }

  /** @param {PeriodProgram} program */
  async start(program) {
    clearNotices();
    const machine = new wasm_bindgen.Room();
    try {
      if (program.memory) machine.open_file(program.memory, this.files[program.memory]);
      for (const [drive, name] of Object.entries(program.reels ?? {})) {
        if (name === null) machine.mount_blank(Number(drive));
        else machine.mount(Number(drive), name, this.files[name]);
      }
      if (program.address !== undefined) {
        machine.set_address(program.address);
        machine.press("START");
      } else if (!program.memory) machine.boot_dectape();
      if (program.later) machine.run(SYSTEM_START);
      machine.type_text(program.typed ?? program.later ?? "");
    } catch (error) {
      notify(`${program.name} cannot be started. ${sentence(error)}`);
      return;
    }
    if (!(await this.showMachine(machine))) return;
    // At full speed the ships would be too fast to steer.
    if (program.buttons) this.app.setPace("1");
    $("software-advice").hidden = false;
    $("software-advice").replaceChildren(make("h3", {}, program.name), make("ol", {}, ...program.advice.map((line) => make("li", {}, line))));
    this.buttons.turn(program.buttons === true);
    if (program.buttons) $("glass").scrollIntoView({ block: "center" });
    $(program.buttons ? "tube" : "keys").focus({ preventScroll: program.buttons === true });
  }
}

/** @param {PeriodProgram} program @returns {string[]} the names of the files that it needs */
function filesOf(program) {
  const reels = Object.values(program.reels ?? {}).filter((name) => name !== null);
  return [...(program.memory ? [program.memory] : []), .../** @type {string[]} */ (reels)];
}

/**
 * Returns the files of a ZIP archive whose base names are wanted. Other files are not unpacked.
 * @param {File} archive
 * @param {Set<string>} wanted
 * @param {number} largest size of a file in bytes; larger files are skipped
 */
async function unzip(archive, wanted, largest) {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  /** The name of the file being read, for messages. */
  let current = "";
  try {
    const files = ZipLibrary.unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        current = baseName(name);
        return wanted.has(current) && originalSize <= largest;
      },
    });
    return Object.fromEntries(Object.entries(files).map(([path, contents]) => [baseName(path), contents]));
  } catch {
    const problem = current ? `"${current}" is damaged` : "it has no directory";
    throw new Error(`"${archive.name}" is not a complete ZIP archive: ${problem}`);
  }
}

/** @param {string} path */
function baseName(path) {
  return (path.split(/[\\/]/).pop() ?? "").toLowerCase();
}
