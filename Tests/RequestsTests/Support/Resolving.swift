import Foundation
import Requests
import Testing

/// A generator that gives the same numbers in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension RequestConvertible {
    /// The error that resolving ends in; `nil` where it doesn't.
    func resolutionError() -> RequestError<Failure>? {
        do {
            _ = try resolve()
            return nil
        } catch {
            return error
        }
    }
}

/// A request for an endpoint below a base URL.
func request(to endpoint: URLPath = "", base: URL = URL("https://h"), coding: Coding = .standard) -> Request<
    AnonymousProvider, Void
> {
    AnonymousProvider(baseURL: base, coding: coding).get(.none, from: endpoint)
}

/// The text of a query, as it stands in a resolved request.
func queryText(_ items: QueryItem..., coding: Coding = .standard) throws -> String {
    let url = try request(coding: coding).adding(queryItems: items).resolve().url
    return String(url.dropFirst("https://h?".utf8.count))
}

/// The error of a query that can't be written.
func queryError(_ items: QueryItem..., coding: Coding = .standard) -> RequestError<Never>? {
    request(coding: coding).adding(queryItems: items).resolutionError()
}

/// What resolving a request throws; `nil` where it succeeds.
func resolutionError<R: RequestConvertible>(of request: R) -> RequestError<R.Failure>? {
    do {
        _ = try request.resolve()
        return nil
    } catch {
        return error
    }
}

/// The same for a request whose type is not known.
///
/// The compiler (6.3.1) crashes on a call of `resolve()` itself on `any RequestConvertible`, by its typed error.
func anyResolutionError(of request: any RequestConvertible) -> (any AnyRequestError)? {
    func opened(_ request: some RequestConvertible) -> (any AnyRequestError)? { resolutionError(of: request) }
    return opened(request)
}

extension RequestConvertible {
    /// The message, from a request whose type is not known too.
    func message() throws -> OutgoingRequest {
        try resolve()
    }

    /// The message as it goes over the wire, with secrets and body.
    func wire() throws -> String {
        try resolve().wireFormat(revealingSecrets: true, showingBody: true)
    }
}

/// A named change to a request, for tables.
struct Change: Sendable, CustomTestStringConvertible {
    typealias Plain = Request<AnonymousProvider, Void>

    let testDescription: String
    let apply: @Sendable (Plain) -> Plain

    init(_ name: String, _ apply: @escaping @Sendable (Plain) -> Plain) {
        testDescription = name
        self.apply = apply
    }
}

/// A transport that has one answer, or one error, for every request.
struct FixedAnswer: Transport {
    var status = HTTPStatus.ok
    var header = HeaderFields()
    var body = Data()
    var error: (any Error)?

    init(status: HTTPStatus = .ok, header: HeaderFields = [], body: String = "") {
        self.status = status
        self.header = header
        self.body = Data(body.utf8)
    }

    init(throwing error: any Error) {
        self.error = error
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        if let error { throw error }
        return TransportResponse(
            head: ResponseHead(status: status, header: header, url: request.url), body: ResponseBody(body)
        )
    }
}
