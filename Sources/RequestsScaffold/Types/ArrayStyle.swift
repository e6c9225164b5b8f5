import Requests

/// The styles of arrays in queries and forms.
///
/// A document can contain several styles, but an API's coding has only one.
enum ArrayStyle: String, CaseIterable {
    case repeated, brackets, indices, commaSeparated

    /// Returns the style of a parameter's array; `nil` if no coding supports the style.
    init?(of parameter: JSONValue.Object) {
        let name = parameter["name"]?.string ?? ""
        switch parameter["style"]?.string ?? "form" {
        case "form" where parameter["explode"] == false: self = .commaSeparated
        case "form": self = name.hasSuffix("[]") ? .brackets : .repeated
        case "deepObject": self = .indices
        default: return nil
        }
    }

    /// Returns the style of a list in a form with an Encoding Object; `nil` if no coding supports the style.
    init?(ofFormList name: String, _ encoding: JSONValue?) {
        var parameter = encoding?.object ?? [:]
        parameter["name"] = .string(name)
        self.init(of: parameter)
    }

    /// Finds the most frequent style in queries; `nil` if the queries contain no arrays.
    init?(of operations: [Operation], in document: Document) {
        let parameters = operations.flatMap(\.parameters).filter { parameter in
            parameter["in"] == "query" && parameter["schema"].map { MergedSchema($0, document).type } == "array"
        }
        self.init(mostFrequentOf: parameters.compactMap(ArrayStyle.init(of:)))
    }

    /// Finds the most frequent style in a form; `nil` if the form contains no arrays.
    init?(ofForm schema: JSONValue, _ encoding: JSONValue?, in document: Document) {
        let properties = MergedSchema(schema, document).properties
        let lists = properties.filter { MergedSchema($0.schema, document).type == "array" }
        self.init(mostFrequentOf: lists.compactMap { ArrayStyle(ofFormList: $0.name, encoding?[$0.name]) })
    }

    private init?(mostFrequentOf styles: [ArrayStyle]) {
        let counts = Dictionary(grouping: styles) { $0 }.mapValues(\.count)
        // The first style wins a tie.
        guard let most = Self.allCases.max(by: { counts[$0, default: 0] < counts[$1, default: 0] }), !counts.isEmpty
        else { return nil }
        self = most
    }
}
