import Foundation

/// Reads files of recordings.
enum RecordingReader {
    /// Returns the log of a file, which has a list of entries.
    static func log(of url: URL) throws(RecordingError) -> RecordingMember {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            let isMissing = !FileManager.default.fileExists(atPath: url.path)
            throw RecordingError(
                file: url,
                reason: isMissing
                    ? "does not exist: record it with recording(to:)" : "could not be read: check its permissions")
        }
        let tree: JSONTree
        do throws(JSONIssue) {
            tree = try JSONTree(data)
        } catch {
            throw RecordingError(file: url, reason: error.reason + (error.line.map { " (line \($0))" } ?? ""))
        }
        let log = try RecordingMember(tree, of: url).required("log")
        _ = try log.required("entries").elements()
        return log
    }

    /// Returns the exchanges of a list of entries, with the indices of their entries.
    static func exchanges(
        _ entries: RecordingMember
    ) throws(RecordingError) -> [(index: Int, exchange: RecordedExchange)] {
        var exchanges: [(index: Int, exchange: RecordedExchange)] = []
        for (index, entry) in try entries.entries().enumerated() {
            if let exchange = try RecordedExchange(entry) { exchanges.append((index, exchange)) }
        }
        return exchanges
    }
}
