"""Reads recordings with libraries of other projects: `har.py FILE…`.

hario-core checks the members and their types; haralyzer reads them as a viewer does.
"""

import json
import sys

from haralyzer import HarParser
from hario_core.models import HarLog

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    log = HarLog.model_validate(content["log"])
    parser = HarParser(content)
    assert len(log.entries) == len(parser.har_data["entries"]) > 0
    starts = [entry.startedDateTime for entry in log.entries]
    assert starts == sorted(starts), f"error: the entries of {path} are not in the order of their starts"
    for entry in log.entries:
        timings = entry.timings
        times = [timings.blocked, timings.dns, timings.connect, timings.send, timings.wait, timings.receive]
        total = sum(time for time in times if time is not None and time >= 0)
        assert abs(entry.time - total) < 0.01, f"error: {entry.time} ms are not the sum of {timings}"
    print(f"{path}: valid, with {len(log.entries)} entries")
