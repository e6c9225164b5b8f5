public import Foundation

/// A downloaded file in a temporary place, which is removed when its last reference is released.
///
/// ```swift
/// let film = try await session.download(api.get(from: "/films/1"))
/// try FileManager.default.moveItem(at: film.url, to: library.appending(path: "1.mp4"))
/// ```
///
/// Only the user who runs the program can read its directory.
public final class DownloadedFile: Sendable {
    /// The URL of the file, which has a name without meaning.
    public let url: URL

    /// The head of the response.
    public let head: ResponseHead

    private let directory: TemporaryDirectory

    fileprivate init(head: ResponseHead, in directory: TemporaryDirectory) {
        self.head = head
        self.directory = directory
        url = directory.file
    }
}

/// A new directory for one file, which is removed with its content.
private final class TemporaryDirectory: Sendable {
    private let url: URL

    var file: URL { url.appending(path: "download") }

    init() {
        url = FileManager.default.temporaryDirectory.appending(
            path: "Requests-\(UUID().uuidString)", directoryHint: .isDirectory)
        // If this fails, opening the file fails, too, and reports the reason.
        try? FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

extension Transport {
    /// Sends a request, and writes the content of its response to a temporary file, which is removed when nobody refers to the
    /// returned value any longer.
    ///
    /// A 304 that the request accepts, or a response to HEAD, makes no file. Everything else is as described for
    /// ``download(_:to:resuming:)``.
    ///
    /// - Parameter request: The request; its response decoder is not used.
    /// - Returns: The file, and the head of the response. To keep the file, move it to another place.
    /// - Throws: As ``download(_:to:resuming:)``.
    @concurrent
    public func download<R: RequestConvertible>(
        _ request: R
    ) async throws(RequestError<R.Failure>) -> DownloadedFile {
        let directory = TemporaryDirectory()
        let head = try await download(request, to: directory.file)
        return DownloadedFile(head: head, in: directory)
    }
}
