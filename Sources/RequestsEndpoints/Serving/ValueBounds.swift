import Foundation
import Requests

/// The bounds of a value, from keywords of JSON Schema (2020-12, validation, section 6).
struct ValueBounds: Sendable {
    private var numbers: [(limit: Decimal, isBroken: @Sendable (Decimal, Decimal) -> Bool, text: String)] = []
    private let length: ClosedRange<Int>?
    let itemCount: ClosedRange<Int>?
    /// The bounds of the elements; an array, because a struct can't contain itself.
    private var items: [ValueBounds] = []

    /// Makes the bounds; `nil` if no keyword is a bound.
    init?(_ keywords: JSONValue.Object) {
        let rules: [(String, @Sendable (Decimal, Decimal) -> Bool, String)] = [
            ("minimum", { $0 < $1 }, "must be at least"), ("maximum", { $0 > $1 }, "must be at most"),
            ("exclusiveMinimum", { $0 <= $1 }, "must be greater than"),
            ("exclusiveMaximum", { $0 >= $1 }, "must be less than"),
        ]
        for (name, isBroken, text) in rules {
            guard case .number(let number)? = keywords[name], let limit = number.decimal else { continue }
            numbers.append((limit, isBroken, "\(text) \(number)"))
        }
        length = Self.range(keywords, "minLength", "maxLength")
        itemCount = Self.range(keywords, "minItems", "maxItems")
        if let members = keywords["items"]?.object, let bounds = ValueBounds(members) { items.append(bounds) }
        if numbers.isEmpty, length == nil, itemCount == nil, items.isEmpty { return nil }
    }

    private static func range(_ keywords: JSONValue.Object, _ least: String, _ most: String) -> ClosedRange<Int>? {
        let limits = [least, most].map { name -> Int? in
            if case .number(let number)? = keywords[name] { number.integer() } else { nil }
        }
        guard limits.contains(where: { $0 != nil }) else { return nil }
        let first = max(limits[0] ?? 0, 0)
        return first...max(limits[1] ?? .max, first)
    }

    /// Returns the first violation in a decoded value, and its indices in nested lists; `nil` if the value is valid.
    ///
    /// - Throws: The error of a value that can't be expressed in JSON.
    func issue(of value: Any) throws -> (indices: [Int], issue: BoundIssue)? {
        switch value {
        case let part as any PlacedProperty: return try issue(of: part.wrappedValue)
        case let optional as any OptionalType: return try optional.present.flatMap { try issue(of: $0) }
        case let text as String: return issue(of: JSONValue.string(text))
        case let number as any BinaryInteger: return issue(of: JSONValue.number(JSONValue.Number(number)))
        case let elements as any Collection where itemCount != nil && items.isEmpty:
            return itemCount.flatMap { BoundIssue(elements.count, $0, "element") }.map { ([], $0) }
        case let value as any Encodable: return try issue(of: JSONValue(encoding: value))
        default: return nil
        }
    }

    /// Returns the first violation in a value, and its indices in nested lists; `nil` if the value is valid.
    private func issue(of value: JSONValue) -> (indices: [Int], issue: BoundIssue)? {
        switch value {
        case .number(let number): return Self.decimal(number).flatMap(issue).map { ([], $0) }
        case .string(let text):
            return length.flatMap { BoundIssue(text.unicodeScalars.count, $0, "character") }.map { ([], $0) }
        case .array(let elements):
            if let issue = itemCount.flatMap({ BoundIssue(elements.count, $0, "element") }) { return ([], issue) }
            for bounds in items {
                for (index, element) in elements.enumerated() {
                    if let found = bounds.issue(of: element) { return ([index] + found.indices, found.issue) }
                }
            }
        case .bool, .null, .object: break
        }
        return nil
    }

    /// Returns the nearest decimal number, even for a `Double` that no decimal number equals.
    private static func decimal(_ number: JSONValue.Number) -> Decimal? {
        number.decimal
            ?? number.double.map { value in
                if 1e-100...1e100 ~= abs(value) { return Decimal(value) }
                let size: Decimal = abs(value) < 1 ? .leastNonzeroMagnitude : .greatestFiniteMagnitude
                return value < 0 ? -size : size
            }
    }

    private func issue(of number: Decimal) -> BoundIssue? {
        numbers.first { $0.isBroken(number, $0.limit) }.map { BoundIssue(text: $0.text) }
    }
}

/// The violation of a bound.
struct BoundIssue: Error {
    /// The end of a sentence about the value: `must be at most 100`.
    let text: String

    init(text: String) { self.text = text }

    /// Makes the issue of a count; `nil` if the count is in the range.
    init?(_ count: Int, _ range: ClosedRange<Int>, _ unit: String) {
        if range.contains(count) { return nil }
        let (limit, word) = count < range.lowerBound ? (range.lowerBound, "least") : (range.upperBound, "most")
        text = "must have at \(word) \(limit) \(unit)\(limit == 1 ? "" : "s")"
    }
}
