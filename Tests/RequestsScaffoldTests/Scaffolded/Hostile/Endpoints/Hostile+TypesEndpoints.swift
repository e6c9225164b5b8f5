import Requests
import RequestsEndpoints

extension Hostile {
    struct TypesEndpoints: Sendable {
        let initValue = Endpoint<Void, StringValue>(.get, "/types")

        let selfValue = Endpoint<Void, JSONValueValue>(.put, "/types")

        let selfValue2 = Endpoint<StringValue, SelfValue>(.post, "/types")

        let deleteTypes = Endpoint<Void, IntValue>(.delete, "/types")

        let `class` = Endpoint<A2, A>(.patch, "/types")
    }
}
