"""Tests the tests: changes the sources in many places, one at a time, and checks that a test fails.

mutants.py [--sample N] [--seed S] [--survivors] [FOLDER…]

FOLDER is a folder of Sources/RequestsCore; without it, the folders are those of FOLDERS. `--sample 1000` tests 1,000 mutants
at random; another seed than 1 chooses others. The results of lines that haven't changed are kept: remove
.build/mutants/results.json to test all mutants again. `--survivors` tests again what survived before, with all suites
that reach it: do that once after a run, and whenever you have written tests.

All mutants are in one build, in a copy of the package: `Tests/Mutants` writes them, and the environment variable
REQUESTS_MUTANT selects one. Each suite runs once to record which mutants it reaches; a mutant then only runs the
suites that reach it, at most 24 of them, until the first failure. A crash and a run without an end are failures, too. The results are
printed; a survivor is a missing test, or a change without an effect. Everything is in .build/mutants.
"""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

FOLDERS = ["Coding", "URLs", "HTTP", "Redaction", "Bodies/Multipart"]
# The tests, and the modules that they import.
TARGETS = ["RequestsCoreTests", "RequestsEndpointsTests", "Requests", "RequestsConformance", "RequestsCore",
           "RequestsEndpoints", "RequestsInspection", "RequestsTesting", "TestSupport", "TransportSoak", "ValueSupport"]

root = pathlib.Path(__file__).resolve().parent.parent
place = root / ".build/mutants"
copy = place / "package"
tests = copy / ".build/debug/RequestsPackageTests.xctest"
core = "Sources/RequestsCore"
features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]

Mutant = collections.namedtuple("Mutant", "number file line start end name")


# MARK: The build

def build_writer():
    """Compiles the program that writes mutants. Its parser comes with the toolchain."""
    host = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent / "lib/swift/host"
    libraries = ["-lSwiftSyntax", "-lSwiftParser", "-lSwiftOperators", "-Xlinker", "-rpath", "-Xlinker", host]
    subprocess.run(
        ["swiftc", "-swift-version", "6", "-parse-as-library", "-O", "-I", host, "-L", host, *libraries,
         "-o", place / "writer", *(root / "Tests/Mutants").glob("*.swift")], check=True)


def copy_package():
    """Copies what the tests need; files that haven't changed keep their dates, so that SwiftPM doesn't compile them."""
    tracked = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "Package.swift", "CHANGELOG.md", "Sources", "Tests"], cwd=root, check=True,
        capture_output=True, text=True).stdout.split("\n")
    kept = set()
    for name in filter(None, tracked):
        if (root / name).is_file() and not name.startswith(core + "/") and not name.startswith("Tests/Mutants"):
            update(copy / name, (root / name).read_bytes())
            kept.add(copy / name)
    for path in list(copy.glob("Sources/**/*.*")) + list(copy.glob("Tests/**/*.*")):
        if path.is_file() and path not in kept and core not in str(path):
            path.unlink()
    manifest = (copy / "Package.swift").read_text()
    update(copy / "Package.swift", f"""{manifest}
package.products = []
package.dependencies = []
package.targets.removeAll {{ !{json.dumps(TARGETS)}.contains($0.name) }}
""".encode())


def update(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def write_mutants():
    """Writes the mutants that aren't known not to compile into the copy of the core, and returns them."""
    scratch = pathlib.Path(tempfile.mkdtemp(dir=place))
    shutil.copytree(root / core, scratch / core, ignore=shutil.ignore_patterns("*.docc"))
    files = sorted(str(path.relative_to(scratch)) for folder in FOLDERS
                   for path in (scratch / core / folder).rglob("*.swift"))
    output = subprocess.run([place / "writer", place / "dropped", *files], cwd=scratch, check=True,
                            capture_output=True, text=True).stdout
    shutil.copy(root / "Tests/Mutants/Copied/Selection.swift", scratch / core)
    new = {path.relative_to(scratch): path.read_bytes() for path in (scratch / core).rglob("*.swift")}
    for path in (copy / core).rglob("*.swift"):
        if path.relative_to(copy) not in new:
            path.unlink()
    for name, content in new.items():
        update(copy / name, content)
    shutil.rmtree(scratch)
    rows = (line.split("\t") for line in output.splitlines())
    return [Mutant(int(row[0]), row[1], int(row[2]), int(row[3]), int(row[4]), row[5]) for row in rows]


def compile_core():
    """Returns the mutants of the core that compile."""
    flags = ["-swift-version", "6", "-package-name", "requests", "-module-name", "RequestsCore", "-wmo", "-suppress-warnings"]
    for feature in features:
        flags += ["-enable-upcoming-feature", feature]
    files = sorted((root / core).rglob("*.swift")) + sorted((root / "Tests/Mutants").rglob("*.swift"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
    dropped, compiled = place / "dropped", place / "compiled"
    dropped.touch()
    mutants = write_mutants()
    if compiled.exists() and compiled.read_text() == digest:
        return mutants
    # The first pass reports what the type checker finds, the last ones what is found later.
    for mode in [["-typecheck", "-Xfrontend", "-solver-expression-time-threshold=3"], ["-emit-sil", "-o", "/dev/null"]]:
        while True:
            output = subprocess.run(
                ["swiftc", *mode, *flags, "-diagnostic-style=llvm", *(copy / core).rglob("*.swift")],
                capture_output=True, text=True).stderr
            errors = re.findall(r"^(/.*?):(\d+):(\d+): error: (.*)$", output, re.MULTILINE)
            if not errors:
                break
            culprits = set.union(*(culprits_of(error, mutants) for error in errors))
            print(f"{len(errors)} errors, {len(culprits)} mutants don't compile", flush=True)
            if not culprits:
                sys.exit(output)
            with dropped.open("a") as file:
                file.writelines(f"{name}\n" for name in sorted(culprits))
            mutants = write_mutants()
    compiled.write_text(digest)
    return mutants


def culprits_of(error, mutants):
    """Returns the names of the mutants that an error of the compiler is about: the innermost one, all in its line, or the nearest."""
    path, line, column, _ = error
    file = str(pathlib.Path(path).relative_to(copy))
    lines = pathlib.Path(path).read_bytes().split(b"\n")
    start = sum(len(text) + 1 for text in lines[:int(line) - 1])
    offset = start + int(column) - 1
    here = [mutant for mutant in mutants if mutant.file == file]
    around = [mutant for mutant in here if mutant.start <= offset < mutant.end]
    if around:
        return {min(around, key=lambda mutant: mutant.end - mutant.start).name}
    in_line = {mutant.name for mutant in here
               if mutant.start < start + len(lines[int(line) - 1]) and mutant.end > start}
    return in_line or {min(here, key=lambda mutant: abs(mutant.start - offset)).name}


# MARK: The tests

def run(suites, seconds, environment):
    """Runs suites until the first failure, and returns the failure: a line, `time`, `crash` or `None`."""
    temporary = place / "temporary"
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir()
    command = [tests, "--testing-library", "swift-testing",
               "--experimental-maximum-parallelization-width", "4"]
    for suite in suites:
        command += ["--filter", f"^{re.escape(suite)}/"]
    limit = 8 << 30
    process = subprocess.Popen(
        command, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        start_new_session=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
        env={**os.environ, "TMPDIR": str(temporary), "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1", **environment})
    late = threading.Event()

    def stop():
        late.set()
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(seconds, stop)
    timer.start()
    failure = next((line.strip() for line in process.stdout if re.search("✘ .*(recorded an issue|failed after)", line)), None)
    timer.cancel()
    if failure and process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    code = process.wait()
    process.stdout.close()
    return "time" if late.is_set() else failure or (f"crash {code}" if code != 0 else None)


def list_suites():
    command = [tests, "--testing-library", "swift-testing", "--list-tests"]
    output = subprocess.run(command, cwd=copy, check=True, capture_output=True, text=True).stdout
    # The name of a test can be a sentence in backticks.
    return sorted(set(re.findall(r"^(\S+?)/(?:`.*`|[^`/]+)\(.*\)$", output, re.MULTILINE)))


def known_suites(count):
    """Returns the duration of each suite, and the mutants that it reaches, and records them if the build is new."""
    file = place / "suites.json"
    if not file.exists() or file.stat().st_mtime < tests.stat().st_mtime:
        file.write_text(json.dumps({suite: record(suite, count) for suite in list_suites()}))
    suites = {name: suite for name, suite in json.loads(file.read_text()).items() if suite}
    for suite in suites.values():
        suite["reached"] = set(suite["reached"])
    return suites


def record(suite, count):
    file = place / "reached"
    file.write_bytes(bytes(count + 1))
    began = time.monotonic()
    if failure := run([suite], 120, {"REQUESTS_REACHED": str(file)}):
        print(f"{suite} fails without a mutant, so it isn't used: {failure}", flush=True)
        return None
    numbers = [number for number, byte in enumerate(file.read_bytes()) if byte]
    return {"seconds": time.monotonic() - began, "reached": numbers}


def rounds(mutant, suites, files, takes_all):
    """Returns the suites that reach a mutant in rounds: first those that are mostly about its file, the slow ones last."""
    reaching = [name for name, suite in suites.items() if mutant.number in suite["reached"]]
    reaching.sort(key=lambda name: -files[name][mutant.file] / len(suites[name]["reached"]))
    slow = [name for name in reaching if suites[name]["seconds"] > 5]
    fast = [name for name in reaching if name not in slow]
    parts = [fast[:6], fast[6:], slow] if takes_all else [fast[:6], fast[6:24] or slow[:1]]
    return [part for part in parts if part]


def outcome(mutant, suites, files, takes_all):
    """Returns how a mutant was killed; `None` if it survived."""
    environment = {"REQUESTS_MUTANT": str(mutant.number)}
    for part in rounds(mutant, suites, files, takes_all):
        seconds = 10 + 2 * sum(suites[name]["seconds"] for name in part)
        failure = run(part, min(seconds, 150), environment)
        # The machine may have been busy.
        if failure == "time":
            failure = run(part, min(4 * seconds, 300), environment)
        if failure:
            return failure
    return None


# MARK: The report

def report(mutants, results):
    """Prints what is known about mutants."""
    survivors = [mutant for mutant in mutants if results[mutant.name] is None]
    for folder in FOLDERS:
        here = [mutant for mutant in mutants if mutant.file.startswith(f"{core}/{folder}/")]
        killed = sum(results[mutant.name] is not None for mutant in here)
        print(f"{folder}: {len(here)} mutants, {killed} killed, {len(here) - killed} survived")
    for mutant in survivors:
        print(f"{mutant.line}: {mutant.name}")
    killed = len(mutants) - len(survivors)
    print(f"{killed} of {len(mutants)} mutants were killed: {100 * killed / max(len(mutants), 1):.1f} %")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--survivors", action="store_true")
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    place.mkdir(parents=True, exist_ok=True)
    build_writer()
    copy_package()
    mutants = compile_core()
    print(f"{len(mutants)} mutants compile", flush=True)
    subprocess.run(["swift", "build", "--build-tests", "-Xswiftc", "-suppress-warnings"], cwd=copy, check=True)

    state = place / "results.json"
    results = json.loads(state.read_text()) if state.exists() else {}
    folders = options.folders or FOLDERS
    wanted = [mutant for mutant in mutants if mutant.file.startswith(tuple(f"{core}/{f}/" for f in folders))]
    if options.sample:
        wanted = sorted(wanted, key=lambda mutant: hashlib.sha256(f"{options.seed} {mutant.name}".encode()).digest())
        wanted = wanted[:options.sample]
    chosen = wanted
    if options.survivors:
        chosen = [mutant for mutant in wanted if results.get(mutant.name, "") is None]
    suites = known_suites(max(mutant.number for mutant in mutants))
    by_number = {mutant.number: mutant.file for mutant in mutants}
    files = {name: collections.Counter(map(by_number.get, suite["reached"])) for name, suite in suites.items()}
    for index, mutant in enumerate(chosen):
        if options.survivors or mutant.name not in results:
            results[mutant.name] = outcome(mutant, suites, files, options.survivors)
            (place / "new").write_text(json.dumps(results))
            (place / "new").replace(state)
            print(f"{index + 1}/{len(chosen)} {results[mutant.name] or 'survived: ' + mutant.name}"[:200], flush=True)
    report([mutant for mutant in wanted if mutant.name in results], results)


main()
