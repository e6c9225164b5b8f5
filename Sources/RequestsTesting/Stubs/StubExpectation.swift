import Foundation
import Requests

/// The input that an answer is for.
struct StubExpectation: Sendable {
    /// What a request is to an expectation.
    enum Outcome {
        case met
        /// It has another input.
        case differs(InputDifference, input: any Sendable)
        /// It has none that can be read: what a server answers.
        case unreadable(TransportResponse)
    }

    private let read: @Sendable (IncomingRequest) async throws -> Outcome

    /// - Parameters:
    ///   - expected: The input.
    ///   - endpoint: The endpoint, which reads the inputs of requests.
    ///   - api: The API.
    init<API: RequestProviding, Input: Equatable & Encodable, Output>(
        _ expected: Input, of endpoint: KeyPath<API, Endpoint<Input, Output>>, in api: API
    ) {
        let routes = Routes(api).on(endpoint) { (input: Input) async throws -> Output in
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

    /// Compares the input of a request, whose body is read.
    func compare(_ request: IncomingRequest) async throws -> Outcome { try await read(request) }
}

/// Ends a route where its input has been read.
private struct InputRead: Error {
    let input: any Sendable
    let difference: InputDifference?
}

/// The answers that a request has among those of its method and path: all but those that are for another input.
struct StubCandidates {
    /// An answer for another input.
    struct Differing {
        let index: Int
        let difference: InputDifference
        /// That of the request.
        let input: any Sendable
    }

    /// The request, whose body is unread.
    private(set) var request: IncomingRequest
    /// The answers for its input, or for any.
    private(set) var fitting: [Int] = []
    /// The answers for another input.
    private(set) var differing: [Differing] = []
    /// What a server answers where it can't read the input.
    private(set) var problem: TransportResponse?

    /// Compares a request with what is expected of each answer.
    ///
    /// - Parameters:
    ///   - indices: The answers of its method and path.
    ///   - expectations: What is expected of each; `nil` where any input will do.
    ///   - request: The request. Its body is read where there is an expectation.
    ///   - limit: How large the body may be then, in bytes.
    /// - Throws: What keeps the body from being read.
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
