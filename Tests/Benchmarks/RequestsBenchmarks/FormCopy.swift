import Foundation
import Requests

/// A large file that is copied into another: unchanged, and as a part of a form.
enum FormCopy {
    enum Kind {
        /// Reads and writes 64 KiB at a time.
        case plain
        /// Reads the stream of a multipart form in the same pieces.
        case form
    }

    private static let size = 100 * 1_048_576
    private static let piece = 65_536

    /// Measures the nanoseconds of the copy, without creating and removing the file.
    static func measure(_ kind: Kind) throws -> Double {
        let directory = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let source = directory.appending(component: "source.bin")
        try Data(repeating: 0x61, count: size).write(to: source)
        let target = directory.appending(component: "target.bin")
        let start = ThreadTime.nanoseconds
        let count = try copy(kind, from: source, to: target)
        let nanoseconds = ThreadTime.nanoseconds - start
        precondition(count >= size)
        return nanoseconds
    }

    private static func copy(_ kind: Kind, from source: URL, to target: URL) throws -> Int {
        let output = open(target.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(output) }
        switch kind {
        case .plain:
            let input = open(source.path, O_RDONLY)
            defer { close(input) }
            return copy(to: output) { read(input, $0, piece) }
        case .form:
            let form = BodyProvider.multipart { Part("file", file: source) }
            let message = try AnonymousProvider("https://h").post(form, to: "/").resolve()
            guard case .stream(let length?, let make) = message.body else { preconditionFailure("no length") }
            let stream = try make()
            stream.open()
            defer { stream.close() }
            let count = copy(to: output) { stream.read($0, maxLength: piece) }
            precondition(count == length)
            return count
        }
    }

    private static func copy(to output: Int32, _ read: (UnsafeMutablePointer<UInt8>) -> Int) -> Int {
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: piece)
        defer { buffer.deallocate() }
        var total = 0
        while true {
            let count = read(buffer)
            precondition(count >= 0)
            if count == 0 { return total }
            let written = write(output, buffer, count)
            precondition(written == count)
            total += count
        }
    }
}
