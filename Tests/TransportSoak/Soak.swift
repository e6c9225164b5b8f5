package import Foundation
package import Requests

/// The load that a transport must bear: many calls, many cancellations, and bodies that don't fit into memory.
///
/// It measures the memory of the process, so it must run in a separate process.
package struct Soak: Sendable {
    /// The growth of the resources that the process holds.
    package struct Growth: Sendable {
        /// The growth of the memory in bytes.
        package var memory: Int
        package var descriptors: Int
    }

    private let transport: any Transport
    private let url: URL
    private var api: SoakAPI { SoakAPI(baseURL: url) }

    /// Makes a soak of a transport with a server.
    package init(_ transport: any Transport, _ url: URL) {
        self.transport = transport
        self.url = url
    }

    /// Makes the calls twice, some at once; every fourth call has a body.
    ///
    /// - Returns: The growth in the second half.
    /// - Throws: The error of a failed call.
    package func calls(_ count: Int, atOnce lanes: Int) async throws -> Growth {
        // The same number of calls is made before the measurement, because the thread sanitizer's own memory grows with
        // the first thousands.
        try await inLanes(lanes, count, call)
        let before = Usage.settled
        try await inLanes(lanes, count, call)
        return growth(since: before)
    }

    /// Makes one call.
    @Sendable package func call(_ id: Int) async throws {
        let engine =
            if id.isMultiple(of: 4) {
                try await transport.perform(
                    api.post(.json(Engine(id: id)), to: "/sink").receiving(.json(Engine.self)))
            } else {
                try await transport.perform(api.get(.json(Engine.self), from: "/json/\(id)"))
            }
        guard engine.id == 1 else { throw SoakFailure("another response: \(engine)") }
    }

    /// Cancels this many calls, some at once.
    ///
    /// - Returns: The growth after the first ones.
    /// - Throws: An error if a call ended differently.
    package func cancellations(_ count: Int, atOnce lanes: Int, in directory: URL) async throws -> Growth {
        let cancelling = try Cancelling(transport, url, in: directory)
        _ = await cancelling.run(lanes * 4, atOnce: lanes)
        let before = Usage.settled
        let results = await cancelling.run(count, atOnce: lanes)
        let others = results.filter { if case .failed = $0.ending { true } else { false } }
        guard others.isEmpty else { throw SoakFailure("\(others.prefix(10).map { ($0.stage, $0.ending.name) })") }
        guard TimeoutWatchdog.shared.count == 0 else {
            throw SoakFailure("\(TimeoutWatchdog.shared.count) exchanges are left")
        }
        try await waitUntilClosed(in: directory)
        // The transport can still send.
        try await call(1)
        return growth(since: before)
    }

    /// Waits until no file of a directory is open; the files of cancelled calls are closed in the background.
    private func waitUntilClosed(in directory: URL) async throws {
        func openFiles() -> Int {
            Usage.openPlaces.filter { $0.key.contains(directory.lastPathComponent) }.values.reduce(0, +)
        }
        for _ in 0..<1_000 where openFiles() > 0 { try await Task.sleep(for: .milliseconds(10)) }
        guard openFiles() == 0 else { throw SoakFailure("\(openFiles()) uploaded files are still open") }
    }

    /// Sends a file of this length.
    ///
    /// - Returns: The maximum growth.
    package func upload(_ length: Int, in directory: URL) async throws -> Growth {
        let file = try directory.sparseFile(length)
        return try await peak { try await transport.perform(api.put(.file(file), to: "/sink")) }
    }

    /// Downloads a file of this length.
    ///
    /// - Returns: The maximum growth.
    package func download(_ length: Int, in directory: URL) async throws -> Growth {
        let file = directory.appending(path: "download")
        let growth = try await peak { try await transport.download(api.get(from: "/bytes/\(length)"), to: file) }
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        guard size == length else { throw SoakFailure("\(size ?? 0) bytes instead of \(length)") }
        return growth
    }

    private func peak(_ work: () async throws -> Void) async throws -> Growth {
        try await call(1)
        let before = Usage.settled
        Usage.resetPeak()
        try await work()
        return Growth(memory: Usage.peak - before.memory, descriptors: 0)
    }

    private func growth(since before: Usage) -> Growth {
        let now = Usage.settled
        return Growth(memory: now.memory - before.memory, descriptors: now.descriptors - before.descriptors)
    }
}
