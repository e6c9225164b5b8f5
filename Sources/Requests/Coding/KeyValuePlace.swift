/// Where a value stands: its name so far, percent-encoded, and its path for messages.
///
/// A reference, so that a container costs no copy of it; the path is put together for an error alone.
final class KeyValuePlace {
    /// The name of a scalar that stands here.
    let name: [UInt8]

    /// The name of what has names or elements of its own, where it is another one.
    let numberedName: [UInt8]?

    let isNamed: Bool

    /// How many keys lead here.
    let depth: Int

    /// Whether a nil could stand here.
    var isOptional = false

    private let parent: KeyValuePlace?
    private let key: (any CodingKey)?

    /// The place of the whole.
    ///
    /// - Parameter name: Its name, encoded; `nil` for a value that brings its own names.
    init(name: [UInt8]? = nil) {
        self.name = name ?? []
        isNamed = name != nil
        numberedName = nil
        depth = 0
        parent = nil
        key = nil
    }

    /// The place of a property or an element.
    init(_ key: any CodingKey, in parent: KeyValuePlace, name: [UInt8], numberedName: [UInt8]? = nil) {
        self.name = name
        self.numberedName = numberedName
        isNamed = true
        depth = parent.depth + 1
        self.parent = parent
        self.key = key
    }

    /// The name that names and elements below this place begin with.
    var nameAsParent: [UInt8] { numberedName ?? name }

    /// Whether this is an element of an array.
    var isElement: Bool { numberedName != nil }

    var path: [any CodingKey] {
        var path: [any CodingKey] = []
        var place = self
        while let key = place.key, let parent = place.parent {
            path.append(key)
            place = parent
        }
        return path.reversed()
    }

    func path(to key: any CodingKey) -> [any CodingKey] {
        path + [key]
    }
}

/// How names below a place are written.
struct KeyValueNaming {
    let nesting: Coding.NestingStyle
    let arrays: Coding.ArrayStyle
    let spaces: Coding.SpaceStyle

    /// How many bytes a name takes at the most.
    func limit(_ name: UnsafeBufferPointer<UInt8>, below place: KeyValuePlace) -> Int {
        place.nameAsParent.count + 6 + 3 * name.count
    }

    /// Writes the name of a property.
    func write(_ name: UnsafeBufferPointer<UInt8>, below place: KeyValuePlace, to writer: inout ByteWriter) {
        guard place.isNamed else { return writer.write(name, keeping: .unreserved, spaces: spaces) }
        writer.write(place.nameAsParent[...])
        switch nesting {
        case .brackets:
            writer.write(escaped: UInt8(ascii: "["))
            writer.write(name, keeping: .unreserved, spaces: spaces)
            writer.write(escaped: UInt8(ascii: "]"))
        case .dots:
            writer.write(UInt8(ascii: "."))
            writer.write(name, keeping: .unreserved, spaces: spaces)
        }
    }

    /// How many bytes an element's name takes at the most.
    func limit(elementBelow place: KeyValuePlace) -> Int {
        place.nameAsParent.count + 26
    }

    /// Writes the name of an element that is a scalar.
    func write(element index: Int, below place: KeyValuePlace, to writer: inout ByteWriter) {
        switch arrays {
        case .repeated, .commaSeparated: writer.write(place.nameAsParent[...])
        case .brackets:
            writer.write(place.nameAsParent[...])
            writer.write(escaped: UInt8(ascii: "["))
            writer.write(escaped: UInt8(ascii: "]"))
        case .indices: write(number: index, below: place, to: &writer)
        }
    }

    /// Writes the name of an element that has names or elements of its own.
    func write(number index: Int, below place: KeyValuePlace, to writer: inout ByteWriter) {
        writer.write(place.nameAsParent[...])
        switch nesting {
        case .brackets:
            writer.write(escaped: UInt8(ascii: "["))
            writer.write(UInt32(clamping: index))
            writer.write(escaped: UInt8(ascii: "]"))
        case .dots:
            writer.write(UInt8(ascii: "."))
            writer.write(UInt32(clamping: index))
        }
    }
}
