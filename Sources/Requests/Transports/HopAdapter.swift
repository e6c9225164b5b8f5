/// A function around the sending of one message, which is equal only to itself.
package final class HopAdapter: Sendable, Equatable {
    /// The kind of a function, which decides its place.
    package enum Kind {
        /// The function sends a message again after its response, so it goes outside of those that see every response.
        case sendsAgain
        /// The function has to see every response, such as one that keeps cookies.
        case seesEvery
        case other
    }

    let kind: Kind
    let adapt: @Sendable (OutgoingRequest, @escaping NextTransport) async throws -> TransportResponse

    package init(
        _ kind: Kind,
        _ adapt: @escaping @Sendable (OutgoingRequest, @escaping NextTransport) async throws -> TransportResponse
    ) {
        self.kind = kind
        self.adapt = adapt
    }

    package static func == (one: HopAdapter, other: HopAdapter) -> Bool { one === other }
}

/// A note of one call: whether its transport runs functions for its hops.
///
/// It isn't a value to compare: a call can't get the response of another call, whose note says something else.
final class HopNote: Sendable {
    let isSeen = Guarded(false)
}

extension ExchangeContext {
    /// The functions that each message of the call passes, the outermost first.
    var hopAdapters: [HopAdapter] {
        get { values[HopAdapters.self] }
        set { values[HopAdapters.self] = newValue }
    }

    private enum HopAdapters: RequestOption {
        static var defaultValue: [HopAdapter] { [] }
    }

    /// Indicates whether functions will change the messages of the call.
    package var hasHopAdapters: Bool { !hopAdapters.isEmpty }

    /// The note of the call, which all decorators share that need it; `nil` if none does.
    var hopNote: HopNote? {
        get { values[Note.self] }
        set { values[Note.self] = newValue }
    }

    private enum Note: RequestOption {
        static var defaultValue: HopNote? { nil }
    }

    /// Adds a function inside of the others, as far as its kind allows.
    mutating func add(_ adapter: HopAdapter) {
        var adapters = hopAdapters
        let isInnermost = adapter.kind != .sendsAgain
        let last = isInnermost ? adapters.indices.last : adapters.lastIndex { $0.kind != .seesEvery }
        adapters.insert(adapter, at: last.map { $0 + 1 } ?? 0)
        hopAdapters = adapters
    }
}
