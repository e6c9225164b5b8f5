#if Telemetry
import Requests
import Tracing

/// Writes a span's context into the header of a message.
struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into carrier: inout HeaderFields) {
        let field = HeaderField(HeaderField.Name(key), value)
        // A call must not fail because of baggage that no header can carry.
        let isLegal = (try? OutgoingRequest(urlText: "http://a.example/", header: [field]).validate()) != nil
        if isLegal { carrier.set(field) }
    }
}

/// Reads a span's context from the header of a request.
struct HeaderExtractor: Extractor {
    func extract(key: String, from carrier: HeaderFields) -> String? { carrier[HeaderField.Name(key)] }
}
#endif
