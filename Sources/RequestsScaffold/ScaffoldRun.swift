package import Foundation
package import RequestsOpenAPI

/// An error that the user of the command can correct.
package struct ScaffoldError: Error {
    package let message: String
}

/// One run of the command.
package struct ScaffoldRun {
    private let document: OpenAPI
    private let name: String
    private let selectors: [String]
    private let folder: URL
    private let record: ScaffoldRecord

    /// - Parameters:
    ///   - document: The document.
    ///   - name: The name of the API's type; by default, the name that an earlier run used in the folder, or else the
    ///     document's title.
    ///   - selectors: Patterns, tags and operation IDs; empty for all operations.
    ///   - folder: The folder for the files.
    package init(document: OpenAPI, name: String?, selectors: [String], folder: URL) {
        self.document = document
        self.name = Scaffold.name(name ?? ScaffoldRecord.name(of: document, in: folder), of: document)
        self.selectors = selectors
        self.folder = folder
        record = ScaffoldRecord(of: self.name, in: folder)
    }

    /// Writes new files, none of which may exist.
    ///
    /// If the folder has a record of an earlier run, only new operations are written.
    ///
    /// - Returns: The lines of a report.
    /// - Throws: ``ScaffoldError`` if no operation is selected, or if a file exists; `OpenAPIProblems` if the record
    ///   isn't a document; an error from reading or writing a file.
    package func write() throws -> [String] {
        let operations = Document(document).operations
        let unmatched = selectors.filter { selector in !operations.contains { $0.matches(selector) } }
        guard !operations.isEmpty else { throw ScaffoldError(message: "The document has no operations.") }
        guard unmatched.isEmpty else {
            throw ScaffoldError(message: "No operation matches \(unmatched.joined(separator: ", ")). Try --list.")
        }
        let earlier = try record.read()
        let scaffold = try Scaffold(
            document, name: name, selecting: selectors, after: earlier, besides: earlier == nil ? [] : fileNames())
        guard let earlier else {
            try write(scaffold.files)
            try record.write(scaffold.excerpt)
            return scaffold.report
        }
        let changes = try scaffold.changes(since: earlier)
        guard scaffold.summary.operationCount > 0 || !changes.isEmpty else {
            return ["There are no new operations and no changes."]
        }
        try write(scaffold.files)
        try record.write(scaffold.excerpt)
        return changes + (scaffold.summary.operationCount == 0 ? ["There are no new operations."] : scaffold.report)
    }

    /// Returns the names of the Swift files in the folder, without their extension.
    private func fileNames() -> Set<String> {
        let paths = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let files = (paths?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        return Set(files.map { $0.deletingPathExtension().lastPathComponent })
    }

    private func write(_ files: [ScaffoldedFile]) throws {
        let taken = files.filter { FileManager.default.fileExists(atPath: url(of: $0).path) }.map(\.path)
        guard taken.isEmpty else {
            let list = taken.prefix(5).joined(separator: ", ")
            throw ScaffoldError(message: "Nothing was written, because these files already exist: \(list).")
        }
        let indentation = Indentation(of: folder)
        for file in files {
            let url = url(of: file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(indentation.applied(to: file.text).utf8).write(to: url, options: .withoutOverwriting)
        }
    }

    private func url(of file: ScaffoldedFile) -> URL { folder.appending(path: file.path) }
}

extension Scaffold {
    /// The lines of a report.
    fileprivate var report: [String] {
        let size = files.reduce(0) { $0 + $1.text.utf8.count { $0 == 0x0A } }
        func count(_ number: Int, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
        let operations = count(summary.operationCount, "operation")
        let types = count(summary.typeCount, "type")
        var lines = ["\(operations) and \(types) in \(count(files.count, "file")) with \(size) lines."]
        if summary.opaqueCount > 0 { lines.append("\(count(summary.opaqueCount, "schema")) became JSONValue.") }
        if !additions.isEmpty { lines += ["Add these lines to the type \(name):"] + additions.map { "  \($0)" } }
        if !summary.omissions.isEmpty { lines += ["Not scaffolded:"] + summary.omissions.map { "  \($0)" } }
        return lines
    }

    /// The rules for changes that don't affect scaffolded code.
    private static let unimportant: Set = ["format-version-changed", "output-property-added-to-closed"]

    /// Returns a line for each change of an operation that was scaffolded earlier.
    fileprivate func changes(since earlier: OpenAPI) throws -> [String] {
        let known = Set(Document(earlier).operations.map(\.name))
        let same = try OpenAPI(checking: excerpt.excerpt { known.contains($0.name) })
        // The record is always in the form of 3.1 or later.
        let changes = same.changes(since: earlier).filter { !Self.unimportant.contains($0.rule) }
        return changes.isEmpty ? [] : ["Changes of operations that you scaffolded earlier:"] + changes.map { "  \($0)" }
    }
}
