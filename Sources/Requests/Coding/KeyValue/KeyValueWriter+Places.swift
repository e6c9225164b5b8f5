/// The places that are open, and the output.
extension KeyValueWriter {
    /// The mark of the open places, to close the places that are opened later.
    @inline(__always)
    var openPlaces: (Int, Int) { state.pointee.places.mark }

    /// Closes the places that were opened later.
    @inline(__always)
    func close(to places: (Int, Int)) { state.pointee.places.drop(to: places) }

    /// A copy of the bytes written.
    package var written: [UInt8] { withExtendedLifetime(self) { Array($0.state.pointee.output.bytes) } }

    /// The number of bytes written.
    @inline(__always)
    var outputCount: Int { state.pointee.output.count }

    /// Returns the keys that lead to a place.
    @inline(__always)
    func codingPath(of place: KeyValuePlace) -> [any CodingKey] { state.pointee.places.path(of: place) }

    /// Returns the name of a scalar at a place; don't keep it while a place is opened.
    @inline(__always)
    func encodedName(of place: KeyValuePlace) -> UnsafeBufferPointer<UInt8> { state.pointee.places.name(of: place) }

    /// Returns the prefix of names and elements below a place; don't keep it while a place is opened.
    @inline(__always)
    func encodedNameAsParent(of place: KeyValuePlace) -> UnsafeBufferPointer<UInt8> {
        state.pointee.places.nameAsParent(of: place)
    }

    /// Returns that prefix with the text that opens the part of a property.
    @inline(__always)
    func openedName(of place: KeyValuePlace) -> UnsafeBufferPointer<UInt8> {
        state.pointee.places.openedName(of: place)
    }

    /// Returns whether a place has a name.
    @inline(__always)
    func hasName(_ place: KeyValuePlace) -> Bool { state.pointee.places.isNamed(place) }

    /// Returns whether a place is an element of an array.
    @inline(__always)
    func isElement(_ place: KeyValuePlace) -> Bool { state.pointee.places.isElement(place) }

    /// Returns whether a place is a property, rather than an entry of a type that accepts any name.
    @inline(__always)
    func isProperty(_ place: KeyValuePlace) -> Bool { state.pointee.places.isProperty(place) }

    /// Returns whether a place may hold a `nil`.
    @inline(__always)
    func isOptional(_ place: KeyValuePlace) -> Bool { state.pointee.places.isOptional(place) }

    /// Notes that a place may hold a `nil`.
    @inline(__always)
    func setOptional(_ place: KeyValuePlace) { state.pointee.places.setOptional(place) }

    /// Returns the number of keys that lead to a place.
    @inline(__always)
    func depth(of place: KeyValuePlace) -> Int { state.pointee.places.depth(of: place) }
}
