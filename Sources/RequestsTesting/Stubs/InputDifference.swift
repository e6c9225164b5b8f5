import Foundation
import Requests

/// The first difference between two inputs.
struct InputDifference: CustomStringConvertible {
    let description: String

    /// Finds the first difference; `nil` if the inputs are equal.
    init?<Input: Equatable & Encodable>(_ expected: Input, _ input: Input) {
        guard expected != input else { return nil }
        let differences = Self.difference(Self.json(expected), Self.json(input), at: [])
        description = differences ?? "they are not equal, though they are written alike"
    }

    private static func json(_ value: some Encodable) -> Any {
        let data = try? Coding.standard.jsonData(from: value)
        return data.flatMap { try? JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed) } ?? NSNull()
    }

    private static func difference(_ expected: Any, _ value: Any, at path: [String]) -> String? {
        if let expected = expected as? [String: Any], let value = value as? [String: Any] {
            return Set(expected.keys).union(value.keys).sorted().lazy.compactMap {
                difference(expected[$0] ?? NSNull(), value[$0] ?? NSNull(), at: path + [$0])
            }.first
        }
        if let expected = expected as? [Any], let value = value as? [Any] {
            let index = zip(expected, value).enumerated().lazy.compactMap { index, pair in
                difference(pair.0, pair.1, at: path + [String(index)])
            }.first
            if let index { return index }
            guard expected.count != value.count else { return nil }
            return "\(name(of: path)) has \(value.count) elements, not \(expected.count)"
        }
        let (shown, wanted) = (text(of: value), text(of: expected))
        return shown == wanted ? nil : "\(name(of: path)) is \(shown), not \(wanted)"
    }

    private static func name(of path: [String]) -> String {
        path.isEmpty ? "it" : "`\(path.joined(separator: "."))`"
    }

    private static func text(of value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
    }
}
