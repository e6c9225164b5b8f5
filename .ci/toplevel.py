"""Compiles the functions of the samples as top-level code with optimization.

toplevel.py SAMPLES MODULES: the folder of the samples, and the folder with the modules of a release build. A function
becomes a program: its parameters and the stored properties of its type become global constants. Functions that use
`self`, or the module of a trait, can't be written this way. Their number is printed; only a crash of the compiler, or too
few programs, is an error.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

samples, modules = map(pathlib.Path, sys.argv[1:])
# The module FlyingFox needs a module of C, which only SwiftPM finds.
files = [path for path in sorted(samples.glob("*.swift")) if "import FlyingFox" not in path.read_text()]
scratch = tempfile.TemporaryDirectory()
folder = pathlib.Path(scratch.name)
base = ["swiftc", "-O", "-swift-version", "6", "-I", modules, "-I", folder]


def split(text):
    """Returns the pieces between the commas outside of brackets."""
    pieces, depth, piece = [], 0, ""
    for index, letter in enumerate(text):
        depth += letter in "([{<"
        depth -= letter in ")]}" or (letter == ">" and text[index - 1] != "-")
        if letter == "," and depth == 0:
            pieces.append(piece)
            piece = ""
        else:
            piece += letter
    return [piece.strip() for piece in pieces + [piece] if piece.strip()]


def parenthesized(text):
    """Returns the text in the first parentheses."""
    depth, start = 0, text.index("(")
    for index in range(start, len(text)):
        depth += (text[index] == "(") - (text[index] == ")")
        if depth == 0:
            return text[start + 1 : index]


def generics(clause):
    """Returns aliases for generic parameters: a transport is URLSession, which is a class."""
    aliases = []
    for parameter in split(clause or ""):
        name, _, constraint = map(str.strip, parameter.partition(":"))
        if constraint == "Transport":
            aliases.append(f"typealias {name} = URLSession")
    return aliases


def constant(name, kind):
    """Returns a global constant of a type."""
    kind = re.sub(r"@escaping |@autoclosure |inout |sending |consuming ", "", kind).partition(" = ")[0].strip()
    kind = re.sub(r"some Transport\b", "URLSession", kind)
    return f"let {name}: {kind} = made()"


def programs(path):
    """Returns the programs for the functions of a file."""
    lines = path.read_text().split("\n")
    imports = [line for line in lines if line.startswith("import ")]
    imports.append("@testable import Samples")
    header, owner = [], None
    for start, line in enumerate(lines):
        if match := re.match(r"(?:final )?(?:struct|class|enum|actor|extension) (\w+)(?:<(.*?)>)?.*\{$", line):
            owner = match[1]
            header = generics(match[2])
        elif line == "}":
            header, owner = [], None
        elif owner and (match := re.match(r"    (?:let|var) (\w+): ([^={]+)$", line)):
            header = header + [constant(match[1], match[2])]
        elif owner and re.match(r"    (?:let|var) \w+ = .*[^{([]$", line):
            header = header + [line]
        elif owner and (match := re.match(r"    static (?:let|var) (\w+)\b", line)):
            header = header + [f"let {match[1]} = {owner}.{match[1]}"]
        elif owner and (match := re.match(r"    (?:struct|enum|final class|class|actor) (\w+)\b", line)):
            header = header + [f"typealias {match[1]} = {owner}.{match[1]}"]
        elif match := re.match(r"( *)(?:@\w+ )*(?:static |private |mutating )*func (\w+)(?:<(.*?)>)?\((.*)", line):
            indent = match[1]
            try:
                end = lines.index(indent + "}", start)
            except ValueError:
                continue
            text = "\n".join(lines[start:end])
            opening = re.search(r"\{$", text, re.M)
            if not opening:  # a function on one line
                continue
            signature = text[: opening.start()]
            constants = []
            for parameter in split(parenthesized(signature)):
                names, _, kind = parameter.partition(":")
                constants.append(constant(names.split()[-1], kind))
            taken = {re.match(r"let (\w+)", line)[1] for line in constants}
            kept = [line for line in header if not ((m := re.match(r" *(?:let|var) (\w+)", line)) and m[1] in taken)]
            body = text[opening.end() :].split("\n")
            body = [re.sub(rf"^({indent}    )return\b", r"\1_ =", line) for line in body]
            body = [line for line in body if not re.match(r" *_ =$", line)]
            made = "func made<T>() -> T { fatalError() }"
            yield (
                f"{path.stem}.{match[2]}",
                "\n".join(imports + [made] + kept + generics(match[3]) + constants + body) + "\n",
            )


def compile_program(number, name, text):
    """Returns the name of a program, and the end of the compiler: compiled, rejected or crashed."""
    source = folder / str(number) / "main.swift"
    source.parent.mkdir()
    source.write_text(text)
    done = subprocess.run(
        base + ["-c", source, "-o", source.with_suffix(".o"), "-module-name", "Program"], capture_output=True, text=True)
    crashed = "While running pass" in done.stderr or done.returncode < 0
    return name, "crashed" if crashed else "rejected" if done.returncode else "compiled", done.stderr


library = ["-parse-as-library", "-enable-testing", "-emit-module", "-emit-module-path", folder / "Samples.swiftmodule"]
subprocess.run(
    base + library + ["-wmo", "-c", "-module-name", "Samples", "-o", folder / "Samples.o"] + files, check=True)
found = [program for path in files for program in programs(path)]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    results = list(pool.map(lambda item: compile_program(item[0], *item[1]), enumerate(found)))

count = {end: sum(result[1] == end for result in results) for end in ("compiled", "rejected", "crashed")}
for name, end, log in results:
    if end == "crashed":
        print(f"error: the compiler crashes for {name} as top-level code with -O")
print(f"{count['compiled']} samples compile as programs, {count['rejected']} can't be written as programs.")
if count["compiled"] < 130:
    print("error: too few samples compile as programs")
sys.exit(count["crashed"] > 0 or count["compiled"] < 130)
