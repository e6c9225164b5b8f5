import Foundation

/// The numbers of instructions that valgrind counted, from the file `instructions.recorded`.
///
/// Unlike times, they don't depend on the load of the machine.
enum RecordedInstructions {
    static let all: [String: Int] = {
        let file = URL(filePath: #filePath).appending(path: "../../instructions.recorded").standardized
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").reduce(into: [:]) { result, line in
            let parts = line.split(separator: " ")
            if parts.count == 2 { result[String(parts[0])] = Int(parts[1]) }
        }
    }()
}

extension Comparison.Peer {
    /// Returns the peer with the recorded instructions of a workload, if there are any.
    ///
    /// The peer does `factor` times the work of the workload.
    func counted(as workload: String, times factor: Double = 1) -> Self {
        var peer = self
        peer.instructions = RecordedInstructions.all[workload].map { Int(Double($0) * factor) }
        return peer
    }
}
