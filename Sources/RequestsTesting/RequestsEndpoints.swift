// Stubs use the types of endpoints and paths, so `stub.on(.get, "/users/1")` needs their module.
@_exported public import RequestsEndpoints
