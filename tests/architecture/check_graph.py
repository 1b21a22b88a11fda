#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The architecture rules of docs/architecture.md, checked over the sources.

check_graph.py [--root DIR] [--rule NAME]…    names: graph cycles links headers qtfree words files
Prints each breach as FILE:LINE: what, and why the rule exists. Status 1 where there is one.
"""
import argparse
import json
import os
import re
import sys

import sources

HERE = os.path.dirname(os.path.abspath(__file__))
TOPS = ("app", "core", "ui")
LONGEST = 600

FORBIDDEN = [
    (r"\b(?:QMutex|QMutexLocker|QReadWriteLock|QSemaphore|QWaitCondition)\b"
     r"|\bstd::(?:recursive_|timed_|shared_)?mutex\b|\bstd::(?:lock_guard|unique_lock|scoped_lock|condition_variable)\b",
     "a lock", "threads share nothing but values, so there is nothing to lock"),
    (r"\bprocessEvents\b|\bQEventLoop\b",
     "a nested event loop", "it re-enters the caller with the state half changed"),
    (r"(?:\.|->|\bQDialog::|\bQMenu::|\bQMessageBox::\w*)exec\s*\(",
     "a modal loop", "open() and a signal do the same without re-entering the caller"),
    (r"\bBlockingQueuedConnection\b", "a blocking connection", "no thread waits for another"),
    (r"\bsleep_(?:for|until)\b|\b[mu]sleep\b|\bnanosleep\b|\bQThread::sleep\b|(?<![\w.>])sleep\s*\(",
     "a sleep", "time passes through Clock and TimerService only, so that tests can set it"),
    (r"\bstatic\s+\w[\w:]*\s*[&*]\s*(?:instance|self)\s*\(", "a singleton",
     "everything is passed by constructor from app/composition_root"),
    (r"\bdelete\s+(?!\s*[;,)])[\w(]", "a delete", "ownership is unique_ptr or a Qt parent"),
    (r"\bsetEchoMode\b", "a text for a secret",
     "a QString is copied and never wiped; ui/lock/secret_field keeps bytes"),
    (r"\b(?:Q_FOREACH|foreach)\s*\(", "foreach", "it copies; range for does not"),
]
# Where a program's own loop is run; core may say exec() of a database query.
LOOP_ALLOWED = ("app/main.cpp", "app/cli/main.cpp", "core/")
ALLOWED_BY = {"a singleton": "singletonAllowed", "a delete": "deleteAllowed"}
WIRE_LOOKUP = re.compile(r'(?:\.|->)(?:find|string|uint|boolean)\(\s*"')
SPDX = ("SPDX-FileCopyrightText: The Touchline authors", "SPDX-License-Identifier: GPL-3.0-or-later")


class Checker:
    def __init__(self, root, graph):
        self.root = root
        self.graph = graph
        self.layers = graph["layers"]
        self.breaches = []
        self.paths = sources.files(root, TOPS)
        self.texts = {path: sources.read(root, path) for path in self.paths}

    def breach(self, path, line, what, why):
        self.breaches.append(f"{path}:{line}: {what} ({why})")

    def layer_of(self, path):
        best = None
        for name, layer in self.layers.items():
            prefix = layer["path"] + "/"
            if path.startswith(prefix) and (best is None or len(prefix) > len(self.layers[best]["path"]) + 1):
                best = name
        return best

    def edges(self):
        """(path, line, from layer, to layer, included file) of every include of the project's own."""
        for path in self.paths:
            for line, quoted, name in sources.includes(self.texts[path]):
                target = sources.resolve(self.root, path, name) if quoted else None
                if target:
                    yield path, line, self.layer_of(path), self.layer_of(target), target

    def allows(self, layer, target):
        may = self.layers[layer]["may"]
        return layer == target or "*" in may or target in may

    # --- rules

    def graph_rule(self):
        for path in self.paths:
            if self.layer_of(path) is None:
                self.breach(path, 1, "belongs to no layer of graph.json", "every file has a place in the graph")
        for path, line, layer, target, included in self.edges():
            if layer is None:
                continue
            if target is None:
                self.breach(path, line, f"includes {included}, which is in no layer", "product code stands on product code")
            elif not self.allows(layer, target):
                self.breach(path, line, f"{layer} must not include {target} ({included})", self.layers[layer]["why"])

    def cycles_rule(self):
        nodes = {name: [m for m in layer["may"] if m != "*"] for name, layer in self.layers.items()}
        self._cycles(nodes, lambda loop: self.breach(
            "tests/architecture/graph.json", 1, "layers in a circle: " + " -> ".join(loop),
            "a circle is one layer in disguise"))
        near = {path: [] for path in self.paths}
        for path, _, _, _, included in self.edges():
            if included in near:
                near[path].append(included)
        self._cycles(near, lambda loop: self.breach(
            loop[0], 1, "headers in a circle: " + " -> ".join(loop), "neither can be read or tested alone"))

    @staticmethod
    def _cycles(near, report):
        state = {}
        for start in near:
            if start in state:
                continue
            trail, stack = [], [(start, iter(near[start]))]
            state[start] = "open"
            trail.append(start)
            while stack:
                node, rest = stack[-1]
                following = next(rest, None)
                if following is None:
                    state[node] = "done"
                    stack.pop()
                    trail.pop()
                elif state.get(following) == "open":
                    report(trail[trail.index(following):] + [following])
                elif following not in state and following in near:
                    state[following] = "open"
                    trail.append(following)
                    stack.append((following, iter(near[following])))

    def links_rule(self):
        libraries = sources.libraries(self.root, TOPS)
        reach = {}

        def reachable(name):
            if name not in reach:
                reach[name] = set()
                for dep in libraries.get(name, {}).get("DEPS", []):
                    reach[name] |= {dep} | reachable(dep)
            return reach[name]

        owner = {}
        for name, library in libraries.items():
            for source in library.get("SOURCES", []):
                owner[os.path.normpath(os.path.join(library["folder"], source))] = name
        layer_of_library = {name: self.layer_of(library["folder"] + "/x") for name, library in libraries.items()}
        for name, library in libraries.items():
            layer = layer_of_library[name]
            if layer in (None, "app"):
                continue
            for dep in library.get("DEPS", []):
                target = layer_of_library.get(dep)
                if target is None:
                    self.breach(library["file"], 1, f"{name} links {dep}, which no CMakeLists.txt declares",
                                "the link graph is the include graph")
                elif not self.allows(layer, target):
                    self.breach(library["file"], 1, f"{name} ({layer}) must not link {dep} ({target})",
                                self.layers[layer]["why"])
            for module in library.get("QT", []):
                if module not in self.layers[layer]["qt"]:
                    self.breach(library["file"], 1, f"{name} must not link Qt6::{module}", self.layers[layer]["why"])
        # What a library's sources include has to be linked, or the next user of the header finds out.
        for path, line, layer, target, included in self.edges():
            name = owner.get(path) or self._library_of_header(path, libraries)
            if name is None or target in (layer, None) or layer == "app":
                continue
            linked = {layer_of_library.get(dep) for dep in reachable(name)}
            if target not in linked:
                self.breach(path, line, f"{name} includes {included} but does not link {target}",
                            "the link graph is the include graph")
        for path in self.paths:
            if path.endswith(".cpp") and path.startswith(("core/", "ui/")) and path not in owner:
                self.breach(path, 1, "is compiled by no library", "what is not built is not tested")

    @staticmethod
    def _library_of_header(path, libraries):
        best = None
        for name, library in libraries.items():
            folder = library["folder"] + "/"
            if path.startswith(folder) and (best is None or len(folder) > len(libraries[best]["folder"]) + 1):
                best = name
        return best

    def headers_rule(self):
        third = tuple(self.graph["thirdParty"])
        allowed = set(self.graph["headersMayInclude"])
        for path in self.paths:
            if not path.endswith(".h"):
                continue
            for line, _, name in sources.includes(self.texts[path]):
                if name not in allowed and re.split(r"[/.]", name)[0].startswith(third):
                    self.breach(path, line, f"a header includes <{name}>",
                                "third-party headers stay in .cpp files: they are slow and they leak")
            guarded = re.search(r"^#pragma once$", self.texts[path], re.M)
            if not guarded and "no include" not in self.texts[path][:600]:
                self.breach(path, 1, "has no #pragma once", "a header may be included twice")

    def qtfree_rule(self):
        for path in self.paths:
            layer = self.layers.get(self.layer_of(path))
            if layer is None:
                continue
            free, why = not layer["qt"], layer["why"]
            for part in self.graph["qtFree"]:
                name = os.path.relpath(path, part["path"])
                if not name.startswith("..") and not name.startswith(tuple(part["except"])):
                    free, why = True, part["why"]
            for line, quoted, name in sources.includes(self.texts[path]):
                if quoted:
                    continue
                module = re.match(r"Qt(\w+)/", name)
                if free and re.match(r"Q[A-Z]|Qt\w+/", name):
                    self.breach(path, line, f"Qt-free code includes <{name}>", why)
                elif module and module.group(1) not in layer["qt"]:
                    self.breach(path, line, f"<{name}> is of a Qt module this layer does not use", layer["why"])
        for name, library in sources.libraries(self.root, ("core",)).items():
            layer = self.layers.get(self.layer_of(library["folder"] + "/x"))
            if layer and not layer["qt"] and library.get("QT"):
                self.breach(library["file"], 1, f"{name} is Qt-free and declares QT", layer["why"])

    def words_rule(self):
        patterns = [(re.compile(p), what, why) for p, what, why in FORBIDDEN]
        for path in self.paths:
            code = sources.code_only(self.texts[path])
            for pattern, what, why in patterns:
                if what == "a modal loop" and path.startswith(LOOP_ALLOWED):
                    continue
                if path in self.graph.get(ALLOWED_BY.get(what, ""), {}):
                    continue
                for match in pattern.finditer(code):
                    self.breach(path, sources.line_of(code, match.start()), f"{what}: {match.group(0).strip()}", why)
            if path.startswith(("core/trading/", "core/codec/", "core/venue/")) \
                    and path not in self.graph["doubleAllowed"]:
                for match in re.finditer(r"\b(?:double|float)\b", code):
                    self.breach(path, sources.line_of(code, match.start()), f"the word {match.group(0)}",
                                "money is exact; the exceptions are listed in graph.json")
            if not path.startswith(tuple(self.graph["wireAllowed"])) and '"codec/value.h"' in self.texts[path]:
                text = sources.without_comments(self.texts[path])
                for match in WIRE_LOOKUP.finditer(text):
                    self.breach(path, sources.line_of(text, match.start()), f"reads a wire name: {match.group(0)}",
                                "wire names live in core/venue and in what speaks the wire too")

    def files_rule(self):
        tops = TOPS + ("tests", "bench")
        for path in sources.files(self.root, tops, (".h", ".cpp", ".py", ".mjs", ".js")):
            text = sources.read(self.root, path)
            head = text.split("\n", 4)[:4]
            for wanted in SPDX:
                if not any(wanted in line for line in head):
                    self.breach(path, 1, f"does not begin with {wanted.split(':')[0]}", "every file says its licence")
            length = text.count("\n")
            if length > LONGEST:
                self.breach(path, length, f"{length} lines", f"over {LONGEST} lines a file hides more than one thing")

    RULES = {"graph": graph_rule, "cycles": cycles_rule, "links": links_rule, "headers": headers_rule,
             "qtfree": qtfree_rule, "words": words_rule, "files": files_rule}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(HERE)))
    parser.add_argument("--rule", action="append", choices=sorted(Checker.RULES))
    parser.add_argument("--graph", default=os.path.join(HERE, "graph.json"))
    options = parser.parse_args()
    with open(options.graph, encoding="utf-8") as file:
        checker = Checker(os.path.abspath(options.root), json.load(file))
    for name in options.rule or Checker.RULES:
        Checker.RULES[name](checker)
    for text in checker.breaches:
        print(text)
    print(f"architecture: {len(checker.paths)} files, {len(checker.breaches)} breaches")
    return 1 if checker.breaches else 0


if __name__ == "__main__":
    sys.exit(main())
