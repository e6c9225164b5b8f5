import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A lower bound for making Foundation's `URLRequest`: no value is stored, and no code is generic.
///
/// The text is written byte by byte into one buffer, and parsed once. Fields are checked by tables in registers, and set in one
/// assignment. The rest is Foundation's.
enum BytewiseBound {
    /// The message as plain values.
    struct Message {
        var method: String
        var url: String
        var fields: [(name: String, value: String)]
    }

    struct InvalidRequest: Error {}

    @inline(never)
    static func message() -> Message {
        Message(
            method: "GET",
            url: text(),
            fields: [
                (name: "Accept", value: "application/json"),
                (name: "X-GitHub-Api-Version", value: "2022-11-28"),
                (name: "User-Agent", value: Example.userAgent),
                (name: "Authorization", value: "Bearer " + Example.token),
            ]
        )
    }

    @inline(never)
    static func request() throws -> URLRequest {
        guard let url = URL(string: text(), encodingInvalidCharacters: false) else { throw InvalidRequest() }
        let authorization = "Bearer " + Example.token
        guard isField("Accept", "application/json"), isField("X-GitHub-Api-Version", "2022-11-28"),
            isField("User-Agent", Example.userAgent), isField("Authorization", authorization)
        else { throw InvalidRequest() }
        var request = URLRequest(url: url)
        request.allHTTPHeaderFields = [
            "Accept": "application/json",
            "X-GitHub-Api-Version": "2022-11-28",
            "User-Agent": Example.userAgent,
            "Authorization": authorization,
        ]
        return request
    }

    /// Writes the text into one buffer, which becomes the string.
    private static func text() -> String {
        String(unsafeUninitializedCapacity: 256) { memory in
            var writer = Writer(memory: memory)
            writer.write(Example.base.absoluteString)
            writer.write("/users/")
            writer.escape(Example.id)
            writer.write("/repos?page=")
            writer.write(Example.page)
            writer.write("&per_page=")
            writer.write(Example.pageSize)
            writer.write("&sort=")
            writer.escape("created")
            writer.write("&q=")
            writer.escape(Example.search)
            return writer.count
        }
    }

    private static func isField(_ name: String, _ value: String) -> Bool {
        var (name, value) = (name, value)
        let isToken = name.withUTF8 { bytes in
            for byte in bytes where !ByteMask.token.contains(byte) { return false }
            return true
        }
        // The loop has no early exit, so the compiler can check many bytes at once.
        let controls = value.withUTF8 { bytes in
            bytes.reduce(into: UInt8(0)) { $0 |= ($1 < 0x20 ? 1 : 0) & ($1 == 0x09 ? 0 : 1) | ($1 == 0x7F ? 1 : 0) }
        }
        return isToken && controls == 0
    }
}

/// A table of 128 bits, in two registers.
private struct ByteMask {
    let low: UInt64
    let high: UInt64

    static var unreserved: ByteMask { ByteMask(low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }
    static var token: ByteMask { ByteMask(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE) }

    func contains(_ byte: UInt8) -> Bool {
        byte < 0x80 && (byte < 0x40 ? low : high) &>> UInt64(byte) & 1 == 1
    }
}

/// Writes bytes into memory that is large enough.
private struct Writer {
    let memory: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

    private mutating func write(_ byte: UInt8) {
        memory[count] = byte
        count += 1
    }

    mutating func write(_ text: StaticString) {
        text.withUTF8Buffer { write($0) }
    }

    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { write($0) }
    }

    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        _ = memory[count...].update(fromContentsOf: bytes)
        count += bytes.count
    }

    mutating func write(_ number: Int) {
        if number >= 10 { write(number / 10) }
        write(UInt8(ascii: "0") + UInt8(number % 10))
    }

    /// Writes a text, and percent-encodes all bytes except the unreserved ones.
    mutating func escape(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            for byte in bytes {
                if ByteMask.unreserved.contains(byte) {
                    write(byte)
                } else {
                    write(UInt8(ascii: "%"))
                    write(Self.digit(byte >> 4))
                    write(Self.digit(byte & 15))
                }
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
