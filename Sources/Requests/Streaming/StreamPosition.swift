import Foundation

/// The place at which the next connection of a stream continues.
struct StreamPosition: Sendable {
    /// The identifier of the last complete event; empty if the server set none; `nil` for a format without identifiers.
    var lastEventID: String?

    /// The name and the value of the query item for the last position; `nil` before the first position.
    var item: (name: String, value: any Encodable & Equatable & Sendable)?
}

/// The values for the next connection that a parser of events has read.
struct StreamCheckpoint: Sendable {
    /// The last identifier of a complete event.
    var lastEventID: String

    /// The last reconnection time that the server set.
    var retry: Duration?
}

/// A request that can continue at a position.
protocol Continuable {
    func continued(at position: StreamPosition) -> Self
}

extension Request: Continuable {
    /// Returns the request for the rest of a stream.
    consuming func continued(at position: StreamPosition) -> Self {
        var request = self
        // White space around a field's value isn't part of the value (RFC 9110, section 5.5).
        if let id = position.lastEventID?.trimmingCharacters(in: .init(charactersIn: " \t")) {
            request = request.setting(headerField: "Last-Event-ID", id.isEmpty ? nil : id)
        }
        if let item = position.item { request = request.setting(query: item.name, item.value) }
        return request
    }
}
