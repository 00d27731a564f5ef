#!/usr/bin/env python3
"""Builds the files of a release. Needs Python 3.10 or later and a Rust toolchain.

    .ci/release.py archive [--target TRIPLE]   build the commands and pack them for one target
    .ci/release.py smoke ARCHIVE               unpack an archive in an empty folder and use it there
    .ci/release.py deb                         a Debian package of target/release (needs cargo-deb)
    .ci/release.py sums                        write the checksums of all release files
    .ci/release.py manifests                   fill in the package descriptions

Everything is written to target/release-files/. Files in an archive are sorted, owned by nobody and dated by the commit (in
a ZIP archive: 1980), so the same commands give the same archive. The commands contain no paths of the build host;
packaging/README.md says for which of them two builds were compared.
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "target" / "release-files"
COMMANDS = ["machack", "machack-uci", "pdp6", "midas"]
# The commands that write manual pages and completions.
DOCUMENTED = ["machack", "pdp6", "midas"]
SHELLS = {"bash": "{}", "zsh": "_{}", "fish": "{}.fish", "powershell": "{}.ps1"}
TEXTS = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "NOTICE", "CITATION.cff"]
# Files that repeat the version of Cargo.toml.
VERSIONED = ["CITATION.cff", "codemeta.json", "vscode/package.json"]
LICENCE_FILE = re.compile(r"^(licen[cs]e|copying|notice|ofl|ufl)", re.IGNORECASE)
# The target of a link to a file.
LINK = re.compile(r"(?<=\]\()[^)\s:#]+(?=[)#])")


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, cwd=options.pop("cwd", ROOT), **options)


def text_of(*words, **options):
    return run(*words, capture_output=True, text=True, encoding="utf-8", **options).stdout


def host():
    return re.search(r"^host: (.*)$", text_of("rustc", "-vV"), re.MULTILINE).group(1)


def setting(name):
    """Returns a value that the workspace's Cargo.toml sets."""
    return re.search(rf'^{name} = "(.*)"$', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE).group(1)


def version():
    wanted = setting("version")
    for name in VERSIONED:
        if not re.search(rf'^\s*"?version"?: "?{re.escape(wanted)}"?,?$', (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE):
            sys.exit(f"{name} has another version than Cargo.toml, {wanted}: change it")
    return wanted


def build(target):
    """Builds the four commands; RUSTFLAGS overrides `.cargo/config.toml`, so its flag is repeated here.

    `strip` is a flag, too: cargo ignores it in a profile for packages that have settings of their own.
    """
    flags = ["-C", "strip=symbols", f"--remap-path-prefix={ROOT}=.", f"--remap-path-prefix={cargo_home()}=cargo"]
    if target.startswith("x86_64") and "darwin" not in target:
        flags += ["-C", "target-cpu=x86-64-v2"]
    environment = dict(os.environ, CARGO_ENCODED_RUSTFLAGS="\x1f".join(flags), CARGO_INCREMENTAL="0")
    crates = [word for crate in ("pdp6", "midas-pdp6", "machack") for word in ("-p", crate)]
    run("cargo", "build", "--release", "--locked", "--bins", "--target", target, *crates, env=environment)


def cargo_home():
    return pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo"))


def third_party(target):
    """The licences of the libraries in the commands, concatenated."""
    words = ["cargo", "metadata", "--format-version=1", "--locked", "--filter-platform", target]
    metadata = json.loads(text_of(*words))
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    wanted, found = list(metadata["workspace_members"]), set()
    while wanted:
        node = wanted.pop()
        if node not in found:
            found.add(node)
            wanted += [
                edge["pkg"]
                for edge in nodes[node]["deps"]
                if any(kind["kind"] is None for kind in edge["dep_kinds"])
            ]
    pages = []
    for package in sorted(metadata["packages"], key=lambda package: (package["name"], package["version"])):
        if package["id"] in found and package["source"]:
            pages.append(f"{package['name']} {package['version']}: {package['license']}\n")
            folder = pathlib.Path(package["manifest_path"]).parent
            for path in sorted(folder.rglob("*")):
                if path.is_file() and LICENCE_FILE.match(path.name) and path.suffix not in {".rs", ".toml"}:
                    pages.append(f"\n--- {path.name}\n{path.read_text(encoding='utf-8', errors='replace').strip()}\n")
            pages.append("\n" + "=" * 72 + "\n")
    return "".join(pages)


def gather(folder, target, built, runner):
    """Lays out the contents of an archive of the commands in `built`."""
    suffix = ".exe" if "windows" in target else ""
    (folder / "bin").mkdir(parents=True)
    for command in COMMANDS:
        shutil.copy(built / (command + suffix), folder / "bin")
    pages(built, folder / "share", suffix, runner)
    if "linux" in target:
        desktop(folder / "share" / "linux")
    texts(folder, target)


def texts(folder, target):
    """Copies the documents and the licences."""
    for name in TEXTS:
        shutil.copy(ROOT / name, folder)
    (folder / "THIRD-PARTY.txt").write_text(third_party(target), encoding="utf-8", newline="\n")
    for name in text_of("git", "ls-files", "docs", "packaging/picochess").split():
        place = folder / name.replace("packaging/", "", 1)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, place)
    for page in folder.rglob("*.md"):
        link_to_repository(page, folder)


def link_to_repository(page, folder):
    """Changes the links of a page to files that are not in `folder`: the repository has them."""

    def link(match):
        place = os.path.normpath(page.parent.relative_to(folder) / match.group()).replace(os.sep, "/")
        if (folder / place).exists() or not (ROOT / place).exists():
            return match.group()
        return f"{setting('repository')}/blob/v{version()}/{place}"

    page.write_text(LINK.sub(link, page.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


def pages(built, folder, suffix="", runner=()):
    """Writes the manual pages and the completions of the commands in `built`."""
    (folder / "man1").mkdir(parents=True, exist_ok=True)
    for command in DOCUMENTED:
        start = [*runner, built / (command + suffix)]
        run(*start, "manual", "--dir", folder / "man1")
        for shell, name in SHELLS.items():
            (folder / shell).mkdir(exist_ok=True)
            script = text_of(*start, "completions", shell)
            (folder / shell / name.format(command)).write_text(script, encoding="utf-8", newline="\n")


def desktop(folder):
    """Writes the desktop entry, the icon and the description for software centres."""
    for path in (ROOT / "packaging" / "linux").iterdir():
        fill_in(path, folder / path.name.removesuffix(".in"), constants())


def deb(_arguments):
    """Packs target/release for Debian; chessprog/Cargo.toml lists the files."""
    folder = OUT / "pages"
    shutil.rmtree(folder, ignore_errors=True)
    pages(ROOT / "target" / "release", folder)
    desktop(folder / "linux")
    (folder / "doc").mkdir()
    texts(folder / "doc", host())
    run("cargo", "deb", "--no-build", "-p", "machack", "--output", OUT)


def pack(folder, target):
    """Packs `folder`, sorted and with the same times in every build, as the target's users expect it."""
    time = int(text_of("git", "log", "-1", "--format=%ct"))
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if "windows" in target:
        place = OUT / (folder.name + ".zip")
        with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in files:
                entry = zipfile.ZipInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}")
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes())
        return place
    place = OUT / (folder.name + ".tar.gz")
    with open(place, "wb") as raw, gzip.GzipFile("", "wb", mtime=time, fileobj=raw) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for path in files:
                name = path.relative_to(folder).as_posix()
                entry = tarfile.TarInfo(f"{folder.name}/{name}")
                entry.size, entry.mtime = path.stat().st_size, time
                entry.mode = 0o755 if name.startswith("bin/") else 0o644
                archive.addfile(entry, io.BytesIO(path.read_bytes()))
    return place


def archive(arguments):
    target = arguments.target or host()
    built = pathlib.Path(arguments.built or ROOT / "target" / target / "release").resolve()
    if not arguments.built:
        build(target)
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / f"machack-{version()}-{target}"
        gather(folder, target, built, arguments.runner.split())
        place = pack(folder, target)
    sums(arguments)
    print(f"{place.relative_to(ROOT)}: {place.stat().st_size / 1e6:.1f} MB")


def sums(_arguments):
    """Writes the checksums of all release files."""
    OUT.mkdir(parents=True, exist_ok=True)
    files = [path for path in sorted(OUT.iterdir()) if path.is_file() and path.name != "SHA256SUMS"]
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (OUT / "SHA256SUMS").write_text("".join(lines), encoding="utf-8", newline="\n")


def smoke(arguments):
    """Unpacks the archive in an empty folder, plays, uses the chess engine, assembles a program and runs it."""
    runner = arguments.runner.split()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        shutil.unpack_archive(arguments.archive, scratch)
        (folder,) = pathlib.Path(scratch).iterdir()
        suffix = ".exe" if (folder / "bin" / "machack.exe").exists() else ""
        environment = dict(os.environ, HOME=scratch, XDG_STATE_HOME=scratch, LOCALAPPDATA=scratch)

        def use(command, *words, typed=""):
            shown = run(*runner, folder / "bin" / (command + suffix), *words, cwd=scratch, env=environment, input=typed, capture_output=True, text=True)
            return shown.stdout

        game = use("machack", "play", "--plain", typed="P-K4\nM\nPG\n")
        expect("1 P-K4        P-K4" in game, "the game at the teletype", game)
        seconds = time.monotonic() - begun
        engine = use("machack-uci", typed="position startpos moves e2e4\ngo depth 2\nquit\n")
        expect("bestmove" in engine, "the chess engine", engine)
        (pathlib.Path(scratch) / "a.mid").write_text("LOC 1000\nGO:\tMOVEI 1,7\n\tHALT GO\nEND GO\n")
        use("midas", "a.mid", "-o", "a.rim")
        halted = use("pdp6", "run", "a.rim", "--limit", "10s")
        print(f"{arguments.archive}: plays ({seconds:.1f} s), answers UCI, assembles and runs{': ' + halted if halted.strip() else ''}")


def expect(holds, what, shown):
    if not holds:
        sys.exit(f"{what} did not answer as expected:\n{shown}")


def manifests(arguments):
    """Fills the templates of packaging/ in: the repository, the version, and the checksums of the archives."""
    digests = dict(reversed(line.split()) for line in (OUT / "SHA256SUMS").read_text(encoding="utf-8").splitlines())
    values = constants()
    for name, digest in digests.items():
        target = re.sub(rf"^machack-{re.escape(version())}-|\.(tar\.gz|zip)$", "", name)
        values["SHA256_" + target.upper().replace("-", "_")] = digest
    status = 0
    for path in sorted((ROOT / "packaging").rglob("*.in")):
        place = OUT / path.relative_to(ROOT).with_suffix("")
        missing = fill_in(path, place, values)
        print(f"{place.relative_to(ROOT)}{': no value for ' + ', '.join(missing) if missing else ''}")
        if missing and not arguments.partial:
            status = 1
    sys.exit(status)


def constants():
    """The values that every template may name."""
    date = text_of("git", "log", "-1", "--format=%cs").strip()
    return {"REPOSITORY": setting("repository"), "VERSION": version(), "DATE": date}


def fill_in(template, place, values):
    """Writes a template to `place` with the values of its names, and returns the names that have no value."""
    text = template.read_text(encoding="utf-8")
    filled = re.sub(r"@([A-Z0-9_]+)@", lambda match: values.get(match.group(1), match.group(0)), text)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(filled, encoding="utf-8", newline="\n")
    return sorted(set(re.findall(r"@([A-Z0-9_]+)@", filled)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("archive", help="build the commands and pack them for one target")
    verb.add_argument("--target", metavar="TRIPLE", help="default: this machine's")
    verb.add_argument("--built", metavar="DIR", help="pack the commands in DIR; nothing is built")
    runner = {"default": "", "help": "program that runs the commands, such as `wine` or `qemu-aarch64`"}
    verb.add_argument("--runner", **runner)
    verb.set_defaults(do=archive)
    verb = verbs.add_parser("smoke", help="unpack an archive in an empty folder and use it there")
    verb.add_argument("archive")
    verb.add_argument("--runner", **runner)
    verb.set_defaults(do=smoke)
    verb = verbs.add_parser("deb", help="pack target/release for Debian")
    verb.set_defaults(do=deb)
    verb = verbs.add_parser("sums", help="write the checksums of the files there are")
    verb.set_defaults(do=sums)
    verb = verbs.add_parser("manifests", help="fill in the package descriptions for the archives there are")
    verb.add_argument("--partial", action="store_true", help="succeed although archives are missing")
    verb.set_defaults(do=manifests)
    arguments = parser.parse_args()
    try:
        arguments.do(arguments)
    except subprocess.CalledProcessError as error:
        sys.exit(f".ci/release.py: {error}\n{error.stdout or ''}{error.stderr or ''}")
    except OSError as error:
        sys.exit(f".ci/release.py: {error}")


if __name__ == "__main__":
    main()
