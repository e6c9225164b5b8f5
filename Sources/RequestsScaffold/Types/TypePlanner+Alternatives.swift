import Requests

/// The declaration that alternatives need.
enum AlternativesForm {
    /// Strings, some of which are known.
    case texts([JSONValue])
    /// Simple types, in an enum that all schemas with these types share.
    case shared(Set<String>)
    case byProperty(String, isText: Bool, [(texts: [String], schema: JSONValue)])
    case byForm([(kind: String, schema: JSONValue)])
}

extension TypePlanner {
    /// Returns the declaration for the alternatives of a schema; `nil` if a declaration isn't necessary, or isn't
    /// possible.
    func alternativesForm(of schema: MergedSchema, at site: Site) -> AlternativesForm? {
        let merged = schema.alternatives.map { MergedSchema($0, document) }
        let kinds = merged.map(Self.kind)
        if kinds.allSatisfy({ $0 == "string" }) {
            // Strings in different formats can be told apart only by their content, so all of them are read as strings.
            let values = merged.compactMap(\.values).flatMap { $0 }
            return values.count > 1 ? .texts(values) : nil
        }
        if kinds.allSatisfy({ ["string", "integer", "number", "boolean"].contains($0) }) {
            let known = Set(kinds.compactMap { $0 })
            return known.isSubset(of: ["integer", "number"]) || known.count == 1 ? nil : .shared(known)
        }
        return byProperty(schema, merged) ?? byForm(schema, merged, kinds)
            ?? byProperty(schema, merged, isOptional: true)
    }

    /// Returns the alternatives with their JSON types.
    ///
    /// Among the objects, those with more required properties come first.
    private func byForm(
        _ schema: MergedSchema, _ merged: [MergedSchema], _ kinds: [String?]
    ) -> AlternativesForm? {
        guard merged.count <= 12, kinds.allSatisfy({ $0 != nil }) else { return nil }
        let objects = merged.indices.filter { kinds[$0] == "object" }
        let others = merged.indices.filter { kinds[$0] != "object" }
        guard Set(others.map { Self.jsonKind(kinds[$0] ?? "") }).count == others.count else { return nil }
        let sorted = objects.sorted { (merged[$0].required.count, $1) > (merged[$1].required.count, $0) }
        guard areDistinct(sorted.map { merged[$0] }) else { return nil }
        var next = sorted.makeIterator()
        let order = merged.indices.compactMap { kinds[$0] == "object" ? next.next() : $0 }
        return .byForm(order.map { (kinds[$0] ?? "", schema.alternatives[$0]) })
    }

    /// Returns the JSON type of a schema's values; `nil` if there are several types.
    private static func kind(_ schema: MergedSchema) -> String? {
        if !schema.alternatives.isEmpty { return nil }
        if let type = schema.type { return type }
        return schema.values?.allSatisfy { $0.string != nil } == true ? "string" : nil
    }

    /// Returns the type that the values have in JSON text: an integer is a number there.
    static func jsonKind(_ kind: String) -> String { kind == "integer" ? "number" : kind }

    /// Returns whether each object requires a property that the later objects don't have.
    private func areDistinct(_ objects: [MergedSchema]) -> Bool {
        objects.indices.allSatisfy { one in
            objects[(one + 1)...].allSatisfy { !objects[one].required.isSubset(of: $0.properties.map(\.name)) }
        }
    }

    /// Returns the alternatives by the values of a property: the discriminator, or a property with a constant in each
    /// alternative.
    private func byProperty(
        _ schema: MergedSchema, _ merged: [MergedSchema], isOptional: Bool = false
    ) -> AlternativesForm? {
        guard merged.allSatisfy(\.isObject) else { return nil }
        var candidates = merged.first?.properties.map(\.name) ?? []
        if let name = schema.discriminator?["propertyName"]?.string { candidates.insert(name, at: 0) }
        for name in candidates {
            var texts = merged.map { constants(of: name, in: $0, isOptional: isOptional) }
            if name == schema.discriminator?["propertyName"]?.string {
                texts = schema.alternatives.indices.map { index in
                    let mapped = mapped(schema.alternatives[index], schema.discriminator)
                    let implicit = Self.componentName(of: schema.alternatives[index]).map { [$0] } ?? []
                    if !mapped.isEmpty { return mapped }
                    return texts[index].isEmpty || texts[index].contains(implicit) ? implicit : texts[index]
                }
            }
            let all = texts.flatMap { $0 }
            if texts.contains(where: \.isEmpty) || Set(all).count < all.count { continue }
            let isText = !merged.contains { object in
                self.schema(of: name, in: object).map { isNumberOrBoolean($0) } ?? false
            }
            return .byProperty(name, isText: isText, zip(texts, schema.alternatives).map { (texts: $0, schema: $1) })
        }
        return nil
    }

    private func constants(of name: String, in object: MergedSchema, isOptional: Bool) -> [String] {
        guard isOptional || object.required.contains(name), let schema = schema(of: name, in: object) else { return [] }
        return schema.values?.compactMap { isNumberOrBoolean(schema) ? $0.description : $0.string } ?? []
    }

    private func schema(of name: String, in object: MergedSchema) -> MergedSchema? {
        object.properties.first { $0.name == name }.map { MergedSchema($0.schema, document) }
    }

    private func isNumberOrBoolean(_ schema: MergedSchema) -> Bool {
        if let types = schema.types { return types.isSubset(of: ["integer", "number", "boolean"]) }
        return schema.values?.allSatisfy { $0.double != nil || $0.bool != nil } == true
    }

    private static func componentName(of schema: JSONValue) -> String? {
        schema["$ref"]?.string?.split(separator: "/").last.map(String.init)
    }

    /// Returns the texts that a discriminator maps to an alternative.
    private func mapped(_ schema: JSONValue, _ discriminator: JSONValue.Object?) -> [String] {
        guard let reference = schema["$ref"]?.string else { return [] }
        let name = Self.componentName(of: schema)
        guard let mapping = discriminator?["mapping"]?.object else { return [] }
        return mapping.filter { $0.value.string == reference || $0.value.string == name }.map(\.key)
    }

    /// Returns the alternatives of a base without `oneOf` or `anyOf`, from the mapping of its discriminator; `nil` if
    /// there are none.
    func subtypes(of base: JSONValue, named reference: String, at site: Site) -> JSONValue? {
        guard let mapping = base["discriminator"]?["mapping"]?.object, base["oneOf"] == nil, base["anyOf"] == nil else {
            return nil
        }
        let folder = reference.split(separator: "/").dropLast().joined(separator: "/")
        var references: [JSONValue] = []
        for name in mapping.compactMap(\.value.string) {
            let part: JSONValue = ["$ref": .string(name.contains("/") ? name : "\(folder)/\(name)")]
            if !references.contains(part) { references.append(part) }
        }
        let subtypes: JSONValue = [
            "oneOf": .array(references), "discriminator": base["discriminator"] ?? [:],
            "description": base["description"] ?? "",
        ]
        // A base that is its own subtype would contain itself.
        let isPossible =
            references.count > 1 && !references.contains(["$ref": .string(reference)])
            && alternativesForm(of: MergedSchema(subtypes, document), at: site) != nil
        if !isPossible, !references.isEmpty { omit("the subtypes of \(site.name)") }
        return isPossible ? subtypes : nil
    }

    /// Returns the type for alternatives without a declaration.
    func undeclaredAlternatives(_ schema: MergedSchema, at site: Site) -> SwiftType {
        let merged = schema.alternatives.map { MergedSchema($0, document) }
        let kinds = Set(merged.map(Self.kind))
        if kinds.count == 1, let kind = kinds.first ?? nil, let name = Self.simpleTypes[kind] { return .named(name) }
        if kinds.isSubset(of: ["integer", "number"]) { return .named("Double") }
        return opaque("its `oneOf` or `anyOf` schemas can't be distinguished", site)
    }

    /// Returns the form of a declaration for alternatives.
    func alternatives(_ schema: MergedSchema, at site: Site) -> TypeDeclaration.Form {
        var names = NameRegistry(["other"])
        switch alternativesForm(of: schema, at: site) {
        case .texts(let values)?:
            var plain = site
            plain.isOutput = true
            return texts(values, at: plain)
        case .byProperty(let property, let isText, let parts)?:
            let alternatives = parts.map { texts, part in
                // Numbers make bad names.
                let component = isText ? nil : Self.componentName(of: part)
                let words = Words(component ?? texts.first ?? "")
                let type = self.type(of: part, at: site.part(words.typeName)).wrapped
                return Alternative(name: names.unique(SwiftName.member(words)), type: type, texts: texts)
            }
            return .alternatives(alternatives, selection: .property(property, isText: isText))
        case .byForm(let parts)?:
            let alternatives = parts.enumerated().map { index, part in
                let base =
                    part.kind == "object" ? "Object\(parts.count > 2 ? "\(index + 1)" : "")" : Words(part.kind).typeName
                let type = self.type(of: part.schema, at: site.part(base)).wrapped
                let title = Words(part.kind == "object" ? part.schema["title"]?.string ?? "" : "")
                let words = title.words.isEmpty ? Words(Self.caseName(of: type, kind: part.kind)) : title
                return Alternative(name: names.unique(SwiftName.member(words)), type: type, kind: part.kind)
            }
            return .alternatives(alternatives, selection: .form)
        case .shared?, nil: return .alternatives([], selection: .form)
        }
    }

    private func texts(_ values: [JSONValue], at site: Site) -> TypeDeclaration.Form {
        declaredForm(of: MergedSchema(["enum": .array(values)], document), at: site)
    }

    private static let simpleTypes = ["string": "String", "integer": "Int", "number": "Double", "boolean": "Bool"]

    private static func caseName(of type: SwiftType, kind: String) -> String {
        switch type {
        case .array: "items"
        case .dictionary: "dictionary"
        case .named(let name) where kind == "object" && name != "JSONValue": name
        default: kind
        }
    }

    /// Returns whether values have one of several simple types.
    ///
    /// In a parameter, all of them are sent as strings.
    func isSimpleChoice(_ schema: MergedSchema, at site: Site) -> Bool {
        if case .shared? = alternativesForm(of: schema, at: site), !schema.alternatives.isEmpty { return true }
        return schema.type == nil && schema.types?.isSubset(of: ["string", "integer", "boolean"]) == true
    }

    /// Returns the enum for values of several simple types.
    func simpleEnum(_ kinds: Set<String>) -> SwiftType {
        var kinds = kinds
        // Every integer is also a number.
        if kinds.contains("number") { kinds.remove("integer") }
        if let type = simpleEnums[kinds] { return type }
        let sorted = ["string", "integer", "number", "boolean"].filter(kinds.contains)
        let name = names.unique(sorted.map { Words($0).typeName }.joined(separator: "Or"))
        let alternatives = sorted.map { kind in
            Alternative(name: kind, type: .named(Self.simpleTypes[kind] ?? "JSONValue"), kind: kind)
        }
        let form = TypeDeclaration.Form.alternatives(alternatives, selection: .form)
        declare(TypeDeclaration(name: name, form: form, words: "", family: name))
        simpleEnums[kinds] = .named(name)
        return .named(name)
    }
}
