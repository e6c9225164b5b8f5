/// The fields of a header, in order (RFC 9110, section 5).
///
/// ```swift
/// var header: HeaderFields = [.accept(.json), HeaderField("X-Tag", "a"), HeaderField("X-Tag", "b")]
/// header["x-tag"]              // "a, b"
/// header[values: "X-Tag"]      // ["a", "b"]
/// header["Accept"] = nil       // removed
/// ```
///
/// Names are case-insensitive. Several fields may have the same name.
public struct HeaderFields: Sendable {
    private var fields: [HeaderField] = []

    /// Makes a header without fields.
    public init() {}

    /// Makes a header from fields.
    public init(_ fields: some Sequence<HeaderField>) {
        self.fields = Array(fields)
    }

    /// Makes a header from a dictionary of names and values, sorted by the names.
    public init(_ fields: [String: String]) {
        self.fields = fields.sorted { $0.key < $1.key }.map { HeaderField(HeaderField.Name($0.key), $0.value) }
    }

    /// Appends a field, even if its name already exists.
    public mutating func append(_ field: consuming HeaderField) {
        if fields.isEmpty { fields.reserveCapacity(8) }
        fields.append(field)
    }

    /// Appends fields, even if their names already exist.
    public mutating func append(contentsOf newFields: some Sequence<HeaderField>) {
        fields.append(contentsOf: newFields)
    }

    /// Replaces all fields with the same name; appends the field if there are none.
    public mutating func set(_ field: consuming HeaderField) {
        guard let index = firstIndex(named: field.name) else { return append(field) }
        fields[index] = field
        // Most headers contain no second field with the name: check before moving anything.
        if fields[(index + 1)...].contains(where: { $0.name == field.name }) {
            fields[(index + 1)...].removeAll { $0.name == field.name }
        }
    }

    /// Removes all fields with a name.
    public mutating func remove(_ name: HeaderField.Name) {
        fields.removeAll { $0.name == name }
    }

    /// Returns whether there is a field with a name.
    public func contains(_ name: HeaderField.Name) -> Bool {
        firstIndex(named: name) != nil
    }

    /// The values of the fields with a name, joined by a comma and a space (RFC 9110, section 5.3), or by a semicolon for Cookie.
    ///
    /// Set-Cookie can't be joined: use `[values:]`. Setting a value replaces all fields with the name; `nil` removes them.
    public subscript(name: HeaderField.Name) -> String? {
        get {
            firstIndex(named: name).map(joinedValue(from:))
        }
        set {
            if let newValue {
                set(HeaderField(name, newValue))
            } else {
                remove(name)
            }
        }
    }

    /// The values of all fields with a name, in order.
    public subscript(values name: HeaderField.Name) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// Returns the value of a field, joined with the values of later fields with the same name.
    private func joinedValue(from index: Int) -> String {
        let first = fields[index]
        var value = first.value
        for field in fields[(index + 1)...] where field.name == first.name {
            value += first.separator + field.value
        }
        return value
    }

    /// One field for each name, with joined values, in the order of each name's first field (RFC 9110, section 5.3).
    var joined: [HeaderField] {
        guard hasRepeatedNames else { return fields }
        var places: [HeaderField.Name: Int] = [:]
        var result: [HeaderField] = []
        for field in fields {
            if let place = places[field.name] {
                result[place].value += field.separator + field.value
            } else {
                places[field.name] = result.count
                result.append(field)
            }
        }
        return result
    }

    /// Indicates whether a name occurs more than once.
    var hasRepeatedNames: Bool {
        // For few fields, comparing all pairs is faster than hashing.
        if fields.count > 32 { return Set(fields.lazy.map(\.name)).count < fields.count }
        return withFields { fields in
            for index in 0..<fields.count {
                for other in 0..<index where fields[other].name == fields[index].name { return true }
            }
            return false
        }
    }

    /// Calls a function with the fields, without copying them.
    ///
    /// A loop over the collection would retain and release each field.
    private func withFields<Result>(_ body: (UnsafeBufferPointer<HeaderField>) -> Result) -> Result {
        fields.withUnsafeBufferPointer(body)
    }

    /// Returns whether a function accepts any of the fields; no field is copied.
    package func hasField(where isFound: (HeaderField) -> Bool) -> Bool {
        withFields { fields in
            for index in 0..<fields.count where isFound(fields[index]) { return true }
            return false
        }
    }

    private func firstIndex(named name: HeaderField.Name) -> Int? {
        withFields { fields in
            for index in 0..<fields.count where fields[index].name == name { return index }
            return nil
        }
    }
}

extension HeaderFields: RandomAccessCollection {
    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }
    /// The position after the last field.
    public var endIndex: Int { fields.endIndex }
    /// The field at a position.
    public subscript(position: Int) -> HeaderField { fields[position] }
}

extension HeaderFields: ExpressibleByArrayLiteral {
    /// Makes a header from fields, in the given order.
    public init(arrayLiteral elements: HeaderField...) {
        self.fields = elements
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Makes a header from names and values, in the given order; a name may occur more than once.
    public init(dictionaryLiteral elements: (HeaderField.Name, String)...) {
        self.fields = elements.map { HeaderField($0, $1) }
    }
}

extension HeaderFields: Hashable {}

extension HeaderFields: RedactedDescription {
    /// A line for each field, with sensitive values hidden.
    public var description: String { fields.map(\.description).joined(separator: "\n") }

    /// The mirror for `dump`, without sensitive values.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: fields, displayStyle: .collection) }
}
