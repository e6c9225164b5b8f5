import Foundation
import Requests

/// Writes the type of an API.
struct APIRenderer {
    let document: Document
    let name: String
    let groups: [EndpointGroup]
    let failure: String?
    let arrays: ArrayStyle
    let dates: DateUse
    let keys: KeyPlan
    let isLarge: Bool

    /// The lines of the file, without imports.
    var lines: [String] {
        let words = document.content["info"]?["description"]?.string ?? ""
        var lines = Prose.comment(words, indentation: 0, lineLimit: 5)
        lines.append("struct \(name): RequestProviding\(isLarge ? ", CustomReflectable" : "") {")
        // A type named `Failure` needs no alias.
        if let failure, failure != "Failure" { lines += ["    typealias Failure = \(failure)", ""] }
        lines.append("    let baseURL: URL")
        lines += credentialsLines
        lines.append("")
        lines += groupLines
        lines += codingLines
        lines += initializer
        lines += [
            "",
            "    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Self, Void> {",
            "        let request = Request(api: self, endpoint: endpoint, method: method)",
            "        guard let credentials else { return request }",
            "        return request.authenticated(with: credentials)",
            "    }",
        ]
        return lines + ["}"]
    }

    /// The properties that contain the groups of endpoints.
    ///
    /// The metadata of a type refers to the types of its stored properties, and to the enclosing type. If a large API
    /// stored its groups, each type would refer to all other types, and the optimizer of a whole module follows all
    /// these references.
    private var groupLines: [String] {
        let groups = groups.filter { !$0.allEndpoints.isEmpty }
        if !isLarge { return groups.map { "    \($0.declaration)" } }
        let names = groups.map { "            \"\($0.name)\": \(SwiftName.declared($0.name))," }
        return ["    // A large API that stores its endpoints takes twice as long to compile for release."]
            + groups.map { "    var \(SwiftName.declared($0.name)): \($0.typeName) { .shared }" }
            + ["", "    /// Makes the endpoints visible to checks and documents.", "    var customMirror: Mirror {"]
            + ["        Mirror(self, children: ["] + names + ["        ])", "    }"]
    }

    /// The base URL of the first server; `nil` if there is no server, or if its URL is incomplete.
    private var server: String? {
        guard let server = document.content["servers"]?.array?.first, var text = server["url"]?.string else {
            return nil
        }
        for (name, variable) in server["variables"]?.object ?? [:] {
            text = text.replacing("{\(name)}", with: variable["default"]?.string ?? "")
        }
        if text.hasSuffix("/") { text.removeLast() }
        guard let url = URL(string: text), url.scheme?.hasPrefix("http") == true, url.host()?.isEmpty == false else {
            return nil
        }
        let isPlain = text.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != 0x22 && $0 != 0x5C }
        return isPlain && !text.contains("{") ? text : nil
    }

    private var initializer: [String] {
        let first = server.map { "baseURL: URL = URL(\"\($0)\")" } ?? "baseURL: URL"
        let second = "credentials: AuthenticationProvider? = nil"
        let line = "    init(\(first), \(second)) {"
        let head =
            line.count <= SwiftText.width ? [line] : ["    init(", "        \(first),", "        \(second)", "    ) {"]
        return [""] + head + ["        self.baseURL = baseURL", "        self.credentials = credentials", "    }"]
    }

    private var credentialsLines: [String] {
        let credentials = CredentialsPlan(document)
        let samples = credentials.samples
        let words =
            "The credentials of all requests"
            + (samples.isEmpty ? "." : ", such as \(samples.joined(separator: " or ")).")
        let omitted = credentials.omissions.flatMap {
            SwiftText.comment("Not scaffolded: \($0).", mark: "//", indentation: 4)
        }
        return (omitted + SwiftText.comment(words, indentation: 4) + ["let credentials: AuthenticationProvider?"])
            .map { "    " + $0 }
    }

    private var codingLines: [String] {
        var arguments: [String] = []
        switch keys.style {
        case .verbatim: break
        case .snakeCase: arguments.append("keys: .snakeCase")
        case .custom, .pascalCase: arguments.append("keys: keyStyle")
        }
        if dates == .seconds { arguments.append("dates: .secondsSince1970") }
        if arrays != .repeated { arguments.append("arrays: .\(arrays.rawValue)") }
        if arguments.isEmpty { return [] }
        if arguments == ["keys: .snakeCase"] { return ["", "    var coding: Coding { .snakeCase }"] }
        return [
            "", "    private static let style = Coding(\(arguments.joined(separator: ", ")))", "",
            "    var coding: Coding { Self.style }",
        ]
    }

    /// The lines of the file with a custom style for names, and the names that are exceptions; `nil` for a built-in
    /// style.
    var keyStyleLines: [String]? {
        let conversion: Conversion
        switch keys.style {
        case .verbatim, .snakeCase: return nil
        case .custom: conversion = Self.snakeCase
        case .pascalCase: conversion = Self.pascalCase
        }
        let pairs = keys.irregular.sorted { $0.key < $1.key }.map {
            "        \(SwiftText.literal($0.key)): \(SwiftText.literal($0.value)),"
        }
        let only =
            keys.irregular.first.map { "[\(SwiftText.literal($0.key)): \(SwiftText.literal($0.value))]" } ?? "[:]"
        let isShort = pairs.count <= 1 && only.count < 45
        let start = "    private static let irregularNames: [String: String] = "
        return [
            "extension \(name) {",
            "    /// Names in \(conversion.name), except for `irregularNames`.",
            "    static let keyStyle = Coding.KeyStyle.custom(",
            "        encode: wireName(of:), decode: propertyName(of:))",
            "",
            "    private static func wireName(of name: String) -> String {",
            "        if let irregular = irregularNames[name] { return irregular }",
            conversion.wireName,
            "    }",
            "",
            "    private static func propertyName(of name: String) -> String {",
            "        if let irregular = propertyNames[name] { return irregular }",
        ] + conversion.propertyName + [
            "    }",
            "",
            "    private static let propertyNames: [String: String] = Dictionary(",
            "        irregularNames.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })",
            "",
            "    /// The wire names that don't follow the style, by property name.",
        ] + (isShort ? [start + only] : [start + "["] + pairs + ["    ]"]) + ["}"]
    }

    /// The name of a style, and the last lines of the functions that convert a name to it and back.
    private typealias Conversion = (name: String, wireName: String, propertyName: [String])

    private static let snakeCase: Conversion = (
        "snake case", "        return name.map { $0.isUppercase ? \"_\" + $0.lowercased() : String($0) }.joined()",
        [
            "        let words = name.split(separator: \"_\")",
            "        return words.dropFirst().reduce(String(words.first ?? \"\")) { result, word in",
            "            result + word.prefix(1).uppercased() + word.dropFirst()",
            "        }",
        ]
    )

    private static let pascalCase: Conversion = (
        "Pascal case", "        return name.prefix(1).uppercased() + name.dropFirst()",
        ["        return name.prefix(1).lowercased() + name.dropFirst()"]
    )
}
