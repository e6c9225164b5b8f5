#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Requests

extension HTTPClient.Request {
    /// Makes the client's request of a message, field by field.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - decompresses: Whether the client decompresses answers; `nil` where that is not known.
    ///   - upload: What sends the body, where it goes in pieces.
    /// - Throws: That the client does not take the URL.
    init(_ message: OutgoingRequest, decompresses: Bool?, upload: Upload?) throws {
        var headers = HTTPHeaders()
        headers.reserveCapacity(message.header.count + 3)
        headers.add(name: "Host", value: Self.host(of: message.url))
        for field in message.header { headers.add(name: field.name.rawValue, value: field.value) }
        if !message.header.contains(.acceptEncoding) {
            // Where it is not known whether the client decompresses, nothing is to be compressed.
            headers.add(name: "Accept-Encoding", value: decompresses == nil ? "identity" : "gzip, deflate")
        }
        try self.init(
            url: message.url,
            method: NIOHTTP1.HTTPMethod(rawValue: message.method.rawValue),
            headers: headers,
            body: upload.map { .sent(by: $0) } ?? HTTPClient.Body(whole: message.body)
        )
    }

    /// What Host says: the authority of the URL, without the port that its scheme has anyway (RFC 9110, section 7.2).
    static func host(of url: String) -> String {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return "" }
        let authority = bytes[colon...].dropFirst(3).prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        let port = colon == bytes.index(bytes.startIndex, offsetBy: 5) ? ":443" : ":80"
        let hasDefaultPort =
            authority.count > port.utf8.count && authority.suffix(port.utf8.count).elementsEqual(port.utf8)
        return String(Substring(hasDefaultPort ? authority.dropLast(port.utf8.count) : authority))
    }
}

extension HTTPClient.Body {
    /// As much of a body in memory as goes out in one piece, in bytes.
    private static var piece: Int { 256 * 1_024 }

    /// Makes the client's body of one in memory; `nil` where there is none.
    fileprivate init?(whole body: RequestBody) {
        guard case .data(let data) = body else { return nil }
        self = .byteBuffer(ByteBuffer(data: data))
    }

    fileprivate static func sent(by upload: Upload) -> Self {
        .stream(contentLength: upload.length.map(Int64.init)) { upload.write(to: $0) }
    }

    /// What sends a body in pieces; `nil` where it goes in one, or there is none.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable`` for a file that is not there.
    static func upload(of body: RequestBody, on loop: any EventLoop) throws -> Upload? {
        switch body {
        case .none: nil
        case .data(let data) where data.count <= piece: nil
        case .data, .file, .stream: try Upload(body, piece: piece, on: loop)
        }
    }
}
#endif
