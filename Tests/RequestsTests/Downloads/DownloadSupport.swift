import Foundation
import Requests
import TestSupport
import Testing

extension URL {
    /// The names of everything below, in order.
    var names: [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? []
    }

    /// The content as text; `nil` if the file doesn't exist.
    var text: String? { try? String(contentsOf: self, encoding: .utf8) }
}

extension Transport {
    /// Starts a download, and returns its error; `nil` if it succeeds.
    func failure<R: RequestConvertible>(
        of request: R, to destination: URL, resuming isResuming: Bool = false
    ) async -> RequestError<R.Failure>? {
        do throws(RequestError<R.Failure>) {
            try await download(request, to: destination, resuming: isResuming)
            return nil
        } catch {
            return error
        }
    }
}
