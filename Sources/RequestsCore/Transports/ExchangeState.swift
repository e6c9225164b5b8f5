import Foundation

/// The received parts of a response, and the code that waits for more.
///
/// A waiter takes the available data, or is woken when more may have arrived. Threads exchange data only through this
/// state, and call no other code while they change it.
struct ExchangeState {
    typealias Outcome = Result<Void, TransportError>
    typealias Action = @Sendable () -> Void
    /// Wakes the reader.
    ///
    /// A waiter is a function, because the compiler doesn't know the layout of a continuation: see ``Moment``.
    typealias Waiter = Action

    /// The data that a waiter waits for.
    ///
    /// There is one waiter at a time, because the head precedes the body, and a body has one reader.
    enum Want {
        case head, chunk
        /// The head and the whole body, so that a caller who needs both is woken only once.
        case response
        case end(limit: Int)
    }

    /// A response for a caller who reads it at once.
    enum Response {
        case whole(ResponseHead, Data)
        /// The head of a response whose body may not be needed.
        case head(ResponseHead)
    }

    private(set) var head: ResponseHead?
    private(set) var outcome: Outcome?
    private(set) var lastActivity = Moment.now
    /// Indicates whether the transport has reported anything.
    private(set) var hasBegun = false
    /// Cancels the transport's work.
    private var cancel: Action?
    /// The number of content bytes that the reader has taken.
    private var taken = 0
    private var unread = ChunkBuffer()
    private var onDrained: Action?
    private var want: Want?
    private var waiter: Waiter?

    /// The number of unread bytes above which the transport pauses.
    static var enough: Int { 512 * 1_024 }

    /// The number of unread bytes at which a paused transport continues.
    ///
    /// If this number were as large as ``enough``, the transport would be woken for each chunk that is read.
    static var little: Int { enough / 2 }

    /// Indicates whether there is unread data and no waiting reader: then the reader is slow, not the server.
    var waitsForReader: Bool { unread.count > 0 && want == nil }

    // MARK: For waiting callers

    /// Returns the head if it has arrived; otherwise `nil`, and the caller has to wait.
    mutating func takeHead() -> Result<ResponseHead, TransportError>? {
        if let head { return .success(head) }
        if case .failure(let error) = outcome { return .failure(error) }
        if outcome != nil { return .failure(.noResponse) }
        want = .head
        return nil
    }

    /// Returns the head and the whole body at the end; before that, `nil`, and the caller has to wait.
    mutating func takeResponse(isHeadEnough: (ResponseHead) -> Bool) -> Result<Response, TransportError>? {
        if let head, isHeadEnough(head) { return .success(.head(head)) }
        guard let outcome else {
            want = .response
            return nil
        }
        let data = unread.removeAll()
        switch (outcome, head) {
        case (.failure(let error), _): return .failure(error.with(body: data))
        case (.success, let head?): return .success(.whole(head, data))
        case (.success, nil): return .failure(.noResponse)
        }
    }

    /// Returns the next chunk or the end if it has arrived; otherwise `nil`, and the caller has to wait.
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

    /// Returns all unread bytes at the end; before that, `nil`, and the caller has to wait.
    ///
    /// The error of a failure contains the bytes that arrived before it.
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

    /// Stores a waiter; returns `false` if its data has arrived in the meantime.
    mutating func keep(_ waiter: @escaping Waiter) -> Bool {
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

    /// Stores the function that cancels the transport's work; returns the function if it must be called now.
    mutating func keep(cancel: @escaping Action) -> Action? {
        guard outcome == nil else { return cancel }
        self.cancel = cancel
        return nil
    }

    mutating func noteActivity() {
        lastActivity = .now
        hasBegun = true
    }

    /// Stores the head.
    ///
    /// An interim head, such as 103 Early Hints, is ignored.
    mutating func receive(_ newHead: ResponseHead, isEnough: Bool) -> Waiter? {
        lastActivity = .now
        guard head == nil, outcome == nil, !newHead.status.isInformational else { return nil }
        head = newHead
        switch want {
        case .head: return wake()
        case .response where isEnough: return wake()
        default: return nil
        }
    }

    /// Stores a chunk.
    ///
    /// - Throws: An error if there are too many bytes.
    mutating func receive(_ data: Data, limit: Int, isReadAtOnce: Bool) throws(TransportError) -> Waiter? {
        lastActivity = .now
        // Drop data after the end.
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

    /// Indicates whether the transport may continue: few bytes are unread, or the reader waits for all.
    var wantsMore: Bool {
        switch want {
        case .response, .end: outcome == nil
        case .chunk, .head, nil: outcome == nil && unread.count < Self.enough
        }
    }

    /// Indicates whether a paused transport may continue.
    private var isDrained: Bool {
        outcome != nil || wantsMore && (unread.count <= Self.little || want != nil)
    }

    /// Stores the function to call when more data is wanted; returns the function if it must be called now.
    mutating func keep(onDrained: @escaping Action) -> Action? {
        if isDrained { return onDrained }
        self.onDrained = onDrained
        return nil
    }

    /// Returns the stored function if more data is wanted now.
    mutating func takeDrained() -> Action? {
        guard onDrained != nil, isDrained else { return nil }
        defer { onDrained = nil }
        return onDrained
    }

    /// Ends the exchange; returns `nil` if it has already ended, because the first outcome counts.
    ///
    /// - Returns: The functions to call: to cancel the transport's work, to wake the reader, and to continue a paused transport.
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

extension TransportError {
    fileprivate static var noResponse: TransportError {
        TransportError(code: .malformedResponse, message: "no response arrived")
    }

    fileprivate static var alreadyRead: TransportError {
        TransportError(code: .transportFailed, message: "the body of the response is being read by another task")
    }

    fileprivate static func overflow(_ limit: Int) -> TransportError {
        TransportError(
            code: .bufferOverflow,
            message:
                "more than \(BodyText.size(limit)) of the body are waiting to be read, and this transport can't slow "
                + "down the server: raise the limit with setting(\\.policy.responseSizeLimit, …)"
        )
    }
}
