public import Foundation
public import Requests

/// A request that a server received.
///
/// An adapter between ``Routes`` and a server framework converts each request of the framework, and passes it to
/// ``Routes/respond(to:)``.
public struct IncomingRequest: Sendable {
    /// The method.
    public var method: HTTPMethod

    /// The path and the query as sent, percent-encoded: the origin-form of RFC 9112, section 3.2.1.
    public var target: String

    /// The header fields.
    public var header: HeaderFields

    /// The body, which can be read only once.
    public var body: MessageBody

    /// The values of the path's placeholders, percent-decoded; empty before a route matches.
    public var pathValues: [String: String] { pathTexts.dictionary }

    /// The values of the path's placeholders.
    var pathTexts = PathTexts()

    /// The names of the fields and query items whose values are redacted in descriptions.
    var secretNames: [String: Bool] = [:]

    private var contexts: [ObjectIdentifier: any Sendable] = [:]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The path and the query as sent, percent-encoded.
    ///   - header: The header fields.
    ///   - body: The body, empty by default.
    public init(
        method: HTTPMethod, target: String, header: HeaderFields = [], body: MessageBody = MessageBody(Data())
    ) {
        self.method = method
        self.target = target
        self.header = header
        self.body = body
    }

    /// The stored value of a type, such as the caller that ``Routes`` authenticated, or the framework's request context.
    ///
    /// ```swift
    /// .on(requestOf: \.add) { input, request in
    ///     request[BasicRequestContext.self]?.logger.info("…")
    /// }
    /// ```
    public subscript<Context: Sendable>(_ type: Context.Type) -> Context? {
        get { contexts[ObjectIdentifier(type)] as? Context }
        set { contexts[ObjectIdentifier(type)] = newValue }
    }

    /// The path, percent-encoded.
    var path: String { withPathAndQuery { path, _ in String(decoding: path, as: UTF8.self) } }

    /// Calls a function with the bytes of the path, and the bytes of the query without its `?`.
    func withPathAndQuery<Result>(_ body: (_ path: Bytes, _ query: Bytes) -> Result) -> Result {
        target.withBytes { bytes in
            let whole = bytes.part(0..<bytes.position(of: UInt8(ascii: "#")))
            let mark = whole.position(of: UInt8(ascii: "?"))
            return body(whole.part(0..<mark), whole.part(min(mark + 1, whole.count)..<whole.count))
        }
    }

    /// The query without its `?`, percent-encoded.
    var query: String { withPathAndQuery { String(decoding: $1, as: UTF8.self) } }
}

extension IncomingRequest: RedactedDescription {
    /// The method and the target, with sensitive query items redacted: `GET /users?token=<redacted>`.
    public var description: String { "\(method.rawValue) \(shownTarget)".withoutControls }

    /// The parts that `dump` shows, with sensitive values redacted.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["method": method.rawValue, "target": shownTarget, "header": header],
            displayStyle: .struct)
    }

    private var shownTarget: String { Redaction.url(target, hiding: [], names: secretNames) }
}
