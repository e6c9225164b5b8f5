import Requests

/// The Vary field of a response (RFC 9110, section 12.5.5).
struct Vary: Sendable {
    /// The unique names in lower case, sorted.
    let names: [String]

    /// Indicates whether no request matches, because the field contains a `*`.
    let matchesNothing: Bool

    init(_ header: HeaderFields) {
        let lines = header[values: .vary]
        let members = lines.isEmpty ? [] : Set(lines.flatMap(HeaderListElement.all).map { $0.lowercased() })
        matchesNothing = members.contains("*")
        names = members.sorted()
    }
}

/// Selects stored responses by the fields of a request (RFC 9111, section 4.1).
///
/// Besides the fields of Vary, every sensitive field of the request must match. Therefore, a response to a request with
/// credentials is used only for requests with the same credentials. But a response to a request without cookies is also
/// used for requests with cookies.
///
/// A URL may have many variants, so a request's values are computed once, not for each variant. The workload
/// `cacheHit30` measures this.
struct Selection {
    private let request: OutgoingRequest
    /// The lower-case names of the sensitive fields that must match.
    private let required: [String]
    /// The values that were looked up first.
    private var known: [SelectingField] = []

    /// Prepares to select responses to a request.
    init(_ request: OutgoingRequest) {
        self.request = request
        required = request.header.filter { $0.isSensitive && $0.name != .cookie }.map { $0.name.rawValue.lowercased() }
    }

    /// Returns the fields that must match if a request is to reuse the response.
    static func fields(of request: OutgoingRequest, for head: ResponseHead) -> [SelectingField] {
        var names = Vary(head.header).names
        for field in request.header where field.isSensitive {
            let name = field.name.rawValue.lowercased()
            if !names.contains(name) { names.append(name) }
        }
        // Accept-Encoding and the compression policy decide whether a body is decompressed.
        if head.hasContentCoding {
            if !names.contains("accept-encoding") { names.append("accept-encoding") }
            names.append(compression)
        }
        return names.map { SelectingField(name: $0, value: value(of: $0, in: request)) }
    }

    /// Returns whether a stored response matches the request.
    mutating func matches(_ head: StoredHead) -> Bool {
        for field in head.selecting where value(of: field.name) != field.value {
            guard field.name == "accept-language", Self.fitsLanguage(of: head, request) else { return false }
        }
        return required.allSatisfy { name in head.selecting.contains { $0.name == name } }
    }

    /// Returns the value of a field, and remembers the first few values.
    private mutating func value(of name: String) -> String? {
        if let field = known.first(where: { $0.name == name }) { return field.value }
        let value = Self.value(of: name, in: request)
        if known.count < 16 { known.append(SelectingField(name: name, value: value)) }
        return value
    }

    /// The name of the compression policy among the fields; no real field can have this name.
    private static let compression = ":compression"

    /// Returns the normalized value of a field; `nil` if the request lacks it.
    private static func value(of name: String, in request: OutgoingRequest) -> String? {
        if name == compression { return "\(request.options.policy.compression)" }
        let name = HeaderField.Name(name)
        guard let text = request.header[name] else { return nil }
        if request.header.contains(where: { $0.isSensitive && $0.name == name }) {
            return SHA256Hash.hexText(of: Array(text.utf8))
        }
        let members = HeaderListElement.all(in: text)
        guard name == .acceptLanguage else { return members.joined(separator: ",") }
        // Languages of equal weight are unordered.
        return members.map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }.sorted().joined(separator: ",")
    }

    /// Returns whether a response is in the language that a request prefers over all others.
    private static func fitsLanguage(of head: StoredHead, _ request: OutgoingRequest) -> Bool {
        guard let language = head.header[.contentLanguage]?.lowercased() else { return false }
        let wanted = HeaderListElement.all(in: request.header[.acceptLanguage] ?? "").map(weight)
        guard let best = wanted.max(by: { $0.weight < $1.weight }), best.weight > 0 else { return false }
        return wanted.filter { $0.weight == best.weight }.count == 1 && best.name == language
    }

    /// Reads an element such as `de;q=0.5`.
    private static func weight(_ member: String) -> (name: String, weight: Double) {
        let parts = member.split(separator: ";").map { $0.trimmingBlanks.lowercased() }
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
        return (parts.first ?? "", weight ?? 1)
    }
}
