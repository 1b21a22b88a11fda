#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Manual pages and completions against the built programs: the same options, the same commands, the same words.

check_pages.py --bin DIR --described DIR    DIR is what installer/describe.py writes
"""
import argparse
import gzip
import os
import re
import subprocess
import sys

ENVIRONMENT = dict(os.environ, LC_ALL="C.UTF-8", QT_QPA_PLATFORM="offscreen")
breaches = []


def expect(is_right, what):
    if not is_right:
        breaches.append(what)


def run(words, **more):
    return subprocess.run(words, capture_output=True, text=True, encoding="utf-8", env=ENVIRONMENT, check=False,
                          stdin=subprocess.DEVNULL, **more).stdout


def listed(text):
    return re.findall(r"(?m)^  (?:-\w, )?(--[a-z][a-z0-9-]*)", text)


def plain(roff):
    """The page as words: no macros, no fonts."""
    text = re.sub(r"\\f.", "", roff).replace("\\-", "-").replace("\\e", "\\").replace("\\&", "")
    return re.sub(r"\s+", " ", text)


def page_options(roff):
    """The options that the page lists, a line of bold names after .TP each."""
    names = []
    for line in re.findall(r"(?m)^\.TP\n((?:\\fB\\-).*)$", roff):
        names += re.findall(r"--[a-z][a-z0-9-]*", line.replace("\\-", "-").split("\\fI")[0])
    return names


def check_man(program, calls, folder, every):
    with gzip.open(os.path.join(folder, "man", program + ".1.gz"), "rt", encoding="utf-8") as file:
        roff = file.read()
    expect("@" not in re.sub(r"@\d+", "", roff), f"{program}.1 has a placeholder left, or an @ where none belongs")
    options = [option for text in calls.values() for option in listed(text)]
    expect(options, f"{program} --help lists no options")
    expect(page_options(roff) == options, f"{program}.1 lists {page_options(roff)}, --help {options}")
    words = plain(roff)
    for call, text in calls.items():
        # The help's right column, put together again, stands in the page.
        for row in re.split(r"(?m)^  (?=\S)", text.split("Options:")[-1])[1:]:
            row = row.split("\nArguments:")[0].split("\n\n")[0]
            body = re.sub(r"\s+", " ", re.sub(r"^\S.*?(?:  |\n)", "", row, count=1)).strip().replace("…", "...")
            expect(body in words, f'{program}.1 does not say "{body}" of {call or program}')
    for option in re.findall(r"--[a-z][a-z0-9-]*", roff.replace("\\-", "-")):
        expect(option in every, f"{program}.1 speaks of {option}, which neither program has")


def complete(program, words, folder):
    """What bash offers after these words."""
    script = (f"source {folder}/bash/{program}; compopt() {{ :; }}; "
              f"COMP_WORDS=({' '.join(repr(w) for w in words)}); COMP_CWORD={len(words) - 1}; "
              f"_{program.replace('-', '_')}; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
    return run(["bash", "-c", script]).split()


def check_completion(program, calls, folder):
    for call, text in calls.items():
        words = [program, *([call] if call else []), "--"]
        expect(set(listed(text)) <= set(complete(program, words, folder)),
               f"bash does not offer every option of {' '.join(words[:-1])}")
    for shell, path in (("zsh", f"zsh/_{program}"), ("fish", f"fish/{program}.fish")):
        with open(os.path.join(folder, path), encoding="utf-8") as file:
            text = file.read()
        for options in calls.values():
            for option in listed(options):
                found = f"*{option}[" in text if shell == "zsh" else re.search(rf"-l {option[2:]}\b", text)
                expect(found, f"{path} does not know {option}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--described", required=True)
    said = parser.parse_args()
    if not os.path.isdir(os.path.join(said.described, "man")):
        sys.exit("pages: there are no pages yet; build the target package-files")
    cli = os.path.join(said.bin, "touchline-cli")
    commands = re.findall(r"(?m)^  ([a-z]+) ", run([cli, "--help"]).split("Commands:")[-1].split("\n\n")[0])
    expect(len(commands) > 5, f"touchline-cli --help lists only {commands}")
    programs = {"touchline": {"": run([os.path.join(said.bin, "touchline"), "--help"])},
                "touchline-cli": {name: run([cli, name, "--help"]) for name in commands}}
    # A page may name an option of the other program.
    every = {o for calls in programs.values() for text in calls.values() for o in listed(text)} | {"--help", "--version"}
    for program, calls in programs.items():
        check_man(program, calls, said.described, every)
        check_completion(program, calls, said.described)
    expect(set(commands) <= set(complete("touchline-cli", ["touchline-cli", ""], said.described)),
           "bash does not offer every command")
    expect(complete("touchline", ["touchline", "--network", "main"], said.described) == ["mainnet"],
           "bash does not complete --network main to mainnet")
    for breach in breaches:
        print(breach)
    print(f"pages: {len(breaches)} breaches, {len(commands)} commands")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
