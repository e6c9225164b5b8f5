"""Checks documents with openapi-spec-validator, and their examples and responses with jsonschema.

`python .ci/openapi.py FILE…`. The responses of FILE.json and FILE-3.1.json are in FILE.responses.json, which a test
writes.
"""

import json
import os
import re
import sys

import jsonschema
import openapi_schema_validator
import openapi_spec_validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012


def media_types(node):
    """Yields all objects of a document that have a schema and examples."""
    if isinstance(node, dict):
        if "schema" in node and "examples" in node:
            yield node
        for value in node.values():
            yield from media_types(value)
    elif isinstance(node, list):
        for value in node:
            yield from media_types(value)


class Document:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.content = json.load(file)
        # Until 3.0, OpenAPI has its own kind of schemas.
        self.is_old = self.content["openapi"].startswith("3.0.")
        self.schemas = openapi_schema_validator.OAS30Validator if self.is_old else jsonschema.Draft202012Validator
        self.registry = Registry().with_resource(
            "urn:document", Resource.from_contents(self.content, DRAFT202012)
        )

    def validate(self, value, schema):
        # The references of a schema are relative to the document.
        schema = json.loads(json.dumps(schema).replace("#/components", "urn:document#/components"))
        checker = self.schemas.FORMAT_CHECKER
        self.schemas(schema, registry=self.registry, format_checker=checker).validate(value)

    def resolved(self, node):
        while "$ref" in node:
            target = self.content
            for name in node["$ref"].removeprefix("#/").split("/"):
                target = target[name.replace("~1", "/").replace("~0", "~")]
            node = target
        return node

    def operation(self, method, path):
        """Returns the operation of a request; literal paths come first."""
        for template, item in sorted(self.content["paths"].items(), key=lambda pair: pair[0].count("{")):
            pattern = re.sub(r"\\\{[^}]*\\\}", ".+", re.escape(template))
            if re.fullmatch(f"(/v1)?{pattern}", path) and method.lower() in item:
                return item[method.lower()]
        raise SystemExit(f"error: no operation is documented for {method} {path}")

    def check(self, response):
        """Checks the status, the fields, the media type and the body of a response."""
        responses = self.operation(response["method"], response["path"])["responses"]
        status = str(response["status"])
        found = responses.get(status) or responses.get(status[0] + "XX") or responses["default"]
        found = self.resolved(found)
        fields = {name.lower(): value for name, value in response["header"].items()}
        for name, header in found.get("headers", {}).items():
            if name.lower() in fields:
                self.validate(fields[name.lower()], self.resolved(header)["schema"])
            elif header.get("required"):
                raise SystemExit(f"error: {response} has no {name}")
        if not response["body"]:
            return
        content = {name.lower(): media for name, media in found.get("content", {}).items()}
        media_type = fields["content-type"].split(";")[0].strip().lower()
        if media_type not in content:
            raise SystemExit(f"error: the media type of {response} is not documented")
        if "schema" in content[media_type]:
            is_json = media_type.endswith("json")
            body = json.loads(response["body"]) if is_json else response["body"]
            self.validate(body, content[media_type]["schema"])


for path in sys.argv[1:]:
    if path.endswith(".responses.json"):
        continue
    document = Document(path)
    openapi_spec_validator.validate(document.content)
    count = 0
    for media in media_types(document.content):
        for example in media["examples"].values():
            document.validate(example["value"], media["schema"])
            count += 1
    for schema in document.content.get("components", {}).get("schemas", {}).values():
        document.schemas.check_schema(schema)
    responses = []
    if os.path.exists(recorded := re.sub(r"(-3\.\d)?\.json$", ".responses.json", path)):
        with open(recorded, encoding="utf-8") as file:
            responses = json.load(file)
    for response in responses:
        document.check(response)
    print(f"{path}: valid, with {count} examples and {len(responses)} responses")
