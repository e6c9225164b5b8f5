/// A frame (RFC 9113, section 4.1).
struct HTTP2Frame: Sendable, Equatable {
    /// The types of frames (section 6).
    enum Kind {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let priority: UInt8 = 2
        static let reset: UInt8 = 3
        static let settings: UInt8 = 4
        static let pushPromise: UInt8 = 5
        static let ping: UInt8 = 6
        static let goAway: UInt8 = 7
        static let windowUpdate: UInt8 = 8
        static let continuation: UInt8 = 9
    }

    /// The flags of frames.
    ///
    /// Two of them use the same bit.
    enum Flag {
        static let endStream: UInt8 = 0x1
        static let acknowledged: UInt8 = 0x1
        static let endHeaders: UInt8 = 0x4
        static let padded: UInt8 = 0x8
        static let priority: UInt8 = 0x20
    }

    var kind: UInt8
    var flags: UInt8 = 0
    var stream = 0
    var payload: [UInt8] = []

    /// The number of bytes before the payload.
    static let headLength = 9

    /// The bytes of the frame.
    var bytes: [UInt8] {
        Self.bytes(of: UInt32(payload.count)).dropFirst() + [kind, flags] + Self.bytes(of: UInt32(stream)) + payload
    }

    /// Returns the four bytes of a number, beginning with the highest.
    static func bytes(of number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// Returns the number that some bytes represent, beginning with the highest.
    static func number(of bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    func has(_ flag: UInt8) -> Bool { flags & flag != 0 }

    /// The payload without padding and priority; `nil` if the padding is longer than the payload.
    var content: ArraySlice<UInt8>? {
        var rest = payload[...]
        if has(Flag.padded) {
            guard let padding = rest.popFirst(), padding <= rest.count else { return nil }
            rest = rest.dropLast(Int(padding))
        }
        guard kind == Kind.headers, has(Flag.priority) else { return rest }
        return rest.count < 5 ? nil : rest.dropFirst(5)
    }
}
