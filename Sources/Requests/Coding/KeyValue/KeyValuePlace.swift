/// The place of a value: one of the ``KeyValuePlaces`` of its writer.
package struct KeyValuePlace {
    fileprivate let index: Int32

    package static let root = KeyValuePlace(index: 0)
}

/// The open places.
///
/// They are a stack, and so are their names. The percent-encoded names follow each other in the same memory: everything below a
/// value is dropped when the value is written. A path is only built for an error.
struct KeyValuePlaces: ~Copyable {
    /// The step from the place above to a place.
    enum Step {
        case root
        case key(any CodingKey)
        case name(String)
        case element(Int)
    }

    private struct Entry {
        /// The name of a scalar at this place.
        let name: Range<Int>
        /// The prefix of names and elements below, with the text that opens their parts.
        let opened: Range<Int>
        /// The number of bytes in the prefix that open a part.
        let opening: Int
        let depth: Int
        let parent: Int32
        let isNamed: Bool
        let isElement: Bool
        var isOptional = false
        let step: Step
    }

    private var entries: [Entry] = []
    private var names = GrowingBytes()

    init() {
        entries.reserveCapacity(8)
    }

    /// The number of places and the number of bytes in their names.
    var mark: (Int, Int) { (entries.count, names.count) }

    /// Drops everything that was opened since a mark.
    mutating func drop(to mark: (Int, Int)) {
        while entries.count > mark.0 { entries.removeLast() }
        names.truncate(to: mark.1)
    }

    /// Opens the root; it has no name if the value has names itself.
    mutating func openRoot(name: String?, naming: NestedNameWriter) {
        name?.withBytes { name in
            names.append(upTo: 3 * name.count) { $0.write(name, keeping: .unreserved) }
        }
        let end = names.count
        if name != nil { names.append(upTo: NestedNameWriter.limit, naming.open) }
        entries.append(
            Entry(
                name: 0..<end, opened: 0..<names.count, opening: names.count - end, depth: 0, parent: -1,
                isNamed: name != nil, isElement: false, step: .root
            )
        )
    }

    /// Opens the place of a property.
    mutating func open(
        _ step: Step, named name: UnsafeBufferPointer<UInt8>, below place: KeyValuePlace,
        naming: NestedNameWriter
    ) -> KeyValuePlace {
        let start = names.count
        let (opened, isNamed) = (entries[index(place)].opened, entries[index(place)].isNamed)
        names.append(upTo: opened.count + 3 * name.count + NestedNameWriter.limit) { writer in
            writer.write(behind: opened.lowerBound - start, count: opened.count)
            writer.write(name, keeping: .unreserved, spaces: naming.spaces)
            if isNamed { naming.close(&writer) }
        }
        return append(step, below: place, numbered: start..<names.count, naming)
    }

    /// Opens the place of an element.
    mutating func open(element index: Int, below place: KeyValuePlace, naming: NestedNameWriter)
        -> KeyValuePlace
    {
        // A copy of the whole entry would count references.
        let parent = self.index(place)
        let (opened, isNamed) = (entries[parent].opened, entries[parent].isNamed)
        let array = opened.lowerBound..<opened.upperBound - entries[parent].opening
        var name: Range<Int>?
        switch naming.arrays {
        case .repeated, .commaSeparated: name = array
        case .indices: break
        case .brackets:
            let start = names.count
            names.append(upTo: array.count + NestedNameWriter.elementLimit) { writer in
                writer.write(behind: array.lowerBound - start, count: array.count)
                naming.write(element: index, to: &writer)
            }
            name = start..<names.count
        }
        let start = names.count
        names.append(upTo: opened.count + NestedNameWriter.elementLimit) { writer in
            writer.write(behind: opened.lowerBound - start, count: opened.count)
            if !isNamed { naming.open(&writer) }
            writer.write(Int64(index))
            naming.close(&writer)
        }
        return append(.element(index), below: place, name: name, numbered: start..<names.count, naming)
    }

    private mutating func append(
        _ step: Step, below place: KeyValuePlace, name: Range<Int>? = nil, numbered: Range<Int>,
        _ naming: NestedNameWriter
    ) -> KeyValuePlace {
        names.append(upTo: NestedNameWriter.limit, naming.open)
        let isElement = if case .element = step { true } else { false }
        let child = KeyValuePlace(index: Int32(truncatingIfNeeded: entries.count))
        entries.append(
            Entry(
                name: name ?? numbered, opened: numbered.lowerBound..<names.count,
                opening: names.count - numbered.upperBound, depth: depth(of: place) + 1,
                parent: place.index,
                isNamed: true, isElement: isElement, step: step
            )
        )
        return child
    }

    // MARK: - Facts about a place

    /// Returns the index of a place, or of the root for a place that is no longer open: a container was kept too long.
    private func index(_ place: KeyValuePlace) -> Int {
        Int(place.index) < entries.count ? Int(place.index) : 0
    }

    /// Returns the name of a scalar at a place; don't keep it while a place is opened.
    func name(of place: KeyValuePlace) -> UnsafeBufferPointer<UInt8> {
        names[entries[index(place)].name]
    }

    /// Returns the prefix of names and elements below a place; don't keep it while a place is opened.
    func nameAsParent(of place: KeyValuePlace) -> UnsafeBufferPointer<UInt8> {
        let index = index(place)
        let opened = entries[index].opened
        return names[opened.lowerBound..<opened.upperBound - entries[index].opening]
    }

    /// Returns that prefix with the text that opens the part of a property.
    func openedName(of place: KeyValuePlace) -> UnsafeBufferPointer<UInt8> {
        names[entries[index(place)].opened]
    }

    func isNamed(_ place: KeyValuePlace) -> Bool { entries[index(place)].isNamed }

    /// Returns whether a place is an element of an array.
    func isElement(_ place: KeyValuePlace) -> Bool { entries[index(place)].isElement }

    /// Returns whether a place is a property, rather than an entry of a type that accepts any name.
    func isProperty(_ place: KeyValuePlace) -> Bool {
        guard case .key(let key) = entries[index(place)].step else { return false }
        return !Self.isOpen(key)
    }

    /// Returns whether the keys of a type may have any name: then the names of missing entries are unknown.
    private static func isOpen<Key: CodingKey>(_ key: Key) -> Bool { Key(stringValue: "\u{0}") != nil }

    /// Returns whether the place may hold a `nil`.
    func isOptional(_ place: KeyValuePlace) -> Bool { entries[index(place)].isOptional }

    mutating func setOptional(_ place: KeyValuePlace) { entries[index(place)].isOptional = true }

    /// Returns the number of keys that lead to a place.
    func depth(of place: KeyValuePlace) -> Int { entries[index(place)].depth }

    func path(of place: KeyValuePlace) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var index = index(place)
        while index > 0 {
            switch entries[index].step {
            case .root: break
            case .key(let key): path.append(key)
            case .name(let name): path.append(WireKey(name))
            case .element(let index): path.append(WireKey(String(index), intValue: index))
            }
            index = Int(entries[index].parent)
        }
        return path.reversed()
    }
}
