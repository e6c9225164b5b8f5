import Requests
import RequestsOpenAPI

/// The declarations for some operations, before they are written.
struct ScaffoldPlan {
    let document: Document
    let types: TypePlanner
    private(set) var groups: [EndpointGroup]
    let failure: String?
    let arrays: ArrayStyle
    let keys: KeyPlan
    /// Indicates whether a type contains itself, and therefore needs the generic type `Indirect`.
    let isIndirect: Bool
    /// Indicates whether the API has so many types that it can't store its groups.
    let isLarge: Bool
    /// Indicates whether a property is sent as `null` if it is `nil`.
    var isNullable: Bool { types.hasNullable }

    /// Plans the declarations for all operations of an excerpt.
    ///
    /// - Parameters:
    ///   - excerpt: The document with only the operations to plan and the operations of the earlier plan.
    ///   - apiName: The name of the API's type.
    ///   - earlier: The plan of the existing declarations.
    init(_ excerpt: OpenAPI, apiName: String, after earlier: ScaffoldPlan? = nil) {
        document = Document(excerpt)
        let known = Set(earlier?.document.operations.map(\.name) ?? [])
        let operations = document.operations.filter { !known.contains($0.name) }
        arrays = earlier?.arrays ?? ArrayStyle(of: operations, in: document) ?? .repeated
        types = TypePlanner(
            document: document, dates: earlier?.types.dates ?? DateUse(in: document.content),
            inputs: document.references(in: operations.flatMap(\.inputs)),
            outputs: document.references(in: operations.compactMap { $0.content["responses"] }),
            names: NameRegistry([apiName, "Indirect", "Nullable"]))
        if let earlier { types.reuse(earlier.types) }
        let failures = FailurePlan(document.operations, document)
        let planner = EndpointPlanner(document: document, types: types, style: arrays, failures: failures)
        let taken = GroupPlanner.apiMembers.union(earlier?.groups.map(\.name) ?? [])
        var groups = GroupPlanner(planner, taken: taken)
        for operation in operations { groups.add(operation) }
        failure = earlier == nil ? failures.type(types) : nil
        types.finish()
        let split = GroupSplit(types)
        self.groups = groups.groups.map(split.split)
        for name in types.streamElements { types.update(name) { $0.isStreamElement = true } }
        isLarge = earlier?.isLarge ?? (types.order.count > 150)
        isIndirect = Cycles.broken(in: types)
        keys = earlier?.keys ?? KeyPlan(types.wireNames)
    }

    /// The operations that are in the document.
    var operationNames: Set<String> { Set(document.operations.map(\.name)) }
}

extension Operation {
    /// The parts that a client sends.
    fileprivate var inputs: [JSONValue] {
        parameters.map(JSONValue.object) + [content["requestBody"]].compactMap(\.self)
    }
}
