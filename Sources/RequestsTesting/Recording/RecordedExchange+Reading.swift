import Foundation
import Requests

extension RecordedExchange {
    /// Reads an entry, allowing for everything that browsers omit or add.
    ///
    /// - Returns: `nil` for an entry of a protocol other than HTTP, such as a data URL or a web socket.
    /// - Throws: An error with the path of a member that can't be read.
    init?(_ entry: RecordingMember) throws(RecordingError) {
        guard let request = try RecordedRequest(entry.required("request")) else { return nil }
        self.request = request
        response = try RecordedResponse(entry.required("response"), to: HTTPMethod(request.method))
        start = ISO8601.date(of: try entry.optional("startedDateTime")?.text() ?? "")
        let timings = try entry.optional("timings")
        wait = max(0, try timings?.optional("wait")?.number() ?? 0)
        receive = max(0, try timings?.optional("receive")?.number() ?? 0)
        response.chunks = try Self.chunks(entry.optional("_chunks"))
        // Other tools count the compressed bytes on the wire, so their chunks don't fit a decoded body.
        if response.chunks.reduce(0, { $0 + $1.count }) != response.body.count { response.chunks = [] }
    }

    private static func chunks(_ member: RecordingMember?) throws(RecordingError) -> [RecordedChunk] {
        var chunks: [RecordedChunk] = []
        for chunk in try member?.elements() ?? [] {
            let count = try chunk.optional("bytes")?.integer(in: 0...(1 << 40)) ?? 0
            let time = max(0, try chunk.optional("ts")?.number() ?? 0)
            if count > 0 { chunks.append(RecordedChunk(count: count, time: time)) }
            if chunks.count > 1 << 20 { throw chunk.error("exceeds the limit of \(1 << 20) chunks") }
        }
        return chunks
    }
}

extension RecordedRequest {
    fileprivate init?(_ member: RecordingMember) throws(RecordingError) {
        method = try member.required("method").text()
        let address = try member.required("url")
        url = try address.text()
        guard let scheme = url.split(separator: ":", omittingEmptySubsequences: false).first?.lowercased(),
            scheme.utf8.count < url.utf8.count, !scheme.isEmpty, !scheme.contains(where: { "/?# ".contains($0) })
        else { throw address.error("is not an absolute URL") }
        guard ["http", "https", "http+unix", "https+unix"].contains(scheme) else { return nil }
        let rest = url.dropFirst(scheme.count)
        guard rest.hasPrefix("://"), let host = rest.dropFirst(3).first, !"/?# ".contains(host),
            !url.unicodeScalars.contains(where: { $0 <= " " || $0 == "\u{7F}" })
        else { throw address.error("is not a URL with a host") }
        header = try HeaderFields(member.optional("headers"))
        body = try RecordedBody(member)
    }
}

extension RecordedBody {
    fileprivate init(_ request: RecordingMember) throws(RecordingError) {
        if let content = try request.optional("_content"), let text = try content.optional("text") {
            self = .data(try text.content(isBase64: content.isBase64, nil).data)
            return
        }
        guard let data = try request.optional("postData") else {
            let size = try request.optional("bodySize")?.number() ?? 0
            self = size > 0 ? .missing : .data(Data())
            return
        }
        let type = MediaType(try data.optional("mimeType")?.text() ?? "")
        let text = try data.optional("text")
        let string = try text?.text() ?? ""
        let items = try data.optional("params")?.elements() ?? []
        if let text, !string.isEmpty || items.isEmpty {
            let isBase64 = try data.isBase64
            let content = try text.content(isBase64: isBase64, type)
            if !isBase64, let bytes = ContentText.bytes(string), bytes != content.data {
                self = .ambiguous(content.data, bytes: bytes)
            } else {
                self = .data(content.data)
            }
            return
        }
        self =
            items.isEmpty
            ? .data(Data()) : .items(try items.map { item throws(RecordingError) in try RecordedItem(item) })
    }
}

extension RecordedItem {
    fileprivate init(_ member: RecordingMember) throws(RecordingError) {
        let name = try member.required("name").text()
        // Browsers don't write the contents of files.
        let isFile = try member.optional("fileName") != nil
        self.init(name, isFile ? nil : Data(try member.optional("value")?.text().utf8 ?? "".utf8))
    }
}

extension RecordedResponse {
    fileprivate init(_ member: RecordingMember, to method: HTTPMethod) throws(RecordingError) {
        let number = try member.required("status")
        // A browser writes 0 or -1 for a failed request.
        status = max(0, try number.integer(in: -1...999))
        guard status == 0 || status >= 100 else { throw number.error("is not an HTTP status") }
        header = try HeaderFields(member.optional("headers"))
        body = Data()
        error = try member.optional("_error")?.text()
        guard let content = try member.optional("content") else { return }
        if case .bool(true)? = content.value["_isEncoded"] { isEncoded = true }
        if let text = try content.optional("text") {
            let mimeType = try content.optional("mimeType")?.text() ?? ""
            let type = contentType ?? MediaType(mimeType)
            let (data, isInCharset) = try text.content(isBase64: content.isBase64, type)
            body = data
            if !isInCharset, let type {
                // The charset lacks some characters of the text, so the text was decoded with a different charset.
                header[.contentType] =
                    MediaType(String(type.type), String(type.subtype))
                    .with(parameter: "charset", "utf-8").rawValue
            }
        } else if case let size? = try content.optional("size")?.number(), size > 0, hasContent(for: method) {
            problem =
                content.value["_file"] == nil
                ? "doesn't contain the response body: save the recording with the bodies"
                : "doesn't contain the response body, but the name of a file: save the bodies in the recording itself"
        }
        if !isEncoded, header.contains(.contentEncoding) { isEncoded = body.looksCompressed }
    }

    /// Returns whether the client reads the content of the response.
    private func hasContent(for method: HTTPMethod) -> Bool {
        method != .head && !HTTPStatus(status).forbidsContent && !header.contains(.location)
    }
}

extension RecordingMember {
    /// Indicates whether the content is base64.
    fileprivate var isBase64: Bool {
        get throws(RecordingError) {
            var encoding = try optional("encoding")
            if encoding == nil { encoding = try optional("_encoding") }
            return try encoding?.text().lowercased() == "base64"
        }
    }

    /// Returns the bytes of a text, and whether they are in its charset; if it can't encode the text, the bytes are
    /// UTF-8.
    fileprivate func content(
        isBase64: Bool, _ type: MediaType?
    ) throws(RecordingError) -> (data: Data, isInCharset: Bool) {
        let text = try text()
        guard isBase64 else {
            let data = ContentText.encoded(text, type)
            return (data ?? Data(text.utf8), data != nil)
        }
        guard let data = ContentText.data(base64: text) else { throw error("is not base64") }
        return (data, true)
    }
}

extension HeaderFields {
    /// Reads a list of fields, without HTTP/2's pseudo-fields, which browsers also write (RFC 9113, section 8.3).
    fileprivate init(_ member: RecordingMember?) throws(RecordingError) {
        self.init()
        for field in try member?.elements() ?? [] {
            let name = try field.required("name").text()
            if name.hasPrefix(":") || name.isEmpty { continue }
            let value = try field.optional("value")?.text() ?? ""
            // Chromium joins fields of the same name with line breaks.
            for line in value.split(whereSeparator: \.isNewline) { append(HeaderField(received: name, String(line))) }
            if value.isEmpty { append(HeaderField(HeaderField.Name(name), "")) }
        }
    }
}
