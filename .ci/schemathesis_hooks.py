"""Leaves out requests that no form can express, though the schema of the form's object allows them."""

import schemathesis


def has_bad_name(value):
    return isinstance(value, dict) and any(not name or not name.isprintable() for name in value)


def is_inexpressible(form):
    # `price[]=1` is an element of a list, and not a property without a name. An empty object is written as nothing.
    return any(name.endswith("[]") or has_bad_name(value) or value == {} for name, value in form.items())


@schemathesis.hook
def filter_query(context, query):
    return not is_inexpressible(query or {})


@schemathesis.hook
def filter_body(context, body):
    if not isinstance(body, dict):
        return True
    if context.operation.label == "POST /search":
        return not is_inexpressible(body)
    # The name of a part is in a header field, which has no control characters (RFC 9110, section 5.5).
    return context.operation.label != "POST /images" or not has_bad_name(body)
