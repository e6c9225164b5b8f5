package import Foundation
package import Requests

/// The kinds of bodies, each of which a transport sends differently.
package enum UploadKind: String, CaseIterable, Sendable {
    case data
    case file
    case stream
    case streamOfKnownLength = "stream of known length"
    case sequence
    case sequenceOfKnownLength = "sequence of known length"
    case multipart = "form with a file"

    /// Makes the body, from a file of its length.
    func body(_ file: URL, length: Int) -> BodyProvider {
        let stream: @Sendable () -> InputStream = { InputStream(data: Data(count: length)) }
        let chunks: @Sendable () -> AsyncStream<Data> = { Self.chunks(length) }
        return switch self {
        case .data: .data(Data(count: length))
        case .file: .file(file)
        case .stream: .stream(stream)
        case .streamOfKnownLength: .stream(length: length, stream)
        case .sequence: .stream(chunks)
        case .sequenceOfKnownLength: .stream(length: length, chunks)
        case .multipart: .multipart { Part("file", file: file) }
        }
    }

    /// Returns up to ten chunks.
    private static func chunks(_ length: Int) -> AsyncStream<Data> {
        AsyncStream { continuation in
            var left = length
            while left > 0 {
                let count = min(left, max(1, length / 10))
                continuation.yield(Data(count: count))
                left -= count
            }
            continuation.finish()
        }
    }
}

/// Uploads one after the other, to one server.
package struct Uploads: Sendable {
    private let transport: any Transport
    private let url: URL

    /// The number of uploads in a test: more with `REQUESTS_UPLOADS` in the environment.
    package static let count = ProcessInfo.processInfo.environment["REQUESTS_UPLOADS"].flatMap { Int($0) } ?? 300

    /// Makes the uploads of a transport to a server.
    package init(_ transport: any Transport, _ url: URL) {
        self.transport = transport
        self.url = url
    }

    /// Sends bodies of 1,000 and of 100,000 bytes in turn.
    ///
    /// The calls after one that timed out would also wait for their timeouts, so it is the last.
    ///
    /// - Returns: The number of successful calls, and the errors of the other ones.
    package func run(_ kind: UploadKind, _ count: Int, in directory: URL) async throws -> (succeeded: Int, [String]) {
        let files = try [1_000, 100_000].map { length in (try directory.sparseFile(length), length) }
        let api = SoakAPI(baseURL: url)
        var errors: [String] = []
        for index in 0..<count {
            let (file, length) = files[index % 2]
            let request = api.post(kind.body(file, length: length), to: "/\(index)").timeout(after: .seconds(10))
            do {
                try await transport.perform(request)
            } catch {
                errors.append("\(index): \(error.code), \(error.message)")
                if error.code == .timedOut { return (index + 1 - errors.count, errors) }
            }
        }
        return (count - errors.count, errors)
    }
}
