public import Foundation

/// The way from one page to the next.
///
/// ```swift
/// api.get(.json([User].self), from: "/users").pages(.linkHeader)
/// api.get(.json(Page.self), from: "/users").pages(.cursor("cursor", \.nextCursor))
/// api.get(.json([User].self), from: "/users").pages(.pageNumber("page"))
/// api.get(.json([User].self), from: "/users").pages(.offset("offset", by: \.count))
/// ```
public struct Pagination<Resource: Sendable>: Sendable {
    /// Returns the location of the next page; `nil` after the last page.
    let next: @Sendable (ResponseHead, Resource, PagePosition) throws -> PagePosition.Location?

    /// The location of the first page.
    let first: PagePosition.Location

    private init(
        first: PagePosition.Location = .start,
        _ next: @escaping @Sendable (ResponseHead, Resource, PagePosition) throws -> PagePosition.Location?
    ) {
        self.first = first
        self.next = next
    }

    /// The link with the relation `next` in the response's header (RFC 8288); the last page contains no such link.
    ///
    /// The link must lead to the API's origin. The query of the request isn't added to it.
    public static var linkHeader: Self {
        Self { head, _, _ in
            head.links.first { $0.relations.contains("next") }.map { .url($0.target) }
        }
    }

    /// Requests the next page at a URL that the page contains; `nil` or an empty string ends the list.
    ///
    /// - Parameter url: Returns the URL in a page. The URL may be relative or absolute, and must have the API's origin.
    /// - Returns: The way from one page to the next.
    public static func link(_ url: @escaping @Sendable (Resource) -> String?) -> Self {
        Self { head, page, _ in
            guard let text = url(page), !text.isEmpty else { return nil }
            guard let reference = URLReference(text) else {
                throw TransportError(
                    code: .decodingFailed,
                    message: "the link to the next page isn't a valid URL, because the link contains a control "
                        + "character"
                )
            }
            return .url(reference.resolved(against: head.urlText))
        }
    }

    /// Requests the next page at a URL that the page contains; `nil` ends the list.
    ///
    /// - Parameter url: Returns the URL in a page. The URL may be relative or absolute, and must have the API's origin.
    /// - Returns: The way from one page to the next.
    public static func link(_ url: @escaping @Sendable (Resource) -> URL?) -> Self {
        link { page in url(page)?.relativeString }
    }

    /// Requests the next page with a cursor from the page; `nil` or an empty cursor ends the list.
    ///
    /// - Parameters:
    ///   - name: The name of the query item, which replaces all items with that name.
    ///   - cursor: Returns the cursor in a page: a string or a number.
    /// - Returns: The way from one page to the next.
    public static func cursor<Cursor: LosslessStringConvertible & SendableMetatype>(
        _ name: String, _ cursor: @escaping @Sendable (Resource) -> Cursor?
    ) -> Self {
        Self { _, page, _ in
            guard let cursor = cursor(page)?.description, !cursor.isEmpty else { return nil }
            return .query(name: name, value: cursor)
        }
    }

    /// Requests pages by their numbers.
    ///
    /// ```swift
    /// api.get(.json(Page.self), from: "/users").pages(.pageNumber("page") { $0.users.isEmpty })
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the query item, which replaces all items with that name.
    ///   - first: The number of the first page: 1 by default.
    ///   - isLast: Returns whether a page is the last.
    /// - Returns: The way from one page to the next.
    public static func pageNumber(
        _ name: String, startingAt first: Int = 1, isLast: @escaping @Sendable (Resource) -> Bool
    ) -> Self {
        Self(first: .query(name: name, value: String(first))) { _, page, position in
            guard !isLast(page) else { return nil }
            return .query(name: name, value: String(try position.number(first).adding(1)))
        }
    }

    /// Requests pages by the number of items before them.
    ///
    /// - Parameters:
    ///   - name: The name of the query item, which replaces all items with that name.
    ///   - count: Returns the number of items in a page. Zero ends the list.
    /// - Returns: The way from one page to the next.
    public static func offset(_ name: String, by count: @escaping @Sendable (Resource) -> Int) -> Self {
        Self(first: .query(name: name, value: "0")) { _, page, position in
            let count = count(page)
            guard count > 0 else { return nil }
            return .query(name: name, value: String(try position.number(0).adding(count)))
        }
    }
}

extension Pagination {
    /// Requires a test for the last page if a page isn't a collection: `.pageNumber("page") { $0.items.isEmpty }`.
    @available(
        *, unavailable, message: "pass a closure that detects the last page: .pageNumber(\"page\") { $0.items.isEmpty }"
    )
    public static func pageNumber(_ name: String, startingAt first: Int = 1) -> Self {
        pageNumber(name, startingAt: first) { _ in true }
    }

    /// Requires the number of items if a page isn't a collection: `.offset("offset", by: \.items.count)`.
    @available(*, unavailable, message: "pass the number of items on a page: .offset(\"offset\", by: \\.items.count)")
    public static func offset(_ name: String) -> Self {
        offset(name) { _ in 0 }
    }
}

extension Pagination where Resource: Collection {
    /// Requests pages by their numbers; an empty page ends the list.
    ///
    /// - Parameters:
    ///   - name: The name of the query item.
    ///   - first: The number of the first page: 1 by default.
    /// - Returns: The way from one page to the next.
    public static func pageNumber(_ name: String, startingAt first: Int = 1) -> Self {
        pageNumber(name, startingAt: first) { $0.isEmpty }
    }

    /// Requests pages by the number of items before them; an empty page ends the list.
    ///
    /// - Parameter name: The name of the query item.
    /// - Returns: The way from one page to the next.
    public static func offset(_ name: String) -> Self {
        offset(name) { $0.count }
    }
}

extension PagePosition {
    /// Returns the number in the position's query item, or a default.
    fileprivate func number(_ first: Int) -> Int {
        guard case .query(_, let value) = location else { return first }
        return Int(value) ?? first
    }
}

extension Int {
    fileprivate func adding(_ other: Int) throws -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        guard !isTooLarge else {
            throw TransportError(code: .decodingFailed, message: "the number or offset of the next page is too large")
        }
        return sum
    }
}
