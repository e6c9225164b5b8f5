// Its package declarations have the types of endpoints and messages.
@_exported public import RequestsEndpoints
