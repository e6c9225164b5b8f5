import Requests

extension DocumentComparison {
    /// Compares the alternatives of two schemas.
    ///
    /// - Returns: Whether the other members must also be compared.
    mutating func compareAlternatives(
        _ old: SchemaForm, _ new: SchemaForm, _ first: JSONValue, _ second: JSONValue, _ site: SchemaSite
    ) -> Bool {
        if isLenient {
            compareLeniently(old, new, first, second, site)
            return false
        }
        let isListed = (!old.alternatives.isEmpty, !new.alternatives.isEmpty)
        if isListed != (true, true) {
            // A schema without alternatives counts as a single alternative.
            if old.allowsNull != new.allowsNull {
                note(new.allowsNull ? "null-allowed" : "null-refused", at: site)
            }
            let before = isListed.0 ? old.alternatives.flatMap(\.self) : [Self.withoutNull(first)]
            let after = isListed.1 ? new.alternatives.flatMap(\.self) : [Self.withoutNull(second)]
            match(before, after, site)
            return false
        }
        match(old.alternatives.flatMap(\.self), new.alternatives.flatMap(\.self), site)
        return true
    }

    private static func withoutNull(_ schema: JSONValue) -> JSONValue {
        guard case .object(var object) = schema, case .array(let types)? = object["type"] else { return schema }
        let others = types.filter { $0 != "null" }
        object["type"] = others.count == 1 ? others[0] : .array(others)
        return .object(object)
    }

    /// Compares equal alternatives, and then each remaining alternative with the first similar one.
    private mutating func match(_ old: [JSONValue], _ new: [JSONValue], _ site: SchemaSite) {
        var positions: [JSONValue: Int] = [:]
        for (index, schema) in new.enumerated() where positions[schema] == nil { positions[schema] = index }
        var matched: Set<Int> = []
        var removed: [(index: Int, schema: JSONValue)] = []
        for (index, schema) in old.enumerated() {
            if let position = positions[schema], matched.insert(position).inserted {
                compareSchemas(schema, new[position], site.part("\(position + 1)"))
            } else {
                removed.append((index, schema))
            }
        }
        var added = new.indices.filter { !matched.contains($0) }
        for (index, schema) in removed {
            let counterpart = added.first { isSimilar(schema, new[$0]) }
            if let counterpart {
                added.removeAll { $0 == counterpart }
                compareSchemas(schema, new[counterpart], site.part("\(counterpart + 1)"))
            } else {
                note("alternative-removed", at: site, old: Self.title(of: schema, index))
            }
        }
        for index in added { note("alternative-added", at: site, new: Self.title(of: new[index], index)) }
    }

    /// Returns whether two alternatives seem to match: objects with a common property, or values of the same type.
    private func isSimilar(_ old: JSONValue, _ new: JSONValue) -> Bool {
        if let first = old.reference, let second = new.reference, self.new.target(of: first) != nil {
            return first == second
        }
        let (first, second) = (SchemaForm(old).expanded(self.old), SchemaForm(new).expanded(self.new))
        guard first.types == second.types, first.alternatives.isEmpty, second.alternatives.isEmpty else { return false }
        guard let before = first.members["properties"]?.object, let after = second.members["properties"]?.object
        else { return first.types != nil }
        return before.contains { after[$0.key] != nil }
    }

    private static func title(of schema: JSONValue, _ index: Int) -> JSONValue {
        if let pointer = schema.reference, let name = pointer.split(separator: "/").last {
            return .string(String(name))
        }
        return schema["title"] ?? schema["type"] ?? .string("\(index + 1)")
    }

    // MARK: - Drift

    /// Returns the alternatives of a provider's schema, each combined with the members next to the list of
    /// alternatives.
    private func alternatives(of form: SchemaForm) -> [JSONValue] {
        var all = form.alternatives.flatMap(\.self)
        let forms = all.map { SchemaForm($0).expanded(new) }
        let constants = forms.compactMap { $0.values?.count == 1 ? $0.values?.first : nil }
        if form.alternatives.count == 1, constants.count == all.count { all = [["enum": .array(constants)]] }
        guard case .object(let base) = form.base, base.contains(where: { !SchemaWords.names.contains($0.key) }) else {
            return all
        }
        // An alternative that only requires properties doesn't change the object's form, so a declaration needn't match
        // it.
        let parts: [JSONValue] = all.map {
            SchemaForm($0).isCondition ? .object(base) : ["allOf": [.object(base), $0]]
        }
        let properties = forms.compactMap { $0.members["properties"]?.object }
        guard base["properties"] != nil, properties.count == all.count else { return parts }
        // A declared struct can combine the properties of all alternatives with those next to the list.
        let both = Dictionary(properties.flatMap(\.self).map { ($0.key, [$0.value]) }, uniquingKeysWith: +)
        let members = both.map { (key: $0, value: $1.count == 1 ? $1[0] : ["anyOf": .array($1)]) }
        return parts + [["allOf": [.object(base), ["properties": .object(JSONValue.Object(members))]]]]
    }

    /// Compares the best matching alternative, because a client may declare only one of a provider's alternatives.
    private mutating func compareLeniently(
        _ old: SchemaForm, _ new: SchemaForm, _ first: JSONValue, _ second: JSONValue, _ site: SchemaSite
    ) {
        guard !isTrial else { return }
        let before = old.alternatives.isEmpty ? [Self.withoutNull(first)] : old.alternatives.flatMap(\.self)
        let after = new.alternatives.isEmpty ? [Self.withoutNull(second)] : alternatives(of: new)
        if site.direction == .output, !old.allowsNull, new.allowsNull { note("null-allowed", at: site) }
        // A client must be able to read one alternative of the provider's output. The provider must accept each
        // alternative of the client's input.
        let groups = site.direction == .output ? [before] : before.map { [$0] }
        for group in groups {
            var best: (old: JSONValue, new: JSONValue, count: Int)?
            search: for schema in group {
                for candidate in after {
                    let count = count { $0.compareSchemas(schema, candidate, site.part()) }
                    if count < best?.count ?? .max { best = (schema, candidate, count) }
                    if count == 0 { break search }
                }
            }
            if let best, best.count > 0 { compareSchemas(best.old, best.new, site.part()) }
        }
    }
}

extension SchemaForm {
    /// The schema of the members next to the alternatives, without `null`.
    fileprivate var base: JSONValue {
        var base = members
        base[SchemaMember.exclusive] = nil
        base["discriminator"] = nil
        if let types { base["type"] = .array(types.subtracting(["null"]).sorted().map(JSONValue.string)) }
        if let values { base["enum"] = .array(values) }
        return .object(base)
    }

    /// Indicates whether the form only says which properties of an object are required.
    var isCondition: Bool {
        values == nil && references.isEmpty && alternatives.isEmpty && types?.contains("object") != false
            && members.allSatisfy { Self.conditions.contains($0.key) || SchemaWords.names.contains($0.key) }
    }

    private static let conditions: Set = [
        "required", "dependentRequired", "minProperties", "maxProperties", "not",
    ]
}
