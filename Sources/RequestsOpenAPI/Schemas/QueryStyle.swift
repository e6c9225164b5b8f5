import Requests

/// The styles of parameters, as an API's coding writes them (OpenAPI 3.1.1, section 4.8.12.3).
enum QueryStyle {
    /// Returns the suffix of an array's name, and its style.
    static func list(_ style: Coding.ArrayStyle) -> (suffix: String, style: JSONValue.Object) {
        switch style {
        case .repeated: ("", ["style": "form", "explode": true])
        case .brackets: ("[]", ["style": "form", "explode": true])
        case .commaSeparated: ("", ["style": "form", "explode": false])
        // OpenAPI can't express indices.
        case .indices: ("", ["style": "deepObject", "explode": true, "description": "Written with indices: `a[0]=1`."])
        }
    }

    /// The style of nested names: `a[b]=1`.
    static let nested: JSONValue.Object = ["style": "deepObject", "explode": true]
}
