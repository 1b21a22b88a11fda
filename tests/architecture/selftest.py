#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants one breach at a time in a small tree and sees that check_graph.py reports it."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SPDX = "// SPDX-FileCopyrightText: The Touchline authors\n// SPDX-License-Identifier: GPL-3.0-or-later\n"
HEADER = SPDX + "\n#pragma once\n"

# What a healthy tree holds: one library over another, one with Qt, a window and a program.
TREE = {
    "core/base/CMakeLists.txt": "hl_add_library(base SOURCES error.cpp)\n",
    "core/base/error.h": HEADER,
    "core/base/error.cpp": SPDX + '#include "base/error.h"\n',
    "core/num/CMakeLists.txt": "hl_add_library(num SOURCES grid.cpp DEPS base)\n",
    "core/num/grid.h": HEADER + '#include "base/error.h"\n',
    "core/num/grid.cpp": SPDX + '#include "num/grid.h"\n',
    "core/market/CMakeLists.txt": "hl_add_library(market SOURCES book.cpp DEPS num)\n",
    "core/market/book.cpp": SPDX + '#include "num/grid.h"\n',
    "core/net/CMakeLists.txt": "hl_add_library(net SOURCES qt_ws.cpp DEPS base QT Core WebSockets)\n",
    "core/net/qt_ws.cpp": SPDX + '#include "base/error.h"\n#include <QWebSocket>\n',
    "core/net/ws.h": HEADER,
    "core/trading/CMakeLists.txt": "hl_add_library(trading SOURCES store.cpp DEPS num)\n",
    "core/trading/store.cpp": SPDX + '#include "codec/value.h"\n' "int perRow = 1; // never a double; \"std::mutex\" is only a word here\n",
    "ui/CMakeLists.txt": "hl_add_library(ui SOURCES window.cpp DEPS num QT Core Widgets)\n",
    "ui/window.cpp": SPDX + '#include "num/grid.h"\n#include <QWidget>\n',
    "app/main.cpp": SPDX + '#include "net/ws.h"\n#include "ui/window.h"\n',
    "ui/window.h": HEADER,
}

# name, file, its content (None: TREE's with `more` behind), more, what the report must say
BREACHES = [
    ("upward include", "core/base/error.cpp", '#include "num/grid.h"\n', "base must not include num (core/num/grid.h)"),
    ("window reaches a socket", "ui/window.cpp", '#include "net/ws.h"\n', "ui must not include net (core/net/ws.h)"),
    ("core includes the window", "core/net/qt_ws.cpp", '#include "ui/window.h"\n', "net must not include ui"),
    ("core includes a program", "core/net/qt_ws.cpp", '#include "app/root.h"\n', "net must not include app"),
    ("product includes a test", "core/net/qt_ws.cpp", '#include "tests/fake.h"\n', "which is in no layer"),
    ("the reason is printed", "ui/window.cpp", '#include "net/ws.h"\n', "it never sees sockets, keys, devices or wire formats"),
    ("circle of headers", "core/base/error.h", '#include "base/loop.h"\n', "headers in a circle: "),
    ("include without link", "core/market/book.cpp", '#include "model/order.h"\n', "market must not include model"),
    ("include not linked", "core/trading/store.cpp", '#include "market/depth.h"\n',
     "trading includes core/market/depth.h but does not link market"),
    ("link upward", "core/base/CMakeLists.txt", "hl_add_library(hex SOURCES hex.cpp DEPS net)\n", "hex (base) must not link net (net)"),
    ("link of a library that is not", "core/net/CMakeLists.txt", "hl_add_library(net2 SOURCES x.cpp DEPS nothing)\n",
     "net2 links nothing, which no CMakeLists.txt declares"),
    ("widgets in core", "core/net/CMakeLists.txt", "hl_add_library(net2 SOURCES x.cpp QT Widgets)\n", "net2 must not link Qt6::Widgets"),
    ("Qt declared in a Qt-free library", "core/num/CMakeLists.txt", "hl_add_library(num2 SOURCES x.cpp QT Core)\n",
     "num2 is Qt-free and declares QT"),
    ("Qt in a Qt-free library", "core/num/grid.cpp", "#include <QString>\n", "Qt-free code includes <QString>"),
    ("Qt in the Qt-free part of a library", "core/trading/store.cpp", "#include <QObject>\n", "Qt-free code includes <QObject>"),
    ("foreign Qt module", "core/net/qt_ws.cpp", "#include <QtWidgets/QWidget>\n", "is of a Qt module this layer does not use"),
    ("third-party header", "core/num/grid.h", "#include <simdjson.h>\n", "a header includes <simdjson.h>"),
    ("third-party header in a folder", "core/net/ws.h", "#include <openssl/evp.h>\n", "a header includes <openssl/evp.h>"),
    ("not compiled", "core/num/lost.cpp", "", "core/num/lost.cpp:1: is compiled by no library"),
    ("no place in the graph", "core/misc/x.h", "", "belongs to no layer"),
    ("mutex", "core/net/qt_ws.cpp", "std::mutex m;\n", "a lock: std::mutex"),
    ("Qt's mutex", "ui/window.cpp", "QMutex m;\n", "a lock: QMutex"),
    ("nested loop", "ui/window.cpp", "void f() { QEventLoop loop; }\n", "a nested event loop: QEventLoop"),
    ("processEvents", "app/main.cpp", "void f() { QApplication::processEvents(); }\n", "a nested event loop: processEvents"),
    ("modal exec", "ui/window.cpp", "void f() { dialog.exec(); }\n", "a modal loop: .exec("),
    ("blocking connection", "core/net/qt_ws.cpp", "auto t = Qt::BlockingQueuedConnection;\n", "a blocking connection"),
    ("sleep", "core/net/qt_ws.cpp", "void f() { std::this_thread::sleep_for(1ms); }\n", "a sleep: sleep_for"),
    ("bare sleep", "core/net/qt_ws.cpp", "void f() { sleep(1); }\n", "a sleep: sleep("),
    ("singleton", "core/net/ws.h", "static Socket &instance();\n", "a singleton"),
    ("delete", "core/net/qt_ws.cpp", "void f(int *p) { delete p; }\n", "a delete: delete p"),
    ("secret as a text", "ui/window.cpp", "void f() { line.setEchoMode(QLineEdit::Password); }\n", "a text for a secret"),
    ("double in trading", "core/trading/store.cpp", "double px = 0;\n", "core/trading/store.cpp:5: the word double"),
    ("wire name", "core/trading/store.cpp", 'auto px = value.find("px");\n', "reads a wire name"),
    ("too long", "core/num/grid.cpp", "int x();\n" * 600, "over 600 lines"),
]


def plant(root, tree):
    for path, text in tree.items():
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        with open(os.path.join(root, path), "w", encoding="utf-8") as file:
            file.write(text)


def report(tree):
    with tempfile.TemporaryDirectory() as root:
        plant(root, tree)
        run = subprocess.run([sys.executable, os.path.join(HERE, "check_graph.py"), "--root", root],
                             capture_output=True, text=True, check=False)
        return run.returncode, run.stdout + run.stderr


class Selftest(unittest.TestCase):
    def test_healthy_tree_passes(self):
        status, text = report(TREE)
        self.assertEqual(status, 0, text)
        self.assertIn("0 breaches", text)

    def test_each_planted_breach_is_reported(self):
        targets = {"app/root.h": HEADER, "tests/fake.h": HEADER, "core/base/loop.h": HEADER + '#include "base/error.h"\n',
                   "core/model/order.h": HEADER, "core/market/depth.h": HEADER}
        for name, path, more, wanted in BREACHES:
            with self.subTest(name):
                tree = TREE | targets
                start = HEADER if path.endswith(".h") else SPDX if path.endswith(".cpp") else ""
                tree[path] = tree.get(path, start) + more
                status, text = report(tree)
                self.assertEqual(status, 1, text)
                self.assertIn(wanted, text)

    def test_missing_licence_and_guard(self):
        status, text = report(TREE | {"core/base/error.h": "#define X\n"})
        self.assertEqual(status, 1)
        self.assertIn("does not begin with SPDX-License-Identifier", text)
        self.assertIn("has no #pragma once", text)

    def test_layers_of_the_graph_form_no_circle(self):
        with open(os.path.join(HERE, "graph.json"), encoding="utf-8") as file:
            graph = json.load(file)
        graph["layers"]["base"]["may"] = ["num"]
        with tempfile.TemporaryDirectory() as root:
            plant(root, TREE)
            path = os.path.join(root, "graph.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(graph, file)
            run = subprocess.run([sys.executable, os.path.join(HERE, "check_graph.py"), "--root", root,
                                  "--graph", path, "--rule", "cycles"], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertIn("layers in a circle", run.stdout)

    def test_comments_and_strings_are_not_code(self):
        status, text = report(TREE | {"core/net/qt_ws.cpp": TREE["core/net/qt_ws.cpp"]
                                      + '/* std::mutex */ auto s = R"(QEventLoop)"; // processEvents\n'})
        self.assertEqual(status, 0, text)


if __name__ == "__main__":
    unittest.main()
