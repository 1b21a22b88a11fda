#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Manual pages and shell completions, written from what --help of the built programs says.

describe.py --bin DIR --out DIR    writes man/, bash/, zsh/ and fish/ under --out
What a page says beside the options is in man/*.1.in. Equal programs give equal bytes.
"""
import argparse
import collections
import gzip
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = ("touchline", "touchline-cli")
METAINFO = os.path.join(HERE, "linux", "org.touchline.Touchline.metainfo.xml")

Option = collections.namedtuple("Option", "names value help")
Call = collections.namedtuple("Call", "usage about options arguments")
Program = collections.namedtuple("Program", "name call commands")


def ask(program, words):
    """Standard output of a call that must succeed. No window system and no person's settings are touched."""
    environment = dict(os.environ, LC_ALL="C.UTF-8", QT_QPA_PLATFORM="offscreen")
    run = subprocess.run([program, *words], capture_output=True, text=True, encoding="utf-8",
                         env=environment, check=False, stdin=subprocess.DEVNULL)
    if run.returncode:
        sys.exit(f"describe: {program} {' '.join(words)} ended with {run.returncode}: {run.stderr.strip()}")
    return run.stdout


def table(lines):
    """(left, right) of the rows of a two-column table whose right column may run over several lines."""
    rows = []
    for line in lines:
        if re.match(r"  \S", line):
            left, _, right = line.strip().partition("  ")
            rows.append([left, right.strip()])
        elif line.strip() and rows:
            rows[-1][1] = (rows[-1][1] + " " + line.strip()).strip()
    return [tuple(row) for row in rows]


def sections(text):
    """Title to lines; what stands before the first title is under ''."""
    found, title = collections.OrderedDict({"": []}), ""
    for line in text.splitlines():
        if re.fullmatch(r"[A-Z][a-z]+:", line):
            title = line[:-1]
            found[title] = []
        elif re.match(r"\S", line) and title:
            title = ""
        else:
            found[title].append(line)
            continue
        if not title:
            found[""].append(line)
    return found


def read_option(left, right):
    names = re.findall(r"(?<![\w-])--?[a-z][a-z0-9-]*", left.split("<")[0])
    value = re.search(r"<(.*)>", left)
    return Option(names, value.group(1) if value else None, right)


def read_call(text):
    parts = sections(text)
    head = [line for line in parts[""] if line.strip()]
    usage = re.sub(r"^Usage: ", "", head[0])
    about = " ".join(line.strip() for line in head[1:] if not line.startswith("Exit status"))
    return Call(usage, about, [read_option(*row) for row in table(parts.get("Options", []))],
                table(parts.get("Arguments", [])))


def read_program(folder, name):
    path = os.path.join(folder, name)
    text = ask(path, ["--help"])
    commands = collections.OrderedDict()
    for command, summary in table(sections(text).get("Commands", [])):
        commands[command] = (summary, read_call(ask(path, [command, "--help"])))
    return Program(name, read_call(text), commands)


# --- manual pages

def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...").replace("−", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def man_option(option):
    names = ", ".join(f"\\fB{roff(name)}\\fR" for name in option.names)
    value = f" \\fI{roff(option.value)}\\fR" if option.value else ""
    return f".TP\n{names}{value}\n{roff(option.help)}\n"


def man_commands(program):
    text = ""
    for name, (_, call) in program.commands.items():
        words = call.usage.split(" ", 2)[2] if call.usage.count(" ") > 1 else ""
        text += f".SS \\fB{roff(name)}\\fR {roff(words)}\n{roff(call.about)}\n"
        for left, right in call.arguments:
            text += f".TP\n\\fI{roff(left)}\\fR\n{roff(right)}\n"
        text += "".join(man_option(option) for option in call.options)
    return text


def man_page(program, version, date):
    with open(os.path.join(HERE, "man", program.name + ".1.in"), encoding="utf-8") as file:
        frame = file.read()
    return (frame.replace("@VERSION@", version).replace("@DATE@", date)
            .replace("@OPTIONS@\n", "".join(man_option(option) for option in program.call.options))
            .replace("@COMMANDS@\n", man_commands(program)))


# --- completions

def choices(value):
    """The words a value may be, where its name lists them."""
    return value.split("|") if value and re.fullmatch(r"[a-z0-9|]+", value) and "|" in value else []


def kind(value):
    if value in ("FILE", "FILE|-"):
        return "file"
    return "folder" if value == "DIR" else "words"


def positions(call):
    """For each positional word of a call its choices."""
    words = call.usage.split("[options]")[-1].split()
    return [[c for c in word.strip("[]").split("|") if re.fullmatch(r"[a-z]+", c)] if "|" in word else []
            for word in words]


def takes_file(call):
    return any("FILE" in word for word in call.usage.split("[options]")[-1].split())


def bash_values(options, indent):
    text, free = "", []
    for option in (o for o in options if o.value):
        names, words = "|".join(option.names), choices(option.value)
        if kind(option.value) == "file":
            text += f"{indent}{names}) compopt -o default; return ;;\n"
        elif kind(option.value) == "folder":
            text += f'{indent}{names}) COMPREPLY=($(compgen -d -- "$cur")); return ;;\n'
        elif words:
            text += f"{indent}{names}) COMPREPLY=($(compgen -W '{' '.join(words)}' -- \"$cur\")); return ;;\n"
        else:
            free += option.names
    return text + (f"{indent}{'|'.join(free)}) return ;;\n" if free else "")


def bash(program):
    function = "_" + program.name.replace("-", "_")
    lines = ["# Completion of " + program.name + " for bash, written from its --help.", function + "()", "{",
             '    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}', "    COMPREPLY=()"]
    if not program.commands:
        names = " ".join(n for o in program.call.options for n in o.names)
        lines += ['    case "$prev" in', bash_values(program.call.options, "        ") + "    esac",
                  f"    COMPREPLY=($(compgen -W '{names}' -- \"$cur\"))"]
    else:
        lines += ['    if [ "$COMP_CWORD" = 1 ]; then',
                  f"        COMPREPLY=($(compgen -W '{' '.join(program.commands)} --help --version' -- \"$cur\"))",
                  "        return", "    fi", '    case "${COMP_WORDS[1]}" in']
        for name, (_, call) in program.commands.items():
            names = [n for o in call.options for n in o.names]
            names += [word for group in positions(call) for word in group]
            lines += [f"        {name})"]
            if any(option.value for option in call.options):
                lines += ['            case "$prev" in', bash_values(call.options, " " * 16) + "            esac"]
            if takes_file(call):
                lines += ["            compopt -o default"]
            lines += [f"            COMPREPLY=($(compgen -W '{' '.join(names)}' -- \"$cur\")) ;;"]
        lines += ["    esac"]
    return "\n".join(lines + ["}", f"complete -F {function} {program.name}", ""])


def zsh_quote(text):
    return text.replace("'", "'\\''").replace("[", "(").replace("]", ")").replace(":", "\\:")


def zsh_specs(options):
    for option in options:
        for name in option.names:
            value = ""
            if option.value:
                act = {"file": "_files", "folder": "_files -/", "words": f"({' '.join(choices(option.value))})"}
                value = f":{zsh_quote(option.value)}:{act[kind(option.value)]}"
            yield f"'*{name}[{zsh_quote(option.help)}]{value}'"


def zsh(program):
    lines = [f"#compdef {program.name}", "# Written from its --help."]
    if not program.commands:
        return "\n".join(lines + ["_arguments \\", *(f"  {s} \\" for s in zsh_specs(program.call.options)), "  && return 0", ""])
    lines += ["if (( CURRENT == 2 )); then", "  local -a commands=("]
    lines += [f"    '{name}:{zsh_quote(summary)}'" for name, (summary, _) in program.commands.items()]
    lines += ["  )", "  _describe command commands", "  return", "fi", 'case "$words[2]" in']
    for name, (_, call) in program.commands.items():
        words = [f"'{i}:word:({' '.join(group)})'" for i, group in enumerate(positions(call), 2) if group]
        if takes_file(call):
            words.append("'2:file:_files'")
        lines += [f"  {name})", "    _arguments \\", *(f"      {s} \\" for s in [*zsh_specs(call.options), *words]), "      && return 0 ;;"]
    return "\n".join(lines + ["esac", ""])


def fish_quote(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_options(program, options, condition):
    for option in options:
        words = " ".join("-l " + n[2:] if n.startswith("--") else "-s " + n[1:] for n in option.names)
        value = ""
        if option.value:
            act = {"file": "-r -F", "folder": "-x -a '(__fish_complete_directories)'",
                   "words": f"-x -a '{' '.join(choices(option.value))}'" if choices(option.value) else "-x"}
            value = " " + act[kind(option.value)]
        yield f"complete -c {program.name}{condition} {words}{value} -d {fish_quote(option.help)}"


def fish(program):
    lines = [f"# Completion of {program.name} for fish, written from its --help.", f"complete -c {program.name} -f"]
    if not program.commands:
        lines += fish_options(program, program.call.options, "")
    for name, (summary, call) in program.commands.items():
        lines.append(f"complete -c {program.name} -n __fish_use_subcommand -a {name} -d {fish_quote(summary)}")
        condition = f" -n '__fish_seen_subcommand_from {name}'"
        lines += fish_options(program, call.options, condition)
        words = [word for group in positions(call) for word in group]
        if words:
            lines.append(f"complete -c {program.name}{condition} -a '{' '.join(words)}'")
        if takes_file(call):
            lines.append(f"complete -c {program.name}{condition} -F")
    return "\n".join(lines + [""])


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="folder of the built programs")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    release = xml.etree.ElementTree.parse(METAINFO).find("releases/release")
    for name in PROGRAMS:
        program = read_program(options.bin, name)
        page = man_page(program, release.get("version"), release.get("date")).encode()
        write(f"{options.out}/man/{name}.1.gz", gzip.compress(page, 9, mtime=0))
        write(f"{options.out}/bash/{name}", bash(program).encode())
        write(f"{options.out}/zsh/_{name}", zsh(program).encode())
        write(f"{options.out}/fish/{name}.fish", fish(program).encode())
    for name in ("changelog", "NEWS"):
        path = os.path.join(HERE, "linux", name)
        if os.path.exists(path):
            with open(path, "rb") as file:
                write(f"{options.out}/doc/{name}.gz", gzip.compress(file.read(), 9, mtime=0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
