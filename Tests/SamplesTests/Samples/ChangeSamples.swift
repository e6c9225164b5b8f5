import Foundation
import Requests
import RequestsOpenAPI
import Testing

struct CatalogContract {
    let contract = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "catalog.json")

    @Test func `the API is that of its contract`() throws {
        try Catalog(baseURL: URL("https://catalog.example/v1"))
            .expectContract(at: contract)
    }
}

extension CatalogContract {
    @Test(.enabled(if: ProcessInfo.processInfo.environment["CONTRACT_OF_MAIN"] != nil))
    func `clients of the main branch still work`() throws {
        let path = try #require(ProcessInfo.processInfo.environment["CONTRACT_OF_MAIN"])
        let main = try OpenAPI(contentsOf: URL(filePath: path))
        let branch = try OpenAPI(contentsOf: contract)
        #expect(
            branch.changes(since: main).filter { $0.verdict == .breakingForClients }
                == [])
    }
}

enum ChangeSamples {
    static func breaking(_ new: OpenAPI, _ old: OpenAPI) -> [OpenAPI.Change] {
        let breaking = new.changes(since: old).filter { $0.verdict == .breakingForClients }
        for change in breaking { print(change) }
        return breaking
    }

    static func breakingUnlessKnown(_ new: OpenAPI, _ old: OpenAPI) -> [OpenAPI.Change] {
        let breaking = new.changes(since: old).filter { change in
            change.verdict == .breakingForClients && change.rule != "output-value-added"
        }
        return breaking
    }

    static func check(_ catalog: Catalog, _ file: URL) throws {
        let document = try OpenAPI(contentsOf: file)
        try catalog.check(against: document)
    }
}
