/// A server's challenge: an authentication scheme with which it asks for credentials (RFC 9110, section 11.3).
///
/// ```swift
/// let digest = head.challenges.first { $0.scheme == "digest" }
/// digest?.parameter("realm")
/// ```
///
/// A ``ChallengeResponder`` responds to challenges. Descriptions show only the names of parameters.
public struct Challenge: Hashable, Sendable {
    /// The scheme in lower case, such as `basic`, `digest`, `bearer` or `negotiate`.
    public let scheme: String

    /// The token after the scheme, as in `Negotiate YII=`; `nil` if parameters or nothing follows the scheme.
    public internal(set) var token68: String?

    private var pairs: [Parameter] = []

    private struct Parameter: Hashable, Sendable {
        let name: String
        let value: String
    }

    init(scheme: String, token68: String? = nil) {
        self.scheme = scheme
        self.token68 = token68
    }

    /// The parameters in order, with their names in lower case and their values unquoted.
    ///
    /// Names are unique: if the server repeats a parameter, the first one counts.
    package var parameters: [(name: String, value: String)] { pairs.map { ($0.name, $0.value) } }

    /// Returns the value of the parameter with this name, ignoring case.
    public func parameter(_ name: String) -> String? {
        pairs.first { $0.name.equalsIgnoringASCIICase(name) }?.value
    }

    mutating func append(_ name: String, _ value: String) {
        pairs.append(Parameter(name: name, value: value))
    }
}

extension Challenge: RedactedDescription {
    /// The scheme and the names of the parameters, without their values: `digest (realm, nonce)`.
    public var description: String {
        let names = pairs.map(\.name).joined(separator: ", ")
        return (names.isEmpty ? scheme : "\(scheme) (\(names))").withoutControls
    }
}

extension ResponseHead {
    /// The challenges of the `WWW-Authenticate` fields, in order (RFC 9110, section 11.6.1).
    ///
    /// The server may send several fields, or one field with a list. Invalid parts are skipped.
    public var challenges: [Challenge] { ChallengeReader(header[values: .wwwAuthenticate]).challenges }
}
