/// A stream of pages, or of their items, which requests each page only when it is needed.
///
/// A new loop, or ``next()``, continues at the position of the last loop, or with the failed page after an error. Only one task
/// may read at a time.
public struct PageStream<Element: Sendable, ResourceFailure: Sendable>: AsyncSequence, Sendable {
    /// The error that ends the loop early: the page at ``position`` could not be loaded.
    public typealias Failure = RequestError<ResourceFailure>

    private let reader: any PageReading<Element, ResourceFailure>

    init(_ reader: some PageReading<Element, ResourceFailure>) {
        self.reader = reader
    }

    /// The position of the next page to request, from which you can continue later; `nil` after the last page.
    public var position: PagePosition? { reader.position }

    /// Returns the next page or item, for code that isn't a loop.
    ///
    /// ```swift
    /// let pages = session.stream(request.pages(.linkHeader))
    /// if let page = try await pages.next() { statuses += page }
    /// ```
    ///
    /// After an error, the next call requests the failed page again.
    ///
    /// - Returns: The page or the item; `nil` after the last one.
    /// - Throws: The errors of ``Transport/perform(_:)``.
    public func next() async throws(RequestError<ResourceFailure>) -> Element? { try await reader.next() }

    /// Continues reading at the stream's position.
    ///
    /// - Returns: The iterator.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }

    /// Reads the pages or items.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reader: any PageReading<Element, ResourceFailure>

        /// Waits for the next page or item.
        ///
        /// - Returns: The page or item; `nil` after the last one.
        /// - Throws: The error of the page at ``PageStream/position``.
        public mutating func next() async throws(RequestError<ResourceFailure>) -> Element? { try await reader.next() }
    }
}

/// The state of a stream of pages.
protocol PageReading<Element, ResourceFailure>: AnyObject, Sendable {
    associatedtype Element: Sendable
    associatedtype ResourceFailure: Sendable

    var position: PagePosition? { get }

    func next() async throws(RequestError<ResourceFailure>) -> Element?
}

/// Requests pages, and returns their elements.
final class PageReader<API: RequestProviding, Resource: Sendable, Element: Sendable>: PageReading {
    private let transport: any Transport
    private let pages: PagedRequest<API, Resource, Element>
    private let state: Guarded<State>

    private struct State {
        var position: PagePosition?
        /// The received elements that were not returned yet, the last one first.
        var waiting: [Element] = []
        var visited = VisitedPages()
    }

    init(_ transport: any Transport, _ pages: PagedRequest<API, Resource, Element>) {
        self.transport = transport
        self.pages = pages
        state = Guarded(State(position: pages.start))
    }

    var position: PagePosition? { state.withLock { $0.position } }

    func next() async throws(RequestError<API.Failure>) -> Element? {
        while true {
            let (element, position) = state.withLock { ($0.waiting.popLast(), $0.position) }
            if let element { return element }
            guard let position else { return nil }
            guard !state.withLock({ $0.visited.contains(position.location) }) else {
                throw RequestError(
                    code: .malformedResponse,
                    message: "\(position) would repeat an earlier page, because both have \(position.shown)"
                )
            }
            let (head, page) = try await response(at: position)
            let newPosition = try pages.position(after: position, head, page)
            let elements = pages.elements(page)
            state.withLock { state in
                state.position = newPosition
                state.waiting = elements.reversed()
                state.visited.insert(position.location)
                // A link back to the first page contains that page's URL.
                if position.location == .start { state.visited.insert(.url(head.urlText)) }
            }
        }
    }

    private func response(
        at position: PagePosition
    ) async throws(RequestError<API.Failure>) -> (ResponseHead, Resource) {
        do throws(RequestError<API.Failure>) {
            let (head, page) = try await transport.response(for: pages.request(at: position))
            return (head, page)
        } catch {
            guard case .url = position.location, error.request == nil else { throw error }
            throw error.replacing(message: "the link to \(position) can't be followed: \(error.message)")
        }
    }
}

extension Transport {
    /// Requests pages one after the other, and returns them or their items.
    ///
    /// ```swift
    /// for try await page in session.stream(request.pages(.linkHeader)) { … }
    /// for try await user in session.stream(request.pages(.linkHeader).items) { … }
    /// ```
    ///
    /// - Parameter pages: The pages, or their items.
    /// - Returns: The elements, with the errors of ``perform(_:)``. Each page is requested after all earlier pages have
    ///   been read.
    public func stream<API, Resource, Element>(
        _ pages: PagedRequest<API, Resource, Element>
    ) -> PageStream<Element, API.Failure> {
        PageStream(PageReader(self, pages))
    }
}
