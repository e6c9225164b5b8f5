import Requests

extension DocumentComparison {
    // MARK: - Limits

    mutating func compareLimits(_ old: JSONValue.Object, _ new: JSONValue.Object, _ site: SchemaSite) {
        compareLimits(
            old, new, lower: ("minimum", "exclusiveMinimum"), upper: ("maximum", "exclusiveMaximum"), "range", site)
        compareLimits(old, new, lower: ("minLength", ""), upper: ("maxLength", ""), "length", site)
        compareLimits(old, new, lower: ("minItems", ""), upper: ("maxItems", ""), "count", site)
        compareLimits(old, new, lower: ("minProperties", ""), upper: ("maxProperties", ""), "count", site)
        let isUnique = (old["uniqueItems"] == true, new["uniqueItems"] == true)
        if isUnique == (false, true) { note("uniqueness-required", at: site) }
        if isUnique == (true, false) { note("uniqueness-dropped", at: site) }
        let multiple = (old["multipleOf"], new["multipleOf"])
        guard multiple.0 != multiple.1 else { return }
        let isWider = multiple.1 == nil || Self.divides(multiple.1, multiple.0)
        note(isWider ? "multiple-widened" : "multiple-narrowed", at: site, old: multiple.0, new: multiple.1)
    }

    /// Returns whether each multiple of the second number is also a multiple of the first.
    private static func divides(_ first: JSONValue?, _ second: JSONValue?) -> Bool {
        guard let first = first?.double, let second = second?.double, first != 0 else { return false }
        return second.truncatingRemainder(dividingBy: first) == 0
    }

    private mutating func compareLimits(
        _ old: JSONValue.Object, _ new: JSONValue.Object, lower: (String, String), upper: (String, String),
        _ rule: String, _ site: SchemaSite
    ) {
        let names = [lower.0, lower.1, upper.0, upper.1].filter { !$0.isEmpty }
        guard names.contains(where: { old[$0] != new[$0] }) else { return }
        let lowest = (SchemaBound(old, lower.0, exclusive: lower.1), SchemaBound(new, lower.0, exclusive: lower.1))
        let highest = (SchemaBound(old, upper.0, exclusive: upper.1), SchemaBound(new, upper.0, exclusive: upper.1))
        let effects = [
            SchemaBound.isNarrower(lowest.0, lowest.1, isLower: true),
            SchemaBound.isNarrower(highest.0, highest.1, isLower: false),
        ]
        func limits(_ members: JSONValue.Object) -> JSONValue {
            .object(.present(names.map { ($0, members[$0]) }))
        }
        if effects.contains(true) { note("\(rule)-narrowed", at: site, old: limits(old), new: limits(new)) }
        if effects.contains(false) { note("\(rule)-widened", at: site, old: limits(old), new: limits(new)) }
    }

    // MARK: - Texts

    mutating func compareTexts(_ old: JSONValue.Object, _ new: JSONValue.Object, _ site: SchemaSite) {
        if old["format"] != new["format"] {
            let (before, after) = (old["format"], new["format"])
            let wider: [JSONValue: JSONValue] = ["int32": "int64", "float": "double"]
            let rule =
                if before == nil || after.flatMap({ wider[$0] }) == before, after != nil {
                    "format-narrowed"
                } else if after == nil || before.flatMap({ wider[$0] }) == after {
                    "format-widened"
                } else {
                    "format-changed"
                }
            note(rule, at: site, old: before, new: after)
        }
        if old["pattern"] != new["pattern"] {
            let rule = old["pattern"] == nil ? "added" : new["pattern"] == nil ? "removed" : "changed"
            note("pattern-\(rule)", at: site, old: old["pattern"], new: new["pattern"])
        }
        for name in ["contentEncoding", "contentMediaType"] where old[name] != new[name] {
            note("encoding-changed", at: site, old: old[name], new: new[name])
        }
        if old["contentSchema"] != nil || new["contentSchema"] != nil {
            compareSchemas(old["contentSchema"] ?? [:], new["contentSchema"] ?? [:], site.part("content"))
        }
    }

    // MARK: - Names and elements

    mutating func compareNames(_ old: JSONValue.Object, _ new: JSONValue.Object, _ site: SchemaSite) {
        guard old["propertyNames"] != new["propertyNames"] else { return }
        let texts: JSONValue = ["type": "string"]
        func names(_ schema: JSONValue?) -> JSONValue { schema.map { ["allOf": [texts, $0]] } ?? texts }
        compareSchemas(names(old["propertyNames"]), names(new["propertyNames"]), site.part("names"))
    }

    mutating func compareElements(_ old: JSONValue.Object, _ new: JSONValue.Object, _ site: SchemaSite) {
        let first = (old["prefixItems"]?.array ?? [], new["prefixItems"]?.array ?? [])
        for index in 0..<max(first.0.count, first.1.count) {
            let before = index < first.0.count ? first.0[index] : old["items"] ?? [:]
            let after = index < first.1.count ? first.1[index] : new["items"] ?? [:]
            compareSchemas(before, after, site.elements("[\(index)]"))
        }
        if old["items"] != nil || new["items"] != nil {
            compareSchemas(old["items"] ?? [:], new["items"] ?? [:], site.elements())
        }
    }
}

extension SchemaBound {
    /// Returns whether a limit became stricter; `nil` if it is the same.
    static func isNarrower(_ old: SchemaBound?, _ new: SchemaBound?, isLower: Bool) -> Bool? {
        guard let old else { return new == nil ? nil : true }
        guard let new else { return false }
        if old.value == new.value { return old.isExclusive == new.isExclusive ? nil : new.isExclusive }
        return isLower ? isLess(old.value, new.value) : isLess(new.value, old.value)
    }
}
