public import Foundation

extension Transport {
    /// Downloads a file into a directory, with the name that the server proposes.
    ///
    /// ```swift
    /// let file = try await session.download(api.get(.none, from: "/reports/latest"), into: folder)
    /// ```
    ///
    /// The name is ``ResponseHead/suggestedFileName``, or else the last segment of the URL's path, or else `download`.
    /// No file is replaced: if `report.pdf` exists, the new file is named `report-2.pdf`. The new file gets its name
    /// only when it's complete.
    ///
    /// - Parameters:
    ///   - request: The request; its response decoder isn't used.
    ///   - directory: The URL of the directory, which must exist.
    /// - Returns: The URL of the file.
    /// - Throws: The errors of ``download(_:to:resuming:)``, and ``RequestErrorCode/fileWriteFailed`` if the response has no content
    ///   to save.
    @concurrent
    public func download<R: RequestConvertible>(
        _ request: R, into directory: URL
    ) async throws(RequestError<R.Failure>) -> URL {
        let part = directory.appending(component: ".download-" + UUID().uuidString)
        defer { FileNames.remove(part.path) }
        let head = try await download(request, to: part)
        let name = head.suggestedFileName ?? head.url.flatMap { SafeFileName($0.lastPathComponent)?.text } ?? "download"
        do {
            return try FileNames.move(part, into: directory, as: name)
        } catch {
            let text = "the response (\(head.status)) has no content to save"
            let problem =
                error == .missing ? TransportError(code: .fileWriteFailed, message: text) : error.error(name: name)
            throw request.replacement(for: problem.with(head: head))
        }
    }
}

extension FileNames {
    /// Moves a file into a directory, and adds a number to its name if there are files with that name.
    ///
    /// An empty file reserves the name until the file has been moved, so that no other download uses the name.
    fileprivate static func move(_ part: URL, into directory: URL, as name: String) throws(FileIssue) -> URL {
        guard FileManager.default.fileExists(atPath: part.path) else { throw .missing }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        for number in 1... {
            let next = number == 1 ? name : "\(name[..<dot])-\(number)\(name[dot...])"
            let file = directory.appending(component: next)
            do {
                try DiskFile(file.path, .create).close()
            } catch  where error.isExisting {
                continue
            }
            do {
                try move(part.path, to: file.path)
            } catch {
                remove(file.path)
                throw error
            }
            return file
        }
        throw .missing
    }
}
