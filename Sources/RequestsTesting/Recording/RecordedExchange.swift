import Foundation
import Requests

/// One request and its response, as a file has them.
struct RecordedExchange: Sendable {
    /// The date when the request was sent; `nil` if the file has none.
    var start: Date?
    /// The milliseconds from the start to the head of the response.
    var wait: Double
    /// The milliseconds from the head to the end of the body.
    var receive: Double
    var request: RecordedRequest
    var response: RecordedResponse
}

/// A request, recorded or to be compared with recorded ones.
struct RecordedRequest: Sendable {
    var method: String
    var url: String
    var header: HeaderFields
    var body: RecordedBody
}

/// The body of a request, with as much as the file has of it.
enum RecordedBody: Sendable {
    /// The bytes.
    case data(Data)
    /// A text in which each character may also be a byte: some proxies write binary bodies like this.
    case ambiguous(Data, bytes: Data)
    /// The items of a form, without its bytes.
    case items([RecordedItem])
    /// There was a body, and the file does not have it.
    case missing
}

/// The name and the value of a query item, or of an item of a form.
struct RecordedItem: Sendable {
    let name: String
    /// The value; `nil` for a file that was not recorded.
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
    /// The number of the status; 0 if there was no response.
    var status: Int
    var header: HeaderFields
    /// The body, decoded if ``isEncoded`` is `false`.
    var body: Data
    var chunks: [RecordedChunk] = []
    /// The code of the error that broke off the response; `nil` if it is complete.
    var error: String?
    /// Indicates whether the body is encoded as its Content-Encoding says.
    var isEncoded = false
    /// The reason why the file does not have the body; `nil` if it does.
    var problem: String?

    /// The media type; `nil` if there is none, or an unreadable one.
    var contentType: MediaType? { header[.contentType].flatMap { MediaType($0) } }
}

/// The place and the time of a chunk of a body.
struct RecordedChunk: Sendable {
    /// The number of bytes.
    var count: Int
    /// The milliseconds from the start of the request.
    var time: Double
}

extension RecordedResponse {
    /// The error code of a body whose reader stopped before its end.
    static let dropped = "cancelled"

    /// The sizes of the chunks in a body that has become shorter or longer since they were counted.
    ///
    /// The chunks stay at about the same places.
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
