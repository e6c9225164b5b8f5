"""Headless Chromium, for the scripts that check pages."""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.parse


class Browser:
    """A page in headless Chromium, by the pipe of its DevTools protocol: messages in JSON, each with a NUL at its end."""

    def __init__(self, substitute=lambda url: None):
        """Starts Chromium. `substitute` returns the content and the media type of a file that it has for a URL."""
        self.substitute = substitute
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
        """Substitutes files, refuses requests to other origins, and notes errors."""
        if event == "Fetch.requestPaused":
            identifier, request = parameters["requestId"], parameters["request"]
            url = request["url"]
            self.requests.append(f"{request['method']} {url}")
            file = self.substitute(url)
            if file:
                fields = {"Content-Type": file[1], "Access-Control-Allow-Origin": "*"}
                self.send(
                    "Fetch.fulfillRequest", requestId=identifier, responseCode=200,
                    responseHeaders=[{"name": name, "value": value} for name, value in fields.items()],
                    body=base64.b64encode(file[0]).decode())
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
        self.call("Emulation.clearDeviceMetricsOverride")

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
