/// Makes Swift names from a document's names, which can contain any characters.
enum SwiftName {
    /// Returns the name of a type.
    static func type(_ words: Words) -> String {
        let name = words.typeName
        guard let first = name.first, first.isLetter else { return "Value" + name }
        return reservedTypes.contains(name) ? name + "Value" : name
    }

    /// Returns the name of a property, an enum's case or a static member, without backticks.
    static func member(_ words: Words) -> String {
        let name = words.propertyName
        guard let first = name.first, first.isLetter else {
            return "value" + name.prefix(1).uppercased() + name.dropFirst()
        }
        return reservedMembers.contains(name) ? name + "Value" : name
    }

    /// Returns whether a text is already a good name of a property.
    static func isMember(_ text: String) -> Bool {
        guard let first = text.utf8.first, 0x61...0x7A ~= first, !reservedMembers.contains(text) else { return false }
        return text.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }
    }

    /// Returns a member's name as it is written in a declaration.
    static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// The names that mean something else after a dot, or that types with synthesized conformances already have.
    private static let reservedMembers: Set<String> = [
        "self", "Self", "Type", "Protocol", "init", "hashValue", "streamFormat",
    ]

    /// The names of types that scaffolded code uses.
    private static let reservedTypes: Set<String> = [
        "Any", "AnyObject", "Array", "AuthenticationProvider", "BodyFormat", "BodyValue", "Bool", "CaseIterable",
        "Codable", "Coding", "CodingKey", "CodingKeys", "CookieValue", "Data", "Date", "Decodable", "Decoder",
        "Dictionary", "Double", "ElementStream", "Encodable", "Encoder", "Endpoint", "Equatable", "ErrorBody",
        "Failure", "FileValue", "HTTPMethod", "HTTPStatus", "Hashable", "HeaderField", "HeaderValue", "Indirect", "Int",
        "JSONValue", "Mirror", "Never", "Nullable", "Optional", "PathValue", "Protocol", "QueryValue",
        "RawRepresentable",
        "PropertySchemaProviding", "Request", "RequestProviding", "Result", "Self", "Sendable", "ServerSentEvent",
        "Set", "StatusAlternatives", "StreamElement", "String", "Swift", "Type", "UInt64", "URL", "URLPath", "UUID",
        "Void",
    ]

    private static let keywords: Set<String> = [
        "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}

/// Makes names unique.
struct NameRegistry {
    private var taken: Set<String>

    /// Makes a registry in which some names are already taken.
    init(_ taken: Set<String> = []) { self.taken = Set(taken.map { $0.lowercased() }) }

    /// Returns whether a name is taken.
    func has(_ name: String) -> Bool { taken.contains(name.lowercased()) }

    /// Returns a name, with a number if the name is taken.
    ///
    /// Names that differ only in case count as the same name, because some file systems can't store both in a folder.
    mutating func unique(_ name: String) -> String {
        var result = name
        var number = 2
        while !taken.insert(result.lowercased()).inserted {
            // After a digit, the number would look like a part of the name.
            result = name.last?.isNumber == true ? "\(name)v\(number)" : "\(name)\(number)"
            number += 1
        }
        return result
    }
}
