public import Foundation

/// How one page leads to the next.
///
/// ```swift
/// api.get(.json([User].self), from: "/users").pages(.linkHeader)
/// api.get(.json(Page.self), from: "/users").pages(.cursor("cursor", \.nextCursor))
/// api.get(.json([User].self), from: "/users").pages(.pageNumber("page"))
/// api.get(.json([User].self), from: "/users").pages(.offset("offset", by: \.count))
/// ```
public struct Pagination<Resource: Sendable>: Sendable {
    /// What follows a page; `nil` after the last.
    let next: @Sendable (ResponseHead, Resource, PagePosition) throws -> PagePosition.Place?

    /// What the first page is asked for by.
    let first: PagePosition.Place

    private init(
        first: PagePosition.Place = .start,
        _ next: @escaping @Sendable (ResponseHead, Resource, PagePosition) throws -> PagePosition.Place?
    ) {
        self.first = first
        self.next = next
    }

    /// The next page is what the answer links to as `next` in its header (RFC 8288); without such a link, it was the last.
    ///
    /// The link must lead to the origin of the API. The query of the request is not added to it, as a link is complete.
    public static var linkHeader: Self {
        Self { head, _, _ in
            head.links.first { $0.relations.contains("next") }.map { .url($0.target) }
        }
    }

    /// The next page is at a URL that the page names; `nil` or an empty text says that it was the last.
    ///
    /// - Parameter url: The URL in a page, relative or absolute, of the API's origin.
    /// - Returns: The way from page to page.
    public static func link(_ url: @escaping @Sendable (Resource) -> String?) -> Self {
        Self { head, page, _ in
            guard let text = url(page), !text.isEmpty else { return nil }
            guard let reference = URLReference(text) else {
                throw RequestError<Never>(
                    code: .decodingFailed, message: "the link to the next page has a control character"
                )
            }
            return .url(reference.resolved(against: head.url))
        }
    }

    /// The next page is at a URL that the page names; `nil` says that it was the last.
    ///
    /// - Parameter url: The URL in a page, relative or absolute, of the API's origin.
    /// - Returns: The way from page to page.
    public static func link(_ url: @escaping @Sendable (Resource) -> URL?) -> Self {
        link { page in url(page)?.relativeString }
    }

    /// The next page is asked for by a cursor that the page names; `nil` or an empty one says that it was the last.
    ///
    /// - Parameters:
    ///   - name: The name of the query item, which takes the place of any of that name.
    ///   - cursor: The cursor in a page: a text or a number.
    /// - Returns: The way from page to page.
    public static func cursor<Cursor: LosslessStringConvertible & SendableMetatype>(
        _ name: String, _ cursor: @escaping @Sendable (Resource) -> Cursor?
    ) -> Self {
        Self { _, page, _ in
            guard let cursor = cursor(page)?.description, !cursor.isEmpty else { return nil }
            return .query(name: name, value: cursor)
        }
    }

    /// Pages are asked for by their numbers.
    ///
    /// ```swift
    /// api.get(.json(Page.self), from: "/users").pages(.pageNumber("page") { $0.users.isEmpty })
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the query item, which takes the place of any of that name.
    ///   - first: The number of the first page; 1 by default.
    ///   - isLast: Whether a page was the last.
    /// - Returns: The way from page to page.
    public static func pageNumber(
        _ name: String, startingAt first: Int = 1, isLast: @escaping @Sendable (Resource) -> Bool
    ) -> Self {
        Self(first: .query(name: name, value: String(first))) { _, page, position in
            guard !isLast(page) else { return nil }
            return .query(name: name, value: String(try position.number(first).adding(1)))
        }
    }

    /// Pages are asked for by how many items are before them.
    ///
    /// - Parameters:
    ///   - name: The name of the query item, which takes the place of any of that name.
    ///   - count: How many items a page has; none says that it was the last.
    /// - Returns: The way from page to page.
    public static func offset(_ name: String, by count: @escaping @Sendable (Resource) -> Int) -> Self {
        Self(first: .query(name: name, value: "0")) { _, page, position in
            let count = count(page)
            guard count > 0 else { return nil }
            return .query(name: name, value: String(try position.number(0).adding(count)))
        }
    }
}

extension Pagination {
    /// The last page of what is no collection has to be told: `.pageNumber("page") { $0.items.isEmpty }`.
    @available(*, unavailable, message: "say which page is the last: .pageNumber(\"page\") { $0.items.isEmpty }")
    public static func pageNumber(_ name: String, startingAt first: Int = 1) -> Self {
        pageNumber(name, startingAt: first) { _ in true }
    }

    /// How many items a page has that is no collection has to be told: `.offset("offset", by: \.items.count)`.
    @available(*, unavailable, message: "say how many items a page has: .offset(\"offset\", by: \\.items.count)")
    public static func offset(_ name: String) -> Self {
        offset(name) { _ in 0 }
    }
}

extension Pagination where Resource: Collection {
    /// Pages are asked for by their numbers; an empty one was the last.
    ///
    /// - Parameters:
    ///   - name: The name of the query item.
    ///   - first: The number of the first page; 1 by default.
    /// - Returns: The way from page to page.
    public static func pageNumber(_ name: String, startingAt first: Int = 1) -> Self {
        pageNumber(name, startingAt: first) { $0.isEmpty }
    }

    /// Pages are asked for by how many items are before them; an empty one was the last.
    ///
    /// - Parameter name: The name of the query item.
    /// - Returns: The way from page to page.
    public static func offset(_ name: String) -> Self {
        offset(name) { $0.count }
    }
}

extension PagePosition {
    /// The number in its query item.
    fileprivate func number(_ first: Int) -> Int {
        guard case .query(_, let value) = place else { return first }
        return Int(value) ?? first
    }
}

extension Int {
    fileprivate func adding(_ other: Int) throws -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        guard !isTooLarge else {
            throw RequestError<Never>(code: .decodingFailed, message: "the number of the next page is too large")
        }
        return sum
    }
}
