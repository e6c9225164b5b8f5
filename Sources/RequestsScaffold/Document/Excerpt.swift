import Requests
import RequestsOpenAPI

extension OpenAPI {
    /// Returns a document that contains only some operations, and the components that these operations reach.
    func excerpt(_ isIncluded: (Operation) -> Bool) -> JSONValue {
        let document = Document(self)
        let operations = document.operations.filter(isIncluded)
        let included = Set(operations.map(\.name))
        var paths = JSONValue.Object([])
        for (path, value) in content["paths"]?.object ?? [:] where operations.contains(where: { $0.path == path }) {
            let item = document.resolved(value).object ?? [:]
            paths[path] = .object(Self.excerpt(item, of: path, included))
        }
        let references = document.references(in: [.object(paths)])
        var components = JSONValue.Object([])
        for (section, value) in content["components"]?.object ?? [:] {
            let kept = (value.object ?? [:]).filter { name, _ in
                let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
                return section == "securitySchemes" || references.contains("#/components/\(section)/\(escaped)")
                    || references.contains { $0.hasPrefix("#/components/\(section)/\(escaped)/") }
            }
            if !kept.isEmpty { components[section] = .object(JSONValue.Object(kept)) }
        }
        var excerpt = JSONValue.Object([])
        for (name, value) in content {
            switch name {
            case "paths": excerpt[name] = .object(paths)
            case "components": excerpt[name] = .object(components)
            case "webhooks": break
            default: excerpt[name] = value
            }
        }
        return .object(excerpt)
    }

    private static func excerpt(
        _ item: JSONValue.Object, of path: String, _ included: Set<String>
    ) -> JSONValue.Object {
        JSONValue.Object(
            item.compactMap { name, value in
                if FoundOperation.methods.contains(name) {
                    return included.contains("\(name.uppercased()) \(path)") ? (key: name, value: value) : nil
                }
                guard name == "additionalOperations" else { return (key: name, value: value) }
                let others = (value.object ?? [:]).filter { included.contains("\($0.key) \(path)") }
                return (key: name, value: .object(JSONValue.Object(others)))
            })
    }
}
