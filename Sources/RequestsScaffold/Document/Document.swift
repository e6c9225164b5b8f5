import Requests
import RequestsOpenAPI

/// A document whose references can be followed.
final class Document {
    let content: JSONValue.Object
    let references: DocumentReferences

    init(_ document: OpenAPI) {
        var content = document.content
        for (base, subtypes) in Self.subtypes(in: content) {
            let mapping = subtypes.map { (key: $0, value: JSONValue.string("#/components/schemas/\($0)")) }
            content["components"]?["schemas"]?[base]?["discriminator"]?["mapping"] = .object(JSONValue.Object(mapping))
        }
        self.content = content
        references = DocumentReferences(content)
    }

    /// Finds the subtypes of each base whose discriminator maps no names: the components that contain the base in
    /// `allOf` (OpenAPI 3.1.1, section 4.8.25).
    private static func subtypes(in content: JSONValue.Object) -> [String: [String]] {
        let schemas = content["components"]?["schemas"]?.object ?? [:]
        var subtypes: [String: [String]] = [:]
        for (name, schema) in schemas {
            for reference in (schema["allOf"]?.array ?? []).compactMap({ $0["$ref"]?.string }) {
                let base = String(reference.trimmingPrefix("#/components/schemas/"))
                guard let value = schemas[base], let discriminator = value["discriminator"]?.object else { continue }
                let names = ["oneOf", "anyOf"].compactMap { value[$0] } + [discriminator["mapping"]].compactMap(\.self)
                if names.isEmpty { subtypes[base, default: []].append(name) }
            }
        }
        return subtypes
    }

    /// Returns the target of a reference; the value itself if it isn't a reference, or if the target is missing.
    func resolved(_ value: JSONValue) -> JSONValue { references.resolved(value) }

    /// Returns the target of a reference; `nil` if there is none.
    func target(of reference: String) -> JSONValue? { references.target(of: reference) }

    /// The title, such as `GitHub v3 REST API`.
    var title: String { SwiftText.line(content["info"]?["title"]?.string ?? "") }

    var version: String { SwiftText.line(content["info"]?["version"]?.string ?? "") }

    /// All operations, in the document's order.
    private(set) lazy var operations: [Operation] = {
        var operations: [Operation] = []
        for (path, value) in content["paths"]?.object ?? [:] where path.hasPrefix("/") {
            guard let item = resolved(value).object else { continue }
            for (method, found) in FoundOperation.all(in: item, path: path) {
                let parameters = parameters(item["parameters"], found.content["parameters"])
                operations.append(Operation(method: method, path: path, content: found.content, parameters: parameters))
            }
        }
        return operations
    }()

    /// Returns the parameters of an operation and of its path; the operation's parameters have precedence.
    private func parameters(_ lists: JSONValue?...) -> [JSONValue.Object] {
        var parameters: [JSONValue.Object] = []
        for value in lists.flatMap({ $0?.array ?? [] }) {
            guard let parameter = resolved(value).object, parameter["name"]?.string != nil else { continue }
            let same = parameters.firstIndex { $0["name"] == parameter["name"] && $0["in"] == parameter["in"] }
            if let same { parameters[same] = parameter } else { parameters.append(parameter) }
        }
        return parameters
    }

    /// Returns the references in some values, and in the targets of these references.
    func references(in values: [JSONValue]) -> Set<String> { references.references(in: values) }
}
