#if AsyncHTTPClient
import AsyncHTTPClient
import Requests

/// What a client was configured to do by itself.
///
/// It does not tell, but it can be looked at. Where that stops working, what is not known is taken to be so as is safe.
struct ClientSettings: Sendable {
    /// Whether it would follow a redirect.
    let followsRedirects: Bool

    /// Whether it decompresses answers; `nil` where that is not known.
    let decompresses: Bool?

    /// The event loops that its tasks may run on.
    let loops: EventLoops

    private init(lookingAt client: HTTPClient) {
        loops = EventLoops(client.eventLoopGroup)
        let configuration = Mirror(reflecting: client).descendant("configuration") as? HTTPClient.Configuration
        let mode = configuration.flatMap { Mirror(reflecting: $0.redirectConfiguration).descendant("mode") }
        followsRedirects = mode.map { "\($0)" != "disallow" } ?? true
        decompresses = configuration.map { if case .enabled = $0.decompression { true } else { false } }
    }

    // MARK: - Once for each client

    private struct Entry {
        weak var client: HTTPClient?
        let settings: ClientSettings
    }

    private static let entries = Guarded<[ObjectIdentifier: Entry]>([:])

    /// The settings of a client, which never change.
    static func of(_ client: HTTPClient) -> ClientSettings {
        let id = ObjectIdentifier(client)
        // Another client may have been at the same place.
        if let entry = entries.withLock({ $0[id] }), entry.client != nil { return entry.settings }
        let settings = ClientSettings(lookingAt: client)
        let entry = Entry(client: client, settings: settings)
        entries.withLock { entries in
            entries = entries.filter { $0.value.client != nil }
            entries[id] = entry
        }
        return settings
    }
}
#endif
