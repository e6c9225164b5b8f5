import Foundation
import Requests
import Synchronization
import TransportSoak

/// URLSession with its cache, which it queries for each request.
final class URLSessionClient: URLSessionPeers {
    static let name = "urlsession"
    let sessions = Sessions(.default)

    init() {}
}

/// URLSession without a cache.
final class UncachedURLSessionClient: URLSessionPeers {
    static let name = "urlsession-uncached"
    let sessions: Sessions

    init() {
        let configuration = URLSessionConfiguration.default
        configuration.urlCache = nil
        sessions = Sessions(configuration)
    }
}

/// The library's session and the bare one, with the same configuration.
struct Sessions: Sendable {
    let transport: URLSessionTransport
    let bare: URLSession
    fileprivate let writer = FileWriter()
    fileprivate let writing: URLSession

    init(_ configuration: URLSessionConfiguration) {
        transport = URLSessionTransport(configuration: configuration)
        bare = URLSession(configuration: configuration)
        writing = URLSession(configuration: configuration, delegate: writer, delegateQueue: nil)
    }
}

protocol URLSessionPeers: Client {
    var sessions: Sessions { get }
}

extension URLSessionPeers {
    var transport: any Transport { sessions.transport }
    var bareName: String { "dataTask" }
    var activeCount: Int { sessions.transport.activeCount }

    func bareGet(_ baseURL: URL, count: Int, atOnce lanes: Int) async throws -> [Double] {
        try await withCheckedThrowingContinuation { continuation in
            let run = BareRun(sessions.bare, baseURL, count: count / lanes * lanes, continuation)
            for _ in 0..<lanes { run.next() }
        }
    }

    func bareUpload(_ file: URL, to url: URL) async throws {
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        let (_, response, error) = await withCheckedContinuation { continuation in
            sessions.bare.uploadTask(with: request, fromFile: file) { data, response, error in
                continuation.resume(returning: (data, response, error))
            }.resume()
        }
        if let error { throw error }
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw SoakFailure("another response") }
    }

    func bareDownload(_ url: URL, to file: URL) async throws {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try await withCheckedThrowingContinuation { continuation in
            sessions.writer.job.withLock { $0 = (handle, continuation) }
            sessions.writing.dataTask(with: url).resume()
        }
        try handle.close()
    }

    func shutDown() {
        sessions.transport.finishTasksAndInvalidate()
        sessions.bare.finishTasksAndInvalidate()
        sessions.writing.finishTasksAndInvalidate()
    }
}

/// A bare `dataTask` whose completion handler decodes the response and sends the next request, without tasks in
/// between.
private final class BareRun: Sendable {
    private struct State {
        var started = 0
        var times: [Double] = []
    }

    private let session: URLSession
    private let base: String
    private let count: Int
    private let continuation: CheckedContinuation<[Double], any Error>
    private let decoder = JSONDecoder()
    private let state = Mutex(State())

    init(
        _ session: URLSession, _ baseURL: URL, count: Int,
        _ continuation: CheckedContinuation<[Double], any Error>
    ) {
        self.session = session
        base = baseURL.absoluteString
        self.count = count
        self.continuation = continuation
    }

    func next() {
        let id = state.withLock { state in
            state.started += 1
            return state.started
        }
        guard id <= count, let url = URL(string: "\(base)/json/\(id)") else { return }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        let start = ContinuousClock.now
        session.dataTask(with: request) { [self] data, response, error in
            guard
                let data, (response as? HTTPURLResponse)?.statusCode == 200,
                let engine = try? decoder.decode(Engine.self, from: data), engine.id == 1
            else { preconditionFailure("no response: \(String(describing: error))") }
            let time = (.now - start).inMilliseconds
            next()
            let times = state.withLock { state in
                state.times.append(time)
                return state.times.count == count ? state.times : nil
            }
            if let times { continuation.resume(returning: times) }
        }.resume()
    }
}

/// Writes the response to a file, as an app would without the library.
private final class FileWriter: NSObject, URLSessionDataDelegate {
    let job = Mutex<(FileHandle, CheckedContinuation<Void, any Error>)?>(nil)

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        do {
            try job.withLock { $0?.0 }?.write(contentsOf: data)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let continuation = job.withLock { job in
            defer { job = nil }
            return job?.1
        }
        if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    }
}
