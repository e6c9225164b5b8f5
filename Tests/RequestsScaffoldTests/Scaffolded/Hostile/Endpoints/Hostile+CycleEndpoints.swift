import Requests
import RequestsEndpoints

extension Hostile {
    struct CycleEndpoints: Sendable {
        // Not scaffolded: the type Pool, replaced by JSONValue because its schema only refers to
        // itself.
        let cycle = Endpoint<Void, JSONValue>(.get, "/cycle")

        // Not scaffolded: the type DeepOutput, replaced by JSONValue because the schema
        // `#/components/schemas/missing` isn't in the document.
        let deep = Endpoint<Deep, JSONValue>(.post, "/cycle")
    }
}
