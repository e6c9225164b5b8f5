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
    ///   - loop: What the body is sent on.
    /// - Throws: ``RequestErrorCode/bodyUnreadable``, or what the client says of the URL.
    init(_ message: OutgoingRequest, decompresses: Bool?, on loop: any EventLoop) throws {
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
            body: HTTPClient.Body(message.body, on: loop)
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

    /// Makes the client's body of a message's; `nil` where there is none.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable`` for a file that is not there.
    init?(_ body: RequestBody, on loop: any EventLoop) throws {
        switch body {
        case .none:
            return nil
        case .data(let data) where data.count <= Self.piece:
            self = .byteBuffer(ByteBuffer(data: data))
        case .data, .file, .stream:
            let upload = try Upload(body, piece: Self.piece, on: loop)
            self = .stream(contentLength: upload.length.map(Int64.init)) { upload.write(to: $0) }
        }
    }
}
#endif
