import Requests
import RequestsEndpoints
import RequestsInspection

/// A conflict between two routes with the same method.
enum RouteClash: Equatable {
    /// Both routes match the same paths, so the second route is never reached.
    case same
    /// A path matches both routes, and neither route is more specific.
    case ambiguous(String)

    /// Compares two routes.
    ///
    /// The first segment that differs decides: literals precede patterns, patterns precede placeholders, and
    /// placeholders for one segment precede placeholders for several segments.
    init?(_ one: [PathTemplateSegment], _ other: [PathTemplateSegment]) {
        guard one.count == other.count else { return nil }
        var path = ""
        var isDecided = false
        var isAmbiguous = false
        for (one, other) in zip(one, other) {
            guard let text = SegmentTokens.common(one, other) else { return nil }
            path += "/" + text
            if isDecided || isAmbiguous { continue }
            if one.isRest != other.isRest { isDecided = true }
            if SegmentTokens(one) == SegmentTokens(other) { continue }
            if case .pattern = one, case .pattern = other { isAmbiguous = true } else { isDecided = true }
        }
        if isDecided { return nil }
        self = isAmbiguous ? .ambiguous(path) : .same
    }
}

extension RouteClash {
    /// Returns the problems of endpoints whose routes a server can't distinguish from the routes of earlier endpoints.
    static func problems(of endpoints: [DeclaredEndpoint]) -> [String] {
        endpoints.enumerated().compactMap { index, endpoint in
            for other in endpoints[..<index] where other.endpoint.method == endpoint.endpoint.method {
                let title = other.name.isEmpty ? other.endpoint.route : "`\(other.name)`"
                switch RouteClash(other.endpoint.template.segments, endpoint.endpoint.template.segments) {
                case .same:
                    return
                        "\(endpoint.title): the route is never reached, because \(title) has the same method and path"
                case .ambiguous(let path):
                    return
                        "\(endpoint.title): \(path) matches both this route and \(title), and neither route is "
                        + "more specific"
                case nil: continue
                }
            }
            return nil
        }
    }
}

extension PathTemplateSegment {
    /// Indicates whether this is a placeholder for several segments.
    fileprivate var isRest: Bool { if case .rest = self { true } else { false } }
}

/// A segment without the names of its placeholders.
private struct SegmentTokens: Equatable {
    enum Token: Equatable {
        case character(Character)
        /// One character or more.
        case value
    }

    let tokens: [Token]

    init(_ segment: PathTemplateSegment) {
        switch segment {
        case .literal(let text): tokens = text.map { .character($0) }
        case .value, .rest: tokens = [.value]
        case .pattern(let pieces):
            tokens = pieces.flatMap { piece -> [Token] in
                switch piece {
                case .text(let text): text.map { .character($0) }
                case .placeholder, .rest: [.value]
                }
            }
        }
    }

    /// Returns the shortest text that matches both segments; `nil` if no text matches both.
    static func common(_ one: PathTemplateSegment, _ other: PathTemplateSegment) -> String? {
        let (one, other) = (SegmentTokens(one).tokens, SegmentTokens(other).tokens)
        // The text read up to each position; a value that has begun may continue.
        var reached: [Position: String] = [Position(): ""]
        var pending = [Position()]
        var index = 0
        while index < pending.count {
            let position = pending[index]
            index += 1
            let text = reached[position] ?? ""
            if position.one == one.count, position.other == other.count { return text }
            for (first, nextOne) in steps(one, position.one, position.isOneInValue) {
                for (second, nextOther) in steps(other, position.other, position.isOtherInValue) {
                    guard let character = meet(first, second) else { continue }
                    let next = Position(
                        one: nextOne, other: nextOther, isOneInValue: first == .value, isOtherInValue: second == .value)
                    guard reached[next] == nil else { continue }
                    reached[next] = text + String(character)
                    pending.append(next)
                }
            }
        }
        return nil
    }

    private struct Position: Hashable {
        var one = 0
        var other = 0
        var isOneInValue = false
        var isOtherInValue = false
    }

    /// Returns the possible next tokens, each with the index after it.
    private static func steps(_ tokens: [Token], _ index: Int, _ isInValue: Bool) -> [(Token, Int)] {
        var steps: [(Token, Int)] = isInValue ? [(.value, index)] : []
        if index < tokens.count { steps.append((tokens[index], index + 1)) }
        return steps
    }

    private static func meet(_ one: Token, _ other: Token) -> Character? {
        switch (one, other) {
        case (.character(let one), .character(let other)): one == other ? one : nil
        case (.character(let character), .value), (.value, .character(let character)): character
        case (.value, .value): "a"
        }
    }
}
