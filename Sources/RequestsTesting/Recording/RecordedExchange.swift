import Foundation
import Requests

/// One request and its response, as recorded in a file.
struct RecordedExchange: Sendable {
    /// The date when the request was sent; `nil` if the file doesn't contain it.
    var start: Date?
    /// The milliseconds from the start to the head of the response.
    var wait: Double
    /// The milliseconds from the head to the end of the body.
    var receive: Double
    var request: RecordedRequest
    var response: RecordedResponse
}

/// A recorded request, or a request to compare with recorded requests.
struct RecordedRequest: Sendable {
    var method: String
    var url: String
    var header: HeaderFields
    var body: RecordedBody
}

/// The body of a request, as far as the file contains it.
enum RecordedBody: Sendable {
    /// The bytes.
    case data(Data)
    /// A text in which each character may also be one byte, because some proxies write binary bodies like this.
    case ambiguous(Data, bytes: Data)
    /// The items of a form, without its bytes.
    case items([RecordedItem])
    /// There was a body, but the file doesn't contain it.
    case missing
}

/// The name and the value of a query item or form item.
struct RecordedItem: Sendable {
    let name: String
    /// The value; `nil` for a file whose content was not recorded.
    let value: Data?

    init(_ name: String, _ value: Data?) {
        self.name = name
        self.value = value
    }

    init(_ name: String, _ value: String) {
        self.init(name, Data(value.utf8))
    }
}

/// A response with its whole body.
struct RecordedResponse: Sendable {
    /// The status code; 0 if there was no response.
    var status: Int
    var header: HeaderFields
    /// The body, decoded if ``isEncoded`` is `false`.
    var body: Data
    var chunks: [RecordedChunk] = []
    /// The code of the error that broke off the response; `nil` for a complete response.
    var error: String?
    /// Indicates whether the body is still encoded as declared by its Content-Encoding.
    var isEncoded = false
    /// The reason why the file doesn't contain the body; `nil` if the file contains it.
    var problem: String?

    /// The media type; `nil` if it is missing or invalid.
    var contentType: MediaType? { header[.contentType].flatMap { MediaType($0) } }
}

/// The size and the time of a chunk of a body.
struct RecordedChunk: Sendable {
    /// The number of bytes.
    var count: Int
    /// The milliseconds from the start of the request.
    var time: Double
}

extension RecordedResponse {
    /// The error code of a body whose reader stopped before the end of the body.
    static let dropped = "cancelled"

    /// The chunks, with sizes adjusted to a body whose length has changed since the chunks were recorded.
    ///
    /// The new body is split at about the same positions.
    var fittingChunks: [RecordedChunk] {
        let total = chunks.reduce(0) { $0 + $1.count }
        guard total != body.count, total > 0 else { return chunks }
        var (read, written) = (0, 0)
        return chunks.compactMap { chunk in
            read += chunk.count
            let end = Int((Double(read) / Double(total) * Double(body.count)).rounded())
            defer { written = max(written, end) }
            return end > written ? RecordedChunk(count: end - written, time: chunk.time) : nil
        }
    }
}
