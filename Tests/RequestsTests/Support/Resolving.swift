import Foundation
import Requests
import Testing

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
