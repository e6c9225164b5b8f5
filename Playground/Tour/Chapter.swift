/// A chapter of the tour: a file in `Chapters` that shows one side of the library in a few steps.
struct Chapter: Sendable {
    /// The name on the command line.
    let name: String

    let title: String

    /// The path of the chapter's file.
    let path: String

    /// Shows the steps.
    let run: @Sendable (Tour) async throws -> Void

    init(
        _ name: String, _ title: String, path: StaticString = #filePath,
        run: @escaping @Sendable (Tour) async throws -> Void
    ) {
        self.path = "\(path)"
        self.name = name
        self.title = title
        self.run = run
    }
}

extension Chapter {
    /// All chapters, in the order of the tour.
    static let all: [Chapter] =
        [
            .firstRequest, .paths, .queries, .bodies, .headers, .decoders,
            .errors, .language, .types, .transports, .seeing, .calling, .redirects, .transfers, .forms, .streams,
            .endpoints, .surviving, .caching,
        ] + withTraits

    #if AsyncHTTPClient
    private static let withTraits: [Chapter] = [.asyncHTTPClient]
    #else
    private static let withTraits: [Chapter] = []
    #endif

    /// Returns the chapter with a name or number.
    static func named(_ text: String) -> Chapter? {
        if let number = Int(text) { return all.indices.contains(number - 1) ? all[number - 1] : nil }
        return all.first { $0.name == text.lowercased() }
    }

    /// The position in the tour, from 1.
    var number: Int { (Self.all.firstIndex { $0.name == name } ?? 0) + 1 }
}
