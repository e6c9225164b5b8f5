extension HTTPStatus {
    /// 100 Continue (RFC 9110, section 15.2.1).
    public static let `continue` = HTTPStatus(100)
    /// 200 OK (RFC 9110, section 15.3.1).
    public static let ok = HTTPStatus(200)
    /// 201 Created (RFC 9110, section 15.3.2).
    public static let created = HTTPStatus(201)
    /// 202 Accepted (RFC 9110, section 15.3.3).
    public static let accepted = HTTPStatus(202)
    /// 204 No Content (RFC 9110, section 15.3.5).
    public static let noContent = HTTPStatus(204)
    /// 205 Reset Content (RFC 9110, section 15.3.6).
    public static let resetContent = HTTPStatus(205)
    /// 206 Partial Content (RFC 9110, section 15.3.7).
    public static let partialContent = HTTPStatus(206)
    /// 301 Moved Permanently (RFC 9110, section 15.4.2).
    public static let movedPermanently = HTTPStatus(301)
    /// 302 Found (RFC 9110, section 15.4.3).
    public static let found = HTTPStatus(302)
    /// 303 See Other (RFC 9110, section 15.4.4).
    public static let seeOther = HTTPStatus(303)
    /// 304 Not Modified (RFC 9110, section 15.4.5).
    public static let notModified = HTTPStatus(304)
    /// 307 Temporary Redirect (RFC 9110, section 15.4.8).
    public static let temporaryRedirect = HTTPStatus(307)
    /// 308 Permanent Redirect (RFC 9110, section 15.4.9).
    public static let permanentRedirect = HTTPStatus(308)
    /// 400 Bad Request (RFC 9110, section 15.5.1).
    public static let badRequest = HTTPStatus(400)
    /// 401 Unauthorized (RFC 9110, section 15.5.2).
    public static let unauthorized = HTTPStatus(401)
    /// 403 Forbidden (RFC 9110, section 15.5.4).
    public static let forbidden = HTTPStatus(403)
    /// 404 Not Found (RFC 9110, section 15.5.5).
    public static let notFound = HTTPStatus(404)
    /// 405 Method Not Allowed (RFC 9110, section 15.5.6).
    public static let methodNotAllowed = HTTPStatus(405)
    /// 406 Not Acceptable (RFC 9110, section 15.5.7).
    public static let notAcceptable = HTTPStatus(406)
    /// 408 Request Timeout (RFC 9110, section 15.5.9).
    public static let requestTimeout = HTTPStatus(408)
    /// 409 Conflict (RFC 9110, section 15.5.10).
    public static let conflict = HTTPStatus(409)
    /// 410 Gone (RFC 9110, section 15.5.11).
    public static let gone = HTTPStatus(410)
    /// 412 Precondition Failed (RFC 9110, section 15.5.13).
    public static let preconditionFailed = HTTPStatus(412)
    /// 413 Content Too Large (RFC 9110, section 15.5.14).
    public static let contentTooLarge = HTTPStatus(413)
    /// 415 Unsupported Media Type (RFC 9110, section 15.5.16).
    public static let unsupportedMediaType = HTTPStatus(415)
    /// 416 Range Not Satisfiable (RFC 9110, section 15.5.17).
    public static let rangeNotSatisfiable = HTTPStatus(416)
    /// 422 Unprocessable Content (RFC 9110, section 15.5.21).
    public static let unprocessableContent = HTTPStatus(422)
    /// 425 Too Early (RFC 8470).
    public static let tooEarly = HTTPStatus(425)
    /// 429 Too Many Requests (RFC 6585).
    public static let tooManyRequests = HTTPStatus(429)
    /// 500 Internal Server Error (RFC 9110, section 15.6.1).
    public static let internalServerError = HTTPStatus(500)
    /// 501 Not Implemented (RFC 9110, section 15.6.2).
    public static let notImplemented = HTTPStatus(501)
    /// 502 Bad Gateway (RFC 9110, section 15.6.3).
    public static let badGateway = HTTPStatus(502)
    /// 503 Service Unavailable (RFC 9110, section 15.6.4).
    public static let serviceUnavailable = HTTPStatus(503)
    /// 504 Gateway Timeout (RFC 9110, section 15.6.5).
    public static let gatewayTimeout = HTTPStatus(504)
}

extension HTTPStatus {
    /// The registered name of the status, such as `Not Found`; empty if it isn't registered.
    public var reasonPhrase: String { Self.reasonPhrases[rawValue] ?? "" }

    private static let reasonPhrases: [Int: String] = [
        100: "Continue",
        101: "Switching Protocols",
        102: "Processing",
        103: "Early Hints",
        200: "OK",
        201: "Created",
        202: "Accepted",
        203: "Non-Authoritative Information",
        204: "No Content",
        205: "Reset Content",
        206: "Partial Content",
        207: "Multi-Status",
        208: "Already Reported",
        226: "IM Used",
        300: "Multiple Choices",
        301: "Moved Permanently",
        302: "Found",
        303: "See Other",
        304: "Not Modified",
        305: "Use Proxy",
        307: "Temporary Redirect",
        308: "Permanent Redirect",
        400: "Bad Request",
        401: "Unauthorized",
        402: "Payment Required",
        403: "Forbidden",
        404: "Not Found",
        405: "Method Not Allowed",
        406: "Not Acceptable",
        407: "Proxy Authentication Required",
        408: "Request Timeout",
        409: "Conflict",
        410: "Gone",
        411: "Length Required",
        412: "Precondition Failed",
        413: "Content Too Large",
        414: "URI Too Long",
        415: "Unsupported Media Type",
        416: "Range Not Satisfiable",
        417: "Expectation Failed",
        421: "Misdirected Request",
        422: "Unprocessable Content",
        423: "Locked",
        424: "Failed Dependency",
        425: "Too Early",
        426: "Upgrade Required",
        428: "Precondition Required",
        429: "Too Many Requests",
        431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons",
        500: "Internal Server Error",
        501: "Not Implemented",
        502: "Bad Gateway",
        503: "Service Unavailable",
        504: "Gateway Timeout",
        505: "HTTP Version Not Supported",
        506: "Variant Also Negotiates",
        507: "Insufficient Storage",
        508: "Loop Detected",
        510: "Not Extended",
        511: "Network Authentication Required",
    ]
}
