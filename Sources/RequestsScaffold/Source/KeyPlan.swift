import Requests

/// The coding keys of an API's properties.
///
/// The API's coding converts them to the names on the wire.
struct KeyPlan {
    enum Style: Equatable {
        case verbatim, snakeCase
        /// Snake case with exceptions.
        case custom
        /// Pascal case: `PageSize`, possibly with exceptions.
        case pascalCase
    }

    let style: Style
    /// The names on the wire that the style can't produce, by coding key.
    private(set) var irregular: [String: String] = [:]
    private var keys: [String: String] = [:]

    /// Chooses the most frequent style of some names on the wire.
    init(_ wireNames: Set<String>) {
        let snake = wireNames.count { $0.contains("_") && Self.snakeCaseKey(for: $0) != nil }
        let pascal = wireNames.count { Self.pascalKey(for: $0) != nil && $0.contains(where: \.isLowercase) }
        let camel = wireNames.count { name in name.contains(where: \.isUppercase) && !name.contains("-") } - pascal
        guard max(snake, pascal) > 0, max(snake, pascal) >= camel else {
            style = .verbatim
            return
        }
        if pascal <= snake, wireNames.allSatisfy({ Self.snakeCaseKey(for: $0) != nil }) {
            style = .snakeCase
            return
        }
        style = pascal > snake ? .pascalCase : .custom
        var taken = Set(wireNames.compactMap(plainKey))
        for name in wireNames.sorted() where plainKey(for: name) == nil {
            var key = SwiftName.member(Words(name))
            if taken.contains(key) { key = name }
            while !taken.insert(key).inserted { key += "Value" }
            keys[name] = key
            irregular[key] = name
        }
    }

    /// Returns the coding key for a name on the wire.
    func key(for wireName: String) -> String {
        switch style {
        case .verbatim: wireName
        case .snakeCase: Self.snakeCaseKey(for: wireName) ?? wireName
        case .custom, .pascalCase: keys[wireName] ?? plainKey(for: wireName) ?? wireName
        }
    }

    /// Returns whether the style can produce a name on the wire from a coding key.
    func canExpress(_ wireName: String) -> Bool {
        switch style {
        case .verbatim: true
        case .snakeCase: Self.snakeCaseKey(for: wireName) != nil
        case .custom, .pascalCase: keys[wireName] != nil || plainKey(for: wireName) != nil
        }
    }

    /// Returns the name of a property with a coding key.
    static func memberName(for key: String) -> String {
        SwiftName.isMember(key) ? key : SwiftName.member(Words(key))
    }

    /// Returns the coding key that converts to a name in snake case and back; `nil` if there is none.
    private static func snakeCaseKey(for wireName: String) -> String? {
        let style = Coding.KeyStyle.snakeCase
        let key = style.propertyName(of: wireName)
        return style.wireName(of: key) == wireName ? key : nil
    }

    /// Returns the coding key that scaffolded code converts to a name in Pascal case and back; `nil` if there is none.
    private static func pascalKey(for wireName: String) -> String? {
        guard let first = wireName.utf8.first, 0x41...0x5A ~= first else { return nil }
        let key = wireName.prefix(1).lowercased() + wireName.dropFirst()
        return SwiftName.isMember(key) ? key : nil
    }

    /// Returns the coding key that the simple functions in scaffolded code convert to a name and back, or `nil`.
    private func plainKey(for wireName: String) -> String? {
        style == .pascalCase ? Self.pascalKey(for: wireName) : Self.plainSnakeKey(for: wireName)
    }

    private static func plainSnakeKey(for wireName: String) -> String? {
        guard let key = snakeCaseKey(for: wireName) else { return nil }
        let words = wireName.split(separator: "_", omittingEmptySubsequences: false)
        let isPlain = words.allSatisfy { word in
            guard let first = word.utf8.first, 0x61...0x7A ~= first else { return false }
            return word.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
        }
        let simple = words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
        return isPlain && simple == key ? key : nil
    }
}
