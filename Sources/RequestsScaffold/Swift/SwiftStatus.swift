import Requests

/// Writes statuses in code.
enum SwiftStatus {
    private static let names = [
        200: "ok", 201: "created", 202: "accepted", 204: "noContent", 205: "resetContent", 206: "partialContent",
        400: "badRequest", 401: "unauthorized", 403: "forbidden", 404: "notFound", 405: "methodNotAllowed",
        406: "notAcceptable", 408: "requestTimeout", 409: "conflict", 410: "gone", 412: "preconditionFailed",
        413: "contentTooLarge", 415: "unsupportedMediaType", 416: "rangeNotSatisfiable", 422: "unprocessableContent",
        425: "tooEarly", 429: "tooManyRequests", 500: "internalServerError", 501: "notImplemented", 502: "badGateway",
        503: "serviceUnavailable", 504: "gatewayTimeout",
    ]

    /// Returns the name of a constant; `nil` for a status without one.
    static func name(of code: Int) -> String? { names[code] }

    /// Returns an expression for a status.
    static func literal(of code: Int) -> String { names[code].map { ".\($0)" } ?? "HTTPStatus(\(code))" }
}
