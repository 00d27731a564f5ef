// Drives a debug adapter with Microsoft's test client. With pdp6, makes every request that the client supports. Each response
// and each event is checked against the protocol's type declarations.
//
//   node drive.js pdp6 PATH/TO/pdp6 FOLDER      FOLDER has count.oct, count.sym and count.mid
//   node drive.js machack PATH/TO/machack
"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const { DebugClient } = require("@vscode/debugadapter-testsupport");
const Ajv = require("ajv").default;
const { createGenerator } = require("ts-json-schema-generator");

/** Requests that the adapter rejects, because the machine has no processes, modules or exceptions. */
const REFUSED = ["attach", "modules", "restartFrame", "stepInTargets", "exceptionInfo"];
const TIMEOUT = 60_000;

/** Checks messages against the declarations of @vscode/debugprotocol. */
function validator() {
  const declarations = require.resolve("@vscode/debugprotocol/package.json");
  const file = path.join(path.dirname(declarations), "lib/debugProtocol.d.ts");
  const schema = createGenerator({ path: file, type: "*", skipTypeCheck: true }).createSchema("*");
  const ajv = new Ajv({ strict: false });
  ajv.addSchema(schema, "protocol");
  return (type, message) => {
    const check = ajv.getSchema(`protocol#/definitions/DebugProtocol.${type}`);
    assert.ok(check, `the protocol declares no ${type}`);
    assert.ok(check(message), `${type}: ${JSON.stringify(check.errors)} in ${JSON.stringify(message)}`);
  };
}

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** A client that records the requests it has made, and all events. */
class Driver {
  constructor(command, cwd) {
    this.valid = validator();
    this.client = new DebugClient(command, "dap", "pdp6", { cwd, stdio: "pipe" }, true);
    this.client.defaultTimeout = TIMEOUT;
    this.made = new Set();
    this.checked = 0;
    this.seen = [];
    this.waiting = [];
    const emit = this.client.emit.bind(this.client);
    this.client.emit = (name, ...rest) => {
      if (rest[0]?.type === "event") this.onEvent(rest[0]);
      return emit(name, ...rest);
    };
  }

  onEvent(event) {
    this.valid(`${capital(event.event)}Event`, event);
    this.checked += 1;
    this.seen.push(event);
    this.waiting = this.waiting.filter((waiter) => !waiter());
  }

  /** Returns the next event of a kind that has not been returned yet. */
  event(name) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no event ${name}`)), TIMEOUT);
      const look = () => {
        const at = this.seen.findIndex((event) => event.event === name);
        if (at < 0) return false;
        clearTimeout(timer);
        resolve(this.seen.splice(at, 1)[0].body);
        return true;
      };
      if (!look()) this.waiting.push(look);
    });
  }

  /** Makes a request; returns the body of its response. */
  async ask(command, args) {
    const method = `${command}Request`;
    this.made.add(method);
    const known = typeof this.client[method] === "function";
    const response = await (known ? this.client[method](args) : this.client.customRequest(command, args));
    this.valid(`${capital(command)}Response`, response);
    this.checked += 1;
    return response.body;
  }

  /** Makes a request that must fail; returns the reason. */
  async refused(command, args) {
    this.made.add(`${command}Request`);
    try {
      await this.client[`${command}Request`](args);
    } catch (error) {
      return error.message;
    }
    throw new Error(`${command} was not refused`);
  }

  /** Returns the requests that the client supports but has not made. */
  left() {
    const names = Object.getOwnPropertyNames(DebugClient.prototype);
    return names.filter((name) => name.endsWith("Request") && name !== "customRequest" && !this.made.has(name));
  }

  async place() {
    return (await this.ask("stackTrace", { threadId: 1 })).stackFrames[0].name;
  }

  async typed(line) {
    return (await this.ask("evaluate", { expression: line, context: "repl" })).result;
  }
}

async function begin(driver, launch) {
  await driver.client.start();
  const able = await driver.ask("initialize", {
    adapterID: "pdp6", linesStartAt1: true, columnsStartAt1: true, pathFormat: "path", supportsInvalidatedEvent: true,
  });
  assert.ok(able.supportsStepBack && able.supportsDataBreakpoints && able.supportsDisassembleRequest);
  await driver.ask("launch", launch);
  await driver.event("initialized");
}

/** Tests all features on the program that counts to five. */
async function count(driver, folder) {
  const { ask, refused, event } = ["ask", "refused", "event"].reduce(
    (all, name) => ({ ...all, [name]: driver[name].bind(driver) }), {});
  const launch = { program: "count.oct", symbols: "count.sym", cwd: folder, stopOnEntry: true };
  await begin(driver, launch);
  const source = { path: path.join(folder, "count.mid") };
  const set = await ask("setBreakpoints", { source, breakpoints: [{ line: 3, condition: "[1] = 2" }] });
  assert.equal(set.breakpoints[0].verified, true);
  await ask("setExceptionBreakpoints", { filters: ["trap"] });
  await ask("configurationDone");
  assert.equal((await event("stopped")).reason, "entry");
  await ask("threads");
  await ask("continue", { threadId: 1 });
  assert.deepEqual((await event("stopped")).hitBreakpointIds, [set.breakpoints[0].id]);
  assert.equal(await driver.place(), "LOOP+1");
  const { scopes } = await ask("scopes", { frameId: 1 });
  for (const scope of scopes) await ask("variables", { variablesReference: scope.variablesReference });
  const changed = { variablesReference: scopes[0].variablesReference, name: "1", value: "3" };
  assert.match((await ask("setVariable", changed)).value, /^000000,,000003/);
  await ask("setExpression", { expression: "[TOTAL]", value: "5" });
  assert.match((await ask("evaluate", { expression: "TOTAL", context: "hover" })).result, /^000120: 000000,,000005/);
  // Into the subroutine, out of it, and all the way back.
  for (const [step, place] of [["stepIn", "SUB"], ["stepOut", "LOOP+2"], ["stepBack", "SUB+1"], ["stepBack", "SUB"]]) {
    await ask(step, { threadId: 1, granularity: "instruction" });
    await event("stopped");
    assert.equal(await driver.place(), place, step);
  }
  await ask("stepBack", { threadId: 1 });
  await event("stopped");
  await ask("next", { threadId: 1 });
  await event("stopped");
  assert.equal(await driver.place(), "LOOP+2");
  await ask("setBreakpoints", { source, breakpoints: [] });
  const { dataId } = await ask("dataBreakpointInfo", { name: "LAST" });
  await ask("setDataBreakpoints", { breakpoints: [{ dataId, accessType: "write" }] });
  await ask("continue", { threadId: 1 });
  assert.equal((await event("stopped")).reason, "data breakpoint");
  await ask("setDataBreakpoints", { breakpoints: [] });
  await reverse(driver);
  await ask("setFunctionBreakpoints", { breakpoints: [{ name: "SUB" }] });
  await ask("continue", { threadId: 1 });
  assert.equal((await event("stopped")).reason, "function breakpoint");
  await ask("setFunctionBreakpoints", { breakpoints: [] });
  const { instructions } = await ask("disassemble", { memoryReference: "LOOP", instructionCount: 5 });
  const there = instructions[4].address;
  await ask("setInstructionBreakpoints", { breakpoints: [{ instructionReference: there }] });
  await ask("continue", { threadId: 1 });
  assert.equal((await event("stopped")).reason, "instruction breakpoint");
  await ask("setInstructionBreakpoints", { breakpoints: [] });
  const read = await ask("readMemory", { memoryReference: "TOTAL", count: 16 });
  assert.equal(Buffer.from(read.data, "base64").length, 16);
  await ask("writeMemory", { memoryReference: "TOTAL", data: Buffer.alloc(8).toString("base64") });
  const { sources } = await ask("loadedSources");
  assert.match((await ask("source", { source: sources[0], sourceReference: 0 })).content, /COUNT TO FIVE/);
  await ask("breakpointLocations", { source, line: 1, endLine: 20 });
  const { targets } = await ask("gotoTargets", { source, line: 1 });
  await ask("goto", { threadId: 1, targetId: targets[0].id });
  assert.equal((await event("stopped")).reason, "goto");
  assert.ok((await ask("completions", { text: "exam", column: 5 })).targets.some((it) => it.label === "examine"));
  assert.match(await driver.typed("map LOOP/10"), /^000101  p/);
  assert.match(await driver.typed("lights"), /^PC {3}/);
  await ask("cancel", { requestId: 1 });
  for (const command of REFUSED) assert.match(await refused(command, {}), /unknown request/);
  await ask("restart", {});
  await event("stopped");
  await driver.typed("deposit LOOP+5 JRST GO");
  await ask("continue", { threadId: 1 });
  await ask("pause", { threadId: 1 });
  assert.equal((await event("stopped")).reason, "pause");
  await ask("terminate", {});
  await event("terminated");
  assert.equal((await event("exited")).exitCode, 0);
}

/** Goes back to the last breakpoint: the entry of the subroutine that has written the word. */
async function reverse(driver) {
  await driver.ask("setFunctionBreakpoints", { breakpoints: [{ name: "SUB" }] });
  await driver.ask("reverseContinue", { threadId: 1 });
  assert.equal((await driver.event("stopped")).reason, "function breakpoint");
  assert.equal(await driver.place(), "SUB");
  const { stackFrames } = await driver.ask("stackTrace", { threadId: 1 });
  assert.deepEqual(stackFrames.map((frame) => frame.name), ["SUB", "LOOP+1"]);
}

/** Tests the chess program: types a move and stops the search in the middle. */
async function chess(driver) {
  await begin(driver, { sourceFolders: ["chessprog/midas"] });
  const functions = await driver.ask("setFunctionBreakpoints", { breakpoints: [{ name: "MAKE", hitCondition: "5" }] });
  assert.equal(functions.breakpoints[0].verified, true);
  await driver.ask("configurationDone");
  await driver.typed("type M");
  assert.equal((await driver.event("stopped")).reason, "function breakpoint");
  assert.equal(await driver.place(), "MAKE");
  const { stackFrames } = await driver.ask("stackTrace", { threadId: 1 });
  const text = await driver.ask("source", { source: stackFrames[0].source, sourceReference: 0 });
  assert.match(text.content.split("\n")[stackFrames[0].line - 1], /MAKE:/);
  await driver.ask("stepBack", { threadId: 1 });
  await driver.event("stopped");
  assert.notEqual(await driver.place(), "MAKE");
}

async function main() {
  const [what, command, folder] = process.argv.slice(2);
  const driver = new Driver(command, folder);
  await (what === "pdp6" ? count(driver, path.resolve(folder)) : chess(driver));
  await driver.ask("disconnect", {});
  if (what === "pdp6") assert.deepEqual(driver.left(), [], "requests not made");
  console.log(`${driver.made.size} kinds of requests, ${driver.checked} answers and events as the protocol declares them`);
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
