#if Telemetry
import Foundation
import Requests
import RequestsEndpoints
import Tracing

/// The attributes of a message, as named by OpenTelemetry's semantic conventions for HTTP.
struct MessageFacts: Sendable {
    private let isServer: Bool
    /// The name of the span: the method, and the declared path if there is one.
    let spanName: String
    /// The attributes of the span that are known before the message is sent.
    private(set) var attributes = SpanAttributes()
    /// The dimensions of the metrics, with a limited number of values.
    private(set) var dimensions: [(String, String)] = []

    /// The methods of RFC 9110 and RFC 5789.
    ///
    /// Metrics must not have a separate value for each invented method.
    private static let knownMethods: Set<HTTPMethod> = [
        .connect, .delete, .get, .head, .options, .patch, .post, .put, .trace,
    ]

    /// Collects the attributes of a message to send.
    init(_ request: OutgoingRequest) {
        isServer = false
        let template = request.context.endpointPath
        spanName = Self.spanName(request.method, template)
        add(request.method)
        attributes["url.full"] = request.shownURL(revealing: false)
        if let template { add("url.template", template) }
        if let socket = request.unixSocket {
            add("server.address", socket)
        } else {
            let (scheme, authority) = Self.parts(of: request.urlText)
            add(scheme: scheme, authority: authority)
        }
        let count = max(request.options.messageCount?.next() ?? 0, request.options.attempt - 1)
        if count > 0 { attributes["http.request.resend_count"] = count }
    }

    /// Collects the attributes of a received request.
    init(_ request: IncomingRequest, route: String?) {
        isServer = true
        spanName = Self.spanName(request.method, route)
        add(request.method)
        if let route { add("http.route", route) }
        // The request's description redacts sensitive items.
        let target = "\(request)".dropFirst(request.method.rawValue.count + 1).prefix { $0 != "#" }
        attributes["url.path"] = String(target.prefix { $0 != "?" })
        if let mark = target.firstIndex(of: "?") {
            attributes["url.query"] = String(target[target.index(after: mark)...])
        }
        add("url.scheme", Self.scheme(of: request.header))
        if let host = request.header["Host"] {
            let (address, port) = Self.hostAndPort(of: host[...])
            attributes["server.address"] = address
            if let port { attributes["server.port"] = port }
        }
        if let agent = request.header[.userAgent] { attributes["user_agent.original"] = agent }
    }

    /// Returns whether a status counts as an error; for a server, a 404 isn't an error.
    func isFailure(_ status: Int) -> Bool { status >= (isServer ? 500 : 400) }

    private mutating func add(_ name: String, _ value: String) {
        attributes[name] = value
        dimensions.append((name, value))
    }

    private mutating func add(_ method: HTTPMethod) {
        let isKnown = Self.knownMethods.contains(method)
        add("http.request.method", isKnown ? method.rawValue : "_OTHER")
        if !isKnown { attributes["http.request.method_original"] = method.rawValue }
    }

    private mutating func add(scheme: Substring, authority: Substring) {
        let (address, port) = Self.hostAndPort(of: authority)
        add("server.address", address)
        let shownPort = port ?? (scheme.lowercased() == "https" ? 443 : 80)
        attributes["server.port"] = shownPort
        dimensions.append(("server.port", "\(shownPort)"))
    }

    /// Returns the scheme of the client's request as declared by the first proxy (RFC 7239, section 5.4), or `http`.
    private static func scheme(of header: HeaderFields) -> String {
        let first = header["Forwarded"].flatMap { HeaderListElement.all(in: $0).first } ?? ""
        let pair = first.split(separator: ";").map(\.trimmingBlanks).first { $0.lowercased().hasPrefix("proto=") }
        let scheme =
            pair.map { HeaderListElement.unquoted(String($0.dropFirst("proto=".count))) }
            ?? header["X-Forwarded-Proto"].flatMap { HeaderListElement.all(in: $0).first }
        // Metrics must not have a separate value for each string that a client invents.
        return scheme?.lowercased() == "https" ? "https" : "http"
    }

    private static func spanName(_ method: HTTPMethod, _ path: String?) -> String {
        let name = knownMethods.contains(method) ? method.rawValue : "HTTP"
        return path.map { "\(name) \($0)" } ?? name
    }

    private static func parts(of url: String) -> (scheme: Substring, authority: Substring) {
        guard let authority = URLText.authority(of: url) else { return ("", "") }
        return (url[..<authority.startIndex].dropLast("://".count), authority.split(separator: "@").last ?? "")
    }

    /// Returns the host without the brackets of an IPv6 address, and the port.
    private static func hostAndPort(of authority: Substring) -> (String, Int?) {
        if authority.first == "[", let end = authority.firstIndex(of: "]") {
            let port = authority[authority.index(after: end)...].dropFirst()
            return (String(authority[..<end].dropFirst()), Int(port))
        }
        let host = authority.prefix { $0 != ":" }
        return (host.lowercased(), Int(authority.dropFirst(host.count + 1)))
    }
}
#endif
