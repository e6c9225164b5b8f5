import Foundation
import Requests

/// Replaces the secrets of one exchange with the placeholder.
struct RecordingRedactor {
    /// The names that the user and the API declare as secret or not secret.
    let names: [String: Bool]

    /// Indicates whether secrets are also found by their names.
    private let searchesNames: Bool

    /// The texts to redact everywhere.
    private var secrets: [String]

    /// The values that were redacted because of their names; other messages may repeat them.
    private(set) var found: Set<String> = []

    /// The minimum length in bytes of a secret that is also redacted in other messages.
    ///
    /// A shorter secret may be an ordinary word in another message.
    private static let shortestElsewhere = 8

    /// Makes the redactor of a message.
    ///
    /// - Parameters:
    ///   - message: The message with its secrets.
    ///   - names: The names that the user declares as secret.
    ///   - known: The secrets of other messages.
    init(_ message: OutgoingRequest, names: Set<String>, known: Set<String>) {
        self.names = message.options.sensitiveNames.merging(names.map { ($0, true) }) { $1 }
        searchesNames = true
        let own = message.secretTexts
        secrets = own + known
        for secret in own { find(secret) }
    }

    /// Makes a redactor for the given secrets, for messages whose other secrets have already been redacted.
    init(hiding known: Set<String>) {
        names = [:]
        searchesNames = false
        secrets = Array(known)
    }

    private mutating func find(_ secret: String) {
        if secret.utf8.count >= Self.shortestElsewhere, secret != Redaction.placeholder { found.insert(secret) }
    }

    /// Notes a value that was redacted because of its name.
    mutating func note(_ secret: String) {
        find(secret)
        if found.contains(secret) { secrets.append(secret) }
    }

    /// Redacts the secrets of a request and its response.
    mutating func redact(_ exchange: inout RecordedExchange, of message: OutgoingRequest? = nil) {
        // The request comes first, because its secrets are also redacted in the response.
        redact(&exchange.request, of: message)
        let count = secrets.count
        exchange.response.header = redacted(exchange.response.header)
        // The request may contain a value that the response declares as a secret, such as the value of a cookie.
        if secrets.count > count { redact(&exchange.request, of: message) }
        if !exchange.response.isEncoded {
            exchange.response.body = redacted(
                exchange.response.body, exchange.response.contentType, isRequest: false)
        }
    }

    /// Redacts the secrets of a request.
    mutating func redact(_ request: inout RecordedRequest, of message: OutgoingRequest? = nil) {
        if case .data(let data) = request.body, !data.isEmpty {
            let type = request.header[.contentType].flatMap { MediaType($0) }
            request.body = .data(redacted(data, type, isRequest: true))
        }
        request.url = redactedURL(request.url, of: message)
        request.header = redacted(request.header)
    }

    private func redactedURL(_ url: String, of message: OutgoingRequest?) -> String {
        let shown = message?.shownURL(revealing: false) ?? url
        let named = searchesNames ? Redaction.url(shown, hiding: [], names: names) : shown
        // A host isn't a secret.
        guard let scheme = named.range(of: "://") else { return hide(named) }
        let path = named[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? named.endIndex
        return Self.escaped(named[..<path] + hide(String(named[path...])))
    }

    /// Returns a text that contains URLs, with the placeholder percent-encoded.
    static func escaped(_ text: some StringProtocol) -> String {
        text.replacingOccurrences(of: Redaction.placeholder, with: Placeholder.inURL)
    }

    // MARK: - Fields

    private mutating func redacted(_ header: HeaderFields) -> HeaderFields {
        // The values of sensitive fields are also redacted in other fields.
        let fields = header.map { field in
            isSecret(field) ? HeaderField(field.name, redactedValue(of: field)) : field
        }
        return HeaderFields(
            fields.map { field in
                let value = Redaction.hasURLs(fieldName: field.name.rawValue) ? urls(field.value) : field.value
                return HeaderField(field.name, hide(value))
            })
    }

    private func isSecret(_ field: HeaderField) -> Bool {
        guard searchesNames else { return false }
        let name = field.name.rawValue.lowercased()
        return field.isSensitive || names.contains { $0.value && $0.key.lowercased() == name }
    }

    private mutating func redactedValue(of field: HeaderField) -> String {
        if field.name == .setCookie { return redactedPair(field.value[...]) }
        if field.name == .cookie {
            return field.value.split(separator: ";").map { redactedPair($0) }.joined(separator: ";")
        }
        if field.name == "WWW-Authenticate" || field.name == "Proxy-Authenticate" {
            return RedactedChallenge(field.value) { note($0) }.text
        }
        note(field.value)
        return Redaction.placeholder
    }

    /// Redacts the value of a cookie, but not its name and attributes.
    private mutating func redactedPair(_ text: Substring) -> String {
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return Redaction.placeholder }
        let end = text.utf8[equals...].firstIndex(of: UInt8(ascii: ";")) ?? text.endIndex
        let value = text[text.utf8.index(after: equals)..<end]
        note(value.trimmingCharacters(in: CharacterSet(charactersIn: " \t\"")))
        return value.isEmpty ? String(text) : text[...equals] + Redaction.placeholder + text[end...]
    }

    // MARK: - Texts

    /// Redacts all known secrets in a text.
    func hide(_ text: String) -> String { Redaction.hide(secrets, in: text) }

    /// Redacts all known secrets in bytes.
    func hide(_ data: Data) -> Data {
        let search = SecretSearch(secrets)
        let bytes = Array(data)
        guard !search.isEmpty, var secret = search.secret(in: bytes, from: 0) else { return data }
        var (shown, start) = (Data(), 0)
        while true {
            shown += bytes[start..<secret.lowerBound] + Array(Redaction.placeholder.utf8)
            start = secret.upperBound
            guard let next = search.secret(in: bytes, from: start) else { return shown + bytes[start...] }
            secret = next
        }
    }

    /// Redacts the users, passwords and sensitive query items of all URLs in a text.
    func urls(_ text: String) -> String {
        guard searchesNames, text.utf8.contains(where: { "?@#".utf8.contains($0) }) else { return text }
        let shown = Redaction.urls(text)
        return shown == text ? text : Self.escaped(shown)
    }

    /// Returns whether a value is secret because of its name.
    ///
    /// The `code` in a response is an error number, not a credential.
    func isSecret(_ name: String, _ value: String, isRequest: Bool) -> Bool {
        guard searchesNames else { return false }
        let plain = name.lowercased()
        if let isSecret = names.first(where: { $0.key.lowercased() == plain })?.value { return isSecret }
        if !isRequest, plain == "code" { return false }
        let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return Redaction.sensitiveValue(of: "\(encoded)=\(value)") != nil
    }
}
