import Foundation

extension ResponseHead {
    /// Whether the content is compressed on its way, so that what is read has another length.
    package var hasContentCoding: Bool { !contentCodings.isEmpty }

    /// The codings of the content, in the order in which they were applied, without identity.
    package var contentCodings: [String] {
        guard let text = value(of: .contentEncoding), !text.isEmpty else { return [] }
        return text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.equalsIgnoringASCIICase("identity") }
    }

    /// Returns whether content may follow the head (RFC 9112, section 6.3).
    package func mayHaveContent(answering method: HTTPMethod) -> Bool {
        method != .head && status != .noContent && status != .notModified
    }

    /// How many bytes of content follow the head, as they come; `nil` where it does not say.
    package func contentLength(for message: OutgoingRequest) -> Int? {
        guard mayHaveContent(answering: message.method) else { return 0 }
        return value(of: .transferEncoding) == nil ? contentLength : nil
    }

    /// How many bytes of content are to be read; `nil` where the head does not say, as of what is decompressed.
    func readLength(for message: OutgoingRequest) -> Int? {
        let length = contentLength(for: message)
        return length != 0 && isDecoded(for: message) ? nil : length
    }

    private func isDecoded(for message: OutgoingRequest) -> Bool {
        hasContentCoding && message.options.policy.compression != .asReceived
    }

    /// Returns whether there is more content than a limit allows, by what the head says.
    func exceeds(_ limit: Int, for message: OutgoingRequest) -> Bool {
        let limit = max(limit, 0)
        // The most frequent answer first: what is small.
        guard contentLength ?? 0 > limit, let length = contentLength(for: message), length > limit
        else { return false }
        // The limit is for what is read. A coding makes hardly anything longer than it was.
        return !isDecoded(for: message) || length - limit > limit / 8 + 1_024
    }

    /// Checks that the content is not larger than a message may be answered with, as far as the head says.
    ///
    /// - Throws: ``RequestErrorCode/responseTooLarge``.
    func checkLength(for message: OutgoingRequest) throws(TransportError) {
        let limit = message.options.policy.responseSizeLimit
        if exceeds(limit, for: message) { throw .tooLarge(limit) }
    }

    /// Checks that the content comes as it is, for a message that asked for that.
    ///
    /// - Throws: ``RequestErrorCode/malformedResponse``.
    func checkIsPlain(for message: OutgoingRequest) throws(TransportError) {
        let codings = contentCodings
        guard !codings.isEmpty, contentLength(for: message) != 0 else { return }
        throw TransportError(
            code: .malformedResponse,
            message:
                "the response has the Content-Encoding \(codings.joined(separator: ", ").escapedForDisplay), and only "
                + "identity was asked for; ask for more with an Accept-Encoding of the request, or take the bytes as "
                + "they come with setting(\\.policy.compression, .asReceived)"
        )
    }
}

extension OutgoingRequest {
    /// Indicates whether no coding of the content is acceptable (RFC 9110, section 12.5.3).
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
    /// Reads the whole body, unless the head says that it is larger than the policy of the message allows.
    ///
    /// - Throws: ``RequestErrorCode/responseTooLarge``, and what the transport throws.
    func collect(for message: OutgoingRequest) async throws -> Data {
        try head.checkLength(for: message)
        return try await body.collect(upTo: message.options.policy.responseSizeLimit)
    }
}
