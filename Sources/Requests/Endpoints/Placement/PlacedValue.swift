/// What of a value stands in one place of a message, to be encoded by the encoder of its format.
struct PlacedValue<Value: Encodable & Sendable>: Encodable, Sendable {
    let value: Value
    let place: MessagePlace
    let scheme: PlacementScheme
    let coding: Coding

    func encode(to encoder: any Encoder) throws {
        try value.encode(
            to: PlacementEncoder(purpose: .passing(place, to: encoder), scheme: scheme, coding: coding))
    }
}

/// A value that is encoded in the place of another, whose type has a name.
package protocol StandIn {
    /// The type of the other.
    var representedType: Any.Type { get }
}

extension PlacedValue: StandIn {
    var representedType: Any.Type { Value.self }
}
