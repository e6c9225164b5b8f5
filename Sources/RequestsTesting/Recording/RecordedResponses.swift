import Foundation
import Requests

/// The responses of a file, and which of them were used.
final class RecordedResponses: Sendable {
    private let exchanges: [(index: Int, exchange: RecordedExchange)]
    private let matching: RequestMatching
    /// The indices of the used responses.
    private let used = Guarded<Set<Int>>([])

    init(_ exchanges: [(index: Int, exchange: RecordedExchange)], matching: RequestMatching) {
        self.exchanges = exchanges
        self.matching = matching
    }

    var count: Int { exchanges.count }

    /// The date of the oldest exchange; `nil` if no exchange has a date.
    var oldest: Date? { exchanges.compactMap(\.exchange.start).min() }

    /// Takes the next response to a request: the first unused response or, if all are used, the last response.
    ///
    /// - Returns: `nil` if no response matches.
    func take(_ request: RecordedRequest) -> ReplayedResponse? {
        let fitting = exchanges.indices.filter { index in
            RequestComparison(request, with: exchanges[index].exchange.request, matching: matching).differences.isEmpty
        }
        let position = used.withLock { used in
            let position = fitting.first { !used.contains($0) } ?? fitting.last
            if let position { used.insert(position) }
            return position
        }
        return position.map { ReplayedResponse(index: exchanges[$0].index, exchange: exchanges[$0].exchange) }
    }

    /// Returns a clause with the most similar request and its differences; `nil` if nothing is recorded.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - message: The message of the request, with secrets.
    /// - Returns: The clause.
    func nearest(to request: RecordedRequest, _ message: OutgoingRequest) -> String? {
        var redactor = RecordingRedactor(message, names: [], known: [])
        var shown = request
        // Secrets in the body are found by their names.
        redactor.redact(&shown)
        let show = { [redactor] (name: String, value: String) in
            let isSecret = !name.isEmpty && redactor.isSecret(name, value, isRequest: true)
            let text = isSecret ? Redaction.placeholder : redactor.hide(redactor.urls(value))
            return text.escapedForDisplay
        }
        let comparisons = exchanges.map { exchange in
            RequestComparison(request, with: exchange.exchange.request, matching: matching, show: show)
        }
        guard let best = comparisons.indices.min(by: { comparisons[$0].distance < comparisons[$1].distance }) else {
            return nil
        }
        let (index, nearest) = (exchanges[best].index, exchanges[best].exchange.request)
        let url = Redaction.hide(message.secretTexts, in: Redaction.url(nearest.url, hiding: []))
        let differences = comparisons[best].differences
        let more = differences.count > 8 ? "; and \(differences.count - 8) more" : ""
        return "the nearest entry is entries[\(index)], \(nearest.method.withoutControls) \(url.withoutControls): "
            + differences.prefix(8).joined(separator: "; ") + more
    }
}
