"""Checks served pages of an API's document in headless Chromium: `browser.py FOLDER PAGE…`.

A PAGE is a URL. FOLDER has the files of Swagger UI, which take the place of those on the network. Each operation of the
document has to open, and the server has to respond to its "Try it out". Nothing may be wrong on the console, and no
request may go to another origin. The same is checked behind a proxy that adds a prefix to all paths. If the variable
REQUESTS_SCREENSHOTS names a folder, pictures of the pages go there.

The keyboard has to reach all controls. If the variable REQUESTS_AXE names the script of axe-core, axe must find nothing on
a page but the known faults of Swagger UI.
"""

import http.client
import http.server
import json
import os
import pathlib
import re
import sys
import threading
import urllib.parse
import urllib.request

from chromium import Browser

# What axe finds in the elements of Swagger UI 5.33.1, and what no page can mend without replacing its style or elements.
VIEWER_FAULTS = {
    "color-contrast",  # White on green and on orange; grey on white.
    "heading-order",  # A heading of the first level, and then those of the third.
    "label", "select-name",  # The fields for bodies, and the lists of servers, media types and examples, have no name.
    "landmark-unique",  # The responses of each operation are a region without a name.
    "nested-interactive",  # The buttons of operations and models contain a link and another button.
    "region",  # The title and the list of servers are outside of its landmark.
}
# The same URL as in OpenAPI+Viewer.swift.
NETWORK = re.compile(r"https://cdn\.jsdelivr\.net/npm/swagger-ui-dist@[0-9.]+/(swagger-ui-bundle\.js|swagger-ui\.css)")
TYPES = {".js": "text/javascript", ".css": "text/css"}


def viewer_file(url):
    """Returns a file of the viewer in place of the one on the network, with its type."""
    match = NETWORK.fullmatch(url)
    return match and ((pathlib.Path(sys.argv[1]) / match[1]).read_bytes(), TYPES[pathlib.Path(match[1]).suffix])


# Functions of the page. React takes a value only from the setter of the element's class, and at once when it loses focus.
HELPERS = """
window.block = id => [...document.querySelectorAll(".opblock")].find(one => one.id.endsWith("-" + id));
window.enter = (element, value) => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value").set.call(element, value);
  element.dispatchEvent(new Event("input", {bubbles: true}));
  element.dispatchEvent(new Event("focusout", {bubbles: true}));
};
"""


def authorize(browser):
    """Enters credentials in the dialog of the page."""
    browser.evaluate("document.querySelector('.btn.authorize').click()")
    assert browser.wait("document.querySelector('.auth-container input') !== null"), "no dialog for credentials"
    browser.evaluate("enter(document.querySelector('.auth-container input'), 'token')")
    browser.evaluate("document.querySelector('.auth-btn-wrapper .authorize').click()")
    assert browser.wait("document.querySelector('.auth-container .auth-btn-wrapper .btn:not(.authorize)') !== null")
    browser.evaluate("document.querySelector('.btn-done').click()")


def try_out(browser, name, operation):
    """Opens an operation and sends its request; returns the status of the response."""
    block = f"block({json.dumps(name)})"
    assert browser.wait(f"{block} !== undefined"), "it is not on the page"
    browser.evaluate(f"{block}.querySelector('.opblock-summary-control').click()")
    assert browser.wait(f"{block}.querySelector('.try-out__btn') !== null"), "it does not open"
    browser.evaluate(f"{block}.querySelector('.try-out__btn').click()")
    assert browser.wait(f"{block}.querySelector('.execute') !== null"), "it can't be tried out"
    # The viewer fills in the examples of parameters and of JSON.
    empty = [("param", one["name"], one["schema"]) for one in operation.get("parameters", [])
             if one.get("required") and "examples" not in one]
    form = operation.get("requestBody", {}).get("content", {}).get("application/x-www-form-urlencoded", {})
    empty += [("property", *one) for one in form.get("schema", {}).get("properties", {}).items()]
    for kind, title, schema in empty:
        place = f"{block}.querySelector('[data-{kind}-name={json.dumps(title)}] input')"
        assert browser.wait(f"{place} !== null"), f"{title} has no place for a value"
        browser.evaluate(f"enter({place}, '{1 if schema.get('type') == 'integer' else 'a b&c'}')")
    browser.evaluate(f"{block}.querySelector('.execute').click()")
    status = f"{block}.querySelector('.live-responses-table tbody .response-col_status')"
    return browser.wait(f"{status} && {status}.textContent.trim()")


def faults(browser, place, known=VIEWER_FAULTS):
    """Returns what axe-core finds on a page, except known faults of the viewer; nothing without axe-core."""
    if not AXE:
        return []
    browser.evaluate(f"{AXE}; undefined")
    found = json.loads(browser.evaluate("axe.run(document).then(result => JSON.stringify(result.violations))"))
    return [f"{place}: {one['help']} ({one['id']}): {node['html'][:200]}"
            for one in found if one["id"] not in known for node in one["nodes"]]


def unreached(browser, place):
    """Presses the tab key from the top of the page; returns the controls that don't get the focus."""
    browser.evaluate("""
        window.reached = new Set();
        document.addEventListener("focusin", event => reached.add(event.target));
        document.body.tabIndex = -1;
        document.body.focus();
        document.body.removeAttribute("tabindex");
    """)
    # Swagger UI leaves out the arrows, which do the same as the buttons beside them.
    controls = "[...document.querySelectorAll('a[href], button, input, select, textarea')]"
    missing = f"{controls}.filter(one => one.checkVisibility() && !one.disabled && one.tabIndex >= 0 && !reached.has(one))"
    # The key also stops at the elements that scroll.
    for count in range(1000):
        browser.call("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
        if count % 20 == 19 and browser.evaluate(f"{missing}.length") == 0:
            break
    found = browser.evaluate(f"{missing}.map(one => one.outerHTML.slice(0, 200))")
    return [f"{place}: the keyboard doesn't reach {one}" for one in found]


def filter_tags(browser):
    """Enters a tag in the field above the operations; returns the problems."""
    tags = "[...document.querySelectorAll('.opblock-tag')].map(one => one.dataset.tag)"
    *_, tag = all_tags = browser.evaluate(tags)
    for text, expected in [(tag, [one for one in all_tags if tag in one]), ("", all_tags)]:
        browser.evaluate(f"enter(document.querySelector('.operation-filter-input'), {json.dumps(text)})")
        if not browser.wait(f"JSON.stringify({tags}) === {json.dumps(json.dumps(expected, separators=(',', ':')))}"):
            return [f"the filter {text!r} doesn't show {expected}"]
    return []


def check_without_viewer(browser, page):
    """Opens a page whose viewer can't be loaded; returns the problems."""
    browser.start_page(page)
    substitute, browser.substitute = browser.substitute, lambda url: (b"", "text/javascript") if ".js" in url else None
    browser.call("Page.navigate", url=page)
    is_shown = browser.wait("document.getElementById('problem')?.checkVisibility() === true")
    browser.substitute = substitute
    found = [] if is_shown else ["the page doesn't show that it has no viewer"]
    return found + faults(browser, "without the viewer", known=set()) + unreached(browser, "without the viewer")


def check(browser, page, screenshot, for_all_readers):
    """Tries all operations of a page; returns the problems. Also checks whether all readers can use it."""
    browser.start_page(page)
    with urllib.request.urlopen(page) as response:
        source = response.read().decode()
        address = response.geturl()
    link = urllib.parse.urljoin(address, re.search(r'data-document="([^"]*)"', source)[1])
    with urllib.request.urlopen(link) as response:
        document = json.load(response)
    browser.call("Page.navigate", url=page)
    problems = []
    if not browser.wait("document.querySelector('.swagger-ui .info .title') !== null"):
        return [*browser.problems, f"{page} does not show the document"]
    browser.evaluate(HELPERS)
    if browser.evaluate("document.title") != document["info"]["title"]:
        problems.append("the title is not that of the document")
    if browser.evaluate("document.documentElement.lang") != "en":
        problems.append("the page has no language")
    shown = browser.evaluate("document.querySelector('.servers').textContent")
    if any(one.get("description", "") not in shown for one in document["servers"]):
        problems.append(f"the descriptions of the servers are missing in {shown!r}")
    problems += filter_tags(browser)
    if for_all_readers:
        problems += unreached(browser, "closed") + faults(browser, "closed")
    operations = [(path, method, operation) for path, item in document["paths"].items()
                  for method, operation in item.items() if isinstance(operation, dict)]
    if document.get("components", {}).get("securitySchemes"):
        authorize(browser)
    for path, method, operation in operations:
        name = operation["operationId"]
        try:
            status = try_out(browser, name, operation)
        except AssertionError as error:
            problems.append(f"{name}: {error}")
            continue
        expected = [one for one in operation["responses"] if one.startswith("2")]
        if status is None or status.split()[0] not in expected:
            problems.append(f"{name}: the status is {status}, and not one of {expected}")
        sent = urllib.parse.urljoin(link, document["servers"][0]["url"]).rstrip("/") + path.split("{")[0]
        if not any(one.startswith(f"{method.upper()} {sent}") for one in browser.requests):
            problems.append(f"{name}: no request to {sent}")
    if for_all_readers:
        problems += unreached(browser, "open") + faults(browser, "open")
    if screenshot:
        browser.show(screenshot)
    print(f"{page}: {len(operations)} operations, {len(browser.requests)} requests")
    return problems + browser.problems


def proxy(target):
    """Starts a proxy that serves the paths of a server below a prefix, and returns its port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def forward(self):
            assert self.path.startswith("/gateway/")
            length = int(self.headers.get("Content-Length", 0))
            connection = http.client.HTTPConnection(target)
            fields = {name: value for name, value in self.headers.items() if name.lower() != "host"}
            connection.request(self.command, self.path[len("/gateway"):], self.rfile.read(length), fields)
            response = connection.getresponse()
            content = response.read()
            self.send_response(response.status)
            for name, value in response.getheaders():
                if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                    self.send_header(name, value)
            if response.status != 204:
                self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = forward

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


screenshots = os.environ.get("REQUESTS_SCREENSHOTS")
AXE = "REQUESTS_AXE" in os.environ and pathlib.Path(os.environ["REQUESTS_AXE"]).read_text(encoding="utf-8")
if not AXE:
    print("skipped: the check of accessibility needs axe-core")
pages = []
for page in sys.argv[2:]:
    parts = urllib.parse.urlsplit(page)
    # The viewer must not take a document from the query, which anyone can put into a link.
    forged = "?url=https://elsewhere.example/openapi.json&configUrl=https://elsewhere.example/config.json"
    pages += [page, page + "/", page + forged, f"http://127.0.0.1:{proxy(parts.netloc)}/gateway{parts.path}"]
browser = Browser(viewer_file)
found = []
try:
    for number, page in enumerate(pages):
        screenshot = screenshots and pathlib.Path(screenshots) / f"page-{number}.png"
        # The other addresses show the same page.
        found += check(browser, page, screenshot, for_all_readers=page in sys.argv)
    found += check_without_viewer(browser, sys.argv[2])
finally:
    browser.close()
for problem in found:
    print(f"error: {problem}")
sys.exit(1 if found else 0)
