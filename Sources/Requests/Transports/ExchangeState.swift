import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What has come of an answer, and what somebody waits for.
///
/// Whoever waits takes what there is, or else is woken when there may be more: nothing goes from thread to thread but
/// through this state, and nothing is called while it changes.
struct ExchangeState {
    typealias Outcome = Result<Void, TransportError>
    typealias Waiter = CheckedContinuation<Void, Never>

    /// What is waited for.
    ///
    /// It is one thing at a time: the head comes before the body, and a body has one reader.
    enum Want {
        case head, chunk
        /// The head and the whole body at once, which saves a caller who wants both from being woken twice.
        case answer
        case end(limit: Int)
    }

    private(set) var head: HTTPURLResponse?
    private(set) var outcome: Outcome?
    var task: URLSessionTask?
    var redirects = 0
    /// Foundation ends the process where a task is cancelled while it waits to hear about a redirect.
    var isRedirecting = false
    var lastActivity = ContinuousClock.now
    private var received = 0
    private var unread = ChunkBuffer()
    private var want: Want?
    private var waiter: Waiter?

    // MARK: For who waits

    /// The head, where it is there; otherwise it is waited for.
    mutating func takeHead() -> Result<HTTPURLResponse, TransportError>? {
        if let head { return .success(head) }
        if case .failure(let error) = outcome { return .failure(error) }
        if outcome != nil { return .failure(.noAnswer) }
        want = .head
        return nil
    }

    /// The head and the whole body, at the end; before, they are waited for.
    mutating func takeAnswer() -> Result<(HTTPURLResponse, Data), TransportError>? {
        guard let outcome else {
            want = .answer
            return nil
        }
        let data = unread.removeAll()
        switch (outcome, head) {
        case (.failure(let error), _): return .failure(error.with(body: data))
        case (.success, let head?): return .success((head, data))
        case (.success, nil): return .failure(.noAnswer)
        }
    }

    /// The next chunk or the end, where it is there; otherwise it is waited for.
    mutating func takeChunk() -> Result<Data?, TransportError>? {
        if let chunk = unread.removeFirst() { return .success(chunk) }
        if let outcome { return outcome.map { nil } }
        guard want == nil else { return .failure(.alreadyRead) }
        want = .chunk
        return nil
    }

    /// All that is left, at the end; before, it is waited for.
    ///
    /// What came before a failure goes into its error.
    mutating func takeAll(upTo limit: Int) -> Result<Data, TransportError>? {
        guard want == nil else { return .failure(.alreadyRead) }
        guard unread.count <= limit else { return .failure(.tooLarge(limit)) }
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

    // MARK: For the events

    /// Keeps the head.
    ///
    /// An interim one, such as 103 Early Hints, is not it.
    mutating func receive(_ response: HTTPURLResponse) -> Waiter? {
        lastActivity = .now
        guard head == nil, outcome == nil, !(100..<200).contains(response.statusCode) else { return nil }
        head = response
        if case .head = want { return wake() }
        return nil
    }

    /// Keeps a chunk.
    ///
    /// - Throws: That there are too many.
    mutating func receive(_ data: Data, limit: Int) throws(TransportError) -> Waiter? {
        lastActivity = .now
        // What comes after the end is not kept.
        guard outcome == nil, !data.isEmpty else { return nil }
        received += data.count
        guard received <= limit else { throw .tooLarge(limit) }
        unread.append(data)
        switch want {
        case .chunk: return wake()
        case .end(let limit) where unread.count > limit: throw .tooLarge(limit)
        default: return nil
        }
    }

    /// Ends the exchange; `nil` where it has ended before: the first outcome counts.
    ///
    /// - Returns: The task to cancel, and who is to be woken.
    mutating func end(_ newOutcome: @autoclosure () -> Outcome) -> (task: URLSessionTask?, waiter: Waiter?)? {
        guard outcome == nil else { return nil }
        let outcome = newOutcome().mapError { [head] in $0.with(head: head.map { ResponseHead($0) }) as TransportError }
        self.outcome = outcome
        guard case .failure(let error) = outcome else {
            task = nil
            return (nil, wake())
        }
        if error.code == .cancelled { _ = unread.removeAll() }
        // Where a redirect is on its way, its end cancels the task.
        guard !isRedirecting else { return (nil, wake()) }
        defer { task = nil }
        return (task, wake())
    }
}

extension RequestError<Never> {
    fileprivate static var noAnswer: TransportError {
        TransportError(code: .malformedResponse, message: "no answer came")
    }

    fileprivate static var alreadyRead: TransportError {
        TransportError(code: .transportFailed, message: "the body of the answer is being read by another task")
    }
}
