import Requests

/// A parameter of an operation.
private struct FoundParameter {
    /// The identity of the parameter: its location and name, or its position in the path.
    let key: String
    let name: String
    let place: String
    let content: JSONValue.Object

    var isRequired: Bool { place == "path" || content["required"] == true }

    var location: String { "\(place) parameter \(name)" }

    var style: String {
        content["style"]?.string ?? (place == "query" || place == "cookie" ? "form" : "simple")
    }

    var isExploded: Bool {
        // In the style `deepObject`, `explode` has no effect.
        style == "deepObject" || (content["explode"]?.bool ?? (style == "form" || style == "cookie"))
    }

    /// Indicates whether OpenAPI ignores the definition (3.1.1, section 4.8.12.2).
    var isIgnored: Bool { ["header accept", "header content-type", "header authorization"].contains(key) }

    /// Returns the parameters of an operation and of its path; the operation's parameters have precedence.
    ///
    /// If the document doesn't declare a parameter for a placeholder, the placeholder counts as a string.
    static func all(
        in operation: FoundOperation, _ document: DocumentReferences, explodes: Bool = false
    ) -> [FoundParameter] {
        let placeholders = DocumentComparison.placeholders(of: operation.path)
        var parameters: [FoundParameter] = []
        var positions: [String: Int] = [:]
        let lists = [operation.item["parameters"], operation.content["parameters"]]
        let found = lists.flatMap { $0?.array ?? [] }.compactMap { document.resolved($0).object }
        for content in explodes ? found.flatMap(document.exploded) : found {
            let (name, place) = (content["name"]?.string ?? "", content["in"]?.string ?? "")
            let key =
                switch place {
                case "path": placeholders.firstIndex(of: name).map { "path #\($0)" } ?? "path \(name)"
                case "header": "header \(name.lowercased())"
                default: "\(place) \(name)"
                }
            let parameter = FoundParameter(key: key, name: name, place: place, content: content)
            if let position = positions[key] {
                parameters[position] = parameter
            } else {
                positions[key] = parameters.count
                parameters.append(parameter)
            }
        }
        for (index, name) in placeholders.enumerated() where positions["path #\(index)"] == nil {
            let content: JSONValue.Object = ["name": .string(name), "in": "path", "schema": ["type": "string"]]
            parameters.append(FoundParameter(key: "path #\(index)", name: name, place: "path", content: content))
        }
        return parameters
    }
}

extension DocumentComparison {
    mutating func compareParameters(_ first: FoundOperation, _ second: FoundOperation) {
        let all = (FoundParameter.all(in: first, old), FoundParameter.all(in: second, new, explodes: isLenient))
        compareIgnored(all.0.filter(\.isIgnored), all.1.filter(\.isIgnored))
        let before = all.0.filter { !$0.isIgnored }
        var after = all.1.filter { !$0.isIgnored }
        var removed: [FoundParameter] = []
        let positions = Dictionary(
            after.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        var matched: Set<Int> = []
        for parameter in before {
            if let position = positions[parameter.key] {
                matched.insert(position)
                compare(parameter, after[position])
            } else {
                removed.append(parameter)
            }
        }
        after = after.enumerated().filter { !matched.contains($0.offset) }.map(\.element)
        for parameter in removed {
            if let position = after.firstIndex(where: { $0.name == parameter.name && $0.place != "path" }) {
                let moved = after.remove(at: position)
                note(
                    "parameter-moved", "parameter \(parameter.name)", old: .string(parameter.place),
                    new: .string(moved.place))
                compare(parameter, moved)
            } else if !mayBeMissing(parameter, in: second) {
                note("parameter-removed", parameter.location)
            }
        }
        for parameter in after {
            // A fixed segment in a declared path may match a provider's placeholder.
            if isLenient, parameter.place == "path" { continue }
            note(parameter.isRequired ? "required-parameter-added" : "optional-parameter-added", parameter.location)
        }
    }

    private mutating func compareIgnored(_ old: [FoundParameter], _ new: [FoundParameter]) {
        func contents(_ parameters: [FoundParameter]) -> JSONValue.Object {
            .init(parameters.map { (key: $0.key, value: .object($0.content)) })
        }
        for key in contents(new).differences(from: contents(old)) {
            note("ignored-header-changed", key.replacing("header", with: "header parameter", maxReplacements: 1))
        }
    }

    /// Returns whether a provider's document may omit a parameter that a client sends.
    private func mayBeMissing(_ parameter: FoundParameter, in operation: FoundOperation) -> Bool {
        let isInText = parameter.place == "path" && !operation.path.contains("{\(parameter.name)}")
        return isLenient && (parameter.key == "header idempotency-key" || isInText || operation.path.contains("?"))
    }

    private mutating func compare(_ first: FoundParameter, _ second: FoundParameter) {
        let (old, new, location) = (first.content, second.content, second.location)
        if first.isRequired != second.isRequired {
            note(second.isRequired ? "parameter-required" : "parameter-optional", location)
        }
        // A provider's document may omit the style of a value that isn't a list.
        if first.place == second.place, !isLenient || old["style"] != nil {
            if first.style != second.style {
                note("parameter-style-changed", location, old: .string(first.style), new: .string(second.style))
            } else if first.isExploded != second.isExploded {
                let values = (JSONValue.bool(first.isExploded), JSONValue.bool(second.isExploded))
                note("parameter-explode-changed", location, old: values.0, new: values.1)
            }
        }
        if (old["allowReserved"] == true) != (new["allowReserved"] == true) {
            note("parameter-reserved-changed", location)
        }
        let allowsEmpty = (old["allowEmptyValue"] == true, new["allowEmptyValue"] == true)
        if allowsEmpty == (true, false) { note("parameter-empty-value-refused", location) }
        if allowsEmpty == (false, true) { note("parameter-empty-value-allowed", location) }
        compareDeprecation(old, new, location, deprecated: "parameter-deprecated", restored: "parameter-restored")
        compareWords(old, new, "parameter-words-changed", location, names: ["description"])
        compareExamples(old, new, "parameter-examples-changed", location)
        if (old["content"] == nil) != (new["content"] == nil) {
            note("parameter-content-changed", location)
        } else if let before = old["content"]?.object, let after = new["content"]?.object {
            compareMedia(before, after, location, .input)
        } else {
            compareSchemas(old["schema"] ?? [:], new["schema"] ?? [:], SchemaSite(location, .input, isText: true))
        }
        let known: Set = [
            "name", "in", "required", "style", "explode", "allowReserved", "allowEmptyValue", "deprecated",
            "description", "example", "examples", "content", "schema",
        ]
        compareOthers(old, new, known: known, location)
    }

    mutating func compareExamples(
        _ old: JSONValue.Object, _ new: JSONValue.Object, _ rule: String, _ location: String
    ) {
        if old["example"] != new["example"] || old["examples"] != new["examples"] { note(rule, location) }
    }
}
