import Foundation
package import Requests
import Testing

/// What resolving a request throws whose type is not known; `nil` where it succeeds.
///
/// The compiler (6.3.1) crashes on a call of `resolve()` itself on `any RequestConvertible`, by its typed error.
package func anyResolutionError(of request: any RequestConvertible) -> (any AnyRequestError)? {
    func opened(_ request: some RequestConvertible) -> (any AnyRequestError)? { request.resolutionError() }
    return opened(request)
}

extension RequestConvertible {
    /// The message, from a request whose type is not known too.
    package func message() throws -> OutgoingRequest {
        try resolve()
    }

    /// The message as it goes over the wire, with secrets and body.
    package func wire() throws -> String {
        try resolve().wireFormat(revealingSecrets: true, showingBody: true)
    }
}

/// A named change to a request, for tables.
package struct Change: Sendable, CustomTestStringConvertible {
    package typealias Plain = Request<AnonymousProvider, Void>

    package let testDescription: String
    package let apply: @Sendable (Plain) -> Plain

    package init(_ name: String, _ apply: @escaping @Sendable (Plain) -> Plain) {
        testDescription = name
        self.apply = apply
    }
}
