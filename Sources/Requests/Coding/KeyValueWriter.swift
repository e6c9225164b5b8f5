import Foundation

/// Writes the pairs of one value.
///
/// It has a reference's identity because the containers of `Encodable` share it.
final class KeyValueWriter {
    var pairs: PairBuffer
    let coding: Coding
    let use: Use
    let naming: KeyValueNaming
    private var depth = 0
    private var nilCount = 0
    private var nilDepth = 0
    private var nestedContainerCount = 0

    /// The key of the container that was opened last, where its name is read as another key.
    private var unreadableKey: (any CodingKey)?

    /// What a container could not throw, because opening one doesn't.
    private var failure: KeyValueError?

    /// The comma-separated array that was written last: its name, and where its last element ends.
    var openList: (name: [UInt8], end: Int)?

    /// Whether the whole value is a `nil`.
    private(set) var isNil = false

    /// How deep values may nest: each level takes stack.
    static let depthLimit = 128

    /// What the pairs are for.
    enum Use {
        /// The query of a URL.
        case query
        /// A form: what would be read back as another value is refused.
        case form
        /// The text of one scalar, not escaped.
        case text
    }

    init(pairs: PairBuffer, coding: Coding, use: Use) {
        self.pairs = pairs
        self.coding = coding
        self.use = use
        naming = KeyValueNaming(
            nesting: coding.nesting, arrays: coding.arrays, spaces: use == .form ? coding.spaces : .percentEncoded
        )
    }

    func takePairs() -> PairBuffer {
        var taken = PairBuffer()
        swap(&taken, &pairs)
        return taken
    }

    /// Writes any value: a scalar, or whatever it encodes.
    func encode<Value: Encodable>(_ value: Value, at place: KeyValuePlace) throws {
        if let number = value.exactly(Int.self) { return try write(number, at: place) }
        if let text = try scalarText(of: value, at: place.path) { return try write(text, at: place) }
        guard depth < Self.depthLimit, use != .form || place.depth < Self.depthLimit else {
            throw KeyValueError(problem: "nests more than \(Self.depthLimit) levels", path: place.path)
        }
        depth += 1
        defer { depth -= 1 }
        if use == .form, coding.nils == .empty, Value.self is any EmptyBodyDecodable.Type { place.isOptional = true }
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
        let isEmpty = pairs.bytes.count == before.0
        if nestedContainerCount > before.2, isEmpty, nilCount == before.1 || use == .form,
            Mirror(reflecting: value).displayStyle == .enum
        {
            throw KeyValueError(
                problem: "is an enum case without a value: give the enum raw values, as in enum State: String",
                path: place.path
            )
        }
        if use == .form { try checkReadable(value, at: place, since: before) }
    }

    /// Has the value end in an error; the first counts.
    func fail(_ error: KeyValueError) {
        if failure == nil { failure = error }
    }

    func noteNestedContainer(named key: some CodingKey) {
        nestedContainerCount += 1
        guard use == .form else { return }
        let name = coding.keys.wireName(of: key.stringValue)
        unreadableKey = coding.keys.propertyName(of: name) == key.stringValue ? nil : key
    }

    /// Whether the value of a place is a `nil`, and not something that has some.
    func isNil(at place: KeyValuePlace, since count: Int) -> Bool {
        nilCount == count + 1 && nilDepth == place.depth
    }

    /// The key of a container that was opened since, where its name is read as another key.
    func takeUnreadableKey(since count: Int) -> (any CodingKey)? {
        guard nestedContainerCount > count else { return nil }
        defer { unreadableKey = nil }
        return unreadableKey
    }

    func writeNil(at place: KeyValuePlace) throws {
        nilCount += 1
        nilDepth = place.depth
        isNil = place.depth == 0
        if use == .form { try checkReadableNil(at: place) }
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

    /// The place of a property.
    func child(of place: KeyValuePlace, _ key: some CodingKey, named name: String) -> KeyValuePlace {
        let name = name.withBytes { text in
            if use == .form { checkReadable(text, of: key, in: place) }
            var name: [UInt8] = []
            name.append(upTo: naming.limit(text, below: place)) { naming.write(text, below: place, to: &$0) }
            return name
        }
        return KeyValuePlace(key, in: place, name: name)
    }

    /// The place of an element.
    func element(_ index: Int, of place: KeyValuePlace) -> KeyValuePlace {
        var numbered: [UInt8] = []
        numbered.append(upTo: naming.limit(elementBelow: place)) { naming.write(number: index, below: place, to: &$0) }
        let name =
            switch coding.arrays {
            case .repeated, .commaSeparated: place.nameAsParent
            case .brackets: place.nameAsParent + Array("%5B%5D".utf8)
            case .indices: numbered
            }
        let key = WireKey(String(index), intValue: index)
        return KeyValuePlace(key, in: place, name: name, numberedName: numbered)
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

    /// The error of an array that stands where names are needed.
    func unnamedArray(at place: KeyValuePlace) -> KeyValueError {
        KeyValueError(
            problem: use == .form
                ? "is an array without a name: a form has named values, as in .form([\"name\": values])"
                : "is an array without a name: add it with one, as in adding(query: \"name\", values)",
            path: place.path
        )
    }

    /// The text of what Foundation and the standard library would encode in another way, or more slowly.
    func scalarText<Value: Encodable>(of value: Value, at path: @autoclosure () -> [any CodingKey]) throws -> String? {
        if let text = value.exactly(String.self) { return text }
        if let bool = value.exactly(Bool.self) { return text(of: bool) }
        if let number = value.exactly(Double.self) { return try text(of: number, at: path()) }
        if let uuid = value.exactly(UUID.self) { return uuid.uuidString }
        if let url = value.exactly(URL.self) { return url.absoluteString }
        if let date = value.exactly(Date.self) {
            do {
                return try coding.text(of: date)
            } catch let error as UnwritableDate {
                throw KeyValueError.unwritable("is a bad date: \(error)", path: path())
            } catch {
                throw KeyValueError(error, path: path())
            }
        }
        if let data = value.exactly(Data.self) {
            do {
                return try coding.text(of: data)
            } catch {
                throw KeyValueError(error, path: path())
            }
        }
        if let decimal = value.exactly(Decimal.self) {
            guard decimal.isFinite else { throw KeyValueError.unwritable("is not a finite number", path: path()) }
            return decimal.description
        }
        return nil
    }
}

extension Encodable {
    /// The value where it is of exactly this type.
    ///
    /// Types are compared before anything is cast: a cast costs more than the rest of a field.
    func exactly<Value>(_ type: Value.Type) -> Value? {
        Self.self == type ? self as? Value : nil
    }
}
