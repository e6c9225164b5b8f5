/// The position of a page in a list of pages: the data that is needed to request that page.
///
/// Store the position to continue from that page later:
///
/// ```swift
/// let request = api.get(.json([User].self), from: "/users").pages(.linkHeader, startingAt: position)
/// ```
public struct PagePosition: Hashable, Codable, Sendable {
    /// The number of pages before this one, counted from the first requested page.
    package let index: Int

    let location: Location

    enum Location: Hashable, Codable, Sendable {
        /// The page that the unchanged request loads.
        case start
        /// A whole URL from a link.
        case url(String)
        /// A query item added to the request.
        case query(name: String, value: String)
    }

    /// A description of the location for error messages, without the cursor, which may be a secret.
    var shown: String {
        switch location {
        case .start: "the unchanged request"
        case .url(let url): "the URL \(Redaction.url(url, hiding: []).withoutControls)"
        case .query(let name, _): "the same value of the query item \(name.escapedForDisplay)"
        }
    }

    init(index: Int = 0, _ location: Location) {
        self.index = index
        self.location = location
    }

    /// The first page, which the unchanged request loads.
    @usableFromInline
    package static let start = PagePosition(.start)
}

extension PagePosition: RedactedDescription {
    /// The page number, counted from 1; URL and cursor are omitted, because they may contain a secret.
    public var description: String { "page \(index < .max ? index + 1 : index)" }
}
