/// The types whose properties have checks.
package protocol CheckedTypes: AnyObject {
    /// Returns the checks of a type's properties; `nil` if there are none.
    func checks(of type: any Decodable.Type) -> (any PropertyChecks)?
}

/// The checks of a type's properties, which run while the values are decoded.
package protocol PropertyChecks {
    /// Returns the check of a property; `nil` if there is none.
    subscript(key: String) -> (any PropertyCheck)? { get }
}

/// The check of a property.
package protocol PropertyCheck {
    /// Indicates whether the check concerns the number of elements.
    var countsElements: Bool { get }

    /// Returns the problem of a list with `count` elements, before they are decoded; `nil` if there is none.
    func problem(ofCount count: Int) -> (any Error)?

    /// Returns the problem of a decoded value, with its path below the property; `nil` if there is none.
    func problem(of value: some Decodable) -> (path: [any CodingKey], problem: any Error)?
}
