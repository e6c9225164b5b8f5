import Requests
import RequestsEndpoints

/// Collects facts about a type while decoding it.
package final class InputProbe {
    package private(set) var properties: [TypeShape.Property] = []

    /// The names of the properties that may be missing.
    package private(set) var optionals: Set<String> = []

    /// The first property for which no value could be made.
    package private(set) var unseenProperty: String?

    /// Indicates whether the type asks for the list of keys, as a dictionary does.
    package var hasOpenKeys = false

    /// The form of the outermost value, as shown by the first container that it requests.
    package enum Form {
        case keyed
        case single(any Decodable.Type)
        case elements(any Decodable.Type)
    }

    package private(set) var form: Form?

    private var budget = 10_000

    package init() {}

    func note(_ form: Form) {
        if self.form == nil { self.form = form }
    }

    /// Counts one step, and throws an error once decoding takes too many steps.
    func spend() throws {
        budget -= 1
        if budget < 0 { throw ProbingDecoder.Unseen() }
    }

    func note(_ property: TypeShape.Property) {
        if property.isOptional { optionals.insert(property.key) }
        let isNoted = properties.contains { $0.key == property.key && $0.isInGroup == property.isInGroup }
        if !isNoted { properties.append(property) }
    }

    func noteOptional(_ key: String) { optionals.insert(key) }

    func noteUnseen(_ key: String) {
        if unseenProperty == nil { unseenProperty = key }
    }

    /// Returns a made-up value of a type; `nil` if the type accepts no made-up value.
    package func value<Value: Decodable>(_ type: Value.Type) -> Value? {
        SampleValue.known(type) ?? decoded(type)
    }

    /// Returns a value that a type decodes from made-up values; `nil` if the type accepts none of these values.
    func decoded<Value: Decodable>(_ type: Value.Type) -> Value? {
        for variant in 0..<SampleValue.variantCount {
            if let value = try? Value(from: ProbingDecoder(probe: self, variant: variant)) {
                unseenProperty = nil
                return value
            }
        }
        return nil
    }
}
