import Foundation
import Requests

/// Chat completions of OpenAI, and of the many servers with the same API.
///
/// https://platform.openai.com/docs/api-reference/chat
struct ChatAPI: RequestProviding {
    var baseURL = URL("https://api.openai.com/v1")
    let credentials: AuthenticationProvider  // .bearerToken(key)

    var coding: Coding { .snakeCase }

    struct Failure: Decodable, Sendable {
        struct Details: Decodable, Sendable {
            let message: String
            let type, code: String?
        }

        let error: Details
    }

    func request(
        to endpoint: URLPath, using method: HTTPMethod
    ) -> Request<ChatAPI, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .authenticated(with: credentials)
    }
}

nonisolated extension ChatAPI {
    struct Message: Codable, Sendable {
        enum Role: String, Codable, Sendable { case system, user, assistant }

        var role: Role
        var content: String

        static func user(_ content: String) -> Message {
            Message(role: .user, content: content)
        }
        static func system(_ content: String) -> Message {
            Message(role: .system, content: content)
        }
    }

    struct Chunk: Decodable, Sendable {
        struct Choice: Decodable, Sendable {
            struct Delta: Decodable, Sendable { let content: String? }

            let delta: Delta
            let finishReason: String?
        }

        let choices: [Choice]

        var text: String { choices.first?.delta.content ?? "" }
    }

    private struct Completion: Encodable {
        var model: String
        var messages: [Message]
        var stream = true
    }

    /// Returns the reply while the model writes it, a few letters at a time.
    func reply(
        to messages: [Message], by model: String
    ) -> Request<ChatAPI, ElementStream<ServerSentEvent<Chunk>>> {
        post(
            .json(Completion(model: model, messages: messages)),
            to: "/chat/completions"
        )
        // it changes nothing, so it may be sent again after a 429
        .idempotent()
        .receiving(stream: .serverSentEvents(Chunk.self, until: "[DONE]"))
    }
}

struct ChatSamples<Session: Transport> {
    let session: Session
    let chat: ChatAPI

    func reply(show: (String) -> Void) async throws {
        let question: [ChatAPI.Message] = [
            .system("Answer in one word."), .user("What follows tea?"),
        ]
        let events = try await session.stream(chat.reply(to: question, by: "gpt-4o-mini"))
        for try await event in events {
            show(event.data.text)
        }
    }
}
