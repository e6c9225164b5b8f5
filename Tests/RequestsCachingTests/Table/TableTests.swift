import Foundation
import Requests
import RequestsTesting
import Testing

@testable import RequestsCaching

@Suite("Rules of HTTP caches", .timeLimit(.minutes(5)))
struct TableTests {
    @Test(arguments: FreshnessTable.cases, Transports.all.indices)
    func freshness(_ line: CacheCase, _ transport: Int) async throws {
        try await CacheRun(line: line, transport: Transports.all[transport]).check()
    }

    @Test(arguments: DirectiveTable.responses + DirectiveTable.requests, Transports.all.indices)
    func directives(_ line: CacheCase, _ transport: Int) async throws {
        try await CacheRun(line: line, transport: Transports.all[transport]).check()
    }

    @Test(arguments: SelectionTable.selection, Transports.all.indices)
    func selection(_ line: CacheCase, _ transport: Int) async throws {
        try await CacheRun(line: line, transport: Transports.all[transport]).check()
    }

    @Test(arguments: SelectionTable.validation, Transports.all.indices)
    func validation(_ line: CacheCase, _ transport: Int) async throws {
        try await CacheRun(line: line, transport: Transports.all[transport]).check()
    }

    @Test(arguments: SelectionTable.policies, Transports.all.indices)
    func policies(_ line: CacheCase, _ transport: Int) async throws {
        try await CacheRun(line: line, transport: Transports.all[transport]).check()
    }

    @Test(arguments: SelectionTable.selection + SelectionTable.validation + SelectionTable.policies)
    func `the same rules apply on disk`(_ line: CacheCase) async throws {
        let folder = DiskFixture()
        let storage = CacheStorage.disk(at: folder.url, limit: 1 << 20, storesSecrets: true)
        defer { withExtendedLifetime(folder) {} }
        try await CacheRun(line: line, transport: URLSession.shared, storage: storage).check()
    }

    @Test func `the tables have at least 250 lines`() {
        let count =
            FreshnessTable.cases.count + DirectiveTable.responses.count + DirectiveTable.requests.count
            + SelectionTable.selection.count + SelectionTable.validation.count + SelectionTable.policies.count
        #expect(count >= 250)
    }
}
