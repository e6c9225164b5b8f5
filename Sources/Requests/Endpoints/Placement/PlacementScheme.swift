/// Where the plain properties of a message's value stand: those without a wrapper.
struct PlacementScheme: Sendable {
    /// The placeholders of the path.
    let placeholders: [String]
    /// Where all others go.
    let others: MessagePlace
    /// Whether the message is an answer.
    let isAnswer: Bool

    /// Of the input of an endpoint: what the path names into the path, the others into the query where the method has no body,
    /// and into the body where it has.
    init(method: HTTPMethod, path: EndpointPath) {
        placeholders = path.placeholders
        others = [.get, .head, .delete].contains(method) ? .query : .bodyField
        isAnswer = false
    }

    private init(others: MessagePlace) {
        placeholders = []
        self.others = others
        isAnswer = true
    }

    /// Of an answer: all into the body.
    static let answer = PlacementScheme(others: .bodyField)

    /// Whether a value is the whole query or body: a dictionary, whose names are data, unless the path may have some of them.
    func holdsWhole(_ type: Any.Type) -> Bool { placeholders.isEmpty && type is any NamedCollection.Type }

    func place(of key: String, coding: Coding) -> MessagePlace {
        placeholder(for: key, coding: coding) == nil ? others : .path
    }

    /// The placeholder that a value without properties fills.
    var onlyPlaceholder: String? { placeholders.count == 1 ? placeholders.first : nil }

    /// The placeholder of a property: by its name in Swift, or by the one on the wire.
    func placeholder(for key: String, coding: Coding) -> String? {
        if placeholders.isEmpty { return nil }
        if placeholders.contains(key) { return key }
        let name = coding.keys.wireName(of: key)
        return placeholders.contains(name) ? name : nil
    }
}
