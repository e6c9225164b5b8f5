/// An endpoint to declare.
struct EndpointDeclaration {
    let operation: Operation
    let name: String
    var input: SwiftType?
    /// The type of the output; `nil` for none.
    var output: String?
    /// The names of the types in the input and the output.
    var typeNames: [String] = []
    var status: Int?
    /// The modifiers, such as `.body(.form)`.
    var modifiers: [String] = []
    /// The wire names of the parameters whose array style differs from that of the other parameters, by style.
    var arrays: [ArrayStyle: [String]] = [:]
    var path: String
    var words: String
    /// The parts that aren't scaffolded.
    var omissions: [String] = []
}

/// The endpoints of a tag.
struct EndpointGroup {
    /// The name of the API's property, such as `issues`.
    let name: String
    /// The name of the type, such as `IssuesEndpoints`.
    let typeName: String
    let words: String
    var endpoints: [EndpointDeclaration] = []
    /// The groups into which a large group is split.
    var groups: [EndpointGroup] = []
    /// The operations that can't be declared, each with the reason.
    var omissions: [String] = []
}

extension EndpointGroup {
    /// The declaration of a property with the group.
    var declaration: String { "let \(SwiftName.declared(name)) = \(typeName)()" }

    /// The endpoints of the group and of its parts.
    var allEndpoints: [EndpointDeclaration] { endpoints + groups.flatMap(\.allEndpoints) }
}
