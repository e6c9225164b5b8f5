package import Foundation
package import Requests

/// A generator that gives the same numbers in every run (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A generator that returns only the largest number.
package struct LargestGenerator: RandomNumberGenerator, Sendable {
    package init() {}

    package func next() -> UInt64 { .max }
}

extension RequestConvertible {
    /// Resolves the request, and returns the error; `nil` if it succeeds.
    package func resolutionError() -> RequestError<Failure>? {
        do {
            _ = try resolve()
            return nil
        } catch {
            return error
        }
    }
}

/// Makes a request for an endpoint below a base URL.
package func request(to endpoint: URLPath = "", base: URL = URL("https://h"), coding: Coding = .standard) -> Request<
    AnonymousProvider, Void
> {
    AnonymousProvider(baseURL: base, coding: coding).get(.none, from: endpoint)
}

/// Returns the text of a query in a resolved request.
package func queryText(_ items: QueryItem..., coding: Coding = .standard) throws -> String {
    let url = try request(coding: coding).adding(queryItems: items).resolve().urlText
    return String(url.dropFirst("https://h?".utf8.count))
}

/// Returns the error of a query that can't be written.
package func queryError(_ items: QueryItem..., coding: Coding = .standard) -> TransportError? {
    request(coding: coding).adding(queryItems: items).resolutionError()
}
