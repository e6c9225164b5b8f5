import Requests

extension TransportConformance {
    /// A connection that ends at or within each frame of a response.
    static let cutFrames: [ConformanceCase] = cuts.flatMap { name, count in
        [false, true].map { resets in
            Probe("cut: \(resets ? "reset" : "closed") \(name)", .broken, others: .mayBeLost) { stream, _ in
                try stream.connection.send(bytes: Array(frames(stream.id).flatMap(\.bytes).prefix(count)))
                stream.connection.close(resetting: resets)
            }.conformanceCase
        }
    }

    /// Returns four frames with a head of 9 bytes each: fields of 10 bytes, content of 5 and 5 bytes, and trailers of 6
    /// bytes.
    private static func frames(_ id: Int) -> [HTTP2Frame] {
        HTTP2Frame.headers([0x88, 0, 3, 0x78, 0x2D, 0x61, 3, 0x61, 0x62, 0x63], on: id)
            + [.data("hello", on: id), .data("there", on: id)]
            + HTTP2Frame.headers([0, 3, 0x78, 0x2D, 0x74, 0], on: id, ends: true)
    }

    private static let cuts: [(name: String, count: Int)] = [
        ("before the first frame", 0), ("within the first frame's head", 5), ("behind the first frame's head", 9),
        ("within HEADERS", 14), ("behind HEADERS", 19), ("within the head of DATA", 23),
        ("behind the head of DATA", 28),
        ("within DATA", 31), ("behind DATA", 33), ("behind the second DATA", 47), ("within the head of trailers", 51),
        ("within trailers", 60), ("before the last byte", 61),
    ]
}
