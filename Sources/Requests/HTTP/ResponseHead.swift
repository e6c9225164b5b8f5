public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The head of a response: its status and its header fields.
public struct ResponseHead: Sendable {
    /// The status.
    public let status: HTTPStatus

    /// The URL that sent the response; after redirects it differs from the URL of the request.
    public let url: String

    private var source: Source

    /// The given form of the fields: converting it costs microseconds, and most requests need only one form.
    private enum Source: Sendable {
        case fields(HeaderFields)
        case foundation(HTTPURLResponse)
    }

    /// The notes of transports and decorators, behind a reference: a response passes many functions, and few of them note anything.
    private var box: Box<ResponseNotes>?

    /// The notes of transports and decorators.
    package var notes: ResponseNotes {
        get { box?.value ?? ResponseNotes() }
        set { box = Box(newValue) }
    }

    /// Makes a head from its parts.
    public init(status: HTTPStatus, header: HeaderFields = [], url: String = "") {
        self.status = status
        self.url = url
        self.source = .fields(header)
    }

    /// Makes a head from Foundation's response.
    ///
    /// Foundation joins fields with the same name and loses their order, so they are sorted by name here. Joined Set-Cookie fields are
    /// split again.
    public init(_ response: HTTPURLResponse) {
        self.status = HTTPStatus(response.statusCode)
        self.url = response.url?.absoluteString ?? ""
        self.source = .foundation(response)
    }

    /// The header fields.
    public var header: HeaderFields {
        switch source {
        case .fields(let fields): return fields
        case .foundation(let response):
            let fields = response.allHeaderFields.flatMap { name, value -> [HeaderField] in
                guard let name = name as? String, let value = value as? String else { return [] }
                let field = HeaderField(received: name, value)
                guard field.name == .setCookie else { return [field] }
                return SetCookieText.lines(ofJoined: field.value).map { HeaderField(field.name, $0) }
            }
            return HeaderFields(fields.sorted(byText: \.name.rawValue))
        }
    }

    /// Returns the joined value of the fields with a name, at a lower cost than reading all fields.
    func value(of name: HeaderField.Name) -> String? {
        switch source {
        case .fields(let fields): fields[name]
        case .foundation(let response): response.value(forHTTPHeaderField: name.rawValue)
        }
    }

    /// The media type of the body, if the response has one.
    public var contentType: MediaType? { value(of: .contentType).flatMap { MediaType($0) } }

    /// The length of the body by its Content-Length, in bytes; `nil` if there is none, or if it is not a number.
    ///
    /// For a compressed body, this is the length on the wire (RFC 9110, section 8.6).
    public var contentLength: Int? {
        guard let text = value(of: .contentLength), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text)
    }

    /// The bytes of the whole that a response with the status 206 or 416 contains; `nil` if there is no Content-Range, or if it
    /// is not valid (RFC 9110, section 14.4).
    public var contentRange: ContentRange? { value(of: .contentRange).flatMap { ContentRange($0) } }

    /// The URL in the Location, resolved against the ``url`` of the response, for example that of a new resource after a 201;
    /// `nil` if there is none, or if it is not an HTTP URL (RFC 9110, section 10.2.2).
    ///
    /// ```swift
    /// let (head, _) = try await session.response(for: api.post(.json(note), to: "/notes"))
    /// if let url = head.location { show(api.get(.json(Note.self), from: URLPath(absolute: url))) }
    /// ```
    public var location: URL? {
        guard let text = value(of: .location), let reference = URLReference(text) else { return nil }
        let target = reference.resolved(against: url)
        guard case .success = URLText.parse(Array(target.utf8)) else { return nil }
        return URL(string: target, encodingInvalidCharacters: false)
    }

    /// The head as Foundation's type; `nil` if the URL is not valid.
    ///
    /// Fields with the same name are joined.
    public var httpURLResponse: HTTPURLResponse? {
        if case .foundation(let response) = source { return response }
        return httpURLResponse(url: url)
    }

    /// Marks the fields as sensitive that an API declares as secret.
    mutating func markSensitive(named names: [String: Bool]) {
        if names.isEmpty { return }
        var header = header
        if header.markSensitive(named: names) { source = .fields(header) }
    }

    /// The texts of the sent message that no description shows.
    package var secretTexts: [String] { notes.sent?.secretTexts ?? [] }

    /// Returns the head as Foundation's type, with secrets hidden in its URL.
    func httpURLResponse(hiding secrets: [String], names: [String: Bool]) -> HTTPURLResponse? {
        let shown = Redaction.url(url, hiding: secrets + secretTexts, names: names)
        guard shown != url else { return httpURLResponse }
        // A URL must not contain `<` and `>`.
        return httpURLResponse(url: shown.replacing(Redaction.placeholder, with: "redacted"))
    }

    private func httpURLResponse(url: String) -> HTTPURLResponse? {
        guard let url = URL(string: url) else { return nil }
        let pairs = header.joined.map { ($0.name.rawValue, $0.value) }
        return HTTPURLResponse(
            url: url, statusCode: status.code, httpVersion: "HTTP/1.1",
            headerFields: Dictionary(pairs) { first, _ in first }
        )
    }
}

extension ResponseHead: RedactedDescription {
    /// The status: `404 Not Found`.
    public var description: String { status.description }

    /// The mirror for `dump`, without sensitive values.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status.description, "header": shownHeader], displayStyle: .struct)
    }

    /// The fields, without the secrets of the message, which a server may have sent back.
    private var shownHeader: HeaderFields {
        let secrets = secretTexts
        if secrets.isEmpty { return header }
        return HeaderFields(header.map { HeaderField($0.name, Redaction.hide(secrets, in: $0.value)) })
    }
}

/// A message as it was sent, for the head of its response: the head needs it to detect a redirect and to hide secrets.
///
/// The secrets are searched for only when something is shown.
protocol SentMessage: AnyObject, Sendable {
    /// The URL.
    var url: String { get }
    /// The texts that no description shows.
    var secretTexts: [String] { get }
}

/// The notes of transports and decorators about a response.
package struct ResponseNotes: Sendable {
    /// The message as it was sent, whose secrets no description shows; `nil` until it is set.
    var sent: (any SentMessage)?

    /// The number of attempts; `nil` if nothing retries the message.
    var history: AttemptHistory?

    /// The version of HTTP that the server responded with, such as `1.1` or `2`; `nil` if the transport doesn't know it.
    package var protocolVersion: String?

    /// The mark of the cache that handled the response; 0 if there was none.
    ///
    /// The module of the cache gives it a meaning.
    package var cacheMark: UInt8 = 0

    /// The marks from this one on say that the server sent nothing of the response.
    package static let firstMarkFromCache: UInt8 = 3

    /// The reason of the cache for what it did; 0 if there was no cache.
    package var cacheReasonMark: UInt8 = 0

    /// Indicates whether the transport decodes the content without noticing that it was cut off.
    package var mayBeCutOff = false
}
