package import Foundation
import Requests

/// The API of the server.
package struct SoakAPI: RequestProviding {
    package let baseURL: URL

    package init(baseURL: URL) {
        self.baseURL = baseURL
    }
}

/// The responses of the server.
package struct Engine: Codable, Sendable {
    package var id: Int
    package var name: String

    package init(id: Int = 1, name: String = "engine") {
        self.id = id
        self.name = name
    }
}

/// A description of the failure.
package struct SoakFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// Runs work this many times, some at once.
///
/// - Returns: The milliseconds of each.
@discardableResult
package func inLanes(
    _ lanes: Int, _ count: Int, _ work: @escaping @Sendable (Int) async throws -> Void
) async throws -> [Double] {
    try await withThrowingTaskGroup { group in
        for lane in 0..<lanes {
            group.addTask {
                var times: [Double] = []
                times.reserveCapacity(count / lanes)
                for index in 0..<count / lanes {
                    let start = ContinuousClock.now
                    try await work(index * lanes + lane)
                    times.append((.now - start) / .milliseconds(1))
                }
                return times
            }
        }
        return try await group.reduce(into: []) { $0 += $1 }
    }
}
