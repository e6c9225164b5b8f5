import Foundation

/// A cookie jar file in JSON, which only the file's owner can read.
final class CookieFile: Sendable {
    private struct Content: Codable {
        var version = 1
        let cookies: [StoredCookie]
    }

    private let url: URL
    /// The number of the jar's changes that the file contains; `nil` until the file is written.
    private let written = Guarded<Int?>(nil)

    /// The maximum size of a file to read, in bytes: twice the size of a full jar.
    private static let sizeLimit = 64 * 1_024 * 1_024

    init(_ url: URL) {
        self.url = url
    }

    /// Reads the cookies; returns an empty array if there is no file.
    func read() throws(TransportError) -> [StoredCookie] {
        guard url.isFileURL else { throw unreadable("the URL isn't a file URL") }
        guard let status = FileStatus(path: url.path) else {
            // A file in a directory without search permission has no status either. Writing that file will fail.
            return []
        }
        guard !status.isDirectory, let data = FileManager.default.contents(atPath: url.path) else {
            throw unreadable(status.isDirectory ? "it is a directory" : "permission was denied")
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard data.count <= Self.sizeLimit, let content = try? decoder.decode(Content.self, from: data),
            content.version == 1, content.cookies.allSatisfy({ (try? $0.check()) != nil })
        else {
            throw unreadable(
                "the content isn't a cookie jar, or is damaged; to start with an empty jar, remove the file")
        }
        return content.cookies
    }

    /// Writes the cookies, unless the file already contains them.
    func write(
        _ cookies: () -> (changes: Int, cookies: [StoredCookie])
    ) throws(TransportError) {
        do {
            // Only one thread at a time writes, so that the latest cookies are written last.
            try written.withLock { written throws(FileIssue) in
                let (changes, cookies) = cookies()
                guard written != changes else { return }
                try replace(Content(cookies: cookies))
                written = changes
            }
        } catch {
            throw error.error(name: url.lastPathComponent)
        }
    }

    private func replace(_ content: Content) throws(FileIssue) {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(content) else { throw FileIssue(number: EINVAL) }
        let path = url.path.parentPath + ".cookies-" + UUID().uuidString
        let file = try DiskFile(path, .createPrivate)
        do throws(FileIssue) {
            try file.write(data)
            try file.close()
            if FileStatus(path: url.path)?.isDirectory == true { throw FileIssue.isDirectory }
            try FileNames.move(path, to: url.path)
        } catch {
            FileNames.remove(path)
            throw error
        }
    }

    private func unreadable(_ reason: String) -> TransportError {
        TransportError(
            code: .fileReadFailed,
            message: "the file \(url.lastPathComponent.escapedForDisplay) could not be read: \(reason)")
    }
}
