// @ts-check
"use strict";

/**
 * The steps: title, explanation, and the label and action of the button.
 * @type {Array<{title: string, text: string, label: string, act: (play: Play) => unknown}>}
 */
const TOUR = [
  {
    title: "1. A list before every search",
    text: "A computer of 1967 had no time to examine every move. So Mac Hack first gives each legal move a number, its plausibility, by 45 "
      + "rules of thumb. Press the button: the arrows are the six moves that it would examine after 1. P-K4 P-K4.",
    label: "Show the list",
    act: (play) => play.begin(["PN", "RESET", "P-K4", "P-K4"], { kind: "tour", then: () => play.showPlausible(true) }),
  },
  {
    title: "2. Then it looks ahead",
    text: "The program makes the first of these moves, lists the answers to it, and so on, four half-moves deep. While it thinks, one arrow "
      + "is the move that it examines, and another the best move found. Under \"Thinking\" are the values, and the seconds on the PDP-6.",
    label: "Let it think",
    act: (play) => play.begin(["PN", "RESET", "P-K4", "P-K4", "BOOK 0", "M"], { kind: "tour" }),
  },
  {
    title: "3. Your move",
    text: "Play a game. Choose a piece, then a square. The page types your move at the teletype: the machine reads "
      + "nothing else. Moves are written as in 1967: N-KB3 is the knight to the third square of the king's bishop's file.",
    label: "New game as White",
    act: (play) => play.newGame(true, "tour"),
  },
  {
    title: "4. Where it goes wrong",
    text: "The button sets up a position where White's knight can take the queen. The program misses the capture: one of its rules says "
      + "that the knight shields the king from the bishop on b1, although the pawn on d3 does that. So the capture is not in its list, and "
      + "the program never examines a move that is not in the list. The program of 1967 has this fault, so it is kept here.",
    label: "Set it up and let it move",
    act: (play) => play.begin([...wasm_bindgen.lines_of_fen("7k/8/8/8/4K3/q2p4/2N5/1b6 w - - 0 21"), "M"], { kind: "tour" }),
  },
  {
    title: "5. What it ran on",
    text: "The program that you have seen runs on an emulated PDP-6, a machine of 256K words with a tube that draws the board point by point. In "
      + "the machine room you see the lights of its console while it thinks, and in the debugger you can stop it at any instruction.",
    label: "To the machine room",
    act: (play) => play.showTab("machine"),
  },
];

/** The five-minute tour. */
class Tour {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.step = 0;
    $("tour-start").addEventListener("click", () => this.show(0));
    $("tour-back").addEventListener("click", () => this.show(this.step - 1));
    $("tour-next").addEventListener("click", () => this.show(this.step + 1));
    $("tour-do").addEventListener("click", () => {
      this.play.viewer.close();
      TOUR[this.step].act(this.play);
    });
    $("tour-end").addEventListener("click", () => ($("tour").hidden = true));
  }

  /** @param {number} step */
  show(step) {
    this.step = Math.max(0, Math.min(TOUR.length - 1, step));
    const { title, text, label } = TOUR[this.step];
    $("tour").hidden = false;
    $("tour-title").textContent = title;
    $("tour-text").textContent = text;
    $("tour-do").textContent = label;
    // The page for other sites has no tabs, so no other view could lead back to the board.
    $("tour-do").hidden = this.step === TOUR.length - 1 && document.body.classList.contains("embed");
    $("tour-back").disabled = this.step === 0;
    $("tour-next").disabled = this.step === TOUR.length - 1;
    $("tour-title").focus({ preventScroll: true });
    $("tour").scrollIntoView({ block: "end" });
  }
}
