/// Pages of an answer, or their items, each page asked for when it is needed and not before.
///
/// The stream remembers where it is: a loop that was left goes on where it was in the next loop, and after an error with the
/// page that failed. One task reads at a time.
public struct PageStream<Element: Sendable, ResourceFailure: Decodable & Sendable>: AsyncSequence, Sendable {
    /// What ends the loop early: the page at ``position`` did not come.
    public typealias Failure = RequestError<ResourceFailure>

    private let reader: any PageReading<Element, ResourceFailure>

    init(_ reader: some PageReading<Element, ResourceFailure>) {
        self.reader = reader
    }

    /// The page that is asked for next, to go on from in another run; `nil` after the last.
    public var position: PagePosition? { reader.position }

    /// Reads on from where the stream is.
    ///
    /// - Returns: What reads it.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }

    /// Reads pages or items.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reader: any PageReading<Element, ResourceFailure>

        /// The next page or item; `nil` after the last.
        public mutating func next() async throws(Failure) -> Element? { try await reader.next() }
    }
}

/// Where a stream of pages is.
protocol PageReading<Element, ResourceFailure>: AnyObject, Sendable {
    associatedtype Element: Sendable
    associatedtype ResourceFailure: Decodable & Sendable

    var position: PagePosition? { get }

    func next() async throws(RequestError<ResourceFailure>) -> Element?
}

/// Asks for pages, and hands out what is in them.
final class PageReader<API: RequestProviding, Resource: Sendable, Element: Sendable>: PageReading {
    private let transport: any Transport
    private let pages: PagedRequest<API, Resource>
    private let elements: @Sendable (Resource) -> [Element]
    private let state: Guarded<State>

    private struct State {
        var position: PagePosition?
        /// What came and was not handed out yet, the last first.
        var waiting: [Element] = []
        /// How many pages came, and the place of one of them: in time, one of every loop of pages.
        var count = 0
        var landmark: PagePosition.Place?

        /// Notes a page; true where it is one that came before.
        mutating func isRepeated(_ place: PagePosition.Place) -> Bool {
            if landmark == place { return true }
            count += 1
            // Brent's way to find a loop: a landmark at each power of two.
            if count & (count - 1) == 0 { landmark = place }
            return false
        }
    }

    init(
        _ transport: any Transport, _ pages: PagedRequest<API, Resource>,
        _ elements: @escaping @Sendable (Resource) -> [Element]
    ) {
        self.transport = transport
        self.pages = pages
        self.elements = elements
        state = Guarded(State(position: pages.start))
    }

    var position: PagePosition? { state.withLock { $0.position } }

    func next() async throws(RequestError<API.Failure>) -> Element? {
        while true {
            let (element, position) = state.withLock { ($0.waiting.popLast(), $0.position) }
            if let element { return element }
            guard let position else { return nil }
            let (head, page) = try await answer(at: position)
            let newPosition = try pages.position(after: position, head, page)
            let elements = elements(page)
            let isRepeated = state.withLock { state in
                if let newPosition, state.isRepeated(newPosition.place) { return true }
                state.position = newPosition
                state.waiting = elements.reversed()
                return false
            }
            guard isRepeated, let newPosition else { continue }
            throw RequestError(
                code: .malformedResponse,
                message: "the next page of \(position) is one that came before: \(newPosition.shown)", head: head
            )
        }
    }

    private func answer(
        at position: PagePosition
    ) async throws(RequestError<API.Failure>) -> (ResponseHead, Resource) {
        do throws(RequestError<API.Failure>) {
            let (head, page) = try await transport.response(for: pages.request(at: position))
            return (head, page)
        } catch {
            guard case .url = position.place, error.request == nil else { throw error }
            throw error.replacing(message: "the link to \(position) can't be followed: \(error.message)")
        }
    }
}

extension Transport {
    /// Asks for pages, one after the other.
    ///
    /// ```swift
    /// for try await page in session.stream(request.pages(.linkHeader)) { … }
    /// ```
    ///
    /// - Parameter pages: The pages.
    /// - Returns: The pages as they come. What fails is the error of ``perform(_:)``.
    public func stream<API, Resource>(
        _ pages: PagedRequest<API, Resource>
    ) -> PageStream<Resource, API.Failure> {
        PageStream(PageReader(self, pages) { [$0] })
    }

    /// Asks for pages, one after the other, and takes the items out of them.
    ///
    /// ```swift
    /// for try await user in session.stream(request.pages(.linkHeader).items) { … }
    /// ```
    ///
    /// - Parameter items: The items of pages.
    /// - Returns: The items; each page is asked for when those before are read.
    public func stream<API, Resource, Item>(
        _ items: PagedItems<API, Resource, Item>
    ) -> PageStream<Item, API.Failure> {
        PageStream(PageReader(self, items.pages, items.items))
    }
}
