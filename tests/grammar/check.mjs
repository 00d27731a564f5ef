// Checks the grammar of every Markdown file and of the help of the commands in a folder: node check.mjs target/debug
// Harper (https://writewithharper.com) finds the errors. Spelling is checked by typos, and style by tests/tests/style.rs.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Dialect, LocalLinter } from "harper.js";
import { binary } from "harper.js/binary";

/** The kinds of findings that are errors. The others are about taste, units, or words that Harper does not know. */
const KINDS = new Set(["Agreement", "Grammar", "Punctuation", "Repetition", "Usage"]);
/** False positives: the reported text, and the reason. */
const CORRECT = new Map([
  ["are", "\"moves after it are\": the subject is \"moves\""],
  ["bit", "the noun"],
  ["damages", "the verb"],
  ["ITS", "the operating system"],
]);
/** A word in capitals may be typed or printed twice. */
const REPEATED = /^([A-Z0-9-]+) \1$/;

const root = new URL("../..", import.meta.url).pathname;
const linter = new LocalLinter({ binary, dialect: Dialect.American });
/** Rules that report octal halves (1,,2), nouns that are countable here (a listing), and headings within a text. */
const RULES_OFF = { CommaFixes: false, MassNouns: false, MissingDeterminer: false };
await linter.setLintConfig({ ...(await linter.getLintConfig()), ...RULES_OFF });

/** Prints the errors of a text. Returns their number. */
async function check(name, text, language) {
  const lints = await linter.lint(text, { language });
  const errors = lints.filter((lint) => {
    const found = lint.get_problem_text();
    return KINDS.has(lint.lint_kind()) && !CORRECT.has(found) && !REPEATED.test(found);
  });
  const characters = [...text];
  for (const lint of errors) {
    const line = characters.slice(0, lint.span().start).filter((character) => character === "\n").length + 1;
    console.error(`${name}:${line}: "${lint.get_problem_text()}": ${lint.message()}`);
  }
  return errors.length;
}

const beforeExamples = (help) => help.split(/^(?:Examples?|Where to put the script):/m)[0];

/** Returns the help of a command and of its subcommands, by name. */
function* helps(path, words) {
  const help = execFileSync(path, [...words, "--help"], { encoding: "utf8" });
  yield [words.join(" "), help];
  const rows = words.length > 1 ? [] : [...beforeExamples(help).matchAll(/^ {2}([a-z-]+) {2,}\S/gm)];
  const listed = rows.map((match) => match[1]);
  for (const word of new Set(listed.filter((word) => word !== "help"))) {
    yield* helps(path, [...words, word]);
  }
}

/** Returns the sentences of a help: without its headings, usage, names of options and examples. */
function sentences(help) {
  const lines = beforeExamples(help).split("\n").filter((line) => !/^\s*(-|<|\[|Usage|- |[A-Z][a-z]+:$)/.test(line));
  return lines.map((line) => line.trim()).join("\n").replace(/(\S)\n(?=\S)/g, "$1 ");
}

let errors = 0;
const documents = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" }).trim().split("\n");
for (const document of documents) {
  errors += await check(document, readFileSync(join(root, document), "utf8"), "markdown");
}
const folder = process.argv[2];
for (const command of folder ? ["machack", "pdp6", "midas"] : []) {
  const path = join(folder, command);
  if (!existsSync(path)) throw new Error(`${path} does not exist (cargo build --workspace --bins makes it)`);
  for (const [words, help] of helps(path, [])) {
    errors += await check(`${command} ${words} --help`, sentences(help), "plaintext");
  }
}
if (errors > 0) {
  console.error(`${errors} errors of grammar; a finding that is wrong is listed in tests/grammar/check.mjs`);
  process.exit(1);
}
