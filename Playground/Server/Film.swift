import FlyingFox
import FlyingSocks
import Foundation

/// A film of 4 MiB, which can be requested in parts (RFC 9110, section 14).
enum Film {
    static let count = 4 * 1_024 * 1_024

    /// Responds with the film, or with the rest of it.
    ///
    /// With `?until=1000000`, the connection ends at that byte, unless the rest is requested.
    static func response(to request: Received) -> HTTPResponse {
        let headers = HTTPHeaders([HTTPHeader("ETag"): "\"film-1\"", .contentType: "video/mp4", .acceptRanges: "bytes"])
        guard let start = start(of: request), start < count else {
            let until = request.query.first { $0.name == "until" }?.value.flatMap { Int($0) } ?? count
            return HTTPResponse(statusCode: .ok, headers: headers, body: body(from: 0, until: until))
        }
        var response = HTTPResponse(
            statusCode: .partialContent, headers: headers, body: body(from: start, until: count))
        response.headers[.contentRange] = "bytes \(start)-\(count - 1)/\(count)"
        return response
    }

    /// Returns the first requested byte: `Range: bytes=1000-`.
    private static func start(of request: Received) -> Int? {
        guard request["If-Range"] == "\"film-1\"", let range = request["Range"]?.dropFirst("bytes=".count) else {
            return nil
        }
        return Int(range.prefix { $0.isNumber })
    }

    private static func body(from start: Int, until end: Int) -> HTTPBodySequence {
        HTTPBodySequence(from: Reel(position: start, end: end), count: count - start)
    }
}

/// The bytes of the film, until the connection breaks.
private struct Reel: AsyncBufferedSequence, Sendable {
    var position: Int
    let end: Int

    typealias Element = UInt8

    struct BrokenError: Error {}

    func makeAsyncIterator() -> Iterator { Iterator(reel: self) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var reel: Reel

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            guard reel.position < reel.end else { throw BrokenError() }
            let size = Swift.min(65_536, reel.end - reel.position)
            reel.position += size
            return [UInt8](repeating: 0x66, count: size)
        }
    }
}
