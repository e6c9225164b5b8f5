/// A place in a value whose pairs are written: the root, a property, an entry of a dictionary or an element.
struct KeyValuePlace {
    /// The step from the place above.
    enum Step {
        case root
        case key(any CodingKey)
        case name(String)
        case element(Int)
    }

    let step: Step
    let pathAbove: [any CodingKey]

    /// The length of the place's name in the names of the writer.
    var nameCount = 0

    /// The length of the name of the place above.
    let nameCountAbove: Int

    /// Indicates whether the place has a name; the root has none if the value has named properties or keys.
    var isNamed: Bool

    /// Indicates whether the value may be `nil`.
    var isOptional = false

    /// Makes the place of a whole value.
    init(isNamed: Bool) {
        step = .root
        pathAbove = []
        nameCountAbove = 0
        self.isNamed = isNamed
    }

    /// Makes a place below another.
    init(_ step: Step, below place: KeyValuePlace) {
        self.step = step
        pathAbove = place.path
        nameCountAbove = place.nameCount
        isNamed = true
    }

    var path: [any CodingKey] {
        switch step {
        case .root: pathAbove
        case .key(let key): pathAbove + [key]
        case .name(let name): pathAbove + [WireKey(name)]
        case .element(let index): pathAbove + [WireKey(String(index), intValue: index)]
        }
    }

    /// The number of keys that lead to the place.
    var depth: Int { if case .root = step { 0 } else { pathAbove.count + 1 } }

    var isElement: Bool { if case .element = step { true } else { false } }

    /// Indicates whether the place is a property, rather than an entry of a type that accepts any name.
    var isProperty: Bool { if case .key(let key) = step { !type(of: key).isOpen } else { false } }

    /// Returns the issue of the value at this place.
    func issue(_ problem: String) -> KeyValueEncodingIssue { KeyValueEncodingIssue(problem: problem, path: path) }
}
