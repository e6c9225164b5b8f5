/// A place in a value whose pairs are written: the root, a property, an entry of a dictionary or an element.
struct KeyValuePlace: Sendable {
    let path: CodingPath

    /// The number of keys that lead to the place.
    let depth: Int

    /// The length of the place's name in the names of the writer.
    let nameCount: Int

    /// The length of the name of the place above.
    let nameCountAbove: Int

    /// Indicates whether the place has a name; the root has no name if the value has named properties or keys.
    let isNamed: Bool

    /// Indicates whether the value may be `nil`.
    var isOptional = false

    /// The place of a whole value with named properties or keys.
    static let root = KeyValuePlace(path: .root, depth: 0, nameCount: 0, nameCountAbove: 0, isNamed: false)

    /// Returns the issue of the value at this place.
    func issue(_ problem: String) -> KeyValueEncodingIssue { KeyValueEncodingIssue(problem: problem, path: path.keys) }

    /// Returns the issue of a property of the value at this place.
    func issue(_ problem: String, of member: Outline.Member) -> KeyValueEncodingIssue {
        KeyValueEncodingIssue(problem: problem, path: path.keys + [member.key])
    }
}
