import Foundation
import RequestsConformance
import RequestsTesting
import TestSupport
import Testing

@Suite("Gate", .timeLimit(.minutes(1)))
struct GateTests {
    @Test("an open gate lets everyone through")
    func openGate() async throws {
        let gate = Gate()
        #expect(!gate.isOpen)
        gate.open()
        gate.open()
        #expect(gate.isOpen)
        await gate.opened()
        try waitBlocking(gate, .zero)
    }

    @Test("opening releases every waiter")
    func release() async {
        let gate = Gate(), passed = Gate()
        Thread { if (try? gate.wait()) != nil { passed.open() } }.start()
        await withTaskGroup { group in
            for _ in 0..<10 { group.addTask { await gate.opened() } }
            gate.open()
        }
        await passed.opened()
        #expect(passed.isOpen)
    }

    @Test("a closed gate throws after the timeout")
    func timeout() throws {
        #expect(throws: Gate.TimedOut()) { try Gate().wait(timeout: .milliseconds(1)) }
    }

    @Test("a cancelled task does not wait")
    func cancellation() async {
        let gate = Gate()
        let tasks = (0..<50).map { _ in Task { await gate.opened() } }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        #expect(!gate.isOpen)
    }

    private func waitBlocking(_ gate: Gate, _ timeout: Duration) throws {
        try gate.wait(timeout: timeout)
    }
}
