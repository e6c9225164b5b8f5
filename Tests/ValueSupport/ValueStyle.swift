import Foundation
package import Requests

/// A row of the styles of values.
package struct ValueStyle: Sendable {
    package let name: String
    package let coding: Coding
    /// The difference in seconds below which the style writes two dates alike.
    var precision = 0.001

    package static let all = [
        ValueStyle(name: "standard", coding: .standard),
        ValueStyle(name: "snake case", coding: .snakeCase),
        ValueStyle(
            name: "seconds, brackets, numeric",
            coding: Coding(dates: .secondsSince1970, arrays: .brackets, booleans: .numeric), precision: 1),
        ValueStyle(
            name: "milliseconds, indices, dots",
            coding: Coding(keys: .snakeCase, dates: .millisecondsSince1970, arrays: .indices, nesting: .dots)),
        ValueStyle(
            name: "fractional seconds, commas",
            coding: Coding(dates: .fractionalSecondsSince1970, arrays: .commaSeparated), precision: 1e-6),
        ValueStyle(name: "local time", coding: Coding(dates: .localISO8601(.gmt))),
        ValueStyle(name: "integers as text", coding: Coding(keys: .snakeCase, integers: .text)),
        ValueStyle(name: "empty nil", coding: Coding(nils: .empty)),
        ValueStyle(
            name: "nil flags, plus", coding: Coding(arrays: .indices, nils: .flag, spacesAsPlus: true)),
        ValueStyle(
            name: "custom",
            coding: Coding(
                keys: .custom(encode: { "x-" + $0 }, decode: { String($0.dropFirst(2)) }),
                dates: .custom(
                    encode: { "day \($0.timeIntervalSinceReferenceDate)" },
                    decode: { Date(timeIntervalSinceReferenceDate: Double($0.dropFirst(4)) ?? .nan) }),
                data: .custom(
                    encode: { $0.map { String($0) }.joined(separator: "-") },
                    decode: { Data($0.split(separator: "-").compactMap { UInt8($0) }) })),
            precision: 0),
    ]
}

/// The outcome of sending one value in one place, with one style.
package enum ValueOutcome: Sendable, Equatable {
    case equal
    /// An error, with its message.
    case rejected(String)
    /// A different value arrived, without an error.
    case silent(String)

    /// The letter of the outcome in the recorded table.
    package var letter: Character {
        switch self {
        case .equal: "="
        case .rejected: "x"
        case .silent: "!"
        }
    }
}
