import Foundation
import Requests
import RequestsEndpoints

/// A kind of values, with samples.
package struct ValueKind: Sendable {
    /// One cell of the table.
    package struct Cell: Sendable {
        package let place: String
        package let sample: String
        package let outcome: ValueOutcome
    }

    package let name: String
    private let cells: @Sendable (ValueStyle, [any ValuePlace]) async -> [Cell]

    /// Returns the cells of a style for the given places; by default, for all places of the endpoints.
    package func cells(_ style: ValueStyle, only places: [any ValuePlace] = []) async -> [Cell] {
        await cells(style, places)
    }

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
        self.name = name
        cells = { style, places in
            var cells: [Cell] = []
            for sample in samples {
                func isSame(_ first: Value, _ second: Value) -> Bool { isEqual(first, second, style) }
                var row = ValueRow(ValueAPI<Value>(coding: style.coding), sample, isSame)
                if places.isEmpty {
                    await row.take("path", \.path)
                    await row.addAll()
                    await row.addLists(coding: style.coding)
                }
                for place in places { await row.add(place, ValueAPI<Value>.Plain.self, coding: style.coding) }
                cells += row.cells
            }
            return cells.filter { !exceptions.contains($0.place) }
        }
    }

    /// Makes a kind of values that may be missing.
    static func optional<Value: Codable & Equatable & Sendable>(
        _ name: String, _ samples: [Value?],
        isEqual: @escaping @Sendable (Value?, Value?, ValueStyle) -> Bool = { first, second, _ in first == second }
    ) -> ValueKind {
        ValueKind(name: name) { style, places in
            var cells: [Cell] = []
            for sample in samples {
                func isSame(_ first: Value?, _ second: Value?) -> Bool { isEqual(first, second, style) }
                var row = ValueRow(OptionalValueAPI<Value>(coding: style.coding), sample, isSame)
                if places.isEmpty { await row.addAll() }
                for place in places { await row.add(place, OptionalValueAPI<Value>.Plain.self, coding: style.coding) }
                cells += row.cells
            }
            return cells
        }
    }

    private init(name: String, cells: @escaping @Sendable (ValueStyle, [any ValuePlace]) async -> [Cell]) {
        self.name = name
        self.cells = cells
    }
}

/// The cells of one sample in one style.
private struct ValueRow<API: ValueEndpoints> {
    private let api: API
    private let sample: API.Sample
    private let isSame: (API.Sample, API.Sample) -> Bool
    private(set) var cells: [ValueKind.Cell] = []

    init(_ api: API, _ sample: API.Sample, _ isSame: @escaping (API.Sample, API.Sample) -> Bool) {
        self.api = api
        self.sample = sample
        self.isSame = isSame
    }

    private mutating func add(_ place: String, _ outcome: ValueOutcome) {
        cells.append(ValueKind.Cell(place: place, sample: "\(sample)", outcome: outcome))
    }

    mutating func take<Message: ValueMessage<API.Sample>>(
        _ place: String, _ endpoint: KeyPath<API, Endpoint<Message, Void>>
    ) async {
        add(
            place, await ValueTrial.taken(api, endpoint, Message(sampleID: sample)) { isSame($0.sampleID, $1.sampleID) }
        )
    }

    private mutating func give<Message: ValueMessage<API.Sample>>(
        _ place: String, _ endpoint: KeyPath<API, Endpoint<Void, Message>>
    ) async {
        add(
            place, await ValueTrial.given(api, endpoint, Message(sampleID: sample)) { isSame($0.sampleID, $1.sampleID) }
        )
    }

    /// Adds a place outside of the endpoints.
    mutating func add<Message: ValueMessage<API.Sample>>(
        _ place: any ValuePlace, _ type: Message.Type, coding: Coding
    ) async {
        let isSame = isSame
        add(
            place.name,
            await ValueTrial.outcome(Message(sampleID: sample), { isSame($0.sampleID, $1.sampleID) }) {
                try await place.read(Message(sampleID: sample), coding: coding)
            })
    }

    /// Adds the places that every value has.
    mutating func addAll() async {
        await take("query", \.query)
        await take("json", \.json)
        await take("form", \.form)
        await take("multipart", \.multipart)
        await take("header", \.header)
        await take("cookie", \.cookie)
        await give("json response", \.givenJSON)
        await give("form response", \.givenForm)
        await give("header response", \.givenHeader)
        await give("cookie response", \.givenCookie)
    }
}

extension ValueRow {
    /// Adds a list and streams of messages, and the coders alone.
    fileprivate mutating func addLists<Value>(coding: Coding) async where API == ValueAPI<Value> {
        let plain = ValueAPI<Value>.Plain(sampleID: sample)
        let isSame = isSame
        func isEqual(_ first: ValueAPI<Value>.Plain, _ second: ValueAPI<Value>.Plain) -> Bool {
            isSame(first.sampleID, second.sampleID)
        }
        add(
            "json list",
            await ValueTrial.given(api, \.givenList, [plain, plain]) { first, second in
                first.count == second.count && zip(first, second).allSatisfy(isEqual)
            })
        add("json lines", await ValueTrial.streamed(api, \.givenLines, plain, of: \.self, isEqual))
        add(
            "events",
            await ValueTrial.streamed(api, \.givenEvents, ServerSentEvent(data: plain), of: \.data, isEqual))
        add(
            "plain form",
            await ValueTrial.outcome(plain, isEqual) {
                try coding.value(ValueAPI<Value>.Plain.self, fromForm: coding.formData(from: plain))
            })
        add(
            "plain json",
            await ValueTrial.outcome(plain, isEqual) {
                try coding.value(ValueAPI<Value>.Plain.self, fromJSON: coding.jsonData(from: plain))
            })
    }
}
