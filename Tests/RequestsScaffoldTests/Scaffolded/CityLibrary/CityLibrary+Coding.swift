import Requests

extension CityLibrary {
    /// Names in snake case, except for `irregularNames`.
    static let keyStyle = Coding.KeyStyle.custom(
        encode: wireName(of:), decode: propertyName(of:))

    private static func wireName(of name: String) -> String {
        if let irregular = irregularNames[name] { return irregular }
        return name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }

    private static func propertyName(of name: String) -> String {
        if let irregular = propertyNames[name] { return irregular }
        let words = name.split(separator: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) { result, word in
            result + word.prefix(1).uppercased() + word.dropFirst()
        }
    }

    private static let propertyNames: [String: String] = Dictionary(
        irregularNames.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })

    /// The wire names that don't follow the style, by property name.
    private static let irregularNames: [String: String] = [
        "minus1": "-1",
        "plus1": "+1",
        "totalCount": "totalCount",
    ]
}
