import Foundation

// Secrets: no text shows them.
extension Fuzzing {
    private static let canary = "canary-7f3a"

    /// Checks that no text of a request shows a secret in its query or in its fields, whatever surrounds the secret.
    @Sendable static func redaction(_ input: Data) {
        let texts = texts(of: input)
        let value = texts.joined(separator: canary)
        let request = api.get(from: "/a/\(texts.joined())").authenticated(with: .bearerToken(canary))
            .adding(queryItems: [QueryItem("text", value, isSensitive: true), QueryItem("api_key", value)])
            .adding(headerField: "X-Api-Key", value)
        guard let message = try? request.resolve() else { return }
        var dumped = ""
        dump(message, to: &dumped)
        for shown in ["\(message)", String(reflecting: message), dumped, message.cURL()] where shown.contains(canary) {
            fail("shown: \(shown)", input)
        }
    }

    /// Checks that an error hides a secret that is part of a quoted server response.
    ///
    /// The first text is the media type of the response; the secret is between the remaining texts.
    @Sendable static func echoes(_ input: Data) {
        let texts = texts(of: input)
        let type = HeaderField(.contentType, texts.first ?? "")
        let body = Data(texts.dropFirst().joined(separator: canary).utf8)
        let request = api.get(.json([String: String].self), from: "/a").authenticated(with: .bearerToken(canary))
        wait {
            for status: HTTPStatus in [.ok, .badRequest] {
                let server = Loopback { _ in
                    TransportResponse(
                        head: ResponseHead(status: status, header: HeaderFields([type])), body: MessageBody(body))
                }
                do {
                    _ = try await server.perform(request)
                } catch {
                    for shown in ["\(error)", String(reflecting: error), error.localizedDescription]
                    where shown.contains(canary) {
                        fail("shown: \(shown)", input)
                    }
                }
            }
        }
    }
}
