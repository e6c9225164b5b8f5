import Foundation
import Requests
import TestSupport
import Testing

@testable import RequestsCore

@Suite("TransferProgress")
struct TransferProgressTests {
    @Test(
        arguments: [
            (0, nil, nil), (5, nil, nil), (0, 10, 0), (5, 10, 0.5), (10, 10, 1), (11, 10, 1), (0, 0, 1), (5, 0, 1),
            (-1, 10, 0), (.max, 1, 1), (1, -1, 1), (.min, .max, 0), (.max, .max, 1),
        ] as [(Int, Int?, Double?)]
    )
    func `the completed fraction is between 0 and 1`(completed: Int, total: Int?, fraction: Double?) {
        let progress = TransferProgress(.received, completedByteCount: completed, totalByteCount: total)
        #expect(progress.fractionCompleted == fraction)
    }

    @Test func `the description shows the bytes`() {
        #expect("\(TransferProgress(.sent, completedByteCount: 5, totalByteCount: 1))" == "sent 5 of 1 byte")
        #expect("\(TransferProgress(.received, completedByteCount: 1))" == "received 1 byte")
    }
}

/// Records the progress that arrives in a mailbox.
private final class Recorder: Sendable {
    private let texts = Guarded<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    func makeMailbox() -> ProgressMailbox {
        ProgressMailbox(every: .zero) { mailbox in
            let progress = mailbox.takeAll()
            self.texts.withLock { texts in texts += progress.map { "\($0)" } }
        }
    }
}

@Suite("ProgressObserver")
struct ProgressObserverTests {
    private let recorder = Recorder()
    private var observer: ProgressObserver { ProgressObserver([recorder.makeMailbox()]) }
    private let body = RequestBody.data(Data(count: 10))

    @Test func `sent bytes are counted`() {
        let observer = observer
        observer.willSend(body)
        observer.sent(4)
        observer.sent(6)
        observer.responseBegan()
        #expect(recorder.all == ["sent 4 of 10 bytes", "sent 10 of 10 bytes"])
    }

    @Test func `a body that is sent again starts at 0`() {
        let observer = observer
        observer.willSend(body)
        observer.sent(10)
        observer.willSend(body)
        observer.sent(3)
        #expect(recorder.all == ["sent 10 of 10 bytes", "sent 0 of 10 bytes", "sent 3 of 10 bytes"])
    }

    @Test func `a redirect that drops the body doesn't decrease the count`() {
        let observer = observer
        observer.willSend(body)
        observer.sent(10)
        observer.willSend(.none)
        observer.responseBegan()
        #expect(recorder.all == ["sent 10 of 10 bytes"])
    }

    @Test func `a transport that reports nothing has sent everything when the response arrives`() {
        let observer = observer
        observer.willSend(body)
        observer.responseBegan()
        observer.willReceive(from: 0, total: 2)
        observer.received(2)
        #expect(recorder.all == ["sent 10 of 10 bytes", "received 0 of 2 bytes", "received 2 of 2 bytes"])
    }

    @Test func `an early response doesn't report that everything was sent`() {
        let observer = observer
        observer.willSend(body)
        observer.sent(4)
        observer.responseBegan()
        #expect(recorder.all == ["sent 4 of 10 bytes"])
    }

    @Test func `without a body or a length, no number is invented`() {
        let observer = observer
        observer.willSend(.none)
        observer.responseBegan()
        observer.willSend(.stream(length: nil) { InputStream(data: Data()) })
        observer.responseBegan()
        #expect(recorder.all == [])
        observer.sent(4)
        #expect(recorder.all == ["sent 4 bytes"])
    }
}
