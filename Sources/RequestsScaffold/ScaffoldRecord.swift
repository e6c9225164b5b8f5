import Foundation
import Requests
import RequestsOpenAPI

/// The files beside scaffolded sources with the part of the document that the sources come from.
///
/// Their names begin with a dot, so SwiftPM ignores them. Each run adds a file, and the last file is the current one.
struct ScaffoldRecord {
    private let folder: URL
    private let apiName: String

    init(of apiName: String, in folder: URL) {
        self.folder = folder
        self.apiName = apiName
    }

    /// Returns the name of the API that an earlier run made from a document with the same title; `nil` without one.
    static func name(of document: OpenAPI, in folder: URL) -> String? {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.sorted().filter { $0.hasPrefix(".") && $0.hasSuffix(".openapi.json") }.first { file in
            let earlier = try? OpenAPI(contentsOf: folder.appending(path: file))
            return earlier?.content["info"]?["title"] == document.content["info"]?["title"]
        }.map { String($0.dropFirst().dropLast(".openapi.json".count)) }
    }

    private func file(_ number: Int) -> URL {
        folder.appending(path: number == 1 ? ".\(apiName).openapi.json" : ".\(apiName).openapi.\(number).json")
    }

    /// The number of the last file; 0 without one.
    private var last: Int {
        var number = 0
        while FileManager.default.fileExists(atPath: file(number + 1).path) { number += 1 }
        return number
    }

    /// Reads the last excerpt; `nil` without one.
    func read() throws -> OpenAPI? {
        let last = last
        return last == 0 ? nil : try OpenAPI(contentsOf: file(last))
    }

    /// Adds a file with an excerpt.
    func write(_ excerpt: OpenAPI) throws {
        try excerpt.data.write(to: file(last + 1), options: .withoutOverwriting)
    }
}
