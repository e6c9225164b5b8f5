import Foundation

// Streams: a network may split them anywhere.
extension Fuzzing {
    /// Returns pieces of one to eight bytes, whose lengths are as random as the body.
    private static func pieces(of body: Data) -> [Data] {
        var seed = body.reduce(UInt32(body.count)) { $0 &* 31 &+ UInt32($1) }
        var pieces: [Data] = []
        var rest = body[...]
        while !rest.isEmpty {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            pieces.append(Data(rest.prefix(1 + Int(seed >> 29))))
            rest = rest.dropFirst(1 + Int(seed >> 29))
        }
        return pieces
    }

    /// Describes an element; the members of a dictionary are sorted, because their order is random.
    private static func description(of element: Any) -> String {
        guard let members = element as? [String: Int] else { return "\(element)" }
        return "\(members.sorted { $0.key < $1.key })"
    }

    /// Parses a body whole, byte by byte, and in random pieces: the elements must be equal.
    private static func parse<Element>(_ body: Data, as type: MediaType, _ decoder: StreamFormat<Element>) {
        let head = ResponseHead(status: .ok, header: HeaderFields([.contentType(type)]))
        func elements(_ chunks: [Data]) -> [String] {
            guard let request = try? api.get(from: "/").resolve(),
                let step = try? decoder.makeStep(head, .standard, request)
            else { return [] }
            var found: [String] = []
            for chunk in chunks + [nil] {
                let batch = step(chunk)
                found += batch.allElements.map(description)
                if let error = batch.error { found.append("\(error.code)") }
                if batch.error != nil || batch.isLast { break }
            }
            return found
        }
        let whole = elements(body.isEmpty ? [] : [body])
        for chunks in [body.map { Data([$0]) }, pieces(of: body)] {
            let split = elements(chunks)
            if whole != split { fail("split: \(whole), \(split)", body) }
        }
    }

    @Sendable static func lines(_ body: Data) { parse(body, as: .plainText, .lines(limit: 64)) }
    @Sendable static func events(_ body: Data) { parse(body, as: .eventStream, .serverSentEvents(limit: 64)) }
    @Sendable static func jsonLines(_ body: Data) { parse(body, as: .json, .jsonLines([String: Int].self, limit: 64)) }
    @Sendable static func jsonArrays(_ body: Data) { parse(body, as: .json, .jsonArray([String: Int].self, limit: 64)) }
}
