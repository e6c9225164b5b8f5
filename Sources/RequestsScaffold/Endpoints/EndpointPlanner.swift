import Requests
import RequestsEndpoints

/// Decides how operations are declared as endpoints.
final class EndpointPlanner {
    let document: Document
    let types: TypePlanner
    let style: ArrayStyle
    private let failures: FailurePlan

    init(document: Document, types: TypePlanner, style: ArrayStyle, failures: FailurePlan) {
        self.document = document
        self.types = types
        self.style = style
        self.failures = failures
    }

    /// A reason why an operation can't be declared.
    struct Impossible: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// Returns the declaration of an operation.
    func endpoint(_ operation: Operation, named name: String) throws(Impossible) -> EndpointDeclaration {
        if PathTemplate(operation.path).problem != nil {
            throw Impossible("the path isn't a valid path template")
        }
        let base = SwiftName.type(operation.words)
        var endpoint = EndpointDeclaration(
            operation: operation, name: name, path: operation.path, words: Self.words(of: operation))
        _ = types.takeOmissions()
        let outputSite = Site(name: base + "Output", isInput: false, isOutput: true)
        let output = try output(of: operation, at: outputSite, endpoint: name)
        var input = InputPlan(operation, planner: self, base: base, name: name)
        input.plan()
        endpoint.modifiers = input.modifiers
        endpoint.arrays = input.otherArrays
        endpoint.input = input.declaredType()
        endpoint.output = output.text
        let normalStatus = output.text == nil ? 204 : 200
        if output.status != normalStatus { endpoint.status = output.status }
        endpoint.typeNames = (endpoint.input?.names ?? []) + output.names
        if isAnonymous(operation) { endpoint.modifiers.append(".authentication(.none)") }
        if operation.content["deprecated"] == true { endpoint.modifiers.append(".deprecated()") }
        let failureSite = Site(name: base + "Failure", isInput: false, isOutput: true)
        let declared = failures.declared(by: operation, at: failureSite, types)
        endpoint.modifiers += declared.modifiers
        endpoint.typeNames += declared.typeNames
        if operation.content["callbacks"]?.object?.isEmpty == false { types.omit("the callbacks") }
        if operation.content["servers"]?.array?.isEmpty == false { types.omit("the operation's servers") }
        endpoint.omissions = types.takeOmissions()
        return endpoint
    }

    private static func words(of operation: Operation) -> String {
        let summary = operation.content["summary"]?.string ?? ""
        let description = operation.content["description"]?.string ?? ""
        return summary.isEmpty || description.hasPrefix(summary) ? description : summary + "\n\n" + description
    }

    /// Returns whether an operation needs no credentials, although other operations need them.
    private func isAnonymous(_ operation: Operation) -> Bool {
        operation.content["security"]?.array?.isEmpty == true
            && document.content["security"]?.array?.isEmpty == false
    }
}
