import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What has come of an answer, and who waits for it.
///
/// A change returns what has to be called for it, so that nothing is called under the lock.
struct ExchangeState {
    typealias Outcome = Result<Void, TransportError>

    /// Who waits.
    ///
    /// There is one at a time: the head comes before the body, and a body has one reader.
    enum Waiter {
        case head(CheckedContinuation<TransportResponse, any Error>)
        /// For the head and the whole body at once, which saves a caller who wants both from being woken twice.
        case answer(CheckedContinuation<TransportResponse, any Error>)
        case next(CheckedContinuation<Data?, any Error>)
        case all(limit: Int, CheckedContinuation<Data, any Error>)
    }

    var task: URLSessionTask?
    var head: HTTPURLResponse?
    var waiter: Waiter?
    var outcome: Outcome?
    var redirects = 0
    /// Foundation ends the process where a task is cancelled while it waits to hear about a redirect.
    var isRedirecting = false
    var lastActivity = ContinuousClock.now
    private var received = 0
    private var unread = ChunkBuffer()

    /// Keeps the head; `nil` where it is known already, or nobody is interested any more.
    mutating func takeHead(_ response: HTTPURLResponse) -> CheckedContinuation<TransportResponse, any Error>? {
        lastActivity = .now
        // An interim answer, such as 103 Early Hints, is not the one.
        guard head == nil, outcome == nil, !(100..<200).contains(response.statusCode) else { return nil }
        head = response
        guard case .head(let continuation) = waiter else { return nil }
        waiter = nil
        return continuation
    }

    enum Receipt {
        case kept
        case handOver(CheckedContinuation<Data?, any Error>)
        case tooLarge(limit: Int)
    }

    /// Keeps a chunk, or has it handed over to the reader that waits for it.
    mutating func receive(_ data: Data, limit: Int) -> Receipt {
        lastActivity = .now
        // What comes after the end is not kept.
        guard outcome == nil, !data.isEmpty else { return .kept }
        received += data.count
        guard received <= limit else { return .tooLarge(limit: limit) }
        switch waiter {
        case .next(let continuation):
            waiter = nil
            return .handOver(continuation)
        case .all(let limit, _) where unread.count + data.count > limit:
            return .tooLarge(limit: limit)
        default:
            unread.append(data)
            return .kept
        }
    }

    /// The next chunk or the end, where it is there.
    ///
    /// Otherwise the continuation is kept for it.
    mutating func next(_ continuation: CheckedContinuation<Data?, any Error>) -> Result<Data?, TransportError>? {
        if let chunk = unread.removeFirst() { return .success(chunk) }
        if let outcome { return outcome.map { nil } }
        guard waiter == nil else { return .failure(.alreadyRead) }
        waiter = .next(continuation)
        return nil
    }

    /// All that is left, where it is there.
    ///
    /// Otherwise the continuation is kept for it.
    mutating func all(
        upTo limit: Int, _ continuation: CheckedContinuation<Data, any Error>
    ) -> Result<Data, TransportError>? {
        guard waiter == nil else { return .failure(.alreadyRead) }
        if unread.count > limit { return .failure(.tooLarge(limit)) }
        guard let outcome else {
            waiter = .all(limit: limit, continuation)
            return nil
        }
        return all(after: outcome)
    }

    /// All that is left at the end.
    ///
    /// What came before a failure goes into its error.
    private mutating func all(after outcome: Outcome) -> Result<Data, TransportError> {
        let data = unread.removeAll()
        return outcome.map { data }.mapError { $0.with(body: data) }
    }

    /// What has to be called when an exchange ends.
    struct Ending {
        var task: URLSessionTask?
        var resume: @Sendable () -> Void = {}
    }

    /// Ends the exchange; `nil` where it has ended before: the first outcome counts.
    mutating func end(_ newOutcome: @autoclosure () -> Outcome) -> Ending? {
        guard outcome == nil else { return nil }
        let outcome = newOutcome().mapError { [head] in $0.with(head: head.map { ResponseHead($0) }) as TransportError }
        self.outcome = outcome
        defer { waiter = nil }
        var ending = Ending()
        if case .failure(let error) = outcome {
            if error.code == .cancelled { _ = unread.removeAll() }
            if !isRedirecting { ending.task = task }
        }
        // Where a redirect is on its way, its end cancels the task.
        if !isRedirecting { task = nil }
        switch waiter {
        case .head(let continuation):
            ending.resume = { continuation.resume(throwing: outcome.failure ?? .noAnswer) }
        case .answer(let continuation):
            let answer = all(after: outcome).flatMap { [head] data in
                Result<_, TransportError> { () throws(TransportError) in
                    guard let head else { throw TransportError.noAnswer }
                    return TransportResponse(head: ResponseHead(head), body: ResponseBody(data))
                }
            }
            ending.resume = { continuation.resume(with: answer) }
        case .next(let continuation):
            ending.resume = { continuation.resume(with: outcome.map { nil }) }
        case .all(_, let continuation):
            let result = all(after: outcome)
            ending.resume = { continuation.resume(with: result) }
        case nil:
            break
        }
        return ending
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
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
