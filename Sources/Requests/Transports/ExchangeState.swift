import Foundation

/// What has come of an answer, and what somebody waits for.
///
/// Whoever waits takes what there is, or else is woken when there may be more: nothing goes from thread to thread but
/// through this state, and nothing is called while it changes.
struct ExchangeState {
    typealias Outcome = Result<Void, TransportError>
    typealias Waiter = CheckedContinuation<Void, Never>
    typealias Action = @Sendable () -> Void

    /// What is waited for.
    ///
    /// It is one thing at a time: the head comes before the body, and a body has one reader.
    enum Want {
        case head, chunk
        /// The head and the whole body at once, which saves a caller who wants both from being woken twice.
        case answer
        case end(limit: Int)
    }

    /// What a caller who wants the whole answer gets.
    enum Answer {
        case whole(ResponseHead, Data)
        /// Of a redirect: its body is not waited for.
        case redirect(ResponseHead)
    }

    private(set) var head: ResponseHead?
    private(set) var outcome: Outcome?
    private(set) var lastActivity = ContinuousClock.now
    /// Ends the exchange early.
    private var cancel: Action?
    /// How much of the content its reader has taken, in bytes.
    private var taken = 0
    private var unread = ChunkBuffer()
    private var onDrained: Action?
    private var want: Want?
    private var waiter: Waiter?

    /// How much may wait for its reader before the transport is asked to pause, in bytes.
    static var enough: Int { 512 * 1_024 }

    /// How little of that must be left before a transport that was asked to pause goes on, in bytes.
    ///
    /// At the mark itself, each chunk that is read would wake the transport for one more.
    static var little: Int { enough / 2 }

    /// Whether something waits to be read, and nobody reads: then it is the reader who is slow, not the server.
    var waitsForReader: Bool { unread.count > 0 && want == nil }

    // MARK: For who waits

    /// The head, where it is there; otherwise it is waited for.
    mutating func takeHead() -> Result<ResponseHead, TransportError>? {
        if let head { return .success(head) }
        if case .failure(let error) = outcome { return .failure(error) }
        if outcome != nil { return .failure(.noAnswer) }
        want = .head
        return nil
    }

    /// The head and the whole body, at the end; before, they are waited for.
    mutating func takeAnswer(isFollowed: (ResponseHead) -> Bool) -> Result<Answer, TransportError>? {
        if let head, isFollowed(head) { return .success(.redirect(head)) }
        guard let outcome else {
            want = .answer
            return nil
        }
        let data = unread.removeAll()
        switch (outcome, head) {
        case (.failure(let error), _): return .failure(error.with(body: data))
        case (.success, let head?): return .success(.whole(head, data))
        case (.success, nil): return .failure(.noAnswer)
        }
    }

    /// The next chunk or the end, where it is there; otherwise it is waited for.
    mutating func takeChunk() -> Result<Data?, TransportError>? {
        if let chunk = unread.removeFirst() {
            taken += chunk.count
            return .success(chunk)
        }
        if let outcome { return outcome.map { nil } }
        guard want == nil else { return .failure(.alreadyRead) }
        want = .chunk
        return nil
    }

    /// All that is left, at the end; before, it is waited for.
    ///
    /// What came before a failure goes into its error.
    mutating func takeAll(upTo limit: Int, for message: OutgoingRequest) -> Result<Data, TransportError>? {
        guard want == nil else { return .failure(.alreadyRead) }
        let (whole, overflows) = taken.addingReportingOverflow(limit)
        let isAnnounced = outcome == nil && !overflows && head.map { $0.exceeds(whole, for: message) } ?? false
        guard !isAnnounced, unread.count <= limit else { return .failure(.tooLarge(limit)) }
        guard let outcome else {
            want = .end(limit: limit)
            return nil
        }
        let data = unread.removeAll()
        return outcome.map { data }.mapError { $0.with(body: data) }
    }

    /// Keeps who waits; `false` where what is wanted has come in between.
    mutating func keep(_ waiter: Waiter) -> Bool {
        guard want != nil else { return false }
        self.waiter = waiter
        return true
    }

    private mutating func wake() -> Waiter? {
        want = nil
        defer { waiter = nil }
        return waiter
    }

    // MARK: For the transport

    /// Keeps how to end the exchange; returns it where that is due already.
    mutating func keep(cancel: @escaping Action) -> Action? {
        guard outcome == nil else { return cancel }
        self.cancel = cancel
        return nil
    }

    mutating func noteActivity() {
        lastActivity = .now
    }

    /// Keeps the head.
    ///
    /// An interim one, such as 103 Early Hints, is not it.
    mutating func receive(_ newHead: ResponseHead, isRedirect: Bool) -> Waiter? {
        lastActivity = .now
        guard head == nil, outcome == nil, !newHead.status.isInformational else { return nil }
        head = newHead
        switch want {
        case .head: return wake()
        case .answer where isRedirect: return wake()
        default: return nil
        }
    }

    /// Keeps a chunk.
    ///
    /// - Throws: That there are too many.
    mutating func receive(_ data: Data, limit: Int, isReadAtOnce: Bool) throws(TransportError) -> Waiter? {
        lastActivity = .now
        // What comes after the end is not kept.
        guard outcome == nil, !data.isEmpty else { return nil }
        unread.append(data)
        switch want {
        case .chunk: return wake()
        case .end(let limit) where unread.count > limit: throw .tooLarge(limit)
        case .end: return nil
        default:
            guard unread.count > limit else { return nil }
            throw isReadAtOnce ? .tooLarge(limit) : .overflow(limit)
        }
    }

    /// Whether the transport may go on: less than enough waits, or all of it is wanted.
    var wantsMore: Bool {
        switch want {
        case .answer, .end: outcome == nil
        case .chunk, .head, nil: outcome == nil && unread.count < Self.enough
        }
    }

    /// Whether a transport that pauses may go on.
    private var isDrained: Bool {
        outcome != nil || wantsMore && (unread.count <= Self.little || want != nil)
    }

    /// Keeps what to do when more is wanted; returns it where that is so already.
    mutating func keep(onDrained: @escaping Action) -> Action? {
        if isDrained { return onDrained }
        self.onDrained = onDrained
        return nil
    }

    /// What is to be done as soon as more is wanted, once that is so.
    mutating func takeDrained() -> Action? {
        guard onDrained != nil, isDrained else { return nil }
        defer { onDrained = nil }
        return onDrained
    }

    /// Ends the exchange; `nil` where it has ended before: the first outcome counts.
    ///
    /// - Returns: What cancels it, who is to be woken, and what waited for the reader.
    mutating func end(
        _ newOutcome: @autoclosure () -> Outcome
    ) -> (cancel: Action?, waiter: Waiter?, drained: Action?)? {
        guard outcome == nil else { return nil }
        let outcome = newOutcome().mapError { [head] in $0.with(head: head) as TransportError }
        self.outcome = outcome
        let drained = takeDrained()
        guard case .failure(let error) = outcome else {
            cancel = nil
            return (nil, wake(), drained)
        }
        if error.code == .cancelled { _ = unread.removeAll() }
        defer { cancel = nil }
        return (cancel, wake(), drained)
    }
}

extension RequestError<Never> {
    fileprivate static var noAnswer: TransportError {
        TransportError(code: .malformedResponse, message: "no response came")
    }

    fileprivate static var alreadyRead: TransportError {
        TransportError(code: .transportFailed, message: "the body of the response is being read by another task")
    }

    fileprivate static func overflow(_ limit: Int) -> TransportError {
        TransportError(
            code: .bufferOverflow,
            message:
                "more than \(BodyText.size(limit)) of the body wait for their reader, and this transport can't slow the "
                + "server down; raise the limit with setting(\\.policy.responseSizeLimit, …)"
        )
    }
}
