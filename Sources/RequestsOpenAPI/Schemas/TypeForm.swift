import Requests
import RequestsEndpoints
import RequestsInspection

/// The form of a type's values, which determines their schema and their location in a message.
enum TypeForm {
    case optional(Any.Type)
    case described(any SchemaProviding.Type)
    case scalar(Scalar)
    /// An enum with raw values, with its encoded cases.
    case cases([JSONValue])
    case elements(Any.Type)
    case dictionary(key: Any.Type, value: Any.Type)
    /// A type that is encoded as a value of another type.
    case value(any Decodable.Type)
    case object([TypeShape.Property])
    /// A type that can't be inspected by decoding, but has samples.
    case sampled([JSONValue])
    /// A type that can't be inspected.
    case unseen(property: String?, reason: String)

    /// Inspects a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - decodable: The same type, if it is known to be decodable. This saves a slow cast.
    ///   - coding: The coding of the API.
    ///   - samples: Values of types that can't be inspected.
    init(of type: Any.Type, _ decodable: (any Decodable.Type)?, coding: Coding, samples: Samples) {
        self.init(of: type, decodable, coding: coding)
        if case .unseen = self, let samples = samples.json(of: type, coding: coding), !samples.isEmpty {
            self = .sampled(samples)
        }
    }

    private init(of type: Any.Type, _ decodable: (any Decodable.Type)?, coding: Coding) {
        if !TypeShape.isCollection(type), let type = type as? any SchemaProviding.Type {
            self = .described(type)
        } else if let scalar = Scalar(type) {
            self = .scalar(scalar)
        } else if TypeShape.hasArguments(type), let container = type as? any ContainerType.Type {
            self = container.form
        } else if let decodable = decodable ?? type as? any Decodable.Type {
            self.init(decoding: decodable)
            // A type with properties has no raw values, so the slow casts that look for them aren't necessary.
            if case .object = self { return }
            if let values = EnumValues.all(of: type, coding: coding) { self = .cases(values) }
        } else {
            self = .unseen(property: nil, reason: "it isn't Decodable")
        }
    }

    private init(decoding type: any Decodable.Type) {
        do throws(UnseenType) {
            self =
                switch try TypeShape(of: type) {
                case .object(let properties): .object(properties)
                case .value(let other): .value(other)
                case .elements(let element): .elements(element)
                }
        } catch {
            self = .unseen(property: error.property, reason: error.reason)
        }
    }
}

extension TypeForm {
    /// Indicates whether the values are lists.
    var isList: Bool { if case .elements = self { true } else { false } }
}
