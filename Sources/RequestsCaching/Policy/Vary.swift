import Requests

/// The Vary field of a response (RFC 9110, section 12.5.5).
struct Vary: Sendable {
    /// The names in lower case, sorted, each once.
    let names: [String]

    /// Indicates whether no request matches: the field contains a `*`.
    let matchesNothing: Bool

    init(_ header: HeaderFields) {
        let members = header[values: .vary].flatMap(HeaderListElement.all).map { $0.lowercased() }
        matchesNothing = members.contains("*")
        names = members.isEmpty ? [] : Set(members).sorted()
    }
}

/// The selection of stored responses by the fields of a request (RFC 9111, section 4.1).
///
/// Besides the fields of Vary, every sensitive field of the request selects. So a response to a request with credentials goes
/// only to requests with the same credentials. The response to a request without credentials also goes to requests with cookies.
enum Selection {
    /// Returns the fields that select a response.
    static func fields(of request: OutgoingRequest, for head: ResponseHead) -> [SelectingField] {
        var names = Vary(head.header).names
        for field in request.header where field.isSensitive {
            let name = field.name.rawValue.lowercased()
            if !names.contains(name) { names.append(name) }
        }
        // A body is decompressed or not by these.
        if head.hasContentCoding {
            if !names.contains("accept-encoding") { names.append("accept-encoding") }
            names.append(compression)
        }
        return names.map { SelectingField(name: $0, value: value(of: $0, in: request)) }
    }

    /// Returns whether a stored response fits a request.
    static func matches(_ head: StoredHead, _ request: OutgoingRequest) -> Bool {
        for field in head.selecting where value(of: field.name, in: request) != field.value {
            guard field.name == "accept-language", fitsLanguage(of: head, request) else { return false }
        }
        return request.header.allSatisfy { field in
            !field.isSensitive || field.name == .cookie
                || head.selecting.contains { $0.name == field.name.rawValue.lowercased() }
        }
    }

    /// The name of the compression policy among the fields; no field has this name.
    private static let compression = ":compression"

    /// Returns the normalised value of a field; `nil` if the request does not have it.
    private static func value(of name: String, in request: OutgoingRequest) -> String? {
        if name == compression { return "\(request.options.policy.compression)" }
        let name = HeaderField.Name(name)
        guard let text = request.header[name] else { return nil }
        if request.header.contains(where: { $0.isSensitive && $0.name == name }) {
            return SHA256.hexText(of: Array(text.utf8))
        }
        let members = HeaderListElement.all(in: text)
        guard name == .acceptLanguage else { return members.joined(separator: ",") }
        // Languages of equal weight have no order.
        return members.map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }.sorted().joined(separator: ",")
    }

    /// Returns whether a response is in the language that a request prefers to all others.
    private static func fitsLanguage(of head: StoredHead, _ request: OutgoingRequest) -> Bool {
        guard let language = head.header[.contentLanguage]?.lowercased() else { return false }
        let wanted = HeaderListElement.all(in: request.header[.acceptLanguage] ?? "").map(weight)
        guard let best = wanted.max(by: { $0.weight < $1.weight }), best.weight > 0 else { return false }
        return wanted.filter { $0.weight == best.weight }.count == 1 && best.name == language
    }

    /// Reads `de;q=0.5`.
    private static func weight(_ member: String) -> (name: String, weight: Double) {
        let parts = member.split(separator: ";").map { $0.trimmingBlanks.lowercased() }
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
        return (parts.first ?? "", weight ?? 1)
    }
}
