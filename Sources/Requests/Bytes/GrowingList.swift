/// A list that stays cheap to append to if it is copied each time, as in a loop over a chain: `request = request.adding(…)`.
///
/// An array that somebody else has, too, is copied as a whole for each element. Of this one, a long list copies its end alone.
struct GrowingList<Element> {
    /// All elements of a short list; those of a long one that were not appended lately.
    private var settled: [Element]
    private var recent: [Element] = []

    /// How many elements are copied at the most for one that is appended.
    private static var limit: Int { 128 }

    init(_ elements: [Element] = []) {
        settled = elements
    }

    mutating func append(_ element: Element) {
        if settled.count < Self.limit {
            settled.append(element)
        } else {
            recent.append(element)
            if recent.count == Self.limit { settle() }
        }
    }

    mutating func append(contentsOf elements: some Sequence<Element>) {
        settle()
        settled.append(contentsOf: elements)
    }

    /// All elements as an array.
    var elements: [Element] { recent.isEmpty ? settled : settled + recent }

    /// The first position that a function finds, without a copy of the elements: it gets those of a long list in two parts.
    func firstIndex(in find: (UnsafeBufferPointer<Element>) -> Int?) -> Int? {
        settled.withUnsafeBufferPointer(find)
            ?? recent.withUnsafeBufferPointer(find).map { settled.count + $0 }
    }

    /// Changes all elements where they are.
    mutating func change<Result>(_ body: (inout [Element]) -> Result) -> Result {
        settle()
        return body(&settled)
    }

    private mutating func settle() {
        if recent.isEmpty { return }
        settled += recent
        recent = []
    }
}

extension GrowingList: Sendable where Element: Sendable {}

extension GrowingList: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { settled.count + recent.count }

    subscript(position: Int) -> Element {
        position < settled.count ? settled[position] : recent[position - settled.count]
    }
}

extension GrowingList: Equatable where Element: Equatable {
    static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}

extension GrowingList: Hashable where Element: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}
