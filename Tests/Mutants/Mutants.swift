import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

// Writes mutants into a copy of sources, and prints a line about each: `.ci/mutants.py` compiles and calls this program.
//
//   mutants DROPPED FILE…
//
// DROPPED is a file with the names of mutants that don't compile, one per line: these mutants aren't written. Each line
// of the output describes a mutant. Separated by tabs, it contains the mutant's number, its file and line, the bytes of
// the new file that belong to it, and its name. The name changes only if the text of the line changes, and the number
// doesn't depend on the dropped mutants.

@main
enum Mutants {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let list = arguments.first else { return }
        let dropped = Set(try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").map(String.init))
        var first = 1
        for file in arguments.dropFirst() {
            let source = try String(contentsOfFile: file, encoding: .utf8)
            let mutants = Mutants.mutants(of: source, from: first)
            let names = names(of: mutants, file, source)
            let written = zip(mutants, names).filter { !dropped.contains($0.1) }
            let (text, places) = write(written.map(\.0), into: Array(source.utf8))
            try Data(text).write(to: URL(fileURLWithPath: file))
            for (mutant, name) in written {
                guard let place = places[mutant.number] else { continue }
                print(mutant.number, file, mutant.line, place.lowerBound, place.upperBound, name, separator: "\t")
            }
            first += mutants.count
        }
    }

    /// Returns a name for each mutant: its file, its line, and the texts before and after the change; equal names are
    /// numbered.
    static func names(of mutants: [Mutant], _ file: String, _ source: String) -> [String] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        var counts: [String: Int] = [:]
        return mutants.map { mutant in
            let texts = [String(lines[mutant.line - 1]), mutant.before, mutant.after].map {
                $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            let name = "\(file): `\(texts[0])`: `\(texts[1])` → `\(texts[2])`"
            let count = counts[name, default: 0] + 1
            counts[name] = count
            return count == 1 ? name : "\(name) (\(count))"
        }
    }

    static func mutants(of source: String, from first: Int) -> [Mutant] {
        let tree = Parser.parse(source: source)
        let finder = MutantFinder(of: source, tree: tree, from: first)
        finder.walk(OperatorTable.standardOperators.foldAll(tree) { _ in })
        return finder.mutants
    }

    /// Inserts mutants in the order in which they were found: a mutant comes before the mutants inside it.
    ///
    /// - Returns: The new source, and the bytes of each mutant in it.
    static func write(_ mutants: [Mutant], into source: [UInt8]) -> ([UInt8], places: [Int: Range<Int>]) {
        var starts: [Int: [Mutant]] = [:]
        var ends: [Int: [Mutant]] = [:]
        for mutant in mutants {
            starts[mutant.bytes.lowerBound, default: []].append(mutant)
            ends[mutant.bytes.upperBound, default: []].append(mutant)
        }
        var text: [UInt8] = []
        var places: [Int: Range<Int>] = [:]
        let operators = Dictionary(
            uniqueKeysWithValues: mutants.compactMap { $0.operator }.map { ($0.lowerBound, $0.upperBound) })
        var end = 0
        for offset in 0...source.count {
            for mutant in (ends[offset] ?? []).reversed() {
                text += mutant.suffix.utf8
                places[mutant.number] = (places[mutant.number]?.lowerBound ?? 0)..<text.count
            }
            for mutant in starts[offset] ?? [] {
                places[mutant.number] = text.count..<text.count
                text += mutant.prefix.utf8
            }
            if let next = operators[offset] {
                text += ",".utf8
                end = next
            }
            if end <= offset, offset < source.count { text.append(source[offset]) }
        }
        return (text, places)
    }
}

/// A change of one expression or statement, selected at run time: a prefix and a suffix around the text.
struct Mutant {
    let number: Int
    let line: Int
    let bytes: Range<Int>
    /// The bytes of an operator between two operands, which become the arguments of a function.
    let `operator`: Range<Int>?
    let prefix: String
    let suffix: String
    let before: String
    let after: String
}
