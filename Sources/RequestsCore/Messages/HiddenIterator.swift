/// An iterator whose type is hidden.
///
/// `any AsyncIteratorProtocol<Element, any Error>` requires iOS 18.
package protocol HiddenIterator<Element> {
    associatedtype Element: Sendable

    mutating func next() async throws -> Element?
}

/// Hides the type of an iterator.
package struct IteratorBox<Base: AsyncIteratorProtocol>: HiddenIterator where Base.Element: Sendable {
    private var base: Base

    package init(base: Base) { self.base = base }

    @concurrent package mutating func next() async throws -> Base.Element? { try await base.next() }
}
