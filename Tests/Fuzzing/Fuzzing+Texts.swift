import Foundation

// Texts of a message that are read and written: what is read again must be equal.
extension Fuzzing {
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

    /// Checks that a reference resolves to a URL that resolves to itself, or to a text that no request accepts.
    @Sendable static func references(_ text: Data) {
        let base = "http://example.com/a/b?c"
        guard let url = URLReference(String(decoding: text, as: UTF8.self))?.resolved(against: base) else { return }
        // The host isn't checked yet, so the text may still be no URL.
        guard (try? URLText.parse(Array(url.utf8), allowingDotSegments: true).get()) != nil else { return }
        if url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { fail("not a URL: \(url)", text) }
        guard let again = URLReference(url)?.resolved(against: base) else { return fail("not read again", text) }
        if again != url { fail("changed: \(url), \(again)", text) }
    }

    /// Checks that no redirect takes credentials to another origin, or leaves https.
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
                let url = URL(string: message.url)
                let isHome = url?.host() == "example.com" && url?.port ?? 443 == 443
                if !message.url.hasPrefix("https://") { fail("left https: \(message.url)", text) }
                if !isHome, message.header.contains(.authorization) { fail("took credentials: \(message.url)", text) }
                guard let location = rest.withLock({ $0.popFirst() }) else {
                    return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data()))
                }
                let fields = HeaderFields([HeaderField(received: "Location", location)])
                return TransportResponse(
                    head: ResponseHead(status: .temporaryRedirect, header: fields, url: message.url),
                    body: MessageBody(Data()))
            }
        }
    }

    /// Waits for a task; nothing else runs on this thread.
    static func wait(for work: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task {
            await work()
            done.signal()
        }
        done.wait()
    }
}
