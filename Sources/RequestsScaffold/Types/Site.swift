import Requests

/// The place of a schema: the base of names for types without a name, and the direction of values.
struct Site {
    /// The name for a type at this place.
    var name: String
    /// The name of the component or operation around the place.
    private let root: String
    var isInput: Bool
    var isOutput: Bool
    /// Indicates whether values are in a form, which has no `null`.
    var isForm = false
    /// Indicates whether bytes are sent as a file in a form.
    var hasFiles = false
    /// The form, if this is the place of the form's own properties.
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

    /// Returns the site of a part.
    ///
    /// If the path to the part is long, the name omits the middle.
    func part(_ suffix: String) -> Site {
        var part = self
        part.form = nil
        part.name = name.count + suffix.count > Self.nameLimit ? root + suffix : name + suffix
        // A short name without the path is clearer than an unreadable long name.
        if part.name.count > Self.nameLimit + 12, suffix.count > 12 { part.name = SwiftName.type(Words(suffix)) }
        part.depth += 1
        return part
    }
}

/// The form that contains some properties.
struct FormSite {
    let isMultipart: Bool
    /// The Encoding Objects, by property.
    let encoding: JSONValue?
    /// The style of lists.
    let arrays: ArrayStyle
}
