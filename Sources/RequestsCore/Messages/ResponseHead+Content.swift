package import Foundation

extension ResponseHead {
    /// Indicates whether the content is encoded, for example compressed, so that its decoded length differs.
    package var hasContentCoding: Bool { !contentCodings.isEmpty }

    /// The content codings in the order in which they were applied, except `identity`.
    package var contentCodings: [String] {
        guard let text = value(of: .contentEncoding), !text.isEmpty else { return [] }
        return text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.equalsIgnoringASCIICase("identity") }
    }

    /// Returns whether content may follow the head (RFC 9112, section 6.3).
    package func mayHaveContent(for method: HTTPMethod) -> Bool {
        method != .head && status != .noContent && status != .notModified
    }

    /// Returns the number of content bytes before decoding; `nil` if the head doesn't declare it.
    package func contentLength(for message: OutgoingRequest) -> Int? {
        guard mayHaveContent(for: message.method) else { return 0 }
        return value(of: .transferEncoding) == nil ? contentLength : nil
    }

    /// Returns the number of content bytes to read; `nil` if it's unknown, as for content that is decompressed.
    package func readLength(for message: OutgoingRequest) -> Int? {
        let length = contentLength(for: message)
        return length != 0 && isDecoded(for: message) ? nil : length
    }

    private func isDecoded(for message: OutgoingRequest) -> Bool {
        hasContentCoding && message.options.policy.compression != .asReceived
    }

    /// Returns whether the head declares more content than a limit allows.
    package func exceeds(_ limit: Int, for message: OutgoingRequest) -> Bool {
        let limit = max(limit, 0)
        // The most frequent case comes first: small content.
        guard contentLength ?? 0 > limit, let length = contentLength(for: message), length > limit
        else { return false }
        // The limit counts decoded content, which is hardly ever shorter than encoded content.
        return !isDecoded(for: message) || length - limit > limit / 8 + 1_024
    }

    /// Checks that the head doesn't declare more content than the message allows.
    ///
    /// - Throws: ``RequestErrorCode/responseTooLarge``.
    func checkLength(for message: OutgoingRequest) throws(TransportError) {
        let limit = message.options.policy.responseSizeLimit
        if exceeds(limit, for: message) { throw .tooLarge(limit) }
    }

    /// Checks that the content isn't encoded, for a message that accepts no coding.
    ///
    /// - Throws: ``RequestErrorCode/malformedResponse``.
    package func checkIsPlain(for message: OutgoingRequest) throws(TransportError) {
        let codings = contentCodings
        guard !codings.isEmpty, contentLength(for: message) != 0 else { return }
        throw TransportError(
            code: .malformedResponse,
            message:
                "the response has the Content-Encoding \(codings.joined(separator: ", ").escapedForDisplay), but the "
                + "request accepts only unencoded content: add Accept-Encoding to the request, or receive the encoded "
                + "bytes with setting(\\.policy.compression, .asReceived)"
        )
    }
}

extension OutgoingRequest {
    /// Indicates whether the message accepts no content coding (RFC 9110, section 12.5.3).
    package var acceptsIdentityAlone: Bool {
        let compression = options.policy.compression
        guard compression != .asReceived else { return false }
        guard header.contains(.acceptEncoding) else { return compression == .identity }
        let codings = header[values: .acceptEncoding].flatMap { $0.split(separator: ",") }
        return codings.allSatisfy { coding in
            let parts = coding.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let name = parts.first, !name.equalsIgnoringASCIICase("identity") else { return true }
            return parts.dropFirst().contains { $0.lowercased().hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
        }
    }
}

extension TransportResponse {
    /// Reads the whole body, unless the head declares more than the message's policy allows.
    ///
    /// - Throws: ``RequestErrorCode/responseTooLarge``, and errors of the transport.
    package func collect(for message: OutgoingRequest) async throws -> Data {
        // A body in memory has a known length, so the declared length isn't needed.
        if body.byteCount == nil { try head.checkLength(for: message) }
        return try await body.collect(upTo: message.options.policy.responseSizeLimit)
    }

    /// Reads the whole body as ``collect(for:)`` does, and adds the message and the head to an error.
    package func collected(for message: OutgoingRequest) async throws(TransportError) -> Data {
        do {
            return try await collect(for: message)
        } catch {
            throw TransportError(anyError: error).with(request: message, head: head)
        }
    }
}
