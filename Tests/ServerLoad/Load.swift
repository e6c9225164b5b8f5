import Foundation
import Requests
import TransportSoak

/// GETs, and POSTs of bodies from 0 B to 1 MB.
///
/// The server responds to some POSTs before it has read the body.
///
/// Each URL contains the number of its call, so the server's log shows how often each call was processed. The outcome
/// of each call is printed at once, so it also counts if the process ends early.
struct Load: Sendable {
    private let transport: any Transport
    private let api: SoakAPI
    private let lanes: Int
    private let timeout: Duration

    /// The lengths of the bodies; most files are small.
    static let posted = [0, 1, 100, 1_000, 10_000, 65_535, 65_536, 100_000, 300_000, 1_000_000]
    static let files = [0, 1, 100, 1_000, 10_000]
    static let largeFiles = [100_000, 300_000, 1_000_000]

    init(_ transport: any Transport, _ url: URL, lanes: Int, timeout: Duration) {
        self.transport = transport
        api = SoakAPI(baseURL: url)
        self.lanes = lanes
        self.timeout = timeout
    }

    /// Makes the calls, some at once.
    func run(gets: Int, posts: Int) async {
        let count = gets + posts
        await withTaskGroup { group in
            for lane in 0..<lanes {
                group.addTask {
                    for number in stride(from: lane, to: count, by: lanes) {
                        // The POSTs are spread evenly among the GETs.
                        let (before, after) = (number * posts / count, (number + 1) * posts / count)
                        await (after > before ? post(number, kind: before) : get(number))
                    }
                }
            }
        }
        Output.write("end\n")
    }

    private func get(_ number: Int) async {
        let length =
            number % 50 == 0
            ? Self.largeFiles[number / 50 % Self.largeFiles.count] : Self.files[number % Self.files.count]
        await note(number, "GET") {
            let data = try await transport.perform(
                api.get(.data, from: "/files/\(length)").adding(query: "n", number).timeout(after: timeout))
            guard data.count == length else { throw SoakFailure("\(data.count) bytes instead of \(length)") }
        }
    }

    /// Sends a body to a resource that reads it, or that responds earlier.
    private func post(_ number: Int, kind: Int) async {
        let length = Self.posted[kind / 4 % Self.posted.count]
        let request = api.post(.data(Data(repeating: 0x61, count: length)), to: Self.targets[kind % 4])
            .adding(query: "n", number).timeout(after: timeout)
        await note(number, "POST \(Self.targets[kind % 4]) of \(length)") {
            switch kind % 4 {
            case 3:
                let head = try await transport.response(for: request.accepting(.codes(401))).head
                guard head.status == .unauthorized else { throw SoakFailure("another status: \(head.status)") }
            case let kind:
                let text = try await transport.perform(request.receiving(.text))
                guard text == (kind == 0 ? "\(length)" : "done") else { throw SoakFailure("another response: \(text)") }
            }
        }
    }

    private static let targets: [URLPath] = ["/read", "/ok", "/moved", "/denied"]

    /// Prints the outcome of a call.
    private func note(_ number: Int, _ name: String, _ call: () async throws -> Void) async {
        do {
            try await call()
            Output.write("\(number) ok\n")
        } catch {
            let code = (error as? any AnyRequestError).map { "\($0.code)" } ?? "wrongResponse"
            Output.write("\(number) \(code) \(name): \(error)".replacing("\n", with: " ") + "\n")
        }
    }
}

/// The standard output without a buffer; buffered lines would be lost if the process ended early.
enum Output {
    static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
