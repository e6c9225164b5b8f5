import Foundation
import Requests

/// The value of a WWW-Authenticate field without its secrets (RFC 9110, section 11.6.1).
///
/// It keeps the schemes and parameters that a client needs to respond, but no nonce or token.
struct RedactedChallenge {
    private(set) var text = ""

    private static let shown: Set<String> = [
        "realm", "qop", "algorithm", "charset", "userhash", "stale", "error", "error_description", "scope", "domain",
    ]

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - note: Receives each secret.
    init(_ value: String, note: (String) -> Void) {
        for (index, piece) in HeaderListElement.pieces(of: value).enumerated() {
            if index > 0 { text += "," }
            text += Self.redacted(piece, note: note)
        }
    }

    /// Redacts the value of a parameter, which may follow the name of a scheme.
    private static func redacted(_ piece: String, note: (String) -> Void) -> String {
        let start = piece.firstIndex { $0 != " " && $0 != "\t" } ?? piece.endIndex
        // The piece may begin with a scheme and a space, followed by a parameter or token.
        let space = piece[start...].firstIndex { $0 == " " || $0 == "=" }
        var parameter = start
        if let space, piece[space] == " " {
            parameter = piece[space...].firstIndex { $0 != " " } ?? piece.endIndex
        } else if space == nil {
            return piece
        }
        let rest = piece[parameter...]
        guard !rest.isEmpty else { return piece }
        guard let equals = rest.firstIndex(of: "="), rest[equals...].contains(where: { $0 != "=" }) else {
            note(String(rest))
            return piece[..<parameter] + Redaction.placeholder
        }
        let name = rest[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
        if shown.contains(name) { return piece }
        let value = rest[rest.index(after: equals)...].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
        note(value)
        return piece[...equals] + "\"" + Redaction.placeholder + "\""
    }
}
