#if Digest
import Foundation
import Requests
import RequestsDigest

/// A transport that responds with fixed challenges, and accepts all credentials.
final class Challenging: Transport {
    private let fields: [String]
    /// The Authentication-Info of responses to messages with credentials.
    private let info: String?
    private let sent = Guarded<[OutgoingRequest]>([])

    init(_ fields: String..., info: String? = nil) {
        self.fields = fields
        self.info = info
    }

    /// The values of the `Authorization` field, one for each message; `nil` for a message without the field.
    var authorizations: [String?] { sent.withLock { $0.map { $0.header[.authorization] } } }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { [self] message in
            sent.withLock { $0.append(message) }
            let isIn = message.header.contains(.authorization)
            let header = HeaderFields(
                isIn
                    ? info.map { [HeaderField("Authentication-Info", $0)] } ?? []
                    : fields.map { HeaderField(.wwwAuthenticate, $0) })
            return TransportResponse(
                head: ResponseHead(status: isIn ? .ok : .unauthorized, header: header, urlText: message.urlText))
        }
    }

    /// Returns the credentials of a message to `http://www.example.org`; `nil` if the message has none.
    static func credentials(
        for fields: String, user: String = "Mufasa", password: String = "Circle of Life",
        clientNonce: String = "0a4f113b", _ request: OutgoingRequest = OutgoingRequest(urlText: Challenging.url)
    ) async throws -> String? {
        let base = URL("http://www.example.org")
        let transport = Challenging(fields)
        let responder = ChallengeResponder.digest(user: user, password: password, for: base) { clientNonce }
        _ = try await transport.authenticating(with: responder).send(request)
        return transport.authorizations.last.flatMap(\.self)
    }

    static let url = "http://www.example.org/dir/index.html"
}

extension String {
    /// The field with credentials, parsed like a challenge.
    var asChallenge: Challenge? {
        ResponseHead(status: .unauthorized, header: [HeaderField(.wwwAuthenticate, self)]).challenges.first
    }
}
#endif
