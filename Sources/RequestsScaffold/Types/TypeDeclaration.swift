import Requests

/// A type to declare.
struct TypeDeclaration {
    enum Form {
        case object([PlannedProperty])
        /// An enum, for values that only this client chooses.
        case closed([PlannedValue], rawType: String)
        /// A struct with constants, for values that a server may extend.
        case open([PlannedValue], rawType: String = "String")
        case alternatives([Alternative], selection: Selection)
        /// An output with a case for each status.
        case statuses([StatusCase])
    }

    /// The rule by which an alternative is selected.
    enum Selection {
        /// A property whose string, number or boolean identifies the alternative.
        case property(String, isText: Bool)
        /// The type of the JSON value; for objects, also the properties that only one alternative requires.
        case form
    }

    let name: String
    var form: Form
    /// The description in the document.
    let words: String
    /// The parts that aren't scaffolded.
    var omissions: [String] = []
    /// Indicates whether an enum contains itself, and therefore is `indirect`.
    var isIndirect = false
    var isStreamElement = false
    /// Indicates whether values are the bodies of declared failures.
    var isError = false
    /// The type whose file contains this type: this type itself, or the type with the property for which it was made.
    var family: String

    /// The types that the declaration refers to.
    var names: [String] {
        switch form {
        case .object(let properties): properties.flatMap { $0.type.names + ($0.content?.value?.names ?? []) }
        case .alternatives(let alternatives, _): alternatives.flatMap(\.type.names)
        case .statuses(let cases): cases.compactMap(\.type).flatMap(\.names)
        case .closed, .open: []
        }
    }
}

/// A property to declare.
struct PlannedProperty {
    enum Place: String {
        /// Without a wrapper.
        case plain = ""
        case query = "QueryValue"
        case header = "HeaderValue"
        case cookie = "CookieValue"
        case body = "BodyValue"
    }

    /// The name on the wire.
    let wireName: String
    var type: SwiftType
    var words: String
    var isDeprecated = false
    /// The content, if the property isn't sent as text in a form.
    var content: FormContent?
    var place = Place.plain
    /// The bounds of values, and the default that a server applies.
    var limits = JSONValue.Object()
    /// The literal of the default value.
    var defaultValue: String?
}

/// A property of a form that is sent with a media type: a file, or JSON in a string.
struct FormContent {
    let type: SwiftType
    /// The type of the value in JSON; `nil` for other media types.
    var value: SwiftType?
    /// The words about the content.
    var words = ""
}

/// A constant to declare.
struct PlannedValue {
    let name: String
    /// The literal of the value.
    let literal: String
}

/// A case with an associated value.
struct Alternative {
    let name: String
    let type: SwiftType
    /// The texts of the property that select the alternative.
    var texts: [String] = []
    /// The kind of JSON: string, integer, number, boolean, array or object.
    var kind = "object"
}

/// A case of an output.
struct StatusCase {
    let status: Int
    /// The type of the body; `nil` without one.
    let type: SwiftType?
    let words: String
}
