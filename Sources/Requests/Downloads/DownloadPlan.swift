/// What becomes of an answer to a download.
enum DownloadPlan: Equatable {
    /// Its content goes into the file, from an offset on.
    ///
    /// `count` is the length of the content, `total` that of the file; each is `nil` where it is not known.
    case write(offset: Int, count: Int?, total: Int?)
    /// There is nothing more to come: the file is complete.
    case complete
    /// What came before is of no use: the whole is asked for.
    case startAnew
    /// It has no content by its nature, and the file at the destination stays as it is.
    case leave
    /// It is not a success.
    case refuse

    /// Says what becomes of an answer.
    ///
    /// - Parameters:
    ///   - head: The head of the answer.
    ///   - message: What was sent, without what was added to go on from an earlier part.
    ///   - earlier: The part whose rest was asked for; `nil` where the whole was.
    ///   - accepted: Which statuses are success.
    /// - Throws: ``RequestErrorCode/malformedResponse`` for a part that nobody asked for, and for a content that is compressed
    ///   where that was not asked for.
    init(
        for head: ResponseHead, to message: OutgoingRequest, goingOnFrom earlier: EarlierPart?,
        accepting accepted: AcceptableStatus
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
                code: .malformedResponse, message: "the response is a part of the content, and the whole was asked for"
            )
        case _ where message.method == .head || head.status == .notModified:
            self = .leave
        default:
            if message.acceptsIdentityAlone { try head.checkIsPlain(for: message) }
            let length = head.readLength(for: message)
            self = .write(offset: 0, count: length, total: length)
        }
    }

    /// The part that an answer 206 has: the rest, or the next piece of it (RFC 9110, section 15.3.7).
    private static func rest(_ head: ResponseHead, of earlier: EarlierPart) -> DownloadPlan {
        // Several parts in one body have no Content-Range.
        guard let range = head.header[.contentRange].flatMap({ ContentRange($0) }), let bytes = range.bytes,
            bytes.lowerBound == earlier.count, !head.hasContentCoding, earlier.validator.mayBe(of: head),
            range.total == earlier.total || range.total == nil || earlier.total == nil,
            bytes.upperBound < earlier.total ?? .max, head.contentLength ?? bytes.count == bytes.count
        else { return .startAnew }
        return .write(offset: earlier.count, count: bytes.count, total: range.total ?? earlier.total)
    }

    /// Whether an answer 416 says that what there is is the whole (RFC 9110, section 15.5.17).
    private static func isComplete(_ head: ResponseHead, _ earlier: EarlierPart) -> Bool {
        guard let range = head.header[.contentRange].flatMap({ ContentRange($0) }) else { return false }
        return range.bytes == nil && range.total == earlier.count && earlier.count == earlier.total ?? earlier.count
            && earlier.validator.mayBe(of: head)
    }
}
