import Foundation
import Requests

/// A segment of an endpoint's path, in a form that can be compared with other segments.
package enum PathTemplateSegment: Hashable, Sendable {
    /// Text without values, percent-decoded.
    case literal(String)
    /// One value.
    case value(String)
    /// Text with values.
    case pattern([PathTemplate.Piece])
    /// One or more whole segments.
    case rest(String)

    /// The text of the segment in a template, percent-decoded.
    var text: String {
        switch self {
        case .literal(let text): text
        case .value(let name): PathTemplate.Piece.placeholder(name).text
        case .rest(let name): PathTemplate.Piece.rest(name).text
        case .pattern(let pieces): pieces.map(\.text).joined()
        }
    }

    /// Returns the segments of a path, without empty ones.
    static func segments(of pieces: [PathTemplate.Piece]) -> [PathTemplateSegment] {
        var segments: [[PathTemplate.Piece]] = [[]]
        for piece in pieces {
            guard case .text(let text) = piece else {
                segments[segments.count - 1].append(piece)
                continue
            }
            for (index, part) in text.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { segments.append([]) }
                if !part.isEmpty {
                    let text = PercentEncoding.text(of: part.utf8) ?? String(part)
                    segments[segments.count - 1].append(.text(text))
                }
            }
        }
        return segments.filter { !$0.isEmpty }.map(segment)
    }

    private static func segment(_ pieces: [PathTemplate.Piece]) -> PathTemplateSegment {
        guard pieces.count == 1 else { return .pattern(pieces) }
        return switch pieces[0] {
        case .text(let text): .literal(text)
        case .placeholder(let name): .value(name)
        case .rest(let name): .rest(name)
        }
    }

    /// Returns the reason why the segments can't be matched; `nil` if they can be matched.
    static func problem(of segments: [PathTemplateSegment]) -> String? {
        var restCount = 0
        for segment in segments {
            switch segment {
            case .rest: restCount += 1
            case .pattern(let pieces):
                for case .rest(let name) in pieces {
                    return "the placeholder `\(name)*` in a segment with other text or placeholders"
                }
            case .literal, .value: break
            }
        }
        return restCount > 1
            ? "two placeholders with `*`, so the end of the first placeholder's value is unknown" : nil
    }

    /// Returns the text of several segments of a request; `nil` if the text would be ambiguous or lead to a different
    /// path.
    ///
    /// A slash inside a segment would look like a separator. This library's client sends neither such a slash nor a dot
    /// segment.
    static func rest(of segments: ArraySlice<String>) -> String? {
        let isPlain = segments.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0x2F) }
        return segments.isEmpty || !isPlain ? nil : segments.joined(separator: "/")
    }

    /// Returns the values in a request's segment; `nil` if the segment does not match.
    package func values(in text: String) -> [(name: String, text: String)]? {
        switch self {
        case .literal(let literal): return literal == text ? [] : nil
        case .value(let name): return text.isEmpty ? nil : [(name, text)]
        case .pattern(let pieces): return Self.values(in: text[...], pieces[...])
        case .rest(let name): return Self.rest(of: [text]).map { [(name, $0)] }
        }
    }

    /// Matches each value with as few characters as possible; literal text at the end must match the end of the
    /// segment.
    private static func values(
        in text: Substring, _ pieces: ArraySlice<PathTemplate.Piece>
    ) -> [(name: String, text: String)]? {
        var (rest, pieces) = (text, pieces)
        if case .text(let suffix) = pieces.last, pieces.count > 1 {
            guard rest.hasSuffix(suffix) else { return nil }
            rest = rest.dropLast(suffix.count)
            pieces = pieces.dropLast()
        }
        var values: [(String, String)] = []
        var pending: String?
        for piece in pieces {
            switch piece {
            case .placeholder(let name), .rest(let name): pending = name
            case .text(let literal):
                guard let range = rest.range(of: literal), pending != nil || range.lowerBound == rest.startIndex else {
                    return nil
                }
                if let name = pending {
                    guard range.lowerBound > rest.startIndex else { return nil }
                    values.append((name, String(rest[..<range.lowerBound])))
                }
                pending = nil
                rest = rest[range.upperBound...]
            }
        }
        guard let name = pending else { return rest.isEmpty ? values : nil }
        return rest.isEmpty ? nil : values + [(name, String(rest))]
    }
}
