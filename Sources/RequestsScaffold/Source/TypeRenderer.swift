import Requests
import RequestsEndpoints

/// Writes the declarations of types.
struct TypeRenderer {
    let keys: KeyPlan
    /// The protocol `Error` under a name that doesn't clash with the declared types.
    let errorName: String

    private static let lineLimit = 280

    /// Returns the lines of a declaration, indented by four columns.
    func lines(of declaration: TypeDeclaration) -> [String] {
        let full = lines(of: declaration, hasWords: true)
        // Swift doesn't allow stored properties in extensions, so the declaration must be short enough for one file.
        return full.count <= Self.lineLimit ? full : lines(of: declaration, hasWords: false)
    }

    private func lines(of declaration: TypeDeclaration, hasWords: Bool) -> [String] {
        var lines = declaration.omissions.flatMap {
            SwiftText.comment("Not scaffolded: \($0).", mark: "//", indentation: 4)
        }
        if !Prose.repeats(declaration.words, name: declaration.name) {
            lines += Prose.comment(declaration.words, indentation: 4, lineLimit: 6)
        }
        switch declaration.form {
        case .object(let properties): lines += object(declaration, properties, hasWords: hasWords)
        case .closed(let values, let rawType):
            lines.append("enum \(declaration.name): \(rawType), Codable, CaseIterable, Sendable {")
            for value in values {
                let isSame = value.literal == "\"\(value.name)\""
                let name = SwiftName.declared(value.name)
                lines.append("    case \(name)" + (isSame ? "" : " = \(value.literal)"))
            }
            lines.append("}")
        case .open(let values, let rawType):
            lines += Self.head(declaration.name, "RawRepresentable, Codable, Hashable, Sendable")
            lines += values.map {
                "    static let \(SwiftName.declared($0.name)) = Self(rawValue: \($0.literal))"
            }
            lines += ["", "    let rawValue: \(rawType)", "}"]
        case .alternatives(let alternatives, let selection):
            lines += AlternativesRenderer(declaration, alternatives, selection).lines
        case .statuses(let cases): lines += StatusesRenderer.lines(of: declaration.name, cases)
        }
        return lines.map { $0.isEmpty ? "" : "    " + $0 }
    }

    /// Returns the first line of a struct, on several lines if it is long.
    private static func head(_ name: String, _ protocols: String) -> [String] {
        let line = "struct \(name): \(protocols) {"
        return line.count + 4 <= SwiftText.width ? [line] : broken("struct \(name)", protocols)
    }

    /// Breaks the line before the last protocol, as swift-format does.
    static func broken(_ name: String, _ protocols: String) -> [String] {
        let all = protocols.split(separator: ", ")
        return ["\(name): \(all.dropLast().joined(separator: ", ")),", "    \(all.last ?? "")", "{"]
    }

    private func object(
        _ declaration: TypeDeclaration, _ properties: [PlannedProperty], hasWords: Bool
    ) -> [String] {
        let element = declaration.isStreamElement ? ", StreamElement" : ""
        let error = declaration.isError ? ", \(errorName)" : ""
        let limited = properties.contains { !$0.limits.isEmpty } ? ", PropertySchemaProviding" : ""
        var lines = Self.head(declaration.name, "Codable, Hashable, Sendable\(error)\(element)\(limited)")
        var names = NameRegistry()
        var cases: [(name: String, key: String)] = []
        var limits: [String] = []
        // The key of a header field can differ from the field's name, so the keys of the other properties have
        // precedence.
        let fixed = Set(properties.filter { $0.place != .header }.map { codingKey(of: $0, besides: []) })
        for property in properties {
            let key = codingKey(of: property, besides: fixed.union(cases.map(\.key)))
            let name = names.unique(KeyPlan.memberName(for: key))
            cases.append((name, key))
            limits += Self.limits(of: property, key)
            let known = Prose.repeats(property.words, name: property.wireName) ? "" : property.words
            let words = property.isDeprecated ? "Deprecated. " + known : known
            var comment = hasWords ? Prose.comment(words, indentation: 8, lineLimit: 1) : []
            if let words = property.content?.words, !words.isEmpty {
                comment += (comment.isEmpty ? [] : ["///"]) + SwiftText.comment(words, indentation: 8)
            }
            lines += comment.map { "    " + $0 }
            let wrapper = property.place == .plain ? "" : "@\(property.place.rawValue) "
            let value = property.defaultValue ?? (property.place != .plain && property.type.isOptional ? "nil" : nil)
            lines.append(
                "    \(wrapper)var \(SwiftName.declared(name)): \(property.type.text)"
                    + (value.map { " = \($0)" } ?? ""))
        }
        if cases.contains(where: { $0.name != $0.key }) { lines += [""] + codingKeys(cases) }
        if !limits.isEmpty {
            lines += ["", "    static var propertySchemas: JSONValue.Object {"]
            lines += Self.list(limits).map { "        " + $0 } + ["    }"]
        }
        return lines + ["}"]
    }

    /// Returns the literal of a dictionary with some entries, on one line if it fits.
    private static func list(_ entries: [String]) -> [String] {
        let line = "[\(entries.joined(separator: " ").dropLast())]"
        if line.count + 12 <= SwiftText.width { return [line] }
        return ["["] + entries.map { "    " + $0 } + ["]"]
    }

    /// Returns the entry of a property's limits.
    private static func limits(of property: PlannedProperty, _ key: String) -> [String] {
        if property.limits.isEmpty { return [] }
        let items = property.limits.map { "\"\($0.key)\": \(PropertyLimits.literal(of: $0.value) ?? "nil")" }
        let line = "\(SwiftText.literal(key)): [\(items.joined(separator: ", "))],"
        if line.count + 16 <= SwiftText.width { return [line] }
        return ["\(SwiftText.literal(key)): ["] + items.map { "    \($0)," } + ["],"]
    }

    /// Returns the coding key of a property.
    ///
    /// The coding or the wrapper maps the key to the name on the wire.
    private func codingKey(of property: PlannedProperty, besides others: Set<String>) -> String {
        let wireName = property.wireName
        switch property.place {
        case .body: return wireName
        case .header:
            // Upper and lower case don't matter in the names of fields.
            let candidates = [SwiftName.member(Words(wireName)), wireName, wireName.uppercased()]
            let key = candidates.first { candidate in
                let field = WrapperName.field(candidate).rawValue
                return !others.contains(candidate) && field.lowercased() == wireName.lowercased()
            }
            return key ?? wireName
        case .plain, .query, .cookie: return keys.key(for: wireName)
        }
    }

    private func codingKeys(_ cases: [(name: String, key: String)]) -> [String] {
        var lines = ["    enum CodingKeys: String, CodingKey {"]
        var names: [String] = []
        func finish() {
            if !names.isEmpty { lines.append("        case \(names.joined(separator: ", "))") }
            names = []
        }
        for (name, key) in cases {
            let name = SwiftName.declared(name)
            if name.filter({ $0 != "`" }) != key {
                finish()
                lines.append("        case \(name) = \(SwiftText.literal(key))")
                continue
            }
            let width = names.reduce(0) { $0 + $1.count + 2 } + name.count
            if width > 75 { finish() }
            names.append(name)
        }
        finish()
        return lines + ["    }"]
    }
}
