// The package declarations of this module use types from RequestsEndpoints.
@_exported public import RequestsEndpoints
