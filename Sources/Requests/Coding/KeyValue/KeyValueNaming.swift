/// How names below a place are written.
///
/// A part stands between what opens it, which is kept with the name before it, and what closes it.
struct KeyValueNaming {
    let nesting: Coding.NestingStyle
    let arrays: Coding.ArrayStyle
    let spaces: ByteWriter.Space

    /// How many bytes open and close a part at the most.
    static let limit = 6

    /// How many bytes the part of an element takes at the most.
    static let elementLimit = 20 + limit

    @inline(__always)
    func open(_ writer: inout ByteWriter) {
        switch nesting {
        case .brackets: writer.write(escaped: UInt8(ascii: "["))
        case .dots: writer.write(UInt8(ascii: "."))
        }
    }

    @inline(__always)
    func close(_ writer: inout ByteWriter) {
        if nesting == .brackets { writer.write(escaped: UInt8(ascii: "]")) }
    }

    /// Writes the part of an element, where it is a scalar.
    @inline(__always)
    func write(element index: Int, to writer: inout ByteWriter) {
        switch arrays {
        case .repeated, .commaSeparated: break
        case .brackets:
            writer.write(escaped: UInt8(ascii: "["))
            writer.write(escaped: UInt8(ascii: "]"))
        case .indices:
            open(&writer)
            writer.write(Int64(index))
            close(&writer)
        }
    }
}
