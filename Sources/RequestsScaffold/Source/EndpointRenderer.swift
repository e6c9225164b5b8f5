/// Writes the declarations of endpoints.
enum EndpointRenderer {
    /// Returns the lines of a group's type, indented by four columns.
    static func lines(of group: EndpointGroup) -> [String] {
        // Stored properties can't be moved to another file.
        for lineLimit in [8, 4, 1] {
            let lines = lines(of: group, lineLimit: lineLimit)
            if lines.count <= 285 || lineLimit == 1 { return lines }
        }
        return []
    }

    private static func lines(of group: EndpointGroup, lineLimit: Int) -> [String] {
        var lines = Prose.comment(group.words, indentation: 4, lineLimit: 4)
        lines.append("struct \(group.typeName): Sendable {")
        for part in group.groups {
            lines.append("    let \(SwiftName.declared(part.name)) = \(part.typeName)()")
        }
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

    private static func endpointLines(_ endpoint: EndpointDeclaration, lineLimit: Int) -> [String] {
        let omissions = endpoint.omissions.flatMap {
            SwiftText.comment("Not scaffolded: \($0).", mark: "//", indentation: 8)
        }
        let words = Prose.comment(endpoint.words, indentation: 8, lineLimit: lineLimit)
        let types = "\(endpoint.input?.text ?? "Void"), \(endpoint.output ?? "Void")"
        let name = "let \(SwiftName.declared(endpoint.name)) = Endpoint<"
        let start = name + types + ">("
        let arguments = "\(method(endpoint.operation.method)), \(SwiftText.literal(endpoint.path))"
        let modifiers = (endpoint.status.map { [".status(\(status($0)))"] } ?? []) + endpoint.modifiers
        let space = SwiftText.width - 8
        let line = start + arguments + ")"
        if (line + modifiers.joined()).count <= space { return omissions + words + [line + modifiers.joined()] }
        if line.count <= space { return omissions + words + [line] + modifiers.map { "    \($0)" } }
        let head = start.count <= space ? [start] : [name, "    " + types, ">("]
        let isShort = arguments.count + 4 <= space
        let broken =
            isShort ? ["    " + arguments] : ["    \(method(endpoint.operation.method)),"] + path(endpoint.path)
        return omissions + words + head + broken + [")"] + modifiers
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

    private static func status(_ code: Int) -> String {
        switch code {
        case 200: ".ok"
        case 201: ".created"
        case 202: ".accepted"
        case 204: ".noContent"
        default: "HTTPStatus(\(code))"
        }
    }
}
