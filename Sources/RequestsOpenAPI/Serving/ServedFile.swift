import Foundation
import Requests
import RequestsEndpoints

/// Content that is made once, and that is sent only to clients that don't have it yet.
struct ServedFile: Sendable {
    private let content: Data
    private let tag: String
    private var header: HeaderFields

    /// Makes a file from its content and the header fields that describe it.
    init(_ content: Data, _ header: HeaderFields) {
        self.content = content
        // FNV-1a suffices, because the tag only distinguishes versions of the same file.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in content { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        tag = "\"\(String(hash, radix: 16))-\(String(content.count, radix: 16))\""
        // Browsers check each time whether their copy is current, so readers never see an old document.
        self.header = header
        self.header.append(HeaderField(.cacheControl, "no-cache"))
        self.header.append(HeaderField(.eTag, tag))
        self.header.append(HeaderField("X-Content-Type-Options", "nosniff"))
    }

    /// Returns the content, or a 304 if the client has it (RFC 9110, section 13.1.2).
    func response(to request: IncomingRequest) -> TransportResponse {
        let known = request.header[values: .ifNoneMatch].flatMap { $0.split(separator: ",") }.map { text in
            let text = text.trimmingCharacters(in: .whitespaces)
            return text.hasPrefix("W/") ? String(text.dropFirst(2)) : text
        }
        guard !known.contains(tag), !known.contains("*") else {
            return TransportResponse(head: ResponseHead(status: .notModified, header: header))
        }
        return TransportResponse(head: ResponseHead(status: .ok, header: header), body: MessageBody(content))
    }
}
