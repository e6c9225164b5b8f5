public import Foundation

extension JSONValue {
    /// A member of an object; `nil` if there is none, or if the value is not an object.
    ///
    /// Set it to `nil` to remove the member, or to `.null` to store a `null`. Setting a member of a `null` turns the
    /// `null` into an object. Setting a member of any other value changes nothing.
    public subscript(name: String) -> JSONValue? {
        get { object?[name] }
        _modify {
            guard case .object(var object) = self else {
                var value: JSONValue?
                yield &value
                if case .null = self, let value { self = .object([name: value]) }
                return
            }
            // Remove the second reference, so that the object is changed in place.
            self = .null
            defer { self = .object(object) }
            yield &object[name]
        }
    }

    /// An element of an array; `nil` if there is none, or if the value is not an array.
    ///
    /// Set it to `nil` to remove the element, or to `.null` to store a `null`. Setting the element at the index `count`
    /// appends it. Setting an element at any other index outside the array, or of a value that is not an array, changes
    /// nothing.
    public subscript(index: Int) -> JSONValue? {
        get {
            guard let array, array.indices.contains(index) else { return nil }
            return array[index]
        }
        _modify {
            guard case .array(var elements) = self, 0...elements.count ~= index else {
                var value: JSONValue?
                yield &value
                return
            }
            self = .null
            let range = index..<min(index + 1, elements.count)
            var value = elements[range].first
            if !range.isEmpty { elements[index] = .null }
            defer {
                elements.replaceSubrange(range, with: value.map { [$0] } ?? [])
                self = .array(elements)
            }
            yield &value
        }
    }

    /// The boolean; `nil` for any other value.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The string; `nil` for any other value.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The number as an `Int`; `nil` if the value isn't a number, or if the number isn't an integer or doesn't fit.
    ///
    /// Any notation is accepted: `1.0` and `10e-1` are 1. For another type, use ``decode(_:coding:)``:
    ///
    /// ```swift
    /// let id = try value["id"]?.decode(UInt64.self)
    /// ```
    public var integer: Int? {
        if case .number(let number) = self { number.integer() } else { nil }
    }

    /// The number as the nearest `Double`; `nil` if it is too large, or if the value isn't a number.
    public var double: Double? {
        if case .number(let number) = self { number.double } else { nil }
    }

    /// The number as a `Decimal`; `nil` if the conversion would change it, or if the value isn't a number.
    public var decimal: Decimal? {
        if case .number(let number) = self { number.decimal } else { nil }
    }

    /// The array; `nil` for any other value.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The object; `nil` for any other value.
    public var object: Object? {
        if case .object(let object) = self { object } else { nil }
    }
}
