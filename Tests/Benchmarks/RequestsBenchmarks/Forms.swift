import BenchmarkWorkloads
import Foundation
import Requests

/// Forms as work to measure.
enum Forms {
    private static let coding = Coding.standard

    /// Measures the nanoseconds for writing one field.
    static func write(_ order: FormOrder) throws -> Double {
        try nanosecondsPerField(of: order) { _ = try coding.formData(from: order) }
    }

    /// Measures the nanoseconds for visiting one field.
    static func visit(_ order: FormOrder) throws -> Double {
        try nanosecondsPerField(of: order) { try order.encode(to: FieldVisitor()) }
    }

    private static func nanosecondsPerField(of order: FormOrder, _ body: () throws -> Void) throws -> Double {
        let rounds = max(1, 20_000 / order.fieldCount)
        let nanoseconds = try time { for _ in 0..<rounds { try body() } }
        return nanoseconds / Double(rounds * order.fieldCount)
    }

    /// The work of writing and reading a value whose size is given in mebibytes.
    struct Load: Sendable {
        let name: String
        let write: @Sendable (_ mebibytes: Int) throws -> Double
        let read: @Sendable (_ mebibytes: Int) throws -> Double

        /// Makes the values once.
        ///
        /// `unitLength` is the number of bytes that each of the `count` units takes in the form.
        init<Value: Codable & Sendable>(_ name: String, unitLength: Int, _ make: (_ count: Int) -> Value) {
            self.name = name
            let values = Dictionary(
                uniqueKeysWithValues: [1, 16].map { ($0, make($0 * 1_048_576 / unitLength)) }
            )
            write = { mebibytes in
                try time { _ = try coding.formData(from: values[mebibytes]) }
            }
            read = { mebibytes in
                let form = try coding.formData(from: values[mebibytes])
                return try time { _ = try coding.value(Value.self, fromForm: form) }
            }
        }
    }

    static func loads() -> [Load] {
        [
            Load("structs", unitLength: 380) { FormOrder(fields: 8 * $0) },
            Load("elements", unitLength: 16) { ["values": (0..<$0).map { 100_000_000 + $0 }] },
            Load("dictionary", unitLength: 24) { FlatDictionary.make($0) },
            Load("one text", unitLength: 10) { ["text": String(repeating: "plain & é", count: $0)] },
        ]
    }

    private static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = ThreadTime.nanoseconds
        try body()
        return ThreadTime.nanoseconds - start
    }
}
