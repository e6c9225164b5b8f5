import Requests

/// The place of a schema: the base of names for types without a name, and the direction of values.
struct Site {
    /// The name that a type at this place gets.
    var name: String
    /// The name of the component or operation around the place.
    private let root: String
    var isInput: Bool
    var isOutput: Bool
    /// Indicates whether values are in a form, which has no `null`.
    var isForm = false
    /// Indicates whether bytes are a file of a form.
    var hasFiles = false
    /// The form, if its own properties are at this place.
    var form: FormSite?
    /// The type whose file contains the types of this place; `nil` outside of types.
    var family: String?
    var depth = 0

    private static let nameLimit = 44

    init(name: String, isInput: Bool, isOutput: Bool, family: String? = nil) {
        self.name = name
        root = name
        self.isInput = isInput
        self.isOutput = isOutput
        self.family = family
    }

    /// Returns the site of a component with a name, which is reached from this site.
    func component(_ name: String, isInput: Bool, isOutput: Bool) -> Site {
        var site = Site(name: name, isInput: isInput, isOutput: isOutput)
        site.depth = depth + 1
        return site
    }

    /// Returns the site of a part, whose name omits the middle of a long path.
    func part(_ suffix: String) -> Site {
        var part = self
        part.form = nil
        part.name = name.count + suffix.count > Self.nameLimit ? root + suffix : name + suffix
        // A plain name is clearer than one that nobody can read.
        if part.name.count > Self.nameLimit + 12, suffix.count > 12 { part.name = SwiftName.type(Words(suffix)) }
        part.depth += 1
        return part
    }
}

/// The form with some properties.
struct FormSite {
    let isMultipart: Bool
    /// The Encoding Objects, by property.
    let encoding: JSONValue?
    /// The style of lists.
    let arrays: ArrayStyle
}
