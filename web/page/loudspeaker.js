// @ts-check
"use strict";

/** Samples per second. */
const SOUND_RATE = 48000;
/** Seconds from the arrival of a sample until it is played, and the longest wait; samples that would wait longer are dropped. */
const SOUND_DELAY = 0.1, MAX_SOUND_DELAY = 0.5;

/** The loudspeaker, which plays the low bits of the memory indicator while it is on. */
class Loudspeaker {
  /**
   * @param {App} app
   * @param {(machine: wasm_bindgen.Room) => Promise<boolean>} show puts another machine on the page
   */
  constructor(app, show) {
    this.app = app;
    this.showMachine = show;
    /** @type {AudioContext | null} */
    this.context = null;
    /** The start time of the next samples, in seconds of the context's clock. */
    this.next = 0;
    $("loudspeaker").addEventListener("change", () => this.turn($("loudspeaker").checked));
    $("tune").addEventListener("click", () => this.playTune());
    app.onReplaced.push(() => this.turn(false));
  }

  /** @param {boolean} on */
  turn(on) {
    $("loudspeaker").checked = on;
    this.context?.close();
    this.context = on ? new AudioContext({ sampleRate: SOUND_RATE }) : null;
    this.next = 0;
    const { machine } = this.app;
    if (on || machine.listens()) machine.listen(on);
    if (!on) return;
    this.app.touch();
    // The pitch is right only at real speed.
    this.app.setPace("1");
  }

  /** Plays the new samples. */
  draw() {
    if (!this.context) return;
    const samples = this.app.machine.take_sound();
    if (samples.length > 0) this.play(this.context, samples);
  }

  /**
   * Plays samples directly after those still waiting. If no samples are waiting, starts after a short delay.
   * @param {BaseAudioContext} context
   * @param {Int16Array} samples
   */
  play(context, samples) {
    const now = context.currentTime;
    if (this.next > now + MAX_SOUND_DELAY) return;
    if (this.next <= now) this.next = Math.ceil((now + SOUND_DELAY) * SOUND_RATE) / SOUND_RATE;
    const source = context.createBufferSource();
    source.buffer = context.createBuffer(1, samples.length, SOUND_RATE);
    source.buffer.copyToChannel(Float32Array.from(samples, (sample) => sample / 32768), 0);
    source.connect(context.destination);
    source.start(this.next);
    this.next += samples.length / SOUND_RATE;
  }

  /** Assembles the program of a tune and starts it on a new machine. */
  async playTune() {
    clearNotices();
    const machine = new wasm_bindgen.Room();
    machine.assemble("tune.mid", SAMPLES["tune.mid"], "C");
    machine.boot_assembled();
    // MI shows accumulator 0, whose lowest bit the program changes.
    machine.set_address(0);
    if (await this.showMachine(machine)) this.turn(true);
  }
}
