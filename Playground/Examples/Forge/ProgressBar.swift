import Foundation
import Requests

/// A bar on standard error; invisible if standard error isn't a terminal, so that logs stay readable.
struct ProgressBar {
    private let isVisible = isatty(FileHandle.standardError.fileDescriptor) == 1

    func show(_ progress: TransferProgress) {
        guard let fraction = progress.fractionCompleted else { return write("\r\(progress)") }
        let filled = Int(fraction * 40)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 40 - filled)
        write("\r\(bar) \(Int(fraction * 100)) %")
    }

    func clear() { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        if isVisible { FileHandle.standardError.write(Data(text.utf8)) }
    }
}
