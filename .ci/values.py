#!/usr/bin/env python3
"""Reads the values that ForeignValueTests wrote, and writes the same values for it: values.py FOLDER

Everything is read and written with the standard library of Python: json, urllib.parse, email, uuid, base64, decimal and
datetime.fromisoformat.
"""

import base64
import datetime
import decimal
import email
import email.policy
import json
import pathlib
import sys
import urllib.parse
import uuid

texts = ["plain", "a b+c&d=e%20;f", "日本語 🙂", '"quoted" \\ back', "tab\tline\nend", "null", "<a>&amp;</a>"]
names = {"userID": "user_id", "widest": "widest", "ratio": "ratio", "price": "price", "isNew": "is_new",
         "nameOfURL": "name_of_url", "id": "id", "page": "page", "bytes": "bytes", "createdAt": "created_at", "tags": "tags",
         "kind": "kind"}


def rows():
    for index, text in enumerate(texts):
        yield {
            "userID": index - 3, "widest": 2**63 - 1 - index, "ratio": index / 8, "price": decimal.Decimal(f"{index}.25"),
            "isNew": index % 2 == 0, "nameOfURL": text, "id": uuid.UUID(f"6f9619ff-8b86-d011-b42d-00c04fc964f{index}"),
            "page": f"https://a.example/{index}?b=c&d=e", "bytes": bytes([0, 0xFF, index]),
            "createdAt": datetime.datetime.fromtimestamp(1_714_564_800 + index, datetime.timezone.utc),
            "tags": [text] * (index % 3), "kind": "plain" if index % 2 == 0 else "two words"}


def read_date(value, style):
    match style:
        case "iso": return datetime.datetime.fromisoformat(value)
        case "local": return datetime.datetime.fromisoformat(value).replace(tzinfo=datetime.timezone.utc)
        case "milliseconds": number = int(value) / 1_000
        # int() rejects a fraction.
        case "seconds": number = int(value)
        case "fractional": number = float(value)
    return datetime.datetime.fromtimestamp(number, datetime.timezone.utc)


def written_date(value, style):
    match style:
        case "iso": return value.isoformat()
        case "local": return value.replace(tzinfo=None).isoformat()
        case "milliseconds": return int(value.timestamp() * 1_000)
        case "seconds": return int(value.timestamp())
        case "fractional": return value.timestamp()


def typed(value, kind, style, is_text):
    """Returns a value from JSON or a form as the type of an expected value."""
    _, dates, _, booleans = style
    if isinstance(kind, bool):
        return {"true": True, "false": False, "1": True, "0": False}[value] if is_text else value
    if isinstance(kind, int): return int(value) if is_text else value
    if isinstance(kind, float): return float(value)
    if isinstance(kind, decimal.Decimal): return decimal.Decimal(str(value))
    if isinstance(kind, uuid.UUID):
        assert not is_text or value == value.lower(), value
        return uuid.UUID(value)
    if isinstance(kind, bytes): return base64.b64decode(value, validate=True)
    if isinstance(kind, datetime.datetime): return read_date(value, dates)
    return value


def check_object(found, row, style):
    name = (lambda key: names[key]) if style[0] == "snake" else (lambda key: key)
    assert set(found) == {name(key) for key in row}, (set(found), style)
    for key, value in row.items():
        got = typed(found[name(key)], value, style, is_text=False)
        assert type(got) is type(value) and got == value, (style, key, got, value)


def check_pairs(pairs, row, style):
    name = (lambda key: names[key]) if style[0] == "snake" else (lambda key: key)
    found = {}
    for key, value in pairs: found.setdefault(key, []).append(value)
    for key, value in row.items():
        if isinstance(value, list):
            keys = {"repeated": [name(key)] * len(value), "brackets": [name(key) + "[]"] * len(value),
                    "indices": [f"{name(key)}[{index}]" for index in range(len(value))]}[style[2]]
            got = [found[wire].pop(0) for wire in keys]
        else:
            [text] = found[name(key)]
            got = typed(text, value, style, is_text=True)
            found[name(key)] = []
        assert got == value, (style, key, got, value)
    assert not any(found.values()), (style, found)


def pairs_of(row, style):
    keys, dates, arrays, booleans = style
    for key, value in row.items():
        name = names[key] if keys == "snake" else key
        if isinstance(value, list):
            for index, element in enumerate(value):
                yield {"repeated": name, "brackets": name + "[]", "indices": f"{name}[{index}]"}[arrays], element
            continue
        if isinstance(value, bool): value = str(int(value)) if booleans == "numeric" else str(value).lower()
        elif isinstance(value, bytes): value = base64.b64encode(value).decode()
        elif isinstance(value, datetime.datetime): value = written_date(value, dates)
        yield name, str(value)


def object_of(row, style):
    keys, dates, _, _ = style
    result = {}
    for key, value in row.items():
        if isinstance(value, bytes): value = base64.b64encode(value).decode()
        elif isinstance(value, datetime.datetime): value = written_date(value, dates)
        elif isinstance(value, uuid.UUID): value = str(value)
        elif isinstance(value, decimal.Decimal): value = float(value)
        result[names[key] if keys == "snake" else key] = value
    return result


def main():
    folder, count = pathlib.Path(sys.argv[1]), 0
    styles = sorted({path.name.split(".")[0] for path in folder.glob("*.0.json")})
    assert styles, "ForeignValueTests wrote no values"
    for name in styles:
        style = name.split("-")
        for number, row in enumerate(rows()):
            def file(kind): return folder / f"{name}.{number}.{kind}"
            check_object(json.loads(file("json").read_bytes(), parse_float=lambda text: float(text)), row, style)
            for kind in ["form", "query"]:
                text = file(kind).read_text("ascii")
                check_pairs(urllib.parse.parse_qsl(text, True, True, errors="strict"), row, style)
            message = email.message_from_bytes(file("multipart").read_bytes(), policy=email.policy.HTTP)
            assert message.is_multipart() and not message.defects, message.defects
            parts = [(part.get_param("name", header="content-disposition"), part.get_payload(decode=True).decode())
                     for part in message.iter_parts()]
            check_pairs(parts, row, style)

            file("python.json").write_text(json.dumps(object_of(row, style)))
            file("python.form").write_text(urllib.parse.urlencode(list(pairs_of(row, style))))
            boundary = "python-boundary"
            lines = [f"Content-Type: multipart/form-data; boundary={boundary}\r\n"]
            for key, value in pairs_of(row, style):
                lines.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}')
            file("python.multipart").write_bytes("\r\n".join(lines + [f"--{boundary}--\r\n"]).encode())
            count += len(row) * 4
    print(f"{count} values of {len(styles)} styles are read as they were written.")


main()
