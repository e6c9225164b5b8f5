public import Foundation

/// The parts of a request behind one reference, so that passing them on costs one reference count and not one for each part.
///
/// The compiler can check that an array of one element is `Sendable`, and copies it only if it is shared.
@usableFromInline
struct RequestBox: Sendable {
    @usableFromInline var storage: [RequestStorage]

    @usableFromInline
    init(endpoint: URLPath, method: HTTPMethod) {
        storage = [RequestStorage(endpoint: endpoint, method: method)]
    }

    @inlinable
    var value: RequestStorage {
        _read { yield storage[0] }
        _modify { yield &storage[0] }
    }

    /// Makes the message; not inlined, so that the parts are read in place.
    @usableFromInline
    func outgoingRequest(
        api: Any.Type, baseURL: URL, coding: Coding, accept: MediaType?, extras: DecoderExtras?
    ) throws(TransportError) -> OutgoingRequest {
        try Resolution.outgoingRequest(
            api: api, baseURL: baseURL, coding: coding, accept: accept, extras: extras, parts: storage[0]
        )
    }
}
