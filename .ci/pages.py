"""Checks the links of a site of `.ci/site`: `pages.py SITE`.

Each link leads to a page and to a heading, and each page has its file of HTML. Links to other sites are not followed.
"""

import json
import pathlib
import sys
import urllib.parse

site = pathlib.Path(sys.argv[1])
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


problems = list(check_links())
print(f"{len(pages)} pages, {len(problems)} broken links")
for problem in problems:
    print(f"error: {problem}")
sys.exit(1 if problems else 0)
