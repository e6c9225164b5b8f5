import Requests

/// The properties of a value that belong in the body, for the encoder of the body's format.
struct BodyFields: Encodable, StandIn {
    let members: [Outline.Member]
    let representedType: Any.Type

    func encode(to encoder: any Encoder) throws { try encoder.encode(members) }
}
