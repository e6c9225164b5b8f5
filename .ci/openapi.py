"""Checks documents with openapi-spec-validator, and their examples with jsonschema: `python .ci/openapi.py FILE…`."""

import json
import sys

import jsonschema
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


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    openapi_spec_validator.validate(document)
    registry = Registry().with_resource("urn:document", Resource.from_contents(document, DRAFT202012))
    count = 0
    for media in media_types(document):
        # The references of a schema are relative to the document.
        schema = json.loads(json.dumps(media["schema"]).replace("#/components", "urn:document#/components"))
        for example in media["examples"].values():
            jsonschema.Draft202012Validator(schema, registry=registry).validate(example["value"])
            count += 1
    for name, schema in document.get("components", {}).get("schemas", {}).items():
        jsonschema.Draft202012Validator.check_schema(schema)
    print(f"{path}: valid, with {count} examples")
