"""Opens each page of a DocC archive in headless Chromium: `pages.py ARCHIVE`. Each must show its title, and no error."""

import functools
import http.server
import json
import pathlib
import subprocess
import sys
import threading

archive = pathlib.Path(sys.argv[1])


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the archive: a path of a page is the app of DocC, which loads the page's data."""

    def translate_path(self, path):
        if path.startswith(("/documentation", "/tutorials")):
            path = "/index.html"
        return super().translate_path(path)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=archive))
threading.Thread(target=server.serve_forever, daemon=True).start()

documentation = archive / "data/documentation"
articles = [page for page in documentation.glob("*/*.json")]
articles = [page for page in articles if json.loads(page.read_text())["metadata"].get("role") == "article"]
tutorials = sorted((archive / "data/tutorials").rglob("*.json"))
pages = sorted(documentation.glob("*.json")) + sorted(articles) + tutorials
failed = []
for page in pages:
    title = json.loads(page.read_text())["metadata"]["title"]
    path = page.relative_to(archive / "data").with_suffix("")
    shown = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom",
         f"http://127.0.0.1:{server.server_port}/{path}"],
        capture_output=True, text=True, timeout=120).stdout
    if f">{title}" not in shown.replace("<wbr>", "") or "An unknown error occurred" in shown:
        failed.append(str(path))
print(f"{len(pages)} pages, {len(failed)} failed")
for path in failed:
    print(f"error: {path} does not show its title")
sys.exit(1 if failed or len(articles) < 20 or len(tutorials) < 5 else 0)
