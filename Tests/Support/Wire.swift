import Foundation
package import Requests
import Testing

/// Resolves a request whose type isn't known, and returns the error; `nil` if it succeeds.
///
/// The compiler (6.3.1) crashes on a direct call of `resolve()` on `any RequestConvertible`, because of the typed
/// error.
package func anyResolutionError(of request: any RequestConvertible) -> (any AnyRequestError)? {
    func opened(_ request: some RequestConvertible) -> (any AnyRequestError)? { request.resolutionError() }
    return opened(request)
}

extension RequestConvertible {
    /// Returns the message, even from a request whose type isn't known.
    package func message() throws -> OutgoingRequest {
        try resolve()
    }

    /// Returns the message as it is sent over the wire, with secrets and body.
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
