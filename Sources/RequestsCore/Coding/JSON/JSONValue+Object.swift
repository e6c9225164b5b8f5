extension JSONValue {
    /// The members of a JSON object, in order.
    ///
    /// Names are unique. If a received object repeats a name, the first member with that name is used, as when a type is decoded.
    ///
    /// Two objects are equal if they have the same members, in any order. Names are compared by their bytes (RFC 8259, section 8.3).
    public struct Object: Sendable {
        /// The members in order, with empty entries for removed ones.
        private(set) var entries: [(key: String, value: JSONValue)] = []
        /// The positions of the names; `nil` for a small object, which is searched faster without them.
        private var positions: Box<Positions>?

        private struct Positions {
            /// The positions of the names.
            var names: [Name: Int] = [:]
            /// The positions of removed members, in order; removing each entry immediately would move all entries after
            /// it.
            var holes: [Int] = []
        }

        /// The maximum number of members that are searched linearly.
        private static var searchLimit: Int { 8 }

        /// Makes an object without members.
        package init() {}

        /// Makes an object from members in this order; if a name occurs more than once, its last value is used.
        public init(_ members: some Sequence<(key: String, value: JSONValue)>) {
            for (key, value) in members { self[key] = value }
        }
    }
}

extension JSONValue.Object {
    /// The member with a name; `nil` if there is none.
    ///
    /// A new member is appended. Set it to `nil` to remove the member, or to `.null` to store a `null`.
    public subscript(name: String) -> JSONValue? {
        get { position(of: name).map { entries[$0].value } }
        _modify {
            let position = position(of: name)
            var value = position.map { entries[$0].value }
            // Remove the second reference, so that a value inside the member is changed in place.
            if let position { entries[position].value = .null }
            defer {
                switch (position, value) {
                case (nil, nil): break
                case (nil, let value?): append(name, value)
                case (let position?, let value?): entries[position].value = value
                case (let position?, nil): remove(at: position)
                }
            }
            yield &value
        }
    }

    /// Appends a member if its name is new, and returns whether it was appended.
    mutating func appendIfNew(_ name: String, _ value: JSONValue) -> Bool {
        guard position(of: name) == nil else { return false }
        append(name, value)
        return true
    }

    private mutating func append(_ name: String, _ value: JSONValue) {
        entries.append((name, value))
        if positions != nil {
            positions?.value.names[Name(text: name)] = entries.count - 1
        } else {
            notePositions()
        }
    }

    private mutating func remove(at position: Int) {
        positions?.value.names[Name(text: entries[position].key)] = nil
        if positions == nil || position == entries.count - 1 {
            entries.remove(at: position)
        } else {
            entries[position].key = ""
            let next = holes.indices.first { holes[$0] > position }
            positions?.value.holes.insert(position, at: next)
        }
        guard holes.count > entries.count / 2 else { return }
        entries = Array(self)
        notePositions()
    }

    private mutating func notePositions() {
        guard entries.count > Self.searchLimit else { return positions = nil }
        var new = Positions()
        for position in entries.indices { new.names[Name(text: entries[position].key)] = position }
        positions = Box(new)
    }

    private var holes: [Int] { positions?.value.holes ?? [] }

    private func position(of name: String) -> Int? {
        if let positions { return positions.value.names[Name(text: name)] }
        let name = Name(text: name)
        return entries.firstIndex { Name(text: $0.key) == name }
    }

    /// A name that is compared by its bytes, because Swift strings with different bytes can be equal.
    private struct Name: Hashable {
        let text: String

        static func == (first: Name, second: Name) -> Bool {
            var (first, second) = (first.text, second.text)
            return first.withUTF8 { bytes in second.withUTF8(bytes.equals) }
        }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            hasher.combine(0xFF as UInt8)
        }
    }
}

extension JSONValue.Object: RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// Makes an object with its members in this order; if a name occurs more than once, its last value is used.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members.map { (key: $0.0, value: $0.1) })
    }

    /// The position of the first member.
    public var startIndex: Int { 0 }

    /// The position after the last member.
    public var endIndex: Int { entries.count - holes.count }

    /// The member at a position.
    public subscript(position: Int) -> (key: String, value: JSONValue) {
        let holes = holes
        return entries[position + holes.indices.first { holes[$0] - $0 > position }]
    }
}

extension Range<Int> {
    /// Returns the first number with a property that all later numbers also have; the end if there is none.
    fileprivate func first(_ hasProperty: (Int) -> Bool) -> Int {
        var (start, end) = (lowerBound, upperBound)
        while start < end {
            let middle = (start + end) / 2
            if hasProperty(middle) { end = middle } else { start = middle + 1 }
        }
        return start
    }
}

extension JSONValue.Object: Hashable {
    /// Returns whether two objects have the same members, in any order.
    public static func == (first: Self, second: Self) -> Bool {
        first.count == second.count && first.allSatisfy { second[$0.key] == $0.value }
    }

    /// Hashes the members regardless of their order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in self {
            var member = Hasher()
            member.combine(Name(text: key))
            member.combine(value)
            sum &+= member.finalize()
        }
        hasher.combine(sum)
    }
}

extension JSONValue.Object: CustomStringConvertible {
    /// The object as JSON.
    public var description: String { JSONValue.object(self).description }
}
