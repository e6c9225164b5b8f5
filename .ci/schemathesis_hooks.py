"""Leaves out requests that no form can express, though the schema of the form's object allows them."""

import schemathesis


def has_bad_name(value):
    return isinstance(value, dict) and any(not name or not name.isprintable() for name in value)


@schemathesis.hook
def filter_query(context, query):
    # `price[]=1` is an element of a list, and not a property without a name.
    return not any(name.endswith("[]") or has_bad_name(value) for name, value in (query or {}).items())


@schemathesis.hook
def filter_body(context, body):
    # The name of a part is in a header field, which has no control characters (RFC 9110, section 5.5).
    return context.operation.label != "POST /images" or not has_bad_name(body)
