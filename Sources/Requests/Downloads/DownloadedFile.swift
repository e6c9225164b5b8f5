public import Foundation

/// A downloaded temporary file, which is removed when the last reference to this object is released.
///
/// ```swift
/// let film = try await session.download(api.get(from: "/films/1"))
/// try FileManager.default.moveItem(at: film.url, to: library.appending(path: "1.mp4"))
/// ```
///
/// Only the user who runs the program can read the file's directory.
public final class DownloadedFile: Sendable {
    /// The URL of the file; its name doesn't depend on the content.
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

/// A new directory for one file; the directory and the file are removed when this object is released.
private final class TemporaryDirectory: Sendable {
    private let url: URL

    var file: URL { url.appending(path: "download") }

    init() {
        url = FileManager.default.temporaryDirectory.appending(
            path: "Requests-\(UUID().uuidString)", directoryHint: .isDirectory)
        // If this fails, opening the file also fails, and reports the reason.
        try? FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

extension Transport {
    /// Downloads the content of a response to a temporary file, which is removed when the returned object is released.
    ///
    /// An accepted 304 or a response to HEAD creates no file. Otherwise this function works like
    /// ``download(_:to:resuming:)``.
    ///
    /// - Parameter request: The request; its response decoder isn't used.
    /// - Returns: The file, and the head of the response. To keep the file, move it elsewhere.
    /// - Throws: The errors of ``download(_:to:resuming:)``.
    @concurrent
    public func download<R: RequestConvertible>(
        _ request: R
    ) async throws(RequestError<R.Failure>) -> DownloadedFile {
        let directory = TemporaryDirectory()
        let head = try await download(request, to: directory.file)
        return DownloadedFile(head: head, in: directory)
    }
}
