#if AsyncHTTPClient
import AsyncHTTPClient
import NIOConcurrencyHelpers
import RequestsCore

/// The settings of a client that affect how the library sends its messages.
///
/// AsyncHTTPClient doesn't expose these settings, so they are read by reflection. If that stops working, unknown
/// settings get safe values.
struct ClientSettings: Sendable {
    /// Indicates whether the client follows redirects by itself.
    let followsRedirects: Bool

    /// Indicates whether the client decompresses responses; `nil` if unknown.
    let decompresses: Bool?

    /// The credentials for the proxy, which a response may repeat.
    let proxySecrets: [String]

    /// The event loops for the client's tasks.
    let loops: EventLoops

    /// The hosts that have responded to the client.
    let hosts = KnownHosts()

    private init(lookingAt client: HTTPClient) {
        loops = EventLoops(client.eventLoopGroup)
        let configuration = Mirror(reflecting: client).descendant("configuration") as? HTTPClient.Configuration
        let mode = configuration.flatMap { Mirror(reflecting: $0.redirectConfiguration).descendant("mode") }
        followsRedirects = mode.map { "\($0)" != "disallow" } ?? true
        let credentials = configuration?.proxy?.authorization?.headerValue
        proxySecrets = credentials.map { Redaction.secrets(inProxyCredentials: $0) } ?? []
        decompresses = configuration.map { if case .enabled = $0.decompression { true } else { false } }
    }

    // MARK: - One entry for each client

    private struct Entry {
        weak var client: HTTPClient?
        let settings: ClientSettings
    }

    private static let entries = NIOLockedValueBox<[ObjectIdentifier: Entry]>([:])

    /// Returns the settings of a client, which never change.
    static func of(_ client: HTTPClient) -> ClientSettings {
        let id = ObjectIdentifier(client)
        // A new client may have the address of a released one.
        if let entry = entries.withLockedValue({ $0[id] }), entry.client != nil { return entry.settings }
        let settings = ClientSettings(lookingAt: client)
        let entry = Entry(client: client, settings: settings)
        entries.withLockedValue { entries in
            entries = entries.filter { $0.value.client != nil }
            entries[id] = entry
        }
        return settings
    }
}
#endif
