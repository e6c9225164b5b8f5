import Requests

/// A mistake in a part of a document that was read, or a part that is missing in a generated document.
struct DocumentMistake: Hashable, Sendable {
    /// The effect of a mistake on the part that contains it.
    enum Effect {
        /// The part is read as its author intended.
        case harmless
        /// The part is in another document.
        case elsewhere
        case unreadable
        /// The part is missing, because the version of the document can't express it.
        case omitted
    }

    let place: JSONPointer
    let message: String
    let effect: Effect
}

extension [DocumentMistake] {
    /// The mistakes as problems; references to other documents are summarized first.
    var problems: [OpenAPIProblem] {
        let others = filter { $0.effect == .elsewhere }
        let summary = others.first.map { first in
            let count = others.count - 1
            let references = count == 1 ? "so does 1 more reference" : "so do \(count) more references"
            let more = count == 0 ? "" : ", and \(references)"
            return first.problem("\(first.message)\(more): merge the documents into one file first")
        }
        return [summary].compactMap { $0 } + filter { $0.effect != .elsewhere }.map { $0.problem($0.message) }
    }
}

extension DocumentMistake {
    fileprivate func problem(_ message: String) -> OpenAPIProblem {
        OpenAPIProblem(endpoint: "", place: place.tokens.isEmpty ? nil : place.text, message: message)
    }
}

extension OpenAPIProblems {
    /// Makes an error that lists the first 100 mistakes of a document.
    init(_ mistakes: [DocumentMistake]) {
        let all = mistakes.problems
        let more = all.count == 101 ? "there is 1 more problem" : "there are \(all.count - 100) more problems"
        let rest = all.count > 100 ? [OpenAPIProblem(endpoint: "", place: nil, message: more)] : []
        self.init(problems: all.prefix(100) + rest)
    }
}
