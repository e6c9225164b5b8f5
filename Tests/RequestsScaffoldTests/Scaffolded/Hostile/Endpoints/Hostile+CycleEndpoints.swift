import Requests
import RequestsEndpoints

extension Hostile {
    struct CycleEndpoints: Sendable {
        // Not scaffolded: Pool is a JSONValue, because it only contains itself.
        let cycle = Endpoint<Void, JSONValue>(.get, "/cycle")

        // Not scaffolded: DeepOutput is a JSONValue, because `#/components/schemas/missing` isn't
        // in the document.
        let deep = Endpoint<Deep, JSONValue>(.post, "/cycle")
    }
}
