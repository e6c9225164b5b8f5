/// The query items of a request.
///
/// Items whose text is the same with every coding (texts, whole numbers, flags) are written when they are added. Most queries contain
/// nothing else, and bytes are cheaper to keep and to join than items.
@usableFromInline
struct QueryList: Sendable {
    private var pairs = PairBuffer()
    private var deferred = GrowingList<QueryItem>()

    /// The bytes of the items that are already written.
    var written: [UInt8] { pairs.bytes }

    /// Indicates whether all items are already written.
    var isWritten: Bool { deferred.isEmpty }

    @usableFromInline
    init() {}

    init(_ items: [QueryItem]) {
        for item in items { append(item) }
    }

    @usableFromInline
    mutating func append(_ item: QueryItem) {
        if !deferred.isEmpty || item.isSensitive || !item.appendSimple(to: &pairs) {
            deferred.append(item)
        }
    }

    @usableFromInline
    mutating func append(_ name: String, text: String) {
        guard deferred.isEmpty else { return deferred.append(QueryItem(name, .text(text), isSensitive: false)) }
        pairs.append(name, text: text)
    }

    @usableFromInline
    mutating func append(_ name: String, integer: Int) {
        guard deferred.isEmpty else { return deferred.append(QueryItem(name, .integer(integer), isSensitive: false)) }
        pairs.append(name, integer: integer)
    }

    /// Removes all items with a name, including those of whole values.
    @usableFromInline
    mutating func remove(_ name: String) {
        if !pairs.bytes.isEmpty {
            let items = PairBuffer.pairs(in: written)
            if items.contains(where: { $0.name == name }) {
                pairs = PairBuffer(bytes: PairBuffer.without(name, in: written[...]))
                if !pairs.bytes.isEmpty { pairs = PairBuffer(bytes: pairs.bytes, separator: UInt8(ascii: "&")) }
            }
        }
        if deferred.isEmpty { return }
        deferred.change { items in
            items.removeAll { $0.name == name }
            // The names of a whole value are known only when it is written.
            for index in items.indices where items[index].name.isEmpty { items[index].omitted.append(name) }
        }
    }

    /// Appends the items that are not written yet.
    ///
    /// - Returns: The percent-encoded values of sensitive items.
    func appendDeferred(to pairs: inout PairBuffer, coding: Coding) throws(TransportError) -> [String] {
        var secrets: [String] = []
        for item in deferred {
            let start = pairs.bytes.count
            try item.append(to: &pairs, coding: coding)
            if item.isSensitive { secrets += PairBuffer.values(in: pairs.bytes[start...]) }
        }
        return secrets
    }

    /// The items; those that are already written become texts and flags.
    var items: [QueryItem] {
        PairBuffer.pairs(in: written).map { name, value in
            value.map { QueryItem(name, .text($0), isSensitive: false) } ?? QueryItem(name)
        } + deferred.elements
    }
}
