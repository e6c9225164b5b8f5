import Foundation
import TransportSoak

/// The server in a separate process, which ends with this one.
final class ServerProcess {
    let baseURL: URL
    private let process = Process()
    /// The pipe that keeps the server running while it is open.
    private let lifeline = Pipe()

    init() throws {
        let output = Pipe()
        process.executableURL = try Self.executable
        process.arguments = ["serve"]
        process.standardInput = lifeline
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let port = Int(line.filter { $0 != "\n" }) ?? 0
        guard port > 0, let url = URL(string: "http://127.0.0.1:\(port)") else { throw CocoaError(.fileReadUnknown) }
        baseURL = url
    }

    deinit {
        try? lifeline.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Runs the server at the other end of the pipe.
    static func serve() throws {
        let server = try SoakServer()
        try FileHandle.standardOutput.write(contentsOf: Data("\(server.port)\n".utf8))
        server.run(until: 0)
    }

    /// Runs this program once more, and returns the words of its last line.
    static func run(_ arguments: [String]) throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = try executable
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, let line = text.split(separator: "\n").last else {
            throw SoakFailure("\(arguments.joined(separator: " ")) ended with \(process.terminationStatus): \(text)")
        }
        return line.split(separator: " ").map(String.init)
    }

    private static var executable: URL {
        get throws {
            guard let url = Bundle.main.executableURL else { throw SoakFailure("this program does not find itself") }
            return url
        }
    }
}
