import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

/// An endpoint and an input of it.
struct CheckedEndpoint: Sendable, CustomTestStringConvertible {
    /// Returns the findings of the check.
    let findings: @Sendable () -> [String]
    /// Returns whether the input arrives unchanged.
    let arrives: @Sendable () async -> Bool
    let expected: [String]
    let testDescription: String

    init<Input: Codable & Hashable & Sendable>(
        _ endpoint: Endpoint<Input, Void>, _ input: Input, coding: Coding = .standard, _ expected: String...
    ) {
        let api = CheckedOneAPI(coding: coding, it: endpoint)
        findings = { checkedFindings { try api.check() } }
        arrives = {
            let routes = Routes(api).on(\.it) { received in
                if received != input { throw ServingError(.conflict, "\(received)") }
            }
            do {
                try await Loopback(routes).perform(api.request(\.it, input))
                return true
            } catch {
                return false
            }
        }
        self.expected = expected
        testDescription = "\(endpoint) of \(Input.self)"
    }
}
