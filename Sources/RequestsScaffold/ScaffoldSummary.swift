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
        let ofEndpoints = plan.groups.flatMap(\.allEndpoints).flatMap { endpoint in
            endpoint.omissions.map { (place: SwiftText.line(endpoint.operation.name), part: $0) }
        }
        let ofTypes = plan.types.order.flatMap { name in
            (plan.types.declarations[name]?.omissions ?? []).map { (place: name, part: $0) }
        }
        omissions += Self.notes(ofEndpoints) + Self.notes(ofTypes)
        if earlier == nil { omissions += CredentialsPlan(plan.document).omissions }
        func properties(_ count: Int) -> String { count == 1 ? "a property" : "\(count) properties" }
        let (limits, nulls) = (plan.types.receivedLimitCount, plan.types.unsentNullCount)
        if limits > 0 { omissions.append("the bounds and defaults of \(properties(limits)) in responses") }
        if nulls > 0 {
            omissions.append("explicit `null` for \(properties(nulls)) in requests, because `nil` values are omitted")
        }
        if webhookCount > 0, earlier == nil {
            omissions.append(webhookCount == 1 ? "a webhook" : "\(webhookCount) webhooks")
        }
        if let earlier {
            for name in plan.types.wireNames.subtracting(earlier.types.wireNames).sorted()
            where !plan.keys.canExpress(name) {
                let part = "the property name \(SwiftText.line(name))"
                omissions.append("\(part), because the API's coding can't produce this name")
            }
        }
        self.omissions = omissions
    }

    /// Returns a note for each omitted part, with the places from which the part is missing.
    private static func notes(_ omissions: [(place: String, part: String)]) -> [String] {
        var places = Dictionary(grouping: omissions, by: \.part).mapValues { $0.map(\.place) }
        return omissions.compactMap { _, part in
            guard let all = places.removeValue(forKey: part) else { return nil }
            let names = all.prefix(all.count > 3 ? 2 : 3).joined(separator: ", ")
            return names + (all.count > 3 ? " and \(all.count - 2) more: \(part)" : ": \(part)")
        }
    }
}
