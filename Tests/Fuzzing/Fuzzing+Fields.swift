import Foundation

// Message fields are read, written and read again: both readings must be equal.
extension Fuzzing {
    /// Reads the fields of a response that the library parses.
    @Sendable static func fields(_ text: Data) {
        let value = String(decoding: text, as: UTF8.self)
        let names: [HeaderField.Name] = [
            "Link", "Set-Cookie", "Retry-After", "Content-Type", "Content-Range", "Date", "WWW-Authenticate",
        ]
        for name in names {
            let head = ResponseHead(
                status: .serviceUnavailable, header: HeaderFields([HeaderField(name, value)]), urlText: "http://a.b/c")
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

    /// Checks that a date which can be read stays the same date.
    @Sendable static func dates(_ text: Data) {
        guard let date = HTTPDate.date(of: String(decoding: text, as: UTF8.self)) else { return }
        guard let written = HTTPDate.text(of: date), HTTPDate.date(of: written) == date else {
            return fail("changed: \(date)", text)
        }
    }

    /// Checks that the parameters of a media type stay the same.
    @Sendable static func mediaTypes(_ text: Data) {
        guard let type = MediaType(String(decoding: text, as: UTF8.self)) else { return }
        guard let again = MediaType("\(type)"), again == type, again.parameters.count == type.parameters.count else {
            return fail("changed: \(type)", text)
        }
    }

    /// Checks that a range which can be read stays the same.
    @Sendable static func ranges(_ text: Data) {
        guard let range = ContentRange(String(decoding: text, as: UTF8.self)) else { return }
        if ContentRange("\(range)") != range { fail("changed: \(range)", text) }
    }

    // MARK: Lists

    /// Returns the texts of an input that a field can contain (RFC 9110, section 5.5).
    private static func fieldTexts(of input: Data) -> [String] {
        texts(of: input).filter { !$0.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
    }

    /// Checks that quoted elements are read as they were, in one field or in several.
    @Sendable static func headerLists(_ input: Data) {
        let texts = texts(of: input)
        let read = HeaderListElement.all(in: texts.map(\.quotedString).joined(separator: " , ,"))
        if read.map(HeaderListElement.unquoted) != texts { fail("changed: \(read)", input) }
    }

    /// Checks that links are read with the targets and titles with which they were sent.
    @Sendable static func links(_ input: Data) {
        let titles = fieldTexts(of: input)
        let lines = titles.enumerated().map { number, title in
            "<https://a.b/\(number)>; title=\(title.quotedString); rel=\"next \(number)\""
        }
        for values in [lines, [lines.joined(separator: ",")]] {
            let head = ResponseHead(
                status: .ok, header: HeaderFields(values.map { HeaderField(received: "Link", $0) }),
                urlText: "https://c.d")
            let read = head.links
            if read.map(\.parameters["title"]) != titles { fail("changed: \(read)", input) }
            let targets = titles.indices.map { "https://a.b/\($0)" }
            if read.map(\.target) != targets { fail("other targets: \(read)", input) }
        }
    }

    /// Checks that challenges are read with the parameters with which they were sent, in one field or in several.
    @Sendable static func challenges(_ input: Data) {
        let realms = fieldTexts(of: input)
        let lines = realms.map { "Some realm=\($0.quotedString), a=b" }
        for values in [lines, [lines.joined(separator: ", ")]] {
            let read = ChallengeReader(values).challenges
            if read.map({ $0.parameter("realm") }) != realms || read.contains(where: { $0.parameter("a") != "b" }) {
                fail("changed: \(read)", input)
            }
        }
    }

    // MARK: Cookies

    /// Checks that a jar sends cookies only to their hosts, in a field that is read as it was meant.
    ///
    /// Each line is a Set-Cookie field from one host.
    @Sendable static func jars(_ text: Data) {
        let jar = CookieJar(date: { Date(timeIntervalSince1970: 1_700_000_000) })
        let origin = URL("https://a.example.com/x/y")
        for line in text.split(separator: 10) {
            guard let cookie = WebCookie(String(decoding: line, as: UTF8.self)) else { continue }
            try? jar.set(cookie, from: origin)
        }
        if let lost = jar.cookies(for: URL("https://example.org/x/y")).first { fail("to another host: \(lost)", text) }
        if let lost = jar.cookies(for: URL("https://a.example.com.org/x/y")).first {
            fail("to another host: \(lost)", text)
        }
        if let lost = jar.cookies(for: URL("http://a.example.com/x/y")).first(where: \.isSecure) {
            fail("over http: \(lost)", text)
        }
        let sent = jar.cookies(for: origin)
        guard let message = try? api.get(from: "/").adding(cookies: sent).resolve() else {
            return fail("a kept cookie isn't sent", text)
        }
        let read = WebCookie.list(in: message.header[values: .cookie])
        // A cookie without a name is sent as its value alone. If the value contains a `=`, a server reads a different
        // cookie (RFC 6265bis, section 5.8.3).
        if sent.contains(where: { $0.name.isEmpty && $0.value.contains("=") }) { return }
        if read.map(\.name) != sent.map(\.name) || read.map(\.value) != sent.map(\.value) {
            fail("changed: \(read.map { "\($0.name)=\($0.value)" })", text)
        }
    }
}
