/// Reads JSON only as far as a search for long lists needs it.
///
/// It doesn't check the JSON: at the first malformed byte, it finds nothing more, and the decoder reports the problem.
struct ListScan {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var depth = 0

    /// The number of lists and objects inside each other that are searched; decoders of JSON don't take many more.
    private static let depthLimit = 512

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Skips whitespace, and returns the next byte; `nil` at the end.
    mutating func peek() -> UInt8? {
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            index += 1
        }
        return nil
    }

    /// Reads a byte if it is the next one after whitespace.
    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: byte) else { return false }
        index += 1
        return true
    }

    /// Reads an object, with a function that reads the value of each member; returns `false` for malformed JSON.
    mutating func object(_ readMember: (inout ListScan, Slice<UnsafeBufferPointer<UInt8>>) -> Bool) -> Bool {
        guard depth < Self.depthLimit, take("{") else { return false }
        depth += 1
        defer { depth -= 1 }
        if take("}") { return true }
        repeat {
            guard peek() == UInt8(ascii: "\"") else { return false }
            let start = index + 1
            guard skipString() else { return false }
            let name = bytes[start..<index - 1]
            guard take(":"), readMember(&self, name) else { return false }
        } while take(",")
        return take("}")
    }

    /// Reads a list, with a function that reads each element; returns `false` for malformed JSON.
    mutating func list(_ readElement: (inout ListScan, Int) -> Bool) -> Bool {
        guard depth < Self.depthLimit, take("[") else { return false }
        depth += 1
        defer { depth -= 1 }
        if take("]") { return true }
        var count = 0
        repeat {
            guard readElement(&self, count) else { return false }
            count += 1
        } while take(",")
        return take("]")
    }

    /// Skips a value; returns `false` for malformed JSON.
    mutating func skip() -> Bool {
        var depth = 0
        repeat {
            switch peek() {
            case UInt8(ascii: "\"")?:
                guard skipString() else { return false }
            case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
                depth += 1
                index += 1
            case UInt8(ascii: "}")?, UInt8(ascii: "]")?:
                depth -= 1
                index += 1
            case UInt8(ascii: ",")?, UInt8(ascii: ":")?:
                guard depth > 0 else { return false }
                index += 1
            case nil:
                return false
            default:
                skipWord()
            }
        } while depth > 0
        return depth == 0
    }

    /// Skips a number, or the word of a constant.
    private mutating func skipWord() {
        let ends = [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: "\"")]
        repeat { index += 1 } while index < bytes.count && bytes[index] > 0x20 && !ends.contains(bytes[index])
    }

    private mutating func skipString() -> Bool {
        index += 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return true
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return false
    }
}
