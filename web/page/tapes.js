// @ts-check
"use strict";

/** The units: reader, punch, four DECtape drives, and the printer's paper. */
class Tapes {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.shown = "";
    const units = $("units");
    this.reader = this.unit("Reader", "Paper tape reader: drop a tape here");
    const load = (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => app.act((machine) => machine.load_reader(name, bytes));
    this.reader.row.append(
      button("Load…", () => chooseFile(load)),
      button("Read in", () => app.act((machine) => machine.boot_reader()), { title: "presses I/O RESET, sets up the loader, and presses READ IN" }),
    );
    acceptDrops(this.reader.row, load);
    this.punch = this.unit("Punch", "Paper tape punch");
    this.punch.row.append(
      button("Tear off and save", () => app.act((machine) => download("punched.ptp", machine.tear_off()))),
      button("Tear off, into the reader", () => app.act((machine) => machine.load_reader("punched.ptp", machine.tear_off()))),
    );
    this.drives = [1, 2, 3, 4].map((drive) => this.drive(drive));
    this.printer = this.unit("Printer", "Line printer");
    this.roll = make("pre", { id: "roll", tabindex: "0", "aria-label": "The printer's paper" });
    this.roll.hidden = true;
    this.printer.row.append(
      button("Show", () => (this.roll.hidden = !this.roll.hidden)),
      button("Save", () => download("printed.txt", app.machine.printed())),
      this.roll,
    );
    units.append(this.reader.row, this.punch.row, ...this.drives.map(({ row }) => row), this.printer.row);
  }

  /**
   * @param {string} name
   * @param {string} label
   */
  unit(name, label) {
    const what = make("span");
    return { row: make("div", { class: "unit", role: "group", "aria-label": label }, make("b", {}, name), what), what };
  }

  /** @param {number} drive */
  drive(drive) {
    const { app } = this;
    const unit = this.unit(`DECtape ${drive}`, `DECtape drive ${drive}: drop a reel here`);
    const mount = (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => app.act((machine) => machine.mount(drive, name, bytes));
    unit.row.append(
      button("Load…", () => chooseFile(mount)),
      button("Blank", () => app.act((machine) => machine.mount_blank(drive)), { title: "puts a blank reel on the drive" }),
      button("Save", () => this.save(drive)),
      button("Unload", () => app.act((machine) => machine.unmount(drive))),
    );
    if (drive === 1) unit.row.append(button("Boot", () => app.act((machine) => machine.boot_dectape())));
    acceptDrops(unit.row, mount);
    return unit;
  }

  /** @param {number} drive */
  save(drive) {
    const image = this.app.machine.dectape(drive);
    const name = this.app.machine.tape_name(`dt${drive}`) ?? "tape";
    if (image) download(/\.\w+$/.test(name) ? name : "tape.dta", image);
    else notify(`Drive ${drive} has no tape to save.`);
  }

  /** Updates the display of all units. */
  draw() {
    const { machine } = this.app;
    const names = ["ptr", "dt1", "dt2", "dt3", "dt4"].map((unit) => machine.tape_name(unit) ?? "empty");
    const now = [...names, machine.punched()].join("\n");
    if (now !== this.shown) {
      this.shown = now;
      this.reader.what.textContent = names[0];
      this.drives.forEach((drive, index) => (drive.what.textContent = names[index + 1]));
      this.punch.what.textContent = `${machine.punched()} frames`;
    }
    if (!this.roll.hidden) {
      const text = machine.printed();
      if (text !== this.roll.textContent) this.roll.textContent = text;
    }
  }
}
