/// Writes bytes into memory that is there already.
///
/// Appending byte by byte to an array asks each time whether it is shared and large enough; here the caller has said once how
/// many bytes there will be at the most.
struct ByteWriter {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
        self.memory = memory
    }

    mutating func write(_ byte: UInt8) {
        memory[count] = byte
        count += 1
    }

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        _ = UnsafeMutableBufferPointer(rebasing: memory[count...]).update(fromContentsOf: bytes)
        count += bytes.count
    }

    mutating func write(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBufferPointer { write($0) }
    }

    /// Writes a text, every byte outside the set as `%XX`: at the most three bytes for one.
    mutating func write(
        _ text: UnsafeBufferPointer<UInt8>, keeping allowed: ByteSet, spaces: Coding.SpaceStyle = .percentEncoded
    ) {
        for index in 0..<text.count {
            let byte = text[index]
            if allowed.contains(byte) {
                write(byte)
            } else if byte == 0x20, spaces == .plus {
                write(UInt8(ascii: "+"))
            } else {
                write(escaped: byte)
            }
        }
    }

    /// Writes `%XX`, the digits in capitals (RFC 3986, section 2.1).
    mutating func write(escaped byte: UInt8) {
        write(UInt8(ascii: "%"))
        write(Self.hexDigit(byte >> 4))
        write(Self.hexDigit(byte & 15))
    }

    /// Writes a whole number in decimal: at the most ten bytes.
    mutating func write(_ number: UInt32) {
        var divisor: UInt32 = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            write(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x41 + value - 10
    }
}

extension [UInt8] {
    /// Appends what a function writes: at the most as many bytes as it is said.
    mutating func append(upTo capacity: Int, _ write: (inout ByteWriter) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { memory in
            var writer = ByteWriter(memory)
            write(&writer)
            append(contentsOf: UnsafeBufferPointer(rebasing: memory[..<writer.count]))
        }
    }
}
