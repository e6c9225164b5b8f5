import Foundation

// Servers: each request gets a response, and an input arrives as it was sent.
extension Fuzzing {
    struct API: RequestProviding {
        let baseURL = URL("http://example.com")
        let read = Endpoint<Everything, Everything>(.get, "/read")
        let write = Endpoint<Everything, Everything>(.post, "/write/{text}")
        let note = Endpoint<Note, Reply>(.post, "/notes/{id}")
    }

    /// Serves a request.
    ///
    /// The response must never be a server error (5xx). The first line of the input is the target, and the second line
    /// is the media type.
    @Sendable static func served(_ text: Data) {
        let lines = text.split(separator: 10, maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3 else { return }
        let target = "/" + String(decoding: lines[0], as: UTF8.self)
        let type = HeaderField(.contentType, String(decoding: lines[1], as: UTF8.self))
        let body = Data(lines[2])
        wait {
            let routes = Routes(API()).on(\.read) { $0 }.on(\.write) { $0 }
            for method: HTTPMethod in [.get, .post] {
                let request = IncomingRequest(
                    method: method, target: target, header: HeaderFields([type]), body: MessageBody(body))
                let status = await routes.respond(to: request).head.status
                if status.code >= 500 { fail("\(status)", text) }
            }
        }
    }

    // MARK: Declared places

    /// An input with a property in each place of a request.
    struct Note: Codable, Sendable, Equatable {
        var id: String
        @QueryValue var filters: [String]
        @QueryValue var search: String?
        @HeaderValue var trace: String?
        @CookieValue var session: String?
        var text: String
        var tags: [String]
    }

    /// An output with a property in each place of a response.
    struct Reply: Codable, Sendable, Equatable {
        @HeaderValue var trace: String?
        @CookieValue var session: String?
        var id: String
        var filters: [String]
        var search: String?
        var text: String
        var tags: [String]
    }

    /// Checks that an input which a client sends comes back unchanged in the output.
    @Sendable static func declared(_ input: Data) {
        var texts = texts(of: input)
        func next() -> String? { texts.isEmpty ? nil : texts.removeFirst() }
        let (id, text, search, trace, session) = (next() ?? "", next() ?? "", next(), next(), next())
        let note = Note(
            id: id, filters: texts, search: search, trace: trace, session: session, text: text, tags: texts.reversed())
        wait {
            let routes = Routes(API()).on(\.note) { note in
                Reply(
                    trace: note.trace, session: note.session, id: note.id, filters: note.filters, search: note.search,
                    text: note.text, tags: note.tags)
            }
            let request = API().request(\.note, note)
            // A client refuses what it can't send unchanged.
            guard (try? request.resolve()) != nil else { return }
            do {
                let reply = try await Loopback(routes).perform(request)
                let wanted = Reply(
                    trace: trace, session: session, id: id, filters: note.filters, search: search, text: text,
                    tags: note.tags)
                if reply != wanted { fail("changed: \(reply), \(wanted)", input) }
            } catch {
                fail("\(error)", input)
            }
        }
    }

    // MARK: Documents

    /// Checks that a document which can be read stays the same, and doesn't differ from itself.
    @Sendable static func documents(_ text: Data) {
        guard let document = try? OpenAPI(text) else { return }
        guard let again = try? OpenAPI(document.data), again.content == document.content else {
            return fail("changed: \(document.content)", text)
        }
        // The document is written in the form of OpenAPI 3.1 or later.
        let change = document.changes(since: again).first { $0.rule != "format-version-changed" }
        if let change { fail("differs from itself: \(change)", text) }
    }
}
