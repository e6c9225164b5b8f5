/// An iterator whose type is hidden.
///
/// `any AsyncIteratorProtocol<Element, any Error>` requires iOS 18.
protocol HiddenIterator<Element> {
    associatedtype Element: Sendable

    mutating func next() async throws -> Element?
}

/// Hides the type of an iterator.
struct IteratorBox<Base: AsyncIteratorProtocol>: HiddenIterator where Base.Element: Sendable {
    var base: Base

    @concurrent mutating func next() async throws -> Base.Element? { try await base.next() }
}
