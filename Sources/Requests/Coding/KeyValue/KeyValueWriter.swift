import Foundation

/// Writes the pairs of one value.
///
/// It is a class because the containers of `Encodable` share it.
package final class KeyValueWriter {
    /// The mutable state.
    struct State: ~Copyable {
        var output = GrowingBytes()
        var places = KeyValuePlaces()
        var kinds = KeyValueKinds()

        /// The byte before the next pair: `?`, `&`, or none.
        var separator: UInt8?

        /// The comma-separated array that was written last: the range of its name, and the end of its last element.
        var openList: (name: Range<Int>, end: Int)?

        var depth = 0
        var nilCount = 0
        var nilDepth = 0
        var nestedContainerCount = 0

        /// The key of the container that was opened last, if its name would be read as another key.
        var unreadableKey: (any CodingKey)?

        /// The error of a container, because opening one can't throw.
        var failure: KeyValueEncodingIssue?
    }

    /// Memory that the writer allocates itself: the runtime tracks each access to a property of a class.
    let state: UnsafeMutablePointer<State>

    let coding: Coding
    let naming: NestedNameWriter
    let nils: Coding.NilStyle
    let isReadBack: Bool
    private let use: Use
    private let isVerbatim: Bool

    /// The names of keys on the wire, if they differ.
    private var wireNames: [String: String] = [:]

    /// The error of a container, because opening one can't throw.
    package var failure: KeyValueEncodingIssue? { state.pointee.failure }

    /// Indicates whether the whole value is a `nil`.
    private(set) var isNil = false

    /// The maximum depth of nested values: each level uses stack memory.
    static let depthLimit = 128

    /// The purpose of the pairs.
    package enum Use {
        /// The query of a URL.
        case query
        /// A query that can be read back, with the rules of a form.
        case readQuery
        /// A form: a value that would be read back as another one is refused.
        case form
        /// A form in which each name has a value, and files are kept beside the pairs.
        case formWithFiles
        /// The unescaped text of one scalar.
        case text
    }

    /// Makes a writer.
    ///
    /// The name is that of the whole value, unchanged; it is `nil` for a value that has names itself. The separator comes before
    /// the first pair.
    package init(coding: Coding, use: Use, name: String? = nil, separator: UInt8? = nil) {
        self.coding = coding
        self.use = use
        isReadBack = use == .form || use == .readQuery || use == .formWithFiles
        // A part always has a value.
        nils = use == .formWithFiles && coding.nils == .flag ? .empty : coding.nils
        isVerbatim = if case .verbatim = coding.keys { true } else { false }
        naming = NestedNameWriter(
            nesting: coding.nesting, arrays: coding.arrays,
            spaces: use == .form && coding.spacesAsPlus ? .plus : .percentEncoded
        )
        state = .allocate(capacity: 1)
        state.initialize(to: State(separator: separator))
        state.pointee.places.openRoot(name: name, naming: naming)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Indicates whether an array is refused: a single text can't hold several values, unless the style separates them with
    /// commas.
    var refusesArrays: Bool {
        if use == .text, coding.arrays != .commaSeparated { true } else { false }
    }

    @inline(__always)
    func kind<Value: Encodable>(of value: Value) -> KeyValueKind {
        state.pointee.kinds.kind(of: Value.self)
    }

    /// Writes any value: a scalar, or the values that it encodes; the places that it opens stay open.
    func encode<Value: Encodable>(_ value: Value, at place: KeyValuePlace) throws {
        let kind = kind(of: value)
        if kind == .integer, let number = value.exactly(Int.self) { return try write(number, at: place) }
        if let text = try scalarText(of: value, kind, at: codingPath(of: place)) {
            return try write(text, at: place)
        }
        try encodeContents(of: value, kind, at: place)
    }

    /// Writes the values that a value encodes.
    func encodeContents<Value: Encodable>(of value: Value, _ kind: KeyValueKind, at place: KeyValuePlace) throws {
        guard state.pointee.depth < Self.depthLimit,
            !isReadBack || depth(of: place) < Self.depthLimit
        else {
            throw KeyValueEncodingIssue(
                problem: "nests more than \(Self.depthLimit) levels", path: codingPath(of: place)
            )
        }
        state.pointee.depth += 1
        defer { state.pointee.depth -= 1 }
        if isReadBack, nils == .empty, Value.self is any OptionalType.Type {
            setOptional(place)
        }
        let before = (
            outputCount, state.pointee.nilCount, state.pointee.nestedContainerCount
        )
        do {
            if kind == .unordered, refusesArrays {
                throw KeyValueEncodingIssue.notOneText(at: codingPath(of: place))
            } else if kind == .unordered, let unordered = value as? any UnorderedCollection {
                try unordered.encodeInOrder(to: self, at: place)
            } else {
                try value.encode(to: KeyValueElementEncoder(writer: self, place: place))
            }
        } catch {
            throw failure ?? KeyValueEncodingIssue(error, path: codingPath(of: place))
        }
        if let failure { throw failure }
        // The synthesised code of `enum E: Encodable { case a }` opens a container named `a` and writes nothing into it.
        let isEmpty = outputCount == before.0
        if state.pointee.nestedContainerCount > before.2, isEmpty,
            state.pointee.nilCount == before.1 || isReadBack,
            Mirror(reflecting: value).displayStyle == .enum
        {
            throw KeyValueEncodingIssue(
                problem:
                    "is an enum case without a value: give the enum raw values, as in enum State: String",
                path: codingPath(of: place)
            )
        }
        guard isReadBack else { return }
        try checkReadable(Value.self, at: place, since: before.0, nilCount: before.1)
        if let key = takeUnreadableKey(since: before.2), Mirror(reflecting: value).displayStyle == .enum {
            throw unreadableCase(key, at: place)
        }
    }

    /// Writes a property, and closes its place afterwards.
    func encode<Value: Encodable>(_ value: Value, _ key: some CodingKey, of place: KeyValuePlace) throws {
        let kind = kind(of: value)
        if try writeScalar(value, kind, key, of: place) { return }
        let mark = openPlaces
        defer { close(to: mark) }
        let child = child(of: place, key)
        // A scalar that needs a place is an empty text.
        if kind == .other || kind == .unordered {
            try encodeContents(of: value, kind, at: child)
        } else {
            try encode(value, at: child)
        }
    }

    /// Writes the value of an unchanged name.
    func encode<Value: Encodable>(_ value: Value, named name: String, of place: KeyValuePlace) throws {
        let mark = openPlaces
        defer { close(to: mark) }
        try encode(value, at: child(of: place, .name(name), named: name))
    }

    /// Stores an error that ends the encoding; the first one counts.
    func fail(_ error: KeyValueEncodingIssue) {
        if failure == nil { state.pointee.failure = error }
    }

    func noteNestedContainer(named key: some CodingKey) {
        state.pointee.nestedContainerCount += 1
        guard isReadBack else { return }
        let name = wireName(of: key.stringValue)
        state.pointee.unreadableKey = coding.keys.propertyName(of: name) == key.stringValue ? nil : key
    }

    /// Returns whether the value of a place is a `nil`, rather than a value that contains some.
    func isNil(at place: KeyValuePlace, since count: Int) -> Bool {
        state.pointee.nilCount == count + 1
            && state.pointee.nilDepth == depth(of: place)
    }

    /// Returns the key of a container that was opened since, if its name would be read as another key.
    private func takeUnreadableKey(since count: Int) -> (any CodingKey)? {
        guard state.pointee.nestedContainerCount > count else { return nil }
        defer { state.pointee.unreadableKey = nil }
        return state.pointee.unreadableKey
    }

    func writeNil(at place: KeyValuePlace) throws {
        state.pointee.nilCount += 1
        state.pointee.nilDepth = depth(of: place)
        isNil = state.pointee.nilDepth == 0
        if isReadBack { try checkReadableNil(at: place) }
        guard hasName(place) else { return }
        switch nils {
        case .omitted: break
        case .empty: try write(at: place, upTo: 0) { _ in }
        case .flag: writeName(of: place)
        }
    }

    /// Returns the name of a key on the wire.
    @inline(__always)
    @usableFromInline
    func wireName(of key: String) -> String {
        isVerbatim ? key : styledName(of: key)
    }

    @inline(never)
    private func styledName(of key: String) -> String {
        if let name = wireNames[key] { return name }
        let name = coding.keys.wireName(of: key)
        wireNames[key] = name
        return name
    }

    /// Returns the place of a property.
    func child(of place: KeyValuePlace, _ key: some CodingKey) -> KeyValuePlace {
        child(of: place, .key(key), named: wireName(of: key.stringValue))
    }

    /// Returns the place of a name.
    func child(of place: KeyValuePlace, _ step: KeyValuePlaces.Step, named name: String)
        -> KeyValuePlace
    {
        name.withBytes { name in
            let child = state.pointee.places.open(step, named: name, below: place, naming: naming)
            if isReadBack, !isLiteral(step, below: place), let problem = problem(of: name, below: place) {
                fail(KeyValueEncodingIssue(problem: problem.text, path: codingPath(of: child)))
            }
            return child
        }
    }

    /// Returns whether the name of an entry is written unchanged, whatever it is read as.
    ///
    /// This holds for a dictionary that is a whole form: `["user[name]": "Ada"]`. There, as in a query, clients write
    /// the names that servers expect by hand. An endpoint reads the form back, so its names must be readable.
    func isLiteral(below place: KeyValuePlace) -> Bool {
        use != .readQuery && !coding.isOfEndpoint && depth(of: place) == 0
    }

    private func isLiteral(_ step: KeyValuePlaces.Step, below place: KeyValuePlace) -> Bool {
        guard case .name = step else { return false }
        return isLiteral(below: place)
    }

    /// Returns the place of an element.
    func element(_ index: Int, of place: KeyValuePlace) -> KeyValuePlace {
        state.pointee.places.open(element: index, below: place, naming: naming)
    }

    /// Returns the error for an array in a place that needs names.
    func unnamedArray(at place: KeyValuePlace) -> KeyValueEncodingIssue {
        KeyValueEncodingIssue(
            problem: isReadBack
                ? "is an array without a name: a form has named values, as in .form([\"name\": values])"
                : "is an array without a name: add it with one, as in adding(query: \"name\", values)",
            path: codingPath(of: place)
        )
    }

    /// Indicates whether texts are written unescaped.
    var isText: Bool { use == .text }

    /// Indicates whether files are kept beside the pairs.
    var hasAttachments: Bool { use == .formWithFiles }

    /// The files, each with the place of its pair in the output.
    private(set) var attachments: [(start: Int, attachment: any KeyValueAttachment)] = []

    func note(_ attachment: any KeyValueAttachment, at start: Int) { attachments.append((start, attachment)) }
}

/// A value that is kept beside the pairs of a form, and is not a text: a file.
protocol KeyValueAttachment: Sendable {
    /// The reason why it can't be read back unchanged; `nil` if it can.
    var problem: String? { get }
}
