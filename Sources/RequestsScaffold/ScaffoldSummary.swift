import Requests

/// The parts of a document that were scaffolded, and those that were not.
package struct ScaffoldSummary: Equatable {
    package let operationCount: Int
    package let typeCount: Int
    /// The number of schemas that became `JSONValue`, although the document says more about them.
    package let opaqueCount: Int
    /// The parts that weren't scaffolded, each with its place.
    package let omissions: [String]

    init(_ plan: ScaffoldPlan, webhookCount: Int, after earlier: ScaffoldPlan?) {
        operationCount = plan.groups.reduce(0) { $0 + $1.allEndpoints.count }
        typeCount = plan.types.order.count
        opaqueCount = plan.types.opaqueCount
        var omissions = plan.groups.flatMap(\.omissions)
        for endpoint in plan.groups.flatMap(\.allEndpoints) {
            omissions += endpoint.omissions.map { "\(SwiftText.line(endpoint.operation.name)): \($0)" }
        }
        for name in plan.types.order {
            omissions += (plan.types.declarations[name]?.omissions ?? []).map { "\(name): \($0)" }
        }
        if earlier == nil { omissions += CredentialsPlan(plan.document).omissions }
        let count = plan.types.receivedLimitCount
        if count > 0 {
            omissions.append(
                "the bounds and defaults of \(count == 1 ? "a property" : "\(count) properties") in responses")
        }
        if webhookCount > 0, earlier == nil {
            omissions.append(webhookCount == 1 ? "a webhook" : "\(webhookCount) webhooks")
        }
        if let earlier {
            for name in plan.types.wireNames.subtracting(earlier.types.wireNames).sorted()
            where !plan.keys.canExpress(name) {
                omissions.append("the name \(SwiftText.line(name)) on the wire, which the coding doesn't give")
            }
        }
        self.omissions = omissions
    }
}
