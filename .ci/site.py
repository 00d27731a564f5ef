#!/usr/bin/env python3
"""Builds the documentation site in target/site/book from the tracked pages; needs mdbook (`cargo install mdbook`).

    .ci/site.py [--check] [--repository URL]     URL: where files other than the pages can be read, such as .../blob/main

The table of contents is docs/README.md: its headings are the parts, its links the chapters. A page that it does not list is
an error, and so is a link to a file that does not exist.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SITE = ROOT / "target" / "site"
# Matches code, in which links are not rewritten, or one link.
LINK = re.compile(
    r"^```.*?^```$|(?<!`)(`+)(?!`)(?:(?!\n\n).)+?(?<!`)\1(?!`)"
    r"|(?P<before>!?\[(?:[^\]\[]|\[[^\]]*\])*\]\()(?P<target>[^)\s]+)(?P<after>\))",
    re.MULTILINE | re.DOTALL,
)
# Pages for contributors, which follow those that docs/README.md lists.
FURTHER = ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md"]
BOOK = """[book]
title = "Mac Hack Six"
description = "The chess program of 1967 on an emulated PDP-6"
language = "en"
src = "src"

[build]
create-missing = false

[output.html]
git-repository-url = "{repository}"

[output.html.search]
use-boolean-and = true
"""


def tracked():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return set(listed.split("\n"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repository", default="https://example.invalid", metavar="URL")
    parser.add_argument("--check", action="store_true", help="only check the links and the table of contents")
    arguments = parser.parse_args()
    files = tracked()
    shutil.rmtree(SITE, ignore_errors=True)
    summary, chapters = table_of_contents()
    faults = [
        f"docs/README.md does not list {name}"
        for name in sorted(files)
        if name.startswith("docs/") and name.endswith(".md") and name not in chapters and name != "docs/README.md"
    ]
    for name in chapters:
        faults += write_page(name, chapters, files, arguments.repository)
    if faults:
        sys.exit("\n".join(faults))
    if arguments.check:
        print(f"{len(chapters)} pages, every link leads to a file")
        return
    (SITE / "src" / "SUMMARY.md").write_text(summary, encoding="utf-8")
    (SITE / "book.toml").write_text(BOOK.format(repository=arguments.repository), encoding="utf-8")
    if not shutil.which("mdbook"):
        sys.exit("mdbook is missing: cargo install mdbook")
    subprocess.run(["mdbook", "build", str(SITE)], check=True)
    print((SITE / "book" / "index.html").relative_to(ROOT))


def table_of_contents():
    """Returns the chapters in the order of docs/README.md, and the summary that mdbook reads."""
    lines, chapters = ["# Summary\n", "[Mac Hack Six](README.md)\n", "[All pages](docs/README.md)\n"], ["README.md", "docs/README.md"]
    for line in (ROOT / "docs" / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            lines.append(f"\n# {line[3:].split(':')[0]}\n")
        for text, target in re.findall(r"\[([^\]]+)\]\(([^)#]+\.md)\)", line):
            name = os.path.normpath(os.path.join("docs", target)).replace(os.sep, "/")
            if name not in chapters:
                chapters.append(name)
                lines.append(f"- [{text[0].upper() + text[1:]}]({name})")
    lines.append("\n# Taking part\n")
    for name in FURTHER:
        if name not in chapters:
            chapters.append(name)
            title = (ROOT / name).read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ")
            lines.append(f"- [{title}]({name})")
    return "\n".join(lines) + "\n", chapters


def write_page(name, chapters, files, repository):
    """Copies a page and the pictures it shows; links to other files point to the repository."""
    faults = []

    def link(match):
        before, target, after = match.group("before", "target", "after")
        if target is None:
            return match.group(0)
        path, mark, fragment = target.partition("#")
        if re.match(r"[a-z]+:", target) or not path:
            return match.group(0)
        place = os.path.normpath(os.path.join(os.path.dirname(name), path)).replace(os.sep, "/")
        if not (ROOT / place).exists():
            faults.append(f"{name}: the link to {target} leads nowhere")
        if place in chapters:
            # mdbook writes a README to index.html, but does not change the links to it.
            return f"{before}{target.replace('README.md', 'index.md')}{after}"
        if before.startswith("!") or place.endswith((".png", ".svg")):
            copy(place)
            return match.group(0)
        return f"{before}{repository}/{place}{mark}{fragment}{after}"

    def image(match):
        copy(os.path.normpath(os.path.join(os.path.dirname(name), match.group(1))))
        return match.group(0)

    def copy(place):
        (SITE / "src" / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / place, SITE / "src" / place)

    text = LINK.sub(link, (ROOT / name).read_text(encoding="utf-8"))
    text = re.sub(r'<img src="([^"]+)"', image, text)
    page = SITE / "src" / name
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, encoding="utf-8")
    return faults


if __name__ == "__main__":
    main()
