import Foundation
import Requests
import RequestsEndpoints

/// The input that a stub expects.
struct StubExpectation: Sendable {
    /// The result of comparing a request with the expectation.
    enum Outcome {
        case met
        /// The request has a different input.
        case differs(InputDifference, input: any Sendable)
        /// The input of the request can't be read; the associated value is the response that a server would send.
        case unreadable(TransportResponse)
    }

    private let read: @Sendable (IncomingRequest) async throws -> Outcome

    /// Makes the expectation of an input for an endpoint.
    ///
    /// - Parameters:
    ///   - expected: The input.
    ///   - endpoint: The endpoint, which reads the inputs of requests.
    ///   - api: The API.
    init<API: RequestProviding, Input: Equatable & Encodable, Output>(
        _ expected: Input, of endpoint: KeyPath<API, Endpoint<Input, Output>>, in api: API
    ) {
        let routes = Routes.stubbing(api).on(endpoint) { (input: Input) async throws -> Output in
            throw InputRead(input: input, difference: InputDifference(expected, input))
        }
        read = { request in
            do {
                return .unreadable(try await routes.response(to: request))
            } catch let read as InputRead {
                return read.difference.map { .differs($0, input: read.input) } ?? .met
            }
        }
    }

    /// Reads the input of a request, and compares it with the expected input.
    func compare(_ request: IncomingRequest) async throws -> Outcome { try await read(request) }
}

/// An error that ends a route once it has read the input.
private struct InputRead: Error {
    let input: any Sendable
    let difference: InputDifference?
}

/// The responses for the method and path of a request, grouped by the inputs that they expect.
struct StubCandidates {
    /// A response for a different input.
    struct Differing {
        let index: Int
        let difference: InputDifference
        /// The input of the request.
        let input: any Sendable
    }

    /// The request with its body unread.
    private(set) var request: IncomingRequest
    /// The responses that expect the request's input, or any input.
    private(set) var fitting: [Int] = []
    /// The responses that expect a different input.
    private(set) var differing: [Differing] = []
    /// The response of a server that can't read the input.
    private(set) var problem: TransportResponse?

    /// Compares a request with the expectation of each response.
    ///
    /// - Parameters:
    ///   - indices: The responses for the request's method and path.
    ///   - expectations: The expectation of each response; `nil` if it accepts any input.
    ///   - request: The request. Its body is read if there is an expectation.
    ///   - limit: The maximum size of the body that is read, in bytes.
    /// - Throws: An error from reading the body.
    init(
        _ indices: [Int], _ expectations: [StubExpectation?], for request: IncomingRequest, bodySizeLimit limit: Int
    ) async throws {
        self.request = request
        guard indices.contains(where: { expectations[$0] != nil }) else {
            fitting = indices
            return
        }
        let data = try await request.body.collect(upTo: limit)
        for index in indices {
            self.request.body = MessageBody(data)
            switch try await expectations[index]?.compare(self.request) {
            case .met?, nil: fitting.append(index)
            case .differs(let difference, let input)?:
                differing.append(Differing(index: index, difference: difference, input: input))
            case .unreadable(let response)?: problem = problem ?? response
            }
        }
        self.request.body = MessageBody(data)
    }
}
