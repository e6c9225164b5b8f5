import Requests

extension DocumentComparison {
    mutating func compareProperties(_ old: JSONValue.Object, _ new: JSONValue.Object, _ site: SchemaSite) {
        let (before, after) = (old["properties"]?.object ?? [:], new["properties"]?.object ?? [:])
        let required = (Self.names(old["required"]), Self.names(new["required"]))
        let isClosed = (Self.isClosed(old), Self.isClosed(new))
        for (name, first) in before {
            let isHidden = Self.isHidden(first, site, self.old)
            if let second = after[name] {
                let isNowHidden = Self.isHidden(second, site, self.new)
                if !isHidden, isNowHidden {
                    note(
                        site.direction == .input ? "property-read-only" : "property-write-only", at: site.property(name)
                    )
                } else if isHidden, !isNowHidden {
                    noteAdded(name, isRequired: required.1.contains(name), isClosed: isClosed.0, site)
                } else {
                    if !isHidden { compareRequired(name, required, site) }
                    compareSchemas(first, second, site.property(name))
                }
            } else if !isHidden, isLenient, required.1.contains(name) {
                // The provider requires the property, but doesn't describe it.
                compareRequired(name, required, site)
            } else if !isHidden {
                note("property-removed", at: site.property(name))
            }
        }
        for (name, second) in after where before[name] == nil && !Self.isHidden(second, site, self.new) {
            noteAdded(name, isRequired: required.1.contains(name), isClosed: isClosed.0, site)
        }
        // An object can require a property that it doesn't describe.
        for name in required.0.union(required.1).sorted() where before[name] == nil && after[name] == nil {
            compareRequired(name, required, site)
        }
        compareOpenness(old, new, isClosed, site)
    }

    private mutating func noteAdded(_ name: String, isRequired: Bool, isClosed: Bool, _ site: SchemaSite) {
        if site.direction == .output, isClosed { note("property-added-to-closed", at: site.property(name)) }
        note(isRequired ? "required-property-added" : "optional-property-added", at: site.property(name))
    }

    private mutating func compareRequired(_ name: String, _ required: (Set<String>, Set<String>), _ site: SchemaSite) {
        let isRequired = (required.0.contains(name), required.1.contains(name))
        if isRequired == (false, true) { note("property-required", at: site.property(name)) }
        if isRequired == (true, false) { note("property-optional", at: site.property(name)) }
    }

    private mutating func compareOpenness(
        _ old: JSONValue.Object, _ new: JSONValue.Object, _ isClosed: (Bool, Bool), _ site: SchemaSite
    ) {
        if isClosed == (false, true) { return note("properties-closed", at: site) }
        if isClosed == (true, false) { return note("properties-opened", at: site) }
        let others = (Self.others(old), Self.others(new))
        if !isClosed.0, others.0 != nil || others.1 != nil {
            compareSchemas(others.0 ?? [:], others.1 ?? [:], site.property("*"))
        }
    }

    private static func others(_ members: JSONValue.Object) -> JSONValue? {
        members["additionalProperties"] ?? members["unevaluatedProperties"]
    }

    private static func isClosed(_ members: JSONValue.Object) -> Bool { others(members) == false }

    private static func names(_ required: JSONValue?) -> Set<String> {
        Set(required?.array?.compactMap(\.string) ?? [])
    }

    /// Returns whether values in the site's direction omit a property.
    private static func isHidden(_ schema: JSONValue, _ site: SchemaSite, _ document: DocumentReferences) -> Bool {
        let name = site.direction == .input ? "readOnly" : "writeOnly"
        return schema[name] == true || schema.reference != nil && document.resolved(schema)[name] == true
    }
}
