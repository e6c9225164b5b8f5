/// The next step of a download after a response.
enum DownloadPlan: Equatable {
    /// Writes the content to the file, starting at an offset.
    ///
    /// `count` is the length of the content, and `total` is the length of the file; each is `nil` if unknown.
    case write(offset: Int, count: Int?, total: Int?)
    /// Finishes: the file is complete.
    case complete
    /// Requests the whole content again, because the earlier part can't be used.
    case startAnew
    /// Leaves the file at the destination unchanged: the response has no content by definition.
    case leave
    /// Rejects the response, which is not a success.
    case refuse

    /// Decides what to do with a response.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - message: The message, without the fields added to continue an earlier part.
    ///   - earlier: The part whose rest was requested; `nil` if the whole content was requested.
    ///   - accepted: The statuses that count as success.
    /// - Throws: ``RequestErrorCode/malformedResponse`` for a part or for compressed content that wasn't requested.
    init(
        for head: ResponseHead, to message: OutgoingRequest, goingOnFrom earlier: EarlierPart?,
        accepting accepted: StatusSet
    ) throws(TransportError) {
        switch (head.status, earlier) {
        case (.partialContent, let earlier?):
            self = Self.rest(head, of: earlier)
        case (.rangeNotSatisfiable, let earlier?):
            self = Self.isComplete(head, earlier) ? .complete : .startAnew
        case _ where !accepted.contains(head.status):
            self = .refuse
        case (.partialContent, nil) where !message.header.contains(.range):
            throw TransportError(
                code: .malformedResponse,
                message: "the response contains only a part of the content, but the whole content was requested"
            )
        case _ where message.method == .head || head.status == .notModified:
            self = .leave
        case (.ok, let earlier?) where Self.contradicts(head, earlier, for: message):
            self = .startAnew
        default:
            if message.acceptsIdentityAlone { try head.checkIsPlain(for: message) }
            let length = head.readLength(for: message)
            self = .write(offset: 0, count: length, total: length)
        }
    }

    /// Returns the plan for a 206 response, which contains the rest or a part of it (RFC 9110, section 15.3.7).
    private static func rest(_ head: ResponseHead, of earlier: EarlierPart) -> DownloadPlan {
        // A multipart response contains no Content-Range in its head.
        guard let range = head.contentRange, let bytes = range.bytes,
            bytes.lowerBound == earlier.count, !head.hasContentCoding, earlier.validator.mayBe(of: head),
            range.completeLength == earlier.total || range.completeLength == nil || earlier.total == nil,
            bytes.upperBound < earlier.total ?? .max, head.contentLength ?? bytes.count == bytes.count
        else { return .startAnew }
        return .write(offset: earlier.count, count: bytes.count, total: range.completeLength ?? earlier.total)
    }

    /// Returns whether a 200 response may contain only the rest: it describes a part (RFC 9110, section 14.4), or
    /// claims to be the same representation with a different length.
    private static func contradicts(
        _ head: ResponseHead, _ earlier: EarlierPart, for message: OutgoingRequest
    ) -> Bool {
        if head.header.contains(.contentRange) { return true }
        guard StrongValidator(of: head) == earlier.validator, let length = head.readLength(for: message) else {
            return false
        }
        return earlier.total.map { $0 != length } ?? (length < earlier.count)
    }

    /// Returns whether a 416 response means that the earlier part is complete (RFC 9110, section 15.5.17).
    private static func isComplete(_ head: ResponseHead, _ earlier: EarlierPart) -> Bool {
        guard let range = head.contentRange, range.bytes == nil else { return false }
        return range.completeLength == earlier.count && earlier.count == earlier.total ?? earlier.count
            && earlier.validator.mayBe(of: head)
    }
}
