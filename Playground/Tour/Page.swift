import Foundation

/// The output of the tour: a column of labels, and beside it the labelled text.
struct Page: Sendable {
    private let started = ContinuousClock.now

    /// The width of the labels, with the space after them.
    private static let gutter = 12
    private static let width = 96

    func chapter(_ number: Int, _ title: String, file: String) {
        let head = " \(number)  \(title) "
        let rule = String(repeating: "─", count: max(3, Self.width - head.count - file.count - 1))
        print("\n\(Ink.strong(head))\(Ink.faint(rule)) \(Ink.faint(file))\n")
    }

    func blank() {
        print()
    }

    func prose(_ text: String) {
        print(wrapped(text, width: Self.width - 4, hanging: 0).map { "    " + $0 }.joined(separator: "\n") + "\n")
    }

    func declaration(_ lines: [String]) {
        print(lines.map { $0.isEmpty ? "" : "    " + Highlighter.coloured($0) }.joined(separator: "\n") + "\n")
    }

    func step(_ title: String) {
        print(Ink.strong("  ● \(title)\n"))
    }

    func swift(_ lines: [String]) {
        block("swift", lines.map(Highlighter.coloured))
    }

    func wire(_ lines: [String], label: String = "wire") {
        var lines = lines.flatMap { wrapped($0, width: Self.width - Self.gutter) }
        lines[0] = Ink.strong(lines[0])
        block(label, lines)
    }

    func response(_ text: String, isExpected: Bool) {
        var lines = text.split(separator: "\n").flatMap { wrapped(String($0), width: Self.width - Self.gutter - 2) }
        if isExpected { lines[lines.count - 1] += Ink.good(" ✓") }
        block("response", lines)
    }

    func output(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        block("prints", lines)
    }

    func error(forUser: String, forDeveloper: String) {
        block("user", wrapped(forUser, width: Self.width - Self.gutter, hanging: 0))
        let lines = forDeveloper.split(separator: "\n").map(String.init)
        block("developer", lines.flatMap { wrapped($0, width: Self.width - Self.gutter) })
    }

    /// Prints a line that the next line replaces, unless this line is the last.
    func bar(_ label: String, _ text: String, isLast: Bool) {
        let padding = String(repeating: " ", count: max(0, Self.gutter - 2 - label.count))
        let line = "\(padding)\(Ink.faint(label))  \(text)"
        print(Ink.isOn ? "\r\u{1B}[K\(line)" : line, terminator: isLast ? "\n" : "")
        fflush(nil)
    }

    func problem(_ text: String) {
        block("✗", wrapped(text, width: Self.width - Self.gutter).map { Ink.bad($0) }, ink: .bad)
    }

    func note(_ text: String) {
        print(Ink.faint(String(repeating: " ", count: Self.gutter) + text) + "\n")
    }

    func end(chapters: Int, steps: Int, failures: Int) {
        let seconds = String(format: "%.1f s", (ContinuousClock.now - started) / .seconds(1))
        let count = "\(chapters) \(chapters == 1 ? "chapter" : "chapters"), \(steps) steps"
        if failures == 0 {
            print("\(Ink.good("✓")) \(count), every response as expected. \(Ink.faint(seconds))")
        } else {
            print(Ink.bad("✗ \(count), \(failures) not as expected."))
        }
    }

    private func block(_ label: String, _ lines: [String], ink: Ink = .faint) {
        let padding = String(repeating: " ", count: max(0, Self.gutter - 2 - label.count))
        for (index, line) in lines.enumerated() {
            let margin = index == 0 ? padding + ink(label) + "  " : String(repeating: " ", count: Self.gutter)
            print(line.isEmpty ? "" : margin + line)
        }
        print()
    }

    /// Breaks a line between words, and indents the continuation more than the line.
    private func wrapped(_ line: String, width: Int, hanging: Int = 2) -> [String] {
        guard line.count > width else { return [line] }
        let indentation = String(line.prefix { $0 == " " })
        let further = indentation + String(repeating: " ", count: hanging)
        var lines: [String] = []
        var current = ""
        for word in line.dropFirst(indentation.count).split(separator: " ", omittingEmptySubsequences: false) {
            if current.isEmpty {
                current = (lines.isEmpty ? indentation : further) + word
            } else if current.count + 1 + word.count <= width {
                current += " " + word
            } else {
                lines.append(current)
                current = further + word
            }
        }
        return lines + [current]
    }
}
