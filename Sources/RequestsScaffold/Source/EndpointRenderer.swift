/// Writes the declarations of endpoints.
struct EndpointRenderer {
    let keys: KeyPlan
    let isLarge: Bool

    /// Returns the lines of a group's type, indented by four columns.
    func lines(of group: EndpointGroup) -> [String] {
        // Swift doesn't allow stored properties in extensions, so the declaration must be short enough for one file.
        for lineLimit in [8, 4, 1] {
            let lines = lines(of: group, lineLimit: lineLimit)
            if lines.count <= 285 || lineLimit == 1 { return lines }
        }
        return []
    }

    private func lines(of group: EndpointGroup, lineLimit: Int) -> [String] {
        var lines = Prose.comment(group.words, indentation: 4, lineLimit: 4)
        lines.append("struct \(group.typeName): Sendable {")
        if isLarge { lines += ["    static let shared = Self()", ""] }
        for part in group.groups { lines.append("    \(part.declaration)") }
        if !group.groups.isEmpty, !group.endpoints.isEmpty { lines.append("") }
        for (index, endpoint) in group.endpoints.enumerated() {
            if index > 0 { lines.append("") }
            lines += endpointLines(endpoint, lineLimit: lineLimit).map { $0.isEmpty ? "" : "    " + $0 }
        }
        if !group.omissions.isEmpty, !group.allEndpoints.isEmpty { lines.append("") }
        for omission in group.omissions {
            lines += SwiftText.comment("Not scaffolded: \(omission).", mark: "//", indentation: 8).map { "    " + $0 }
        }
        lines.append("}")
        return lines.map { $0.isEmpty ? "" : "    " + $0 }
    }

    private func endpointLines(_ endpoint: EndpointDeclaration, lineLimit: Int) -> [String] {
        let omissions = endpoint.omissions.flatMap {
            SwiftText.comment("Not scaffolded: \($0).", mark: "//", indentation: 8)
        }
        let words = Prose.comment(endpoint.words, indentation: 8, lineLimit: lineLimit)
        let types = "\(endpoint.input?.text ?? "Void"), \(endpoint.output ?? "Void")"
        let name = "let \(SwiftName.declared(endpoint.name)) = Endpoint<"
        let start = name + types + ">("
        let method = Self.method(endpoint.operation.method)
        let arguments = "\(method), \(SwiftText.literal(endpoint.path))"
        let status = endpoint.status.map { [".status(\(SwiftStatus.literal(of: $0)))"] } ?? []
        let modifiers = status + endpoint.modifiers + arrays(of: endpoint)
        let space = SwiftText.width - 8
        let line = start + arguments + ")"
        if (line + modifiers.joined()).count <= space { return omissions + words + [line + modifiers.joined()] }
        if line.count <= space {
            return omissions + words + [line] + modifiers.flatMap { Self.broken($0, space - 4).map { "    \($0)" } }
        }
        let head = start.count <= space ? [start] : [name, "    " + types, ">("]
        let isShort = arguments.count + 4 <= space
        let broken = isShort ? ["    " + arguments] : ["    \(method),"] + Self.path(endpoint.path)
        return omissions + words + head + broken + [")"] + modifiers.flatMap { Self.broken($0, space) }
    }

    /// Breaks a long modifier between its arguments.
    private static func broken(_ modifier: String, _ space: Int) -> [String] {
        // A literal may contain the text between two arguments.
        guard modifier.count > space, !modifier.contains("\""), let open = modifier.firstIndex(of: "(") else {
            return [modifier]
        }
        var lines = [String(modifier[...open])]
        for argument in modifier[open...].dropFirst().split(separator: ", ") {
            let isLast = argument.endIndex == modifier.endIndex
            let text = argument + (isLast ? "" : ",")
            if let last = lines.last, lines.count > 1, last.count + 1 + text.count <= space {
                lines[lines.count - 1] = last + " " + text
            } else {
                lines.append("    " + text)
            }
        }
        return lines
    }

    private func arrays(of endpoint: EndpointDeclaration) -> [String] {
        ArrayStyle.allCases.flatMap { style in
            let properties = (endpoint.arrays[style] ?? []).map { SwiftText.literal(keys.key(for: $0)) }
            // Several short lists are easier to read than a long list.
            return stride(from: 0, to: properties.count, by: 3).map { start in
                let some = properties[start..<min(start + 3, properties.count)]
                return ".arrays(.\(style.rawValue), of: \(some.joined(separator: ", ")))"
            }
        }
    }

    /// Returns the literal of a long path, which can take several lines.
    private static func path(_ path: String) -> [String] {
        var lines: [String] = []
        for segment in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let text = "/" + segment
            if let last = lines.last, last.count + text.count < 80 {
                lines[lines.count - 1] = last + text
            } else {
                lines.append(text)
            }
        }
        return lines.enumerated().map { index, text in
            index == 0 ? "    " + SwiftText.literal(text) : "        + " + SwiftText.literal(text)
        }
    }

    private static func method(_ name: String) -> String {
        let known = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"]
        return known.contains(name) ? ".\(name.lowercased())" : SwiftText.literal(name)
    }
}
