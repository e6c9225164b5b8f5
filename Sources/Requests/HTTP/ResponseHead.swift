import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The head of an answer: its status and its fields.
public struct ResponseHead: Sendable {
    /// The status.
    public let status: HTTPStatus

    /// The URL that was answered, which after redirects is not the one that was asked.
    public let url: String

    private let source: Source

    /// The message as it was sent, whose secrets no description shows; `nil` until somebody notes it.
    var sent: (any SentMessage)?

    /// The number of attempts; `nil` if nobody sends the message again.
    var history: SendingHistory?

    /// Making either of the other costs microseconds, and most requests need neither.
    private enum Source: Sendable {
        case fields(HeaderFields)
        case foundation(HTTPURLResponse)
    }

    /// Makes a head of its parts.
    public init(status: HTTPStatus, header: HeaderFields = [], url: String = "") {
        self.status = status
        self.url = url
        self.source = .fields(header)
    }

    /// Makes a head of Foundation's response.
    ///
    /// Foundation joins the fields of one name and loses their order: they are sorted by name here. Those of Set-Cookie are
    /// taken apart again.
    public init(_ response: HTTPURLResponse) {
        self.status = HTTPStatus(response.statusCode)
        self.url = response.url?.absoluteString ?? ""
        self.source = .foundation(response)
    }

    /// The fields.
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
            return HeaderFields(fields.sorted { $0.name.rawValue < $1.name.rawValue })
        }
    }

    /// The value of a field, at less than the cost of all fields; those of several of the name are joined.
    func value(of name: HeaderField.Name) -> String? {
        switch source {
        case .fields(let fields): fields[name]
        case .foundation(let response): response.value(forHTTPHeaderField: name.rawValue)
        }
    }

    /// The media type of the body, where the answer names one.
    public var contentType: MediaType? { value(of: .contentType).flatMap { MediaType($0) } }

    /// How long the body is by its Content-Length, in bytes; `nil` where there is none, or none that is a number.
    ///
    /// Of a body that was compressed it is the length on the wire (RFC 9110, section 8.6).
    public var contentLength: Int? {
        guard let text = value(of: .contentLength), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text)
    }

    /// The head as Foundation has it; `nil` where the URL is not one.
    ///
    /// Fields of one name are joined.
    public var httpURLResponse: HTTPURLResponse? {
        if case .foundation(let response) = source { return response }
        return httpURLResponse(url: url)
    }

    /// The texts of the message as it was sent that no description shows.
    var secretTexts: [String] { sent?.secretTexts ?? [] }

    /// The head as Foundation has it, with texts hidden in its URL.
    func httpURLResponse(hiding secrets: [String], names: [String: Bool]) -> HTTPURLResponse? {
        let shown = Redaction.url(url, hiding: secrets + secretTexts, names: names)
        guard shown != url else { return httpURLResponse }
        // `<` and `>` may not stand in a URL.
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

extension ResponseHead: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status: `404 Not Found`.
    public var description: String { status.description }

    /// The same text as `description`.
    public var debugDescription: String { description }

    /// What `dump` shows: nothing that is sensitive.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status.description, "header": shownHeader], displayStyle: .struct)
    }

    /// The fields, without the secrets of the message that a server may have sent back.
    private var shownHeader: HeaderFields {
        let secrets = secretTexts
        if secrets.isEmpty { return header }
        return HeaderFields(header.map { HeaderField($0.name, Redaction.hide(secrets, in: $0.value)) })
    }
}

/// A message as it was sent: the part that the head of its response needs to tell a redirect and to hide secrets.
///
/// The secrets are looked for only when something is shown.
protocol SentMessage: AnyObject, Sendable {
    /// The URL.
    var url: String { get }
    /// The texts that no description shows.
    var secretTexts: [String] { get }
}
