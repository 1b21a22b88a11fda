# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading the tree: files, code without comments and strings, includes, library declarations."""
import os
import re

SOURCE = (".h", ".cpp")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.M)
# One pass over the text, so that a quote in a comment or a comment in a string does not mislead.
TOKEN = re.compile(
    r'R"(?P<tag>[^()\\ ]{0,16})\(.*?\)(?P=tag)"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'", re.S)
LIBRARY = re.compile(r"\bhl_add_library\s*\(\s*(\w+)([^)]*)\)", re.S)


def files(root, tops, endings=SOURCE):
    """Paths relative to the root, in a fixed order."""
    found = []
    for top in tops:
        for folder, subfolders, names in os.walk(os.path.join(root, top)):
            subfolders[:] = [s for s in subfolders if s not in ("build", "node_modules", "__pycache__")]
            found += [os.path.relpath(os.path.join(folder, n), root) for n in names if n.endswith(endings)]
    return sorted(found)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def _blank(text):
    return re.sub(r"[^\n]", " ", text)


def code_only(text):
    """The text with comments, strings and characters blanked; lines stay where they are."""
    return TOKEN.sub(lambda m: _blank(m.group(0)), text)


def without_comments(text):
    return TOKEN.sub(lambda m: _blank(m.group(0)) if m.group(0).startswith("/") else m.group(0), text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def includes(text):
    """(line, is it quoted, name) of each include that is not commented out."""
    clean = without_comments(text)
    return [(line_of(clean, m.start(2)), m.group(1) == '"', m.group(2)) for m in INCLUDE.finditer(clean)]


def resolve(root, path, name):
    """The project file that `#include "name"` in `path` means, or None."""
    for base in (os.path.dirname(path), "", "core"):
        candidate = os.path.normpath(os.path.join(base, name))
        if os.path.isfile(os.path.join(root, candidate)):
            return candidate
    return None


def _variable(text, name):
    """What set() and list(APPEND) put into a variable of the same file."""
    words = []
    for match in re.finditer(r"\b(?:set|list)\s*\(\s*(?:APPEND\s+)?" + re.escape(name) + r"\s+([^)]*)\)", text):
        words += match.group(1).split()
    return words


def libraries(root, tops):
    """name -> {"file", "SOURCES", "DEPS", "QT", …} of every hl_add_library."""
    found = {}
    for path in files(root, tops, ("CMakeLists.txt",)):
        text = re.sub(r"#[^\n]*", "", read(root, path))
        for match in LIBRARY.finditer(text):
            parts = {"file": path, "folder": os.path.dirname(path)}
            keyword = None
            for word in match.group(2).split():
                if word in ("SOURCES", "DEPS", "PRIVATE", "QT"):
                    keyword = word
                    parts.setdefault(keyword, [])
                elif keyword and word.startswith("${"):
                    parts[keyword] += _variable(text, word[2:-1])
                elif keyword:
                    parts[keyword].append(word)
            found[match.group(1)] = parts
    return found
