"""Tests all mutants that `cargo mutants` lists in a single build.

`cargo mutants` builds the crate again for each mutant, which takes days here. This script puts all mutants of a group into one
build. A number in the environment selects a mutant. For each mutant only the tests that reach it run, the fastest first,
until one fails.

    cargo mutants --list --json -p midas-pdp6 -p machack -p pdp6 > list.json
    git clone . COPY
    python tests/mutants/mutants.py COPY list.json --group assembler --work DIR --minutes 60

COPY is a clone of the listed commit; the script changes it. The build, the mutants reached by each test, and the results are
kept in DIR, so an interrupted run continues. Needs cargo-mutants, and tree-sitter and tree-sitter-rust from PyPI.

Mutants that do not compile (most have no value to return) and those in functions called by constants are not tested.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import time

import tree_sitter
import tree_sitter_rust

GROUPS = {
    "assembler": dict(
        files=r"assembler/src/(value|expr|number|word)\.rs$",
        crates={"assembler": "assembler/src/lib.rs"},
        packages=["assembler"],
    ),
    "engine": dict(
        files=r"chessprog/src/engine/(attack|evaluator|hash|moves|pawns|plausible|position|prise|repetition|search|squares|statics"
        r"|targets)(/.*)?\.rs$",
        crates={"chessprog": "chessprog/src/lib.rs"},
        packages=["chessprog", "system-tests"],
    ),
    "processor": dict(
        files=r"emulator/src/(word|cpu/(address|arithmetic|arithmetic/.*|block|boolean|byte|fixed|flags|float|half|interrupt|io|jump|set|shift|test|uuo))\.rs$",
        crates={"emulator": "emulator/src/lib.rs"},
        packages=["emulator", "system-tests"],
    ),
}
MODULE = """
#[allow(missing_docs, unreachable_pub)]
pub mod mutants {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicBool, Ordering};
    static ACTIVE: LazyLock<u32> =
        LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(u32::MAX));
    static REACH: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("MUTANT_REACH").ok());
    static SEEN: [AtomicBool; %d] = [const { AtomicBool::new(false) }; %d];
    #[inline(never)]
    pub fn is(n: u32) -> bool {
        if REACH.is_some() { reach(n); }
        *ACTIVE == n
    }
    #[cold]
    fn reach(n: u32) {
        use std::io::Write;
        if SEEN[n as usize].swap(true, Ordering::Relaxed) { return; }
        if let Some(path) = &*REACH
            && let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(path)
        {
            let _ = file.write_all(format!("{n}\\n").as_bytes());
        }
    }
}
"""
parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))


def offset(text_lines, starts, position):
    line, column = position["line"] - 1, position["column"] - 1
    return starts[line] + len(text_lines[line][:column].encode())


class File:
    """A source text, its syntax tree, and the edits at its nodes."""

    def __init__(self, root, path, mutants, unconst):
        self.path = path
        self.bytes = open(os.path.join(root, path), "rb").read()
        lines = self.bytes.decode().splitlines(keepends=True)
        starts, at = [], 0
        for line in lines:
            starts.append(at)
            at += len(line.encode())
        self.tree = parser.parse(self.bytes)
        self.edits = collections.defaultdict(list)  # (kind, start, end) of a node: mutants
        self.unplaced = []
        self.consts = {}
        for m in mutants:
            at, end = (offset(lines, starts, m["span"][k]) for k in ("start", "end"))
            node = self.place(m, at, end)
            if node is None:
                self.unplaced.append(m)
                continue
            f = node
            while f is not None and f.type not in ("function_item", "const_item", "static_item"):
                f = f.parent
            m["fn"] = None
            if f is not None and f.type == "function_item":
                m["fn"] = f.child_by_field_name("name").text.decode()
                mods = [c for c in f.children if c.type == "function_modifiers"]
                const = [c for mod in mods for c in mod.children if c.type == "const"]
                if const:
                    if m["fn"] in unconst["kept"]:
                        self.unplaced.append(m)
                        continue
                    self.consts[const[0].start_byte] = m["fn"]
            elif f is not None:
                self.unplaced.append(m)
                continue
            self.edits[(node.type, node.start_byte, node.end_byte)].append(m)

    def place(self, m, at, end):
        genre = m["genre"]
        node = self.tree.root_node.descendant_for_byte_range(at, at + 1)
        want = {
            "FnValue": ("function_item",),
            "BinaryOperator": ("binary_expression", "compound_assignment_expr"),
            "UnaryOperator": ("unary_expression",),
            "MatchArm": ("match_arm",),
            "MatchArmGuard": ("match_arm",),
            "StructField": ("field_initializer", "shorthand_field_initializer"),
        }[genre]
        while node is not None and node.type not in want:
            node = node.parent
        if node is None:
            return None
        if genre == "BinaryOperator":
            operator = node.child_by_field_name("operator")
            if operator.start_byte != at:
                return None
            if any(c.type in ("let_condition", "let_chain") for c in node.children) or node.parent.type == "let_chain":
                return None
        return node

    def render(self, dropped):
        """Returns the text with all mutants except the dropped ones, and the place of each mutant."""
        self.out, self.where = bytearray(), []
        self.dropped = dropped
        self.emit(self.tree.root_node)
        return bytes(self.out)

    def put(self, text):
        self.out += text.encode() if isinstance(text, str) else text

    def emit(self, node):
        key = (node.type, node.start_byte, node.end_byte)
        edits = [m for m in self.edits.get(key, []) if m["id"] not in self.dropped]
        start = len(self.out)
        if edits:
            self.edit(node, edits)
            self.where.append((start, len(self.out), edits))
        elif node.type == "const" and node.start_byte in self.consts:
            pass
        else:
            self.plain(node)

    def plain(self, node):
        at = node.start_byte
        for child in node.children:
            self.put(self.bytes[at : child.start_byte])
            self.emit(child)
            at = child.end_byte
        self.put(self.bytes[at : node.end_byte])

    def edit(self, node, edits):
        def is_(m):
            return f"crate::mutants::is({m['id']})"

        kind = node.type
        if kind == "function_item":
            body = node.child_by_field_name("body")
            at = node.start_byte
            for child in node.children:
                self.put(self.bytes[at : child.start_byte])
                if child == body:
                    self.put("{")
                    for m in edits:
                        begin = len(self.out)
                        self.put(f" if {is_(m)} {{ return {m['replacement']}; }}")
                        self.where.append((begin, len(self.out), [m]))
                    inner = body.start_byte + 1
                    for c in body.children[1:]:
                        self.put(self.bytes[inner : c.start_byte])
                        self.emit(c)
                        inner = c.end_byte
                else:
                    self.emit(child)
                at = child.end_byte
        elif kind == "binary_expression":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            op = node.child_by_field_name("operator").text.decode()
            if op in ("&&", "||"):
                self.put("({let l__: bool = ")
                self.emit(left)
                self.put(f"; if l__ {'!=' if op == '&&' else '=='} {is_(edits[0])} {{")
                self.emit(right)
                self.put("} else {l__}})")

            elif op in ("==", "!="):
                self.put("((")
                self.emit(left)
                self.put(f" {op} ")
                self.emit(right)
                self.put(f") != {is_(edits[0])})")
            else:
                self.put("(match (")
                self.emit(left)
                self.put(", ")
                self.emit(right)
                self.put(") {(l__, r__) => ")
                for m in edits:
                    self.put(f"if {is_(m)} {{l__ {m['replacement']} r__}} else ")
                self.put(f"{{l__ {op} r__}}}})")
        elif kind == "compound_assignment_expr":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            op = node.child_by_field_name("operator").text.decode()
            self.put("match ")
            self.emit(right)
            self.put(" { r__ => ")
            for m in edits:
                self.put(f"if {is_(m)} {{ {left.text.decode()} {m['replacement']} r__ }} else ")
            self.put(f"{{ {left.text.decode()} {op} r__ }} }}")
        elif kind == "unary_expression":
            operand = node.children[-1]
            self.put("(match ")
            self.emit(operand)
            op = node.children[0].text.decode()
            self.put(f" {{ x__ => if {is_(edits[0])} {{x__}} else {{{op}x__}} }})")
        elif kind == "match_arm":
            pattern = node.child_by_field_name("pattern")
            condition = pattern.child_by_field_name("condition")
            gone = [m for m in edits if m["genre"] == "MatchArm"]
            guards = [m for m in edits if m["genre"] == "MatchArmGuard"]
            at = node.start_byte
            for child in node.children:
                self.put(self.bytes[at : child.start_byte])
                at = child.end_byte
                if child != pattern:
                    self.emit(child)
                    continue
                end = condition.start_byte if condition else pattern.end_byte
                if condition:
                    self.put(self.bytes[pattern.start_byte : end])
                    self.put("(")
                    for m in guards:
                        if m["replacement"] == "true":
                            self.put(f"{is_(m)} || ")
                    self.put("(")
                    self.emit(condition)
                    self.put("))")
                    for m in guards:
                        if m["replacement"] == "false":
                            self.put(f" && !{is_(m)}")
                    for m in gone:
                        self.put(f" && !{is_(m)}")
                else:
                    self.put(self.bytes[pattern.start_byte : end])
                    self.put(f" if !{is_(gone[0])}")
        else:
            field = node.child_by_field_name("field") or node.children[0]
            base = [c for c in node.parent.children if c.type == "base_field_initializer"][0]
            name = field.text.decode()
            value = node.child_by_field_name("value")
            self.put(f"{name}: if {is_(edits[0])} {{ ({base.children[-1].text.decode()}).{name} }} else {{ ")
            if value:
                self.emit(value)
            else:
                self.put(name)
            self.put(" }")

    def arms_at(self, begin):
        """Returns the removed arms of the match whose scrutinee is at a place in the rendered text."""
        tree = parser.parse(bytes(self.out))
        node = tree.root_node.descendant_for_byte_range(begin, begin + 1)
        while node is not None and node.type != "match_expression":
            node = node.parent
        if node is None:
            return []
        return [
            m
            for w in self.where
            if node.start_byte <= w[0] < node.end_byte
            for m in w[2]
            if m["genre"].startswith("MatchArm")
        ]

    def at_error(self, begin):
        """Returns the mutants of the smallest edit around a place in the rendered text."""
        around = [w for w in self.where if w[0] <= begin < w[1]]
        return min(around, key=lambda w: w[1] - w[0])[2] if around else []


def run(command, **kw):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=kw.pop("stderr", subprocess.DEVNULL), text=True, **kw)


def build(copy, group, mutants, work, env):
    by_file = collections.defaultdict(list)
    for m in mutants:
        by_file[m["file"]].append(m)
    dropped, unconst = set(), {"kept": set()}
    first = True
    run(["git", "checkout", "-q", "."], cwd=copy)
    originals = {f: open(os.path.join(copy, f), "rb").read() for f in by_file}
    for turn in range(60):
        for f, b in originals.items():
            open(os.path.join(copy, f), "wb").write(b)
        files = {f: File(copy, f, ms, unconst) for f, ms in by_file.items()}
        for f in files.values():
            text = f.render(dropped)
            open(os.path.join(copy, f.path), "wb").write(text)
        for crate, lib in group["crates"].items():
            if first:
                text = open(os.path.join(copy, lib)).read() + MODULE % (len(mutants), len(mutants))
                # The tests must detect an overflow in a mutant.
                begin = re.search(r"^(?!//!)", text, re.M).start()
                with open(os.path.join(copy, lib), "w") as out:
                    out.write(text[:begin] + "#![allow(arithmetic_overflow, unconditional_panic)]\n" + text[begin:])
        first = False
        package = list(group["crates"])[0]
        # Without other packages, as in the build of the tests, so the same features are enabled.
        check = run(["cargo", "check", "-q", "--message-format=json", "-p", package, "--lib"], cwd=copy, env=env)
        errors, elsewhere = set(), []
        consts = set()
        for line in check.stdout.splitlines():
            if not line.startswith("{"):
                continue
            message = json.loads(line).get("message", {})
            if message.get("level") != "error" or not message.get("spans"):
                continue
            call = re.search(
                r"non-const (?:associated function|method|fn|function|operator) `([^`]*)`", message["message"]
            )
            if call:
                name = re.sub(r"::<.*>$", "", call.group(1)).split("::")[-1]
                if name == "is":
                    pass
                else:
                    consts.add(name)
                    continue
            for span in message["spans"]:
                if not span["is_primary"]:
                    continue
                file = files.get(span["file_name"])
                found = file.at_error(span["byte_start"]) if file else []
                if file and "non-exhaustive" in message["message"]:
                    found = file.arms_at(span["byte_start"])
                if found:
                    errors.update(m["id"] for m in found)
                else:
                    elsewhere.append((span["file_name"], span["line_start"], message["message"][:100]))
        print(f"turn {turn}: {len(errors)} do not build, const {sorted(consts)}, elsewhere {elsewhere[:5]}", flush=True)
        if not errors and not (consts - unconst["kept"]):
            if check.returncode:
                for line in check.stdout.splitlines():
                    if line.startswith("{") and json.loads(line).get("message", {}).get("level") == "error":
                        print(json.loads(line)["message"]["rendered"])
                sys.exit("does not build")
            break
        dropped |= errors
        unconst["kept"] |= consts
    unplaced = {m["id"] for f in files.values() for m in f.unplaced}
    return dropped, unplaced


def tests_of(copy, group, env):
    arguments = ["cargo", "test", "--no-run", "--message-format=json"]
    for p in group["packages"]:
        arguments += ["-p", p]
    got = run(arguments, cwd=copy, env=env, stderr=None)
    if got.returncode:
        sys.exit("the tests do not build")
    binaries = []
    for line in got.stdout.splitlines():
        if line.startswith("{"):
            j = json.loads(line)
            if j.get("reason") == "compiler-artifact" and j["profile"]["test"] and j.get("executable"):
                binaries.append((j["executable"], os.path.dirname(j["manifest_path"])))
    return binaries


def main():
    a = argparse.ArgumentParser()
    a.add_argument("copy")
    a.add_argument("list")
    a.add_argument("--group", required=True, choices=GROUPS)
    a.add_argument("--work", default="mutants-work")
    a.add_argument("--minutes", type=float, default=60)
    a.add_argument("--threads", type=int, default=1)
    a.add_argument("--longest", type=float, default=8, help="seconds; a test that takes more is not asked")
    a.add_argument("--skip", default="$^", help="tests not to be run, a regular expression")
    o = a.parse_args()
    group = GROUPS[o.group]
    os.makedirs(o.work, exist_ok=True)
    env = dict(os.environ, CARGO_INCREMENTAL="0")
    mutants = [m for m in json.load(open(o.list)) if re.search(group["files"], m["file"])]
    for i, m in enumerate(mutants):
        m["id"] = i
        del m["diff"]
    print(len(mutants), "mutants", flush=True)
    state = os.path.join(o.work, "built.json")
    if not os.path.exists(state):
        dropped, unplaced = build(o.copy, group, mutants, o.work, env)
        binaries = tests_of(o.copy, group, env)
        json.dump(dict(dropped=sorted(dropped), unplaced=sorted(unplaced), binaries=binaries), open(state, "w"))
    built = json.load(open(state))
    gone = set(built["dropped"]) | set(built["unplaced"])
    reach_path = os.path.join(o.work, "reach.json")
    if not os.path.exists(reach_path):
        reach = []
        for binary, folder in built["binaries"]:
            names = [l[:-6] for l in run([binary, "--list"], cwd=folder).stdout.splitlines() if l.endswith(": test")]
            for name in names:
                if re.search(o.skip, name):
                    continue
                seen = os.path.join(os.path.abspath(o.work), "seen")
                if os.path.exists(seen):
                    os.remove(seen)
                begun = time.time()
                try:
                    done = run([binary, "--exact", name], cwd=folder, env=dict(env, MUTANT_REACH=seen), timeout=o.longest)
                except subprocess.TimeoutExpired:
                    print("too long", name, flush=True)
                    continue
                took = time.time() - begun
                if done.returncode:
                    print("fails by itself:", name, flush=True)
                    continue
                ids = sorted({int(x) for x in open(seen).read().split()}) if os.path.exists(seen) else []
                if ids:
                    reach.append((binary, folder, name, took, ids))
        json.dump(reach, open(reach_path, "w"))
    reach = json.load(open(reach_path))
    by_mutant = collections.defaultdict(list)
    for k, (_, _, _, took, ids) in enumerate(reach):
        for i in ids:
            by_mutant[i].append(k)
    print(
        len(reach),
        "tests reach mutants;",
        sum(m["id"] in by_mutant for m in mutants),
        "reached;",
        len(gone),
        "not built",
        flush=True,
    )
    results_path = os.path.join(o.work, "results.jsonl")
    results = {}
    if os.path.exists(results_path):
        for l in open(results_path):
            r = json.loads(l)
            results[r["id"]] = r
    out = open(results_path, "a")
    end = time.time() + 60 * o.minutes
    killers = collections.Counter()

    def ask(m):
        if time.time() > end:
            return None
        tests = sorted(by_mutant.get(m["id"], []), key=lambda k: (-killers[k] if reach[k][3] < 0.3 else 0, reach[k][3]))
        if not tests:
            return dict(id=m["id"], name=m["name"], result="unreached")
        budget, group_, spent, total = 0.3, [], 0, 0
        rounds = []
        for k in tests:
            took = reach[k][3]
            if total + took > 40:
                break
            if group_ and spent + took > budget:
                rounds.append(group_)
                group_, spent, budget = [], 0, min(budget * 3, 30)
            group_.append(k)
            spent += took
            total += took
        rounds.append(group_)
        for g in rounds:
            per = collections.defaultdict(list)
            for k in g:
                per[(reach[k][0], reach[k][1])].append(k)
            for (binary, folder), ks in per.items():
                names = [reach[k][2] for k in ks]
                limit = 5 + 6 * sum(reach[k][3] for k in ks)
                try:
                    p = subprocess.run(
                        [binary, "--exact", "--test-threads=1", *names],
                        cwd=folder,
                        env=dict(env, MUTANT=str(m["id"])),
                        stdout=subprocess.PIPE,
                        stderr=subprocess.DEVNULL,
                        text=True,
                        timeout=limit,
                    )
                except subprocess.TimeoutExpired:
                    return dict(id=m["id"], name=m["name"], result="timeout", by=names[:3])
                if p.returncode:
                    failed = re.findall(r"^test (\S+)(?: - should panic)? \.\.\. FAILED", p.stdout, re.M)
                    for k in ks:
                        if reach[k][2] in failed[:1]:
                            killers[k] += 1
                    return dict(id=m["id"], name=m["name"], result="killed", by=failed[:3])
        return dict(id=m["id"], name=m["name"], result="survived", tests=len(tests))

    todo = [m for m in mutants if m["id"] not in gone and m["id"] not in results]
    random.Random(1967).shuffle(todo)
    with concurrent.futures.ThreadPoolExecutor(o.threads) as pool:
        for r in pool.map(ask, todo):
            if r:
                results[r["id"]] = r
                out.write(json.dumps(r) + "\n")
                out.flush()
    print(collections.Counter(r["result"] for r in results.values()), "of", len(mutants), "not built", len(gone))
    for r in results.values():
        if r["result"] in ("survived", "unreached"):
            print(r["result"], r["name"])


if __name__ == "__main__":
    main()
