import Requests

/// The styles of parameters, as the coding of an API writes them (OpenAPI 3.1.1, section 4.8.12.3).
enum QueryStyle {
    /// Returns what follows the name of an array, and its style.
    static func list(_ style: Coding.ArrayStyle) -> (suffix: String, style: JSONValue.Object) {
        switch style {
        case .repeated: ("", ["style": "form", "explode": true])
        case .brackets: ("[]", ["style": "form", "explode": true])
        case .commaSeparated: ("", ["style": "form", "explode": false])
        // No style of OpenAPI has indices.
        case .indices: ("", ["style": "deepObject", "explode": true, "description": "Written with indices: `a[0]=1`."])
        }
    }

    /// The style of nested names: `a[b]=1`.
    static let nested: JSONValue.Object = ["style": "deepObject", "explode": true]
}
