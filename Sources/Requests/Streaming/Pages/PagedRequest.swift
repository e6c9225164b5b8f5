import Foundation

/// A request for a list of pages, to be read as pages or as their items.
public struct PagedRequest<API: RequestProviding, Resource: Sendable, Element: Sendable>: Sendable {
    /// The request of the first page.
    let request: Request<API, Resource>

    /// The way from one page to the next.
    let pagination: Pagination<Resource>

    /// The first page to request.
    let start: PagePosition

    /// Returns the elements of a page: the page itself, or its items.
    let elements: @Sendable (Resource) -> [Element]

    /// Returns the request of a page.
    func request(at position: PagePosition) throws(RequestError<API.Failure>) -> Request<API, Resource> {
        switch position == .start ? pagination.first : position.location {
        case .start:
            return request
        case .query(let name, let value):
            return request.setting(query: name, value)
        case .url(let text):
            guard let url = URL(string: text) else {
                throw RequestError(code: .invalidURL, message: "the link to the next page is not a valid URL")
            }
            return request.with(query: []).moved(to: URLPath(absolute: url))
        }
    }

    /// Returns the position after a page; `nil` after the last.
    func position(
        after position: PagePosition, _ head: ResponseHead, _ page: Resource
    ) throws(RequestError<API.Failure>) -> PagePosition? {
        let location: PagePosition.Location?
        do {
            location = try pagination.next(head, page, position)
        } catch {
            throw TransportError(anyError: error).with(request: nil, head: head)
        }
        guard let location else { return nil }
        let next = PagePosition(index: position.index + 1, location)
        guard location != position.location else {
            throw RequestError(
                code: .malformedResponse,
                message: "the page after \(position) would repeat \(position), because both have \(next.shown)",
                head: head
            )
        }
        return next
    }
}

extension Request {
    /// Makes a list of pages that begins with the response to this request.
    ///
    /// ```swift
    /// for try await user in session.stream(api.get(.json([User].self), from: "/users").pages(.linkHeader).items) { … }
    /// ```
    ///
    /// - Parameters:
    ///   - pagination: The way from one page to the next.
    ///   - position: The page to begin with: the first page by default.
    /// - Returns: The pages, for the transport's `stream(_:)`.
    public func pages(
        _ pagination: Pagination<Resource>, startingAt position: PagePosition = .start
    ) -> PagedRequest<API, Resource, Resource> {
        PagedRequest(request: self, pagination: pagination, start: position) { [$0] }
    }

    consuming func moved(to endpoint: URLPath) -> Self {
        parts.target.move(to: endpoint)
        return self
    }
}

extension PagedRequest where Element == Resource {
    /// Returns the items of the pages.
    ///
    /// - Parameter items: The items of a page, such as `\.users`.
    /// - Returns: The items, for the transport's `stream(_:)`.
    public func items<Items: Sequence & SendableMetatype>(
        _ items: @escaping @Sendable (Resource) -> Items
    ) -> PagedRequest<API, Resource, Items.Element> {
        PagedRequest<API, Resource, Items.Element>(request: request, pagination: pagination, start: start) {
            Array(items($0))
        }
    }
}

extension PagedRequest where Element == Resource, Resource: Sequence, Resource.Element: Sendable {
    /// The items of the pages.
    public var items: PagedRequest<API, Resource, Resource.Element> { items { $0 } }
}
