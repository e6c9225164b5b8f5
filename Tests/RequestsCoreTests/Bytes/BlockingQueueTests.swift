import Foundation
import Requests
import RequestsConformance
import RequestsTesting
import TestSupport
import Testing

@testable import RequestsCore

@Suite("BlockingQueue", .timeLimit(.minutes(1))) struct BlockingQueueTests {
    @Test func `tasks continue while work blocks`() async {
        let queue = BlockingQueue("Requests.BlockingQueueTests")
        let began = Counter()
        let mayEnd = Gate()
        await withTaskGroup { group in
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount + 2 {
                group.addTask {
                    await queue.run {
                        began.next()
                        do { try mayEnd.wait() } catch { Issue.record(error) }
                    }
                }
            }
            while began.count == 0 { await Task.yield() }
            mayEnd.open()
        }
        #expect(await queue.run { 7 } == 7)
    }
}
