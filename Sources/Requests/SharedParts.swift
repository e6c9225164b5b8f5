public import Foundation

/// The parts of a request behind one reference, so that handing them on costs one count and not one for each of them.
///
/// An array of one element is what the compiler checks to be `Sendable`, and copies only when it is shared.
@usableFromInline
struct SharedParts: Sendable {
    @usableFromInline var storage: [RequestParts]

    @usableFromInline
    init(endpoint: URLPath, method: HTTPMethod) {
        storage = [RequestParts(endpoint: endpoint, method: method)]
    }

    @inlinable
    var value: RequestParts {
        _read { yield storage[0] }
        _modify { yield &storage[0] }
    }

    /// Makes the message; not inlined, so that the parts are read where they are.
    @usableFromInline
    func outgoingRequest(
        api: Any.Type, baseURL: URL, coding: Coding, accept: MediaType?, extras: DecoderExtras?
    ) throws(RequestError<Never>) -> OutgoingRequest {
        try Resolution.outgoingRequest(
            api: api, baseURL: baseURL, coding: coding, accept: accept, extras: extras, parts: storage[0]
        )
    }

    /// Method and endpoint, for an error that keeps the request from being sent.
    @usableFromInline
    var shown: String {
        "\(value.method.rawValue.shownPlain) \(value.endpoint.text(secretNames: value.options.isSecret))"
    }
}
