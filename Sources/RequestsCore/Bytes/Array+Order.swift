extension Array {
    /// Returns the elements sorted by their strings.
    ///
    /// Elements with equal strings keep their order. Only strings are sorted: the compiler would specialize the sort
    /// for each element type, which takes several kilobytes of code.
    package func sorted(byText text: (Element) -> String) -> [Element] {
        TextOrder(of: map(text)).positions.map { self[$0] }
    }
}

/// The sorted order of strings.
struct TextOrder {
    private let sorted: [(text: String, position: Int)]

    init(of texts: [String]) {
        let pairs = texts.indices.map { (text: texts[$0], position: $0) }
        sorted = pairs.sorted { first, second in
            if first.text == second.text { return first.position < second.position }
            return first.text < second.text
        }
    }

    /// The positions of the strings, in sorted order.
    var positions: [Int] { sorted.map(\.position) }

    /// A string that occurs more than once; `nil` if there is none.
    var repeated: String? {
        sorted.indices.dropFirst().first { sorted[$0].text == sorted[$0 - 1].text }.map { sorted[$0].text }
    }
}
