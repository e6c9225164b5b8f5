import Foundation
import Requests

/// The file of a recording: all recorders of this process that write to one file share it.
///
/// The file is replaced as a whole after each exchange, so it is complete at any moment.
final class RecordingFile: Sendable {
    fileprivate struct State {
        /// The log, with its members in order; the entries are apart.
        var log: JSONValue.Object
        /// The entries that the file had when it was opened.
        var old: [JSONValue]
        /// The entries of this process, by the number of their start.
        var new: [Int: Entry] = [:]
        /// The secrets that no entry may show.
        var secrets: Set<String> = []
        var lastNumber = 0
        var changes = 0
        /// The error of a write that nobody has heard of.
        var failure: TransportError?
    }

    fileprivate struct Entry {
        var exchange: RecordedExchange
        var text: String
    }

    let url: URL
    private let state: Guarded<State>
    /// The number of changes that the file has.
    private let written = Guarded(0)

    private init(_ url: URL, log: JSONValue.Object, entries: [JSONValue]) {
        self.url = url
        state = Guarded(State(log: log, old: entries))
    }

    // MARK: Opening

    private struct Registry {
        var files: [String: WeakFile] = [:]
    }

    private struct WeakFile {
        weak var file: RecordingFile?
    }

    /// The files that this process has begun to record.
    private static let registry = Guarded(Registry())

    /// Returns the file for a recorder that replaces what an earlier process recorded.
    ///
    /// The first recorder of a process begins with an empty recording, and all others add to it.
    static func replacing(_ url: URL) -> RecordingFile {
        let path = url.standardizedFileURL.resolvingSymlinksInPath().path
        return registry.withLock { registry in
            if let file = registry.files[path]?.file { return file }
            // Damage since then is no reason to stop: the recording would have been replaced anyway.
            let isBegun = registry.files[path] != nil
            let file =
                (isBegun ? try? RecordingFile(reading: url) : nil) ?? RecordingFile(url, log: emptyLog, entries: [])
            registry.files[path] = WeakFile(file: file)
            return file
        }
    }

    /// Returns the file for a recorder that adds to what it has; it may be missing.
    static func extending(_ url: URL) throws(RecordingError) -> RecordingFile {
        let path = url.standardizedFileURL.resolvingSymlinksInPath().path
        let result: Result<RecordingFile, RecordingError> = registry.withLock { registry in
            if let file = registry.files[path]?.file { return .success(file) }
            do throws(RecordingError) {
                let file = try RecordingFile(reading: url) ?? RecordingFile(url, log: emptyLog, entries: [])
                registry.files[path] = WeakFile(file: file)
                return .success(file)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Reads a file; `nil` if there is none.
    private convenience init?(reading url: URL) throws(RecordingError) {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        guard var log = try RecordingReader.log(of: url).value.members, let entries = log["entries"]?.elements else {
            return nil
        }
        log["entries"] = nil
        self.init(url, log: log, entries: entries)
    }

    private static var emptyLog: JSONValue.Object {
        ["version": "1.2", "creator": ["name": "Requests", "version": "1.0.0"]]
    }

    /// All entries in order.
    var entries: JSONValue {
        state.withLock { state in
            let new = state.new.sorted { $0.key < $1.key }.map(\.value.exchange.value)
            return .array(state.old + new)
        }
    }

    // MARK: Recording

    /// Begins an exchange, and returns its number in the order of the starts, and its date.
    ///
    /// - Throws: ``Requests/RequestErrorCode/fileWriteFailed`` if an earlier exchange could not be written, and nobody knows.
    func begin() throws(TransportError) -> (number: Int, date: Date) {
        let (number, failure, date) = state.withLock { state in
            state.lastNumber += 1
            defer { state.failure = nil }
            return (state.lastNumber, state.failure, Date())
        }
        if let failure { throw failure }
        return (number, date)
    }

    /// Adds an exchange, and replaces the file.
    ///
    /// - Parameters:
    ///   - exchange: The exchange as it was sent and received.
    ///   - number: Its number.
    ///   - message: The message, which knows its secrets.
    ///   - names: The names that the user declares as secret.
    /// - Throws: ``Requests/RequestErrorCode/fileWriteFailed``.
    func add(
        _ exchange: RecordedExchange, number: Int, of message: OutgoingRequest, redacting names: Set<String>
    ) throws(TransportError) {
        var exchange = exchange
        state.withLock { state in
            var redactor = RecordingRedactor(message, names: names, known: state.secrets)
            redactor.redact(&exchange, of: message)
            let found = redactor.found.subtracting(state.secrets)
            if !found.isEmpty { state.hide(found) }
            state.new[number] = Entry(exchange)
            state.changes += 1
        }
        try write()
    }

    /// Adds an exchange of which nobody waits for the end: an error is thrown by the next one.
    func addLate(_ exchange: RecordedExchange, number: Int, of message: OutgoingRequest, redacting names: Set<String>) {
        do throws(TransportError) {
            try add(exchange, number: number, of: message, redacting: names)
        } catch {
            state.withLock { $0.failure = error }
        }
    }

    /// Replaces the file, unless it has all changes already.
    private func write() throws(TransportError) {
        // One thread at a time: the last changes are written last.
        try written.withLock { written throws(TransportError) in
            let (changes, text) = state.withLock { ($0.changes, written < $0.changes ? $0.text : nil) }
            guard let text else { return }
            do {
                let folder = url.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url, options: .atomic)
            } catch {
                throw TransportError(
                    code: .fileWriteFailed,
                    message: "the recording \(url.lastPathComponent.escapedForDisplay) could not be written",
                    underlyingError: error)
            }
            written = changes
        }
    }
}

extension RecordingFile.State {
    /// Hides new secrets in all entries of this process.
    fileprivate mutating func hide(_ found: Set<String>) {
        secrets.formUnion(found)
        var redactor = RecordingRedactor(hiding: found)
        for (number, entry) in new {
            var exchange = entry.exchange
            redactor.redact(&exchange)
            new[number] = RecordingFile.Entry(exchange)
        }
    }

    /// The text of the file: one entry after the other, in the order of their starts.
    fileprivate var text: String {
        var members = log.map { "\(JSONValue.string($0.key)): \($0.value.text(indentedBy: 4))" }
        let texts = old.map { $0.text(indentedBy: 6) } + new.sorted { $0.key < $1.key }.map(\.value.text)
        let list = texts.isEmpty ? "[]" : "[\n      " + texts.joined(separator: ",\n      ") + "\n    ]"
        members.append("\"entries\": \(list)")
        return "{\n  \"log\": {\n    " + members.joined(separator: ",\n    ") + "\n  }\n}\n"
    }
}

extension RecordingFile.Entry {
    fileprivate init(_ exchange: RecordedExchange) {
        self.init(exchange: exchange, text: exchange.value.text(indentedBy: 6))
    }
}

extension JSONValue {
    /// Returns the JSON of the value for readers, with spaces before the lines after the first.
    fileprivate func text(indentedBy indentation: Int) -> String {
        // Within a string, a line break is escaped.
        let lines = String(decoding: indentedData, as: UTF8.self).split(separator: "\n")
        return lines.joined(separator: "\n" + String(repeating: " ", count: indentation))
    }
}
