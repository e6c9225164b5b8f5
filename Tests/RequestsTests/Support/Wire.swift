import Foundation
import Requests
import Testing

/// What resolving a request throws whose type is not known; `nil` where it succeeds.
///
/// The compiler (6.3.1) crashes on a call of `resolve()` itself on `any RequestConvertible`, by its typed error.
func anyResolutionError(of request: any RequestConvertible) -> (any AnyRequestError)? {
    func opened(_ request: some RequestConvertible) -> (any AnyRequestError)? { request.resolutionError() }
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
