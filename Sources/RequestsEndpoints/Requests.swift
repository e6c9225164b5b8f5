// Who declares an API also calls it: one import is enough.
@_exported public import Requests
