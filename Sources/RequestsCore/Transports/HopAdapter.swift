/// A function that wraps the sending of one message; it equals only itself.
package final class HopAdapter: Sendable, Equatable {
    /// The kind of a function, which determines the function's position among the functions of a call.
    package enum Kind {
        /// The function may send a message again, so it must be outside the functions that see every response.
        case sendsAgain
        /// The function must see every response, for example to store cookies.
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

/// Records for one call whether its transport runs the functions for hops.
///
/// The note isn't `Equatable`, so a call with a note never shares the response of another call.
final class HopNote: Sendable {
    let isSeen = Guarded(false)
}

extension ExchangeContext {
    /// The functions to run for each message of the call, the outermost first.
    var hopAdapters: [HopAdapter] {
        get { values[HopAdapters.self] }
        set { values[HopAdapters.self] = newValue }
    }

    private enum HopAdapters: RequestOption {
        static var defaultValue: [HopAdapter] { [] }
    }

    /// Indicates whether functions may change the messages of the call.
    package var hasHopAdapters: Bool { !hopAdapters.isEmpty }

    /// The note of the call, which its decorators share; `nil` if no decorator needs it.
    var hopNote: HopNote? {
        get { values[Note.self] }
        set { values[Note.self] = newValue }
    }

    private enum Note: RequestOption {
        static var defaultValue: HopNote? { nil }
    }

    /// Adds a function at the innermost position that its kind allows.
    mutating func add(_ adapter: HopAdapter) {
        var adapters = hopAdapters
        let isInnermost = adapter.kind != .sendsAgain
        let last = isInnermost ? adapters.indices.last : adapters.lastIndex { $0.kind != .seesEvery }
        adapters.insert(adapter, at: last.map { $0 + 1 } ?? 0)
        hopAdapters = adapters
    }
}
