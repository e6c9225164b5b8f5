import Requests

/// The first difference between two inputs.
struct InputDifference: CustomStringConvertible {
    let description: String

    /// Finds the first difference; `nil` if the inputs are equal.
    init?<Input: Equatable & Encodable>(_ expected: Input, _ input: Input) {
        guard expected != input else { return nil }
        let differences = Self.difference(Self.json(expected), Self.json(input), at: [])
        description = differences ?? "both inputs have the same JSON, but aren't equal"
    }

    private static func json(_ value: some Encodable) -> JSONValue { (try? JSONValue(encoding: value)) ?? .null }

    private static func difference(_ expected: JSONValue, _ value: JSONValue, at path: [String]) -> String? {
        if let expected = expected.object, let value = value.object {
            return Set(expected.map(\.key)).union(value.map(\.key)).sorted().lazy.compactMap {
                difference(expected[$0] ?? .null, value[$0] ?? .null, at: path + [$0])
            }.first
        }
        if let expected = expected.array, let value = value.array {
            let index = zip(expected, value).enumerated().lazy.compactMap { index, pair in
                difference(pair.0, pair.1, at: path + [String(index)])
            }.first
            if let index { return index }
            guard expected.count != value.count else { return nil }
            return "\(name(of: path)) has \(value.count) elements instead of the expected \(expected.count)"
        }
        return expected == value ? nil : "\(name(of: path)) is \(value), but \(expected) was expected"
    }

    private static func name(of path: [String]) -> String {
        path.isEmpty ? "the input" : "`\(path.joined(separator: "."))`"
    }
}
