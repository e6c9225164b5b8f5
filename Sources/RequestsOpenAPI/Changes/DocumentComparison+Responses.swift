import Requests

extension DocumentComparison {
    mutating func compareResponses(_ old: JSONValue.Object, _ new: JSONValue.Object) {
        for (status, response) in old where !status.hasPrefix("x-") {
            // A client declares one failure type for all operations, so the type is only a guess for a single
            // operation.
            if isLenient, !Self.isSuccess(status) { continue }
            if let other = Self.status(status, in: new), let counterpart = new[other] {
                compareResponse(response, counterpart, "response \(other)")
            } else if !Self.isSuccess(status) {
                note("failure-removed", "responses", old: .string(status))
            } else if status.uppercased() == "2XX", let narrow = new.first(where: { Self.isSuccess($0.key) }) {
                note("success-narrowed", "responses", old: .string(status), new: .string(narrow.key))
                compareResponse(response, narrow.value, "response \(narrow.key)")
            } else {
                note("success-removed", "responses", old: .string(status))
            }
        }
        if isLenient { return }
        for (status, response) in new where old[status] == nil && !status.hasPrefix("x-") {
            if let other = Self.status(status, in: old), let counterpart = old[other] {
                compareResponse(counterpart, response, "response \(status)")
            } else if !(Self.isSuccess(status) && old.contains { $0.key.uppercased() == "2XX" }) {
                let rule = Self.isSuccess(status) ? "success-added" : "failure-added"
                note(rule, "responses", new: .string(status))
            }
        }
        let extensions = new.differences(from: old).filter { $0.hasPrefix("x-") }
        for name in extensions { note("extension-changed", "responses, \(name)") }
    }

    private static func isSuccess(_ status: String) -> Bool { status.hasPrefix("2") }

    /// Returns the name of the member for a status: the status itself, its range, or `default` if that applies.
    private static func status(_ status: String, in responses: JSONValue.Object) -> String? {
        if responses[status] != nil { return status }
        let range = status.prefix(1) + "XX"
        if let same = responses.first(where: { $0.key.uppercased() == range }) { return same.key }
        guard responses["default"] != nil else { return nil }
        return isSuccess(status) && responses.contains { isSuccess($0.key) } ? nil : "default"
    }

    private mutating func compareResponse(_ first: JSONValue, _ second: JSONValue, _ location: String) {
        let (old, new) = (self.old.resolved(first).object ?? [:], self.new.resolved(second).object ?? [:])
        compareWords(old, new, "response-words-changed", location)
        compareHeaders(old["headers"]?.object ?? [:], new["headers"]?.object ?? [:], location)
        compareContent(old, new, location, .output)
        if old["links"] != new["links"] { note("response-links-changed", location) }
        compareOthers(old, new, known: ["summary", "description", "headers", "content", "links"], location)
    }

    // MARK: - Header fields

    private mutating func compareHeaders(_ old: JSONValue.Object, _ new: JSONValue.Object, _ location: String) {
        let names = Dictionary(new.map { ($0.key.lowercased(), $0.key) }, uniquingKeysWith: { first, _ in first })
        var matched: Set<String> = []
        // OpenAPI ignores definitions of this field (3.1.1, section 4.8.17.1).
        let isIgnored: (String) -> Bool = { $0.lowercased() == "content-type" }
        if old.first(where: { isIgnored($0.key) })?.value != new.first(where: { isIgnored($0.key) })?.value {
            note("ignored-header-changed", "\(location) header Content-Type")
        }
        for (name, header) in old where !isIgnored(name) {
            let place = "\(location) header \(name)"
            guard let other = names[name.lowercased()], let counterpart = new[other] else {
                note("response-header-removed", place)
                continue
            }
            matched.insert(other)
            compareHeader(
                self.old.resolved(header).object ?? [:], self.new.resolved(counterpart).object ?? [:], place)
        }
        for (name, header) in new where !matched.contains(name) && !isIgnored(name) {
            let isRequired = self.new.resolved(header)["required"] == true
            note(
                isRequired ? "required-response-header-added" : "optional-response-header-added",
                "\(location) header \(name)")
        }
    }

    private mutating func compareHeader(_ old: JSONValue.Object, _ new: JSONValue.Object, _ location: String) {
        let isRequired = (old["required"] == true, new["required"] == true)
        if isRequired == (false, true) { note("response-header-required", location) }
        if isRequired == (true, false) { note("response-header-optional", location) }
        compareDeprecation(
            old, new, location, deprecated: "response-header-deprecated", restored: "response-header-deprecated")
        compareWords(old, new, "response-words-changed", location, names: ["description"])
        compareExamples(old, new, "response-examples-changed", location)
        let style = (old["style"] ?? "simple", new["style"] ?? "simple")
        if style.0 != style.1 || (old["explode"] == true) != (new["explode"] == true) {
            note("response-header-style-changed", location)
        }
        if let before = old["content"]?.object, let after = new["content"]?.object {
            compareMedia(before, after, location, .output)
        } else {
            if old["content"] != nil || new["content"] != nil { note("response-header-style-changed", location) }
            compareSchemas(old["schema"] ?? [:], new["schema"] ?? [:], SchemaSite(location, .output, isText: true))
        }
        let known: Set = [
            "required", "deprecated", "description", "example", "examples", "style", "explode", "content", "schema",
        ]
        compareOthers(old, new, known: known, location)
    }
}
