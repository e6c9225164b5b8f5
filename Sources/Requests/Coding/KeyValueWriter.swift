import Foundation

/// Writes the pairs of one value.
///
/// It has a reference's identity because the containers of `Encodable` share it.
final class KeyValueWriter {
    private(set) var pairs: PairBuffer
    let coding: Coding
    private let escapes: Bool
    private var depth = 0
    private var nilCount = 0
    private var nestedContainerCount = 0

    /// What a container could not throw, because opening one doesn't.
    private var failure: KeyValueError?

    /// The comma-separated array that was written last: its name, and where its last element ends.
    private var openList: (name: [UInt8], end: Int)?

    /// Whether the whole value is a `nil`.
    private(set) var isNil = false

    /// How deep values may nest: each level takes stack.
    static let depthLimit = 128

    init(pairs: PairBuffer, coding: Coding, escapes: Bool = true) {
        self.pairs = pairs
        self.coding = coding
        self.escapes = escapes
    }

    func takePairs() -> PairBuffer {
        var taken = PairBuffer()
        swap(&taken, &pairs)
        return taken
    }

    /// Writes any value: a scalar, or whatever it encodes.
    func encode<Value: Encodable>(_ value: Value, at place: KeyValuePlace) throws {
        if let text = try text(of: value, at: place) {
            try write(text, at: place)
            return
        }
        guard depth < Self.depthLimit else {
            throw KeyValueError(problem: "nests more than \(Self.depthLimit) levels", path: place.path)
        }
        depth += 1
        defer { depth -= 1 }
        let before = (pairs.bytes.count, nilCount, nestedContainerCount)
        do {
            if let unordered = value as? any UnorderedCollection {
                try unordered.encodeInOrder(to: self, at: place)
            } else {
                try value.encode(to: KeyValueElementEncoder(writer: self, place: place))
            }
        } catch {
            throw failure ?? error as? KeyValueError ?? KeyValueError(error, path: place.path)
        }
        if let failure { throw failure }
        // The synthesised code of `enum E: Encodable { case a }` opens a container named `a` and writes nothing into it.
        if nestedContainerCount > before.2, pairs.bytes.count == before.0, nilCount == before.1,
            Mirror(reflecting: value).displayStyle == .enum
        {
            throw KeyValueError(
                problem: "is an enum case without a value: give the enum raw values, as in enum State: String",
                path: place.path
            )
        }
    }

    /// Has the value end in an error; the first counts.
    func fail(_ error: KeyValueError) {
        if failure == nil { failure = error }
    }

    func noteNestedContainer() {
        nestedContainerCount += 1
    }

    func write(_ text: String, at place: KeyValuePlace) throws {
        try begin(place)
        append(text)
        end(place)
    }

    func write(_ number: some BinaryInteger, at place: KeyValuePlace) throws {
        try begin(place)
        pairs.append(number)
        end(place)
    }

    func writeNil(at place: KeyValuePlace) throws {
        nilCount += 1
        isNil = place.path.isEmpty
        guard place.isNamed else { return }
        switch coding.nils {
        case .omitted: break
        case .empty:
            try begin(place)
            end(place)
        case .flag:
            pairs.separate()
            pairs.bytes += place.name
        }
    }

    /// Begins the pair of a property whose value follows.
    func begin(_ key: some CodingKey, of place: KeyValuePlace) {
        pairs.separate()
        place.appendName(of: coding.keys.wireName(of: key.stringValue), nesting: coding.nesting, to: &pairs.bytes)
        pairs.bytes.append(UInt8(ascii: "="))
    }

    func append(_ text: String) {
        if escapes { PercentEncoding.append(text, to: &pairs.bytes) } else { pairs.bytes += text.utf8 }
    }

    func append(_ number: some BinaryInteger) {
        pairs.append(number)
    }

    func text(of value: Bool) -> String {
        switch coding.booleans {
        case .literal: value ? "true" : "false"
        case .numeric: value ? "1" : "0"
        }
    }

    func text(
        of value: some BinaryFloatingPoint & LosslessStringConvertible, at path: @autoclosure () -> [any CodingKey]
    ) throws -> String {
        guard value.isFinite else { throw KeyValueError.unwritable("is not a finite number", path: path()) }
        return value.description
    }

    private func begin(_ place: KeyValuePlace) throws {
        guard place.isNamed else {
            throw KeyValueError(
                problem: "has no names of its own: add it with a name, as in adding(query: \"name\", value)",
                path: place.path
            )
        }
        if place.isJoined, let openList, openList.end == pairs.bytes.count, openList.name == place.name {
            pairs.bytes.append(UInt8(ascii: ","))
        } else {
            pairs.separate()
            pairs.bytes += place.name
            pairs.bytes.append(UInt8(ascii: "="))
        }
    }

    private func end(_ place: KeyValuePlace) {
        if place.isJoined { openList = (place.name, pairs.bytes.count) }
    }

    /// The text of what Foundation and the standard library would encode in another way, or more slowly.
    private func text<Value>(of value: Value, at place: KeyValuePlace) throws -> String? {
        if let text = value as? String { return text }
        if let bool = value as? Bool { return text(of: bool) }
        if let number = value as? Double { return try text(of: number, at: place.path) }
        if let uuid = value as? UUID { return uuid.uuidString }
        if let url = value as? URL { return url.absoluteString }
        if let date = value as? Date {
            do {
                return try coding.text(of: date)
            } catch let error as UnwritableDate {
                throw KeyValueError.unwritable("is a bad date: \(error)", path: place.path)
            } catch {
                throw KeyValueError(error, path: place.path)
            }
        }
        if let data = value as? Data {
            do {
                return try coding.text(of: data)
            } catch {
                throw KeyValueError(error, path: place.path)
            }
        }
        if let decimal = value as? Decimal {
            guard decimal.isFinite else { throw KeyValueError.unwritable("is not a finite number", path: place.path) }
            return decimal.description
        }
        return nil
    }
}
