/// A list that is cheap to append to even if it is copied each time, as in a loop over a chain: `request = request.adding(…)`.
///
/// An array with a second owner is copied as a whole for each new element. A long `GrowingList` copies only its end.
struct GrowingList<Element> {
    /// All elements of a short list; in a long list, the elements that were not appended recently.
    private var settled: [Element]
    private var recent: [Element] = []

    /// The maximum number of elements that are copied for one that is appended.
    private static var limit: Int { 128 }

    init(_ elements: [Element] = []) {
        settled = elements
    }

    mutating func append(_ element: consuming Element) {
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

    /// Returns the first position that a function finds.
    ///
    /// The elements are not copied. The function gets those of a long list in two parts.
    func firstIndex(in find: (UnsafeBufferPointer<Element>) -> Int?) -> Int? {
        settled.withUnsafeBufferPointer(find)
            ?? recent.withUnsafeBufferPointer(find).map { settled.count + $0 }
    }

    /// Changes all elements in place.
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
