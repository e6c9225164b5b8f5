import Foundation
import Requests
import Synchronization
import TransportSoak

/// Many calls, some at once: none fails, and the memory doesn't grow.
struct Calls {
    var count: Int
    var lanes: Int

    func run(_ types: [any Client.Type]) async throws {
        let server = try ServerProcess()
        for type in types {
            let client = try type.init()
            let api = SoakAPI(baseURL: server.baseURL)
            let failures = Atomic(0)
            let transport = client.transport
            @Sendable func call(_ id: Int) async {
                do {
                    let engine =
                        id.isMultiple(of: 4)
                        ? try await transport.perform(
                            api.post(.json(Engine(id: id, name: "engine")), to: "/sink").receiving(.json(Engine.self)))
                        : try await transport.perform(api.get(.json(Engine.self), from: "/json/\(id)"))
                    guard engine.id == 1 else { throw SoakFailure("another response") }
                } catch {
                    if failures.add(1, ordering: .relaxed).newValue <= 5 { say("  failed: \(error)") }
                }
            }
            _ = try await inLanes(lanes, max(lanes * 10, count / 10), call)
            let warm = Usage.settled
            var steps: [String] = []
            let start = ContinuousClock.now
            for _ in 0..<4 {
                _ = try await inLanes(lanes, count / 4, call)
                steps.append((Usage.settled.memory - warm.memory).mebibytes)
            }
            let rate = Double(count / 4 / lanes * lanes * 4) / (.now - start).inSeconds
            let end = Usage.settled
            say("\n\(type.name): \(count) calls, \(lanes) at once, \(String(format: "%.0f", rate)) /s")
            say("  failures: \(failures.load(ordering: .relaxed))")
            say(
                "  memory after warm-up: \(warm.memory.mebibytes); growth by quarters: \(steps.joined(separator: ", "))"
            )
            say(
                "  descriptors: \(warm.descriptors), then \(end.descriptors); threads: \(warm.threads), then \(end.threads)"
            )
            try await client.shutDown()
        }
    }
}
