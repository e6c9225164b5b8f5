public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The head of a response: its status and its header fields.
public struct ResponseHead: Sendable {
    /// The status.
    public let status: HTTPStatus

    /// The URL that the response came from; `nil` if the transport doesn't report it.
    ///
    /// After a redirect, this URL differs from the request's URL. Each access parses the text of the URL.
    public var url: URL? { URL(text: urlText) }

    /// The text of the URL that the response came from; empty if the transport doesn't report it.
    package let urlText: String

    /// The maximum size of the heads and trailers of one response; a transport ends a response that exceeds it.
    ///
    /// The size is the number of bytes in all lines, plus ``fieldOverhead`` for each line.
    package static var sizeLimit: Int { 256 * 1_024 }

    /// The overhead of a field in bytes, in addition to its name and value, as defined for HTTP/2 (RFC 9113, section
    /// 6.5.2).
    package static var fieldOverhead: Int { 32 }

    private var source: Source

    /// The original form of the fields: a conversion takes microseconds, and most requests need only one form.
    private enum Source: Sendable {
        case fields(HeaderFields)
        case foundation(HTTPURLResponse)
    }

    /// The notes, behind a reference: a response passes through many functions, and few of them write notes.
    private var box: Box<ResponseNotes>?

    /// The notes of transports and decorators.
    package var notes: ResponseNotes {
        get { box?.value ?? ResponseNotes() }
        set { box = Box(newValue) }
    }

    /// Makes a head from its parts.
    ///
    /// ``location``, ``links`` and errors about redirects need the URL.
    public init(status: HTTPStatus, header: HeaderFields = [], url: URL? = nil) {
        self.init(status: status, header: header, urlText: url?.absoluteString ?? "")
    }

    /// Makes a head from its parts and the text of its URL.
    package init(status: HTTPStatus, header: HeaderFields = [], urlText: String) {
        self.status = status
        self.urlText = urlText
        self.source = .fields(header)
    }

    /// Makes a head from Foundation's response.
    ///
    /// Foundation joins fields with the same name and loses their order, so this initializer sorts them by name, and
    /// splits joined Set-Cookie fields.
    public init(_ response: HTTPURLResponse) {
        self.status = HTTPStatus(response.statusCode)
        self.urlText = response.url?.absoluteString ?? ""
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

    /// Returns the joined value of the fields with a name; faster than reading all fields.
    package func value(of name: HeaderField.Name) -> String? {
        switch source {
        case .fields(let fields): fields[name]
        case .foundation(let response): response.value(forHTTPHeaderField: name.rawValue)
        }
    }

    /// The media type of the body; `nil` if Content-Type is missing or invalid.
    public var contentType: MediaType? { value(of: .contentType).flatMap { MediaType($0) } }

    /// The Content-Length in bytes; `nil` if it's missing or not a number.
    ///
    /// For a compressed body, this is the length on the wire (RFC 9110, section 8.6).
    public var contentLength: Int? { value(of: .contentLength).flatMap { Int(digits: $0.utf8) } }

    /// The Content-Range of a 206 or 416 response; `nil` if it's missing or invalid (RFC 9110, section 14.4).
    public var contentRange: ContentRange? { value(of: .contentRange).flatMap { ContentRange($0) } }

    /// The Location, resolved against ``url``; `nil` if it's missing or not an HTTP URL (RFC 9110, section 10.2.2).
    ///
    /// ```swift
    /// let (head, _) = try await session.response(for: api.post(.json(note), to: "/notes"))
    /// if let url = head.location { show(api.get(.json(Note.self), from: URLPath(absolute: url))) }
    /// ```
    public var location: URL? {
        guard let text = value(of: .location), let reference = URLReference(text) else { return nil }
        let target = reference.resolved(against: urlText)
        guard case .success = URLText.parse(Array(target.utf8)) else { return nil }
        return URL(string: target, encodingInvalidCharacters: false)
    }

    /// The head as a Foundation type; `nil` if the URL is invalid.
    ///
    /// Fields with the same name are joined.
    public var httpURLResponse: HTTPURLResponse? {
        if case .foundation(let response) = source { return response }
        return httpURLResponse(url: urlText)
    }

    /// Marks as sensitive the fields that an API declares as secret.
    mutating func markSensitive(named names: [String: Bool]) {
        if names.isEmpty { return }
        var header = header
        if header.markSensitive(named: names) { source = .fields(header) }
    }

    /// The strings of the sent message and of the transport that no description shows.
    package var secretTexts: [String] { (notes.sent?.secretTexts ?? []) + notes.transportSecrets }

    /// Returns the head as a Foundation type, with secrets hidden in its URL.
    func httpURLResponse(hiding secrets: [String], names: [String: Bool]) -> HTTPURLResponse? {
        let shown = Redaction.url(urlText, hiding: secrets + secretTexts, names: names)
        guard shown != urlText else { return httpURLResponse }
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

    /// The fields without the secrets of the message, which a server may have sent back.
    private var shownHeader: HeaderFields {
        let secrets = secretTexts
        if secrets.isEmpty { return header }
        return HeaderFields(header.map { HeaderField($0.name, Redaction.hide(secrets, in: $0.value)) })
    }
}

/// A message as sent, for the head of its response.
///
/// The head uses the message to detect a redirect and to hide secrets. Secrets are collected only when a description is
/// made.
protocol SentMessage: AnyObject, Sendable {
    /// The URL.
    var url: String { get }
    /// The strings that no description shows.
    var secretTexts: [String] { get }
    /// Indicates whether the message contains credentials.
    var hasCredentials: Bool { get }
}

/// The notes of transports and decorators about a response.
package struct ResponseNotes: Sendable {
    /// The message as sent, whose secrets no description shows; `nil` until it is set.
    var sent: (any SentMessage)?

    /// The secrets of the transport that no description shows, such as the credentials for its proxy.
    var transportSecrets: [String] = []

    /// The origins of credentials that were not added to the refused message, because it went to a different origin.
    var otherOrigins: [String] = []

    /// The number of attempts; `nil` if no decorator retries the message.
    package var history: AttemptHistory?

    /// The HTTP version of the response, such as `1.1` or `2`; `nil` if the transport doesn't know it.
    package var protocolVersion: String?

    /// The number that tells how a cache handled the response; 0 if there was no cache.
    ///
    /// The cache's module defines the meanings of the numbers.
    package var cacheMark: UInt8 = 0

    /// The lowest ``cacheMark`` which means that the server sent no part of the response.
    package static let firstMarkFromCache: UInt8 = 3

    /// The reason for the cache's decision; 0 if there was no cache.
    package var cacheReasonMark: UInt8 = 0

    /// Indicates whether the transport decodes the content without detecting truncation.
    package var mayBeCutOff = false
}
