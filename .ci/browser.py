"""Checks served pages of an API's document in headless Chromium: `browser.py FOLDER PAGE…`.

A PAGE is a URL. FOLDER has the files of Swagger UI, which take the place of those on the network. Each operation of the
document has to open, and the server has to respond to its "Try it out". Nothing may be wrong on the console, and no
request may go to another origin. The same is checked behind a proxy that adds a prefix to all paths. If the variable
REQUESTS_SCREENSHOTS names a folder, pictures of the pages go there.
"""

import base64
import fcntl
import http.client
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

# The same URL as in OpenAPI+Viewer.swift.
NETWORK = re.compile(r"https://cdn\.jsdelivr\.net/npm/swagger-ui-dist@[0-9.]+/(swagger-ui-bundle\.js|swagger-ui\.css)")
TYPES = {".js": "text/javascript", ".css": "text/css"}


class Browser:
    """A page in headless Chromium, by the pipe of its DevTools protocol: messages in JSON, each with a NUL at its end."""

    def __init__(self, folder):
        self.folder = folder
        self.profile = tempfile.mkdtemp()
        commands, self.output = os.pipe()
        self.input, events = os.pipe()
        # Chromium reads from descriptor 3, and writes to descriptor 4. These pipes may have the same numbers already.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 100) for end in (commands, events)]
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--window-size=1200,1400",
                   f"--user-data-dir={self.profile}", "about:blank"]
        self.process = subprocess.Popen(
            ["chromium", *options], pass_fds=(3, 4), preexec_fn=lambda: [os.dup2(ends[0], 3), os.dup2(ends[1], 4)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (commands, events, *ends):
            os.close(end)
        self.pending = b""
        self.number = 0
        self.session = None
        self.start_page("about:blank")
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Fetch"]:
            self.call(f"{domain}.enable")

    def start_page(self, url):
        """Forgets what happened on the page before."""
        self.origin = "{0.scheme}://{0.netloc}".format(urllib.parse.urlsplit(url))
        self.problems = []
        self.requests = []

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        return self.number

    def receive(self):
        while b"\0" not in self.pending:
            data = os.read(self.input, 1 << 16)
            if not data:
                raise EOFError("Chromium has ended")
            self.pending += data
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        number = self.send(method, **parameters)
        while True:
            message = self.receive()
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.note(message.get("method"), message.get("params", {}))

    def note(self, event, parameters):
        """Responds to a request for a file of the viewer, refuses other origins, and notes what is wrong."""
        if event == "Fetch.requestPaused":
            identifier, request = parameters["requestId"], parameters["request"]
            url = request["url"]
            self.requests.append(f"{request['method']} {url}")
            file = NETWORK.fullmatch(url)
            if file:
                content = (self.folder / file[1]).read_bytes()
                fields = {"Content-Type": TYPES[pathlib.Path(file[1]).suffix], "Access-Control-Allow-Origin": "*"}
                self.send(
                    "Fetch.fulfillRequest", requestId=identifier, responseCode=200,
                    responseHeaders=[{"name": name, "value": value} for name, value in fields.items()],
                    body=base64.b64encode(content).decode())
            elif url.startswith(self.origin + "/"):
                self.send("Fetch.continueRequest", requestId=identifier)
            else:
                self.problems.append(f"a request to another origin: {url}")
                self.send("Fetch.failRequest", requestId=identifier, errorReason="BlockedByClient")
        elif event == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.problems.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")
        elif event == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif event == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
            self.problems.append(" ".join(str(one.get("value", one.get("description"))) for one in parameters["args"]))

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, expression, seconds=20):
        """Returns the first value of an expression that is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.evaluate(expression)
            if value:
                return value
            time.sleep(0.02)
        return None

    def show(self, file):
        height = self.evaluate("document.documentElement.scrollHeight")
        self.call("Emulation.setDeviceMetricsOverride", width=1200, height=min(height, 8_000), deviceScaleFactor=1,
                  mobile=False)
        picture = self.call("Page.captureScreenshot", format="png")["data"]
        file.write_bytes(base64.b64decode(picture))

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


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


def check(browser, page, screenshot):
    """Tries all operations of a page; returns the problems."""
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
pages = []
for page in sys.argv[2:]:
    parts = urllib.parse.urlsplit(page)
    # The viewer must not take a document from the query, which anyone can put into a link.
    forged = "?url=https://elsewhere.example/openapi.json&configUrl=https://elsewhere.example/config.json"
    pages += [page, page + "/", page + forged, f"http://127.0.0.1:{proxy(parts.netloc)}/gateway{parts.path}"]
browser = Browser(pathlib.Path(sys.argv[1]))
found = []
try:
    for number, page in enumerate(pages):
        found += check(browser, page, screenshots and pathlib.Path(screenshots) / f"page-{number}.png")
finally:
    browser.close()
for problem in found:
    print(f"error: {problem}")
sys.exit(1 if found else 0)
