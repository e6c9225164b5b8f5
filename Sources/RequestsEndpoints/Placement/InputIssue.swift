import Requests

/// The reason why an input can't be read.
struct InputIssue: Error {
    let place: MessagePlace
    /// The path of the property on the wire; `nil` if the problem concerns the whole place.
    let key: String?
    /// The error for an invalid value; `nil` if the value is missing.
    let cause: (any Error)?
    /// The type of the unreadable value, if known.
    let type: Any.Type?

    init(place: MessagePlace, key: String?, cause: (any Error)?, type: Any.Type? = nil) {
        self.place = place
        self.key = place == .body ? nil : key
        self.cause = cause
        self.type = type
    }

    /// Returns whether an error already determines the response.
    static func isFinal(_ error: any Error) -> Bool {
        error is InputIssue || error is any HTTPStatusConvertible
    }
}

extension InputIssue {
    /// Makes the issue for an error that a decoder threw for a property.
    ///
    /// - Parameters:
    ///   - error: The error; its path begins with the property, unless the property is the whole body.
    ///   - place: The place of the property.
    ///   - key: The name of the property on the wire.
    ///   - type: The type of the property.
    ///   - coding: The coding of the API.
    ///   - isInForm: Indicates whether the property is in a query or form.
    init(
        _ error: DecodingError, place: MessagePlace, key: String, of type: Any.Type?, coding: Coding,
        isInForm: Bool = false
    ) {
        let (path, isMissing) = Self.path(of: error)
        let isBody = place == .body
        let name = isBody ? path.first.map { Self.name(of: $0, coding) } : key
        let rest = path.dropFirst()
        self.place = isBody && name != nil ? .bodyField : place
        self.key = name.map { Self.name($0, below: rest, coding, isInForm: isInForm) }
        cause = isMissing ? nil : error
        self.type = rest.isEmpty && (!isBody || path.isEmpty) ? type : nil
    }

    /// Makes the issue for an error from an input with custom decoding.
    init(_ error: DecodingError, in source: RequestSource) {
        let (path, isMissing) = Self.path(of: error)
        guard let first = path.first else {
            self.init(place: source.wholePlace, key: nil, cause: error)
            return
        }
        let place = source.scheme.place(of: first.stringValue, coding: source.coding)
        let name = Self.name(
            source.name(of: first, at: place), below: path.dropFirst(), source.coding,
            isInForm: source.isForm(at: place))
        self.init(place: place, key: name, cause: isMissing ? nil : error)
    }

    /// Returns the name of a value below a property: in the coding's style in a query or form, and with dots elsewhere.
    private static func name(
        _ name: String, below path: ArraySlice<any CodingKey>, _ coding: Coding, isInForm: Bool
    ) -> String {
        isInForm
            ? coding.nestedName(name, below: path)
            : ([name] + path.map { Self.name(of: $0, coding) }).joined(separator: ".")
    }

    /// Returns the name of a key on the wire, or its index in an array.
    fileprivate static func name(of key: any CodingKey, _ coding: Coding) -> String {
        key.intValue.map(String.init) ?? coding.keys.wireName(of: key)
    }

    /// Returns the path of an error, and whether the value is missing.
    private static func path(of error: DecodingError) -> (path: [any CodingKey], isMissing: Bool) {
        switch error {
        case .keyNotFound(let missing, let context): (context.codingPath + [missing], true)
        case .valueNotFound(_, let context): (context.codingPath, true)
        case .typeMismatch(_, let context), .dataCorrupted(let context): (context.codingPath, false)
        @unknown default: ([], false)
        }
    }
}

extension RequestSource {
    /// Returns the name of a property on the wire.
    func name(of key: any CodingKey, at place: MessagePlace) -> String {
        switch place {
        case .header: WrapperName.field(key.stringValue).rawValue
        case .path: scheme.placeholder(for: key.stringValue, coding: coding) ?? key.stringValue
        default: InputIssue.name(of: key, coding)
        }
    }
}
