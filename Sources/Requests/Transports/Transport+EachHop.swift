extension Transport {
    /// Wraps each message of a call in a function: the first message, and each one that follows a redirect.
    ///
    /// The function sees the request and the response of each hop, which ``adapting(_:)`` does not. It can change the request,
    /// send it several times, or respond itself: a response that redirects is followed like any other.
    ///
    /// ```swift
    /// let transport = session.adaptingEachHop { request, next in
    ///     let response = try await next(request)
    ///     print("\(request.method) \(request.url): \(response.head.status)")
    ///     return response
    /// }
    /// ```
    ///
    /// A change holds for its hop. The message after a redirect is made from the one before the change, so a field that a
    /// function adds never goes to another origin unless the function adds it again. A Location is relative to the URL that the
    /// message was sent to.
    ///
    /// Functions run in the order of the decorators: the last in the chain gets the message first. They run again for each attempt
    /// of ``retrying(_:budget:clock:using:date:)``. The message that the last one passes on is checked again before it is
    /// sent. ``AuthenticationRequirement/required`` is checked then, too: a function may add the credentials.
    ///
    /// The functions travel with the message to the transport. A custom transport runs them if it sends with
    /// ``OutgoingRequest/send(by:)``.
    ///
    /// - Parameter adapt: Gets the message of a hop, and a function that sends one. The sender gets the errors that it throws.
    /// - Returns: A transport that runs the function for each hop.
    public func adaptingEachHop(
        _ adapt:
            @escaping @Sendable (_ request: OutgoingRequest, _ next: @escaping NextTransport) async throws ->
            TransportResponse
    ) -> some Transport {
        adaptingEachHop(.other, adapt)
    }

    /// Wraps each message of a call in a function of a kind.
    func adaptingEachHop(
        _ kind: HopAdapter.Kind,
        _ adapt:
            @escaping @Sendable (_ request: OutgoingRequest, _ next: @escaping NextTransport) async throws ->
            TransportResponse
    ) -> some Transport {
        let adapter = HopAdapter(kind, adapt)
        return adapting { request, next in
            var request = request
            request.changeLegally { $0.options.add(adapter) }
            return try await next(request)
        }
    }
}

/// A function around the sending of one message, which is equal only to itself.
final class HopAdapter: Sendable, Equatable {
    /// The kind of a function, which decides its place.
    enum Kind {
        /// The function sends a message again after its response, so it goes outside of those that see every response.
        case sendsAgain
        /// The function has to see every response, such as one that keeps cookies.
        case seesEvery
        case other
    }

    let kind: Kind
    let adapt: @Sendable (OutgoingRequest, @escaping NextTransport) async throws -> TransportResponse

    init(
        _ kind: Kind,
        _ adapt: @escaping @Sendable (OutgoingRequest, @escaping NextTransport) async throws -> TransportResponse
    ) {
        self.kind = kind
        self.adapt = adapt
    }

    static func == (one: HopAdapter, other: HopAdapter) -> Bool { one === other }
}

extension RequestOptions {
    /// The functions that each message of a call passes, the outermost first.
    var hopAdapters: [HopAdapter] {
        get { self[HopAdapters.self] }
        set { self[HopAdapters.self] = newValue }
    }

    /// Adds a function inside of the others, as far as its kind allows.
    fileprivate mutating func add(_ adapter: HopAdapter) {
        var adapters = hopAdapters
        let isInnermost = adapter.kind != .sendsAgain
        let last = isInnermost ? adapters.indices.last : adapters.lastIndex { $0.kind != .seesEvery }
        adapters.insert(adapter, at: last.map { $0 + 1 } ?? 0)
        hopAdapters = adapters
    }

    /// Indicates whether functions will change the messages of the call.
    package var hasHopAdapters: Bool { !hopAdapters.isEmpty }

    private enum HopAdapters: RequestOption {
        static var defaultValue: [HopAdapter] { [] }
    }
}

/// A note of one call: whether its transport runs functions for its hops.
///
/// It isn't a value to compare: a call can't get the response of another call, whose note says something else.
package final class HopNote: Sendable {
    let isSeen = Guarded(false)
}

extension RequestOptions {
    /// The note of the call, which all decorators share that need it; `nil` if none does.
    var hopNote: HopNote? {
        get { self[Note.self] }
        set { self[Note.self] = newValue }
    }

    private enum Note: RequestOption {
        static var defaultValue: HopNote? { nil }
    }
}

extension OutgoingRequest {
    /// Sends the message, and finds out whether the functions for its hops were run.
    ///
    /// A transport that does not send with ``send(by:)`` has no hops, and a decorator may respond before the transport.
    ///
    /// - Parameter next: Sends the message.
    /// - Returns: The response, and whether the functions were run.
    /// - Throws: The errors of the transport.
    package func sendNotingHops(by next: NextTransport) async throws -> (response: TransportResponse, hasHops: Bool) {
        var message = self
        let note = options.hopNote ?? HopNote()
        message.changeLegally { $0.options.hopNote = note }
        let response = try await next(message)
        return (response, note.isSeen.withLock { $0 })
    }
}
