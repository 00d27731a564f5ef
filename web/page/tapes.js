// @ts-check
"use strict";

/** Reader, punch, four DECtapes, the printer's paper. */
class Tapes {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
    this.shown = "";
    const units = $("units");
    this.reader = this.unit("Reader", "Paper tape reader: drop a tape here");
    const load = (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => house.act((room) => room.load_reader(name, bytes));
    this.reader.row.append(
      button("Load…", () => choose(load)),
      button("Read in", () => house.act((room) => room.boot_reader()), { title: "I/O RESET, the loader, READ IN" }),
    );
    drop(this.reader.row, load);
    this.punch = this.unit("Punch", "Paper tape punch");
    this.punch.row.append(
      button("Tear off and save", () => house.act((room) => download("punched.ptp", room.tear_off()))),
      button("Tear off, into the reader", () => house.act((room) => room.load_reader("punched.ptp", room.tear_off()))),
    );
    this.drives = [1, 2, 3, 4].map((drive) => this.drive(drive));
    this.printer = this.unit("Printer", "Line printer");
    this.roll = make("pre", { id: "roll", tabindex: "0", "aria-label": "The printer's paper" });
    this.roll.hidden = true;
    this.printer.row.append(
      button("Look", () => (this.roll.hidden = !this.roll.hidden)),
      button("Save", () => download("printed.txt", house.room.printed())),
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
    const { house } = this;
    const unit = this.unit(`DECtape ${drive}`, `DECtape drive ${drive}: drop a reel here`);
    const mount = (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => house.act((room) => room.mount(drive, name, bytes));
    unit.row.append(
      button("Load…", () => choose(mount)),
      button("Blank", () => house.act((room) => room.mount_blank(drive))),
      button("Save", () => this.save(drive)),
      button("Take off", () => house.act((room) => room.unmount(drive))),
    );
    if (drive === 1) unit.row.append(button("Boot", () => house.act((room) => room.boot_dectape())));
    drop(unit.row, mount);
    return unit;
  }

  /** @param {number} drive */
  save(drive) {
    const image = this.house.room.dectape(drive);
    const name = this.house.room.tape_name(`dt${drive}`) ?? "tape";
    if (image) download(/\.\w+$/.test(name) ? name : "tape.dta", image);
    else tell(`There is no tape on drive ${drive}.`);
  }

  /** Shows what is where. */
  draw() {
    const { room } = this.house;
    const names = ["ptr", "dt1", "dt2", "dt3", "dt4"].map((unit) => room.tape_name(unit) ?? "empty");
    const now = [...names, room.punched()].join("\n");
    if (now !== this.shown) {
      this.shown = now;
      this.reader.what.textContent = names[0];
      this.drives.forEach((drive, index) => (drive.what.textContent = names[index + 1]));
      this.punch.what.textContent = `${room.punched()} frames`;
    }
    if (!this.roll.hidden) {
      const text = room.printed();
      if (text !== this.roll.textContent) this.roll.textContent = text;
    }
  }
}
