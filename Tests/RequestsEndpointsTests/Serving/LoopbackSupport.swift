import Foundation
import Requests
import RequestsConformance

/// A stream that makes its bytes as they are read, and says what becomes of it.
final class MadeStream: InputStream {
    /// What is seen of a stream from outside.
    final class Record: Sendable {
        private let count = Guarded(0)
        /// Opened by the first read, and by the end of the stream.
        let began = Gate(), closed = Gate()

        /// How many bytes were read.
        var readCount: Int { count.withLock { $0 } }

        fileprivate func note(_ read: Int) { count.withLock { $0 += read } }
    }

    private let record: Record
    private var left: Int
    /// What each read waits for, which blocks its thread.
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
    /// A body that is made as it is read.
    static func made(
        _ length: Int, declaring declared: Int? = nil, _ record: MadeStream.Record, waitingFor gate: Gate? = nil
    ) -> BodyProvider {
        BodyProvider { _, _ in .stream(length: declared) { MadeStream(length, record, waitingFor: gate) } }
    }
}

/// A response with a body of chunks.
func loopbackResponse(_ status: HTTPStatus = .ok, _ body: MessageBody = MessageBody(Data())) -> TransportResponse {
    TransportResponse(head: ResponseHead(status: status), body: body)
}
