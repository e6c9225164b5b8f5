import Foundation

/// What came with a request, from which an input is read.
final class InputSource {
    let pathTexts: [String: String]
    let header: HeaderFields
    let scheme: PlacementScheme
    let coding: Coding
    let data: Data
    /// The base URL of the API that is served.
    let baseURL: URL
    /// The format of the body.
    var format = BodyFormat.json
    private let queryText: String
    private(set) lazy var cookies = RequestCookie.values(in: header[values: .cookie])

    /// Carries the fault of a list of names past `allKeys`, which can't throw.
    let names = NameListing()

    init(
        pathTexts: [String: String], query: String, header: HeaderFields, data: Data, scheme: PlacementScheme,
        coding: Coding, baseURL: URL
    ) {
        self.baseURL = baseURL
        self.pathTexts = pathTexts
        self.queryText = query
        self.header = header
        self.data = data
        self.scheme = scheme
        self.coding = coding
    }

    /// What decodes the query.
    private(set) lazy var query: Result<KeyValueElementDecoder, any Error> = Result {
        try KeyValueDecoder.decoder(ofQuery: queryText, coding: coding)
    }

    /// The values of the query.
    func queryValues<Key: CodingKey>(_ type: Key.Type) throws -> KeyValueKeyedReader<Key> {
        KeyValueKeyedReader(source: try query.get().source, codingPath: [])
    }

    /// The styles of a value that has one text.
    func coding(of place: MessagePlace, _ key: any CodingKey) -> Coding {
        place == .header ? coding.inField(WrapperName.field(key.stringValue)) : coding
    }

    /// The text of a value that has one; `nil` where it is not there.
    func lines(of place: MessagePlace, _ key: any CodingKey) -> [String]? {
        let name = key.stringValue
        switch place {
        case .path:
            return scheme.placeholder(for: name, coding: coding).flatMap { pathTexts[$0] }.map { [$0] }
        case .header:
            let lines = header[values: WrapperName.field(name)]
            return lines.isEmpty ? nil : lines
        case .cookie:
            let wireName = coding.keys.wireName(of: name)
            return cookies.first { $0.name == wireName }.map { [$0.value] }
        default:
            return nil
        }
    }
}
