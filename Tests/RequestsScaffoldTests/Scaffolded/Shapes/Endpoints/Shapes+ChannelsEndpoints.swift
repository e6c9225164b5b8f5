import Requests
import RequestsEndpoints

extension Shapes {
    struct ChannelsEndpoints: Sendable {
        let listChannels = Endpoint<Void, [Channel]>(.get, "/channels")

        let addChannel = Endpoint<AddChannelInput, Void>(.post, "/channels")

        let probeChannels = Endpoint<Void, Void>(.head, "/channels").status(.ok)

        // Not scaffolded: the type of the header parameter X-Options, replaced by String.
        // Not scaffolded: the elements of the cookie parameter groups, because the list is sent as
        // text.
        let listMessages = Endpoint<ListMessagesInput, Void>(.get, "/channels/{ids}/messages")
            .arrays(.commaSeparated)
    }
}
