import Foundation
import Requests
import RequestsEndpoints

/// The server behind the loopback in the suite: it relays requests to the server of the case, and streams responses.
///
/// It has no timeout, redirects or limits: those belong to the loopback in front of it.
struct LoopbackRelay: Sendable {
    let transport: any Transport

    func respond(to request: IncomingRequest) async throws -> TransportResponse {
        var header = request.header
        let host = header["Host"] ?? ""
        for name in [HeaderField.Name.host, .contentLength] { header.remove(name) }
        var options = RequestOptions()
        options.userAgent = nil
        options.policy = TransportPolicy(redirects: .stop, totalTimeout: nil, responseSizeLimit: .max)
        let message = OutgoingRequest(
            method: request.method, urlText: "http://\(host)\(request.target)", header: header,
            body: try await body(of: request), timeoutInterval: .infinity, options: options)
        return try await transport.send(message)
    }

    private func body(of request: IncomingRequest) async throws -> RequestBody {
        let length = request.header["Content-Length"].flatMap { Int($0) }
        var iterator = request.body.makeAsyncIterator()
        guard let first = try await iterator.next() else { return length == nil ? .none : .data(Data()) }
        if first.count == length { return .data(first) }
        return .stream(length: length) { RelayedStream(first, request.body) }
    }
}

/// A body that is read chunk by chunk, on a thread that may wait for it.
private final class RelayedStream: InputStream {
    private let body: MessageBody
    private var chunk: Data
    private var status = Stream.Status.notOpen
    private var error: (any Error)?

    init(_ chunk: Data, _ body: MessageBody) {
        self.body = body
        self.chunk = chunk
        super.init(data: Data())
    }

    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { error }
    override var hasBytesAvailable: Bool { status == .open }

    override func open() { status = .open }

    override func close() { status = .closed }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        if chunk.isEmpty {
            do {
                chunk = try next() ?? Data()
            } catch {
                self.error = error
                status = .error
                return -1
            }
        }
        let part = chunk.prefix(maxLength)
        part.copyBytes(to: buffer, count: part.count)
        chunk = Data(chunk.dropFirst(part.count))
        return part.count
    }

    private func next() throws -> Data? {
        let next = Chunk()
        let semaphore = DispatchSemaphore(value: 0)
        // All threads of the pool may be waiting for the current thread, which belongs to URLSession. So the task runs
        // on a thread outside the pool.
        Task(executorPreference: QueueExecutor.shared) { [body] in
            do {
                var iterator = body.makeAsyncIterator()
                let chunk = try await iterator.next()
                next.result.withLock { $0 = .success(chunk) }
            } catch {
                next.result.withLock { $0 = .failure(error) }
            }
            semaphore.signal()
        }
        semaphore.wait()
        return try next.result.withLock { $0 }.get()
    }

    private final class Chunk: Sendable {
        let result = Guarded<Result<Data?, any Error>>(.success(nil))
    }
}

/// An executor that runs tasks on threads outside of the pool.
private final class QueueExecutor: TaskExecutor {
    static let shared = QueueExecutor()

    private let queue = DispatchQueue(label: "LoopbackRelay", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
