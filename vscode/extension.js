// Runs `pdp6 dap` and `machack dap` as debug adapters of VS Code, and shows the machine's pictures beside its
// registers.
"use strict";

const { spawnSync } = require("node:child_process");
const vscode = require("vscode");

/** Returns the command for a debugger type; fails with a message if it cannot be started. */
function command(type) {
  const setting = type === "machack" ? "machackCommand" : "command";
  const name = vscode.workspace.getConfiguration("pdp6").get(setting);
  const { error } = spawnSync(name, ["--version"]);
  if (error) throw new Error(`${name} cannot be started (${error.code}). Install it, or set pdp6.${setting} to its path.`);
  return name;
}

const adapters = {
  createDebugAdapterDescriptor: (session) =>
    new vscode.DebugAdapterExecutable(command(session.type), ["dap"], { cwd: session.configuration.cwd }),
};

/** Default configurations: F5 in a MIDAS source without a launch.json. */
function configuration() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.languageId !== "midas") return undefined;
  const program = editor.document.fileName;
  return { type: "pdp6", request: "launch", name: "PDP-6", program, stopOnEntry: true };
}

const configurations = {
  resolveDebugConfiguration: (_folder, given) => {
    const chosen = given.type ? given : configuration();
    const assemblerArgs = vscode.workspace.getConfiguration("pdp6").get("assemblerArgs");
    return chosen && { assemblerArgs, ...chosen };
  },
};

/** Pictures of the machine: one panel for each kind, redrawn at each stop. */
class Pictures {
  constructor() {
    this.panels = new Map();
  }

  show(kind, title) {
    let panel = this.panels.get(kind);
    if (!panel) {
      panel = vscode.window.createWebviewPanel(`pdp6.${kind}`, title, vscode.ViewColumn.Beside);
      panel.onDidDispose(() => this.panels.delete(kind));
      this.panels.set(kind, panel);
    }
    panel.reveal(undefined, true);
    return this.draw(kind, panel, vscode.debug.activeDebugSession);
  }

  drawAll(session) {
    for (const [kind, panel] of this.panels) this.draw(kind, panel, session);
  }

  async draw(kind, panel, session) {
    if (!session) return;
    try {
      const { base64 } = await session.customRequest("picture", { of: kind });
      panel.webview.html = `<!DOCTYPE html><html><head><meta http-equiv="Content-Security-Policy"
        content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"></head>
        <body><img style="max-width:100%;image-rendering:pixelated" alt="" src="data:image/png;base64,${base64}"></body></html>`;
    } catch {
      // The session has ended; the last picture stays.
    }
  }
}

async function type() {
  const session = vscode.debug.activeDebugSession;
  const line = session && (await vscode.window.showInputBox({ prompt: "Line to type at the teletype" }));
  if (line !== undefined && line !== "") {
    await session.customRequest("type", { text: `${line}\n` });
  }
}

function activate(context) {
  const pictures = new Pictures();
  const follow = (session) => ({
    onDidSendMessage: (message) => {
      if (message.type === "event" && message.event === "stopped") pictures.drawAll(session);
    },
  });
  for (const kind of ["pdp6", "machack"]) {
    context.subscriptions.push(
      vscode.debug.registerDebugAdapterDescriptorFactory(kind, adapters),
      vscode.debug.registerDebugAdapterTrackerFactory(kind, { createDebugAdapterTracker: follow }),
    );
  }
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider("pdp6", configurations),
    vscode.commands.registerCommand("pdp6.scope", () => pictures.show("scope", "Type 340")),
    vscode.commands.registerCommand("pdp6.map", () => pictures.show("map", "Memory")),
    vscode.commands.registerCommand("pdp6.type", type),
  );
}

module.exports = { activate };
