// The package declarations of this module use types of RequestsEndpoints.
@_exported public import RequestsEndpoints
