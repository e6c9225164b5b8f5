extension Array {
    /// Returns the elements in the order of their texts.
    ///
    /// Elements of the same text keep their order. Only texts are really sorted: the compiler copies the sort for each type, which
    /// takes several kilobytes.
    package func sorted(byText text: (Element) -> String) -> [Element] {
        TextOrder(of: map(text)).positions.map { self[$0] }
    }
}

/// The order of texts.
struct TextOrder {
    private let sorted: [(text: String, position: Int)]

    init(of texts: [String]) {
        let pairs = texts.indices.map { (text: texts[$0], position: $0) }
        sorted = pairs.sorted { first, second in
            if first.text == second.text { return first.position < second.position }
            return first.text < second.text
        }
    }

    /// The positions of the texts, in order.
    var positions: [Int] { sorted.map(\.position) }

    /// A text that occurs twice.
    var repeated: String? {
        sorted.indices.dropFirst().first { sorted[$0].text == sorted[$0 - 1].text }.map { sorted[$0].text }
    }
}
