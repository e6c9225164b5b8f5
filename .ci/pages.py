"""Checks a site of `.ci/site`: `pages.py SITE BASE`. BASE is the path of its URL, such as `/Requests`.

First, without a browser: each link leads to a page and to a heading, and each page has its file of HTML. Links to other
sites are not followed. Then headless Chromium opens the front page, all modules, articles and tutorials, and a
symbol of each module. Each page has to show its title, no error, and only links that work below BASE. At last the filter and the quick
navigation have to find a symbol. If the variable REQUESTS_SCREENSHOTS names a folder, pictures of some pages go there.
"""

import functools
import http.server
import json
import os
import pathlib
import sys
import threading
import urllib.parse

from chromium import Browser

site = pathlib.Path(sys.argv[1])
base = sys.argv[2].rstrip("/")
screenshots = os.environ.get("REQUESTS_SCREENSHOTS")
pages = {"/" + file.relative_to(site / "data").as_posix().removesuffix(".json"): json.loads(file.read_text())
         for file in sorted((site / "data").rglob("*.json"))}


def nodes(value):
    """Yields each object in a value of JSON."""
    if isinstance(value, dict):
        yield value
        value = value.values()
    elif not isinstance(value, list):
        return
    for one in value:
        yield from nodes(one)


def broken(url, anchors):
    """Returns what is wrong with a URL, or None."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme or parts.netloc:
        is_complete = parts.scheme in ("http", "https") and "." in parts.netloc and " " not in url
        return None if is_complete else "it is malformed"
    if parts.path not in pages:
        return "there is no such page"
    if parts.fragment and urllib.parse.unquote(parts.fragment) not in anchors[parts.path]:
        return "there is no such heading"


def check_links():
    """Yields the broken links of all pages, without a browser."""
    anchors = {path: {node["anchor"] for node in nodes(page) if "anchor" in node} for path, page in pages.items()}
    for path, page in pages.items():
        if not (site / path[1:] / "index.html").is_file():
            yield f"{path} has no file of HTML"
        references = page["references"]
        used, listed = [], []
        for part, value in page.items():
            for node in nodes(value) if part != "references" else []:
                used += [node["identifier"]] if node.get("type") == "reference" else []
                # Protocols of Swift, such as Sendable, have no page.
                listed += node.get("identifiers", []) if part != "relationshipsSections" else []
        # The page shows the summaries of the symbols that it lists.
        for node in nodes([references.get(identifier, {}).get("abstract", []) for identifier in listed]):
            used += [node["identifier"]] if node.get("type") == "reference" else []
        for identifier in used + listed:
            if references.get(identifier, {"type": "unresolvable"})["type"] == "unresolvable":
                yield f"{path}: the link to {identifier} leads nowhere"
        # The chapters of a tutorial have no pages, and no link leads to them.
        chapters = {module["reference"] for module in page.get("hierarchy", {}).get("modules", [])}
        for identifier, reference in references.items():
            problem = "url" in reference and identifier not in chapters and broken(reference["url"], anchors)
            if problem:
                yield f"{path}: the link to {reference['url']} is broken: {problem}"
    # .ci/documentation adds it to the page that DocC writes.
    if "abstract" not in pages["/documentation"]:
        yield "the front page has no text"
    index = json.loads((site / "index/index.json").read_text())
    for node in nodes(index):
        if "path" in node and node["path"] not in pages:
            yield f"the navigator: there is no page {node['path']}"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the files of the site below the base, as a host of static files does."""

    def translate_path(self, path):
        return super().translate_path(path.removeprefix(base) if path.startswith(base + "/") else "/elsewhere")

    def log_message(self, *arguments):
        pass


def open_page(browser, origin, path):
    """Opens a page and yields what is wrong with it."""
    title = pages[path]["metadata"]["title"]
    browser.start_page(origin)
    browser.call("Page.navigate", url=f"{origin}{base}{path}/")
    if not browser.wait(f"document.querySelector('main h1')?.textContent.trim() === {json.dumps(title)}"):
        yield f"{path} does not show its title"
    for problem in browser.problems:
        yield f"{path}: {problem}"
    links = browser.evaluate("[...document.querySelectorAll('main a[href]')].map(link => link.href)")
    for link in set(links):
        parts = urllib.parse.urlsplit(link)
        if link.startswith(origin) and parts.path.removeprefix(base).rstrip("/") not in pages:
            yield f"{path}: a link to {parts.path}"


def search(browser):
    """Yields what is wrong with the filter and the quick navigation of the page that is open."""
    for name, results in [("navigator-filter", "navigator"), ("quick-navigation", "quick-navigation")]:
        if name == "quick-navigation":
            browser.evaluate("document.querySelector('.quick-navigation-open').click()")
        field = f"document.querySelector('.{name} input')"
        if not browser.wait(f"{field} !== null"):
            yield f"there is no {name}"
            continue
        browser.evaluate(f"{field}.value = 'RetryBudget'; {field}.dispatchEvent(new Event('input', {{bubbles: true}}))")
        if not browser.wait(f"document.querySelector('.{results} a[href$=\"/requests/retrybudget\"]') !== null"):
            yield f"{name} does not find RetryBudget"


def check_in_browser():
    """Yields what is wrong with the pages in Chromium."""
    roles = {path: page["metadata"].get("role") for path, page in pages.items()}
    modules = [path for path in pages if path.startswith("/documentation") and path.count("/") <= 2]
    tutorials = [path for path in pages if path.startswith("/tutorials")]
    symbols = [next(path for path, role in roles.items() if role == "symbol" and path.rpartition("/")[0] == module)
               for module in modules if module != "/documentation"]
    articles = [path for path, role in roles.items() if role == "article"]
    if len(modules) < 7 or len(articles) < 70 or len(tutorials) < 6:
        yield f"only {len(modules)} modules, {len(articles)} articles and {len(tutorials)} pages of the tutorial"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    browser = Browser()
    try:
        browser.start_page(origin)
        browser.call("Page.navigate", url=f"{origin}{base}/")
        if not browser.wait(f"location.pathname === '{base}/documentation/'"):
            yield "the root does not lead to the front page"
        for path in modules + symbols + articles + tutorials:
            yield from open_page(browser, origin, path)
            if screenshots and (path in modules + symbols + tutorials or path == articles[0]):
                browser.show(pathlib.Path(screenshots) / f"{path[1:].replace('/', '-')}.png")
        yield from open_page(browser, origin, "/documentation/requests")
        yield from search(browser)
        if screenshots:
            browser.show(pathlib.Path(screenshots) / "search.png")
    finally:
        browser.close()
    print(f"{len(modules + symbols + articles + tutorials)} pages in the browser")


problems = list(check_links())
print(f"{len(pages)} pages, {len(problems)} broken links")
problems += check_in_browser()
for problem in problems:
    print(f"error: {problem}")
sys.exit(1 if problems else 0)
