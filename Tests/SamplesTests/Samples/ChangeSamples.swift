import Foundation
import Requests
import RequestsOpenAPI
import Testing

@Suite(.serialized) struct CatalogContract {
    private let contract = FileManager.default.temporaryDirectory.appending(path: "catalog-\(UUID().uuidString).json")

    init() throws {
        // A sample has no file beside it.
        let info = OpenAPI.Info(title: "Catalog", version: "1.0.0")
        try OpenAPI(Catalog(baseURL: URL("https://catalog.example/v1")), info: info).data.write(to: contract)
    }

    @Test func `the API is that of its contract`() throws {
        try Catalog(baseURL: URL("https://catalog.example/v1")).expectContract(at: contract)
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["CONTRACT_OF_MAIN"] != nil))
    func `clients of the main branch still work`() throws {
        let path = try #require(ProcessInfo.processInfo.environment["CONTRACT_OF_MAIN"])
        let main = try OpenAPI(contentsOf: URL(filePath: path))
        let branch = try OpenAPI(contentsOf: contract)
        #expect(branch.changes(since: main).filter { $0.verdict == .breakingForClients } == [])
    }
}

enum ChangeSamples {
    static func breaking(_ new: OpenAPI, _ old: OpenAPI) -> [OpenAPI.Change] {
        let breaking = new.changes(since: old).filter { $0.verdict == .breakingForClients }
        for change in breaking { print(change) }
        return breaking
    }

    static func check(_ catalog: Catalog, _ file: URL) throws {
        let document = try OpenAPI(contentsOf: file)
        try catalog.check(against: document)
    }
}
