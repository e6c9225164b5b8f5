import Foundation
import Requests
import RequestsEndpoints
import Testing

/// A kind of values, with samples.
struct ValueKind: Sendable, CustomTestStringConvertible {
    /// One cell of the table.
    struct Cell: Sendable {
        let place: String
        let sample: String
        let outcome: ValueOutcome
    }

    let testDescription: String
    let cells: @Sendable (ValueStyle) async -> [Cell]

    /// Makes a kind.
    ///
    /// - Parameters:
    ///   - name: The name of the kind in the table.
    ///   - samples: The values.
    ///   - exceptions: The places that are documented to change the values.
    ///   - isEqual: Returns whether a value arrived unchanged in a style; by default, whether it's equal.
    init<Value: Codable & Equatable & Sendable>(
        _ name: String, _ samples: [Value], except exceptions: Set<String> = [],
        isEqual: @escaping @Sendable (Value, Value, ValueStyle) -> Bool = { first, second, _ in first == second }
    ) {
        testDescription = name
        cells = { style in
            var cells: [Cell] = []
            for sample in samples {
                func add(_ place: String, _ outcome: ValueOutcome) {
                    cells.append(Cell(place: place, sample: "\(sample)", outcome: outcome))
                }
                let coding = style.coding
                let api = ValueAPI<Value>(coding: coding)
                let plain = ValueAPI<Value>.Plain(sampleID: sample)
                let header = ValueAPI<Value>.Header(sampleID: sample)
                let cookie = ValueAPI<Value>.Cookie(sampleID: sample)
                func same(_ first: ValueAPI<Value>.Plain, _ second: ValueAPI<Value>.Plain) -> Bool {
                    isEqual(first.sampleID, second.sampleID, style)
                }
                func sameHeader(_ first: ValueAPI<Value>.Header, _ second: ValueAPI<Value>.Header) -> Bool {
                    isEqual(first.sampleID, second.sampleID, style)
                }
                func sameCookie(_ first: ValueAPI<Value>.Cookie, _ second: ValueAPI<Value>.Cookie) -> Bool {
                    isEqual(first.sampleID, second.sampleID, style)
                }
                add("path", await ValueTrial.taken(api, \.path, plain, same))
                add("query", await ValueTrial.taken(api, \.query, plain, same))
                add("json", await ValueTrial.taken(api, \.json, plain, same))
                add("form", await ValueTrial.taken(api, \.form, plain, same))
                add("multipart", await ValueTrial.taken(api, \.multipart, plain, same))
                add("header", await ValueTrial.taken(api, \.header, header, sameHeader))
                add("cookie", await ValueTrial.taken(api, \.cookie, cookie, sameCookie))
                add("json response", await ValueTrial.given(api, \.givenJSON, plain, same))
                add("form response", await ValueTrial.given(api, \.givenForm, plain, same))
                add("header response", await ValueTrial.given(api, \.givenHeader, header, sameHeader))
                add("cookie response", await ValueTrial.given(api, \.givenCookie, cookie, sameCookie))
                add(
                    "json list",
                    await ValueTrial.given(api, \.givenList, [plain, plain]) { first, second in
                        first.count == second.count && zip(first, second).allSatisfy(same)
                    })
                add(
                    "plain form",
                    await ValueTrial.outcome(plain, same) {
                        try coding.value(ValueAPI<Value>.Plain.self, fromForm: coding.formData(from: plain))
                    })
                add(
                    "plain json",
                    await ValueTrial.outcome(plain, same) {
                        try coding.value(ValueAPI<Value>.Plain.self, fromJSON: coding.jsonData(from: plain))
                    })
            }
            return cells.filter { !exceptions.contains($0.place) }
        }
    }

    /// Makes a kind of values that may be missing.
    static func optional<Value: Codable & Equatable & Sendable>(
        _ name: String, _ samples: [Value?],
        isEqual: @escaping @Sendable (Value?, Value?, ValueStyle) -> Bool = { first, second, _ in first == second }
    ) -> ValueKind {
        ValueKind(testDescription: name) { style in
            var cells: [Cell] = []
            for sample in samples {
                func add(_ place: String, _ outcome: ValueOutcome) {
                    cells.append(Cell(place: place, sample: "\(sample as Any)", outcome: outcome))
                }
                let api = OptionalValueAPI<Value>(coding: style.coding)
                let plain = OptionalValueAPI<Value>.Plain(sampleID: sample)
                let header = OptionalValueAPI<Value>.Header(sampleID: sample)
                let cookie = OptionalValueAPI<Value>.Cookie(sampleID: sample)
                func same(_ first: OptionalValueAPI<Value>.Plain, _ second: OptionalValueAPI<Value>.Plain) -> Bool {
                    isEqual(first.sampleID, second.sampleID, style)
                }
                func sameHeader(
                    _ first: OptionalValueAPI<Value>.Header, _ second: OptionalValueAPI<Value>.Header
                ) -> Bool {
                    isEqual(first.sampleID, second.sampleID, style)
                }
                func sameCookie(
                    _ first: OptionalValueAPI<Value>.Cookie, _ second: OptionalValueAPI<Value>.Cookie
                ) -> Bool {
                    isEqual(first.sampleID, second.sampleID, style)
                }
                add("query", await ValueTrial.taken(api, \.query, plain, same))
                add("json", await ValueTrial.taken(api, \.json, plain, same))
                add("form", await ValueTrial.taken(api, \.form, plain, same))
                add("multipart", await ValueTrial.taken(api, \.multipart, plain, same))
                add("header", await ValueTrial.taken(api, \.header, header, sameHeader))
                add("cookie", await ValueTrial.taken(api, \.cookie, cookie, sameCookie))
                add("json response", await ValueTrial.given(api, \.givenJSON, plain, same))
                add("form response", await ValueTrial.given(api, \.givenForm, plain, same))
                add("header response", await ValueTrial.given(api, \.givenHeader, header, sameHeader))
                add("cookie response", await ValueTrial.given(api, \.givenCookie, cookie, sameCookie))
            }
            return cells
        }
    }

    private init(testDescription: String, cells: @escaping @Sendable (ValueStyle) async -> [Cell]) {
        self.testDescription = testDescription
        self.cells = cells
    }
}
