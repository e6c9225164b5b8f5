import Foundation
import Requests

/// The file of a recording, shared by all recorders of this process for the same path.
///
/// The file is complete after each exchange: a new entry overwrites only the closing brackets and the entries that began later.
final class RecordingFile: Sendable {
    fileprivate struct State {
        /// The log's members in order, without the entries.
        var log: JSONValue.Object
        /// The entries in the file when it was opened.
        var old: [JSONValue]
        /// The entries of this process, in the order of their starts.
        var new: [Entry] = []
        /// The index of the first new entry that is not in the file; `nil` if all are in the file.
        var missing: Int?
        /// Indicates whether an entry in the file has changed, so that the whole file must be replaced.
        var isStale = true
        /// The secrets to redact in all entries.
        var secrets: Set<String> = []
        var lastNumber = 0
        /// The error of a failed write that has not been thrown yet.
        var failure: TransportError?
    }

    fileprivate struct Entry {
        let number: Int
        var exchange: RecordedExchange
        var text: String
        /// Indicates whether the entry is in the file.
        var isWritten = false
    }

    let url: URL
    private let state: Guarded<State>
    /// The size of the file as written by this process.
    private let size = Guarded(0)

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

    /// The files that this process records.
    private static let registry = Guarded(Registry())

    /// Returns the file for a recorder that replaces recordings of earlier processes.
    ///
    /// The first recorder of a process begins with an empty recording. The process's later recorders add to this
    /// recording.
    static func replacing(_ url: URL) -> RecordingFile {
        let path = url.standardizedFileURL.resolvingSymlinksInPath().path
        return registry.withLock { registry in
            if let file = registry.files[path]?.file { return file }
            // If the file was damaged in the meantime, start a new one, as the first recorder did.
            let isBegun = registry.files[path] != nil
            let file =
                (isBegun ? try? RecordingFile(reading: url) : nil) ?? RecordingFile(url, log: emptyLog, entries: [])
            registry.files[path] = WeakFile(file: file)
            return file
        }
    }

    /// Returns the file for a recorder that adds entries; the file may be missing.
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

    /// Reads a file; `nil` if it is missing.
    private convenience init?(reading url: URL) throws(RecordingError) {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let log = try RecordingReader.log(of: url)
        let entries = try log.required("entries").elements().map(\.value)
        var members = log.value.object ?? [:]
        members["entries"] = nil
        self.init(url, log: members, entries: entries)
    }

    private static var emptyLog: JSONValue.Object {
        ["version": "1.2", "creator": ["name": "Requests", "version": "1.0.0"]]
    }

    /// All entries in order.
    var entries: JSONValue {
        state.withLock { state in
            .array(state.old + state.new.map(\.exchange.value))
        }
    }

    // MARK: Recording

    /// Begins an exchange, and returns its start date and its number in the order of the starts.
    ///
    /// - Throws: ``/Requests/RequestErrorCode/fileWriteFailed`` if an earlier write failed and its error was not thrown yet.
    func begin() throws(TransportError) -> (number: Int, date: Date) {
        let (number, failure, date) = state.withLock { state in
            state.lastNumber += 1
            defer { state.failure = nil }
            return (state.lastNumber, state.failure, Date())
        }
        if let failure { throw failure }
        return (number, date)
    }

    /// Adds an exchange to the file.
    ///
    /// - Parameters:
    ///   - exchange: The exchange as sent and received.
    ///   - number: The exchange's number from ``begin()``.
    ///   - message: The message with its secrets.
    ///   - names: The names that the user declares as secret.
    /// - Throws: ``/Requests/RequestErrorCode/fileWriteFailed``.
    func add(
        _ exchange: RecordedExchange, number: Int, of message: OutgoingRequest, redacting names: Set<String>
    ) throws(TransportError) {
        var exchange = exchange
        state.withLock { state in
            var redactor = RecordingRedactor(message, names: names, known: state.secrets)
            redactor.redact(&exchange, of: message)
            let found = redactor.found.subtracting(state.secrets)
            if !found.isEmpty { state.hide(found) }
            state.insert(Entry(exchange, number: number))
        }
        try write()
    }

    /// Adds an exchange whose end no caller awaits; if the write fails, the next exchange throws the error.
    func addLate(_ exchange: RecordedExchange, number: Int, of message: OutgoingRequest, redacting names: Set<String>) {
        do throws(TransportError) {
            try add(exchange, number: number, of: message, redacting: names)
        } catch {
            state.withLock { $0.failure = error }
        }
    }

    /// Writes the missing entries.
    private func write() throws(TransportError) {
        // Only one thread writes at a time, so the last changes are written last.
        try size.withLock { size throws(TransportError) in
            guard let end = state.withLock({ $0.takeEnd(ofSize: size) }) else { return }
            do {
                if let start = end.start, try overwrite(from: start, to: size, with: end.text) {
                    size = start + end.text.utf8.count
                } else {
                    size = try replace(with: end.start == nil ? end.text : state.withLock { $0.takeText() })
                }
            } catch {
                state.withLock { state in
                    state.missing = state.missing ?? 0
                    state.isStale = true
                }
                throw TransportError(
                    code: .fileWriteFailed,
                    message: "the recording \(url.lastPathComponent.escapedForDisplay) could not be written",
                    underlyingError: error)
            }
        }
    }

    /// Writes the end of the file.
    ///
    /// - Returns: `false` if the file has changed since this process wrote it.
    private func overwrite(from start: Int, to end: Int, with text: String) throws -> Bool {
        guard let file = try? FileHandle(forUpdating: url) else { return false }
        defer { try? file.close() }
        guard try file.seekToEnd() == end else { return false }
        try file.seek(toOffset: UInt64(start))
        try file.write(contentsOf: Data(text.utf8))
        return true
    }

    /// Replaces the file, and returns its size.
    private func replace(with text: String) throws -> Int {
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url, options: .atomic)
        return text.utf8.count
    }
}

extension RecordingFile.State {
    fileprivate mutating func insert(_ entry: RecordingFile.Entry) {
        let index = new.lastIndex { $0.number < entry.number }.map { $0 + 1 } ?? 0
        new.insert(entry, at: index)
        missing = min(missing ?? index, index)
    }

    /// Redacts new secrets in all entries of this process.
    fileprivate mutating func hide(_ found: Set<String>) {
        secrets.formUnion(found)
        var redactor = RecordingRedactor(hiding: found)
        let search = SecretSearch(Array(found))
        for index in new.indices where new[index].contains(search) {
            redactor.redact(&new[index].exchange)
            new[index] = RecordingFile.Entry(new[index].exchange, number: new[index].number)
            missing = min(missing ?? index, index)
            isStale = true
        }
    }

    /// Returns the end of the file from the first missing entry on, or the whole file if it must be replaced.
    ///
    /// - Parameter size: The size of the file.
    /// - Returns: The text and the byte at which it begins; `nil` if nothing is missing.
    fileprivate mutating func takeEnd(ofSize size: Int) -> (start: Int?, text: String)? {
        guard let missing else { return nil }
        // The first entry has no comma before it.
        guard !isStale, missing > 0 || !old.isEmpty else { return (nil, takeText()) }
        let entries = new[missing...]
        let known = entries.reduce(Self.end.utf8.count) { size, entry in
            entry.isWritten ? size + Self.comma.utf8.count + entry.text.utf8.count : size
        }
        markWritten(from: missing)
        return (size - known, entries.map { Self.comma + $0.text }.joined() + Self.end)
    }

    /// Returns the text of the file, with the entries in the order of their starts.
    fileprivate mutating func takeText() -> String {
        markWritten(from: missing ?? 0)
        var members = log.map { "\(JSONValue.string($0.key)): \($0.value.text(indentedBy: 4))" }
        let texts = old.map { $0.text(indentedBy: 6) } + new.map(\.text)
        members.append("\"entries\": [\n      " + texts.joined(separator: Self.comma))
        return "{\n  \"log\": {\n    " + members.joined(separator: ",\n    ") + Self.end
    }

    private mutating func markWritten(from index: Int) {
        for index in index..<new.count { new[index].isWritten = true }
        missing = nil
        isStale = false
    }

    private static let comma = ",\n      "
    private static let end = "\n    ]\n  }\n}\n"
}

extension RecordingFile.Entry {
    fileprivate init(_ exchange: RecordedExchange, number: Int) {
        self.init(number: number, exchange: exchange, text: exchange.value.text(indentedBy: 6))
    }

    /// Returns whether a search finds something in the text, or in a body that the text contains as base64.
    fileprivate func contains(_ search: SecretSearch) -> Bool {
        var texts = [Array(text.utf8), Array(exchange.response.body)]
        if case .data(let data) = exchange.request.body { texts.append(Array(data)) }
        return texts.contains { search.secret(in: $0, from: 0) != nil }
    }
}

extension JSONValue {
    /// Returns the value as formatted JSON, with all lines after the first line indented.
    fileprivate func text(indentedBy indentation: Int) -> String {
        // Line breaks within strings are escaped.
        let lines = String(decoding: indentedData, as: UTF8.self).split(separator: "\n")
        return lines.joined(separator: "\n" + String(repeating: " ", count: indentation))
    }
}
