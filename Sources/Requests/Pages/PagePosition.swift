/// Where in a list of pages a page is: what has to be asked for to get it.
///
/// It can be kept, and a later run goes on from it:
///
/// ```swift
/// let request = api.get(.json([User].self), from: "/users").pages(.linkHeader, startingAt: position)
/// ```
public struct PagePosition: Hashable, Codable, Sendable {
    /// How many pages are before it, from the first that was asked for.
    public let index: Int

    let place: Place

    enum Place: Hashable, Codable, Sendable {
        /// What the request itself asks for.
        case start
        /// A whole URL, as a link has it.
        case url(String)
        /// A query item added to the request.
        case query(name: String, value: String)
    }

    /// What the place is, for a message: a cursor may be a secret.
    var shown: String {
        switch place {
        case .start: "what the request itself asks for"
        case .url(let url): Redaction.url(url, hiding: []).withoutControls
        case .query(let name, _): "by the same \(name.escapedForDisplay)"
        }
    }

    init(index: Int = 0, _ place: Place) {
        self.index = index
        self.place = place
    }

    /// The first page: what the request itself asks for.
    public static let start = PagePosition(.start)
}

extension PagePosition: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Its number, counted from 1, alone: URL and cursor may hold a secret.
    public var description: String { "page \(index < .max ? index + 1 : index)" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// The index alone, for `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["index": index], displayStyle: .struct) }
}
