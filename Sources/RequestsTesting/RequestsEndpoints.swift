// A stub is told what to expect by endpoints and paths: `stub.on(.get, "/users/1")` needs their module.
@_exported public import RequestsEndpoints
