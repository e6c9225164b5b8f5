import Requests

/// The styles in which a document writes arrays in queries, of which an API's coding has one.
enum ArrayStyle: String, CaseIterable {
    case repeated, brackets, indices, commaSeparated

    /// Returns the style of a parameter's array; `nil` if no coding has it.
    init?(of parameter: JSONValue.Object) {
        let name = parameter["name"]?.string ?? ""
        switch parameter["style"]?.string ?? "form" {
        case "form" where parameter["explode"] == false: self = .commaSeparated
        case "form": self = name.hasSuffix("[]") ? .brackets : .repeated
        case "deepObject": self = .indices
        default: return nil
        }
    }

    /// Finds the most frequent style in queries; `nil` if they have no arrays.
    init?(of operations: [Operation], in document: Document) {
        var counts: [ArrayStyle: Int] = [:]
        for parameter in operations.flatMap(\.parameters) where parameter["in"] == "query" {
            guard let schema = parameter["schema"], MergedSchema(schema, document).type == "array" else { continue }
            if let style = ArrayStyle(of: parameter) { counts[style, default: 0] += 1 }
        }
        // The first style wins a tie.
        guard let most = Self.allCases.max(by: { counts[$0, default: 0] < counts[$1, default: 0] }), !counts.isEmpty
        else { return nil }
        self = most
    }
}
