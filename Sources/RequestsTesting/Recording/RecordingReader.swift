import Foundation
import Requests

/// Reads recordings from files.
enum RecordingReader {
    /// Returns the log of a file; the log contains a list of entries.
    static func log(of url: URL) throws(RecordingError) -> RecordingMember {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            let isMissing = !FileManager.default.fileExists(atPath: url.path)
            throw RecordingError(
                file: url,
                reason: isMissing
                    ? "doesn't exist: create the file with recording(to:)"
                    : "can't be read: check the permissions of the file")
        }
        let value: JSONValue
        do throws(DecodingError) {
            value = try JSONValue.repairing(data).value
        } catch {
            throw RecordingError(file: url, reason: "is not JSON" + (error.jsonIssue.map { ": \($0)" } ?? ""))
        }
        let log = try RecordingMember(value, of: url).required("log")
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
