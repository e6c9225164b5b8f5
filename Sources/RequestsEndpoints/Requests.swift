// Code that declares an API also calls it, so one import is enough.
@_exported public import Requests
