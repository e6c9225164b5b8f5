import Foundation
import Requests
import RequestsOpenAPI

/// Decides which Swift type a schema becomes.
final class TypePlanner {
    let document: Document
    let dates: DateUse
    /// The references that occur in inputs.
    let inputs: Set<String>
    let outputs: Set<String>
    var names: NameRegistry
    /// The types to declare, by name.
    private(set) var declarations: [String: TypeDeclaration] = [:]
    /// The names of the types in order.
    private(set) var order: [String] = []
    /// The parts that aren't scaffolded, collected since the last call of ``takeOmissions()``.
    private var omissions: [String] = []
    /// The types of an earlier plan that are bodies of failures.
    private var earlierErrors: Set<String> = []
    /// The types of the references.
    private var known: [String: SwiftType] = [:]
    /// The references whose targets are being read.
    private var open: Set<String> = []
    private var waiting: [(name: String, schema: MergedSchema, site: Site)] = []
    /// The number of schemas that became `JSONValue`, although the document describes them in more detail.
    private(set) var opaqueCount = 0
    /// The number of properties with bounds or a default that only responses contain.
    var receivedLimitCount = 0
    /// The number of optional properties of requests that may be `null`.
    var unsentNullCount = 0
    /// The enums for values of several simple types, by these types.
    var simpleEnums: [Set<String>: SwiftType] = [:]
    /// The types that are elements of streams.
    var streamElements: Set<String> = []

    static let depthLimit = 40

    init(
        document: Document, dates: DateUse, inputs: Set<String>, outputs: Set<String>, names: NameRegistry
    ) {
        self.document = document
        self.dates = dates
        self.inputs = inputs
        self.outputs = outputs
        self.names = names
    }

    /// Returns and clears the parts that aren't scaffolded.
    func takeOmissions() -> [String] {
        defer { omissions = [] }
        return omissions
    }

    func omit(_ part: String) {
        if !omissions.contains(part) { omissions.append(part) }
    }

    /// Returns the type for a schema that no declaration can express.
    func opaque(_ reason: String, _ site: Site) -> SwiftType {
        opaqueCount += 1
        omit("the type \(site.name), replaced by JSONValue because \(reason)")
        return .json
    }

    /// Declares a type for a string in JSON.
    func text(at site: Site) -> SwiftType {
        let name = names.unique(site.name)
        declare(TypeDeclaration(name: name, form: .open([]), words: "", family: site.family ?? name))
        return .named(name)
    }

    /// Returns the type of a schema.
    func type(of schema: JSONValue, at site: Site) -> SwiftType {
        guard site.depth < Self.depthLimit else { return opaque("its schema is nested too deeply", site) }
        if let (reference, isNullable) = Self.onlyReference(in: schema) {
            let type = type(ofReference: reference, at: site)
            return isNullable ? type.orNil : type
        }
        return type(of: MergedSchema(schema, document), at: site)
    }

    func type(of schema: MergedSchema, at site: Site) -> SwiftType {
        let type = declares(schema, at: site) ? declared(schema, at: site) : undeclared(schema, at: site)
        return schema.isNullable ? type.orNil : type
    }

    /// Returns the name of the type for a failure's bodies; `nil` if the schema isn't a component that becomes a
    /// struct.
    func error(of schema: JSONValue, at site: Site) -> String? {
        // Schemas without a name would lead to many similar types.
        guard Self.onlyReference(in: schema) != nil, case .named(let name) = type(of: schema, at: site) else {
            return nil
        }
        if earlierErrors.contains(name) { return name }
        finish()
        guard case .object? = declarations[name]?.form else { return nil }
        update(name) { $0.isError = true }
        return name
    }

    /// Plans the types that other types refer to, until no more types are waiting.
    func finish() {
        while let (name, schema, site) = waiting.popLast() { declare(name, schema, at: site) }
    }

    /// Reuses the existing declarations of an earlier plan.
    func reuse(_ earlier: TypePlanner) {
        names = earlier.names
        known = earlier.known
        simpleEnums = earlier.simpleEnums
        earlierErrors = earlier.earlierErrors.union(earlier.declarations.filter(\.value.isError).keys)
    }

    func declare(_ declaration: TypeDeclaration) {
        if declarations.updateValue(declaration, forKey: declaration.name) == nil { order.append(declaration.name) }
    }

    /// The names on the wire that an API's coding maps.
    var wireNames: Set<String> {
        var names: Set<String> = []
        for declaration in declarations.values {
            guard case .object(let properties) = declaration.form else { continue }
            names.formUnion(properties.filter { $0.place != .header && $0.place != .body }.map(\.wireName))
        }
        return names
    }

    /// Indicates whether a property is sent as `null` if it is `nil`.
    var hasNullable: Bool {
        declarations.values.contains { declaration in
            guard case .object(let properties) = declaration.form else { return false }
            return properties.contains(where: \.type.isNullable)
        }
    }

    func update(_ name: String, _ change: (inout TypeDeclaration) -> Void) {
        guard var declaration = declarations[name] else { return }
        change(&declaration)
        declarations[name] = declaration
    }
}

extension TypePlanner {
    /// Returns the reference in a schema that contains nothing else except descriptions and whether `null` is allowed.
    static func onlyReference(in schema: JSONValue) -> (reference: String, isNullable: Bool)? {
        guard let members = schema.object else { return nil }
        let others = members.filter {
            ![
                "$ref", "description", "title", "default", "nullable", "deprecated", "example",
                "examples", "readOnly", "writeOnly", "summary",
            ].contains($0.key) && !$0.key.hasPrefix("x-")
        }
        let isNullable = members["nullable"] == true
        if let reference = members["$ref"]?.string { return others.isEmpty ? (reference, isNullable) : nil }
        guard others.count == 1, let list = others.first?.value.array else { return nil }
        let parts = list.filter { !$0.isNullSchema }
        guard ["allOf", "anyOf", "oneOf"].contains(others.first?.key), parts.count == 1 else { return nil }
        return onlyReference(in: parts[0]).map {
            ($0.reference, isNullable || $0.isNullable || parts.count < list.count)
        }
    }

    private func type(ofReference reference: String, at site: Site) -> SwiftType {
        if let type = known[reference] { return type }
        guard let target = document.target(of: reference) else {
            return opaque("the schema `\(SwiftText.line(reference))` isn't in the document", site)
        }
        guard open.insert(reference).inserted else { return opaque("its schema only refers to itself", site) }
        defer { open.remove(reference) }
        var own = site.component(
            Self.name(ofReference: reference), isInput: inputs.contains(reference),
            isOutput: outputs.contains(reference))
        if let (next, isNullable) = Self.onlyReference(in: target) {
            let type = type(ofReference: next, at: own)
            known[reference] = isNullable ? type.orNil : type
            return known[reference] ?? type
        }
        let schema = MergedSchema(subtypes(of: target, named: reference, at: own) ?? target, document)
        var type: SwiftType
        // A simple enum doesn't depend on the component's name.
        if declares(schema, at: own), Self.isNamed(schema) {
            let name = names.unique(own.name)
            type = .named(name)
            own.name = name
            own.depth = 0
            waiting.append((name, schema, own))
        } else {
            type = self.type(of: schema, at: own).wrapped
        }
        if schema.isNullable { type = type.orNil }
        known[reference] = type
        return type
    }

    private static func name(ofReference reference: String) -> String {
        let tokens = reference.split(separator: "/").map { String($0).removingPercentEncoding ?? String($0) }
        let isComponent = tokens.count == 4 && tokens[1] == "components"
        let words = isComponent ? tokens[3] : tokens.dropFirst(2).suffix(3).joined(separator: " ")
        return SwiftName.type(Words(words.replacing("~1", with: "/")))
    }

    /// Declares the type of a schema without a name, and returns it.
    private func declared(_ schema: MergedSchema, at site: Site) -> SwiftType {
        if !schema.alternatives.isEmpty, case .shared(let kinds)? = alternativesForm(of: schema, at: site) {
            if schema.alternatives.contains(where: { MergedSchema($0, document).values != nil }) {
                omit("the known values of \(site.name)")
            }
            return simpleEnum(kinds)
        }
        var site = site
        site.name = names.unique(site.name)
        declare(site.name, schema, at: site)
        return .named(site.name)
    }

    private func declare(_ name: String, _ schema: MergedSchema, at site: Site) {
        let outer = takeOmissions()
        var site = site
        let family = site.family ?? name
        site.family = family
        let form = declaredForm(of: schema, at: site)
        var declaration = TypeDeclaration(name: name, form: form, words: schema.words, family: family)
        declaration.omissions = schema.omissions + takeOmissions()
        declare(declaration)
        omissions = outer
    }
}
