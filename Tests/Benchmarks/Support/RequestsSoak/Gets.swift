import Foundation
import Requests
import TransportSoak

/// Small JSON GETs by the library or by the bare client, for a profiler or valgrind.
struct Gets {
    var count: Int
    var lanes: Int
    var isBare: Bool
    /// The URL of a running server: valgrind can't start one.
    var url: URL

    /// Runs on a thread other than the main thread.
    ///
    /// Valgrind fails if the main thread ends, which happens if it waits with `await`.
    func run(_ type: any Client.Type) -> Never {
        Task.detached {
            do { try await get(type) } catch { say("failed: \(error)") }
            // The number of instructions for shutting down would differ from run to run.
            exit(0)
        }
        while true { pause() }
    }

    private func get(_ type: any Client.Type) async throws {
        let client = try type.init()
        let api = SoakAPI(baseURL: url)
        // The first calls open the connections.
        let warmUp = lanes * 4
        let times =
            isBare
            ? try await client.bareGet(api.baseURL, count: warmUp + count, atOnce: lanes)
            : try await client.get(api, count: warmUp + count, atOnce: lanes)
        guard times.count >= count else { throw SoakFailure("only \(times.count) responses") }
    }
}
