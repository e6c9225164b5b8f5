#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import RequestsCore

extension HTTPClient.Request {
    /// Makes the client's request from a message, field by field.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - decompresses: Whether the client decompresses responses; `nil` if unknown.
    ///   - upload: The sender of the body, if the body is sent in pieces.
    /// - Throws: An error if the client does not accept the URL.
    init(_ message: OutgoingRequest, decompresses: Bool?, upload: Upload?) throws {
        var fields: [(String, String)] = []
        // Reserve room for Host, Accept-Encoding and the field that frames the body.
        fields.reserveCapacity(message.header.count + 3)
        fields.append(("Host", message.unixSocket == nil ? Self.host(of: message.urlText) : "localhost"))
        for field in message.header { fields.append((field.name.rawValue, field.value)) }
        if !message.header.contains(.acceptEncoding) {
            // If it is unknown whether the client decompresses, request an uncompressed response.
            fields.append(("Accept-Encoding", decompresses == nil ? "identity" : "gzip, deflate"))
        }
        try self.init(
            url: message.urlText,
            method: NIOHTTP1.HTTPMethod(rawValue: message.method.rawValue),
            headers: HTTPHeaders(fields),
            body: upload.map { .sent(by: $0) } ?? (message.body.isNone ? nil : .byteBuffer(ByteBuffer()))
        )
    }

    /// Returns the value of Host: the URL's authority without the default port of its scheme (RFC 9110, section 7.2), and without
    /// the zone of an IPv6 address, which has a meaning only on this machine (RFC 6874, section 4).
    static func host(of url: String) -> String {
        let authority = authority(of: url)
        guard authority.utf8.first == UInt8(ascii: "["), let zone = authority.firstIndex(of: "%"),
            let end = authority.firstIndex(of: "]"), zone < end
        else { return authority }
        return String(authority[..<zone] + authority[end...])
    }

    private static func authority(of url: String) -> String {
        var url = url
        return url.withUTF8 { bytes in
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return "" }
            let authority = bytes[colon...].dropFirst(3).prefix {
                $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
            }
            let port = colon == 5 ? ":443" : ":80"
            let hasDefaultPort =
                authority.count > port.utf8.count && authority.suffix(port.utf8.count).elementsEqual(port.utf8)
            return String(decoding: hasDefaultPort ? authority.dropLast(port.utf8.count) : authority, as: UTF8.self)
        }
    }
}

extension HTTPClient.Body {
    /// The size of a piece of a body, in bytes.
    private static var piece: Int { 256 * 1_024 }

    fileprivate static func sent(by upload: Upload) -> Self {
        .stream(contentLength: upload.length.map(Int64.init)) { upload.write(to: $0) }
    }

    /// Makes the sender of a body; `nil` if there are no bytes.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable`` for a missing file.
    static func upload(of body: RequestBody, on loop: any EventLoop) throws -> Upload? {
        switch body {
        case .none: nil
        case .data(let data) where data.isEmpty: nil
        case .data, .file, .stream, .chunks: try Upload(body, piece: piece, on: loop)
        }
    }
}
#endif
