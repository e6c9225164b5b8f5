import Foundation
import Requests

extension TypePlanner {
    /// Returns whether a schema needs a declaration.
    func declares(_ schema: MergedSchema, at site: Site) -> Bool {
        if !schema.alternatives.isEmpty { return alternativesForm(of: schema, at: site) != nil }
        if schema.isObject { return true }
        return rawType(of: schema) != nil
    }

    /// Returns the type of the known values of a schema; `nil` if they aren't strings or numbers, or if there is only
    /// one value.
    private func rawType(of schema: MergedSchema) -> String? {
        guard let values = schema.values, schema.constant == nil else { return nil }
        if values.allSatisfy({ $0.string != nil }) { return "String" }
        // A document may list numbers although the type is `string`.
        if schema.type == "integer" { return values.allSatisfy { $0.integer != nil } ? "Int" : nil }
        let isNumber = schema.types?.isSubset(of: ["integer", "number"]) == true
        return isNumber && values.allSatisfy { $0.double != nil } ? "Double" : nil
    }

    /// Returns whether the declaration of a schema isn't shared with other schemas.
    static func isNamed(_ schema: MergedSchema) -> Bool {
        schema.alternatives.isEmpty || schema.alternatives.contains { $0["type"]?.string == nil }
    }

    /// The maximum length of a name or value in code.
    private static let literalLimit = 60

    /// Returns the type of a schema without a declaration.
    func undeclared(_ schema: MergedSchema, at site: Site) -> SwiftType {
        if !schema.alternatives.isEmpty { return undeclaredAlternatives(schema, at: site) }
        guard let types = schema.types else { return .json }
        guard let type = schema.type else {
            if schema.values != nil { omit("the known values of \(site.name)") }
            let kinds = types.intersection(["string", "integer", "number", "boolean"])
            if kinds == types { return kinds == ["integer", "number"] ? .named("Double") : simpleEnum(kinds) }
            return opaque("its values can have several JSON types", site)
        }
        switch type {
        case "string": return text(schema, at: site)
        case "integer": return integer(schema, at: site)
        case "number": return .named("Double")
        case "boolean": return .named("Bool")
        case "array": return .array(schema.items.map { self.type(of: $0, at: site.part("Item")) } ?? .json)
        case "object":
            guard let additional = schema.additional, additional.object?.isEmpty == false else {
                return .dictionary(.json)
            }
            let content = self.content(of: additional, named: "", at: site)
            return .dictionary(content?.type ?? self.type(of: additional, at: site.part("Value")))
        default: return opaque("`\(SwiftText.line(type))` isn't a JSON Schema type", site)
        }
    }

    private func text(_ schema: MergedSchema, at site: Site) -> SwiftType {
        if schema.values != nil { return .string }
        // Servers use formats as hints: they send an empty string in place of a URL, for example.
        let isRead = site.isOutput && (schema.format == "uri" || schema.format == "url")
        if isRead || site.isOutput && schema.examples.contains(where: { !Self.isValid($0, schema) }) { return .string }
        switch schema.format {
        case "date-time": return dates == .iso8601 ? .named("Date") : .string
        case "uuid": return .named("UUID")
        case "uri", "url": return .named("URL")
        case "binary": return site.hasFiles ? .named("FileValue") : .string
        case "byte": return .data
        default: break
        }
        if schema.isBinary, site.hasFiles { return .named("FileValue") }
        return schema.isBase64 ? .data : .string
    }

    /// Returns whether an example in a document has the format that its schema promises.
    private static func isValid(_ example: String, _ schema: MergedSchema) -> Bool {
        switch schema.format {
        // The end is `Z` or an offset.
        case "date-time": example.contains("T") && ["Z", "+", "-"].contains { example.suffix(6).contains($0) }
        case "uuid": UUID(uuidString: example) != nil
        default: !(schema.format == "byte" || schema.isBase64) || Data(base64Encoded: example) != nil
        }
    }

    private func integer(_ schema: MergedSchema, at site: Site) -> SwiftType {
        // A `Date` can contain fractions of a second, which the format doesn't allow, so only responses contain a
        // `Date`.
        let isDate = dates == .seconds && schema.format == "unix-time" && !site.isInput
        if isDate { return .named("Date") }
        let isLong = schema.format == "uint64" || schema.limits["maximum"].map { $0.double ?? 0 > 0x1p63 } == true
        return .named(isLong ? "UInt64" : "Int")
    }

    /// Returns the form of the declaration for a schema.
    func declaredForm(of schema: MergedSchema, at site: Site) -> TypeDeclaration.Form {
        if !schema.alternatives.isEmpty { return alternatives(schema, at: site) }
        if schema.isObject { return .object(properties(of: schema, at: site)) }
        var names = NameRegistry(["allCases", "rawValue"])
        let planned = Self.unique(schema.values ?? []).compactMap { value -> PlannedValue? in
            guard value.string?.count ?? 0 <= Self.literalLimit else {
                omit("a value with more than \(Self.literalLimit) characters")
                return nil
            }
            let words = Words(schema.valueNames[value] ?? value.string ?? value.description)
            let literal = value.string.map(SwiftText.literal) ?? value.description
            return PlannedValue(name: names.unique(SwiftName.member(words)), literal: literal)
        }
        let rawType = rawType(of: schema) ?? "String"
        return site.isOutput || planned.isEmpty ? .open(planned, rawType: rawType) : .closed(planned, rawType: rawType)
    }

    private static func unique(_ values: [JSONValue]) -> [JSONValue] {
        var seen: Set<JSONValue> = []
        // Swift compares strings by their characters, so two strings with different bytes can be the same raw value.
        var texts: Set<String> = []
        return values.filter { value in value.string.map { texts.insert($0).inserted } ?? seen.insert(value).inserted }
    }

    /// Returns the properties of an object.
    func properties(of schema: MergedSchema, at site: Site) -> [PlannedProperty] {
        // A client ignores members of a response that it doesn't know.
        let isOpen = schema.additional.map { [true, [:]].contains($0) ? site.isInput : $0 != false } ?? false
        if isOpen {
            omit("the additional properties of \(site.name)")
        }
        let known = Set(schema.properties.map(\.name))
        let others = schema.required.subtracting(known).sorted().map { (name: $0, schema: schema.additional ?? [:]) }
        // Swift treats names as equal if their characters are equal, even if their bytes differ.
        var seen: Set<String> = []
        return (schema.properties + others).compactMap { name, content in
            guard name.count <= Self.literalLimit else {
                omit("a property whose name has more than \(Self.literalLimit) characters")
                return nil
            }
            guard seen.insert(name).inserted else {
                omit("a second property named \(SwiftText.line(name))")
                return nil
            }
            // A server may omit such a property from its responses, but it rejects requests without the property.
            let isRequired = schema.required.contains(name) && (known.contains(name) || !site.isOutput)
            return property(name, content, isRequired: isRequired, at: site)
        }
    }

    private func property(
        _ name: String, _ content: JSONValue, isRequired: Bool, at site: Site
    ) -> PlannedProperty? {
        let merged = MergedSchema(content, document)
        let part = self.content(of: content, named: name, at: site)
        var type = part?.type ?? self.type(of: content, at: site.part(Words(name).typeName))
        var wireName = name
        if let form = site.form, case .array = type.wrapped {
            guard let listName = listName(name, in: form) else { return nil }
            wireName = listName
        }
        let isHidden = merged.isReadOnly && site.isInput || merged.isWriteOnly && site.isOutput
        let isRequired = isRequired && !isHidden
        // A plain optional would be left out if it is `nil`, but the property is required.
        if isRequired, site.isInput, !site.isForm, type.isOptional { type = .nullable(type.wrapped) }
        if !isRequired, site.isInput, !site.isForm, type.isOptional { unsentNullCount += 1 }
        // The description of a component is at the component's type.
        let isReference = Self.onlyReference(in: content) != nil
        var property = PlannedProperty(
            wireName: wireName, type: isRequired ? type : type.orNil,
            words: content["description"]?.string ?? (isReference ? "" : merged.words),
            isDeprecated: merged.isDeprecated, content: part)
        setLimits(of: &property, merged, at: site)
        if isRequired, let constant = merged.constant, PropertyLimits.hasKind(constant, of: "default", type) {
            property.defaultValue = PropertyLimits.literal(of: constant)
        }
        return property
    }

    /// Sets the limits of a property that clients send; only counts the limits of other properties.
    func setLimits(of property: inout PlannedProperty, _ schema: MergedSchema, at site: Site) {
        let name = SwiftText.line(property.wireName)
        let limits = PropertyLimits.limits(of: schema, property.type) { keyword in
            if site.isInput { omit("the keyword `\(keyword)` of the property \(name)") }
        }
        if limits.isEmpty { return }
        if site.isInput { property.limits = limits } else { receivedLimitCount += 1 }
    }
}
