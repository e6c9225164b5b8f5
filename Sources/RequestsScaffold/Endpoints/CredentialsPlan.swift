import Requests

/// The credentials that a document describes.
struct CredentialsPlan {
    /// Examples of credentials, in code.
    private(set) var samples: [String] = []
    /// The parts that aren't scaffolded.
    private(set) var omissions: [String] = []

    init(_ document: Document) {
        for (_, value) in document.content["components"]?["securitySchemes"]?.object ?? [:] {
            add(document.resolved(value))
        }
        let operations = document.operations.compactMap { $0.content["security"]?.array }
        if operations.contains(where: { !$0.isEmpty }) {
            omissions.append("the credentials that each operation requires")
        }
        let requirements = operations.joined() + (document.content["security"]?.array ?? [])
        let hasScopes = requirements.contains { requirement in
            (requirement.object ?? [:]).contains { $0.value.array?.isEmpty == false }
        }
        if hasScopes { omissions.append("the scopes of credentials") }
    }

    private mutating func add(_ scheme: JSONValue) {
        let name = SwiftText.literal(scheme["name"]?.string ?? "")
        switch (scheme["type"]?.string, scheme["scheme"]?.string?.lowercased(), scheme["in"]?.string) {
        case ("http", "basic", _): add("`.basic(user: user, password: password)`")
        case ("http", "bearer", _), ("oauth2", _, _), ("openIdConnect", _, _): add("`.bearerToken(token)`")
        case ("apiKey", _, "header"): add("`.apiKey(key, inHeader: \(name))`")
        case ("apiKey", _, "query"): add("`.apiKey(key, inQuery: \(name))`")
        case (let type, let scheme, let place):
            let kind = [type, scheme, place].compactMap(\.self).map(SwiftText.line).joined(separator: " ")
            omissions.append("credentials of the type \(kind)")
        }
    }

    private mutating func add(_ sample: String) {
        if !samples.contains(sample) { samples.append(sample) }
    }
}
