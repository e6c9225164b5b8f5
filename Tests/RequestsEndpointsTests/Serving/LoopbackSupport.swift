import Foundation
import Requests
import RequestsConformance

/// A stream that creates its bytes when they are read, and records its use.
final class MadeStream: InputStream {
    /// The recorded use of a stream.
    final class Record: Sendable {
        private let count = Guarded(0)
        /// The gates that open at the first read, and when the stream is closed.
        let began = Gate(), closed = Gate()

        /// The number of bytes that were read.
        var readCount: Int { count.withLock { $0 } }

        fileprivate func note(_ read: Int) { count.withLock { $0 += read } }
    }

    private let record: Record
    private var left: Int
    /// The gate that each read waits for, blocking its thread.
    private let gate: Gate?
    private var status = Stream.Status.notOpen

    init(_ length: Int, _ record: Record, waitingFor gate: Gate? = nil) {
        self.record = record
        left = length
        self.gate = gate
        super.init(data: Data())
    }

    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { nil }
    override var hasBytesAvailable: Bool { left > 0 }

    override func open() { status = .open }

    override func close() {
        status = .closed
        record.closed.open()
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        record.began.open()
        try? gate?.wait()
        let count = min(left, maxLength)
        buffer.update(repeating: 0x61, count: count)
        left -= count
        record.note(count)
        return count
    }
}

extension BodyProvider {
    /// Makes a body that is created as it is read.
    static func made(
        _ length: Int, declaring declared: Int? = nil, _ record: MadeStream.Record, waitingFor gate: Gate? = nil
    ) -> BodyProvider {
        BodyProvider { _, _ in .stream(length: declared) { MadeStream(length, record, waitingFor: gate) } }
    }
}

/// Makes a response with a body of chunks.
func loopbackResponse(_ status: HTTPStatus = .ok, _ body: MessageBody = MessageBody(Data())) -> TransportResponse {
    TransportResponse(head: ResponseHead(status: status), body: body)
}
