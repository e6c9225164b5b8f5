/// A writer of bytes into existing memory.
///
/// For each appended byte, an array checks whether its storage is shared and large enough. With this writer, the caller
/// states the maximum number of bytes once.
struct ByteWriter {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
        self.memory = memory
    }

    @inline(__always)
    mutating func write(_ byte: UInt8) {
        memory[count] = byte
        count += 1
    }

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let source = bytes.baseAddress, let base = memory.baseAddress {
            (base + count).initialize(from: source, count: bytes.count)
        }
        count += bytes.count
    }

    /// The form in which a space is written, unless a space is among the kept bytes.
    enum Space {
        /// `%20`
        case percentEncoded
        /// `+`, as browsers send spaces in a form.
        case plus
    }

    /// Writes a string, with every byte outside the set as `%XX`: at most three bytes for each byte of the string.
    mutating func write(
        _ text: UnsafeBufferPointer<UInt8>, keeping allowed: ByteSet, spaces: Space = .percentEncoded
    ) {
        guard let base = memory.baseAddress else { return }
        // Each byte is written at its index, plus two for each escape before the byte.
        var target = base + count
        for index in 0..<text.count {
            let byte = text[index]
            if allowed.contains(byte) {
                target[index] = byte
            } else if byte == 0x20, spaces == .plus {
                target[index] = UInt8(ascii: "+")
            } else {
                target[index] = UInt8(ascii: "%")
                target[index + 1] = Self.hexDigit(byte >> 4)
                target[index + 2] = Self.hexDigit(byte & 15)
                target += 2
            }
        }
        count = target - base + text.count
    }

    /// Writes `%XX` with upper-case digits (RFC 3986, section 2.1).
    @inline(__always)
    mutating func write(escaped byte: UInt8) {
        write(UInt8(ascii: "%"))
        write(Self.hexDigit(byte >> 4))
        write(Self.hexDigit(byte & 15))
    }

    /// Writes an integer in decimal: at most twenty bytes.
    mutating func write(_ number: UInt64) {
        var end = count + 1
        var limit: UInt64 = 10
        while number >= limit {
            end += 1
            let (next, overflow) = limit.multipliedReportingOverflow(by: 10)
            if overflow { break }
            limit = next
        }
        var rest = number
        var position = end
        repeat {
            position -= 1
            memory[position] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while position > count
        count = end
    }

    /// Writes an integer in decimal: at most twenty bytes.
    mutating func write(_ number: Int64) {
        if number < 0 { write(UInt8(ascii: "-")) }
        write(number.magnitude)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x41 + value - 10
    }
}

extension [UInt8] {
    /// Appends the bytes that a function writes: at most `capacity` bytes.
    mutating func append(upTo capacity: Int, _ write: (inout ByteWriter) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { memory in
            var writer = ByteWriter(memory)
            write(&writer)
            append(contentsOf: UnsafeBufferPointer(rebasing: memory[..<writer.count]))
        }
    }
}
