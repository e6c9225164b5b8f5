import Foundation
import Requests
import RequestsEndpoints

extension Explainer {
    /// The maximum number of characters of a body to show.
    private static let bodyLimit = 1_000

    var bodyParts: [Part] {
        if isTemplate { return templateBody }
        guard let body = message?.body, !body.isNone else { return [] }
        var text = body.description
        if showingBody, let content = Self.text(of: body) { text += "\n" + content }
        return [Part(place: .body, text: text, source: bodySource(body))]
    }

    private var templateBody: [Part] {
        guard let endpoint = parts.endpoint else { return [] }
        if endpoint.isWhole, endpoint.hasWholeBody {
            return [Part(place: .body, text: endpoint.bodyFormat.name, source: .input)]
        }
        let names = bodyProperties.map(\.key)
        return names.isEmpty ? [] : [Part(place: .body, text: endpoint.bodyFormat.name, source: .properties(names))]
    }

    private var bodyProperties: [ExplainedEndpoint.Property] {
        parts.endpoint?.properties.filter { $0.place == .body || $0.place == .bodyField } ?? []
    }

    private func bodySource(_ body: RequestBody) -> Source {
        if differ(withCredentials, message) { return .hook }
        if differ(withBody, withCredentials) { return .credentials }
        guard let endpoint = parts.endpoint, !parts.hasOwnBody else { return parts.rest("bodyProvider") }
        let names = Self.names(in: body)
        let sent = bodyProperties.filter { property in
            property.place == .body || names?.contains(parts.coding.keys.wireName(of: property.key)) ?? true
        }
        if !sent.isEmpty { return .properties(sent.map(\.key)) }
        return endpoint.isWhole ? .input : parts.isType ? .property("bodyProvider") : .chain
    }

    /// Returns whether two stages have different bodies in memory, or whether only one of them has a body.
    private func differ(_ one: OutgoingRequest?, _ other: OutgoingRequest?) -> Bool {
        guard let one, let other else { return false }
        if one.body.isNone != other.body.isNone { return true }
        return Self.haveOtherData(one, other) && !Self.haveOtherData(withBody, withBodyAgain)
    }

    private static func haveOtherData(_ one: OutgoingRequest?, _ other: OutgoingRequest?) -> Bool {
        guard case .data(let data)? = one?.body, case .data(let changed)? = other?.body else { return false }
        return data != changed
    }

    /// Returns the names in a JSON object; `nil` for other bodies.
    private static func names(in body: RequestBody) -> Set<String>? {
        guard case .data(let data) = body, let object = try? JSONValue(parsing: data).object else { return nil }
        return Set(object.map(\.key))
    }

    /// Returns the beginning of a text body in memory, without control characters; `nil` for other bodies.
    private static func text(of body: RequestBody) -> String? {
        guard case .data(let data) = body, let text = String(utf8: data) else { return nil }
        let lines = text.unicodeScalars.prefix(bodyLimit).split(separator: "\n", omittingEmptySubsequences: false)
        let shown = lines.map { String(String.UnicodeScalarView($0)).withoutControls }.joined(separator: "\n")
        return shown + (text.unicodeScalars.count > bodyLimit ? "…" : "")
    }

    var responseParts: [Part] {
        var text = parts.resource == Void.self ? "no value" : Self.name(of: "\(parts.resource)")
        let status = parts.acceptableStatus.shown
        if status != StatusSet.success.shown { text += ", status \(status)" }
        return [Part(place: .response, text: text, source: .decoder)]
    }

    /// Returns a type's name as written in source code: `[Todo]` for an array.
    private static func name(of type: String) -> String {
        for (prefix, begins, ends) in [("Array<", "[", "]"), ("Optional<", "", "?")]
        where type.hasPrefix(prefix) && type.hasSuffix(">") {
            return begins + name(of: String(type.dropFirst(prefix.count).dropLast())) + ends
        }
        return type
    }
}
