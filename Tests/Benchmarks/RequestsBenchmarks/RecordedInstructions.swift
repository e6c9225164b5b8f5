import Foundation

/// The numbers of instructions in the file `instructions.recorded`, which valgrind counted.
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
    /// Shows the recorded instructions of a workload that does the same, or a part or multiple of it, if there are any.
    func counted(as workload: String, times factor: Double = 1) -> Self {
        var peer = self
        peer.instructions = RecordedInstructions.all[workload].map { Int(Double($0) * factor) }
        return peer
    }
}
