import Foundation
import Requests
import Synchronization
import TransportSoak

/// Calls, some of which are cancelled, time out, or lose their connection.
///
/// Each ends as it must, and no resource grows.
struct Mixture {
    var count: Int
    var lanes: Int
    /// The names of all fates except success.
    var fates = Fate.allCases.dropFirst().map(\.rawValue)

    /// The fate of a call.
    enum Fate: String, CaseIterable {
        case succeeded, cancelled, timedOut, cut, dropped, redirected

        /// Returns whether a call with this fate may end with an error.
        func allows(_ code: RequestErrorCode) -> Bool {
            switch self {
            case .succeeded: false
            case .cancelled: code == .cancelled
            case .timedOut: code == .timedOut
            case .cut, .dropped: code == .connectionLost
            case .redirected: code == .tooManyRedirects
            }
        }
    }

    func run(_ types: [any Client.Type]) async throws {
        try await withEach(types, run)
    }

    private func run(_ client: any Client, _ name: String, _ api: SoakAPI) async throws {
        let endings = Guarded<[String: Int]>([:])
        let failures = Atomic(0)
        let transport = client.transport
        let fates = fates.compactMap(Fate.init)
        @Sendable func call(_ id: Int) async {
            // Of 100 calls, 85 get their response.
            let fate = Int.random(in: 0..<100) < 85 ? .succeeded : fates.randomElement() ?? .succeeded
            do {
                try await Self.call(fate, id, transport, api)
                if fate != .succeeded, fate != .cancelled { throw SoakFailure("\(fate) got a response") }
                endings.withLock { $0["\(fate): response", default: 0] += 1 }
            } catch let error as any AnyRequestError where fate.allows(error.code) {
                endings.withLock { $0["\(fate): \(error.code)", default: 0] += 1 }
            } catch {
                if failures.add(1, ordering: .relaxed).newValue <= 5 { say("  \(fate) failed: \(error)") }
            }
        }
        _ = try await inLanes(lanes, max(lanes * 10, count / 10), call)
        let warm = Usage.settled
        endings.withLock { $0 = [:] }
        var steps: [Usage] = []
        let start = ContinuousClock.now
        for _ in 0..<4 {
            _ = try await inLanes(lanes, count / 4, call)
            steps.append(Usage.settled)
        }
        let rate = Double(count / 4 / lanes * lanes * 4) / (.now - start).inSeconds
        say("\n\(name): \(count) mixed calls, \(lanes) at once, \(String(format: "%.0f", rate)) /s")
        let ended = endings.withLock { $0 }.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        say("  other endings: \(failures.load(ordering: .relaxed)); \(ended.joined(separator: ", "))")
        say(growthOf: steps, after: "warm-up", with: warm)
        say("  exchanges left: \(TimeoutWatchdog.shared.count)")
    }

    private static func call(_ fate: Fate, _ id: Int, _ transport: some Transport, _ api: SoakAPI) async throws {
        switch fate {
        case .succeeded:
            let engine =
                id.isMultiple(of: 4)
                ? try await transport.perform(
                    api.post(.json(Engine(id: id)), to: "/sink").receiving(.json(Engine.self)))
                : try await transport.perform(api.get(.json(Engine.self), from: "/json/\(id)"))
            guard engine.id == 1 else { throw SoakFailure("another response") }
        case .cancelled:
            let task = Task { try await transport.perform(api.get(from: id.isMultiple(of: 2) ? "/json" : "/half")) }
            try? await Task.sleep(for: .microseconds(Int.random(in: 0..<2_000)))
            task.cancel()
            try await task.value
        case .timedOut: try await transport.perform(api.get(from: "/half").timeout(after: .milliseconds(30)))
        case .cut: try await transport.perform(api.get(from: "/cut"))
        case .dropped: try await transport.perform(api.get(from: "/drop"))
        case .redirected: try await transport.perform(api.get(from: "/hop/50"))
        }
    }
}
