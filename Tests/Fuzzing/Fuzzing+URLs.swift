import Foundation

// URLs and paths: no text leaves the place that the program gave it.
extension Fuzzing {
    /// Checks that no text leaves the API's origin, and none starts a new line.
    @Sendable static func urls(_ text: Data) {
        let value = String(decoding: text, as: UTF8.self)
        let request = api.get(from: "/a/\(value)/b").adding(queryItems: [QueryItem("q", value)])
            .adding(headerField: "X-Text", value)
        guard let message = try? request.resolve() else { return }
        let field: String = message.header["X-Text"] ?? ""
        let breaks: Set<UInt8> = [0, 10, 13]
        let isInside = message.urlText.hasPrefix("http://example.com/base/a/")
        if !isInside || !breaks.isDisjoint(with: message.urlText.utf8) || !breaks.isDisjoint(with: field.utf8) {
            fail("escaped: \(message.urlText)", text)
        }
        guard let query = URLComponents(string: message.urlText)?.percentEncodedQuery else {
            return fail("no URL", text)
        }
        if decoded(query) != "q=\(value)" { fail("changed: \(query)", text) }
    }

    /// Decodes percent-encoding; Foundation would drop a byte order mark.
    private static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Checks that interpolated values add no segment to a path, and can be read from it.
    @Sendable static func paths(_ input: Data) {
        let values = input.split(separator: 0, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        guard values.count == 2, let message = try? api.get(from: "/a/\(values[0])/b/\(values[1])").resolve() else {
            return
        }
        let segments = message.urlText.dropFirst("http://example.com".utf8.count).split(
            separator: "/", omittingEmptySubsequences: false)
        guard segments.count == 6 else { return fail("other segments: \(message.urlText)", input) }
        let read = [decoded(segments[3]), decoded(segments[5])]
        if read != values { fail("changed: \(read)", input) }
    }

    /// Checks that a shell passes the words of a cURL command on as they were meant.
    @Sendable static func shell(_ input: Data) {
        let value = String(decoding: input, as: UTF8.self)
        let request = api.get(from: "/a/\(value)").adding(headerField: "X-Text", value)
        guard let message = try? request.resolve() else { return }
        let script = "curl() { printf '%s\\n--\\n' \"$@\"; }; " + message.cURL(revealingSecrets: true)
        // In a `String`, an apostrophe and a combining mark after it would be a single Character, different from the
        // apostrophe.
        let quoted = script.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined()
        guard let pipe = popen("LC_ALL=C exec sh -c '\(quoted)'", "r") else { return }
        defer { pclose(pipe) }
        var output = Data()
        var buffer = [UInt8](repeating: 0, count: 4_096)
        repeat {
            // The fuzzer's timer can interrupt the read.
            clearerr(pipe)
            let count = fread(&buffer, 1, buffer.count, pipe)
            output += buffer[..<count]
        } while ferror(pipe) != 0 && errno == EINTR || feof(pipe) == 0
        let words = String(decoding: output, as: UTF8.self).components(separatedBy: "\n--\n")
        let field = message.header["X-Text"] ?? ""
        let isPassed = words.contains(message.urlText) && words.contains(field.isEmpty ? "X-Text;" : "X-Text: \(field)")
        if !isPassed { fail("words: \(words)", input) }
    }

    /// Checks that a reference resolves to a URL that resolves to itself, or to a text that no request accepts.
    @Sendable static func references(_ text: Data) {
        let base = "http://example.com/a/b?c"
        guard let url = URLReference(String(decoding: text, as: UTF8.self))?.resolved(against: base) else { return }
        // The host isn't checked yet, so the text may still not be a URL.
        guard (try? URLText.parse(Array(url.utf8), allowingDotSegments: true).get()) != nil else { return }
        if url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { fail("not a URL: \(url)", text) }
        guard let again = URLReference(url)?.resolved(against: base) else { return fail("not read again", text) }
        if again != url { fail("changed: \(url), \(again)", text) }
    }

    /// Checks that no redirect sends credentials to another origin, or leaves https.
    ///
    /// Each line is a Location.
    @Sendable static func redirects(_ text: Data) {
        let locations = text.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
        let start = AnonymousProvider("https://example.com/base").get(from: "/a")
            .authenticated(with: .bearerToken("canary-7f3a"))
        guard let message = try? start.resolve() else { return fail("no request", text) }
        let rest = Guarded(locations[...])
        wait {
            _ = try? await message.followingRedirects { message in
                let url = URL(string: message.urlText)
                let isHome = url?.host()?.lowercased() == "example.com" && url?.port ?? 443 == 443
                if !message.urlText.hasPrefix("https://") { fail("left https: \(message.urlText)", text) }
                if !isHome, message.header.contains(.authorization) {
                    fail("took credentials: \(message.urlText)", text)
                }
                guard let location = rest.withLock({ $0.popFirst() }) else {
                    return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data()))
                }
                let fields = HeaderFields([HeaderField(received: "Location", location)])
                return TransportResponse(
                    head: ResponseHead(status: .temporaryRedirect, header: fields, urlText: message.urlText),
                    body: MessageBody(Data()))
            }
        }
    }
}
