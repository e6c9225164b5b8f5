import Requests

extension DocumentComparison {
    /// The depth limit of nested schemas, not counting the targets of references.
    private static var depthLimit: Int { 64 }

    /// Compares two schemas.
    ///
    /// A client allows `null` by an optional property, but a provider may allow it in a component. Therefore, a lenient
    /// comparison compares `null` at each reference instead of in the component.
    mutating func compareSchemas(
        _ first: JSONValue, _ second: JSONValue, _ site: SchemaSite, isComponent: Bool = false
    ) {
        guard site.depth < Self.depthLimit else { return note("schema-too-deep", site.location) }
        var (old, new) = (SchemaForm(first), SchemaForm(second))
        // A client that declares any JSON contradicts nothing.
        if isLenient, old.isAny { return }
        if old.isTooDeep || new.isTooDeep { note("schema-too-deep", site.location) }
        if old.isReference, new.isReference {
            let isNullable = (
                old.addsNull || isLenient && old.expanded(self.old).allowsNull,
                new.addsNull || isLenient && new.expanded(self.new).allowsNull
            )
            if isNullable.0 != isNullable.1 { noteNull(isNullable.1, site) }
            compareWords(old.members, new.members, site)
            return compareComponents(old.references[0], new.references[0], site)
        }
        if !old.references.isEmpty, old.references == new.references {
            // Both schemas refer to the same components. These are compared once for all schemas that refer to them.
            for pointer in old.references { compareComponents(pointer, pointer, site) }
            old.references = []
            new.references = []
        } else {
            old = old.expanded(self.old)
            new = new.expanded(self.new)
        }
        if !old.alternatives.isEmpty || !new.alternatives.isEmpty {
            if isLenient, isComponent { old.addsNull = true }
            guard compareAlternatives(old, new, first, second, site) else { return }
        }
        if isLenient, isComponent { old.types?.insert("null") }
        compareForms(old, new, site)
    }

    private mutating func compareForms(_ old: SchemaForm, _ new: SchemaForm, _ site: SchemaSite) {
        compareWords(old.members, new.members, site)
        if let rule = compareTypes(old, new, site) {
            // The members of schemas with different types aren't comparable.
            if rule == "type-changed" { return }
        } else if old.allowsNull != new.allowsNull {
            noteNull(new.allowsNull, site)
        }
        compareValues(old, new, site)
        compareLimits(old.members, new.members, site)
        compareTexts(old.members, new.members, site)
        // The members for objects don't affect values of other types.
        if old.types?.contains("object") != false || new.types?.contains("object") != false {
            compareProperties(old.members, new.members, site)
        }
        compareNames(old.members, new.members, site)
        compareElements(old.members, new.members, site)
        compareRest(old.members, new.members, site)
    }

    /// Notes a change with the rule for the direction of the values.
    mutating func note(_ rule: String, at site: SchemaSite, old: JSONValue? = nil, new: JSONValue? = nil) {
        note("\(site.direction)-\(rule)", site.location, old: old, new: new)
    }

    private mutating func noteNull(_ isAllowed: Bool, _ site: SchemaSite) {
        note(isAllowed ? "null-allowed" : "null-refused", at: site)
    }

    // MARK: - Types and values

    /// Compares the types other than `null`, and returns the rule for their change.
    private mutating func compareTypes(_ old: SchemaForm, _ new: SchemaForm, _ site: SchemaSite) -> String? {
        guard old.types != new.types else { return nil }
        let before = old.types?.subtracting(["null"])
        let after = new.types?.subtracting(["null"])
        if isLenient, before == nil || after == nil { return nil }
        if before == after { return nil }
        let isNarrower = Self.accepts(before, after, site, old)
        let isWider = Self.accepts(after, before, site, old)
        if isNarrower, isWider { return nil }
        let rule = isNarrower ? "type-narrowed" : isWider ? "type-widened" : "type-changed"
        note(rule, at: site, old: Self.json(old.types), new: Self.json(new.types))
        return rule
    }

    /// Returns whether all values of the narrow types also have one of the wide types.
    private static func accepts(
        _ wide: Set<String>?, _ narrow: Set<String>?, _ site: SchemaSite, _ form: SchemaForm
    ) -> Bool {
        guard let wide else { return true }
        guard let narrow else { return false }
        var all = wide
        if all.contains("number") { all.insert("integer") }
        // In a path, a query or a header field, a number or boolean is also a valid string.
        if site.isText, all.contains("string") { all.formUnion(["integer", "number", "boolean"]) }
        return narrow.isSubset(of: all)
    }

    private static func json(_ types: Set<String>?) -> JSONValue {
        guard let types else { return "any" }
        return types.count == 1 ? .string(types.first ?? "") : .array(types.sorted().map(JSONValue.string))
    }

    private mutating func compareValues(_ old: SchemaForm, _ new: SchemaForm, _ site: SchemaSite) {
        switch (old.values, new.values) {
        case (nil, nil): break
        case (nil, let values?): note("values-limited", at: site, new: .array(values))
        case (let values?, nil): note("values-unlimited", at: site, old: .array(values))
        case (let before?, let after?):
            let (kept, known) = (Set(after), Set(before))
            for value in before where value != .null && !kept.contains(value) {
                note("value-removed", at: site, old: value)
            }
            for value in after where value != .null && !known.contains(value) {
                note("value-added", at: site, new: value)
            }
        }
    }

    // MARK: - Words and the rest

    private mutating func compareWords(_ old: JSONValue.Object, _ new: JSONValue.Object, _ site: SchemaSite) {
        compareWords(old, new, "schema-words-changed", site.location, names: SchemaWords.texts)
        compareExamples(old, new, "schema-examples-changed", site.location)
        compareDeprecation(old, new, site.location, deprecated: "schema-deprecated", restored: "schema-restored")
        if old["default"] != new["default"] {
            note("default-changed", at: site, old: old["default"], new: new["default"])
        }
        // Separate rules report the properties that one direction omits.
        for name in ["readOnly", "writeOnly"] where (old[name] == true) != (new[name] == true) {
            note("schema-access-changed", site.location, old: old[name], new: new[name])
        }
    }

    private mutating func compareRest(_ old: JSONValue.Object, _ new: JSONValue.Object, _ site: SchemaSite) {
        if old["discriminator"] != new["discriminator"] { note("discriminator-changed", at: site) }
        if old["xml"] != new["xml"] { note("xml-form-changed", site.location) }
        if old["not"] != new["not"] { note("exclusion-changed", at: site) }
        if old["$ref"] != new["$ref"] { note("reference-changed", at: site, old: old["$ref"], new: new["$ref"]) }
        for name in SchemaMember.restrictions where old[name] != new[name] {
            let rule =
                switch SchemaMember.isNarrower(name, old[name], new[name]) {
                case true?: "keyword-narrowed"
                case false?: "keyword-widened"
                case nil: "keyword-changed"
                }
            note("\(site.direction)-\(rule)", Self.at(site.location, name), old: old[name], new: new[name])
        }
        let known = Self.knownMembers.union(SchemaMember.restrictions).union(SchemaMember.neutral)
        compareOthers(old, new, known: known, site.location)
    }

    private static let knownMembers: Set<String> = SchemaWords.names.union([
        "discriminator", "xml", "not", "$ref", "format", "pattern", "contentEncoding", "contentMediaType",
        "contentSchema", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
        "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "properties", "required",
        "additionalProperties", "unevaluatedProperties", "items", "prefixItems", "propertyNames",
    ])
}
