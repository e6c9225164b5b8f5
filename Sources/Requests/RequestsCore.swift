@_exported public import RequestsCore
