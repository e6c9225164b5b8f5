// libFuzzer calls `LLVMFuzzerTestOneInput` with random bytes. `.ci/fuzz` compiles this file and the core as one module.

import Foundation

/// Runs one input: its first byte selects the target, and the other bytes come from "outside".
@_cdecl("LLVMFuzzerTestOneInput")
public func runInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let input = Data(bytes: start + 1, count: count - 1)
    let index = Int(start[0]) % Fuzzing.targets.count
    Fuzzing.counts[index] += 1
    Fuzzing.targets[index].run(input)
    return 0
}

/// The targets: each one traps if a promise of the library doesn't hold.
enum Fuzzing {
    static let targets: [(name: String, run: @Sendable (Data) -> Void)] = [
        ("forms", forms), ("json", json), ("multipart", multipart), ("texts", texts), ("lines", lines),
        ("events", events), ("jsonLines", jsonLines), ("jsonArrays", jsonArrays), ("fields", fields),
        ("cookies", cookies), ("urls", urls), ("served", served), ("redaction", redaction), ("dates", dates),
        ("mediaTypes", mediaTypes), ("references", references), ("redirects", redirects),
        ("formValues", formValues), ("multipartValues", multipartValues), ("paths", paths), ("shell", shell),
    ]

    /// The number of inputs of each target so far; libFuzzer has one thread.
    nonisolated(unsafe) static var counts: [Int] = {
        atexit {
            for (target, count) in zip(targets, counts) { print("\(target.name): \(count)") }
        }
        return [Int](repeating: 0, count: targets.count)
    }()

    static let api = AnonymousProvider("http://example.com/base")

    // MARK: Bodies

    /// The values that a form or JSON can hold.
    struct Everything: Codable, Equatable, Sendable {
        enum Level: String, Codable, Sendable { case low, high }
        struct Person: Codable, Equatable, Sendable { var name: String; var age: UInt8? }

        var text: String?
        var flag: Bool?
        var int: Int8?
        var huge: Int128?
        var double: Double?
        var decimal: Decimal?
        var date: Date?
        var data: Data?
        var url: URL?
        var id: UUID?
        var level: Level?
        var numbers: [Int]?
        var people: [Person]?
        var names: [String: String]?
    }

    /// Reads a body and, if that succeeds, writes and reads it again: the value must stay the same.
    private static func roundTrip(_ body: Data, _ type: MediaType, _ format: BodyFormat) {
        let head = ResponseHead(status: .ok, header: HeaderFields([.contentType(type)]))
        let decoder = ResponseDecoder<Everything>.decoded(from: format)
        guard let value = try? decoder.decode(head, body) else { return }
        var header = HeaderFields()
        let written = try? BodyProvider.encoded(value, as: format).body(addingTo: &header, coding: .standard)
        guard case .data(let data)? = written else { return }
        guard let again = try? decoder.decode(head, data) else { return fail("not read again", data) }
        // NaN differs from itself, and an empty dictionary isn't written in a form.
        guard "\(again)" == "\(value)" || again == value else { return fail("changed: \(value), \(again)", data) }
    }

    @Sendable static func forms(_ body: Data) { roundTrip(body, .form, .form) }
    @Sendable static func json(_ body: Data) { roundTrip(body, .json, .json) }

    @Sendable static func multipart(_ body: Data) {
        let type = MediaType.multipartForm.with(parameter: "boundary", "b")
        let head = ResponseHead(status: .ok, header: HeaderFields([.contentType(type)]))
        _ = try? ResponseDecoder<Everything>.decoded(from: .multipart).decode(head, body)
    }

    /// Runs the target; the first line of the input is the media type.
    @Sendable static func texts(_ body: Data) {
        let line = body.prefix { $0 != 10 }
        let type = HeaderField(.contentType, String(decoding: line, as: UTF8.self))
        let head = ResponseHead(status: .ok, header: HeaderFields([type]))
        _ = try? ResponseDecoder<String>.text.decode(head, Data(body.dropFirst(line.count)))
    }

    // MARK: Streams

    /// Parses a body whole and byte by byte: the elements must be equal.
    private static func parse<Element>(_ body: Data, as type: MediaType, _ decoder: StreamFormat<Element>) {
        let head = ResponseHead(status: .ok, header: HeaderFields([.contentType(type)]))
        func elements(_ chunks: [Data]) -> [String] {
            guard let request = try? api.get(from: "/").resolve(),
                let step = try? decoder.makeStep(head, .standard, request)
            else { return [] }
            var found: [String] = []
            for chunk in chunks + [nil] {
                let batch = step(chunk)
                found += batch.allElements.map { "\($0)" }
                if let error = batch.error { found.append("\(error.code)") }
                if batch.error != nil || batch.isLast { break }
            }
            return found
        }
        let whole = elements(body.isEmpty ? [] : [body])
        let split = elements(body.map { Data([$0]) })
        if whole != split { fail("split: \(whole), \(split)", body) }
    }

    @Sendable static func lines(_ body: Data) { parse(body, as: .plainText, .lines(limit: 64)) }
    @Sendable static func events(_ body: Data) { parse(body, as: .eventStream, .serverSentEvents(limit: 64)) }
    @Sendable static func jsonLines(_ body: Data) { parse(body, as: .json, .jsonLines([String: Int].self, limit: 64)) }
    @Sendable static func jsonArrays(_ body: Data) { parse(body, as: .json, .jsonArray([String: Int].self, limit: 64)) }

    // MARK: Messages

    /// Reads the fields of a response that the library parses.
    @Sendable static func fields(_ text: Data) {
        let value = String(decoding: text, as: UTF8.self)
        let names: [HeaderField.Name] = [
            "Link", "Set-Cookie", "Retry-After", "Content-Type", "Content-Range", "Date", "WWW-Authenticate",
        ]
        for name in names {
            let head = ResponseHead(
                status: .serviceUnavailable, header: HeaderFields([HeaderField(name, value)]), url: "http://a.b/c")
            _ = (head.links, head.cookies, head.retryAfter, head.challenges, "\(head)")
            _ = MediaType(value)?.parameters
        }
    }

    /// Checks that a cookie which can be read is equal after writing it.
    @Sendable static func cookies(_ text: Data) {
        guard let cookie = WebCookie(String(decoding: text, as: UTF8.self)) else { return }
        guard let written = try? cookie.text() else { return }
        if WebCookie(written) != cookie { fail("changed: \(written)", text) }
    }

    /// Checks that no text leaves the API's origin, and none starts a new line.
    @Sendable static func urls(_ text: Data) {
        let value = String(decoding: text, as: UTF8.self)
        let request = api.get(from: "/a/\(value)/b").adding(queryItems: [QueryItem("q", value)])
            .adding(headerField: "X-Text", value)
        guard let message = try? request.resolve() else { return }
        let field: String = message.header["X-Text"] ?? ""
        let breaks: Set<UInt8> = [0, 10, 13]
        let isInside = message.url.hasPrefix("http://example.com/base/a/")
        if !isInside || !breaks.isDisjoint(with: message.url.utf8) || !breaks.isDisjoint(with: field.utf8) {
            fail("escaped: \(message.url)", text)
        }
        guard let query = URLComponents(string: message.url)?.queryItems else { return fail("no URL", text) }
        if query.first?.value != value { fail("changed: \(query)", text) }
    }

    // MARK: Serving

    struct API: RequestProviding {
        let baseURL = URL("http://example.com")
        let read = Endpoint<Everything, Everything>(.get, "/read")
        let write = Endpoint<Everything, Everything>(.post, "/write/{text}")
    }

    /// Serves a request, which must never be an error of the server.
    ///
    /// The first line is the target, and the second one the media type.
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

    // MARK: Secrets

    /// Checks that a secret in a text is hidden, whatever surrounds it.
    @Sendable static func redaction(_ text: Data) {
        let value = String(decoding: text, as: UTF8.self)
        let request = api.get(from: "/a").authenticated(with: .bearerToken("canary-7f3a"))
            .adding(queryItems: [QueryItem("text", value)])
        guard let message = try? request.resolve() else { return }
        if "\(message)".contains("canary-7f3a") { fail("shown", text) }
    }

    static func fail(_ what: String, _ input: Data) {
        fatalError("\(what) from \(input.map { String($0, radix: 16) }.joined(separator: " "))")
    }
}
